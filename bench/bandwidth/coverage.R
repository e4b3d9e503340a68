# Intervals of confint(bw_gc(x)): how often those of 90 % cover the bandwidth that is chosen on
# average (the mean log choice of the samples), and the one that is best for the spectrum (least
# mean error of eight eigenvalues on a grid, its mean log over some samples).
#   Rscript bench/bandwidth/coverage.R [points:samples:spectra,...] [file]
# `Rscript bench/bandwidth/coverage.R` is a quick look; the table of bench/README.md is
# `Rscript bench/bandwidth/coverage.R 500:200:8 bench/bandwidth/coverage.csv`, some minutes on a quiet core.
source("bench/common.R")
options(lapscale.threads = 1L)
arguments <- c(commandArgs(TRUE), rep(NA, 2))
sizes <- strsplit(if (is.na(arguments[[1]])) "500:20:1" else arguments[[1]], ",")[[1]]
sizes <- matrix(as.integer(unlist(strsplit(sizes, ":"))), ncol = 3, byrow = TRUE)
file <- if (is.na(arguments[[2]])) tempfile(fileext = ".csv") else arguments[[2]]
machine()
draw <- list(circle = sample_circle, sphere = sample_sphere, roll = sample_swiss_roll)
first_seed <- 2000L

interval_of <- function(name, n, seed) {
  bw <- suppressWarnings(bw_gc(draw[[name]](n, seed = seed), seed = seed))
  ends <- signif(confint(bw, level = 0.9), 4)
  data.frame(manifold = name, n = n, seed = seed, bandwidth = signif(as.numeric(bw), 4),
             low = ends[[1]], high = ends[[2]], stability = sum(with(bw_minima(bw),
               stability[chosen])))
}

best_bandwidth <- function(name, n, seed) {
  x <- draw[[name]](n, seed = seed)
  truth <- attr(x, "spectrum")(9L)[-1L]
  grid <- exp(seq(log(as.numeric(bw_knn(x)) / 1.5), by = log(1.1), length.out = 24))
  error <- vapply(grid, function(h) {
    tryCatch({
      values <- graph_spectrum(graph_laplacian(heat_graph(x, h)), 9L)$values[-1L]
      mean(abs(values / truth - 1))
    }, error = function(e) 1, warning = function(w) 1)
  }, 0)
  grid[[which.min(error)]]
}

found <- NULL
best <- NULL
for (row in seq_len(nrow(sizes))) {
  for (name in names(draw)) {
    n <- sizes[row, 1]
    seeds <- first_seed + seq_len(sizes[row, 2])
    found <- rbind(found, do.call(rbind, lapply(seeds, interval_of, name = name, n = n)))
    at <- vapply(seeds[seq_len(sizes[row, 3])], best_bandwidth, 0, name = name, n = n)
    best <- rbind(best, data.frame(manifold = name, n = n, best = exp(mean(log(at)))))
    utils::write.csv(found, file, row.names = FALSE, quote = FALSE)
  }
}

rows <- lapply(split(found, ~ manifold + n, drop = TRUE), function(part) {
  typical <- exp(mean(log(part$bandwidth)))
  at <- best$best[best$manifold == part$manifold[[1]] & best$n == part$n[[1]]]
  covers <- function(value) sprintf("%.1f", 100 * mean(part$low <= value & value <= part$high))
  data.frame(
    manifold = part$manifold[[1]], n = part$n[[1]], samples = nrow(part), `chosen` = typical,
    `sd of log` = stats::sd(log(part$bandwidth)), `covers it, %` = covers(typical), best = at,
    `covers the best, %` = covers(at), `high / low` = stats::median(part$high / part$low),
    stability = mean(part$stability), check.names = FALSE
  )
})
show_table(do.call(rbind, rows), "confint(bw_gc(x), level = 0.9)")
