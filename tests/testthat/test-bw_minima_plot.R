test_that("minima are drawn at their bandwidths, with their depths as bars", {
  bw <- bw_gc(iris[1:4], seed = 1)
  minima <- bw_minima(bw)
  drawn <- picture(minima)
  points <- layer_of(drawn, "points")
  expect_identical(points$x, minima$bandwidth)
  expect_identical(points$y, minima$criterion)
  expect_identical(which(points$colour == choice_colour), which(minima$chosen))
  bars <- layer_of(drawn, "segments")
  expect_equal(bars$yend - bars$y, pmin(minima$depth_left, minima$depth_right))
  expect_drawn(drawn)
  expect_invisible(draw_nowhere(plot(minima, main = "mine")))
  expect_fault(picture(minima["bandwidth"]), "x")
  # Of a maximum the curve descends.
  maxima <- layer_of(picture(bw_minima(bw_kernel_sum(iris[1:4]))), "segments")
  expect_true(all(maxima$yend <= maxima$y))
})

test_that("minima of several selectors have a row each", {
  minima <- bw_minima(quietly(bw_select(iris[1:4], c("gc", "rec"), seed = 1)))
  drawn <- picture(minima)
  points <- layer_of(drawn, "points")
  expect_identical(points$x, minima$bandwidth)
  expect_identical(points$y, ifelse(minima$method == "gc", 2L, 1L))
  expect_identical(drawn$panels[[1]]$log, "x")
  expect_drawn(drawn)
})

test_that("a part of a table of maxima is drawn as the whole is", {
  maxima <- bw_minima(bw_kernel_sum(iris[1:4]))
  whole <- picture(maxima)$panels[[1]]
  columns <- c("bandwidth", "criterion", "depth_left", "depth_right", "chosen")
  for (part in list(subset(maxima, select = columns), maxima[columns], maxima[, columns],
                    subset(maxima, chosen, columns), utils::head(maxima, 1))) {
    panel <- picture(part)$panels[[1]]
    expect_identical(panel[c("title", "ylab")], whole[c("title", "ylab")])
    bars <- panel$layers[[1]]$data
    expect_true(all(bars$yend <= bars$y))
  }
  expect_identical(maxima[1, "bandwidth"], maxima$bandwidth[[1]])
  expect_identical(dim(maxima[0, ]), c(0L, ncol(maxima)))
})
