# What the random subsets of large data add to the error. Rscript bench/subsampling.R
source("bench/common.R")
machine()
grid <- exp(seq(log(0.01), log(2), length.out = 40))
cases <- list(
  "hourglass, 13 columns" = function() sample_hourglass(1e5, noise = 0.01, seed = 1),
  "hourglass, 3 columns" = function() sample_hourglass(1e5, noise_dims = 0, seed = 2),
  "sphere, 3 columns" = function() sample_sphere(1e5, seed = 3),
  "noisy sphere, 6 columns" = function() sample_sphere(1e5, noise = 0.1, noise_dims = 3, seed = 4)
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
