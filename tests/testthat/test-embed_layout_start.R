# Where the points of a layout start.

n_positions <- function(e) nrow(unique(round(plain_matrix(e), 6)))

# Graphs in which nothing distinguishes some vertices.
symmetric_graphs <- function() {
  several <- function(graph, count) Reduce(igraph::disjoint_union, rep(list(graph), count))
  star <- igraph::make_star(12, "undirected")
  clique <- igraph::make_full_graph(7)
  list(
    rings = several(igraph::make_ring(12), 2), many_rings = several(igraph::make_ring(9), 5),
    star = star, stars = several(star, 3), clique = clique,
    cliques = igraph::add_edges(several(clique, 2), c(1, 8)),
    triangles = several(igraph::make_ring(3), 12), pairs = several(igraph::make_ring(2), 6),
    bipartite = igraph::make_full_bipartite_graph(4, 7), tree = igraph::make_tree(31, 2, "undirected"),
    torus = igraph::make_lattice(c(6, 6), circular = TRUE), petersen = igraph::make_graph("Petersen"),
    mixed = igraph::disjoint_union(igraph::make_ring(20), clique, igraph::make_empty_graph(3, FALSE)),
    empty = igraph::make_empty_graph(7, FALSE), large_star = igraph::make_star(100, "undirected"),
    large_clique = igraph::make_full_graph(30), even = igraph::make_full_bipartite_graph(10, 10),
    barbell = igraph::add_edges(several(igraph::make_full_graph(10), 2), c(1, 11)),
    random = withr::with_seed(4, igraph::sample_gnp(70, 0.028))
  )
}

# Whether a line separates two groups of points.
are_separate <- function(a, b) {
  any(vapply(seq(0, pi, length.out = 361), function(angle) {
    along <- c(cos(angle), sin(angle))
    max(a %*% along) < min(b %*% along) || max(b %*% along) < min(a %*% along)
  }, NA))
}

test_that("no two vertices of a graph lie on each other, and components are beside each other", {
  skip_if_not_installed("igraph")
  for (name in names(symmetric_graphs())) {
    graph <- symmetric_graphs()[[name]]
    for (s in 2:3) {
      e <- quietly(embed_layout(graph, s))
      apart <- stats::dist(plain_matrix(e))
      expect_gt(min(apart), 1e-3 * max(apart), label = paste(name, "in", s))
    }
    part <- igraph::components(graph)$membership
    parts <- split(as.data.frame(plain_matrix(quietly(embed_layout(graph)))), part)
    for (i in seq_along(parts)[-1L]) for (j in seq_len(i - 1L)) {
      expect_true(are_separate(as.matrix(parts[[i]]), as.matrix(parts[[j]])), info = name)
    }
  }
})

test_that("the other functions of graphs take symmetric ones", {
  skip_on_cran()
  skip_if_not_installed("igraph")
  calls <- list(
    function(g) embed_eigenmaps(g, 2), function(g) embed_diffusion(g, 2),
    function(g) cluster_spectral(g, 2), function(g) graph_components(as_heat_graph(g)),
    function(g) graph_spectrum(graph_laplacian(as_heat_graph(g)), k = 4)
  )
  for (name in names(symmetric_graphs())) for (call in calls) {
    found <- tryCatch(quietly(call(symmetric_graphs()[[name]])), lapscale_error = identity)
    expect_false(is.null(found), info = name)
  }
})

test_that("the hub of a star is among its leaves, and a ring stays one", {
  skip_if_not_installed("igraph")
  y <- plain_matrix(quietly(embed_layout(igraph::make_star(25, "undirected"))))
  expect_lt(sqrt(sum((y[1, ] - colMeans(y[-1, ]))^2)), 0.2 * max(dist(y)))
  rings <- igraph::disjoint_union(igraph::make_ring(12), igraph::make_ring(12))
  y <- plain_matrix(quietly(embed_layout(rings)))
  steps <- sqrt(rowSums((y[c(2:12, 1), ] - y[1:12, ])^2))
  expect_lt(max(steps), 2 * min(steps))
})

test_that("points with one start part, and only copies of a row stay together", {
  lattice <- unname(as.matrix(expand.grid(1:5, 1:5, 1:3))) + 0
  for (x in list(lattice, diag(12), rbind(diag(6), -diag(6)))) {
    e <- quietly(embed_layout(x))
    expect_equal(n_positions(e), nrow(x))
    expect_equal(n_positions(quietly(embed_layout(x, init = matrix(0, nrow(x), 2)))), nrow(x))
    rows <- withr::with_seed(1, sample(nrow(x)))
    turned <- quietly(embed_layout(x[rows, ]))
    expect_equal(dist(plain_matrix(turned)), dist(plain_matrix(e)[rows, ]), tolerance = 1e-8,
                 ignore_attr = TRUE)
    copied <- plain_matrix(quietly(embed_layout(rbind(x, x[1:4, ]))))
    expect_identical(copied[nrow(x) + 1:4, ], copied[1:4, ])
  }
  # Copies stay together in a graph of distances, where their weight is 1.
  x <- normal_points(60, 2, 1)
  graph <- heat_graph(rbind(x, x[1:3, ]), type = "knn", k = 8, bandwidth = 1)
  y <- plain_matrix(quietly(embed_layout(graph)))
  expect_lt(max(abs(y[61:63, ] - y[1:3, ])), 1e-6 * max(abs(y)))
})

test_that("a start without positions in common stays as it is", {
  start <- normal_points(50, 2, 1)
  expect_identical(set_apart(start, 1:50), start)
  start[2, ] <- start[1, ]
  moved <- set_apart(start, 1:50)
  expect_identical(moved[-(1:2), ], start[-(1:2), ])
  expect_true(all(abs(moved[1:2, ] - start[1:2, ]) <= 1e-3 * max(abs(start))))
  expect_false(identical(moved[1, ], moved[2, ]))
  expect_identical(set_apart(start, c(1, 1, 3:50)), start)
})
