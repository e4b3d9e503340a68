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
