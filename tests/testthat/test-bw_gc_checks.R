test_that("grids are sorted and made distinct, with a message where that changes them", {
  expect_identical(expect_quiet(check_grid(c(1, 2, 4))), c(1, 2, 4))
  expect_identical(expect_quiet(check_grid(1:3)), c(1, 2, 3))
  sorted <- expect_condition_of(check_grid(c(4, 1, 2, 1)), "message_sorted", "`bandwidths`")
  expect_identical(sorted, c(1, 2, 4))
})

test_that("grids that are no grids are refused", {
  for (bad in list(numeric(), NULL, "a", matrix(1:4, 2), list(1, 2), TRUE, c(-1, 1), c(0, 1),
                   c(1, NA), c(1, Inf), 1, c(1, 1))) {
    expect_fault(check_grid(bad), "bandwidths")
  }
  expect_fault(check_grid(c(1, 2, -3)), "bandwidths", text = "element 3 is -3")
})

test_that("density exponents: one or several numbers from 0", {
  expect_identical(check_exponents(c(0, 1L, 0.5, 0)), c(0, 1, 0.5))
  for (bad in list(-1, NA, Inf, "1", numeric(), NULL)) expect_fault(check_exponents(bad), "alpha")
})

test_that("numbers of neighbours go with the knn graph only", {
  expect_null(check_neighbor_counts(NULL, "dense", 100))
  expect_fault(check_neighbor_counts(5, "dense", 100), "k")
  expect_identical(check_neighbor_counts(c(5, 9, 5), "knn", 100), c(5L, 9L))
  # NULL tries some below half the number of points, and at least the smallest.
  expect_identical(check_neighbor_counts(NULL, "knn", 1000), c(5L, 10L, 20L, 40L, 80L))
  expect_identical(check_neighbor_counts(NULL, "knn", 50), c(5L, 10L, 20L))
  for (bad in list(0, 100, 1.5, "5", c(5, NA), integer())) {
    expect_fault(check_neighbor_counts(bad, "knn", 100), "k")
  }
})

test_that("points that all coincide have no scale", {
  expect_fault(check_spread(matrix(3, 5, 2)), "x", class = "no_scale", text = "5 points coincide")
  expect_silent(check_spread(cbind(3, c(1, 1, 1 + 1e-15))))
})

test_that("columns of very different widths are told of; constant ones do not count", {
  x <- cbind(c(0, 1, 2), c(0, 1e6, 5), 7)
  expect_condition_of(check_spread(x), "message_scale", c("`x`", "column 2"))
  expect_quiet(check_spread(cbind(x[, 1], 1e3 * x[, 1], 1e9)))
})

test_that("rows are matched to those that were kept", {
  kept <- list(rows = c(1L, 3L, 4L))
  expect_identical(match_rows(c(4, 1), kept), c(3L, 1L))
  expect_fault(match_rows(c(1, 2), kept), "points", text = "row 2")
})

test_that("the points of the mean: all up to 1000, else 500, distinct, by seed", {
  expect_identical(draw_points(1000L, NULL, 1), 1:1000)
  drawn <- draw_points(1001L, NULL, 1)
  expect_length(drawn, 500L)
  expect_identical(drawn, sort(unique(drawn)))
  expect_true(all(drawn >= 1 & drawn <= 1001))
  expect_identical(draw_points(1001L, NULL, 1), drawn)
  expect_false(identical(draw_points(1001L, NULL, 2), drawn))
  expect_identical(draw_points(7L, 7L, 1), 1:7)
})

test_that("drawn rows are uniform: every row is as likely as any other", {
  # 2000 draws of 5 in 20: each count is binomial(2000, 1/4); 5 standard deviations.
  counts <- tabulate(unlist(lapply(1:2000, function(seed) cpp_sample_rows(20, 5, seed))), 20)
  expect_true(all(abs(counts - 500) < 5 * sqrt(2000 * 0.25 * 0.75)))
})
