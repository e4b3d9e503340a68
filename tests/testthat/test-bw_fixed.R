test_that("selectors without a curve print, summarise and say that there is no curve to draw", {
  skip_on_cran()
  x <- selector_points(40)
  for (name in names(selectors_without_grid)) {
    bw <- selectors_without_grid[[name]](x)
    expect_identical(nrow(curve_of(bw)), 1L)
    expect_true(is.na(curve_of(bw)$criterion))
    expect_identical(glance(bw)$n_minima, 0L)
    expect_false(glance(bw)$at_edge)
    expect_identical(nrow(local_minima(bw)), 0L)
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
