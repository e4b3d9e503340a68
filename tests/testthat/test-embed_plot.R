# What the pictures of embeddings hold.

test_that("one coordinate or two, their colors and labels", {
  e <- embed_isomap(bent_strip(60), 3, k = 10)
  value <- c(3:61, NA)
  drawn <- picture(e, c(3, 1), value)
  points <- layer_of(drawn, "points")
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(e$coordinates[, c(3, 1)]))
  expect_identical(points$colour, coloured(value, 60)$colour)
  panel <- drawn$panels[[1]]
  expect_identical(panel[c("xlab", "ylab", "asp", "title")],
                   list(xlab = "coordinate 3", ylab = "coordinate 1", asp = 1,
                        title = "Isomap of 60 points"))
  expect_identical(panel$key, coloured(value, 60)$key)
  expect_drawn(drawn)
  one <- picture(e, 2)
  expect_equal(layer_of(one, "points")$x, 1:60)
  expect_identical(one$panels[[1]][c("xlab", "ylab")], list(xlab = "row", ylab = "coordinate 2"))
  expect_identical(picture(e, 2, labels = "mine")$panels[[1]]$ylab, "mine")
  named <- picture(e, 1:2, rep(letters[1:10], 6))
  expect_identical(named$panels[[1]]$key$entries$pch[c(1, 10)], unique(layer_of(named, "points")$shape))
  expect_drawn(named)
  draw_nowhere({
    expect_fault(plot(e, columns = 4), "columns")
    expect_fault(plot(e, labels = c("u", "v")), "labels")
  })
})

test_that("coordinates in one unit are drawn so", {
  skip_on_cran()
  x <- bent_strip(60)
  for (name in names(embed_methods)) {
    asp <- picture(embed_methods[[name]](x))$panels[[1]]$asp
    alike <- name %in% c("isomap", "layout", "kpca_heat", "kpca_linear", "kpca_isomap")
    expect_identical(asp, if (alike) 1 else NA, label = name)
  }
})

test_that("pairs: a square of panels, names on its diagonal, axes outside only, one key", {
  skip_on_cran()
  e <- embed_isomap(bent_strip(60), 3, k = 10)
  class <- rep(c("b", "a", "c"), 20)
  drawn <- picture(e, 3:1, class)
  expect_true(drawn$square)
  for (i in c(1, 5, 9)) expect_identical(kinds_of(drawn, i), "text")
  expect_identical(layer_of(drawn, "text", panel = 5L)$text, "coordinate 2")
  # The second row, third column: the second of 3:1 against the third.
  points <- layer_of(drawn, "points", panel = 6L)
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(e$coordinates[, 1:2]))
  expect_identical(points$colour, coloured(class, 60)$colour)
  expect_length(base_calls(plot(e, colour = class), "C_box"), 9)
  axes <- base_calls(plot(e, colour = class, las = 2), "C_axis", "xaxt")
  expect_length(Filter(Negate(is.null), axes), 18)
  draw_nowhere({
    before <- par_settings()
    plot(e, color = class, main = "m", xlab = "u", axes = FALSE, type = "p", pch = 3)
    expect_identical(par_settings(), before)
  })
  built <- expect_drawn(drawn)
  skip_if_not_installed("ggplot2")
  expect_identical(nrow(built$layout$layout), 9L)
})

test_that("`color` is `colour`", {
  skip_on_cran()
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  class <- rep(c("b", "a"), 30)
  expect_identical(base_marks(plot(e, color = class)), base_marks(plot(e, colour = class)))
  draw_nowhere(expect_fault(plot(e, color = 1:3), "colour"))
  skip_if_not_installed("ggplot2")
  shown <- function(...) draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(e, ...), 2L))
  expect_identical(shown(color = class), shown(colour = class))
  expect_fault(ggplot2::autoplot(e, color = 1:3), "colour")
})

test_that("a scree plot: all eigenvalues, those of the coordinates filled", {
  e <- embed_isomap(bent_strip(60), "gap", k = 10)
  drawn <- picture(e, what = "scree")
  expect_identical(layer_of(drawn, "segments")$yend, e$scree)
  expect_identical(sum(layer_of(drawn, "points")$shape == 19), length(e$eigenvalues))
  at <- drawn$panels[[1]]$ticks$x$value
  expect_identical(at, round(at))
  draw_nowhere(expect_identical(withVisible(screeplot(e, main = "m", col = 2)),
                                list(value = e, visible = FALSE)))
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::layer_data(ggplot2::autoplot(e, what = "scree"), 2L)$yend, e$scree)
  expect_fault(ggplot2::autoplot(e, what = "tree"), "what")
})

test_that("a coordinate that a few points carry is warned of, and plot() can leave them aside", {
  x <- withr::with_seed(1, rbind(matrix(rnorm(400), 200), cbind(c(9, 9.1), 0)))
  # One link of little weight.
  expect_condition_of(
    embed_eigenmaps(x, 2, bandwidth = 1.9, graph = "knn", k = 5), "warning_few_points",
    "98% of the points lie within"
  )
  e <- quietly(embed_eigenmaps(x, 2, bandwidth = 1.9, graph = "knn", k = 5))
  expect_no_warning(embed_eigenmaps(x[1:200, ], 2, bandwidth = 1.9, graph = "knn", k = 5))
  # Links whose weights are hardly more than 0.
  far <- rbind(x[1:200, ], c(60, 60), c(61, 60))
  for (embed in c(embed_eigenmaps, embed_diffusion)) {
    expect_condition_of(embed(far, 2, seed = 1), "warning_few_points", "The others are in rows 20")
  }
  all <- picture(e, inside = 1)$panels[[1]]
  some <- picture(e, inside = 0.98)$panels[[1]]
  expect_lt(diff(some$xlim), diff(all$xlim) / 10)
  expect_identical(which(some$layers[[1]]$data$shape == 2), 201:202)
  expect_true(all(all$layers[[1]]$data$shape == 19))
  # Two rows are few, and so outside by default.
  expect_identical(which(picture(e)$panels[[1]]$layers[[1]]$data$shape == 2), 201:202)
  expect_fault(plot(e, inside = 1.1), "inside")
  expect_fault(plot(e, inside = 0.5), "inside")
})

test_that("the sets that independent coordinates were selected from are drawn", {
  x <- withr::with_seed(1, cbind(5.5 * stats::runif(300), stats::runif(300)))
  e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.4, coordinates = "independent"))
  panel <- picture(e, what = "candidates")$panels[[1]]
  points <- panel$layers[[1]]$data
  expect_equal(points$x, e$candidates$eigenvalues)
  expect_equal(points$y, e$candidates$independence)
  expect_identical(panel$layers[[2]]$data$text, utils::head(e$candidates$set, 3))
  leading <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.4))
  expect_fault(plot(leading, what = "candidates"), "what")
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(e, what = "candidates"), "ggplot")
})

test_that("the key of colors bears the last name of what was given", {
  e <- embed_eigenmaps(plain_circle(20), 2, bandwidth = 1)
  table <- data.frame(temp = sin(1:25))
  shown <- character()
  local_functions(list(plot_picture = function(drawn, ...) {
    shown <<- c(shown, drawn$panels[[1]]$key$title)
  }))
  plot(e, colour = table$temp[1:20])
  plot(e, colour = table[1:20, "temp"])
  plot(e, colour = table[["temp"]][1:20])
  expect_identical(shown, rep("temp", 3L))
})

test_that("`col` with a value for each row is `colour`, with a word on it", {
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  class <- factor(rep(c("b", "a"), 30))
  table <- data.frame(class = class, size = sin(1:60))
  keys <- list()
  local_functions(list(plot_picture = function(drawn, ...) {
    keys <<- c(keys, list(drawn$panels[[1]]$key))
  }))
  plot(e, colour = table$class)
  expect_message(plot(e, col = table$class), "taken as `colour`", class = "lapscale_message_col")
  expect_identical(keys[[1]], keys[[2]])
  quietly(plot(e, col = table$size))
  expect_identical(keys[[3]]$title, "size")
  quietly(plot(e, col = as.character(class)))
  expect_identical(keys[[4]]$entries$label, c("a", "b"))
  skip_if_not_installed("ggplot2")
  expect_fault(ggplot2::autoplot(e, col = class), "col", text = "Did you mean `colour`")
  for (own in list("red", 2, grDevices::hcl.colors(60), rep(c("red", "blue"), 30))) {
    expect_no_message(plot(e, col = own))
    expect_null(keys[[length(keys)]])
  }
})

test_that("lines connect the rows in the colors of the points", {
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  value <- sin(1:60)
  lines <- base_calls(plot(e, colour = value, type = "l"), "C_segments")[[1]]
  expect_equal(lines[[1]], unname(e$coordinates[-60, 1]))
  expect_equal(lines[[3]], unname(e$coordinates[-1, 1]))
  expect_identical(lines[[5]], coloured(value, 60)$colour[-60])
  points <- function(type) {
    marks <- base_marks(plot(e, type = type))
    sum(vapply(marks, function(mark) identical(mark$type, "p") && length(mark$x) == 60L, NA))
  }
  expect_identical(c(points("l"), points("b"), points("p")), c(0L, 1L, 1L))
})

test_that("torn edges are drawn in all pairs of coordinates", {
  e <- quietly(embed_layout(sample_swiss_roll(200, seed = 1), 3))
  torn <- e$settings$torn
  skip_if(!nrow(torn))
  drawn <- picture(e, edges = TRUE)
  expect_identical(nrow(layer_of(drawn, "segments", panel = 2L)), nrow(torn))
  expect_equal(layer_of(drawn, "segments", panel = 2L)$x, unname(e$coordinates)[torn[, 1], 2])
  expect_identical(kinds_of(picture(e), 2L), "points")
})

test_that("labels for all rows were meant as names", {
  e <- embed_isomap(bent_strip(40), 2, k = 10)
  draw_nowhere(expect_fault(plot(e, labels = paste0("r", 1:40)), "labels", text = "`names`"))
})

# A ring with a chord, as weights.
ring_with_chord <- function(n) {
  ring <- matrix(0, n, n)
  ring[cbind(seq_len(n), c(seq_len(n)[-1], 1))] <- 1
  ring[1, n %/% 2] <- 1
  ring + t(ring)
}

test_that("the edges of a graph that was given are drawn, and those of points are not", {
  w <- ring_with_chord(12)
  ends <- which(w > 0 & upper.tri(w), arr.ind = TRUE)
  graph <- as_heat_graph(w)
  for (e in list(embed_layout(graph), suppressWarnings(embed_eigenmaps(graph, 2)))) {
    drawn <- picture(e)
    expect_identical(kinds_of(drawn), c("segments", "points"))
    lines <- layer_of(drawn, "segments")
    xy <- unname(e$coordinates)
    expected <- cbind(xy[ends[, 1], ], xy[ends[, 2], ])
    key <- function(m) m[do.call(order, as.data.frame(m)), ]
    expect_equal(key(unname(as.matrix(lines[c("x", "y", "xend", "yend")]))), key(expected))
    expect_drawn(drawn)
    expect_identical(kinds_of(picture(e, edges = FALSE)), "points")
  }
  expect_identical(kinds_of(picture(embed_layout(bent_strip(60)))), "points")
  expect_identical(kinds_of(picture(embed_layout(heat_graph(bent_strip(60), 1)))), "points")
  expect_null(edges_to_draw(as_heat_graph(matrix(1, 70, 70))))
  expect_identical(nrow(edges_to_draw(as_heat_graph(matrix(1, 60, 60)))), 1770L)
})

test_that("the edges of a graph are those between the rows that it keeps", {
  graph <- keep_points(as_heat_graph(ring_with_chord(6)), c(1L, 2L, 4L, 5L))
  edges <- edges_to_draw(graph)
  expect_setequal(paste(edges$from, edges$to), c("1 2", "4 5"))
})

test_that("a title names the neighbors of the graph, so that graphs differ in it", {
  x <- plain_matrix(sample_moons(60, noise = 0.05, seed = 1))
  expect_match(picture(quietly(embed_eigenmaps(x, 2)))$title, "h = .*, k = ")
  expect_match(picture(quietly(embed_eigenmaps(x, 2, bandwidth = 0.5)))$title, "h = 0.5$")
  expect_identical(picture(quietly(embed_isomap(x, 2)))$title, "Isomap of 60 points")
})

test_that("a layout without torn edges says that none are drawn", {
  e <- embed_layout(iris[1:4])
  expect_identical(nrow(e$settings$torn), 0L)
  drawn <- expect_condition_of(picture(e, edges = TRUE), "message_edges", "0 edges are drawn")
  expect_identical(nrow(layer_of(drawn, "points")), 150L)
  expect_quiet(picture(e, edges = FALSE))
})

test_that("a column as `colour` that is not there leads to the table that has it", {
  e <- embed_isomap(bent_strip(60), 2, k = 8)
  draw_nowhere(for (draw in list(function(x) plot(x, colour = no_such_column),
                                 function(x) plot(x, color = no_such_column),
                                 function(x) ggplot2::autoplot(x, colour = no_such_column))) {
    expect_fault(draw(e), "colour", text = "object 'no_such_column' not found")
    expect_fault(draw(e), "colour", text = "no data argument")
  })
})
