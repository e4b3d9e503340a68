test_that("ticks of logarithmic axes are round, in sight, and powers if one is far", {
  for (ends in list(c(0.003, 2.4), c(1e-5, 3), c(0.45, 0.9), c(1e-100, 1e100))) {
    at <- log_places(ends)
    expect_true(length(at) %in% 3:9 && all(at >= ends[[1]] * 0.999 & at <= ends[[2]] * 1.001))
  }
  expect_identical(log_labels(c(0.01, 1, NA)), c("0.01", "1", "NA"))
  expect_identical(vapply(log_labels(10^c(-5, 0)), deparse, ""), c("10^-5", "10^0"))
  expect_identical(log_labels(c(2e-6, 1e-5)), c("2e-06", "1e-05"))
  expect_identical(log_labels(c(5e-4, 0.01)), c("0.0005", "0.01"))
})

test_that("the label of an axis is clear of its ticks", {
  draw_nowhere({
    graphics::plot.new()
    expect_true(fit_upright(c("0.5", "10")))
    expect_false(fit_upright("5750"))
    expect_true(fit_upright(character()))
  })
})

test_that("labels that would reach beyond their axis are left out", {
  draw_nowhere({
    graphics::plot(0:1, 0:1, xaxs = "i", yaxs = "i")
    expect_identical(ticks_within(1L, 1)$label, c("0.2", "0.4", "0.6", "0.8"))
    expect_equal(ticks_within(2L, 1)$value, c(0.2, 0.4, 0.6, 0.8))
  })
})

test_that("names of rows are no higher than their rows, and their margin holds them", {
  draw_nowhere({
    graphics::plot.new()
    panel <- new_panel(list(), 0:1, c(0.5, 40.5), "", "", "", ticks = list(
      y = data.frame(value = 1:40, label = paste("the name of a row", 1:40))
    ))
    size <- fit_row_names(panel)
    expect_lt(size * graphics::strheight("M", "inches"), graphics::par("pin")[[2]] / 43)
    width <- size * max(graphics::strwidth(panel$ticks$y$label, "inches"))
    expect_gt(graphics::par("mai")[[2]], width)
    expect_lte(graphics::par("mai")[[2]], graphics::par("fin")[[1]] / 2 + 1e-9)
    panel$ylab <- "criterion"
    expect_null(fit_row_names(panel))
  })
})
