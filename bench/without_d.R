# bw_gc() without d and with d = 1 on manifolds that neither half of notes/without-d.md has: the
# error of the first eight eigenvalues at the choice over the least that any bandwidth has.
#   Rscript bench/without_d.R [points:seeds,...] [file]
# `Rscript bench/without_d.R` is a quick look (200 points, one seed); the table of bench/README.md
# is `Rscript bench/without_d.R 200:2,600:1,1500:1 bench/without_d.csv`, an hour on a quiet core.
# Beyond 1000 points the density is even and uneven in turn.
source("bench/common.R")
source("bench/new_manifolds.R")
source("bench/without_d_tables.R")
options(lapscale.threads = 1L)
arguments <- c(commandArgs(TRUE), rep(NA, 2))
sizes <- strsplit(if (is.na(arguments[[1]])) "200:1" else arguments[[1]], ",")[[1]]
sizes <- matrix(as.integer(unlist(strsplit(sizes, ":"))), ncol = 2, byrow = TRUE)
file <- if (is.na(arguments[[2]])) tempfile(fileext = ".csv") else arguments[[2]]
machine()
quietly <- function(expr) suppressMessages(suppressWarnings(expr))
or_na <- function(expr) tryCatch(as.numeric(quietly(expr)), error = function(e) NA_real_)

# ---- one sample --------------------------------------------------------------------------------

# list(bandwidth: by selector, criterion, dimension, looks: of the first two, what the report says)
choices_of <- function(x, d) {
  line <- quietly(bw_gc(x, d = 1, seed = 1))
  free <- quietly(bw_gc(x, d = NULL, seed = 1))
  facts <- quietly(glance(free))
  at <- which.min(abs(log(local_minima(free)$bandwidth / as.numeric(free))))
  looks <- function(bw) {
    table <- quietly(tidy(bandwidth_report(bw, x, seed = 1)))
    paste(table$check[table$verdict != "fine"], collapse = " ")
  }
  list(
    bandwidth = c(
      `d = 1` = as.numeric(line), `without d` = as.numeric(free),
      `true d` = if (d == 1) as.numeric(line) else or_na(bw_gc(x, d = d, seed = 1)),
      `d = 1, global` = or_na(update(line, minimum = "global")),
      `without d, global` = or_na(update(free, minimum = "global")),
      rec = or_na(bw_rec(x, seed = 1)), knn = or_na(bw_knn(x)), median = or_na(bw_median(x))
    ),
    criterion = local_minima(free)$criterion[[at]], dimension = facts$d,
    looks = c(looks(line), looks(free))
  )
}

# Mean relative error of the eight eigenvalues after the zeros; a graph in more pieces has more
# zeros, which counts as an error of 1 each.
eigenvalue_error <- function(x, h, truth, zeros) {
  tryCatch({
    graph <- quietly(heat_graph(x, h, self_loops = TRUE))
    values <- quietly(graph_spectrum(graph_laplacian(graph), length(truth), "linear"))$values
    mean(abs(values[-seq_len(zeros)] / truth[-seq_len(zeros)] - 1))
  }, error = function(e) 1)
}

# Errors at the choices, and the bandwidth of the least on a grid in steps of 1.3 from about the
# nearest neighbours to 3/4 of the root mean square distance, then of 1.09 around the least.
study_sample <- function(name, n, noise, uneven, seed) {
  m <- manifolds[[name]]
  zeros <- if (is.null(m$zeros)) 1L else m$zeros
  truth <- m$spectrum(8L + zeros)
  x <- draw_manifold(name, n, noise, uneven, seed)
  chosen <- choices_of(x, m$d)
  error_at <- function(h) vapply(h, function(h) eigenvalue_error(x, h, truth, zeros), 0)
  h <- chosen$bandwidth
  at <- unique(h[!is.na(h)])
  at_error <- error_at(at)
  lowest <- as.numeric(bw_knn(x)) / 2
  highest <- 0.75 * sqrt(2 * sum(apply(x, 2, stats::var)))
  coarse <- exp(seq(log(lowest), log(highest), by = log(1.3)))
  coarse_error <- error_at(coarse)
  fine <- coarse[[which.min(coarse_error)]] * 1.3^(c(-2, -1, 1, 2) / 3)
  tried <- c(at, coarse, fine)
  error <- c(at_error, coarse_error, error_at(fine))
  data.frame(
    manifold = name, d = m$d, n = n, noise = noise, uneven = uneven, seed = seed,
    selector = names(h), bandwidth = signif(unname(h), 4),
    error = signif(at_error[match(h, at)], 4), least = signif(min(error), 4),
    best = signif(tried[[which.min(error)]], 4),
    criterion = c(NA, signif(chosen$criterion, 3), rep(NA, 6)),
    dimension = c(NA, signif(chosen$dimension, 3), rep(NA, 6)),
    looks = c(chosen$looks, rep("", 6))
  )
}

# ---- all samples; the file grows as the study goes on ------------------------------------------

found <- NULL
for (row in seq_len(nrow(sizes))) {
  n <- sizes[row, 1]
  cases <- expand.grid(
    name = names(manifolds), uneven = c(FALSE, TRUE), noise = c(0.03, 0, 0.1),
    seed = seq_len(sizes[row, 2]), stringsAsFactors = FALSE
  )
  if (n > 1000) {
    turn <- match(cases$name, names(manifolds)) + match(cases$noise, c(0, 0.03, 0.1))
    cases <- cases[cases$uneven == (turn %% 2 == 1), ]
  }
  for (i in seq_len(nrow(cases))) {
    case <- cases[i, ]
    rows <- study_sample(case$name, n, case$noise, case$uneven, case$seed)
    found <- rbind(found, rows)
    utils::write.csv(found, file, row.names = FALSE)
  }
}
show_ratios(found)
