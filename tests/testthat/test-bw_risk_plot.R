test_that("a risk curve: its band, the oracle, and what is marked", {
  skip_on_cran()
  case <- lepski_case()
  risk <- bw_risk(case$x, d = 1, f = case$x[, 1], laplacian = -case$x[, 1] / (2 * pi), seed = 1)
  known <- as.data.frame(risk)[is.finite(risk$risk), ]
  marks <- c(mine = 0.3, other = 0.5)
  drawn <- picture(risk, marks, col = c("black", "white"))
  expect_identical(kinds_of(drawn), c("band", "line", "rule", "points"))
  expect_equal(layer_of(drawn, "band")$high, known$risk + 2 * ifelse(is.na(known$se), 0, known$se))
  expect_gt(min(layer_of(drawn, "band")$low), 0)
  expect_identical(layer_of(drawn, "rule")$position, unname(marks))
  points <- layer_of(drawn, "points")
  expect_identical(points$y[[1]], min(known$risk))
  # On the curve, where the rules cross it.
  at <- stats::approx(log(known$bandwidth), log(known$risk), log(marks))$y
  expect_equal(log(points$y[-1]), at)
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$colour, c("black", choice_colour, second_colour))
  expect_identical(points$value, key$label)
  expect_match(key$label[[2]], "^mine, h = 0.3, ratio ")
  expect_drawn(drawn)
  draw_nowhere(expect_invisible(plot(risk, select_case(case), mark = marks, xlim = c(0.1, 1))))
  skip_if_not_installed("ggplot2")
  both <- ggplot2::autoplot(risk, select_case(case), mark = marks)
  expect_identical(sub(", ratio.*", "", both$scales$get_scales("colour")$limits[3:4]),
                   c("mine, h = 0.3", "other, h = 0.5"))
  expect_fault(ggplot2::autoplot(risk, marks = 1), "marks", text = "`mark`")
})
