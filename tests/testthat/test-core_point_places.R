# Rows at one place.

test_that("places are found for matrices, sparse matrices, and distances", {
  x <- rbind(c(1, 0), c(0, 2), c(1, 0), c(-0, 2), c(3, 3))
  expected <- list(first = c(1L, 2L, 5L), at = c(1L, 2L, 1L, 2L, 3L), count = c(2L, 2L, 1L))
  expect_identical(places_of(x), expected)
  expect_identical(places_of(as_sparse(x)), expected)
  distances <- as_points(stats::dist(x), kinds = "distances")$x
  expect_identical(places_of(distances), expected)
  some <- points_at(distances, expected$first)
  expect_equal(unclass(some), as.matrix(stats::dist(x[expected$first, ])), ignore_attr = TRUE)
  expect_identical(points_at(x, 1:5), x)
})

test_that("points are merged where most of them coincide, and count as often as they come", {
  x <- checked_points(rbind(matrix(0, 6, 2), diag(2)))
  merged <- merge_copies(x)
  expect_identical(merged$x, rbind(c(0, 0), diag(2)))
  expect_identical(merged$mass, c(6, 1, 1))
  expect_identical(merge_copies(checked_points(diag(4))), checked_points(diag(4)))
})
