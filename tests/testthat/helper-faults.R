# Who is concerned by the rows of the fault table, and how they are called. Bandwidths are given and
# seeds set, so that the fault is all that differs.

# On so few points the optimum may well be an end of the grid.
lepski_in_range <- function(...) {
  without_time(withCallingHandlers(
    bw_lepski(...), lapscale_warning_edge = function(warning) rlang::cnd_muffle(warning)
  ))
}

takes_points <- list(
  bw_gc = function(x, ...) bw_gc(x, ..., seed = 1),
  bw_lepski = function(x, ...) lepski_in_range(x, d = 1, ..., seed = 1),
  metric_distortion = function(x, ...) metric_distortion(x, 1, ..., seed = 1),
  heat_graph = function(x, ...) heat_graph(x, 1, ...)
)

takes_bandwidth <- list(
  metric_distortion = function(h, x = normal_points(10, 2)) metric_distortion(x, h, seed = 1),
  heat_graph = function(h, x = normal_points(10, 2)) heat_graph(x, h),
  heat_graph_dist = function(h, x = normal_points(10, 2)) heat_graph(dist(x), h),
  as_heat_graph_dist = function(h, x = normal_points(10, 2)) as_heat_graph(dist(x), h),
  as_heat_graph_matrix = function(h, x = normal_points(10, 2)) {
    as_heat_graph(as.matrix(dist(x)), h, values = "distances")
  }
)

takes_dimension <- list(
  bw_gc = function(d, x = normal_points(10, 3)) bw_gc(x, d = d, seed = 1),
  metric_distortion = function(d, x = normal_points(10, 3)) {
    metric_distortion(x, 1, d = d, seed = 1)
  }
)

takes_threads <- list(
  bw_gc = function(n, x = normal_points(30, 2)) bw_gc(x, seed = 1, n_threads = n),
  bw_lepski = function(n, x = normal_points(40, 2)) {
    lepski_in_range(x, d = 2, seed = 1, n_threads = n)
  },
  laplacian_at = function(n, x = normal_points(40, 2)) {
    laplacian_at(x, x[, 1], x, 1, f_y = x[, 1], scale = "laplacian", n_threads = n)
  },
  metric_distortion = function(n, x = normal_points(30, 2)) {
    metric_distortion(x, 1, seed = 1, n_threads = n)
  },
  heat_graph = function(n, x = normal_points(30, 2)) heat_graph(x, 1, n_threads = n),
  graph_spectrum = function(n, x = normal_points(30, 2)) {
    graph_spectrum(graph_laplacian(heat_graph(x, 1)), 2, n_threads = n)
  }
)

# Every number that a result promises to be finite, is.
expect_finite_results <- function(x, h, d = 1, info = NULL) {
  bw <- suppressWarnings(bw_gc(x, d = d, seed = 1))
  testthat::expect_true(is.finite(bw) && bw > 0, info = info)
  testthat::expect_true(all(is.finite(curve_of(bw)$criterion)), info = info)
  local <- metric_distortion(x, h, d = d, seed = 1)
  testthat::expect_true(all(is.finite(local$H)) && all(is.finite(local$distortion)), info = info)
  for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
    graph <- suppressWarnings(heat_graph(x, h))
    laplacian <- suppressWarnings(graph_laplacian(graph, type))
    testthat::expect_true(all(is.finite(as.matrix(laplacian))), info = c(info, type))
    spectrum <- suppressWarnings(graph_spectrum(laplacian, min(4, nrow(x))))
    testthat::expect_true(all(is.finite(spectrum$values)), info = c(info, type))
    testthat::expect_true(all(is.finite(spectrum$vectors)), info = c(info, type))
  }
}
