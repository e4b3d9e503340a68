one_panel <- function(...) {
  new_panel(list(points_layer(1:4, 1:4, 1:4, value = 1:4, free = TRUE)), c(1, 4), c(1, 4), "title",
            "x", "y", ...)
}

show <- function(panel, ...) plot_picture(new_picture(list(panel)), list(...))

# The limits of the frame, and what is written in the margins.
limits_of <- function(code) unname(utils::tail(base_calls(code, "C_plot_window"), 1)[[1]][1:2])
words_of <- function(code) unlist(lapply(base_calls(code, "C_title"), `[`, 1:4))

test_that("every class is drawn by both devices, which refuse what is no argument", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(120, seed = 1))
  graph <- heat_graph(x, 3)
  e <- embed_isomap(x, 2, k = 8)
  objects <- quietly(list(
    bw_gc(x, d = 1, seed = 1), bw_select(x, c("gc", "median"), seed = 1),
    cluster_spectral(x, 2, seed = 1), dim_mle(x), metric_distortion(x, 3), e, graph,
    metric_riemannian(e, graph, d = 2),
    embed_eigenmaps(rbind(x, x + 1e3), 2, bandwidth = 3, components = "each"),
    bw_report(3, x), sample_circle(20, seed = 1), graph_spectrum(graph_laplacian(graph), 4),
    ssl_harmonic(x, replace(factor(rep(c("a", "b"), 60)), 11:120, NA), bandwidth = 3)
  ))
  for (object in objects) {
    draw_nowhere({
      before <- par_settings()
      expect_identical(withVisible(plot(object, main = "m", cex.axis = 0.8)),
                       list(value = object, visible = FALSE))
      graphics::par(xlog = FALSE)
      expect_identical(par_settings(), before)
      expect_fault(plot(object, colr = 1), "colr", text = "Did you mean `col")
      expect_fault(plot(object, nonsense = 1), "nonsense")
    })
    skip_if_not_installed("ggplot2")
    expect_fault(ggplot2::autoplot(object, colr = 1), "colr")
    expect_fault(ggplot2::autoplot(object, main = "m"), "main")
    draw_nowhere(expect_no_warning(print(ggplot2::autoplot(object))))
  }
  draw_nowhere(expect_fault(plot(e, 1:120), text = "without a name"))
})

test_that("the user's parameters replace those of free layers, and hide their key", {
  panel <- one_panel(key = new_key("a", "red", pch = 19))
  marks <- base_marks(show(panel, colour = NULL, col = c("red", "blue"), pch = 3, lwd = 2))[[2]]
  expect_identical(marks[c("col", "pch", "lwd")],
                   list(col = rep(c("red", "blue"), 2), pch = rep(3, 4), lwd = rep(2, 4)))
  settled <- one_panel(settled = TRUE)
  expect_identical(base_marks(show(settled, col = "red"))[[2]]$col, 1:4)
  fixed <- one_panel()
  fixed$layers[[1]]$free <- FALSE
  expect_identical(base_marks(show(fixed, col = "red"))[[2]]$col, 1:4)
})

test_that("words, axes and frame are the user's; a failure leaves par(new) alone", {
  expect_true(all(c("mine", "across", "below") %in%
                    words_of(show(one_panel(), main = "mine", xlab = "across", sub = "below"))))
  expect_false("title" %in% words_of(show(one_panel(), ann = FALSE)))
  drawn <- function(name, ...) length(base_calls(show(one_panel(), ...), name))
  expect_identical(c(drawn("C_axis"), drawn("C_box")), c(2L, 1L))
  expect_identical(c(drawn("C_axis", axes = FALSE), drawn("C_box", axes = FALSE)), c(0L, 0L))
  draw_nowhere({
    graphics::plot.new()
    for (bad in list(list(col = "no such colour"), list(xlim = "a"), list(col = mean))) {
      expect_fault(do.call(show, c(list(one_panel()), bad)), class = "picture")
      expect_false(graphics::par("new"))
    }
  })
})

test_that("limits leave room for keys, unless the user has others", {
  expect_equal(limits_of(show(one_panel())), list(c(1, 4), c(1, 4)))
  beside <- limits_of(show(one_panel(key = new_key("a", "red", pch = 19))))
  expect_true(beside[[1]][[2]] > 4 && beside[[2]][[2]] == 4)
  labels <- paste("a rather long name", 1:6)
  above <- one_panel(key = new_key(labels, "red", pch = c(19, NA), lty = 1, place = "above"))
  expect_gt(limits_of(show(above))[[2]][[2]], 4)
  expect_identical(limits_of(show(above, ylim = c(0, 5)))[[2]], c(0, 5))
})

test_that("logarithms that the user asks for begin at what is positive", {
  low <- one_panel()
  low$layers <- c(low$layers, list(band_layer(1:4, rep(0, 4), 2:5)))
  low$ylim <- c(0, 5)
  expect_equal(limits_of(show(low, log = "y"))[[2]], c(1, 5))
  expect_true(all(base_calls(show(low, log = "y"), "C_polygon")[[1]][[2]] > 0))
})

test_that("axes name their ticks; long numbers lie along theirs", {
  # The last of them: plot() has drawn the other one.
  last <- function(panel, ...) utils::tail(base_calls(show(panel, ...), "C_axis"), 1)[[1]]
  named <- one_panel(ticks = list(x = data.frame(value = c(1, 4), label = c("a", "b"))))
  expect_identical(last(named)[2:3], list(c(1, 4), c("a", "b")))
  expect_null(last(named, xaxt = "n")[[3]])
  expect_identical(last(one_panel(log = "x"))[[2]], c(1, 1.5, 2, 2.5, 3, 3.5, 4))
  long <- one_panel()
  long$ylim <- c(0, 50000)
  las <- function(...) utils::tail(base_calls(show(...), "C_axis", "las"), 1)[[1]]
  expect_identical(c(las(one_panel()), las(long), las(long, las = 2)), c(1, 0, 2))
})

test_that("panels stand side by side unless there is a layout, and leave the same room", {
  panels <- list(one_panel(key = new_key("a", "red", lty = 1, place = "above")), one_panel())
  windows <- base_calls(plot_picture(new_picture(panels)), "C_plot_window")
  upwards <- unique(Filter(function(ends) ends[[2]] > 1, lapply(windows, `[[`, 2L)))
  expect_length(upwards, 1)
  draw_nowhere({
    plot_picture(new_picture(panels))
    expect_identical(graphics::par("mfrow"), c(1L, 1L))
    graphics::par(mfrow = c(2, 2), mar = c(3, 3, 1, 1))
    plot_picture(new_picture(panels))
    expect_identical(graphics::par("mfg"), c(1L, 2L, 2L, 2L))
    expect_equal(graphics::par("mar"), c(3, 3, 1, 1))
  })
})

test_that("a symbol for each point is that of the key if points of an entry share it", {
  panel <- one_panel(key = new_key(c("a", "b"), c("red", "blue"), pch = 19))
  panel$layers[[1]]$main <- TRUE
  panel$layers[[1]]$data$value <- c("a", "a", "b", "b")
  of_key <- function(pch) with_settings(panel, list(pch = pch))$key$entries$pch
  expect_identical(of_key(3), c(3, 3))
  expect_identical(of_key(c(3, 3, 4, 4)), c(3, 4))
  expect_identical(of_key(c(3, 5, 4, 4)), c(19, 4))
  draw_nowhere(show(panel, pch = c(3, 5, 4, 4)))
})

test_that("`colour` of a plot that has no values to color must be colors", {
  draw_nowhere({
    expect_fault(graphical_settings(list(colour = state.region)), "colour")
    expect_fault(graphical_settings(list(color = c(1.5, 2))), "color")
    expect_identical(graphical_settings(list(colour = c("red", NA))), list(col = c("red", NA)))
    expect_identical(graphical_settings(list(colour = 2)), list(col = 2))
  })
})

test_that("labels of cells of a matrix do not reach into the next cell", {
  e <- embed_kpca(iris[1:4], 3)
  axes <- Filter(function(axis) !is.null(axis[[2L]]), base_calls(plot(e), "C_axis"))
  expect_length(axes, 6L)
})

test_that("the key of a matrix of panels has the symbols of its points", {
  e <- embed_kpca(iris[1:4], 3)
  keys <- base_marks(plot(e, colour = iris$Species, pch = c(1, 2, 3)[iris$Species]))
  expect_equal(keys[[length(keys)]]$pch, c(1, 2, 3))
})

test_that("the label of a horizontal axis is no longer than its panel with the margins", {
  label_size <- function(label) {
    draw_nowhere({
      graphics::par(mfrow = c(1, 2))
      graphics::plot.new()
      size <- fitted_size(label, "xlab")
      width <- graphics::strwidth(label, "inches", cex = size)
      expect_lt(width, graphics::par("pin")[[1]] + 2 * min(graphics::par("mai")[c(2, 4)]))
      size
    })
  }
  expect_identical(label_size("share"), 1)
  expect_lt(label_size(strrep("a long label ", 8)), 0.9)
})

test_that("the title of a matrix of panels is no longer than the device", {
  e <- embed_kpca(iris[1:4], 3)
  size_of <- function(main) base_calls(plot(e, main = main), "C_mtext")[[1]][[8]]
  expect_identical(size_of("short"), 1.2)
  expect_lt(size_of(strrep("a long title ", 12)), 0.8)
})

test_that("labels and titles may be expressions, on panels and on matrices of them", {
  label <- bquote(alpha[.(1)])
  labels <- list(xlab = label, ylab = label, main = label, sub = label)
  draw_nowhere(do.call(show, c(list(one_panel()), labels), quote = TRUE))
  drawn <- base_calls(show(one_panel(), xlab = label), "C_title")
  expect_true(any(vapply(drawn, function(call) identical(call[[3]], label), NA)))
  e <- embed_kpca(iris[1:4], 3)
  draw_nowhere(expect_silent(plot(e, main = label)))
  draw_nowhere(expect_silent(plot(e, columns = 1:2, xlab = label)))
})

test_that("the label of a horizontal axis is near it, unless the user has it farther away", {
  line_of <- function(lines) {
    calls <- base_calls({
      graphics::par(mgp = c(lines, 1, 0))
      show(one_panel())
    }, "C_title")
    calls[[length(calls)]][[5]]
  }
  expect_identical(vapply(c(3, 2, 4.5), line_of, 0), c(2.4, 2, 4.5))
})
