test_that("sum, slope and dimension follow the plain formulas", {
  x <- selector_points()
  h <- c(0.02, 0.1, 0.5, 2)
  curve <- curve_of(suppressWarnings(bw_kernel_sum(x, bandwidths = h)))
  want <- vapply(h, function(h) oracle_kernel_sum(x, h), numeric(2))
  expect_equal(curve$kernel_sum, want[1, ], tolerance = 3e-5)
  expect_equal(curve$criterion, want[2, ], tolerance = 3e-5)
  expect_equal(curve$dimension, 2 * curve$criterion)
})

test_that("all leaves meet: many points, several columns", {
  skip_on_cran()
  x <- normal_points(1100, 3)
  h <- c(0.1, 0.4, 1)
  curve <- curve_of(suppressWarnings(bw_kernel_sum(x, bandwidths = h)))
  want <- vapply(h, function(h) oracle_kernel_sum(x, h), numeric(2))
  expect_equal(curve$kernel_sum, want[1, ], tolerance = 3e-5)
  expect_equal(curve$criterion, want[2, ], tolerance = 3e-5)
})

test_that("from some points to all others", {
  x <- selector_points(200)
  h <- c(0.1, 0.5)
  bw <- suppressWarnings(bw_kernel_sum(x, bandwidths = h, n_points = 20, seed = 1))
  rows <- draw_points(x, 20L, 1)
  sq <- sq_distances_of(x)[rows, ]
  expect_equal(curve_of(bw)$kernel_sum, vapply(h, function(h) sum(exp(-sq / h^2)), 0),
               tolerance = 3e-5)
})

test_that("distances alone give the same", {
  x <- selector_points()
  points <- bw_kernel_sum(x)
  distances <- bw_kernel_sum(dist(x))
  expect_equal(as.numeric(distances), as.numeric(points), tolerance = 1e-4)
  expect_equal(curve_of(distances)[-3], curve_of(points)[-3], tolerance = 1e-4)
  expect_equal(curve_of(distances)$se, curve_of(points)$se, tolerance = 0.01)
})

test_that("the standard error is that of repeated samples", {
  skip_on_cran()
  slopes <- vapply(1:60, function(seed) {
    bw <- suppressWarnings(
      bw_kernel_sum(as.matrix(sample_circle(150, seed = seed)), bandwidths = c(0.2, 0.3))
    )
    unlist(curve_of(bw)[1, c("criterion", "se")])
  }, numeric(2))
  expect_equal(mean(slopes[2, ]), sd(slopes[1, ]), tolerance = 0.3)
})
