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
    expect_equal(sphere_angles(as.matrix(x) / 2), angles)
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
