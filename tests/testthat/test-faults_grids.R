# The fault table, rows 27 to 30: grids of bandwidths, and the dimension.

test_that("fault 27: grids that are empty, unsorted, repeated or not positive", {
  skip_on_cran()
  x <- plain_circle(60)
  for (bad in list(numeric(), c(0.1, 0), c(-1, 1), c(NA, 1), c(1, Inf), "a")) {
    expect_fault(bw_gc(x, bandwidths = bad, seed = 1), "bandwidths")
  }
  grid <- c(0.05, 0.1, 0.2, 0.4, 0.8)
  expected <- bw_gc(x, bandwidths = grid, seed = 1)
  for (given in list(rev(grid), grid[c(3, 1, 5, 2, 4, 3)])) {
    found <- expect_condition_of(bw_gc(x, bandwidths = given, seed = 1), "message_sorted")
    expect_identical(without_time(found), without_time(expected))
  }
})

test_that("fault 28: one value is no grid; a choice at an end is warned of and flagged", {
  skip_on_cran()
  x <- plain_hourglass(150)
  expect_fault(bw_gc(x, bandwidths = 0.2, seed = 1), "bandwidths", text = "nothing to choose")
  expect_fault(bw_gc(x, bandwidths = c(0.2, 0.2), seed = 1), "bandwidths")
  h <- as.numeric(bw_gc(x, seed = 1))
  low <- expect_condition_of(
    bw_gc(x, bandwidths = h * c(1.5, 2, 4), seed = 1), "warning_edge", "smallest"
  )
  high <- expect_condition_of(
    bw_gc(x, bandwidths = h / c(4, 2, 1.5), seed = 1), "warning_edge", "largest"
  )
  # Where the curve still falls, the choice is the first bandwidth that is not told apart from the end.
  expect_equal(as.numeric(low), h * 1.5)
  expect_true(high > h / 2 && high <= h / 1.5)
  for (bw in list(low, high)) {
    expect_true(glance(bw)$at_edge)
    expect_output(print(bw), "end of the range")
  }
  expect_false(glance(bw_gc(x, seed = 1))$at_edge)
})

test_that("fault 29: bandwidths where the criterion is undefined are marked, the rest is used", {
  # One point only counts, and it sees others from a bandwidth of about 20 on.
  x <- rbind(ellipsoid_points(40), c(80, 0, 0))
  grid <- c(1, 2, 40, 60, 80, 100, 140)
  bw <- suppressWarnings(bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = grid, seed = 1))
  curve <- curve_of(bw)
  expect_identical(is.na(curve$criterion), curve$n_points == 0)
  expect_identical(which(is.na(curve$criterion)), 1:2)
  expect_true(as.numeric(bw) >= 40)
  expect_output(print(summary(bw)), "undefined at 2 bandwidths")
  expect_fault(
    bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = c(1, 2), seed = 1),
    class = "no_criterion"
  )
  # A flat criterion is a warning, and the middle.
  flat <- expect_condition_of(
    bw_gc(x, points = 41, bandwidths = c(1, 2, 4), seed = 1), "warning_no_minimum", "flat"
  )
  expect_identical(as.numeric(flat), 2)
})

test_that("fault 30: dimensions that are none, or more than there are columns", {
  skip_on_cran()
  for (bad in list(0, -1, 1.5, 4, NA, Inf, "2", c(1, 2))) {
    expect_fault_of(takes_dimension, bad, arg = "d", text = "between 1 and 3")
  }
  needed <- takes_dimension[names(takes_dimension) != "bw_gc"]
  expect_fault_of(needed, NULL, arg = "d", text = "between 1 and 3")
  graph <- heat_graph(normal_points(9, 3), 1)
  for (bad in list(0, -1, 1.5, NA, "2")) {
    expect_fault(graph_laplacian(graph, "unnormalized", d = bad), "d")
  }
})
