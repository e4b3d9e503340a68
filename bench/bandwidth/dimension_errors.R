# How much dim_mle() varies between samples, over its standard error if points were independent, and
# how often its interval of 95% contains the mean of its estimates.
#
#   Rscript --vanilla bench/bandwidth/dimension_errors.R
#
# The factor of R/dim_mle.R was chosen on the first three shapes and judged on the others. A sample
# of m of the n rows of real data varies sqrt(1 - m / n) times as much as one of other data.
source("bench/common.R")
options(lapscale.threads = 1L)
from_rows <- function(x) function(n) x[sample(nrow(x), n), ]
tables <- list(
  crabs = scale(log(as.matrix(MASS::crabs[4:8]))), quakes = scale(as.matrix(quakes[1:3]))
)
shapes <- list(
  "normal, 3 columns" = list(c(200, 500, 1000), function(n) matrix(stats::rnorm(3 * n), n)),
  "normal, 4 columns" = list(c(200, 500, 1000), function(n) matrix(stats::rnorm(4 * n), n)),
  sphere = list(c(200, 500, 1000), function(n) unclass(sample_sphere(n))),
  torus = list(c(200, 1000), function(n) unclass(sample_torus(n))),
  "uniform, 2 columns" = list(c(200, 1000), function(n) matrix(stats::runif(2 * n), n)),
  "uniform, 5 columns" = list(c(200, 1000), function(n) matrix(stats::runif(5 * n), n)),
  "crabs, of 200 rows" = list(100, from_rows(tables$crabs)),
  "quakes, of 1000 rows" = list(200, from_rows(tables$quakes))
)
factor <- lapscale:::overlap_factor
results <- list()
for (shape in names(shapes)) for (n in shapes[[shape]][[1L]]) {
  set.seed(7)
  # estimate and standard error with 20 neighbors, with 10, and of the mean of estimates
  runs <- replicate(400, {
    x <- shapes[[shape]][[2L]](n)
    curve <- as.data.frame(dim_mle(x))
    of_means <- dim_mle(x, average = "mean")
    c(unlist(curve[match(c(20, 10), curve$k), c("dimension", "se")]), of_means, of_means$se)
  })
  estimates <- runs[c(1, 2, 5), ]
  from <- switch(shape, "crabs, of 200 rows" = 200, "quakes, of 1000 rows" = 1000, Inf)
  errors <- runs[c(3, 4, 6), ] * sqrt(1 - n / from)
  ratio <- c(factor, factor, 1) * apply(estimates, 1, stats::sd) / rowMeans(errors)
  is_covered <- function(errors) {
    rowMeans(abs(estimates - rowMeans(estimates)) < stats::qnorm(0.975) * errors)
  }
  results <- c(results, list(data.frame(
    shape = shape, n = n, "k = 20" = ratio[[1]], "k = 10" = ratio[[2]], "average mean" = ratio[[3]],
    "independent" = is_covered(errors / factor)[[1]], "covered" = is_covered(errors)[[1]],
    check.names = FALSE
  )))
}
show_table(do.call(rbind, results), "dim_mle() between samples")
