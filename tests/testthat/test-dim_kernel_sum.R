test_that("kernel_sum is twice the largest slope of bw_kernel_sum()", {
  x <- selector_points()
  bw <- bw_kernel_sum(x)
  expect_equal(as.numeric(dim_kernel_sum(x)), 2 * oracle_kernel_sum(x, as.numeric(bw))[[2]],
               tolerance = 1e-4)
  expect_equal(as.data.frame(dim_kernel_sum(x))$dimension, curve_of(bw)$dimension)
  local <- as.data.frame(dim_kernel_sum(x, local = TRUE), what = "local")$dimension
  sq <- sq_distances_of(x) / as.numeric(bw)^2
  expect_equal(local, 2 * rowSums(exp(-sq) * sq) / rowSums(exp(-sq)), tolerance = 1e-3)
})

test_that("points that are all equally far have no dimension, in whatever form they are", {
  skip_on_cran()
  simplex <- diag(30)
  turned <- (simplex + 5) %*% random_rotation(30)
  repeated <- simplex[rep(1:30, 1:30), ]
  triangle <- cbind(c(0, 1, 0.5), c(0, 0, sqrt(0.75)))
  two_places <- cbind(rep(0:1, 20), 3)
  forms <- list(
    simplex[, 30:1], turned, repeated, triangle, two_places, 1e200 * turned,
    as.data.frame(turned), Matrix::Matrix(cbind(simplex, 0), sparse = TRUE), dist(simplex),
    dist(repeated)
  )
  estimates <- list(
    kernel_sum = dim_kernel_sum, eigengap = function(x) dim_eigengap(x, bandwidth = 1),
    growth = dim_growth
  )
  for (x in forms) {
    for (name in names(estimates)) {
      if (inherits(x, "dist") && name == "eigengap") next
      if (NROW(x) < 8 && name == "growth") next
      error <- tryCatch(quietly(estimates[[name]](x)), error = identity)
      expect_s3_class(error, "lapscale_error_no_scale")
      expect_match(text_of(error), "all distances between its points are equal")
    }
  }
  # One point that is nearer, or more points than can be equally far.
  expect_false(is_equidistant(rbind(simplex, rep(1 / 30, 30))))
  expect_false(is_equidistant(as.matrix(expand.grid(0:1, 0:1))))
  expect_false(is_equidistant(normal_points(20, 3)))
  expect_gt(as.numeric(quietly(dim_kernel_sum(rbind(simplex, 0.5 * simplex[1, ])))), 0)
})
