test_that("a line per power with its band, and the choice", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  drawn <- picture_path(fit)
  panel <- drawn$panels[[1]]
  path <- fit$path[order(fit$path$m, fit$path$mu), ]
  line <- layer_of(drawn, "line")
  expect_identical(line[c("x", "y", "group")],
                   data.frame(x = path$mu, y = path$squared_error, group = as.integer(path$m)))
  expect_identical(line$value, paste("m =", path$m))
  band <- layer_of(drawn, "band")
  expect_equal(band$high - line$y, path$se)
  expect_true(all(band$low >= 0 & band$low <= line$y))
  choice <- fit$path[chosen_row(fit), ]
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y")],
                   data.frame(x = choice$mu, y = choice$squared_error))
  expect_identical(panel$note, note_above(describe_choice_of(choice), choice$mu))
  expect_match(panel$note$text, "^m = [12], mu = ")
  expect_identical(panel$key$entries$label, c("m = 1", "m = 2"))
  expect_identical(panel$ylab, "squared error of leave-one-out")
})

test_that("times are named in three digits, in as few rows as there is room for", {
  skip_on_cran()
  p <- three_clusters()
  times <- ssl_diffusion(p$x, p$y, t = c(1 / 3, 1, 2, 5, 10, 15, 20), bandwidth = 1)
  key <- picture_path(times)$panels[[1]]$key
  expect_identical(key$entries$label[1:2], c("t = 0.333", "t = 1"))
  draw_nowhere({
    graphics::par(mfrow = c(2L, 3L))
    graphics::plot.new()
    fitted <- fitted_key(key)
    expect_lt(fitted$legend$ncol, 7)
    expect_lte(fitted$height, 0.6)
  })
})

test_that("the axis is logarithmic where the criterion varies much", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  fit$path$squared_error <- 10^seq(-3, 2, length.out = nrow(fit$path))
  expect_true(criterion_axis(fit)$log)
  expect_equal(criterion_axis(fit)$range,
               range(layer_of(picture_path(fit), "band")[c("low", "high")]))
  drawn <- picture_path(fit)
  expect_identical(drawn$panels[[1]]$log, "xy")
  expect_gt(min(layer_of(drawn, "band")$low), 0)
  expect_rendered(drawn)
  fit$path$squared_error[] <- fit$path$se[] <- 0
  expect_false(criterion_axis(fit)$log)
  expect_identical(criterion_axis(fit)$range, c(0, 1))
})

test_that("an automatic choice has a panel per family of candidates, with one vertical axis", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_auto(p$x, p$y, bandwidth = 1)
  drawn <- picture_path(fit)
  column <- function(name) vapply(unname(drawn$panels), `[[`, "", name)
  expect_identical(column("xlab"), c("n_eigen", "mu"))
  expect_identical(column("title"), c("Laplacian eigenmaps", "Iterated Laplacian"))
  expect_identical(drawn$panels[[1]]$ylim, drawn$panels[[2]]$ylim)
  points <- lapply(1:2, function(panel) layer_of(drawn, "line", panel = panel))
  expect_identical(nrow(points[[1]]) + nrow(points[[2]]), nrow(fit$path))
  # The choice is in one of them, and its error a rule in both.
  chosen <- !vapply(drawn$panels, function(panel) is.null(panel$note), NA)
  expect_identical(sum(chosen), 1L)
  for (panel in drawn$panels) expect_identical(rules_of(panel, "y"), criterion_axis(fit)$chosen)
  windows <- base_calls_of(base_calls(plot(fit, "path")), "C_plot_window")
  upwards <- lapply(Filter(function(window) grepl("y", window[[3]]) || window[[2]][[1]] != 0,
                           windows), `[[`, 2L)
  expect_lte(length(unique(upwards)), 1L)
})

test_that("autoplot() has a facet for each panel, logarithms drawn as such", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_auto(p$x, p$y, bandwidth = 1)
  drawn <- picture_path(fit)
  shown <- ggplot2::autoplot(fit, "path")
  built <- draw_nowhere(ggplot2::ggplot_build(shown))
  strips <- built$layout$layout$panel
  chosen <- fit$path[chosen_row(fit), ]
  expect_identical(levels(strips),
                   c("Laplacian eigenmaps\nn_eigen",
                     paste0("Iterated Laplacian\n", describe_choice_of(chosen), "\nlog10 mu")))
  lines <- vapply(shown$layers, function(layer) class(layer$geom)[[1]] == "GeomLine", NA)
  for (number in 1:2) {
    found <- do.call(rbind, lapply(built$data[lines], function(data) {
      data[data$PANEL == number, c("x", "y", "colour")]
    }))
    data <- layer_of(drawn, "line", panel = number)
    across <- if (number == 2) log10(data$x) else data$x
    y <- if (criterion_axis(fit)$log) log10(data$y) else data$y
    expect_equal(sorted(in_order(found$x, found$y, found$colour)), in_order(across, y, data$colour))
  }
})

test_that("lines of more numbers than there are colours have shades of one scale, in order", {
  skip_on_cran()
  expect_identical(family_colours(3L), unname(class_palette)[1:3])
  shades <- family_colours(9L)
  expect_length(unique(shades), 9)
  expect_false(is.unsorted(seen_colours(shades)[, 1]))
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:9, bandwidth = 1)
  expect_identical(picture_path(fit)$panels[[1]]$key$entries$colour, shades)
  expect_rendered(picture_path(fit))
})

test_that("the panel has room for the band", {
  few <- replace(iris$Species, -c(1:5, 51:55, 101:105), NA)
  drawn <- picture_path(ssl_eigenmaps(iris[1:4], few, bandwidth = 0.6, seed = 1))
  band <- layer_of(drawn, "band")
  expect_identical(drawn$panels[[1]]$ylim, c(0, max(band$high)))
  expect_gt(max(band$high), max(layer_of(drawn, "line")$y))
})
