test_that("a histogram of degrees, or the edges over coordinates; par is left alone", {
  x <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  draw_nowhere({
    settings <- par_settings()
    expect_identical(plot(graph), graph)
    expect_identical(plot(graph, x), graph)
    expect_false(withVisible(plot(graph, as.data.frame(x), main = "circle"))$visible)
    expect_no_error(plot(graph, x[, 1]))
    expect_no_error(plot(heat_graph(plain_circle(600), 0.05, "knn", k = 3), plain_circle(600)))
    expect_identical(par_settings(), settings)
  })
})

test_that("embeddings are coordinates too, of which rows that are NA are not drawn", {
  x <- two_strips()
  graph <- heat_graph(x, 0.5)
  e <- suppressWarnings(embed_isomap(x, 2, k = 10, components = "largest"))
  expect_true(anyNA(as.matrix(e)))
  draw_nowhere({
    plot(graph, as.matrix(e))
    ends <- graphics::par("usr")
    expect_identical(plot(graph, e, col = "red", cex = 2), graph)
    expect_identical(graphics::par("usr"), ends)
    expect_no_error(plot(graph, main = "own", xlab = "w", breaks = 5))
    expect_no_error(plot(graph, x, main = "own", xlab = "w", asp = NA, las = 0))
  })
})

test_that("rows left out are not drawn, but belong to the coordinates", {
  x <- rbind(plain_circle(30), NA)
  graph <- suppressWarnings(heat_graph(x, 0.5, na_action = "omit"))
  draw_nowhere(expect_no_error(plot(graph, x)))
})

test_that("graphs without edges and dense graphs can be drawn", {
  x <- plain_circle(20)
  draw_nowhere({
    expect_no_error(plot(suppressWarnings(heat_graph(x, 1e-9)), x))
    expect_no_error(plot(suppressWarnings(heat_graph(x, 1e-9))))
    expect_no_error(plot(heat_graph(x, 1, "dense"), x))
  })
})

test_that("coordinates of other points are refused, in the user's call", {
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
