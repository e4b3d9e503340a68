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
