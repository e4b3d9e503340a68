test_that("plots draw, leave par() alone and return the fit", {
  skip_on_cran()
  p <- three_clusters()
  draw_nowhere({
    before <- par_settings()
    fits <- list(
      ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1), ssl_harmonic(p$x, p$y, bandwidth = 1),
      ssl_eigenmaps(p$x, p$y, bandwidth = 1, seed = 1), ssl_auto(p$x, p$y, bandwidth = 1),
      ssl_laprls(p$x, p$y, lambda_manifold = NULL, bandwidth = 1),
      ssl_harmonic(p$x[, 1, drop = FALSE], p$x[, 2], bandwidth = 1)
    )
    for (fit in fits) {
      expect_identical(withVisible(plot(fit)), list(value = fit, visible = FALSE))
      if (!is.null(fit$path)) plot(fit, "path")
      plot(fit, coordinates = p$x)
    }
    expect_identical(par_settings(), before)
  })
  for (fit in fits) {
    expect_rendered(picture(fit, p$x))
    if (!is.null(fit$path)) expect_rendered(picture_path(fit))
  }
})

test_that("classes by colour, probabilities by strength, labels by rings", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  drawn <- picture(fit, p$x)
  points <- layer_of(drawn, "points")
  levels <- fit$labels$levels
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(p$x))
  expect_identical(points$value, as.character(fitted(fit)))
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$label, levels)
  expect_identical(points$colour, key$colour[match(points$value, levels)])
  prob <- answer(fit$scores, fit, "prob")
  expect_identical(points$strength, 0.25 + 0.75 * apply(prob, 1, max))
  rings <- layer_of(drawn, "points", 2L)
  expect_identical(unname(as.matrix(rings[c("x", "y")])), unname(p$x[fit$labels$rows, ]))
  expect_identical(unique(rings$shape), 1)
  skip_if_not_installed("ggplot2")
  # The same where the key gives the colours.
  shown <- draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(fit, coordinates = p$x)))
  expect_identical(shown$colour, points$colour)
  expect_equal(shown$alpha, points$strength)
})

test_that("numbers by rank, and embeddings without rows that are NA", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, replace(p$x[, 1], 4:30, NA), bandwidth = 1)
  e <- embed_kpca(p$x, 2, kernel = "linear")
  e$coordinates[2, ] <- NA
  drawn <- picture(fit, e)
  points <- layer_of(drawn, "points")
  expect_identical(points$value, fit$scores[, 1])
  # Darker is less.
  rank <- match(points$colour, grDevices::hcl.colors(100L, "viridis"))
  expect_false(is.unsorted(rank[order(points$value)]))
  expect_identical(drawn$panels[[1]][c("xlab", "ylab")],
                   list(xlab = "coordinate 1", ylab = "coordinate 2"))
  expect_identical(nrow(drawn$panels[[1]]$key$entries), 5L)
  expect_rendered(drawn)
  skip_if_not_installed("ggplot2")
  shown <- expect_no_warning(
    draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(fit, coordinates = e)))
  )
  near <- abs(grDevices::col2rgb(shown$colour) - grDevices::col2rgb(points$colour))
  expect_lte(max(near), 25)
})

test_that("without a word of the user the points are drawn, their axes named, labels counted", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  words <- base_texts(plot(fit))
  expect_true(all(c("column 1", "column 2", "ringed: 6 labels") %in% words))
  points <- layer_of(picture(fit), "points")
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(p$x))
  # Principal components in place of more than two columns.
  more <- cbind(p$x, rep(1:3, 12))
  panel <- picture(ssl_iterated(more, p$y, bandwidth = 1))$panels[[1]]
  expect_identical(panel[c("xlab", "ylab")],
                   list(xlab = "principal component 1", ylab = "principal component 2"))
})

test_that("rings stand around their points and hide none", {
  p <- three_clusters()
  drawn <- picture(ssl_iterated(p$x, p$y, bandwidth = 1))
  points <- layer_of(drawn, "points")
  rings <- layer_of(drawn, "points", 2L)
  expect_identical(unique(rings$shape), 1)
  expect_gte(min(rings$size), 1.5 * max(points$size))
})

test_that("plots take what the user asks in place of their own", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  words <- base_texts(
    plot(fit, "path", main = "title", xlab = "penalty", ylab = "", ylim = c(1e-3, 1))
  )
  expect_true(all(c("title", "penalty") %in% words))
  expect_false(picture_path(fit)$panels[[1]]$ylab %in% words)
  calls <- base_calls(plot(fit, "fit", main = "title", col = "red", pch = 3, cex = 2))
  points <- Filter(function(call) call[[2]] == "p", base_calls_of(calls, "C_plotXY"))
  # Points and rings; the user's colours have no key.
  expect_length(points, 2)
  expect_identical(unique(points[[1]][[5]]), "red")
  expect_identical(unique(points[[1]][[3]]), 3)
  draw_nowhere({
    plot(fit, coordinates = p$x, col = "red", xlim = c(0, 1), asp = NA)
    expect_equal(graphics::par("usr")[1:2], c(-0.04, 1.04))
    expect_error(plot(fit, "fit", col = "no such colour"))
    expect_false(graphics::par("new"))
    auto <- ssl_auto(p$x, p$y, bandwidth = 1)
    expect_identical(plot(auto, "path", main = quote(mu), col = 1:3), auto)
  })
  expect_identical(picture_path(fit, c("red", "blue"))$panels[[1]]$key$entries$colour,
                   c("red", "blue"))
})

test_that("keys find room in the panel, beside the points", {
  skip_on_cran()
  p <- three_clusters()
  y <- factor(paste("a class with a long name", rep(1:7, length.out = 36)))
  many <- ssl_harmonic(p$x, replace(y, 15:16, NA), bandwidth = 1)
  draw_nowhere({
    graphics::par(mfrow = c(2L, 3L))
    graphics::plot.new()
    key <- fitted_key(picture(many)$panels[[1]]$key)
    expect_lte(key$width, 0.5)
    expect_lt(key$legend$cex, legend_size)
    plot(many, coordinates = p$x)
    expect_lt((max(p$x[, 1]) - graphics::par("usr")[[1]]) / diff(graphics::par("usr")[1:2]),
              1 - key$width + 0.05)
  })
  # More classes than there are colours are named.
  eight <- factor(rep(letters[1:8], length.out = 36))
  named <- picture(ssl_harmonic(p$x, replace(eight, 15:16, NA), bandwidth = 1))
  expect_null(named$panels[[1]]$key)
  expect_identical(layer_of(named, "text")$text, letters[1:8])
  expect_rendered(named)
  constant <- ssl_harmonic(p$x, replace(rep(NA, 36), 1:3, 2), bandwidth = 1)
  shown <- number_colours(constant)
  expect_identical(shown$key$entries$label, "2")
  expect_identical(unique(shown$colour), shown$key$entries$colour)
  expect_rendered(picture(constant))
})

test_that("what cannot be drawn is refused by name", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  draw_nowhere({
    expect_fault(plot(fit, "path"), "what", text = "chose no parameter")
    expect_fault(plot(fit, coordinates = p$x[-1, ]), "coordinates", text = "36 rows")
  })
  skip_if_not_installed("ggplot2")
  expect_fault(ggplot2::autoplot(fit, "path"), "what", text = "chose no parameter")
  expect_fault(ggplot2::autoplot(fit, "curve"), "what")
  expect_fault(ggplot2::autoplot(fit, coordinates = p$x[-1, ]), "coordinates", text = "36 rows")
  expect_fault(ggplot2::autoplot(fit, colour = 1), "colour")
})
