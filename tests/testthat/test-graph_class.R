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

test_that("summary() counts points, edges, neighbors, degrees and components", {
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
  expect_equal(summary(graph)$edges, sum(as.matrix(graph) > 0) / 2)
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
  expect_match(lines, paste(sum(w > 0) / 2, "edges"), fixed = TRUE)
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
  last_line <- function(graph) {
    lines <- utils::capture.output(print(summary(graph)))
    utils::tail(grep("Made by", lines, value = TRUE, invert = TRUE), 1L)
  }
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

test_that("tidy() is a table of the edges, each once", {
  x <- plain_circle(20)
  graph <- heat_graph(x, 0.5, self_loops = TRUE)
  edges <- tidy(graph)
  expect_identical(names(edges), c("from", "to", "weight"))
  expect_equal(nrow(edges), glance(graph)$n_edges)
  expect_true(all(edges$from < edges$to) && !is.unsorted(edges$from))
  expect_identical(edges$weight, as.matrix(graph)[cbind(edges$from, edges$to)])
  rownames(x) <- letters[1:20]
  x[2, ] <- NA
  omitted <- quietly(heat_graph(x, 0.5, na_action = "omit"))
  expect_identical(unique(tidy(omitted)$from)[1:2], c("a", "c"))
  expect_identical(tidy(heat_graph(unname(x)[-2, ], 0.5, graph = "dense"))$from[1:18], rep(1L, 18))
  expect_identical(tidy(quietly(heat_graph(unname(x), 0.5, na_action = "omit")))$from[[19]],
                   as.integer(sub("b", "3", which(letters == tidy(omitted)$from[[19]]))))
  graph$weights <- structure(list(), class = "lapscale_matrix_free")
  expect_fault(tidy(graph), "x", text = "does not store")
})
