# Embeddings that make a roll flat, against scikit-learn and against the published relaxation written
# plainly: seconds of processor time, and how far the result is from the flat roll.
#   Rscript bench/peers/peers_geometry.R [largest n [methods, a pattern]]
# Distance: the root of the share of the flat roll's variance that is left after the best affine map
# (local tangent spaces, Hessian), or after the best similarity (relaxation). Each cell is a process
# of its own, which ends after 120 s of processor time or beyond 8 GB of memory; larger sets are left
# out then. A python with scikit-learn is found as in peers.R.
source("bench/common.R")
options(lapscale.threads = 1L)
sizes <- c(1000L, 3000L, 10000L, 30000L, 100000L)
words <- commandArgs(TRUE)
python <- find_python()
limit <- 120

after_affine <- function(y, flat) {
  rest <- stats::lm.fit(cbind(1, y), flat)$residuals
  sqrt(sum(rest^2) / sum(scale(flat, scale = FALSE)^2))
}

after_similarity <- function(y, flat) {
  y <- scale(y, scale = FALSE)
  flat <- scale(flat, scale = FALSE)
  found <- svd(crossprod(y, flat))
  moved <- sum(found$d) / sum(y^2) * y %*% found$u %*% t(found$v)
  sqrt(sum((moved - flat)^2) / sum(flat^2))
}

# Processor seconds of an expression and of the processes that it starts.
timed <- function(expr) {
  used <- system.time(value <- expr)
  list(seconds = sum(used[-3L]), value = value)
}

sklearn <- function(name, k) {
  function(x) {
    files <- replicate(2L, tempfile())
    on.exit(unlink(files))
    writeBin(as.vector(t(x)), files[[1]])
    arguments <- c("bench/embeddings/sklearn_peer.py", name, files[[1]], ncol(x), files[[2]], "-", paste0("k=", k))
    if (system2(python, arguments, stdout = FALSE, stderr = FALSE) != 0) return(NULL)
    matrix(readBin(files[[2]], "double", 2L * nrow(x)), ncol = 2L, byrow = TRUE)
  }
}

# McQueen, Meila and Perrault-Joncas (2016) for d = s = 2: gradient steps with a line search on the
# coordinates of all points, over the squares of the eigenvalues of H - I.
plain_relaxation <- function(bandwidth, steps = 500L) {
  function(x) {
    e <- quietly(embed_eigenmaps(x, 2, bandwidth = bandwidth, coordinates = "independent"))
    weights <- as(heat_graph(x, bandwidth, self_loops = TRUE), "CsparseMatrix")
    total <- Matrix::rowSums(weights)
    weights <- Matrix::Diagonal(x = 1 / total) %*% weights %*% Matrix::Diagonal(x = 1 / total)
    degree <- Matrix::rowSums(weights)
    walk <- Matrix::Diagonal(x = 1 / degree) %*% weights
    back <- Matrix::t(walk)
    scale <- 2 / bandwidth^2
    step <- function(v) as.matrix(walk %*% v)
    excess <- function(f) {
      both <- cbind(f[, 1]^2, f[, 1] * f[, 2], f[, 2]^2)
      one <- step(f)
      mean <- cbind(f[, 1] * one[, 1], f[, 1] * one[, 2] / 2 + f[, 2] * one[, 1] / 2, f[, 2] * one[, 2])
      scale * (step(both) - 2 * mean + both) - rep(c(1, 0, 1), each = nrow(f))
    }
    loss <- function(f) {
      h <- excess(f)
      mean(h[, 1]^2 + 2 * h[, 2]^2 + h[, 3]^2)
    }
    # The derivative of the loss, E = H - I.
    slope <- function(f) {
      h <- excess(f)
      # What E_i (f_i - f_j), weighted, sums to at its own point and at the others.
      along <- function(e, f) {
        e * (f - drop(step(f))) + as.vector(back %*% e) * f - as.vector(back %*% (e * f))
      }
      first <- along(h[, 1], f[, 1]) + along(h[, 2], f[, 2])
      second <- along(h[, 2], f[, 1]) + along(h[, 3], f[, 2])
      4 * scale / nrow(f) * cbind(first, second)
    }
    f <- as.matrix(e)
    f <- f / sqrt(mean(f^2))
    along <- function(l) loss(exp(l) * f)
    grid <- seq(-12, 12, by = 0.5)
    best <- grid[[which.min(vapply(grid, along, 0))]]
    f <- exp(stats::optimize(along, best + c(-0.5, 0.5))$minimum) * f
    now <- loss(f)
    size <- sqrt(sum(f^2) / sum(slope(f)^2)) / 10
    for (round in seq_len(steps)) {
      down <- slope(f)
      repeat {
        tried <- f - size * down
        then <- loss(tried)
        if (then < now || size < 1e-300) break
        size <- size / 2
      }
      done <- now - then < 1e-6 * now
      f <- tried
      now <- then
      size <- 2 * size
      if (done) break
    }
    f
  }
}

relaxation <- function(bandwidth) {
  function(x) {
    start <- quietly(embed_eigenmaps(x, 2, bandwidth = bandwidth, coordinates = "independent"))
    as.matrix(quietly(embed_relax(start, 2, bandwidth = bandwidth)))
  }
}

k <- 12L
ways <- list(
  "LTSA, lapscale" = list(run = function(x) as.matrix(quietly(embed_ltsa(x, 2, k = k))), by = after_affine),
  "LTSA, scikit-learn" = list(run = sklearn("ltsa", k), by = after_affine),
  "Hessian, lapscale" = list(
    run = function(x) as.matrix(quietly(embed_lle(x, 2, k = k, method = "hessian"))), by = after_affine
  ),
  "Hessian, scikit-learn" = list(run = sklearn("hessian", k), by = after_affine),
  "relaxation, lapscale" = list(run = relaxation, by = after_similarity),
  "relaxation, plain" = list(run = plain_relaxation, by = after_similarity)
)

# Computes one cell: the seconds and the distance; NULL if the method came to no end.
run_cell <- function(name, n) {
  x <- sample_swiss_roll(n, seed = 1)
  flat <- attr(x, "parameters")[, c("arc_length", "height")]
  way <- ways[[name]]
  run <- if (grepl("relaxation", name)) way$run(2 * (1500 / n)^(1 / 4)) else way$run
  found <- timed(run(as.matrix(x)))
  if (!is.null(found$value)) c(found$seconds, way$by(found$value, flat))
}

if (identical(words[1], "cell")) {
  saveRDS(run_cell(words[[2]], as.integer(words[[3]])), words[[4]])
  quit()
}

# Runs a cell in a process of its own; NULL if it was not done within the limits.
try_cell <- function(name, n) {
  out <- tempfile()
  on.exit(unlink(out))
  call <- paste("Rscript bench/peers/peers_geometry.R cell", shQuote(name), n, out)
  system(sprintf("ulimit -t %d; ulimit -v 8000000; %s >/dev/null 2>&1", limit, call))
  if (file.exists(out)) readRDS(out)
}

sizes <- sizes[sizes <= as.integer(c(words, "100000")[[1L]])]
machine()
asked <- grep(c(words, "", "")[[2L]], names(ways), value = TRUE)
rows <- lapply(asked, function(name) {
  is_open <- !grepl("scikit", name) || !is.null(python)
  do.call(rbind, lapply(sizes, function(n) {
    if (!is_open) return(NULL)
    cell <- try_cell(name, n)
    is_open <<- !is.null(cell)
    seconds <- if (is_open) signif(cell[[1]], 3) else "not done"
    distance <- if (is_open) signif(cell[[2]], 3) else ""
    row <- data.frame(method = name, n, "seconds of cpu" = seconds, distance, check.names = FALSE)
    message(paste(format(unlist(row)), collapse = "  "))
    row
  }))
})
show_table(do.call(rbind, rows), "A flat roll")
