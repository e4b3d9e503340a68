test_that("the columns of a layer are as long as the first, none if nothing is drawn", {
  points <- points_layer(1:3, 4:6, "red", value = c("a", "b", "c"))
  expect_identical(points$data$colour, rep("red", 3))
  expect_identical(points$data$value, c("a", "b", "c"))
  expect_identical(dim(segments_layer(numeric(), numeric(), numeric(), numeric())$data), c(0L, 5L))
  panel <- new_panel(list(interval_layer(NA, NA), points), 1:3, 4:6, "t", "x", "y")
  expect_identical(panel$layers, list(points))
})

test_that("margins that are unknown or overflow are none, and end above the least", {
  expect_identical(with_margin(c(1, 2, 3), c(2, NA, Inf)),
                   list(low = c(0, 2, 3), high = c(3, 2, 3)))
  expect_identical(with_margin(1, 2, 0.1)$low, 0.1)
})

test_that("a histogram counts as hist() does, its limit in sight", {
  panel <- histogram_panel(c(1, 2, 2, 3, 7), "t", "x", c(0, 2, 4, 8), limit = 9)
  bars <- panel$layers[[1]]$data
  expect_identical(bars$top, c(3L, 1L, 1L))
  expect_identical(bars$right, c(2, 4, 8))
  expect_identical(panel$xlim, c(0, 9))
  expect_identical(panel$layers[[2]]$data$at, 9)
})

test_that("points are drawn in the first two columns of the rows kept, of tables of any kind", {
  of <- list(n_given = 4L, rows = c(1L, 3L, 4L))
  x <- cbind(a = c(1, 2, 3, 4), b = c(5, 6, 7, 8), c = 0)
  for (table in list(x, as.data.frame(x), Matrix::Matrix(x))) {
    expect_equal(resolve_place(table, of), x[of$rows, 1:2], ignore_attr = "dimnames")
    expect_identical(colnames(resolve_place(table, of)), c("a", "b"))
  }
  line <- resolve_place(x[, 1], of)
  expect_identical(unname(line), cbind(c(1, 3, 4), 0))
  expect_identical(colnames(line), c("coordinate 1", ""))
  e <- suppressWarnings(embed_isomap(two_strips(), 1, k = 10, components = "largest"))
  place <- resolve_place(e, list(n_given = 100L, rows = seq_len(100)))
  expect_identical(unname(place), cbind(plain_matrix(e), 0))
  for (bad in list("a", x[-1, ], matrix(0, 4, 0), cbind(c(1, NA, NA, NA), c(NA, 1, 1, 1)))) {
    expect_fault(resolve_place(bad, of), "coordinates")
  }
})

test_that("unless that is said, points are drawn as they are, or by principal components", {
  x <- cbind(c(1, 2, 4), c(0, 3, 1), c(5, 1, 1))
  expect_identical(unname(place_of_points(x[, 1:2])), x[, 1:2])
  expect_identical(colnames(place_of_points(x[, 1, drop = FALSE])), c("column 1", ""))
  place <- place_of_points(x, c("a", "b", "c"))
  expect_identical(colnames(place), paste("principal component", 1:2))
  expect_equal(abs(unname(place)), abs(unname(stats::prcomp(x)$x[, 1:2])))
})

test_that("ticks of logarithmic axes are round, in sight, and powers if one is far", {
  for (ends in list(c(0.003, 2.4), c(1e-5, 3), c(0.45, 0.9), c(1e-100, 1e100))) {
    at <- log_places(ends)
    expect_true(length(at) %in% 3:9 && all(at >= ends[[1]] * 0.999 & at <= ends[[2]] * 1.001))
  }
  expect_identical(log_labels(c(0.01, 1, NA)), c("0.01", "1", "NA"))
  expect_identical(vapply(log_labels(10^c(-5, 0)), deparse, ""), c("10^-5", "10^0"))
  expect_identical(log_labels(c(2e-6, 1e-5)), c("2e-06", "1e-05"))
})
