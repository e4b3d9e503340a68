# Bandwidths that bw_gc() chooses for the hourglass and the dome in 13 dimensions, over samples, sample
# sizes, noise and d: the figure that the paper opens its experiments with. Writes
# vignettes/sample_sizes.csv, which vignette("choosing-a-bandwidth") draws; a minute on a quiet core.

suppressMessages(library(lapscale))

arguments <- commandArgs(trailingOnly = TRUE)
file <- if (length(arguments)) arguments[[1]] else "vignettes/sample_sizes.csv"

choose <- function(sample, d, noise, n, manifold) {
  make <- switch(manifold, hourglass = sample_hourglass, dome = sample_dome)
  x <- make(n, noise = noise, noise_dims = 10, seed = sample)
  as.numeric(suppressWarnings(bw_gc(x, d = d, n_points = 200, seed = 1)))
}

runs <- expand.grid(
  sample = 1:3, d = 1:2, noise = c(0.001, 0.01, 0.1), n = c(500, 1000, 2000),
  manifold = c("hourglass", "dome"), stringsAsFactors = FALSE
)
runs$h <- signif(do.call(mapply, c(list(choose), runs)), 8)
utils::write.csv(runs, file, row.names = FALSE, quote = FALSE)
