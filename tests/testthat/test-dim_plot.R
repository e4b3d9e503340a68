test_that("autoplot() shows order, standard errors and where the dimension was read", {
  skip_if_not_installed("ggplot2")
  x <- selector_points()
  all_four <- dim_estimate(x, bandwidth = 0.5, seed = 1)
  picture <- ggplot2::autoplot(all_four)
  expect_identical(levels(picture$data$scale), as.data.frame(all_four)$method)
  bars <- draw_nowhere(ggplot2::ggplot_build(picture))$data[[4]]
  known <- as.data.frame(all_four)
  known <- known[!is.na(known$se), ]
  expect_equal(bars$ymax - bars$ymin, 4 * known$se)
  read <- ggplot2::autoplot(dim_eigengap(x, bandwidth = 0.5, seed = 1))
  expect_equal(draw_nowhere(ggplot2::ggplot_build(read))$data[[4]]$xintercept, log10(0.5))
})
