test_that("a type of graph as a value is the shorthand", {
  x <- plain_circle(60)
  same <- function(value, ...) {
    expect_identical(heat_graph(x, 0.4, value)$weights, heat_graph(x, 0.4, ...)$weights)
  }
  same(graph_knn(8), graph = "knn", k = 8)
  same(graph_knn(8, "mutual"), type = "knn", k = 8, symmetry = "mutual")
  same(graph_radius(2), graph = "radius", cutoff = 2)
  same(graph_radius(k = 3), k = 3)
  same(graph_dense(), type = "dense")
  same(graph_knn(8, local_scale = 5), graph = "knn", k = 8, local_scale = 5)
})

test_that("the value is taken wherever a graph is built", {
  x <- plain_circle(60)
  y <- replace(factor(x[, 1] > 0), seq(1, 60, by = 2), NA)
  expect_identical(
    as.numeric(bw_gc(x, graph = graph_knn(c(5, 10)), seed = 1)),
    as.numeric(bw_gc(x, graph = "knn", k = c(5, 10), seed = 1))
  )
  expect_identical(
    as.matrix(embed_layout(x, graph = graph_knn(8))),
    as.matrix(embed_layout(x, graph = "knn", k = 8))
  )
  expect_identical(
    cluster_spectral(x, 3, graph = graph_knn(8))$cluster,
    cluster_spectral(x, 3, graph = "knn", n_neighbors = 8)$cluster
  )
  expect_identical(
    fitted(ssl_harmonic(x, y, graph = graph_knn(8))),
    fitted(ssl_harmonic(x, y, graph = "knn", k = 8))
  )
})

test_that("types refuse what they cannot mean", {
  x <- plain_circle(30)
  expect_fault(graph_knn(-1), "k")
  expect_fault(graph_knn(3, "both"), "symmetry")
  for (points in list(x, point_set(x), stats::dist(x))) {
    expect_fault(graph_knn(points, 5), "k", text = "type of graph")
    expect_fault(graph_radius(points), "cutoff", text = "heat_graph")
  }
  expect_fault(graph_radius(cutoff = 0), "cutoff")
  expect_fault(heat_graph(x, 1, graph_knn(5), type = "radius"), "graph")
  expect_fault(heat_graph(x, 1, graph_knn(5), k = 6), "k")
  y <- replace(factor(x[, 1] > 0), 1:20, NA)
  expect_fault(ssl_laprls(x, y, graph = graph_knn(5, local_scale = 3)), "local_scale")
  expect_output(print(graph_knn(10)), "knn")
  for (arguments in list(list(k = 3), list(cutoff = 2), list(symmetry = "mutual"))) {
    expect_fault(do.call(heat_graph, c(list(x, 1, "dense"), arguments)), names(arguments),
                 text = "keeps all pairs")
  }
  whole <- heat_graph(x, 1, "dense")
  expect_identical(heat_graph(x, 1, "dense", cutoff = Inf)$weights, whole$weights)
  # A type without a setting of that name refuses it, with lists or without.
  local_functions(list(graph_types = c(graph_types, list(all = new_graph_type(
    "all", "all alike", character(), is_complete = TRUE,
    weights = function(points, n, bandwidth, settings, runtime) 1 - diag(n)
  )))))
  expect_fault(heat_graph(x, 1, "all", local_scale = 3), "local_scale")
  all_alike <- quietly(heat_graph(x, 1, "all"))
  expect_identical(unname(rowSums(as.matrix(all_alike))), rep(29, 30))
})

test_that("only weights that do not name a bandwidth ignore it", {
  local_functions(list(graph_types = c(graph_types, list(
    alike = new_graph_type("alike", "all alike", character(), weights = function(n, bandwidth) 1),
    scaled = new_graph_type("scaled", "", character(), weights = function(n, bandwidth) bandwidth)
  ))))
  types <- list("alike", "scaled", "knn", "radius", "dense", graph_knn(5), NULL)
  expect_identical(vapply(types, ignores_bandwidth, NA), c(TRUE, logical(6)))
})
