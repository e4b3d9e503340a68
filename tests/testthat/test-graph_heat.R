# Every kind of graph, as arguments of heat_graph() and as the dense definition of its edges.
graph_kinds <- function(x, h) {
  within <- sqrt(sq_distances_of(x)) <= 1.5 * h
  list(
    list(arguments = list(type = "radius", cutoff = 1.5), edges = within),
    list(arguments = list(type = "radius", cutoff = 1.5, k = 4),
         edges = within | oracle_nearest(x, 4)),
    list(arguments = list(type = "knn", k = 4), edges = oracle_nearest(x, 4)),
    list(arguments = list(type = "knn", k = 4, symmetry = "mutual"),
         edges = oracle_nearest(x, 4, "mutual")),
    list(arguments = list(type = "knn", k = 4, cutoff = 1.5),
         edges = within & oracle_nearest(x, 4)),
    list(arguments = list(type = "dense"), edges = within | TRUE)
  )
}

test_that("weights are those of the dense definition, for every kind of graph", {
  skip_on_cran()
  h <- 0.4
  for (x in list(ellipsoid_points(), wide_points(60))) {
    for (kind in graph_kinds(x, h)) {
      for (self_loops in c(TRUE, FALSE)) {
        graph <- suppressWarnings(
          do.call(heat_graph, c(list(x, h, self_loops = self_loops), kind$arguments))
        )
        expected <- oracle_weights(x, h, self_loops = self_loops)
        expected[!kind$edges & diag(nrow(x)) == 0] <- 0
        expect_equal(as.matrix(graph), expected, tolerance = 1e-12,
                     info = paste(c(kind$arguments, self_loops), collapse = " "))
      }
    }
  }
})

test_that("local scales are means of the distances to the k-th neighbor, times a factor", {
  skip_on_cran()
  x <- ellipsoid_points()
  scale <- oracle_local_scales(x, 5, 2)
  exponent <- sq_distances_of(x) / outer(scale, scale)
  expect_equal(as.matrix(heat_graph(x, 2, type = "dense", local_scale = 5)),
               exp(-exponent) * (1 - diag(120)), tolerance = 1e-12)
  cut <- heat_graph(x, 2, local_scale = 5, cutoff = 1.5, self_loops = TRUE)
  expect_equal(as.matrix(cut), exp(-exponent) * (exponent <= 1.5^2), tolerance = 1e-12)
  near <- heat_graph(x, 2, "knn", k = 6, local_scale = 5)
  edges <- oracle_nearest(x, 6)
  expect_equal(as.matrix(near), exp(-exponent) * edges, tolerance = 1e-12)
  expect_identical(heat_graph(x, local_scale = TRUE), heat_graph(x, local_scale = 20))
  expect_identical(heat_graph(x[1:9, ], local_scale = TRUE)$local_scale, 8L)
  # The factor is a pure number, 1 if not given.
  expect_identical(heat_graph(x, local_scale = 5)$bandwidth, 1)
  expect_equal(heat_graph(1e6 * x, local_scale = 5)$weights, heat_graph(x, local_scale = 5)$weights,
               tolerance = 1e-12)
})

test_that("weights are exactly symmetric, and stored as such", {
  x <- ellipsoid_points(200)
  for (kind in graph_kinds(x, 0.4)) {
    w <- as.matrix(suppressWarnings(do.call(heat_graph, c(list(x, 0.4), kind$arguments))))
    expect_identical(w, t(w))
  }
  expect_s4_class(heat_graph(x, 0.4)$weights, "dgCMatrix")
  expect_true(is.matrix(heat_graph(x, 0.4, "dense")$weights))
})

test_that("the default cut-off drops weights below 1e-6, and no others", {
  x <- ellipsoid_points()
  w <- heat_graph(x, 0.5)$weights@x
  full <- oracle_weights(x, 0.5)
  expect_gte(min(w), 1e-6 * (1 - 1e-9))
  expect_length(w, sum(full >= 1e-6))
})

test_that("k nearest neighbors: at least k for each point, the nearest ones by distance", {
  x <- wide_points(80)
  for (k in c(1, 7, 79)) {
    graph <- heat_graph(x, 3, "knn", k = k, self_loops = FALSE)
    neighbors <- colSums(as.matrix(graph) > 0)
    expect_gte(min(neighbors), k)
    # The k largest weights of a point are those of its k nearest.
    sq <- sq_distances_of(x)
    diag(sq) <- Inf
    for (i in c(1, 40, 80)) {
      expect_equal(sort(as.matrix(graph)[i, ], decreasing = TRUE)[1:k],
                   exp(-sort(sq[i, ])[1:k] / 9), tolerance = 1e-12)
    }
  }
  mutual <- heat_graph(x, 3, "knn", k = 7, symmetry = "mutual", self_loops = FALSE)
  expect_lte(max(colSums(as.matrix(mutual) > 0)), 7)
})

test_that("a grid, where many distances tie: each point has its nearest all the same", {
  skip_on_cran()
  grid <- as.matrix(expand.grid(1:6 + 0, 1:6 + 0))
  graph <- as.matrix(heat_graph(grid, 1, "knn", k = 3, self_loops = FALSE))
  sq <- sq_distances_of(grid)
  diag(sq) <- Inf
  third <- apply(sq, 1, function(s) sort(s)[[3]])
  for (i in 1:36) {
    listed <- which(graph[i, ] > 0)
    # All that are strictly nearer than the third are there, none farther from both ends.
    expect_true(all(which(sq[i, ] < third[[i]]) %in% listed))
    expect_true(all(sq[i, listed] <= pmax(third[[i]], third[listed])))
  }
})

test_that("neighbors are those that other packages find", {
  x <- ellipsoid_points(150)
  graph <- heat_graph(x, 0.5, "knn", k = 6, self_loops = TRUE)
  if (requireNamespace("FNN", quietly = TRUE)) {
    expect_equal(as.matrix(as_heat_graph(FNN::get.knn(x, 6), 0.5)), as.matrix(graph),
                 tolerance = 1e-10)
  }
  skip_if_not_installed("RANN")
  expect_equal(as.matrix(as_heat_graph(RANN::nn2(x, k = 7), 0.5)), as.matrix(graph),
               tolerance = 1e-10)
})

test_that("no bandwidth means bw_gc(); a selection or its function the same", {
  x <- plain_circle(150)
  bw <- bw_gc(x, seed = 1)
  for (bandwidth in list(NULL, bw_gc, bw)) {
    graph <- heat_graph(x, bandwidth, seed = 1)
    expect_identical(graph$bandwidth, as.numeric(bw))
    expect_identical(graph$method, "gc")
  }
  expect_identical(heat_graph(x, 0.5)$method, "given")
})

test_that("row names reach the weights, rows left out do not", {
  x <- ellipsoid_points(10)
  rownames(x) <- letters[1:10]
  x[3, 2] <- NA
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(rownames(as.matrix(graph)), letters[c(1:2, 4:10)])
  expect_identical(graph$rows, c(1:2, 4:10))
  expect_identical(graph$n_given, 10L)
  expect_equal(unname(as.matrix(graph)),
               oracle_weights(unname(x)[-3, ], 1, cutoff = oracle_graph_cutoff))
})

test_that("two points are enough", {
  two <- rbind(c(0, 0), c(3, 4))
  expect_equal(as.matrix(heat_graph(two, 5)), matrix(c(0, exp(-1), exp(-1), 0), 2))
  expect_equal(as.matrix(heat_graph(two, 5, "knn", k = 1)), as.matrix(heat_graph(two, 5)))
})

test_that("a graph without edges, and one with nothing but edges, are warned of", {
  x <- ellipsoid_points(20)
  alone <- expect_condition_of(heat_graph(x, 1e-9), "warning_isolated", "`bandwidth`")
  expect_equal(as.matrix(alone), matrix(0, 20, 20))
  same <- expect_condition_of(heat_graph(x, 1e9), "warning_degenerate", "`bandwidth`")
  expect_equal(as.matrix(same), 1 - diag(20))
  expect_condition_of(heat_graph(x, 1e9, "dense"), "warning_degenerate")
  expect_condition_of(heat_graph(x, 1e-9, "dense"), "warning_isolated")
  expect_condition_of(heat_graph(x, 1e-9, "knn", k = 2), "warning_isolated")
  expect_quiet(heat_graph(x, 0.5))
})

test_that("a local scale is the distance to the k-th of the different rows", {
  x <- ellipsoid_points(30)
  rows <- c(1:30, 1, 1, 1, 5)
  graph <- heat_graph(x[rows, ], local_scale = 3)
  scale <- oracle_local_scales(x, 3)[rows]
  exponent <- sq_distances_of(x[rows, ]) / outer(scale, scale)
  edges <- exponent <= oracle_graph_cutoff^2 & diag(34) == 0
  expect_equal(as.matrix(graph), exp(-exponent) * edges, tolerance = 1e-12)
  of_dist <- heat_graph(dist(x[rows, ]), local_scale = 3)
  expect_equal(as.matrix(of_dist), as.matrix(graph), tolerance = 1e-8, ignore_attr = TRUE)
})

test_that("with fewer different rows the local scale is the distance to the farthest", {
  x <- rbind(c(0, 0), c(1, 0))[rep(1:2, each = 5), ]
  for (points in list(x, dist(x))) {
    graph <- quietly(heat_graph(points, local_scale = 3))
    expect_equal(as.matrix(graph)[1, 10], exp(-1))
  }
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  wrong <- list(
    bandwidth = 0, type = "sparse", k = 20, k = 0, symmetry = "both", cutoff = 0, cutoff = Inf,
    self_loops = NA, local_scale = 20, na_action = "x", n_threads = 0, progress = "x"
  )
  for (i in seq_along(wrong)) {
    arguments <- c(list(x), wrong[i])
    if (names(wrong)[[i]] == "symmetry") arguments$k <- 3
    if (!"bandwidth" %in% names(arguments)) arguments$bandwidth <- 1
    expect_fault(do.call(heat_graph, arguments), names(wrong)[[i]], info = names(wrong)[[i]])
  }
  expect_identical(heat_graph(x, 1, "knn"), heat_graph(x, 1, "knn", k = min(10, nrow(x) - 1)))
  expect_fault(heat_graph(x, 1, "dense", k = 3), "k")
  expect_fault(heat_graph(x, 1, "dense", cutoff = 3), "cutoff")
  expect_fault(heat_graph(x, 1, neighbours = 3), "neighbours")
  expect_fault(heat_graph(x, 1, symmetry = "both"), "symmetry")
  expect_fault(heat_graph(x, 1, seed = "a"), "seed")
})

test_that("messages of heat_graph()", {
  x <- ellipsoid_points(8)
  expect_snapshot(messages_of(
    heat_graph("a", 1),
    heat_graph(x, -1),
    heat_graph(x, 1, "knn", k = 10),
    heat_graph(x, 1, "dense", k = 2),
    heat_graph(x, 1, bandwith = 2),
    heat_graph(x, 1e-9),
    heat_graph(x, 1e9),
    heat_graph(matrix(1, 4, 2), 1)
  ))
})

test_that("a selector that takes distances chooses for them", {
  x <- as.matrix(sample_circle(60, seed = 1))
  graph <- heat_graph(dist(x), bw_median)
  expect_equal(graph$bandwidth, as.numeric(bw_median(x)))
  expect_equal(heat_graph(dist(x))$bandwidth, as.numeric(bw_gc(x)))
  expect_fault(heat_graph(dist(x), bw_rec), "x", text = "dist")
})

test_that("no cut-off goes with all pairs, a cut-off does not", {
  x <- ellipsoid_points(8)
  expect_identical(heat_graph(x, 1, "dense", cutoff = Inf), heat_graph(x, 1, "dense"))
  expect_identical(heat_graph(dist(x), 1, "dense", cutoff = Inf), heat_graph(dist(x), 1, "dense"))
  expect_fault(heat_graph(x, 1, "dense", cutoff = 3), "cutoff")
})

test_that("all pairs without an edge between two points are warned of, with self loops too", {
  for (loops in c(TRUE, FALSE)) {
    expect_warning(heat_graph(matrix(c(0, 100, 200)), 1, type = "dense", self_loops = loops),
                   class = "lapscale_warning_isolated")
  }
})

test_that("a bandwidth beyond all distances is warned of, with and without self loops", {
  for (loops in c(TRUE, FALSE)) for (h in c(250, 1e5)) {
    expect_warning(heat_graph(matrix(c(0, 1, 2)), h, type = "dense", self_loops = loops),
                   "bw_gc() selects one", class = "lapscale_warning_degenerate", fixed = TRUE)
  }
  expect_no_warning(heat_graph(matrix(c(0, 1, 2)), 150, type = "dense"))
})

test_that("a graph larger than the memory allowed is refused before it is made", {
  skip_on_cran()
  x <- ellipsoid_points(300)
  # The points fit, the 90,000 edges do not.
  withr::local_options(lapscale.memory = 3e-4)
  expect_fault(heat_graph(x, 5), "bandwidth", class = "memory")
  expect_fault(heat_graph(x, 5, "dense"), "x", class = "memory")
  expect_no_error(heat_graph(x, 0.05))
  expect_no_error(heat_graph(x, 5, "knn", k = 3))
})

test_that("a radius graph that would have too many entries is refused before it is made", {
  skip_on_cran()
  x <- normal_points(2000, 3)
  entries <- length(heat_graph(x, 0.5)$weights@x)
  withr::local_options(lapscale.memory = 0.4 * 44 * entries / 2^30)
  expect_fault(heat_graph(x, 0.5), "bandwidth", class = "memory")
  expect_no_error(heat_graph(x, 0.2))
})

test_that("R and the core cut off at the same weights", {
  core <- cpp_cutoffs()
  expect_identical(core[["graph"]], default_cutoff)
  expect_identical(core[["graph"]], sqrt(-log(1e-6)))
  for (f in list(bw_gc, metric_distortion)) {
    cutoff <- dot_settings(f)$cutoff %||% eval(formals(f)$cutoff)
    expect_identical(core[["consistency"]], cutoff)
  }
})

test_that("copies that hold the walk are remarked", {
  x <- normal_points(60, 40, 1)
  i <- c(1:60, 1:5)
  expect_warning(heat_graph(x[i, ], 4, type = "dense"), "10 rows are joined mostly",
                 class = "lapscale_warning_copies")
  expect_no_warning(heat_graph(x, 4, type = "dense"))
  expect_no_warning(heat_graph(x[i, ], 40, type = "dense"))
  expect_no_warning(heat_graph(x[i, ], 4, type = "dense", self_loops = TRUE))
})

test_that("few different rows have as many neighbors as there are", {
  x <- diag(3)[rep(1:3, each = 100), ]
  place <- rep(1:3, each = 100)
  clusters <- quietly(cluster_spectral(x, 3))$cluster
  expect_true(all(rowSums(table(clusters, place) > 0) == 1))
  e <- plain_matrix(quietly(embed_eigenmaps(x, 2, graph = "knn", k = 10)))
  expect_equal(e[match(place, place), ], e, tolerance = 1e-10)
  expect_equal(dim(plain_matrix(quietly(embed_layout(x, k = 50)))), c(300L, 2L))
})
