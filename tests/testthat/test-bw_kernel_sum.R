test_that("the choice is the largest slope", {
  x <- selector_points()
  bw <- bw_kernel_sum(x)
  slopes <- vapply(as.numeric(bw) * c(0.97, 1, 1.03), function(h) oracle_kernel_sum(x, h)[[2]], 0)
  expect_identical(which.max(slopes), 2L)
  maxima <- bw_minima(bw)
  expect_identical(which.max(maxima$criterion), which(maxima$chosen))
})

test_that("grids on which no point has a neighbor are refused", {
  skip_on_cran()
  x <- selector_points()
  expect_fault(bw_kernel_sum(x, bandwidths = c(1e-9, 1e-8)), "bandwidths", "no_criterion")
  expect_fault(bw_kernel_sum(x, bandwidths = c(1e-200, 1e-190)), "bandwidths", "no_criterion")
  expect_fault(bw_kernel_sum(dist(x), bandwidths = c(1e-9, 1e-8)), "bandwidths", "no_criterion")
  expect_fault(dim_kernel_sum(x, bandwidths = c(1e-9, 1e-8)), "bandwidths", "no_criterion")
  for (points in list(x, dist(x))) {
    expect_fault(bw_kernel_sum(points, bandwidths = c(1e200, 1e250)), "bandwidths", "no_criterion",
                 text = "smaller")
  }
})

test_that("whole weights give the sums of repeated rows, and only their ratios matter", {
  x <- as.matrix(sample_sphere(150, seed = 1))
  w <- rep(0:3, length.out = 150)
  h <- exp(seq(log(0.1), log(3), length.out = 12))
  curve <- function(...) as.data.frame(quietly(bw_kernel_sum(..., bandwidths = h)))
  weighted <- curve(x, weights = w)
  squares <- as.matrix(dist(x))^2
  sums <- vapply(h, function(h) sum(tcrossprod(w) * exp(-squares / h^2)), 0)
  expect_equal(weighted$kernel_sum, sums, tolerance = 1e-6)
  slopes <- vapply(h, function(h) sum(tcrossprod(w) * squares * exp(-squares / h^2)) / h^2, 0)
  expect_equal(weighted$criterion, slopes / sums, tolerance = 1e-4)
  values <- c("bandwidth", "criterion", "kernel_sum", "dimension")
  repeated <- curve(x[rep(1:150, w), ])
  expect_equal(weighted[values], repeated[values], tolerance = 1e-3)
  expect_equal(curve(x[w > 0, ], weights = w[w > 0]), weighted)
  values <- c("bandwidth", "criterion", "se", "dimension")
  expect_equal(curve(x, weights = 1.7 * w)[values], weighted[values])
  # Nearly equal weights go another way to the same numbers.
  expect_equal(curve(x, weights = 1 + 1e-9 * w), curve(x), tolerance = 1e-3)
  local <- function(...) {
    as.data.frame(quietly(dim_kernel_sum(..., bandwidths = h, local = TRUE)), what = "local")
  }
  own <- local(x, weights = w)$dimension
  expect_equal(rep(own, w[w > 0]), local(x[rep(1:150, w), ])$dimension, tolerance = 0.02)
  expect_fault(bw_kernel_sum(dist(x), weights = w), "weights")
  expect_fault(bw_kernel_sum(x, weights = -w), "weights")
  expect_fault(bw_rec(x, weights = w), text = "bw_kernel_sum")
})

test_that("weighted standard errors follow the spread over samples", {
  skip_on_cran()
  slopes <- vapply(1:60, function(seed) {
    x <- as.matrix(sample_sphere(200, seed = seed))
    found <- bw_kernel_sum(x, bandwidths = c(0.2, 0.3, 0.5, 0.8), weights = 2 + x[, 3])
    unlist(as.data.frame(quietly(found))[3, c("criterion", "se")])
  }, numeric(2))
  expect_equal(mean(slopes[2, ]), sd(slopes[1, ]), tolerance = 0.3)
})
