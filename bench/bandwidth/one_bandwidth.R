# Where one bandwidth is not enough: the error of eight eigenvalues at the choice of bw_gc(), at the
# best of other bandwidths, at its other minima, and with local scales; and what
# bandwidth_report() says.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
quietly <- function(expr) suppressWarnings(suppressMessages(expr))

# A circle whose density is `ratio` times as large on one side as on the other; a sphere alike.
uneven <- function(n, ratio, draw, height) {
  x <- draw(30 * n)
  utils::head(x[runif(30 * n) < exp(log(ratio) / 2 * (height(x) - 1)), ], n)
}
uneven_circle <- function(ratio) function(n) {
  x <- uneven(n, ratio, function(m) circle(turn(m)), function(x) x[, 1])
  of_spectrum(x, wave(2 * pi))
}
spiral <- function(t) exp(0.2 * t) * circle(t)
length_of_spiral <- sqrt(1.04) / 0.2 * (exp(0.8 * pi) - 1)
one_scale <- list(
  `log spiral, even in the angle` = function(n) {
    of_spectrum(spiral(runif(n, 0, 4 * pi)), string(length_of_spiral))
  },
  `log spiral, even in its length` = function(n) {
    along <- runif(n, 0, length_of_spiral)
    of_spectrum(spiral(log1p(0.2 * along / sqrt(1.04)) / 0.2), string(length_of_spiral))
  },
  `curve with two scales` = function(n) {
    curve_of(n, function(t) (1 + 0.12 * cos(20 * t) * (cos(t) > 0)) * circle(t))
  },
  `circle, density 39 to 1` = uneven_circle(39),
  `circle, density 18 to 1` = uneven_circle(18),
  `circle, density 8 to 1` = uneven_circle(8),
  `sphere, density 39 to 1` = function(n) {
    x <- uneven(n, 39, function(m) ball(m, 2), function(x) x[, 3])
    of_spectrum(x, rep(c(0, 2, 6), c(1, 3, 5)))
  },
  circle = shapes$circle, sphere = shapes$sphere
)
one <- function(name, seed, n = 500) {
  set.seed(seed)
  x <- one_scale[[name]](n)
  error <- function(h, ...) {
    found <- try(quietly({
      graph <- heat_graph(x, h, type = "dense", ...)
      graph_spectrum(graph_laplacian(graph), 9)$values
    }), silent = TRUE)
    if (inherits(found, "try-error")) NA else error_of(found, attr(x, "truth"))
  }
  bw <- quietly(bw_gc(x, seed = 1, replicates = 0))
  times <- 2^c(-3, -2, -1, 0, 0.5, 1, 1.5)
  by_bandwidth <- vapply(times, function(by) error(by * as.numeric(bw)), 0)
  others <- local_minima(bw)
  others <- others$bandwidth[!others$chosen & others$bandwidth > as.numeric(bw) / 30]
  report <- tidy(quietly(bandwidth_report(bw, x)))
  spread <- report[report$check == "spread", ]
  data.frame(
    set = name, choice = error(as.numeric(bw)), best = min(by_bandwidth, na.rm = TRUE),
    `best over choice` = times[[which.min(by_bandwidth)]],
    `other minimum` = if (length(others)) min(vapply(others, error, 0)) else NA,
    `local 7` = error(
      quietly(bw_gc(x, local_scale = 7, seed = 1, replicates = 0)), local_scale = 7
    ),
    spread = spread$value, told = spread$verdict != "fine", check.names = FALSE
  )
}
asked <- expand.grid(seed = 1:2, name = names(one_scale), stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, asked$name, asked$seed))
means <- aggregate(rows[-1], rows["set"], function(v) mean(v, na.rm = TRUE))
show_table(means[match(names(one_scale), means$set), ],
           "Mean error of eight eigenvalues of two samples of 500 points")
