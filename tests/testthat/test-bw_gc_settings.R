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
