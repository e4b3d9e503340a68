# What the two devices make of fixed numbers.

curves <- function() {
  h <- c(0.1, 0.2, 0.5, 1, 2)
  y <- c(1, 0.6, 0.3, 0.4, 0.9)
  key <- new_key(c("curve", "choice"), c("grey20", "firebrick"), pch = c(NA, 19), lty = c(1, NA),
                 lwd = 2, place = "above")
  new_picture(list(new_panel(
    list(
      interval_layer(0.4, 0.8), band_layer(h, y - 0.1, y + 0.1),
      line_layer(h, y, width = 2, value = "curve"), rule_layer(0.5),
      points_layer(0.5, 0.3, choice_colour, value = "choice")
    ),
    range(h), c(0, 1.1), "A curve and its choice", "bandwidth h", "criterion", "x",
    note = choice_note(0.5), key = key
  )))
}

points <- function() {
  angle <- seq(0, 2 * pi, length.out = 21)[-1]
  new_picture(list(new_panel(
    list(
      segments_layer(0, 0, cos(angle[[1]]), sin(angle[[1]])),
      points_layer(cos(angle), sin(angle), scale_colours(angle), strength = rep(c(0.5, 1), 10),
                   value = angle, free = TRUE),
      outlines_layer(0.2 * cos(angle), 0.2 * sin(angle), 1, "firebrick")
    ),
    c(-1, 1), c(-1, 1), "Points and their key", "coordinate 1", "coordinate 2", asp = 1,
    key = number_key(angle, title = "angle")
  )))
}

test_that("base graphics draw as they did", {
  skip_if_not_installed("vdiffr")
  vdiffr::expect_doppelganger("curves in base graphics", function() plot_picture(curves()))
  vdiffr::expect_doppelganger("points in base graphics", function() plot_picture(points()))
})

test_that("ggplot2 draws as it did", {
  skip_if_not_installed("vdiffr")
  skip_if_not_installed("ggplot2")
  # Later versions place keys otherwise.
  skip_if(utils::packageVersion("ggplot2") >= "3.5.0")
  vdiffr::expect_doppelganger("curves in ggplot2", ggplot_picture(curves()))
  vdiffr::expect_doppelganger("points in ggplot2", ggplot_picture(points()))
})
