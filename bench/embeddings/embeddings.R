# Embeddings beside other packages: seconds, residuals of the eigenvectors, agreement.
#   Rscript bench/embeddings/embeddings.R [eigenmaps] [chosen] [isomap] [lle] [diffusion] [kpca] [predict] [million]
#                              [shrink=20]
# No word: all but "million", which wants 8 GB and a process of its own. shrink divides all sizes.
# A peer that is not installed has a row that says so. scikit-learn is looked for in LAPSCALE_PYTHON
# and in every python3 of the path.
source("bench/common.R")
words <- commandArgs(TRUE)
is_shrink <- grepl("^shrink=", words)
shrink <- if (any(is_shrink)) as.numeric(sub(".*=", "", words[is_shrink])) else 1
all_sections <- c("eigenmaps", "chosen", "isomap", "lle", "diffusion", "kpca", "predict")
sections <- if (any(!is_shrink)) words[!is_shrink] else all_sections
stopifnot(sections %in% c(all_sections, "million"))
sized <- function(n) as.integer(pmax(200, n / shrink))
give_up <- 600
machine()

roll <- function(n, seed = 1) {
  x <- sample_swiss_roll(n, seed = seed)
  matrix(as.numeric(x), nrow(x))
}

# Bandwidth of a radius graph with some 50 neighbors per point.
radius_bandwidth <- function(x) {
  runtime <- lapscale:::new_runtime(2L, FALSE)
  handle <- lapscale:::acquire_points(x, runtime)
  on.exit(lapscale:::cpp_release(handle))
  k <- min(50L, nrow(x) - 1L)
  stats::median(lapscale:::cpp_neighbor_distances(handle, k, runtime)[k, ]) / 3.72
}

# ---- rows --------------------------------------------------------------------------------------

row_of <- function(..., seconds = NA, residual = NA, agreement = NA, note = "") {
  data.frame(..., `seconds` = seconds, residual = residual, `agreement` = agreement, note = note)
}

ours <- function(label, expr, n) {
  elapsed <- system.time(fit <- suppressMessages(expr))[[3]]
  list(fit = fit, row = row_of(method = paste("lapscale", label), n = n, seconds = elapsed,
                               residual = max(fit$residuals), agreement = 1))
}

# A row of an R package: `fit()` gives coordinates.
peer <- function(package, label, n, fit, reference = NULL) {
  label <- paste(package, label)
  if (!requireNamespace(package, quietly = TRUE)) {
    return(row_of(method = label, n = n, note = "not installed"))
  }
  y <- NULL
  elapsed <- system.time(y <- tryCatch(fit(), error = function(e) e))[[3]]
  if (inherits(y, "error")) return(row_of(method = label, n = n, note = conditionMessage(y)))
  row_of(method = label, n = n, seconds = elapsed,
         agreement = if (is.null(reference)) NA else agreement(y, reference))
}

# ---- scikit-learn ------------------------------------------------------------------------------

python <- find_python()

# list(row, predict = seconds): a method of sklearn_peer.py.
sklearn <- function(method, label, x, ..., new = NULL, reference = NULL) {
  label <- paste("scikit-learn", label)
  if (is.null(python)) {
    return(list(row = row_of(method = label, n = nrow(x), note = "not installed")))
  }
  files <- tempfile(c("points", "out", "new"))
  on.exit(unlink(files))
  writeBin(as.vector(t(x)), files[[1]])
  if (!is.null(new)) writeBin(as.vector(t(new)), files[[3]])
  options <- c(...)
  printed <- suppressWarnings(system2(
    python,
    c("-W", "ignore", "bench/embeddings/sklearn_peer.py", method, files[[1]], ncol(x), files[[2]],
      if (is.null(new)) "-" else files[[3]], paste0(names(options), "=", options)),
    stdout = TRUE, stderr = FALSE, timeout = give_up
  ))
  said <- function(what) {
    line <- grep(paste0("^", what, " "), printed, value = TRUE)
    if (length(line)) as.numeric(sub(".* ", "", line)) else NA_real_
  }
  done <- file.exists(files[[2]])
  y <- if (done) matrix(readBin(files[[2]], 0, file.size(files[[2]]) / 8), ncol = 2, byrow = TRUE)
  list(
    predict = said("predict"),
    row = row_of(
      method = label, n = nrow(x), seconds = said("fit"), residual = said("residual"),
      agreement = if (done && !is.null(reference)) agreement(y, reference) else NA,
      note = if (done) "" else paste("gave up after", give_up, "s")
    )
  )
}

# ---- sections ----------------------------------------------------------------------------------

bench_eigenmaps <- function() {
  rows <- lapply(sized(c(1e4, 1e5)), function(n) {
    x <- roll(n)
    near <- ours("k = 15", embed_eigenmaps(x, 2, bandwidth = 2, graph = "knn", k = 15), n)
    h <- radius_bandwidth(x)
    radius <- ours("radius, 50 neighbors",
                   suppressWarnings(embed_eigenmaps(x, 2, bandwidth = h)), n)
    rbind(
      near$row, radius$row,
      sklearn("eigenmaps", "SpectralEmbedding, k = 15", x, k = 15, reference = near$fit)$row,
      peer("uwot", "Laplacian start, k = 15", n, function() {
        uwot::umap(x, n_neighbors = 16, init = "laplacian", n_epochs = 0, n_threads = 2)
      }, near$fit)
    )
  })
  show_table(do.call(rbind, rows), "Laplacian eigenmaps of a swiss roll, graph included")
}

# What the choice of the bandwidth adds. The radius graph at the chosen bandwidth has hundreds of
# neighbors per point, and thousands.
bench_chosen <- function() {
  rows <- lapply(sized(c(1e4, 1e5)), function(n) {
    x <- roll(n)
    near <- function(bandwidth) {
      suppressWarnings(
        embed_eigenmaps(x, 2, bandwidth = bandwidth, graph = "knn", k = 15, seed = 1)
      )
    }
    rbind(
      ours("k = 15, bandwidth given", near(2), n)$row,
      ours("k = 15, bandwidth chosen on that graph", near(NULL), n)$row,
      ours("radius, bandwidth chosen", embed_eigenmaps(x, 2, seed = 1), n)$row
    )
  })
  show_table(do.call(rbind, rows), "The bandwidth given, and chosen: the same roll")
}

bench_isomap <- function() {
  n <- sized(2000)
  x <- roll(n)
  mine <- ours("Isomap, k = 10", embed_isomap(x, 2, k = 10), n)
  few <- ours("Isomap, 200 landmarks",
              embed_isomap(x, 2, k = 10, landmarks = min(200, n), seed = 1), n)
  few$row$agreement <- agreement(few$fit, mine$fit)
  show_table(rbind(
    mine$row, few$row,
    sklearn("isomap", "Isomap", x, k = 10, reference = mine$fit)$row,
    peer("vegan", "isomap", n, function() {
      vegan::isomap(stats::dist(x), ndim = 2, k = 10)$points
    }, mine$fit)
  ), "Isomap of a swiss roll, k = 10")
}

bench_lle <- function() {
  n <- sized(1e4)
  x <- roll(n)
  rows <- lapply(c("standard", "modified"), function(method) {
    mine <- ours(paste0("LLE, ", method), embed_lle(x, 2, k = 12, method = method), n)
    flat <- attr(sample_swiss_roll(n, seed = 1), "parameters")[, c("arc_length", "height")]
    mine$row$note <- sprintf("with the flat roll: %.4f", agreement(mine$fit, flat))
    rbind(mine$row, sklearn(method, paste("LLE,", method), x, k = 12, reference = mine$fit)$row)
  })
  show_table(do.call(rbind, rows), "Locally linear embedding of a swiss roll, k = 12")
}

diffuse <- function(x, h) {
  utils::capture.output(
    found <- diffusionMap::diffuse(stats::dist(x), eps.val = h^2, neigen = 2, t = 1)
  )
  found
}

bench_diffusion <- function() {
  n <- sized(5000)
  x <- roll(n)
  h <- 2
  dense <- ours("all pairs", embed_diffusion(x, 2, bandwidth = h, alpha = 0, graph = "dense"), n)
  radius <- ours("radius", embed_diffusion(x, 2, bandwidth = h, alpha = 0), n)
  radius$row$agreement <- agreement(radius$fit, dense$fit)
  show_table(rbind(
    dense$row, radius$row,
    peer("diffusionMap", "diffuse", n, function() {
      diffuse(x, h)$X
    }, dense$fit)
  ), "Diffusion map of a swiss roll, alpha = 0, t = 1, h = 2")
}

bench_kpca <- function() {
  n <- sized(2000)
  x <- roll(n)
  h <- 6
  mine <- ours("heat kernel", embed_kpca(x, 2, bandwidth = h), n)
  show_table(rbind(
    mine$row,
    sklearn("kpca", "KernelPCA", x, gamma = 1 / h^2, reference = mine$fit)$row,
    peer("kernlab", "kpca", n, function() {
      kernlab::rotated(kernlab::kpca(x, kernel = "rbfdot", kpar = list(sigma = 1 / h^2),
                                     features = 2))
    }, mine$fit)
  ), "Kernel PCA of a swiss roll, h = 6")
}

bench_predict <- function() {
  n <- sized(1e4)
  x <- roll(n)
  new <- roll(sized(1e5), seed = 2)
  few <- new[seq_len(sized(1e3)), ]
  timed <- function(label, fit, at = new) {
    elapsed <- system.time(suppressWarnings(predict(fit, at)))[[3]]
    data.frame(method = label, n = n, new = nrow(at), seconds = elapsed, note = "")
  }
  theirs <- function(label, found) {
    elapsed <- if (is.null(found$predict)) NA_real_ else found$predict
    data.frame(method = label, n = n, new = nrow(new), seconds = elapsed,
               note = found$row$note)
  }
  small <- min(n, 2000L)
  kernel <- suppressMessages(embed_kpca(x[seq_len(small), ], 2, bandwidth = 6))
  diffusion <- if (requireNamespace("diffusionMap", quietly = TRUE)) {
    d <- diffuse(x[seq_len(small), ], 2)
    between <- function(a, b) {
      sqrt(pmax(outer(rowSums(a^2), rowSums(b^2), "+") - 2 * a %*% t(b), 0))
    }
    elapsed <- system.time(
      diffusionMap::nystrom(d, between(few, x[seq_len(small), ]), sigma = 4)
    )[[3]]
    data.frame(method = "diffusionMap nystrom", n = small, new = nrow(few), seconds = elapsed,
               note = "")
  } else {
    data.frame(method = "diffusionMap nystrom", n = small, new = nrow(few), seconds = NA,
               note = "not installed")
  }
  kernel_row <- timed("lapscale kernel PCA", kernel)
  kernel_row$n <- small
  kernel_peer <- theirs(
    "scikit-learn KernelPCA", sklearn("kpca", "", x[seq_len(small), ], gamma = 1 / 36, new = new)
  )
  kernel_peer$n <- small
  show_table(rbind(
    timed("lapscale eigenmaps, k = 15",
          embed_eigenmaps(x, 2, bandwidth = 2, graph = "knn", k = 15)),
    timed("lapscale diffusion map, radius",
          suppressWarnings(embed_diffusion(x, 2, bandwidth = radius_bandwidth(x)))),
    diffusion,
    timed("lapscale LLE", embed_lle(x, 2, k = 12)),
    theirs("scikit-learn LLE", sklearn("standard", "", x, k = 12, new = new)),
    kernel_row, kernel_peer,
    timed("lapscale Isomap, 200 landmarks",
          embed_isomap(x, 2, k = 10, landmarks = 200, seed = 1), few)
  ), "New points: predict() on a fit to n points of a swiss roll")
}

bench_million <- function() {
  n <- sized(1e6)
  x <- roll(n)
  before <- peak_memory()
  found <- ours("k = 15", embed_eigenmaps(x, 2, bandwidth = 0.5, graph = "knn", k = 15), n)
  found$row$note <- sprintf("peak %.0f MB, %.0f before", peak_memory(), before)
  show_table(found$row, "Laplacian eigenmaps of a million points, graph included")
}

for (section in sections) get(paste0("bench_", section))()
