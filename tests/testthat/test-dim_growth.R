test_that("growth: counts of neighbors, and the slope of a line of points", {
  skip_on_cran()
  x <- selector_points(60)
  d <- dim_growth(x, n_radii = 7)
  curve <- as.data.frame(d)
  distances <- sqrt(sq_distances_of(x))
  expect_equal(curve$count, vapply(curve$radius, function(r) mean(rowSums(distances <= r) - 1), 0))
  slope <- diff(log(curve$count)) / diff(log(curve$radius))
  expect_equal(curve$dimension[2:6], ((slope[-1] + slope[-6]) / 2))
  expect_equal(as.numeric(dim_growth(dist(x))), as.numeric(dim_growth(x)))
  # The fit ends where the mean count is that asked for.
  ends <- glance(dim_growth(x, counts = c(3, 12)))
  at <- vapply(c(ends$lower, ends$upper), function(r) mean(rowSums(distances <= r) - 1), 0)
  expect_equal(at, c(3, 12), tolerance = 0.1)
  for (bad in list(5, c(5, 2), c(0, 4), c(2, 59), c(NA, 3), "a")) {
    expect_fault(dim_growth(x, counts = bad), "counts")
  }
  expect_fault(dim_growth(x[1:7, ]), "x", text = "at least 8")
  expect_fault(dim_growth(dist(x[1:7, ])), "x", text = "at least 8")
})

test_that("growth goes beyond its grid for the counts, and says which it reached", {
  x <- withr::with_seed(2, rbind(matrix(rnorm(200) * 1e-4, 100), matrix(runif(800), 400)))
  distances <- as.matrix(dist(x))
  ends <- glance(dim_growth(x))
  at <- vapply(c(ends$lower, ends$upper), function(r) mean(rowSums(distances <= r) - 1), 0)
  expect_equal(at, c(2, sqrt(500)), tolerance = 0.03)
  y <- as.matrix(sample_hourglass(300, seed = 1))
  upper <- glance(dim_growth(y, counts = c(2, 290)))$upper
  expect_equal(mean(rowSums(as.matrix(dist(y)) <= upper) - 1), 290, tolerance = 0.02)
  lattice <- as.matrix(expand.grid(1:20, 1:20))
  expect_output(print(dim_growth(lattice)), "with 3.8 to")
})

test_that("wrong counts are refused with their values", {
  x <- selector_points()
  expect_fault(dim_growth(x, counts = c(5, 2)), "counts", text = "not 5, 2.")
  expect_fault(dim_growth(x, counts = "few"), "counts", text = "not \"few\"")
})

test_that("whole weights give the growth of repeated rows", {
  x <- as.matrix(sample_sphere(200, seed = 1))
  w <- rep(0:3, length.out = 200)
  r <- x[rep(1:200, w), ]
  weighted <- dim_growth(x, weights = w, local = TRUE)
  repeated <- dim_growth(r, local = TRUE)
  expect_equal(c(weighted), c(repeated), tolerance = 0.02)
  expect_equal(glance(weighted)$upper, glance(repeated)$upper, tolerance = 0.02)
  # The average mass of the others within the radius, by all distances.
  curve <- as.data.frame(weighted)
  distance <- as.matrix(dist(x))
  mass <- vapply(curve$radius, function(h) {
    sum(w * ((distance > 0 & distance <= h) %*% w)) / sum(w)
  }, 0)
  expect_equal(curve$count, mass)
  expect_equal(c(dim_growth(x[w > 0, ], weights = w[w > 0])), c(weighted))
  expect_equal(c(dim_growth(x, weights = w * 0.3)), c(dim_growth(x, weights = w * 0.7)))
  expect_identical(c(dim_growth(x, weights = rep(1, 200))), c(dim_growth(x)))
  expect_equal(glance(dim_growth(x, weights = 1 + 1e-9 * w))$se, glance(dim_growth(x))$se,
               tolerance = 1e-6)
  expect_fault(dim_growth(x, weights = w[-1]), "weights")
})

test_that("a lattice whose rows are repeated has the dimension of the lattice", {
  lattice <- as.matrix(expand.grid(1:6, 1:6)) + 0
  for (times in c(1, 2, 4, 12)) {
    d <- as.numeric(quietly(dim_growth(lattice[rep(1:36, each = times), ])))
    expect_gt(d, 1)
    expect_lt(d, 3)
  }
})
