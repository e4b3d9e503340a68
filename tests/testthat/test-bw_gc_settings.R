test_that("density exponents: one or several numbers from 0", {
  skip_on_cran()
  expect_identical(check_exponents(c(0, 1L, 0.5, 0)), c(0, 1, 0.5))
  for (bad in list(-1, NA, Inf, "1", numeric(), NULL)) expect_fault(check_exponents(bad), "alpha")
})

test_that("numbers of neighbors go with the knn graph only", {
  skip_on_cran()
  expect_null(resolve_neighbor_counts(NULL, "dense", 100))
  expect_fault(resolve_neighbor_counts(5, "dense", 100), "k")
  expect_identical(resolve_neighbor_counts(c(5, 9, 5), "knn", 100), c(5L, 9L))
  # NULL tries some below half the number of points, and at least the smallest.
  expect_identical(resolve_neighbor_counts(NULL, "knn", 1000), c(5L, 10L, 20L, 40L, 80L))
  expect_identical(resolve_neighbor_counts(NULL, "knn", 50), c(5L, 10L, 20L))
  for (bad in list(0, 100, 1.5, "5", c(5, NA), integer())) {
    expect_fault(resolve_neighbor_counts(bad, "knn", 100), "k")
  }
})

test_that("the mean is over all of few points, and over fewer if they span many dimensions", {
  few <- normal_points(1001, 32)
  many <- normal_points(401, 33)
  expect_identical(usual_gc_points(few), 500L)
  expect_identical(usual_gc_points(few[1:1000, ]), 1000L)
  expect_identical(usual_gc_points(many), 200L)
  expect_identical(usual_gc_points(many[1:400, ]), 400L)
  # What does not change distances changes nothing.
  turned <- 1e160 * qr.Q(qr(normal_points(40, 40)))[1:32, ]
  expect_identical(usual_gc_points(few %*% turned), 500L)
  for (x in list(few, many)) {
    usual <- usual_gc_points(x)
    expect_identical(usual_gc_points(cbind(x, 0, 1e8)), usual)
    expect_identical(usual_gc_points(as_points(dist(x), kinds = "distances")$x), usual)
    expect_identical(usual_gc_points(methods::as(cbind(x, 0), "CsparseMatrix")), usual)
  }
  expect_identical(usual_gc_points(cbind(rep(0:1, c(1, 500)), matrix(0, 501, 40))), 501L)
})
