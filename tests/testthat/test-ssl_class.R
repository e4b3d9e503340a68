test_that("fitted() has the levels of y", {
  p <- three_clusters()
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 1)
    expect_identical(unname(fitted(fit)), p$truth, info = name)
    expect_s3_class(fit, "lapscale_ssl")
  }
  for (name in names(ssl_numeric)) {
    fit <- ssl_numeric[[name]](p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 1)
    expect_type(fitted(fit), "double")
    expect_type(predict(fit, p$x[1:3, ]), "double")
    expect_identical(predict(fit, type = "score"), fitted(fit))
    expect_fault(predict(fit, type = "prob"), "type")
  }
})

test_that("ordered classes stay ordered", {
  p <- three_clusters()
  sizes <- c("birch", "ash", "cedar")
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, factor(p$y, sizes, ordered = TRUE), bandwidth = 1)
    expect_identical(unname(fitted(fit)), factor(p$truth, sizes, ordered = TRUE), info = name)
    expect_true(is.ordered(predict(fit, p$x[1:2, ])), info = name)
  }
})

test_that("an unused level is kept, never predicted, without probability", {
  p <- two_arcs()
  y <- factor(p$y, c("down", "never", "up"))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, y, bandwidth = 0.3)
    expect_identical(levels(fitted(fit)), levels(y))
    expect_false(any(fitted(fit) == "never"))
    expect_true(all(predict(fit, type = "prob")[, "never"] == 0))
  }
})

test_that("tidy, glance and augment are data frames of the promised shape", {
  p <- three_clusters()
  d <- data.frame(p$x, row.names = paste0("p", 1:36))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](d, p$y, bandwidth = 1)
    expect_named(tidy(fit), c("parameter", "value", "chosen"))
    expect_identical(tidy(fit)$parameter[1:2], c("bandwidth", "alpha"))
    one <- glance(fit)
    expect_identical(one[c("n", "n_labelled", "n_classes")],
                     data.frame(n = 36L, n_labelled = 6L, n_classes = 3L))
    expect_identical(nrow(one), 1L)
    more <- augment(fit, d)
    expect_named(more, c("X1", "X2", ".fitted", paste0(".prob_", levels(p$truth))))
    expect_identical(rownames(more), rownames(d))
    expect_equal(rowSums(more[4:6]), rep(1, 36), ignore_attr = TRUE)
  }
  expect_fault(augment(fit, d[-1, ]), "data")
  expect_fault(tidy(fit, "curve"), "what")
  expect_identical(tidy(ssl_harmonic(d, p$y, bandwidth = 1), "path"), data.frame())
})

test_that("plots draw, leave par() alone and return the fit", {
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
      plot(fit, coordinates = p$x)
    }
    expect_identical(par_settings(), before)
    expect_fault(plot(fits[[2]], "path"), "what", text = "chose no parameter")
    expect_fault(plot(fits[[2]], coordinates = p$x[-1, ]), "coordinates")
  })
})

test_that("plots take what the user asks in place of their own", {
  p <- three_clusters()
  draw_nowhere({
    fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
    expect_no_error(plot(fit, main = "title", xlab = "penalty", ylab = "", ylim = c(1e-3, 1)))
    expect_no_error(plot(fit, "fit", main = "title", col = "red", pch = 3, cex = 2))
    expect_no_error(plot(fit, coordinates = p$x, col = "red", xlim = c(0, 1), asp = NA))
    expect_equal(graphics::par("usr")[1:2], c(-0.04, 1.04))
    expect_no_error(plot(ssl_auto(p$x, p$y, bandwidth = 1), main = quote(mu), col = 1:3))
    expect_error(plot(fit, "fit", col = "no such colour"))
    expect_false(graphics::par("new"))
  })
})

test_that("keys find room in the panel, beside the points", {
  p <- three_clusters()
  y <- factor(paste("class", 1:36))
  many <- ssl_harmonic(p$x, replace(y, 5:6, NA), bandwidth = 1)
  times <- ssl_diffusion(p$x, p$y, t = c(1 / 3, 1, 2, 5, 10, 15, 20), bandwidth = 1)
  draw_nowhere({
    graphics::par(mfrow = c(2L, 3L))
    graphics::plot.new()
    key <- measured_legend(colour_key(many), 0.5)
    expect_lte(key$width, 0.5)
    expect_lt(key$legend$cex, legend_size)
    plot(many, coordinates = p$x)
    expect_lt((max(p$x[, 1]) - graphics::par("usr")[[1]]) / diff(graphics::par("usr")[1:2]),
              1 - key$width + 0.05)
    graphics::plot.new()
    key <- family_key(path_panels(times)[[1]], rainbow(7))
    expect_lt(key$width, 1)
    expect_lt(key$legend$ncol, 7)
    expect_identical(trimws(key$legend$legend[1:2]), c("t = 0.333", "t = 1"))
  })
  numbers <- ssl_harmonic(p$x, p$x[, 1], bandwidth = 1)
  expect_identical(length(colour_key(numbers)$legend), 5L)
  constant <- ssl_harmonic(p$x, replace(rep(NA, 36), 1:3, 2), bandwidth = 1)
  expect_identical(colour_key(constant)$legend, "2")
  expect_identical(length(unique(point_colours(constant))), 1L)
})

test_that("the picture of a path names all that was chosen, on an axis that shows it", {
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  expect_match(describe_choice_of(fit$path[chosen_row(fit), ]), "^m = [12], mu = ")
  fit$path$squared_error <- 10^seq(-3, 2, length.out = nrow(fit$path))
  expect_true(criterion_axis(fit)$log)
  fit$path$squared_error[] <- 0
  expect_false(criterion_axis(fit)$log)
  expect_identical(criterion_axis(fit)$range, c(0, 1))
  panels <- path_panels(ssl_auto(p$x, p$y, bandwidth = 1))
  expect_identical(vapply(panels, `[[`, "", "label"), c(eigenmaps = "n_eigen", iterated = "mu"))
  expect_identical(sum(lengths(lapply(panels, `[[`, "best"))), 1L)
})

test_that("augment() keeps the class of the data", {
  skip_if_not_installed("tibble")
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  d <- tibble::as_tibble(data.frame(a = p$x[, 1]))
  expect_s3_class(augment(fit, d), "tbl_df")
  expect_identical(names(augment(fit, d)), c("a", names(augment(fit))))
})

test_that("what is missing is named", {
  p <- two_arcs()
  expect_fault(ssl_auto(p$x), "y", text = "missing")
  expect_fault(ssl_laprls(p$x, p$y, bandwidth = 0.3, lambda_ambient = 0, lambda_manifold = NULL),
               "lambda_manifold")
  expect_fault(ssl_harmonic(p$x, p$y, bandwidth = 0.3, graph = "dense", k = 5), "k",
               text = "graph = \"dense\"")
})
