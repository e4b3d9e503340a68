set_of_rules <- function() {
  select_bandwidth(rule_points(), c("gc", "rec", "kernel_sum", "median"), d = 1, seed = 1)
}

test_that("tables carry the method", {
  set <- set_of_rules()
  curves <- as.data.frame(set)
  expect_identical(names(curves), c("method", "bandwidth", "criterion", "se"))
  expect_identical(unique(curves$method), names(set))
  expect_identical(tidy(set), curves)
  rec <- curves[curves$method == "rec", -1]
  expect_equal(rec$criterion, curve_of(set$rec)$criterion)
  rows <- glance(set)
  expect_identical(rows$method, names(set))
  expect_identical(rows$bandwidth, unname(vapply(set, as.numeric, 0)))
  nearest <- median(oracle_neighbor_distances(rule_points(), 1))
  expect_equal(rows$in_neighbors, rows$bandwidth / nearest)
})

test_that("a part of a set is a set", {
  set <- set_of_rules()
  expect_s3_class(set[c("rec", "median")], "lapscale_bandwidths")
  expect_identical(glance(set[2])$in_neighbors, glance(set)$in_neighbors[2])
})

test_that("print is a table with a line per rule", {
  set <- set_of_rules()
  lines <- utils::capture.output(result <- withVisible(print(set)))
  expect_false(result$visible)
  expect_length(lines, 6)
  for (name in names(set)) expect_true(any(grepl(name, lines)))
  expect_gt(length(utils::capture.output(print(summary(set)))), 10)
})

test_that("plots draw, and leave the settings of the device alone", {
  set <- set_of_rules()
  draw_nowhere({
    graphics::plot(1, log = "x")
    before <- par_settings()
    expect_identical(withVisible(plot(set))$visible, FALSE)
    plot(set["median"])
    expect_identical(par_settings(), before)
  })
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(set), "ggplot")
  draw_nowhere(print(ggplot2::autoplot(set["median"])))
})

test_that("curves share a unit axis: each from its lowest to its highest value", {
  curves <- unit_curves(set_of_rules())
  expect_null(curves$median)
  for (curve in curves[c("gc", "rec", "kernel_sum")]) expect_equal(range(curve$level), c(0, 1))
  expect_equal(curves$kernel_sum$at, 1, tolerance = 1e-6)
  expect_equal(curves$rec$at, 0, tolerance = 1e-6)
})
