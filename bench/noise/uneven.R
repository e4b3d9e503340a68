# Sets that one bandwidth suits badly; after shapes.R.
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
uneven_sets <- list(
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
  `torus, density 39 to 1` = function(n) {
    x <- uneven(n, 39, function(m) cbind(circle(turn(m)), circle(turn(m))), function(x) x[, 1])
    of_spectrum(x, product(wave(2 * pi), wave(2 * pi)))
  },
  `dome, density 39 to 1` = function(n) {
    x <- uneven(n, 39, function(m) shapes$dome(m), function(x) x[, 1])
    of_spectrum(x, rep(c(0, 2, 6, 12), 1:4))
  }
)
