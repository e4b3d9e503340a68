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
  expect_equal(hourglass_sq_radius(c(-1, 1)), c(0, 0))
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
