# The 5 nearest of 40 points, themselves not among them.
nearest_of <- function(x, k) {
  d <- sqrt(sq_distances_of(x))
  diag(d) <- Inf
  index <- t(apply(d, 1, order))[, seq_len(k)]
  list(index = index, distance = matrix(d[cbind(rep(seq_len(nrow(x)), k), c(index))], ncol = k))
}

with_self <- function(near) {
  n <- nrow(near$index)
  list(index = cbind(seq_len(n), near$index), distance = cbind(0, near$distance))
}

as_lists <- function(m) lapply(seq_len(nrow(m)), function(i) m[i, ])

test_that("the shapes of ten packages give one graph: that of the nearest neighbors", {
  skip_on_cran()
  x <- ellipsoid_points(40)
  near <- nearest_of(x, 5)
  own <- with_self(near)
  shapes <- list(
    FNN = list(nn.index = near$index, nn.dist = near$distance),
    RANN = list(nn.idx = own$index, nn.dists = own$distance),
    nabor = list(nn.idx = own$index, nn.dists = own$distance),
    dbscan_kNN = structure(
      list(dist = near$distance, id = near$index, k = 5, sort = TRUE), class = c("kNN", "NN")
    ),
    dbscan_frNN = structure(
      list(dist = as_lists(near$distance), id = as_lists(near$index), eps = 1, sort = TRUE),
      class = c("frNN", "NN")
    ),
    RcppHNSW = list(idx = own$index, dist = own$distance),
    rnndescent = list(idx = own$index, dist = own$distance),
    uwot = list(idx = own$index, dist = own$distance),
    BiocNeighbors = list(index = near$index, distance = near$distance),
    BiocNeighbors_range = list(index = as_lists(near$index), distance = as_lists(near$distance)),
    Rnanoflann = list(indices = own$index, distances = own$distance)
  )
  expected <- as.matrix(heat_graph(x, 0.5, "knn", k = 5, self_loops = TRUE))
  for (name in names(shapes)) {
    graph <- as_heat_graph(shapes[[name]], bandwidth = 0.5)
    expect_equal(as.matrix(graph), expected, tolerance = 1e-12, info = name)
    expect_identical(graph$bandwidth, 0.5)
    expect_true(graph$self_loops)
  }
  without <- as_heat_graph(shapes$FNN, 0.5, self_loops = FALSE)
  expect_equal(as.matrix(without), expected - diag(40))
})

test_that("FNN, RANN and dbscan as installed", {
  skip_if_not_installed("FNN")
  skip_if_not_installed("RANN")
  skip_if_not_installed("dbscan")
  x <- ellipsoid_points(100)
  expected <- as.matrix(heat_graph(x, 0.5, "knn", k = 6, self_loops = TRUE))
  expect_equal(as.matrix(as_heat_graph(FNN::get.knn(x, 6), 0.5)), expected, tolerance = 1e-10)
  expect_equal(as.matrix(as_heat_graph(RANN::nn2(x, k = 7), 0.5)), expected, tolerance = 1e-10)
  expect_equal(as.matrix(as_heat_graph(dbscan::kNN(x, 6), 0.5)), expected, tolerance = 1e-10)
  ball <- as_heat_graph(dbscan::frNN(x, eps = 0.75), 0.5)
  expect_equal(as.matrix(ball), as.matrix(heat_graph(x, 0.5, cutoff = 1.5, self_loops = TRUE)),
               tolerance = 1e-10)
  # A search within a radius finds fewer than asked for: refused, not read as a point.
  expect_fault(
    as_heat_graph(RANN::nn2(x, k = 50, searchtype = "radius", radius = 0.1), 0.5), "x",
    text = "missing neighbors"
  )
})

test_that("a dist is all pairs", {
  x <- ellipsoid_points(15)
  graph <- as_heat_graph(dist(x), 0.7)
  expect_equal(as.matrix(graph), oracle_weights(x, 0.7, self_loops = TRUE))
  expect_equal(as.matrix(as_heat_graph(dist(x), 0.7, self_loops = FALSE)),
               oracle_weights(x, 0.7))
})

test_that("weights are taken as they are, the diagonal included", {
  w <- oracle_weights(ellipsoid_points(12), 0.8, self_loops = TRUE)
  for (given in list(w, Matrix::Matrix(w), Matrix::Matrix(w, sparse = TRUE),
                     methods::as(Matrix::Matrix(w, sparse = TRUE), "TsparseMatrix"))) {
    graph <- as_heat_graph(given)
    expect_equal(as.matrix(graph), w)
    expect_true(is.na(graph$bandwidth))
    expect_true(graph$self_loops)
    expect_identical(as_heat_graph(given, 0.8)$bandwidth, 0.8)
  }
  diag(w) <- 0
  expect_false(as_heat_graph(w)$self_loops)
  expect_false(as_heat_graph(Matrix::Matrix(w, sparse = TRUE))$self_loops)
  counts <- matrix(c(0L, 2L, 2L, 0L), 2)
  expect_equal(as.matrix(as_heat_graph(counts)), counts + 0)
  expect_equal(as.matrix(as_heat_graph(counts > 0)), (counts > 0) + 0)
})

test_that("distances become weights; distances of zero between points are edges of weight 1", {
  x <- ellipsoid_points(10)
  x[2, ] <- x[1, ]
  d <- unname(as.matrix(dist(x)))
  expected <- oracle_weights(x, 0.7, self_loops = TRUE)
  pairs <- which(row(d) != col(d), arr.ind = TRUE)
  upper <- pairs[pairs[, 1] < pairs[, 2], ]
  stored <- function(at, ...) {
    Matrix::sparseMatrix(i = at[, 1], j = at[, 2], x = d[at], dims = c(10, 10), ...)
  }
  given <- list(
    matrix = d, dense = Matrix::Matrix(d, sparse = FALSE), sparse = stored(pairs),
    symmetric = stored(upper, symmetric = TRUE), triplets = stored(pairs, repr = "T")
  )
  for (name in names(given)) {
    graph <- as_heat_graph(given[[name]], 0.7, values = "distances")
    expect_equal(as.matrix(graph), expected, info = name, tolerance = 1e-12)
  }
  near <- as_heat_graph(given$sparse, 0.7, values = "distances", self_loops = FALSE)
  expect_equal(as.matrix(near), expected - diag(10), tolerance = 1e-12)
})

test_that("only stored distances are edges in a sparse matrix", {
  m <- Matrix::sparseMatrix(i = c(1, 2), j = c(2, 3), x = c(1, 2), dims = c(4, 4), symmetric = TRUE)
  w <- as.matrix(as_heat_graph(m, 1, values = "distances"))
  expect_equal(w[1, ], c(1, exp(-1), 0, 0))
  expect_equal(w[4, ], c(0, 0, 0, 1))
})

test_that("an edge stored at one end only, with distance zero, is one of both", {
  m <- Matrix::sparseMatrix(i = c(1, 2, 3), j = c(2, 3, 2), x = c(0, 1, 1), dims = c(3, 3))
  found <- as.matrix(as_heat_graph(m, 1, values = "distances"))
  expect_equal(found, rbind(c(1, 1, 0), c(1, 1, exp(-1)), c(0, exp(-1), 1)))
})

test_that("distances have a zero diagonal, whatever holds them", {
  d <- as.matrix(dist(ellipsoid_points(5)))
  diag(d)[[3]] <- 5
  for (given in list(unname(d), Matrix::Matrix(d), Matrix::Matrix(d, sparse = TRUE))) {
    expect_fault(as_heat_graph(given, 1, values = "distances"), "x", text = "3, 3")
  }
})

test_that("matrices that are no graph are refused with the first entry", {
  skip_on_cran()
  d <- unname(as.matrix(dist(ellipsoid_points(4))))
  for (wrap in list(identity, Matrix::Matrix)) {
    for (values in c("weights", "distances")) {
      read <- function(m) as_heat_graph(wrap(m), 1, values = values)
      expect_fault(read(d[1:3, ]), "x", text = "square")
      expect_fault(read(replace(d, 3, -1)), "x", text = "entry 3, 1 is -1")
      expect_fault(read(replace(d, 3, NA)), "x", text = "entry 3, 1")
      expect_fault(read(replace(d, 3, 9)), "x", text = "symmetric")
      rounded <- replace(d, 3, d[[3]] * (1 + 1e-13))
      expect_condition_of(read(rounded), "message_symmetrised")
    }
  }
  expect_fault(as_heat_graph(matrix("a", 2, 2)), "x")
  expect_fault(as_heat_graph(matrix(0, 3, 3), 1, values = "distances"), "x", class = "no_scale")
})

test_that("weights whose sum no double holds are refused", {
  skip_on_cran()
  for (w in list(matrix(1e308, 4, 4), kronecker(diag(3), 1e308 * (1 - diag(2))))) {
    for (given in list(w, Matrix::Matrix(w, sparse = TRUE))) {
      expect_fault(as_heat_graph(given), "x", text = "rescale it")
    }
    graph <- as_heat_graph(w / 100)
    expect_output(print(graph), "weights were given")
    expect_true(all(is.finite(quietly(graph_spectrum(graph_laplacian(graph), 2))$values)))
  }
})

test_that("points are no distances", {
  expect_fault(as_heat_graph(ellipsoid_points(5), 1), "x", text = "square")
  expect_fault(as_heat_graph(data.frame(a = 1:3), 1), "x")
  expect_fault(as_heat_graph(heat_graph(ellipsoid_points(5), 1)), "x")
})

test_that("zeros on the diagonal and a bandwidth: what the matrix holds must be said", {
  skip_on_cran()
  d <- as.matrix(dist(ellipsoid_points(6))) * 3
  for (given in list(d, d / 100, Matrix::Matrix(d), Matrix::Matrix(d, sparse = TRUE))) {
    expect_fault(as_heat_graph(given, 0.2), "values",
                 text = c("values = \"distances\"", "`values = \"weights\"`"))
    # Said, or not to be mistaken.
    expect_quiet(as_heat_graph(given, 0.2, values = "weights"))
    expect_quiet(as_heat_graph(given, 2, values = "distances"))
    expect_quiet(as_heat_graph(given))
    diag(given)[[1]] <- 1
    expect_quiet(as_heat_graph(given, 0.2))
  }
})

test_that("lists of distances need a bandwidth, a number; all of them tell it", {
  skip_on_cran()
  d <- dist(ellipsoid_points(5))
  m <- as.matrix(d)
  near <- nearest_of(ellipsoid_points(8), 2)
  for (bandwidth in list(-1, "a", NA)) {
    expect_fault(as_heat_graph(d, bandwidth), "bandwidth")
    expect_fault(as_heat_graph(m, bandwidth, values = "distances"), "bandwidth")
    expect_fault(as_heat_graph(Matrix::Matrix(m), bandwidth, values = "distances"), "bandwidth")
  }
  for (bandwidth in list(NULL, bw_gc, -1, "a", NA)) {
    expect_fault(as_heat_graph(near, bandwidth), "bandwidth")
  }
  x <- ellipsoid_points(60)
  chosen <- quietly(as_heat_graph(dist(x)))
  expect_equal(chosen$bandwidth, as.numeric(quietly(bw_gc(x))))
  unnamed <- unname(as.matrix(dist(x)))
  expect_identical(timeless(quietly(as_heat_graph(unnamed, values = "distances"))), timeless(chosen))
  expect_fault(as_heat_graph(m, -1), "bandwidth")
  expect_fault(as_heat_graph(m, values = "times"), "values")
  expect_fault(as_heat_graph(m, 1, bandwith = 2), "bandwith")
  expect_fault(as_heat_graph(near, 1, self_loops = NA), "self_loops")
})

test_that("errors are raised in the user's call", {
  d <- dist(ellipsoid_points(4))
  calls <- list(
    quote(as_heat_graph(replace(d, 3, -1), 1)),
    quote(as_heat_graph(matrix(0, 3, 3), 1, "distances")),
    quote(as_heat_graph(as.matrix(d), 1, "distances", self_loops = NA))
  )
  for (call in calls) {
    error <- tryCatch(eval(call), error = identity)
    expect_identical(as.character(error$call[[1]]), "as_heat_graph")
  }
})

test_that("names are those of rows, lists and labels", {
  x <- ellipsoid_points(6)
  rownames(x) <- letters[1:6]
  d <- as.matrix(dist(x))
  near <- nearest_of(x, 2)
  named <- near
  rownames(named$index) <- letters[1:6]
  lists <- list(id = stats::setNames(as_lists(near$index), letters[1:6]),
                dist = as_lists(near$distance))
  graphs <- list(
    as_heat_graph(dist(x), 1), as_heat_graph(d, 1, values = "distances"), as_heat_graph(exp(-d^2)),
    as_heat_graph(Matrix::Matrix(exp(-d^2))), as_heat_graph(named, 1), as_heat_graph(lists, 1)
  )
  for (graph in graphs) expect_identical(rownames(as.matrix(graph)), letters[1:6])
})

test_that("messages of as_heat_graph()", {
  d <- unname(as.matrix(dist(1:4)))
  expect_snapshot(messages_of(
    as_heat_graph(NULL),
    as_heat_graph(d[1:3, ]),
    as_heat_graph(replace(d, 3, -1)),
    as_heat_graph(replace(d, 3, 5)),
    as_heat_graph(d, values = "distances"),
    as_heat_graph(list(idx = matrix(0, 2, 1), dist = matrix(1, 2, 1)), 1),
    as_heat_graph(list(idx = matrix(3, 2, 1), dist = matrix(1, 2, 1)), 1),
    as_heat_graph(list(idx = matrix(1, 2, 1), dist = matrix(-1, 2, 1)), 1),
    as_heat_graph(list(idx = matrix(2:1), dist = matrix(1:2)), 1)
  ))
})

test_that("square matrices: what is wrong is told with the first entry", {
  expect_fault(as_heat_graph(matrix(0, 2, 3)), "x", text = "2 x 3")
  expect_fault(as_heat_graph(matrix(0, 1, 1)), "x", text = "1 x 1")
  sparse_of <- function(m) as_dgCMatrix(Matrix::Matrix(m, sparse = TRUE))
  m <- matrix(c(0, 1, 2, 1, 0, 3, 2, 3, 0), 3)
  expect_equal(unname(as.matrix(as_heat_graph(sparse_of(m)))), m)
  expect_fault(as_heat_graph(sparse_of(replace(m, 2, -1))), "x", text = "entry 2, 1 is -1")
  expect_fault(as_heat_graph(sparse_of(replace(m, 6, NA))), "x", text = "entry 3, 2 is NA")
  expect_fault(as_heat_graph(sparse_of(replace(m, 4, 9))), "x", text = "symmetric")
})

test_that("differences of rounding are averaged, with a message; larger ones show in the error", {
  m <- matrix(c(0, 1, 1 + 1e-13, 0), 2)
  symmetric <- expect_condition_of(
    as_heat_graph(as_dgCMatrix(Matrix::Matrix(m, sparse = TRUE))), "message_symmetrised", "`x`"
  )
  expect_identical(as.matrix(symmetric), t(as.matrix(symmetric)))
  m[1, 2] <- 1 + 1e-9
  error <- expect_fault(as_heat_graph(as_dgCMatrix(Matrix::Matrix(m, sparse = TRUE))), "x")
  # The two numbers in the message must differ, or the reader does not see what is wrong.
  expect_match(text_of(error), "are 1 and 1.000000001.", fixed = TRUE)
})

test_that("a plain matrix becomes a sparse one entry by entry", {
  m <- matrix(c(0, 1, NA, 0, -2, 0, 3, 0, Inf), 3)
  expect_identical(unname(as.matrix(as_sparse(m))), m)
  expect_s4_class(as_sparse(m > 0 & !is.na(m)), "dgCMatrix")
  expect_identical(as_sparse(diag(4))@x, rep(1, 4))
})

test_that("igraph: there and back, weights and distances", {
  skip_if_not_installed("igraph")
  x <- ellipsoid_points(30)
  rownames(x) <- paste0("p", 1:30)
  for (self_loops in c(TRUE, FALSE)) {
    graph <- heat_graph(x, 0.5, self_loops = self_loops)
    there <- as_igraph(graph)
    expect_false(any(igraph::is.loop(there)))
    back <- as_heat_graph(there)
    expect_equal(as.matrix(back), as.matrix(graph), tolerance = 1e-12)
    expect_identical(back$bandwidth, 0.5)
    expect_identical(back$self_loops, self_loops)
  }
  ring <- igraph::make_ring(4)
  adjacent <- rbind(c(0, 1, 0, 1), c(1, 0, 1, 0), c(0, 1, 0, 1), c(1, 0, 1, 0))
  expect_equal(as.matrix(as_heat_graph(ring)), adjacent)
  expect_equal(as.matrix(as_heat_graph(ring, self_loops = TRUE)), adjacent + diag(4))
  ring <- igraph::set_edge_attr(ring, "weight", value = c(0, 1, 2, 3))
  distances <- as.matrix(as_heat_graph(ring, 1, values = "distances"))
  expect_equal(distances[1, ], c(1, 1, 0, exp(-9)))
  expect_fault(as_heat_graph(ring, values = "distances"), "bandwidth")
})

test_that("igraph: what has no undirected weights is refused", {
  skip_on_cran()
  skip_if_not_installed("igraph")
  expect_fault(as_heat_graph(igraph::make_ring(4, directed = TRUE)), "x")
  ring <- igraph::set_edge_attr(igraph::make_ring(4), "weight", value = c(-1, 1, 1, 1))
  expect_fault(as_heat_graph(ring), "x")
  text <- igraph::set_edge_attr(ring, "weight", value = letters[1:4])
  expect_fault(as_heat_graph(text), "x", text = "character vector")
  expect_fault(as_heat_graph(ring, values = "lengths"), "values")
  expect_fault(as_heat_graph(ring, loops = TRUE), "loops")
  # In the user's call.
  for (call in list(
    quote(as_heat_graph(igraph::make_ring(10, directed = TRUE))), quote(as_heat_graph(ring)),
    quote(as_heat_graph(igraph::make_ring(4), "a")),
    quote(as_heat_graph(igraph::make_ring(4), values = "distances"))
  )) {
    error <- tryCatch(eval(call), error = identity)
    expect_identical(error$call, call)
  }
})

test_that("igraph: two edges between the same points are the nearer one, not their sum", {
  skip_if_not_installed("igraph")
  double <- igraph::make_graph(c(1, 2, 1, 2, 2, 3), directed = FALSE)
  double <- igraph::set_edge_attr(double, "weight", value = c(1, 2, 1))
  found <- tryCatch(as.matrix(as_heat_graph(double, 1, values = "distances"))[1, 2],
                    lapscale_error_argument = function(e) exp(-1))
  expect_equal(found, exp(-1))
})
