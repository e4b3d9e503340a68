test_that("the weights come out dense and sparse, with the names of the rows", {
  x <- ellipsoid_points(20)
  rownames(x) <- letters[1:20]
  for (type in c("radius", "dense")) {
    graph <- heat_graph(x, 0.6, type)
    dense <- as.matrix(graph)
    sparse <- methods::as(graph, "CsparseMatrix")
    expect_s4_class(sparse, "dgCMatrix")
    expect_equal(as.matrix(sparse), dense)
    expect_identical(dimnames(dense), list(letters[1:20], letters[1:20]))
    expect_identical(dim(graph), c(20L, 20L))
  }
  expect_null(dimnames(as.matrix(heat_graph(unname(x), 0.6))))
})

test_that("as() knows the sparse classes by their names", {
  x <- ellipsoid_points(20)
  rownames(x) <- letters[1:20]
  for (type in c("radius", "dense")) {
    graph <- heat_graph(x, 0.6, type)
    expected <- methods::as(graph, "CsparseMatrix")
    for (class in c("sparseMatrix", "dgCMatrix")) {
      expect_identical(methods::as(graph, class), expected, info = class)
    }
  }
})

test_that("other S4 classes of Matrix can be had from the sparse one", {
  graph <- heat_graph(ellipsoid_points(20), 0.6)
  symmetric <- methods::as(methods::as(graph, "CsparseMatrix"), "symmetricMatrix")
  expect_equal(as.matrix(symmetric), as.matrix(graph))
})

test_that("as.matrix() of a large graph is refused before it is made", {
  skip_on_cran()
  graph <- heat_graph(ellipsoid_points(300), 0.05)
  withr::local_options(lapscale.memory = 1e-5)
  expect_fault(as.matrix(graph), "x", class = "memory")
})

test_that("summary() counts points, edges, neighbours, degrees and components", {
  x <- rbind(ellipsoid_points(15), ellipsoid_points(10, seed = 2) + 100)
  for (self_loops in c(TRUE, FALSE)) {
    for (type in c("radius", "dense")) {
      graph <- heat_graph(x, 0.6, type, self_loops = self_loops)
      w <- as.matrix(graph)
      facts <- summary(graph)
      neighbors <- rowSums(w > 0) - diag(w)
      expect_identical(facts$n, 25L)
      expect_equal(facts$edges, sum(neighbors) / 2)
      expect_equal(facts$neighbors, stats::fivenum(neighbors))
      expect_equal(facts$degree, stats::fivenum(rowSums(w)))
      expect_identical(facts$components, sort(tabulate(factor(oracle_components(w))), TRUE))
    }
  }
})

test_that("an edge whose weight is zero in double precision is no edge", {
  x <- rbind(ellipsoid_points(20), 1e6)
  graph <- heat_graph(x, 1, "knn", k = 3)
  expect_equal(summary(graph)$neighbors[[1]], 0)
  expect_equal(summary(graph)$edges, (sum(as.matrix(graph) > 0) - 21) / 2)
})

test_that("graphs print what they are", {
  x <- plain_circle(40)
  holes <- rbind(x, NA)
  two <- rbind(x[1:20, ], x[21:40, ] + 10)
  expect_snapshot(transform = hide_numbers, {
    print(heat_graph(x, 0.5))
    print(heat_graph(x, bw_gc, seed = 1, self_loops = FALSE))
    print(heat_graph(x, 0.5, k = 3))
    print(heat_graph(x, 0.5, "knn", k = 3, symmetry = "mutual"))
    print(heat_graph(x, 0.5, "knn", k = 3, cutoff = 2))
    print(heat_graph(x, 0.5, "dense"))
    print(heat_graph(x, local_scale = 4))
    print(heat_graph(two, 0.5))
    print(suppressWarnings(heat_graph(holes, 0.5, na_action = "omit")))
    print(as_heat_graph(exp(-as.matrix(dist(x)))))
    print(summary(heat_graph(x, 0.5)))
  })
})

test_that("print() returns its object in silence", {
  graph <- heat_graph(plain_circle(30), 0.5)
  expect_identical(print_quietly(graph), graph)
  expect_false(withVisible(print_quietly(graph))$visible)
  expect_false(withVisible(print_quietly(summary(graph)))$visible)
})

test_that("the numbers that print are those of the graph", {
  graph <- heat_graph(plain_circle(40), 0.5)
  w <- as.matrix(graph)
  lines <- paste(utils::capture.output(print(graph)), collapse = " ")
  expect_match(lines, "40 points", fixed = TRUE)
  expect_match(lines, paste((sum(w > 0) - 40) / 2, "edges"), fixed = TRUE)
  expect_match(lines, "bandwidth 0.5", fixed = TRUE)
  expect_match(lines, "1 component", fixed = TRUE)
})

test_that("many components print as their number and the first few", {
  expect_match(shorten(c(1200, 5, 4, 3, 2, 1, 1)), "^1,200, 5, 4, 3, 2, 1, \\.\\.\\.$")
  expect_identical(shorten(3:1), "3, 2, 1")
  expect_identical(count(1, "edge"), "1 edge")
  expect_identical(count(1234567, "edge"), "1,234,567 edges")
})

test_that("a graph is stored and read with all it is", {
  graph <- heat_graph(plain_circle(60), 0.5)
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(graph, file)
  expect_identical(readRDS(file), graph)
})

test_that("what is no graph is refused by the functions that want one", {
  skip_on_cran()
  for (bad in list(NULL, 1, diag(3), dist(1:3), "a", graph_laplacian(heat_graph(1:5, 1)))) {
    expect_fault(graph_laplacian(bad), "graph", text = "heat_graph()")
    expect_fault(graph_components(bad), "graph")
  }
})

test_that("summary() says how many components there are, not only how large", {
  last_line <- function(graph) utils::tail(utils::capture.output(print(summary(graph))), 1L)
  x <- scale(datasets::swiss)
  expect_identical(last_line(heat_graph(x, 2)), "1 component")
  expect_identical(last_line(heat_graph(rbind(x, x[1:5, ] + 100), 2)),
                   "2 components: 47, 5 points")
})

test_that("weights are scaled by a degree per row", {
  graph <- heat_graph(normal_points(20, 3), 1)
  one <- new_runtime(1, FALSE)
  expect_error(cpp_scaled_entries(graph$weights, 1, 0.5, one), "`degree` is 1, not 20")
  expect_error(cpp_scaled_matrix(diag(3), 1, 0.5, one), "`matrix` is 3, not 1")
})

test_that("head() and tail() are rows of the sparse weights", {
  for (type in c("radius", "dense")) {
    graph <- heat_graph(iris[1:4], 0.5, type)
    weights <- as(graph, "CsparseMatrix")
    expect_identical(head(graph, 2), weights[1:2, ])
    expect_identical(unname(as.matrix(tail(graph, 2))), unname(as.matrix(weights[149:150, ])))
  }
})

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
