# Manifolds with known spectra, of the study of answer.R.
#   points    function of u, n x 5 uniform numbers: n points, even on the manifold
#   spectrum  function of k: the first k eigenvalues of -Laplacian with their zeros, Neumann
#   d, zeros  dimension; components
#   closed    the first column of u is periodic
# All are about 1 in radius, but for those in many columns.

# ---- eigenvalues -------------------------------------------------------------------------------

circle_values <- function(length) function(k) (2 * pi * ((seq_len(k)) %/% 2) / length)^2
interval_values <- function(length) function(k) (pi * (seq_len(k) - 1) / length)^2
sum_values <- function(first, second) {
  function(k) sort(outer(first(k), second(k), `+`))[seq_len(k)]
}
table_values <- function(values, times) function(k) rep(values, times)[seq_len(k)]

# -(r f')' / r + (m / r)^2 f on [from, to], no flux at the ends; with odd = TRUE f is 0 at `from`.
profile_values <- function(r, from, to, m, k, odd = FALSE, n = 300) {
  step <- (to - from) / n
  middle <- r(from + (seq_len(n) - 0.5) * step)
  between <- r(from + seq_len(n - 1) * step)
  a <- diag(c(0, between) + c(between, 0))
  if (odd) a[1, 1] <- a[1, 1] + 2 * r(from)
  a[cbind(seq_len(n - 1), 2:n)] <- -between
  a[cbind(2:n, seq_len(n - 1))] <- -between
  a <- (a / step^2 + diag(m^2 / middle)) / sqrt(outer(middle, middle))
  sort(eigen(a, symmetric = TRUE, only.values = TRUE)$values)[seq_len(k)]
}

# Surface of revolution with radius r at arc length s of its profile.
revolution_values <- function(r, from, to) {
  function(k) {
    values <- lapply(0:8, function(m) {
      rep(profile_values(r, from, to, m, k), each = if (m) 2 else 1)
    })
    sort(unlist(values))[seq_len(k)]
  }
}

# f(u + 2 pi, v) = f(u, -v), metric (1 + v^2 / 4) du^2 + dv^2: parts e^{i m u / 2} times an even or
# odd function of v.
moebius_values <- function(half_width) {
  r <- function(v) sqrt(1 + v^2 / 4)
  function(k) {
    values <- lapply(0:16, function(m) {
      rep(profile_values(r, 0, half_width, m / 2, k, odd = m %% 2 == 1), each = if (m) 2 else 1)
    })
    sort(unlist(values))[seq_len(k)]
  }
}

# ---- points ------------------------------------------------------------------------------------

on_circle <- function(u) cbind(cos(2 * pi * u), sin(2 * pi * u))

# A curve f(t), from <= t <= to, even in its arc length: list(at, length).
by_length <- function(f, from = 0, to = 2 * pi) {
  place <- f(seq(from, to, length.out = 20001))
  along <- c(0, cumsum(sqrt(rowSums(diff(place)^2))))
  list(
    at = function(u) apply(place, 2, function(v) stats::approx(along, v, u * max(along))$y),
    length = max(along)
  )
}

# Inverse of the distribution function with density proportional to r on [from, to].
by_density <- function(r, from, to) {
  s <- seq(from, to, length.out = 20001)
  density <- r(s)
  total <- c(0, cumsum((density[-1] + density[-length(s)]) / 2))
  function(u) stats::approx(total / max(total), s, u)$y
}

torus_knot <- function(p, q) {
  by_length(function(t) {
    r <- 2 + cos(q * t)
    cbind(r * cos(p * t), r * sin(p * t), sin(q * t)) / 1.5
  })
}
knot25 <- torus_knot(2, 5)
knot34 <- torus_knot(3, 4)
baseball <- by_length(function(t) {
  cbind(3 * cos(t) + cos(3 * t), 3 * sin(t) - sin(3 * t), 2 * sqrt(3) * sin(2 * t)) / 4
})
flower <- by_length(function(t) (1 + 0.3 * cos(5 * t)) * cbind(cos(t), sin(t)))
wave <- by_length(function(t) cbind(t, 0.6 * sin(2 * t)), 0, 2 * pi)
oval <- by_length(function(t) cbind(1.5 * cos(t), 0.7 * sin(t)))
winding <- by_length(function(t) (0.4 + 0.4 * t / (2 * pi)) * cbind(cos(t), sin(t)), 0, 4 * pi)

# Profile of a prolate spheroid: radius and height at arc length.
spheroid <- by_length(function(t) cbind(sin(t), -2 * cos(t)), 0, pi)
spheroid_radius <- function(s) spheroid$at(s / spheroid$length)[, 1]
spheroid_place <- by_density(spheroid_radius, 0, spheroid$length)

catenoid_radius <- function(s) sqrt(1 + s^2)
catenoid_place <- by_density(catenoid_radius, -1.2, 1.2)
cone_place <- by_density(identity, 0.5, 2.5)
strip_place <- by_density(function(v) sqrt(1 + v^2 / 4), -0.6, 0.6)

on_sphere <- function(u, v) {
  z <- 2 * u - 1
  cbind(sqrt(1 - z^2) * on_circle(v), z)
}

# Rotation matrices of the unit quaternions q, nine columns.
rotation <- function(q) {
  a <- q[, 1]; b <- q[, 2]; c <- q[, 3]; d <- q[, 4]
  cbind(
    1 - 2 * (c^2 + d^2), 2 * (b * c - a * d), 2 * (b * d + a * c),
    2 * (b * c + a * d), 1 - 2 * (b^2 + d^2), 2 * (c * d - a * b),
    2 * (b * d - a * c), 2 * (c * d + a * b), 1 - 2 * (b^2 + c^2)
  )
}

# A lattice of n cells of nearly equal sides on the unit square stretched to 3 x 2, a point in the
# middle half of each.
jittered <- function(u) {
  n <- nrow(u)
  wide <- ceiling(sqrt(1.5 * n))
  high <- ceiling(n / wide)
  cell <- order(stats::runif(wide * high))[seq_len(n)] - 1
  cbind((cell %% wide + 0.25 + u[, 1] / 2) / wide, (cell %/% wide + 0.25 + u[, 2] / 2) / high)
}

manifolds <- list(
  # curves
  knot_2_5 = list(
    points = function(u) knot25$at(u[, 1]), d = 1, closed = TRUE,
    spectrum = circle_values(knot25$length)
  ),
  knot_3_4 = list(
    points = function(u) knot34$at(u[, 1]), d = 1, closed = TRUE,
    spectrum = circle_values(knot34$length)
  ),
  baseball = list(
    points = function(u) baseball$at(u[, 1]), d = 1, closed = TRUE,
    spectrum = circle_values(baseball$length)
  ),
  flower = list(
    points = function(u) flower$at(u[, 1]), d = 1, closed = TRUE,
    spectrum = circle_values(flower$length)
  ),
  half_circle = list(
    points = function(u) on_circle(u[, 1] / 2), d = 1, spectrum = interval_values(pi)
  ),
  # surfaces
  sine_sheet = list(
    points = function(u) cbind(wave$at(u[, 1]), 2 * u[, 2]), d = 2,
    spectrum = sum_values(interval_values(wave$length), interval_values(2))
  ),
  tight_roll = list(
    points = function(u) cbind(winding$at(u[, 1]), 1.5 * u[, 2]), d = 2,
    spectrum = sum_values(interval_values(winding$length), interval_values(1.5))
  ),
  band = list(
    points = function(u) cbind(oval$at(u[, 1]), 0.8 * u[, 2]), d = 2, closed = TRUE,
    spectrum = sum_values(circle_values(oval$length), interval_values(0.8))
  ),
  cone = list(
    points = function(u) {
      s <- cone_place(u[, 1])
      cbind(s * on_circle(u[, 2]) / 2, s * sqrt(0.75))
    },
    d = 2, spectrum = revolution_values(function(s) s / 2, 0.5, 2.5)
  ),
  disc = list(
    points = function(u) 1.5 * sqrt(u[, 1]) * on_circle(u[, 2]), d = 2,
    spectrum = revolution_values(identity, 0, 1.5)
  ),
  spheroid = list(
    points = function(u) {
      profile <- spheroid$at(spheroid_place(u[, 1]) / spheroid$length)
      cbind(profile[, 1] * on_circle(u[, 2]), profile[, 2])
    },
    d = 2, spectrum = revolution_values(spheroid_radius, 0, spheroid$length)
  ),
  catenoid = list(
    points = function(u) {
      s <- catenoid_place(u[, 1])
      cbind(catenoid_radius(s) * on_circle(u[, 2]), asinh(s))
    },
    d = 2, spectrum = revolution_values(catenoid_radius, -1.2, 1.2)
  ),
  clifford = list(
    points = function(u) cbind(on_circle(u[, 1]), on_circle(u[, 2]) / 2), d = 2, closed = TRUE,
    spectrum = sum_values(circle_values(2 * pi), circle_values(pi))
  ),
  moebius = list(
    points = function(u) {
      v <- strip_place(u[, 2])
      cbind(on_circle(u[, 1]), v * on_circle(u[, 1] / 2))
    },
    d = 2, closed = TRUE, spectrum = moebius_values(0.6)
  ),
  # x x' of the points of a sphere: twice its metric, even harmonics.
  projective = list(
    points = function(u) {
      x <- on_sphere(u[, 1], u[, 2])
      cbind(x^2, sqrt(2) * x[, c(1, 1, 2)] * x[, c(2, 3, 3)])
    },
    d = 2, closed = TRUE, spectrum = table_values(c(0, 3, 10), c(1, 5, 9))
  ),
  lattice = list(
    points = function(u) cbind(3 * u[, 1], 2 * u[, 2]), d = 2, parameters = jittered,
    spectrum = sum_values(interval_values(3), interval_values(2))
  ),
  two_sheets = list(
    points = function(u) cbind(2 * u[, 1], 1.5 * u[, 2], 0.5 * (u[, 3] > 0.5)), d = 2, zeros = 2,
    spectrum = function(k) {
      rep(sum_values(interval_values(2), interval_values(1.5))(k), each = 2)[seq_len(k)]
    }
  ),
  # more dimensions
  ball = list(
    points = function(u) 1.5 * u[, 1]^(1 / 3) * on_sphere(u[, 2], u[, 3]), d = 3,
    # Zeros of the derivatives of spherical Bessel functions.
    spectrum = table_values(
      (c(0, 2.08157598, 3.34209366, 4.49340946, 4.51409964) / 1.5)^2, c(1, 3, 5, 1, 7)
    )
  ),
  # Half the matrices: a 3-sphere of radius sqrt(2), opposite points the same.
  rotations = list(
    points = function(u) {
      rotation(cbind(sqrt(1 - u[, 1]) * on_circle(u[, 2]), sqrt(u[, 1]) * on_circle(u[, 3]))) / 2
    },
    d = 3, spectrum = table_values(c(0, 4, 12), c(1, 9, 25))
  ),
  sphere4 = list(
    points = function(u) {
      z <- stats::qnorm(u)
      z / sqrt(rowSums(z^2))
    },
    d = 4, spectrum = table_values(c(0, 4, 10), c(1, 5, 14))
  )
)

# n points with noise of that standard deviation in all columns and in five more; uneven: the
# density varies ninefold along the first column of u.
draw_manifold <- function(name, n, noise, uneven, seed) {
  m <- manifolds[[name]]
  set.seed(seed)
  u <- matrix(stats::runif(5 * n * if (uneven) 4 else 1), ncol = 5)
  if (!is.null(m$parameters)) u <- m$parameters(u)
  if (uneven) {
    weight <- (1 + 0.8 * cos((if (isTRUE(m$closed)) 2 else 1) * pi * u[, 1])) / 1.8
    u <- u[which(stats::runif(nrow(u)) < weight)[seq_len(n)], , drop = FALSE]
  }
  x <- unname(m$points(u))
  set.seed(1000 + seed)
  if (noise > 0) {
    x <- cbind(x, matrix(0, n, 5))
    x <- x + noise * stats::rnorm(length(x))
  }
  x
}
