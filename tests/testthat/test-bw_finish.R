# What finish_bandwidth() takes, for a curve without standard errors.
selection_of <- function(criterion, bandwidth = seq_along(criterion), values = NULL) {
  curve <- data.frame(bandwidth = bandwidth + 0, criterion = criterion, se = NA_real_)
  minima <- find_minima(criterion, values)
  choices <- choose_minima(minima, criterion)
  minima <- cbind(curve[minima$index, ], minima[names(minima) != "index"])
  rownames(minima) <- NULL
  list(
    method = "gc", curve = curve, minima = minima, choices = choices, minimum = "first",
    facts = list(n = 10L, d = 1L, n_points = 10L),
    labels = list(title = "A title", criterion = "distortion")
  )
}

test_that("the lowest stretch has its middle, wherever the curve is not known", {
  expect_identical(index_of_lowest(c(NA, 2, 1, 1, 1, NA)), 4L)
  expect_identical(index_of_lowest(c(1, 1, 2)), 1L)
})

test_that("an inner minimum is chosen in silence", {
  bw <- expect_quiet(finish_bandwidth(selection_of(c(3, 1, 2)), 0.1))
  expect_equal(as.numeric(bw), 2)
  expect_false(glance(bw)$at_edge)
})

test_that("the lowest point at an end is taken, with a warning that says which end", {
  bw <- expect_condition_of(
    finish_bandwidth(selection_of(c(3, 2, 1)), 0.1), "warning_edge", c("largest", "3", "bandwidths")
  )
  expect_equal(as.numeric(bw), 3)
  expect_true(glance(bw)$at_edge)
  bw <- expect_condition_of(
    finish_bandwidth(selection_of(c(1, 2, 3)), 0.1), "warning_edge", "smallest"
  )
  expect_equal(as.numeric(bw), 1)
})

test_that("a choice in a valley that is open to the smallest bandwidth is said to be there", {
  curve <- data.frame(bandwidth = c(1, 2, 3), criterion = c(1, 2, 3))
  warn_at <- function(...) warn_edge(2, curve, "distortion", "lowest", ...)
  expect_condition_of(warn_at(is_smallest = TRUE), "warning_edge", "smallest bandwidth of the grid, 1")
  expect_condition_of(warn_at(), "warning_edge", "largest bandwidth of the grid, 3")
})

test_that("a flat curve is settled in its middle, with a warning", {
  bw <- expect_condition_of(
    finish_bandwidth(selection_of(c(1, 1, 1, 1, 1)), 0.1), "warning_no_minimum", "flat"
  )
  expect_equal(as.numeric(bw), 3)
  expect_identical(nrow(bw_minima(bw)), 1L)
  # A flat bottom that reaches an end: the middle of the bottom, not the end.
  bw <- suppressWarnings(finish_bandwidth(selection_of(c(5, 4, 1, 1, 1)), 0.1))
  expect_equal(as.numeric(bw), 4)
})

test_that("without a real descent the lowest point is taken, with a warning that says why", {
  noisy <- rbind(c(1, 0.99, 1), c(1, 1.01, 1), c(1, 0.995, 1))
  bw <- expect_condition_of(
    finish_bandwidth(selection_of(colMeans(noisy), values = noisy), 0.1), "warning_no_minimum",
    "3 standard errors"
  )
  expect_equal(as.numeric(bw), 2)
})

test_that("minimum = \"global\" is understood", {
  selected <- selection_of(c(3, 2, 2.5, 1, 4))
  selected$minimum <- "global"
  expect_equal(as.numeric(finish_bandwidth(selected, 0.1)), 4)
  selected$minimum <- "first"
  expect_equal(as.numeric(finish_bandwidth(selected, 0.1)), 2)
})

test_that("selectors without a curve print, summarize and say that there is no curve to draw", {
  skip_on_cran()
  x <- selector_points(40)
  for (name in names(selectors_without_grid)) {
    bw <- selectors_without_grid[[name]](x)
    expect_identical(nrow(curve_of(bw)), 1L)
    expect_true(is.na(curve_of(bw)$criterion))
    expect_identical(glance(bw)$n_minima, 0L)
    expect_false(glance(bw)$at_edge)
    expect_identical(nrow(bw_minima(bw)), 0L)
    expect_match(utils::capture.output(print(bw))[[1]], name)
    expect_gt(length(utils::capture.output(print(summary(bw)))), 0)
    expect_message(draw_nowhere(plot(bw)), class = "lapscale_message_no_curve")
    expect_fault(update(bw, minimum = "first"), "minimum", "no_minimum")
    if (requireNamespace("ggplot2", quietly = TRUE)) {
      picture <- expect_condition_of(ggplot2::autoplot(bw), "message_no_curve", name)
      expect_s3_class(picture, "ggplot")
    }
  }
})
