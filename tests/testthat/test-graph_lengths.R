# Lengths of edges of the k nearest of either end, or of all pairs within a radius.
oracle_lengths <- function(x, k = NULL, radius = NULL) {
  lengths <- sqrt(sq_distances_of(x))
  lengths[if (is.null(k)) lengths > radius else !oracle_nearest(x, k)] <- 0
  diag(lengths) <- 0
  unname(lengths)
}

test_that("lengths are distances, of the nearest of either end or within a radius", {
  x <- unname(bent_strip(60))
  checked <- as_points(x)
  runtime <- new_runtime(1, FALSE)
  lengths_of <- function(graph) unname(as.matrix(graph$weights)) * graph$unit
  for (given in list(list(k = 5L), list(radius = 0.4))) {
    want <- oracle_lengths(x, given$k, given$radius)
    found <- length_graph(checked, given$k, given$radius, runtime)
    expect_equal(lengths_of(found), want, tolerance = 1e-12)
    distances <- as_points(dist(x), kinds = "distances")
    by_distances <- length_graph(distances, given$k, given$radius, runtime)
    expect_equal(lengths_of(by_distances), want, tolerance = 1e-12)
  }
  of_weights <- length_graph_of_heat(heat_graph(x, 0.2, cutoff = 2))
  expect_equal(lengths_of(of_weights), oracle_lengths(x, radius = 0.4), tolerance = 1e-9)
})

test_that("the unit is a power of two, and points that coincide have an edge of length 0", {
  x <- rbind(unname(bent_strip(30)), unname(bent_strip(30))[1:2, ])
  graph <- length_graph(as_points(x), 3L, NULL, new_runtime(1, FALSE))
  expect_identical(log2(graph$unit), round(log2(graph$unit)))
  stored <- Matrix::summary(graph$weights)
  expect_identical(stored$x[stored$i == 31 & stored$j == 1], 0)
})

test_that("weights of local scales tell lengths, those of the graph of pictures do not", {
  x <- bent_strip(30)
  graph <- heat_graph(x, local_scale = 5)
  lengths <- length_graph_of_heat(graph)
  stored <- Matrix::summary(lengths$weights)
  expect_equal(stored$x * lengths$unit, as.matrix(stats::dist(x))[cbind(stored$i, stored$j)],
               tolerance = 1e-10)
  graph$own_scales <- NULL
  expect_fault(length_graph_of_heat(graph), "x", text = "bandwidth")
})
