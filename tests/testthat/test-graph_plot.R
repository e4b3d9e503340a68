test_that("a histogram of degrees, or the edges over coordinates; par is left alone", {
  x <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  draw_nowhere({
    settings <- par_settings()
    expect_identical(plot(graph), graph)
    expect_identical(plot(graph, x), graph)
    expect_false(withVisible(plot(graph, as.data.frame(x), main = "circle"))$visible)
    expect_identical(par_settings(), settings)
  })
  bars <- layer_of(picture_degrees(graph, list(breaks = 5)), "bars")
  counted <- hist(Matrix::rowSums(as(graph, "CsparseMatrix")), breaks = 5, plot = FALSE)
  expect_identical(bars$height, counted$counts)
  expect_identical(bars$left, utils::head(counted$breaks, -1))
})

test_that("the picture holds points and edges, these as dark as they are heavy", {
  skip_on_cran()
  x <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  drawn <- picture(graph, resolve_place(x, graph))
  points <- layer_of(drawn, "points")
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(x))
  edges <- layer_of(drawn, "segments")
  heavy <- heaviest_edges(graph, 20000)
  expect_identical(edges$xend, x[heavy$j, 1])
  expect_identical(edges$colour, grDevices::grey(0.9 - 0.7 * heavy$x))
  expect_identical(drawn$panels[[1]]$asp, 1)
  expect_rendered(drawn)
  # One column is a line; many points are small.
  expect_identical(unique(layer_of(picture(graph, resolve_place(x[, 1], graph)), "points")$y), 0)
  many <- heat_graph(plain_circle(600), 0.05, "knn", k = 3)
  expect_identical(layer_of(picture(many, plain_circle(600)), "points")$size[[1]], 0.3)
})

test_that("embeddings are coordinates too, of which rows that are NA are not drawn", {
  x <- two_strips()
  graph <- heat_graph(x, 0.5)
  e <- suppressWarnings(embed_isomap(x, 2, k = 10, components = "largest"))
  expect_true(anyNA(as.matrix(e)))
  drawn <- picture(graph, resolve_place(e, graph))
  expect_identical(layer_of(drawn, "points")$x, unname(as.matrix(e)[, 1]))
  expect_identical(drawn$panels[[1]]$xlim, range(as.matrix(e)[, 1], na.rm = TRUE))
  expect_identical(drawn$panels[[1]]$xlab, "coordinate 1")
  calls <- base_calls(plot(graph, e, col = "red", cex = 2, main = "own", xlab = "w", asp = NA))
  points <- base_calls_of(calls, "C_plotXY")[[2]]
  expect_identical(unique(points[[5]]), "red")
  expect_identical(unique(points[[7]]), 2)
  expect_identical(base_calls_of(calls, "C_plot_window")[[1]][[4]], NA)
})

test_that("rows left out are not drawn, but belong to the coordinates", {
  x <- rbind(plain_circle(30), NA)
  graph <- suppressWarnings(heat_graph(x, 0.5, na_action = "omit"))
  expect_identical(nrow(layer_of(picture(graph, resolve_place(x, graph)), "points")), 30L)
})

test_that("graphs without edges and dense graphs can be drawn", {
  skip_on_cran()
  x <- plain_circle(20)
  none <- suppressWarnings(heat_graph(x, 1e-9))
  expect_identical(nrow(layer_of(picture(none, x), "segments")), 0L)
  expect_rendered(picture(none, x))
  expect_identical(sum(layer_of(picture_degrees(none), "bars")$height), 20L)
  draw_nowhere({
    expect_identical(plot(none, x), none)
    expect_identical(plot(none), none)
  })
  dense <- heat_graph(x, 1, "dense")
  expect_identical(nrow(layer_of(picture(dense, x), "segments")), 190L)
})

test_that("coordinates of other points are refused, in the user's call", {
  skip_on_cran()
  x <- plain_circle(20)
  graph <- heat_graph(x, 0.5)
  draw_nowhere({
    expect_fault(plot(graph, x[1:5, ]), "coordinates", text = "20 rows")
    expect_fault(plot(graph, embed_isomap(x[1:12, ], 2)), "coordinates", text = "20 rows")
    error <- expect_fault(plot(graph, "a"), "coordinates")
    expect_false(is.null(error$call))
  })
})

test_that("the heaviest edges are kept, the heaviest drawn last", {
  graph <- heat_graph(plain_circle(50), 0.5)
  edges <- heaviest_edges(graph, 30)
  w <- as.matrix(graph)
  upper <- sort(w[upper.tri(w)], decreasing = TRUE)
  expect_equal(rev(edges$x), (upper / upper[[1]])[1:30])
  expect_true(all(edges$i < edges$j))
  expect_equal(w[cbind(edges$i, edges$j)] / max(upper), edges$x)
})
