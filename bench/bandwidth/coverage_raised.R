# How often do 95% intervals of bw_gc() cover the bandwidth that is selected on average, the
# geometric mean over 100 samples of 400 points, if the choice was raised to hold 95% of the points
# together, and if not? Now there is no interval in the first case; here it is made as if the choice
# had not been raised. The first four sets were looked at before the rule was fixed.
# Usage: Rscript bench/bandwidth/coverage_raised.R [set ...]
library(lapscale)
options(lapscale.threads = 1)

# n rows of a table, with noise.
resampled <- function(x, sd, n = 400) {
  x <- as.matrix(x)
  x[sample(nrow(x), n, TRUE), ] + stats::rnorm(n * ncol(x), sd = sd)
}
noisy <- function(x, sd) x + stats::rnorm(length(x), sd = sd)
km <- with(quakes, cbind(111.2 * cos(mean(lat) * pi / 180) * long, 111.2 * lat, depth))
sets <- list(
  exponential = function() cbind(stats::rexp(400), stats::rexp(400)^1.5),
  spiral = function() {
    a <- stats::rexp(400)
    noisy(cbind(a * cos(3 * a), a * sin(3 * a)), 0.03)
  },
  quakes = function() resampled(km, 25),
  sphere = function() as.matrix(sample_sphere(400)),
  lognormal = function() matrix(exp(stats::rnorm(800)), 400),
  circle = function() {
    t <- 2 * pi * stats::rbeta(400, 1, 4)
    noisy(cbind(cos(t), sin(t)), 0.02)
  },
  student = function() matrix(stats::rt(1200, 3), 400),
  shares = function() resampled(scale(log(as.matrix(EuStockMarkets))), 0.05),
  wave = function() {
    t <- stats::rgamma(400, 1.2)
    noisy(cbind(t, sin(3 * t)), 0.02)
  },
  iris = function() resampled(iris[1:4], 0.1),
  swiss = function() resampled(scale(log(as.matrix(swiss) + 1)), 0.25)
)

# c(bandwidth, lower, upper, whether it was raised)
one_sample <- function(draw, seed) {
  set.seed(seed)
  bw <- suppressWarnings(bw_gc(draw(), seed = 1))
  fields <- attr(bw, "selection")
  is_raised <- lapscale:::is_raised(fields)
  fields$labels$raised <- NULL
  c(as.numeric(bw), lapscale:::choice_interval(fields), is_raised)
}

wanted <- commandArgs(TRUE)
if (!length(wanted)) wanted <- names(sets)
cat("| set | raised, % | covered if raised, % | covered if not, % |\n| --- | --- | --- | --- |\n")
for (name in wanted) {
  found <- vapply(1:100, function(s) one_sample(sets[[name]], s), numeric(4))
  chosen <- exp(mean(log(found[1, ])))
  is_raised <- found[4, ] == 1
  covered <- found[2, ] <= chosen & chosen <= found[3, ]
  percent <- function(is_one) if (any(is_one)) round(100 * mean(covered[is_one], na.rm = TRUE)) else "-"
  cat("|", name, "|", sum(is_raised), "|", percent(is_raised), "|", percent(!is_raised), "|\n")
}
