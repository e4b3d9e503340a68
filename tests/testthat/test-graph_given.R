# A ring of 12 points with two chords as weights, plain.
ring_weights <- function() {
  w <- matrix(0, 12, 12)
  w[cbind(1:12, c(2:12, 1))] <- 1
  w[cbind(c(1, 5), c(4, 9))] <- 0.5
  w + t(w)
}

sparse_ring <- function() as(as(ring_weights(), "CsparseMatrix"), "generalMatrix")

test_that("a graph of weights has the normalized Laplacian, alpha 0 if not given", {
  w <- ring_weights()
  expected <- oracle_normalized(w)
  given <- list(as_heat_graph(sparse_ring()), as_heat_graph(w))
  for (x in given) {
    expect_equal(embed_eigenmaps(x, 3)$eigenvalues, expected[2:4])
    expect_equal(embed_diffusion(x, 3, t = 1)$eigenvalues, 1 - expected[2:4])
    expect_identical(glance(embed_eigenmaps(x, 3))$alpha, 0)
    expect_identical(glance(embed_diffusion(x, 3, alpha = 1))$alpha, 1)
    expect_identical(glance(embed_eigenmaps(x, 3, alpha = 0.5))$alpha, 0.5)
  }
  e <- expect_condition_of(embed_eigenmaps(sparse_ring(), 3), "message_weights",
                           c("as.matrix(x)", "values = \"distances\""))
  expect_equal(e$eigenvalues, expected[2:4])
  skip_if_not_installed("igraph")
  ring <- igraph::graph_from_adjacency_matrix(w, "undirected", weighted = TRUE)
  expect_equal(embed_eigenmaps(ring, 3)$eigenvalues, expected[2:4])
})

test_that("the normalized Laplacian of Zachary's club is igraph's", {
  skip_if_not_installed("igraph")
  club <- igraph::make_graph("Zachary")
  a <- igraph::as_adjacency_matrix(club, sparse = FALSE)
  expect_equal(embed_eigenmaps(club, 2)$eigenvalues, oracle_normalized(a)[2:3])
  embedded <- embed_eigenmaps(club, 2, type = "symmetric")
  expect_equal(embedded$eigenvalues, oracle_normalized(a)[2:3])
  labels <- replace(rep(NA, 34), c(1, 34), c("officer", "president"))
  expect_identical(sum(fitted(ssl_harmonic(club, labels)) == "officer"), 16L)
})

test_that("weights that are made here keep the exponent of points", {
  skip_on_cran()
  x <- normal_points(40, 2)
  graph <- heat_graph(x, 1)
  expect_identical(glance(embed_eigenmaps(graph, 2))$alpha, 1)
  expect_identical(as.matrix(embed_eigenmaps(graph, 2)), as.matrix(embed_eigenmaps(x, 2, 1)))
  near <- as.matrix(dist(x))
  index <- t(apply(near, 1, order))[, 2:8]
  lists <- list(idx = index, dist = matrix(near[cbind(rep(1:40, 7), c(index))], 40))
  e <- embed_diffusion(lists, 2, bandwidth = 1)
  expect_identical(glance(e)$alpha, 1)
  expect_identical(as.matrix(e), as.matrix(embed_diffusion(as_heat_graph(lists, 1, self_loops = FALSE), 2)))
  expect_fault(embed_diffusion(lists, 2), "bandwidth", text = "distances")
  expect_fault(embed_diffusion(graph, 2, bandwidth = 1), "bandwidth")
  expect_fault(embed_diffusion(lists, 2, 1, k = 3), "k")
  ring <- function() suppressMessages(embed_eigenmaps(sparse_ring(), 2, bandwidth = 1))
  expect_fault(ring(), "values", text = "distances")
  skip_if_not_installed("igraph")
  expect_identical(glance(embed_eigenmaps(as_igraph(graph), 2))$alpha, 1)
})

test_that("where points are wanted a graph is told what takes it", {
  skip_on_cran()
  lists <- list(idx = matrix(c(2, 1), 2), dist = matrix(1, 2))
  for (x in list(lists, heat_graph(cbind(1:4), 1))) {
    expect_fault(embed_lle(x), "x", text = "the points themselves")
    expect_fault(bw_gc(x), "x", text = "the points themselves")
    expect_fault(embed_kpca(x), "x", text = "the points themselves")
  }
  expect_fault(embed_isomap(lists), "x", text = "as_heat_graph(x, bandwidth)")
})

test_that("weights and a bandwidth without loops are asked for `values`, as by as_heat_graph()", {
  skip_on_cran()
  y <- replace(rep(NA, 12), c(1, 7), c("a", "b"))
  functions <- list(
    as_heat_graph = function(x) as_heat_graph(x, 1),
    cluster_spectral = function(x) cluster_spectral(x, 2, bandwidth = 1),
    embed_diffusion = function(x) embed_diffusion(x, 2, bandwidth = 1),
    ssl_eigenmaps = function(x) ssl_eigenmaps(x, y, bandwidth = 1),
    ssl_poisson = function(x) ssl_poisson(x, y, bandwidth = 1)
  )
  for (name in names(functions)) {
    said <- conditions_of(expect_fault(functions[[name]](sparse_ring()), "values"))
    expect_false("lapscale_message_weights" %in% said$classes, info = name)
    # Distances have zeros on the diagonal: with loops there are weights only.
    expect_no_error(quietly(functions[[name]](sparse_ring() + Matrix::Diagonal(12))))
  }
  # The other readings that the message names.
  lengths <- as_heat_graph(sparse_ring(), 1, values = "distances")
  expect_equal(embed_diffusion(lengths, 2)$bandwidth, 1)
  expect_no_message(embed_eigenmaps(as_heat_graph(sparse_ring()), 3))
})

test_that("conditions name the function that was called", {
  lists <- list(idx = matrix(c(2, 9), 2), dist = matrix(1, 2))
  caught <- tryCatch(embed_eigenmaps(lists, 1, bandwidth = 1), error = identity)
  expect_match(as.character(caught$call)[[1]], "embed_eigenmaps", fixed = TRUE)
})

test_that("what goes wrong with a graph as x is told in the name of the generic", {
  lists <- list(idx = matrix(c(2L, 1L), 2), dist = matrix(1, 2))
  error <- expect_fault(ssl_harmonic(lists, c("a", "b")), "bandwidth", text = "bw_gc(points)")
  expect_identical(as.character(conditionCall(error)[[1]]), "ssl_harmonic")
})

test_that("what says which edges there are is that of a graph that is given", {
  graph <- heat_graph(cbind(1:9), 3)
  functions <- list(
    eigenmaps = embed_eigenmaps, diffusion = embed_diffusion, cluster = cluster_spectral
  )
  of_edges <- c("symmetry", "cutoff", "self_loops", "local_scale", "neighbors", "weights")
  for (arg in of_edges) {
    for (name in names(functions)) {
      given <- c(list(graph, 2), stats::setNames(list(3), arg))
      expect_fault(do.call(functions[[name]], given), arg, text = "is already a graph")
    }
  }
  expect_fault_of(functions[1:2], graph, 2, k = 3, arg = "k", text = "is already a graph")
  expect_fault(cluster_spectral(sparse_ring(), 2, cutoff = 1), "cutoff", text = "already a graph")
  expect_fault_of(functions, graph, 2, aplha = 1, arg = "aplha", text = "is not an argument")
})

test_that("what takes a graph takes those of other packages", {
  skip_if_not_installed("igraph")
  graph <- heat_graph(two_strips()[1:20, ], 0.5, self_loops = FALSE)
  weights <- as(graph, "CsparseMatrix")
  e <- unname(as.matrix(plain_circle(20)))
  for (given in list(as_igraph(graph), weights)) {
    expect_identical(graph_components(given)$count, graph_components(graph)$count)
    laplacian <- as.matrix(graph_laplacian(given, "symmetric"))
    expected <- as.matrix(graph_laplacian(graph, "symmetric"))
    # A matrix of weights has no bandwidth, by which a Laplacian is scaled.
    expect_equal(laplacian / laplacian[1, 1], expected / expected[1, 1], ignore_attr = TRUE)
    expect_equal(graph_test(given, e[, 1])$table, graph_test(graph, e[, 1])$table)
  }
  expect_fault(graph_components(1), "graph", text = "heat_graph()")
})
