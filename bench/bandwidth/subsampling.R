# What the random subsets of large data add to the error. Rscript bench/bandwidth/subsampling.R
source("bench/common.R")
machine()
grid <- exp(seq(log(0.01), log(2), length.out = 40))
cases <- list(
  "hourglass, 13 columns" = function() sample_hourglass(1e5, noise = 0.01, seed = 1),
  "hourglass, 3 columns" = function() sample_hourglass(1e5, noise_dims = 0, seed = 2),
  "sphere, 3 columns" = function() sample_sphere(1e5, seed = 3),
  "noisy sphere, 6 columns" = function() sample_sphere(1e5, noise = 0.1, noise_dims = 3, seed = 4),
  "normal cloud, 6 columns" = function() {
    set.seed(5)
    matrix(rnorm(6e5), ncol = 6)
  }
)
rows <- lapply(names(cases), function(name) {
  x <- cases[[name]]()
  run <- function(...) {
    as.data.frame(suppressWarnings(bw_gc(x, d = 2, bandwidths = grid, refine = FALSE, seed = 5, ...)))
  }
  time_exact <- system.time(exact <- run(subsample = FALSE))[[3]]
  time_sampled <- system.time(sampled <- run())[[3]]
  # Where every point is isolated there is neither an error nor a standard error.
  known <- exact$se > 0
  error <- abs(sampled$criterion - exact$criterion)[known]
  to_se <- error / exact$se[known]
  data.frame(
    data = name, `largest error / SE` = max(to_se), `mean error / SE` = mean(to_se),
    `largest error / D` = max(error / exact$criterion[known]),
    `exact, s` = time_exact, `sampled, s` = time_sampled, check.names = FALSE
  )
})
show_table(do.call(rbind, rows), "n = 100,000, 500 points, 40 bandwidths, d = 2: |D sampled - D exact| over the standard error of D")

# Hundreds of columns, where leaves share draws: smooth lines of 4 parameters.
set.seed(1)
n <- 51000
wave <- seq(0, 1, length.out = 600)
u <- matrix(runif(4 * n), n)
bump <- function(centre, width) exp(-(outer(-centre, wave, `+`) / width)^2)
x <- u[, 1] * exp(-2 * outer(u[, 2], wave)) + bump(0.2 + 0.5 * u[, 3], 0.1) +
  u[, 4] * bump(rep(0.8, n), 0.05) + rnorm(600 * n, sd = 0.01)
h <- c(0.5, 1, 2, 4)
run <- function(...) {
  bw <- suppressWarnings(
    bw_gc(x, d = 1, bandwidths = h, n_points = 200, refine = FALSE, replicates = 0, seed = 5, ...)
  )
  as.data.frame(bw)
}
exact <- run(subsample = FALSE)
error <- abs(run()$criterion - exact$criterion)
show_table(
  data.frame(bandwidth = h, `error / SE` = error / exact$se, `error / D` = error / exact$criterion,
             check.names = FALSE),
  "51,000 x 600, 200 points, d = 1: the same"
)
