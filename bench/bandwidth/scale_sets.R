# Manifolds with known spectra for scales.R, after bench/noise/shapes.R: functions of n and of
# whether the density is even, with the first eigenvalues above 0 as attribute "truth". The first
# half was looked at when m and the share of the bandwidth were chosen, the other half once, later.

# Draws by rejection from a density of at most 1 on [0, 1].
draw_by <- function(n, density) {
  kept <- numeric(0)
  while (length(kept) < n) {
    u <- runif(4 * n)
    kept <- c(kept, u[runif(4 * n) < density(u)])
  }
  kept[seq_len(n)]
}
unit_draw <- function(n, even, density) if (even) runif(n) else draw_by(n, density)

# Densities on [0, 1]: `ratio` times as large at their highest as at their lowest point.
periodic <- function(ratio) function(u) ratio^((cos(2 * pi * u) - 1) / 2)
falling <- function(ratio) function(u) ratio^-u
humped <- function(ratio) function(u) ratio^-abs(2 * u - 1)

# Points of a curve by the share of its length, and the spectrum of that length.
on_curve <- function(f, from, to, is_closed, density = NULL) function(n, even) {
  t <- seq(from, to, length.out = 20001)
  at <- c(0, cumsum(sqrt(rowSums(diff(f(t))^2))))
  length <- at[length(at)]
  x <- f(approx(at, t, length * unit_draw(n, even, density))$y)
  of_spectrum(x, if (is_closed) wave(length) else string(length))
}

# Points of a sphere whose density is `ratio` times as large at one pole as at the other.
on_sphere <- function(d, height, ratio, values) function(n, even) {
  x <- ball(60 * n, d)
  share <- if (even) 1 else ratio^((height(x) - 1) / 2)
  of_spectrum(x[runif(60 * n) < share, ][seq_len(n), ], values)
}

scale_sets <- list(
  opened = list(
    trefoil = on_curve(function(t) {
      cbind(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t))
    }, 0, 2 * pi, TRUE, periodic(25)),
    `spiral of one turn` = on_curve(function(t) t * circle(t), 1, 7.3, FALSE, falling(20)),
    `limacon` = on_curve(function(t) (1 + 0.6 * cos(t)) * circle(t), 0, 2 * pi, TRUE, periodic(30)),
    `rolled strip` = function(n, even) {
      roll <- function(t) t * circle(t)
      t <- seq(4, 10, length.out = 20001)
      at <- c(0, cumsum(sqrt(rowSums(diff(roll(t))^2))))
      length <- at[length(at)]
      x <- roll(approx(at, t, length * unit_draw(n, even, humped(25)))$y)
      of_spectrum(cbind(x, runif(n, 0, 15)), product(string(length), string(15)))
    },
    `torus 1:0.8` = function(n, even) {
      x <- cbind(circle(2 * pi * unit_draw(n, even, periodic(25))), 0.8 * circle(turn(n)))
      of_spectrum(x, product(wave(2 * pi), wave(1.6 * pi)))
    },
    sphere = on_sphere(2, function(x) x[, 3], 30, rep(c(0, 2, 6), c(1, 3, 5))),
    cylinder = function(n, even) {
      x <- cbind(circle(turn(n)), 3 * unit_draw(n, even, falling(25)))
      of_spectrum(x, product(wave(2 * pi), string(3)))
    },
    `sphere of 3` = on_sphere(3, function(x) x[, 1], 20, rep(c(0, 3, 8), c(1, 4, 9)))
  ),
  unopened = list(
    helix = on_curve(function(t) cbind(circle(t), 0.35 * t), 0, 6 * pi, FALSE, falling(20)),
    `curve of Viviani` = on_curve(function(t) {
      cbind(1 + cos(t), sin(t), 2 * sin(t / 2))
    }, 0, 4 * pi, TRUE, periodic(25)),
    peanut = on_curve(function(t) (1 + 0.5 * cos(2 * t)) * circle(t), 0, 2 * pi, TRUE,
                      periodic(30)),
    `wave strip` = function(n, even) {
      f <- function(t) cbind(t, 0.5 * sin(2 * t))
      t <- seq(0, 2 * pi, length.out = 20001)
      at <- c(0, cumsum(sqrt(rowSums(diff(f(t))^2))))
      length <- at[length(at)]
      x <- f(approx(at, t, length * unit_draw(n, even, falling(25)))$y)
      of_spectrum(cbind(x, runif(n, 0, 4)), product(string(length), string(4)))
    },
    `torus 1:0.5, two densities` = function(n, even) {
      x <- cbind(circle(2 * pi * unit_draw(n, even, periodic(6))),
                 0.5 * circle(2 * pi * unit_draw(n, even, periodic(6))))
      of_spectrum(x, product(wave(2 * pi), wave(pi)))
    },
    `sphere, dense at both poles` = on_sphere(2, function(x) 2 * x[, 3]^2 - 1, 25,
                                              rep(c(0, 2, 6), c(1, 3, 5))),
    gutter = function(n, even) {
      x <- cbind(circle(pi * unit_draw(n, even, humped(25))), runif(n, 0, 2))
      of_spectrum(x, product(string(pi), string(2)))
    },
    `torus of 3` = function(n, even) {
      x <- cbind(circle(2 * pi * unit_draw(n, even, periodic(15))), 0.9 * circle(turn(n)),
                 0.8 * circle(turn(n)))
      of_spectrum(x, sort(c(outer(product(wave(2 * pi, 4), wave(1.8 * pi, 4)), wave(1.6 * pi, 4),
                                  `+`))))
    }
  )
)

# Adds noise in three more columns, `share` of the root mean squared distance to the center.
with_noise <- function(x, share) {
  size <- sqrt(mean(rowSums(scale(x, TRUE, FALSE)^2)))
  y <- cbind(x, matrix(share * size * rnorm(3 * nrow(x)), ncol = 3))
  structure(y, truth = attr(x, "truth"))
}
