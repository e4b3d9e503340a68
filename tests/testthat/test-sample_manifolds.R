# Length of the spiral r = t from 0 to t.
arc_of_spiral <- function(t) (t * sqrt(1 + t^2) + asinh(t)) / 2

# What all samples have in common.

test_that("a sample is an n x r matrix of finite doubles with parameters and dimension", {
  skip_on_cran()
  columns <- c(2, 2, 3, 3, 3, 4, 3, 3)
  dimension <- c(1L, 1L, rep(2L, 6))
  samplers <- all_samplers()
  for (i in seq_along(samplers)) {
    x <- samplers[[i]](17, noise_dims = 2, seed = 1)
    expect_true(is.matrix(x) && is.double(x) && all(is.finite(x)))
    expect_identical(dim(x), c(17L, as.integer(columns[[i]] + 2)))
    expect_null(dimnames(x))
    expect_identical(attr(x, "d"), dimension[[i]])
    expect_true(is.matrix(attr(x, "parameters")) && is.numeric(attr(x, "parameters")))
    expect_identical(nrow(attr(x, "parameters")), 17L)
    expect_false(is.null(colnames(attr(x, "parameters"))))
  }
})

test_that("one point is a matrix of one row", {
  for (sampler in all_samplers()) {
    x <- sampler(1, noise = 0.1, noise_dims = 1, seed = 1)
    expect_identical(nrow(x), 1L)
    expect_identical(nrow(attr(x, "parameters")), 1L)
    expect_output(print(x), "1 point on")
  }
})

test_that("a seed repeats a sample, attributes included; another seed gives another", {
  for (sampler in all_samplers()) {
    expect_identical(sampler(20, noise = 0.1, seed = 5), sampler(20, noise = 0.1, seed = 5))
    expect_false(isTRUE(all.equal(
      as.matrix(sampler(20, seed = 5)), as.matrix(sampler(20, seed = 6))
    )))
  }
})

test_that("a seed leaves R's generator as it was: state, kind, and absence", {
  withr::local_preserve_seed()
  set.seed(1, kind = "Wichmann-Hill", normal.kind = "Box-Muller")
  rnorm(1)
  before <- .Random.seed
  for (sampler in all_samplers()) sampler(5, noise = 1, seed = 3)
  expect_identical(.Random.seed, before)
  rm(".Random.seed", envir = globalenv())
  for (sampler in all_samplers()) sampler(5, noise = 1, seed = 3)
  expect_false(exists(".Random.seed", envir = globalenv(), inherits = FALSE))
  RNGkind("default", "default")
})

test_that("without a seed the sample follows set.seed() and successive samples differ", {
  withr::local_preserve_seed()
  for (sampler in all_samplers()) {
    set.seed(8)
    a <- sampler(10, noise = 0.1)
    b <- sampler(10, noise = 0.1)
    set.seed(8)
    expect_identical(sampler(10, noise = 0.1), a)
    expect_false(identical(a, b))
  }
})

test_that("the first rows do not depend on how many are drawn", {
  for (sampler in all_samplers()) {
    few <- sampler(10, noise = 0.1, seed = 2)
    many <- sampler(30, noise = 0.1, seed = 2)
    expect_identical(many[1:10, ], as.matrix(few))
    expect_identical(attr(many, "parameters")[1:10, , drop = FALSE], attr(few, "parameters"))
  }
})

test_that("noise is normal with its standard deviation in every column, points beneath the same", {
  for (sampler in all_samplers()) {
    clean <- sampler(2000, noise_dims = 3, seed = 4)
    noisy <- sampler(2000, noise_dims = 3, noise = 0.3, seed = 4)
    expect_true(all(clean[, ncol(clean) - 0:2] == 0))
    difference <- as.matrix(noisy) - as.matrix(clean)
    expect_distributed(difference, "pnorm", 0, 0.3)
    expect_lt(max(abs(stats::cor(difference)[lower.tri(diag(ncol(clean)))])), 0.1)
    expect_identical(attr(noisy, "parameters"), attr(clean, "parameters"))
  }
})

test_that("noise beyond the manifold's own columns is that of the hourglass by default", {
  expect_identical(ncol(sample_hourglass(5, seed = 1)), 13L)
  expect_identical(ncol(sample_hourglass(5, noise_dims = 0, seed = 1)), 3L)
})

test_that("wrong common arguments are refused by name", {
  skip_on_cran()
  wrong <- list(
    n = list(0, -1, 1.5, NA, NaN, Inf, "10", NULL, c(5, 6), 1e10),
    noise = list(-0.1, NA, Inf, "a", c(0, 1)),
    noise_dims = list(-1, 0.5, NA, "a"),
    seed = list(1.5, NA, "a", 1:2, Inf)
  )
  # All values for one sampler, and the first of each argument for the others.
  for (sampler in all_samplers()) {
    for (arg in names(wrong)) {
      for (value in if (identical(sampler, sample_circle)) wrong[[arg]] else wrong[[arg]][1]) {
        given <- c(list(n = 5)[arg != "n"], stats::setNames(list(value), arg))
        expect_refused(do.call(sampler, given), arg)
      }
    }
  }
})

test_that("wrong shapes are refused by name", {
  skip_on_cran()
  for (radius in list(0, -1, NA, Inf, "a")) {
    expect_refused(sample_circle(5, radius = radius), "radius")
    expect_refused(sample_sphere(5, radius = radius), "radius")
    expect_refused(sample_dome(5, radius = radius), "radius")
    expect_refused(sample_torus(5, major_radius = radius), "major_radius")
    expect_refused(sample_torus(5, minor_radius = radius), "minor_radius")
    expect_refused(sample_flat_torus(5, radii = c(1, radius)), "radii")
    expect_refused(sample_swiss_roll(5, height = radius), "height")
  }
  expect_refused(sample_torus(5, minor_radius = 2), "minor_radius")
  expect_refused(sample_flat_torus(5, radii = numeric()), "radii")
  for (d in list(0, 1.5, NA, -1)) expect_refused(sample_sphere(5, d = d), "d")
  for (turns in list(1, c(2, 1), c(1, 1), c(-1, 1), c(0, NA), c("a", "b"), c(0, Inf))) {
    expect_refused(sample_swiss_roll(5, turns = turns), "turns")
  }
  for (sampler in all_samplers()) expect_refused(sampler(5, uniform = NA), "uniform")
  for (uniform in list(1, "yes", NULL, c(TRUE, FALSE))) {
    expect_refused(sample_circle(5, uniform = uniform), "uniform")
  }
})

test_that("every sample is drawn uniformly in area or in its parameters, on the same manifold", {
  skip_on_cran()
  for (name in names(all_samplers())) {
    sampler <- all_samplers()[[name]]
    area <- sampler(50, uniform = TRUE, seed = 1)
    other <- sampler(50, uniform = FALSE, seed = 1)
    same <- name %in% c("circle", "moons", "flat_torus")
    expect_identical(identical(area, other), same, info = name)
    if (name != "hourglass") expect_identical(sampler(50, seed = 1), area, info = name)
    facts <- c("d", "manifold", "spectrum", "dim")
    expect_identical(attributes(other)[facts], attributes(area)[facts], info = name)
    expect_identical(colnames(attr(other, "parameters")), colnames(attr(area, "parameters")))
    # What holds for all samples.
    expect_identical(sampler(20, uniform = FALSE, noise = 0.1, seed = 1)[1:10, ],
                     as.matrix(sampler(10, uniform = FALSE, noise = 0.1, seed = 1)), info = name)
  }
})

test_that("a refusal shows the user's call and leaves R's generator untouched", {
  skip_on_cran()
  withr::local_preserve_seed()
  set.seed(1)
  before <- .Random.seed
  error <- expect_error(sample_circle(0))
  expect_identical(as.character(error$call[[1]]), "sample_circle")
  for (sampler in all_samplers()) expect_error(sampler(5, noise = -1))
  expect_error(sample_torus(5, major_radius = 0))
  expect_error(sample_swiss_roll(5, uniform = NA))
  expect_error(sample_flat_torus(5, radii = 0))
  expect_identical(.Random.seed, before)
})

test_that("a sample that would not fit is refused before it is made", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 0.01)
  expect_error(sample_circle(1e6), "`n`", class = "lapscale_error_memory")
  expect_error(sample_sphere(10, d = 1e7), "`n`", class = "lapscale_error_memory")
})

test_that("a sample beyond double precision is refused", {
  expect_refused(sample_circle(10, radius = 1e308, noise = 1e308, seed = 1), "noise")
  expect_refused(sample_hourglass(10, noise = 1e308, seed = 1), "noise")
})

test_that("circle: at its radius, at the angle given, uniform", {
  x <- sample_circle(3000, radius = 2.5, seed = 1)
  theta <- parameter_of(x, "theta")
  expect_equal(sqrt(rowSums(x^2)), rep(2.5, 3000))
  expect_equal(x[, 2], 2.5 * sin(theta))
  expect_distributed(theta, "punif", 0, 2 * pi)
})

test_that("moons: two half circles, in turn, half a unit apart", {
  skip_on_cran()
  x <- sample_moons(2001, seed = 1)
  moon <- parameter_of(x, "moon")
  expect_identical(as.vector(table(moon)), c(1001L, 1000L))
  expect_identical(moon[1:4], c(1, 2, 1, 2))
  first <- x[moon == 1, ]
  second <- x[moon == 2, ]
  expect_equal(rowSums(first^2), rep(1, 1001))
  expect_equal((second[, 1] - 1)^2 + (second[, 2] - 0.5)^2, rep(1, 1000))
  expect_true(all(first[, 2] >= 0) && all(second[, 2] <= 0.5))
  expect_distributed(parameter_of(x, "theta"), "punif", 0, pi)
  gap <- as.matrix(stats::dist(rbind(first, second)))[1:1001, -(1:1001)]
  expect_gte(min(gap), 0.5)
  expect_lt(min(gap), 0.52)
})

test_that("sphere: at its radius, the coordinates rebuilt from the angles", {
  x <- sample_sphere(200, radius = 3, seed = 1)
  theta <- parameter_of(x, "theta")
  phi <- parameter_of(x, "phi")
  expect_equal(
    as.matrix(x), 3 * cbind(cos(theta) * sin(phi), sin(theta) * sin(phi), cos(phi)),
    ignore_attr = "dimnames"
  )
  expect_true(all(theta >= 0 & theta <= 2 * pi & phi >= 0 & phi <= pi))
})

test_that("sphere of any dimension: on it, angles that rebuild it, names", {
  x <- sample_sphere(50, d = 4, seed = 1)
  a <- attr(x, "parameters")
  expect_identical(colnames(a), c("theta", "phi1", "phi2", "phi3"))
  rebuilt <- cbind(cos(a[, 1]), sin(a[, 1]))
  for (j in 2:4) rebuilt <- cbind(rebuilt * sin(a[, j]), cos(a[, j]))
  expect_equal(as.matrix(x), rebuilt, ignore_attr = "dimnames")
  expect_identical(attr(x, "d"), 4L)
  expect_identical(colnames(attr(sample_sphere(3, d = 1, seed = 1), "parameters")), "theta")
})

test_that("sphere: uniform, so (1 + coordinate) / 2 has the beta distribution (d/2, d/2)", {
  for (d in c(1, 2, 3, 7)) {
    x <- sample_sphere(3000, d = d, seed = d)
    for (j in c(1, d + 1)) {
      expect_distributed((1 + x[, j]) / 2, "pbeta", d / 2, d / 2)
    }
  }
})

test_that("dome: upper half of the sphere, uniform in area, so uniform in height", {
  x <- sample_dome(3000, radius = 2, seed = 1)
  theta <- parameter_of(x, "theta")
  phi <- parameter_of(x, "phi")
  expect_equal(sqrt(rowSums(x^2)), rep(2, 3000))
  expect_true(all(x[, 3] >= 0))
  expect_equal(x[, 3], 2 * cos(phi))
  expect_equal(x[, 1], 2 * sin(phi) * cos(theta))
  expect_distributed(x[, 3], "punif", 0, 2)
  expect_distributed(theta, "punif", 0, 2 * pi)
  # the rim belongs to it: points come close
  expect_lt(min(x[, 3]), 0.01)
})

test_that("sphere, uniform in its angles: each over its range, at its radius, rebuilt from them", {
  for (d in 1:4) {
    x <- sample_sphere(3000, d = d, radius = 2, uniform = FALSE, seed = d)
    angles <- attr(x, "parameters")
    expect_identical(colnames(angles),
                     colnames(attr(sample_sphere(1, d = d, seed = 1), "parameters")))
    for (j in seq_len(d)) expect_distributed(angles[, j], "punif", 0, if (j == 1) 2 * pi else pi)
    expect_lt(max(abs(stats::cor(angles)[lower.tri(diag(d))]), 0), 0.1)
    expect_equal(rowSums(x^2), rep(4, 3000))
  }
  # Denser at the poles than area would have it.
  z <- sample_sphere(3000, uniform = FALSE, seed = 1)[, 3]
  expect_equal(mean(abs(z) > 0.9), 2 * acos(0.9) / pi, tolerance = 0.1)
})

test_that("dome, uniform in its angles", {
  x <- sample_dome(3000, radius = 2, uniform = FALSE, seed = 1)
  phi <- parameter_of(x, "phi")
  theta <- parameter_of(x, "theta")
  expect_distributed(phi, "punif", 0, pi / 2)
  expect_distributed(theta, "punif", 0, 2 * pi)
  expect_equal(as.matrix(x), 2 * cbind(sin(phi) * cos(theta), sin(phi) * sin(theta), cos(phi)))
})

test_that("torus: at the distance of the minor radius from the core circle", {
  x <- sample_torus(500, major_radius = 3, minor_radius = 0.5, seed = 1)
  across <- sqrt(x[, 1]^2 + x[, 2]^2)
  expect_equal((across - 3)^2 + x[, 3]^2, rep(0.25, 500))
  expect_equal(x[, 3], 0.5 * sin(parameter_of(x, "phi")))
  expect_equal(x[, 1], across * cos(parameter_of(x, "theta")))
})

test_that("torus: uniform in area by default, in the angles on request", {
  # Area between angles 0 and q of the tube: proportional to R q + r sin q.
  area <- function(q) (2 * q + sin(q)) / (4 * pi)
  even <- sample_torus(4000, seed = 1)
  angles <- sample_torus(4000, uniform = FALSE, seed = 1)
  expect_distributed(parameter_of(even, "phi"), area)
  expect_distributed(parameter_of(even, "theta"), "punif", 0, 2 * pi)
  expect_distributed(parameter_of(angles, "phi"), "punif", 0, 2 * pi)
  expect_lt(stats::ks.test(parameter_of(angles, "phi"), area)$p.value, 1e-6)
  # Equal cells of area, in both angles at once.
  expect_equal_counts(interaction(
    floor(8 * area(parameter_of(even, "phi"))),
    floor(8 * parameter_of(even, "theta") / (2 * pi))
  ))
})

test_that("flat torus: each pair of columns is a circle, uniform; as many as there are radii", {
  x <- sample_flat_torus(3000, radii = c(1, 2, 0.5), seed = 1)
  expect_identical(ncol(x), 6L)
  expect_identical(attr(x, "d"), 3L)
  expect_identical(colnames(attr(x, "parameters")), c("theta1", "theta2", "theta3"))
  for (j in 1:3) {
    radius <- c(1, 2, 0.5)[[j]]
    theta <- parameter_of(x, j)
    expect_equal(x[, 2 * j - 1], radius * cos(theta))
    expect_equal(x[, 2 * j], radius * sin(theta))
    expect_distributed(theta, "punif", 0, 2 * pi)
  }
})

test_that("swiss roll: on the spiral, within its turns and its height", {
  x <- sample_swiss_roll(500, height = 10, turns = c(1, 2), seed = 1)
  t <- parameter_of(x, "t")
  expect_true(all(t >= 2 * pi & t <= 4 * pi))
  expect_equal(x[, 1], t * cos(t))
  expect_equal(x[, 3], t * sin(t))
  expect_identical(x[, 2], unname(parameter_of(x, "height")))
  expect_true(all(x[, 2] >= 0 & x[, 2] <= 10))
})

test_that("swiss roll: (arc_length, height) is an isometric chart", {
  skip_on_cran()
  x <- sample_swiss_roll(2000, seed = 1)
  chart <- attr(x, "parameters")[, c("arc_length", "height")]
  flat <- stats::dist(chart)
  rolled <- stats::dist(x)
  # A chord s of a curve of radius >= 4.7 is shorter than its arc by s^2 / 24 / 4.7^2 at most.
  near <- flat < 0.5
  expect_gt(sum(near), 100)
  expect_lt(max(abs(rolled[near] / flat[near] - 1)), 6e-4)
  # Through the air it is shorter, never longer.
  expect_true(all(rolled <= flat * (1 + 1e-12)))
})

test_that("swiss roll: arc length is the integral of the speed", {
  length_at <- function(t) {
    stats::integrate(function(s) sqrt(1 + s^2), 1.5 * pi, t, rel.tol = 1e-10)$value
  }
  x <- sample_swiss_roll(20, seed = 1)
  expect_equal(
    unname(parameter_of(x, "arc_length")), vapply(parameter_of(x, "t"), length_at, 0)
  )
})

test_that("swiss roll: uniform on the rectangle by default, in t on request", {
  even <- sample_swiss_roll(4000, seed = 1)
  side <- arc_of_spiral(4.5 * pi) - arc_of_spiral(1.5 * pi)
  arc <- parameter_of(even, "arc_length")
  height <- parameter_of(even, "height")
  expect_distributed(arc, "punif", 0, side)
  expect_distributed(height, "punif", 0, 21)
  expect_equal_counts(interaction(floor(8 * arc / side), floor(8 * height / 21)))
  dense_inside <- sample_swiss_roll(4000, uniform = FALSE, seed = 1)
  expect_distributed(parameter_of(dense_inside, "t"), "punif", 1.5 * pi, 4.5 * pi)
})

test_that("swiss roll: a spiral may begin at the axis", {
  x <- sample_swiss_roll(100, turns = c(0, 1), seed = 1)
  expect_true(all(is.finite(x)))
  expect_true(all(parameter_of(x, "arc_length") >= 0))
})

# The profile written as its authors do: radius f(z) at polar angle acos(z / f), halved across.
profile <- function(z) {
  f <- 1 + 4 * z^2 - 4 * z^4
  1.75 * 0.5 * f * sin(acos(pmin(pmax(z / f, -1), 1)))
}

test_that("hourglass: on the authors' profile, at the angle and the height given", {
  x <- sample_hourglass(500, noise_dims = 0, seed = 1)
  z <- unname(parameter_of(x, "z"))
  expect_equal(x[, 3], 1.75 * z)
  expect_equal(sqrt(x[, 1]^2 + x[, 2]^2), profile(z))
  angle <- atan2(x[, 2], x[, 1]) %% (2 * pi)
  expect_equal(angle, unname(parameter_of(x, "theta")))
})

test_that("hourglass: the waist is thinner than what is above and below, the poles are closed", {
  expect_lt(profile(0), 0.7 * profile(0.7))
})

test_that("hourglass: uniform in z by default, in area on request", {
  # Area up to z by thin cone frusta, which knows nothing of the derivative.
  edges <- seq(-1, 1, length.out = 20001)
  rho <- profile(edges)
  frusta <- (rho[-1] + rho[-20001]) * sqrt(diff(rho)^2 + (1.75 * diff(edges))^2)
  area <- stats::approxfun(edges, c(0, cumsum(frusta)) / sum(frusta))
  z <- parameter_of(sample_hourglass(4000, seed = 1), "z")
  even <- sample_hourglass(4000, uniform = TRUE, seed = 1)
  expect_distributed(z, "punif", -1, 1)
  expect_distributed(parameter_of(even, "z"), area)
  expect_distributed(parameter_of(even, "theta"), "punif", 0, 2 * pi)
  expect_lt(stats::ks.test(parameter_of(even, "z"), "punif", -1, 1)$p.value, 1e-6)
})

test_that("circle and sphere: l (l + d - 1), as often as there are harmonics of degree l", {
  expect_identical(spectrum_of_sample(sample_circle(2), 8), c(0, 1, 1, 4, 4, 9, 9, 16))
  expect_equal(spectrum_of_sample(sample_circle(2, radius = 2), 4), c(0, 1, 1, 4) / 4)
  expect_identical(
    spectrum_of_sample(sample_sphere(2), 16), rep(c(0, 2, 6, 12), times = c(1, 3, 5, 7))
  )
  expect_identical(
    spectrum_of_sample(sample_sphere(2, d = 3), 30), rep(c(0, 3, 8, 15), times = c(1, 4, 9, 16))
  )
  # Homogeneous polynomials of degree l, less |x|^2 times those of degree l - 2.
  for (d in c(2, 5, 9)) {
    l <- 0:4
    count <- choose(l + d, d) - ifelse(l >= 2, choose(l + d - 2, d), 0)
    expect_equal(spectrum_of_sample(sample_sphere(2, d = d), sum(count)),
                 rep(l * (l + d - 1), times = count))
  }
})

test_that("as many as no one has use for, fractions, none and words are refused", {
  skip_on_cran()
  for (sample in list(sample_circle(2), sample_flat_torus(2))) {
    for (k in list(1e9, 1e6 + 1, 2^31, Inf, -1, 0, NA, NaN, 2.5, "a", NULL, c(1, 2))) {
      expect_fault(attr(sample, "spectrum")(k), "k")
    }
  }
})

test_that("dome: the Neumann condition keeps the harmonics that are even in the height", {
  # Degree 1: x and y, not z; degree 2: those of xy, x^2 - y^2, 3 z^2 - 1, not xz, yz.
  expect_identical(
    spectrum_of_sample(sample_dome(2), 10), rep(c(0, 2, 6, 12), times = c(1, 2, 3, 4))
  )
})

test_that("moons: two intervals of length pi, not connected", {
  expect_equal(spectrum_of_sample(sample_moons(2), 7), c(0, 0, 1, 1, 4, 4, 9))
})

test_that("flat torus and swiss roll: all sums of the spectra of the factors", {
  expect_equal(
    spectrum_of_sample(sample_flat_torus(2), 14), rep(c(0, 1, 2, 4, 5), times = c(1, 4, 4, 4, 1))
  )
  radii <- c(1, 1.7, 0.6)
  squares <- (-30:30)^2
  sums <- outer(outer(squares / radii[[1]]^2, squares / radii[[2]]^2, "+"),
                squares / radii[[3]]^2, "+")
  expect_equal(spectrum_of_sample(sample_flat_torus(2, radii = radii), 500), sort(sums)[1:500])

  roll <- sample_swiss_roll(2, height = 5, turns = c(1, 2))
  side <- arc_of_spiral(4 * pi) - arc_of_spiral(2 * pi)
  sums <- outer((pi * 0:200 / side)^2, (pi * 0:200 / 5)^2, "+")
  expect_equal(spectrum_of_sample(roll, 400), sort(sums)[1:400])
})

test_that("far out all spectra obey Weyl's law with the dimension and volume of the manifold", {
  # Number of eigenvalues up to lambda: volume * ball volume * (sqrt(lambda) / (2 pi))^d.
  expect_weyl <- function(x, volume, k = 20000) {
    d <- attr(x, "d")
    lambda <- spectrum_of_sample(x, k)[[k]]
    ball <- pi^(d / 2) / gamma(d / 2 + 1)
    expect_equal(volume * ball * (sqrt(lambda) / (2 * pi))^d, k, tolerance = 0.03)
  }
  expect_weyl(sample_circle(1, radius = 3), 6 * pi)
  expect_weyl(sample_moons(1), 2 * pi)
  expect_weyl(sample_sphere(1, radius = 2), 16 * pi)
  expect_weyl(sample_sphere(1, d = 3), 2 * pi^2, k = 50000)
  expect_weyl(sample_dome(1), 2 * pi)
  expect_weyl(sample_flat_torus(1, radii = c(1, 2)), 8 * pi^2)
  expect_weyl(sample_swiss_roll(1), 21 * (arc_of_spiral(4.5 * pi) - arc_of_spiral(1.5 * pi)))
})

test_that("the first eigenvalues are a prefix, increasing from 0, for every k from 1", {
  skip_on_cran()
  samplers <- all_samplers()
  for (sampler in samplers[setdiff(names(samplers), c("torus", "hourglass"))]) {
    spectrum <- attr(sampler(2, seed = 1), "spectrum")
    all <- spectrum(40)
    expect_identical(all[[1]], 0)
    expect_false(is.unsorted(all))
    for (k in 1:40) expect_identical(spectrum(k), all[seq_len(k)])
  }
})

test_that("where no closed form exists there is no spectrum", {
  expect_null(attr(sample_torus(2), "spectrum"))
  expect_null(attr(sample_hourglass(2), "spectrum"))
})

test_that("a wrong k is refused", {
  skip_on_cran()
  spectrum <- attr(sample_circle(2), "spectrum")
  for (k in list(0, 1.5, NA, "a", 1:2)) {
    expect_error(spectrum(k), "`k`", class = "lapscale_error_argument", fixed = TRUE)
  }
})

test_that("a spectrum does not drag its sample along when saved", {
  skip_on_covr()
  size <- length(serialize(attr(sample_sphere(1e4), "spectrum"), NULL))
  expect_lt(size, 5e4)
})

test_that("what is too large is named: points or columns of noise", {
  skip_on_cran()
  expect_fault(sample_circle(10, noise_dims = 1e9), "noise_dims", class = "memory")
  expect_fault(sample_circle(1e9, noise_dims = 10), "n", class = "memory")
})
