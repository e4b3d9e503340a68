built_plot <- function(picture) draw_nowhere(ggplot2::ggplot_build(picture))

test_that("autoplot() shows classes by colour, probabilities by strength, labels by rings", {
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  picture <- ggplot2::autoplot(fit, coordinates = p$x)
  expect_identical(levels(picture$data$value), fit$labels$levels)
  expect_identical(which(picture$data$labelled), as.integer(fit$labels$rows))
  built <- built_plot(picture)
  expect_identical(unname(as.matrix(built$data[[1]][c("x", "y")])), unname(p$x))
  base <- grDevices::col2rgb(point_colours(fit), alpha = TRUE)
  expect_equal(built$data[[1]]$alpha, base[4, ] / 255, tolerance = 0.01)
  expect_identical(grDevices::col2rgb(built$data[[1]]$colour), base[1:3, ])
  expect_identical(nrow(built$data[[2]]), 6L)
  # Without coordinates and with it chosen by what: the path.
  expect_true("chosen" %in% names(ggplot2::autoplot(fit)$data))
  expect_identical(dim(ggplot2::autoplot(fit, "fit")$data), dim(picture$data))
})

test_that("autoplot() shows numbers by value, and embeddings without rows that are NA", {
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, replace(p$x[, 1], 4:30, NA), bandwidth = 1)
  e <- embed_kpca(p$x, 2, kernel = "linear")
  e$coordinates[2, ] <- NA
  picture <- ggplot2::autoplot(fit, coordinates = e)
  expect_equal(picture$data$value, fit$scores[-2, 1])
  expect_identical(picture$labels[c("x", "y")], list(x = "coordinate 1", y = "coordinate 2"))
  expect_no_warning(built_plot(picture))
  expect_no_error(draw_nowhere(plot(fit, coordinates = e)))
})

test_that("autoplot() of a path has a line per power, its band, and the choice", {
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  picture <- ggplot2::autoplot(fit, "path")
  lines <- picture$data
  expect_identical(nrow(lines), nrow(fit$path))
  expect_identical(unique(lines$family), c("m = 1", "m = 2"))
  expect_equal(lines$high - lines$y, fit$path$se)
  expect_true(all(lines$low >= 0))
  expect_identical(which(lines$chosen), chosen_row(fit))
  expect_no_warning(built_plot(picture))
})

test_that("autoplot() of an automatic choice has a facet per family of candidates", {
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_auto(p$x, p$y, bandwidth = 1)
  picture <- ggplot2::autoplot(fit, "path")
  expect_identical(levels(picture$data$panel),
                   c("Laplacian eigenmaps, n_eigen", "Iterated Laplacian, log10 mu"))
  expect_identical(nrow(picture$data), nrow(fit$path))
  expect_identical(sum(picture$data$chosen), 1L)
  built <- built_plot(picture)
  expect_identical(nrow(built$layout$layout), 2L)
  expect_false(anyNA(built$data[[2]]$colour))
  expect_false("grey50" %in% built$data[[2]]$colour)
})

test_that("autoplot() refuses what it cannot draw, by name", {
  skip_if_not_installed("ggplot2")
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  expect_fault(ggplot2::autoplot(fit, "path"), "what", text = "chose no parameter")
  expect_fault(ggplot2::autoplot(fit, "curve"), "what")
  expect_fault(ggplot2::autoplot(fit, coordinates = p$x[-1, ]), "coordinates", text = "36 rows")
  expect_fault(ggplot2::autoplot(fit, colour = 1), "colour")
})
