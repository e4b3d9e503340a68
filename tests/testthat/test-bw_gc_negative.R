test_that("distances that no points have give a number and a warning", {
  # Along a circle all is well near by, but not far away.
  angle <- 2 * pi * (1:150) / 150
  along <- outer(angle, angle, function(a, b) pmin(abs(a - b), 2 * pi - abs(a - b)))
  said <- conditions_of(bw_gc(as.dist(along), seed = 1))
  expect_false("lapscale_warning_negative" %in% said$classes)
  expect_lt(glance(said$value)$negative_share, 0.05)
  expect_equal(glance(said$value)$d, 1)
  d <- dist(normal_points(150, 3), "maximum")
  expect_condition_of(bw_gc(d, seed = 1), "warning_negative", "% of the sum of all absolute variances")
})

test_that("the curve of distances that no points have does not depend on their unit", {
  skip_on_cran()
  d <- stats::dist(normal_points(150, 4), "manhattan")
  a <- as.data.frame(quietly(bw_gc(d, seed = 1, replicates = 0)))
  b <- as.data.frame(quietly(bw_gc(3 * d, seed = 1, replicates = 0)))
  expect_equal(b$bandwidth, 3 * a$bandwidth)
  expect_equal(b$distance, a$distance, tolerance = 1e-8)
})

test_that("lengths of paths, which no points have as distances, choose more than the spacing", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(150, seed = 1))
  straight <- as.matrix(dist(x))
  path <- replace(straight, straight > apply(straight, 1, function(row) sort(row)[[9]]), Inf)
  path <- pmin(path, t(path))
  for (m in 1:150) path <- pmin(path, outer(path[, m], path[m, ], "+"))
  bw <- quietly(bw_gc(stats::as.dist(path), seed = 1))
  expect_lte(max(as.data.frame(bw)$distance), 1)
  expect_gt(bw, 1)
})
