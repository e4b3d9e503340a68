test_that("density exponents: one or several numbers from 0", {
  skip_on_cran()
  x <- plain_circle(40)
  one <- function(alpha) as.numeric(quietly(bw_gc(x, alpha = alpha, seed = 1, replicates = 0L)))
  expect_true(one(c(0, 1L, 0)) %in% c(one(0), one(1)))
  for (bad in list(-1, NA, Inf, "1", numeric(), NULL)) expect_fault(bw_gc(x, alpha = bad), "alpha")
})

test_that("numbers of neighbors go with the knn graph only", {
  skip_on_cran()
  x <- plain_circle(40)
  expect_fault(bw_gc(x, k = 5), "k")
  for (bad in list(0, 40, 1.5, "5", c(5, NA), integer())) {
    expect_fault(bw_gc(x, graph = "knn", k = bad), "k")
  }
  # NULL tries some below half the number of points.
  of <- function(k) as.numeric(quietly(bw_gc(x, graph = "knn", k = k, seed = 1, replicates = 0L)))
  expect_identical(of(NULL), of(c(5, 10)))
  # The earlier name of the usual graph.
  expect_identical(bw_gc(x, graph = "dense", seed = 1)[[1]], bw_gc(x, seed = 1)[[1]])
})

test_that("the mean is over all of few points, and over fewer if they span many dimensions", {
  few <- normal_points(1001, 12)
  many <- normal_points(401, 33)
  expect_identical(usual_gc_points(few), 500L)
  expect_identical(usual_gc_points(few[1:1000, ]), 1000L)
  expect_identical(usual_gc_points(many), 200L)
  expect_identical(usual_gc_points(many[1:400, ]), 400L)
  # In between it falls as the inverse of the dimension.
  expect_identical(usual_gc_points(normal_points(700, 20)), 300L)
  expect_identical(usual_gc_points(normal_points(600, 20)), 600L)
  # What does not change distances changes nothing.
  turned <- 1e160 * qr.Q(qr(normal_points(40, 40)))[1:12, ]
  expect_identical(usual_gc_points(few %*% turned), 500L)
  for (x in list(few, many)) {
    usual <- usual_gc_points(x)
    expect_identical(usual_gc_points(cbind(x, 0, 1e8)), usual)
    expect_identical(usual_gc_points(as_points(dist(x), kinds = "distances")$x), usual)
    expect_identical(usual_gc_points(methods::as(cbind(x, 0), "CsparseMatrix")), usual)
  }
  expect_identical(usual_gc_points(cbind(rep(0:1, c(1, 500)), matrix(0, 501, 40))), 501L)
})
