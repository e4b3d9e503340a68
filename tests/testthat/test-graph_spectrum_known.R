test_that("even points on a circle: every eigenvalue but 0 twice, none is missed", {
  # The circulant matrix has the eigenvectors cos and sin of each frequency.
  for (n in c(100, 1000)) {
    angle <- 2 * pi * (1:n) / n
    h <- 12 / n * 2
    first_row <- exp(-(2 * sin(angle / 2) / h)^2) * (2 * abs(sin(angle / 2)) <= 3 * h)
    walk <- vapply(0:7, function(l) sum(first_row * cos(l * angle)) / sum(first_row), 0)
    expected <- 4 / h^2 * (1 - walk[c(1, rep(2:8, each = 2))])
    spectrum <- spectrum_of(cbind(cos(angle), sin(angle)), h, 15, cutoff = 3)
    expect_equal(spectrum$values, expected, tolerance = 1e-9)
    # The space of each frequency.
    for (l in 1:3) {
      at <- 2 * l + 0:1
      waves <- cbind(cos(l * angle), sin(l * angle)) * sqrt(2 / n)
      found <- qr.Q(qr(spectrum$vectors[, at]))
      expect_lt(max(abs(tcrossprod(found) - tcrossprod(waves))), 1e-8)
    }
  }
})

test_that("a torus lattice: multiplicities 1, 4, 4, 4, 8 come complete", {
  side <- 24
  theta <- as.matrix(expand.grid(1:side, 1:side)) * 2 * pi / side
  x <- cbind(cos(theta[, 1]), sin(theta[, 1]), cos(theta[, 2]), sin(theta[, 2]))
  values <- spectrum_of(x, 0.6, 21)$values
  cluster <- cumsum(c(TRUE, diff(values) > 1e-6 * max(values)))
  expect_identical(tabulate(cluster), c(1L, 4L, 4L, 4L, 8L))
})

test_that("first eigenvalues of the unit circle: 0, 1, 1, 4, 4, 9, 9, 16, 16", {
  skip_on_cran()
  h <- 0.08
  heat <- spectrum_of(plain_circle(5000, seed = 2), h, 9, scale = "heat")$values
  linear <- 4 / h^2 * (1 - exp(-h^2 / 4 * heat))
  expected <- c(0, 1, 1, 4, 4, 9, 9, 16, 16)
  expect_lt(max(abs(linear[-1] / expected[-1] - 1)), 0.1)
  expect_lt(max(abs(heat[-1] / expected[-1] - 1)), 0.05)
  expect_identical(heat[[1]], 0)
})

test_that("first eigenvalues of the unit sphere: l (l + 1), each 2 l + 1 times", {
  skip_on_cran()
  h <- 0.15
  x <- sample_sphere(5000, seed = 2)
  heat <- spectrum_of(as.matrix(x), h, 9, scale = "heat")$values
  linear <- 4 / h^2 * (1 - exp(-h^2 / 4 * heat))
  expected <- c(0, 2, 2, 2, 6, 6, 6, 6, 6)
  expect_identical(attr(x, "spectrum")(9), expected)
  expect_lt(max(abs(linear[-1] / expected[-1] - 1)), 0.1)
  expect_lt(max(abs(heat[-1] / expected[-1] - 1)), 0.05)
})

test_that("the geometric Laplacian does not see the density, the random walk does", {
  skip_on_cran()
  # Points on the circle, three times as dense on one side.
  angle <- withr::with_seed(1, {
    u <- stats::runif(4000, -pi, pi)
    u[stats::runif(4000) < (2 + cos(u)) / 3][1:2000]
  })
  x <- cbind(cos(angle), sin(angle))
  geometric <- spectrum_of(x, 0.15, 5, scale = "heat")$values
  walk <- spectrum_of(x, 0.15, 5, "random_walk", scale = "heat")$values
  expect_equal(geometric[2:3], c(1, 1), tolerance = 0.08)
  expect_gt(max(abs(walk[2:3] - 1)), 0.15)
})
