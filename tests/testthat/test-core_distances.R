# Distances as points.

test_that("a choice by distances is that by points", {
  skip_on_cran()
  x <- as.matrix(sample_hourglass(200, noise = 0.02, noise_dims = 2, seed = 1))
  d <- dist(x)
  by_points <- bw_gc(x, seed = 1)
  by_distances <- bw_gc(d, seed = 1)
  expect_equal(as.numeric(by_distances), as.numeric(by_points), tolerance = 1e-9)
  expect_equal(as.data.frame(by_distances), as.data.frame(by_points), tolerance = 1e-9)
  expect_equal(confint(by_distances), confint(by_points), tolerance = 1e-9)
  expect_identical(glance(by_distances)$negative_share, 0)
  along <- function(x) as.numeric(quietly(bw_gc(x, graph = "knn", k = 12, seed = 1)))
  expect_equal(along(d), along(x), tolerance = 1e-9)
  expect_fault(bw_gc(d, d = 1), "x", text = "coordinates")
})

test_that("distances are in the order of their points, and so are those of a part", {
  x <- normal_points(2000, 3)
  of_all <- as_points(stats::dist(x), kinds = "distances")$x
  expect_identical(canonical_order(of_all), canonical_order(x))
  expect_identical(canonical_order(of_all[1:50, , drop = FALSE]), canonical_order(x[1:50, ]))
})

test_that("new points are rows of distances to those of the fit", {
  skip_on_cran()
  x <- as.matrix(sample_moons(120, noise = 0.05, seed = 1))
  d <- as.matrix(dist(x))
  new <- unname(as.matrix(dist(rbind(x, x[1:5, ] + 0.03))))[121:125, 1:120]
  y <- replace(rep(c("a", "b"), each = 60), -c(1:3, 61:63), NA)
  pairs <- list(
    function(x) embed_eigenmaps(x, 2, bandwidth = 0.4),
    function(x) embed_diffusion(x, 2, bandwidth = 0.4, graph = "knn", k = 9),
    function(x) ssl_harmonic(x, y, bandwidth = 0.4),
    function(x) ssl_laprls(x, y, bandwidth = 0.4)
  )
  for (fit in pairs) {
    a <- quietly(fit(x))
    b <- quietly(fit(as.dist(d)))
    expect_equal(predict(b, new), predict(a, x[1:5, ] + 0.03), tolerance = 1e-6)
  }
  e <- embed_eigenmaps(as.dist(d), 2, bandwidth = 0.4)
  expect_equal(unname(predict(e, d)), unname(as.matrix(e)), tolerance = 1e-6)
  # Columns are taken by the labels of the dist.
  expect_identical(quietly(predict(e, d[1:5, 120:1])), predict(e, d[1:5, ]))
  f <- quietly(ssl_harmonic(as.dist(d), y, bandwidth = 0.4))
  expect_identical(quietly(predict(f, d[1:5, 120:1])), predict(f, d[1:5, ]))
  expect_fault(predict(e, x), "newdata", text = "distances to the 120 points")
  expect_fault(predict(e, replace(new, 3, -1)), "newdata", text = "row 3 to point 1")
  expect_fault(predict(e, replace(new, 3, NA)), "newdata")
})

test_that("the points of the largest component stay rows of all distances", {
  x <- rbind(normal_points(60, 2), normal_points(20, 2) + 50)
  a <- quietly(embed_eigenmaps(x, 1, bandwidth = 1, components = "largest"))
  b <- quietly(embed_eigenmaps(dist(x), 1, bandwidth = 1, components = "largest"))
  expect_equal(unname(as.matrix(b)), unname(as.matrix(a)), tolerance = 1e-6)
  expect_equal(unname(predict(b, as.matrix(dist(x))[1:9, ])), unname(as.matrix(b))[1:9, , drop = FALSE])
})
