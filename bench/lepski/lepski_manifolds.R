# Samples with a function on them whose Laplacian is known: what the study of Lepski's calibrations
# and the figures of the paper use. Each returns list(x, f, laplacian, target, d): points n x r, values,
# Laplacian(f), the limit p Laplacian(f) + 2 grad(p) . grad(f) of the estimator, and the dimension. With noise the
# points leave the manifold; f is a function of the points as they are then, the same along the
# normals, and the target that of the manifold.

jitter_points <- function(x, noise) x + noise * matrix(rnorm(length(x)), nrow(x))

# The sum of amplitude_j cos(m_j t) on the unit circle with density (1 + tilt cos t) / (2 pi).
on_circle <- function(n, m, tilt = 0, noise = 0, amplitude = 1) {
  t <- runif(2 * n + 100, 0, 2 * pi)
  t <- t[runif(length(t)) * (1 + tilt) < 1 + tilt * cos(t)][seq_len(n)]
  x <- jitter_points(cbind(cos(t), sin(t)), noise)
  t <- atan2(x[, 2], x[, 1])
  p <- (1 + tilt * cos(t)) / (2 * pi)
  slope <- -tilt * sin(t) / (2 * pi)
  waves <- function(g) as.vector(g(outer(t, m)) %*% (rep_len(1, length(m)) * amplitude))
  laplacian <- as.vector(cos(outer(t, m)) %*% (-m^2 * amplitude))
  list(
    x = x, f = waves(cos), d = 1, laplacian = laplacian,
    target = p * laplacian + 2 * slope * as.vector(sin(outer(t, m)) %*% (-m * amplitude))
  )
}

sphere_points <- function(n) {
  x <- matrix(rnorm(3 * n), n)
  x / sqrt(rowSums(x^2))
}

# f on the unit sphere: the flat Laplacian of f(x / |x|), by differences of fourth order.
sphere_laplacian <- function(f, x) {
  on_sphere <- function(q) f(q / sqrt(rowSums(q^2)))
  step <- 1e-3
  total <- 0
  for (k in 1:3) {
    moved <- function(by) on_sphere(sweep(x, 2, replace(numeric(3), k, by * step), "+"))
    total <- total + (-moved(-2) + 16 * moved(-1) - 30 * on_sphere(x) + 16 * moved(1) - moved(2)) /
      (12 * step^2)
  }
  total
}

# The function of the paper's section 5.2.
paper_f <- function(x) (x[, 1]^2 + x[, 2]^2 + x[, 3]) * sin(x[, 1]) * cos(x[, 1])

on_paper_sphere <- function(n) {
  x <- sphere_points(n)
  laplacian <- sphere_laplacian(paper_f, x)
  list(x = x, f = paper_f(x), laplacian = laplacian, target = laplacian / (4 * pi), d = 2)
}

# The harmonic Re (x + i y)^m, density (1 + tilt z) / (4 pi).
on_sphere <- function(n, m, tilt = 0, noise = 0) {
  x <- sphere_points(2 * n + 100)
  x <- x[runif(nrow(x)) * (1 + tilt) < 1 + tilt * x[, 3], ][seq_len(n), ]
  noisy <- jitter_points(x, noise)
  x <- noisy / sqrt(rowSums(noisy^2))
  f <- Re(complex(real = x[, 1], imaginary = x[, 2])^m)
  p <- (1 + tilt * x[, 3]) / (4 * pi)
  list(
    x = noisy, f = f, d = 2, laplacian = -m * (m + 1) * f,
    target = -m * (m + 1) * p * f - 2 * tilt / (4 * pi) * m * x[, 3] * f
  )
}

# Half the sphere with f = z^2, whose slope at the rim is zero.
on_dome <- function(n, noise = 0) {
  x <- sphere_points(n)
  x[, 3] <- abs(x[, 3])
  noisy <- jitter_points(x, noise)
  x <- noisy / sqrt(rowSums(noisy^2))
  laplacian <- -6 * (x[, 3]^2 - 1 / 3)
  list(x = noisy, f = x[, 3]^2, d = 2, laplacian = laplacian, target = laplacian / (2 * pi))
}

# Product of d unit circles, f = sum over k and j of amplitude_j cos(m_j t_k).
on_flat_torus <- function(n, d, m, amplitude = 1) {
  t <- matrix(runif(n * d, 0, 2 * pi), n)
  waves <- Map(function(one, size) size * rowSums(cos(one * t)), m, amplitude)
  laplacian <- Reduce(`+`, Map(function(wave, one) -one^2 * wave, waves, m))
  list(
    x = cbind(cos(t), sin(t)), f = Reduce(`+`, waves), d = d, laplacian = laplacian,
    target = laplacian / (2 * pi)^d
  )
}

# Torus of radii 2 and 1 in space, f = sin(v) of the angle along the tube; uniform by area, or in
# the angles (density 1 / (4 pi^2 (2 + cos v))).
on_torus <- function(n, by_area = TRUE) {
  u <- runif(2 * n + 100, 0, 2 * pi)
  v <- runif(2 * n + 100, 0, 2 * pi)
  kept <- if (by_area) runif(length(v)) * 3 < 2 + cos(v) else rep(TRUE, length(v))
  u <- u[kept][seq_len(n)]
  v <- v[kept][seq_len(n)]
  wide <- 2 + cos(v)
  laplacian <- -(2 * sin(v) + 2 * sin(v) * cos(v)) / wide
  p <- if (by_area) 1 / (8 * pi^2) else 1 / (4 * pi^2 * wide)
  slope <- if (by_area) 0 else sin(v) / (4 * pi^2 * wide^2)
  list(
    x = cbind(wide * cos(u), wide * sin(u), sin(v)), f = sin(v), d = 2, laplacian = laplacian,
    target = p * laplacian + 2 * slope * cos(v)
  )
}

# Swiss roll r = t, t from 1.5 pi to 4.5 pi, of height 21, uniform by area; cosines of arc length
# and height, whose slope at the edges is zero.
on_swiss_roll <- function(n, waves, noise = 0) {
  arc <- function(t) (t * sqrt(1 + t^2) + asinh(t)) / 2
  grid <- seq(1.2 * pi, 4.8 * pi, length.out = 1e4)
  along <- arc(grid) - arc(1.5 * pi)
  long <- arc(4.5 * pi) - arc(1.5 * pi)
  t <- approx(along, grid, runif(n, 0, long))$y
  x <- jitter_points(cbind(t * cos(t), runif(n, 0, 21), t * sin(t)), noise)
  # Back from the noisy point: its turn is known, its angle and radius say where on the roll.
  angle <- atan2(x[, 3], x[, 1])
  t <- angle + 2 * pi * round((t - angle) / (2 * pi))
  s <- approx(grid, along, t, rule = 2)$y
  wave <- waves * pi / c(long, 21)
  f <- cbind(cos(wave[[1]] * s), cos(wave[[2]] * x[, 2]))
  laplacian <- -as.vector(f %*% wave^2)
  list(x = x, d = 2, f = rowSums(f), laplacian = laplacian, target = laplacian / (21 * long))
}

# The samples of the studies, by name: functions of the number of points.
#
# An eigenfunction can have a bandwidth at which its biases cancel, where the oracle's risk is as
# small as chance makes it (`circle, cos t` is such a one); hence sums of two waves.
lepski_samples <- list(
  `circle, cos t` = function(n) on_circle(n, 1),
  `circle, smooth` = function(n) on_circle(n, c(1, 2), amplitude = c(1, 0.5)),
  `circle, cos 3t` = function(n) on_circle(n, 3),
  `circle, cos 6t, not uniform` = function(n) on_circle(n, 6, tilt = 0.7),
  `circle, cos 3t, noise .03` = function(n) on_circle(n, 3, noise = 0.03),
  `sphere, paper` = on_paper_sphere,
  `sphere, m = 2, not uniform` = function(n) on_sphere(n, 2, tilt = 0.8),
  `sphere, m = 6` = function(n) on_sphere(n, 6),
  `sphere, m = 2, noise .03` = function(n) on_sphere(n, 2, noise = 0.03),
  `dome` = on_dome,
  `dome, noise .03` = function(n) on_dome(n, noise = 0.03),
  `torus` = function(n) on_torus(n),
  `torus, uniform angles` = function(n) on_torus(n, by_area = FALSE),
  `flat torus, d = 2` = function(n) on_flat_torus(n, 2, c(1, 2), c(1, 0.5)),
  `flat torus, d = 2, wavy` = function(n) on_flat_torus(n, 2, 3),
  `flat torus, d = 3` = function(n) on_flat_torus(n, 3, c(1, 2), c(1, 0.5)),
  `flat torus, d = 3, wavy` = function(n) on_flat_torus(n, 3, 3),
  `swiss roll` = function(n) on_swiss_roll(n, c(4, 1)),
  `swiss roll, wavy, noise .1` = function(n) on_swiss_roll(n, c(12, 3), noise = 0.1)
)
