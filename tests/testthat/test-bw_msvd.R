test_that("eigenvalues, gaps and their lead follow the definition", {
  x <- ellipsoid_points(60)
  h <- c(0.5, 1, 2)
  bw <- suppressWarnings(bw_msvd(x, d = 2, bandwidths = h))
  local <- lapply(h, function(h) {
    t(vapply(1:60, function(i) oracle_local_values(x, i, h), numeric(3)))
  })
  means <- t(vapply(local, colMeans, numeric(3)))
  curve <- curve_of(bw)
  expect_equal(unname(as.matrix(curve[paste0("eigenvalue_", 1:3)])), means, tolerance = 1e-9)
  gaps <- means - cbind(means[, -1], 0)
  expect_identical(curve$dimension, max.col(gaps))
  expect_equal(curve$criterion, (gaps[, 2] - pmax(gaps[, 1], gaps[, 3])) / means[, 1])
})

test_that("more columns: the leading values agree with all", {
  skip_on_cran()
  x <- cbind(ellipsoid_points(80), 0.05 * normal_points(80, 60, 2))
  values <- curve_of(
    suppressWarnings(bw_msvd(x, d = 2, bandwidths = c(1, 2), n_points = 80, max_d = 5))
  )
  want <- vapply(c(1, 2), function(h) {
    rowMeans(vapply(1:80, function(i) oracle_local_values(x, i, h)[1:5], numeric(5)))
  }, numeric(5))
  expect_equal(t(unname(as.matrix(values[paste0("eigenvalue_", 1:5)]))), want, tolerance = 1e-9)
})

test_that("dozens of bandwidths that share products: the values of each alone", {
  skip_on_cran()
  x <- cbind(ellipsoid_points(200), 0.1 * normal_points(200, 60, 2))
  h <- exp(seq(log(0.5), log(3), length.out = 30))
  grid <- suppressWarnings(curve_of(bw_msvd(x, d = 2, bandwidths = h, n_points = 5, seed = 1)))
  rows <- draw_points(x, 5L, 1)
  for (b in c(1, 9, 17, 30)) {
    want <- rowMeans(vapply(rows, function(i) oracle_local_values(x, i, h[[b]]), numeric(63)))
    got <- unlist(grid[b, paste0("eigenvalue_", 1:20)])
    expect_lt(max(abs(got - want[1:20])), 1e-9 * sum(want))
  }
})

test_that("hundreds of columns: iteration for few values, the whole matrix for many", {
  skip_on_cran()
  x <- normal_points(420, 400) %*% diag(0.99^(1:400))
  for (max_d in c(3, 80)) {
    bw <- suppressWarnings(
      bw_msvd(x, d = 2, bandwidths = c(20, 30), n_points = 2, max_d = max_d, seed = 1)
    )
    rows <- draw_points(x, 2L, 1)
    want <- rowMeans(vapply(rows, function(i) oracle_local_values(x, i, 30), numeric(400)))
    got <- unlist(curve_of(bw)[2, paste0("eigenvalue_", 1:max_d)])
    expect_equal(unname(got), want[1:max_d], tolerance = 1e-4)
  }
})

test_that("more directions than an iteration has products for", {
  skip_on_cran()
  x <- normal_points(30, 650)
  curve <- as.data.frame(dim_eigengap(x, 60, bandwidths = c(60, 90), n_points = 2, max_d = 300,
                                      seed = 1))
  rows <- draw_points(x, 2L, 1)
  want <- rowMeans(vapply(rows, function(i) oracle_local_values(x, i, 60), numeric(650)))
  got <- unlist(curve[1, paste0("eigenvalue_", 1:300)])
  expect_equal(unname(got), want[1:300], tolerance = 1e-9)
})

test_that("a noisy plane: above the noise the gap is at 2 as far as the data reach", {
  plane <- withr::with_seed(1, {
    cbind(matrix(runif(2400), 1200), matrix(0, 1200, 8)) + rnorm(12000, sd = 0.02)
  })
  found <- glance(bw_msvd(plane, d = 2))
  expect_true(found$lower > 0.02 && found$lower < 0.2)
  expect_gt(found$upper, 0.35)
  expect_equal(found$bandwidth, sqrt(found$lower * found$upper))
})

test_that("a sphere: curvature ends the interval before the diameter", {
  x <- as.matrix(sample_sphere(1000, noise = 0.02, seed = 1))
  found <- glance(bw_msvd(x, d = 2))
  expect_lt(found$lower, 0.4)
  expect_true(found$upper > 0.6 && found$upper < 1.5)
})

test_that("no gap at d: a warning, the nearest miss, no interval", {
  line <- cbind(seq(0, 1, length.out = 80), 0, 0)
  bw <- expect_condition_of(
    bw_msvd(line, d = 2), c("warning_no_interval", "warning_edge"),
    c("No bandwidth has", "smallest bandwidth")
  )
  expect_true(is.na(glance(bw)$lower) && is.na(glance(bw)$upper))
  expect_true(as.numeric(bw) > 0)
  expect_output(print(bw), "closest to a gap at d")
})

test_that("gap_interval() takes the longest run and interpolates its ends", {
  h <- exp(0:6)
  margin <- c(1, -1, 1, 3, 1, -1, 1)
  found <- gap_interval(h, margin, rep(TRUE, 7))
  expect_equal(log(c(found$lower, found$upper)), c(1.5, 4.5))
  expect_equal(log(found$middle), 3)
  # Bandwidths that do not count end it too, at the grid.
  expect_equal(log(gap_interval(h, margin, h > exp(1.5))$lower), 2)
  expect_null(gap_interval(h, -abs(margin), rep(TRUE, 7)))
  # From the first bandwidth to the last.
  ends <- gap_interval(h, c(-1, 1, 1, 1, 1, 1, -1), rep(TRUE, 7))
  expect_equal(log(c(ends$lower, ends$upper)), c(0.5, 5.5))
})

test_that("without d it is estimated, with a message", {
  x <- as.matrix(sample_circle(200, seed = 1))
  expect_message(bw <- bw_msvd(x), class = "lapscale_message_dimension")
  expect_identical(glance(bw)$d, 1L)
})

test_that("max_d may not be below d", {
  expect_fault(bw_msvd(normal_points(20, 3), d = 2, max_d = 1), "max_d")
  expect_fault(bw_msvd(normal_points(20, 3), d = 2, max_d = 4), "max_d")
  x <- selector_points()
  d <- dim_mle(x)
  expect_fault(bw_msvd(x, d = d), "d", text = paste("not", signif(as.numeric(d), 4)))
})
