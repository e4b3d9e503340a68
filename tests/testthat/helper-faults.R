# Who takes points, and what a result is reduced to where two results are compared.

# All functions that take points, called with points and with what all of them take. Bandwidths are
# given and seeds are set, so that a fault is all that differs.
takes_points <- function() {
  labelled_rows <- function(x) {
    rep(c("a", NA, "b", NA), length.out = if (inherits(x, "dist")) attr(x, "Size") else NROW(x))
  }
  c(
    every_selector[setdiff(names(every_selector), c("lepski", "cv", "test_error"))],
    list(
      lepski = function(x, ...) bw_lepski(x, d = 1, n_bandwidths = 8, seed = 1, ...),
      cv = function(x, ...) {
        y <- rep(c("a", "b"), length.out = NROW(x))
        bw_cv(x, y, ssl_harmonic, folds = 2, n_bandwidths = 8, seed = 1, ...)
      },
      test_error = function(x, ...) {
        y <- rep(c("a", "b"), length.out = NROW(x))
        bw_test_error(x, y, seq(1, length(y), by = 5), ssl_harmonic, n_bandwidths = 8, ...)
      },
      growth = function(x, ...) dim_growth(x, ...),
      mle = function(x, ...) dim_mle(x, k = 5, ...),
      dim_kernel_sum = function(x, ...) dim_kernel_sum(x, ...),
      eigengap = function(x, ...) dim_eigengap(x, 0.6, ...),
      distortion = function(x, ...) metric_distortion(x, 1, seed = 1, ...),
      graph = function(x, ...) heat_graph(x, 1, ...),
      clusters = function(x, ...) cluster_spectral(x, 2, bandwidth = 0.8, seed = 1, ...),
      columns = function(x, ...) graph_columns(x, 1, ...),
      noise = function(x, ...) noise_level(x, k = 5, ...),
      denoised = function(x, ...) noise_remove(x, "heat", bandwidth = 2, time = 1, seed = 1, ...),
      boundary = function(x, ...) boundary_distance(x, 1, 1, seed = 1, ...),
      common = function(x, ...) embed_common(x, x, bandwidth = 1, seed = 1, ...),
      way_back = function(x, ...) {
        e <- embed_kpca(x, 2, bandwidth = 1, ...)
        predict(e, as.matrix(e), type = "data")[, 1]
      }
    ),
    stats::setNames(embed_methods, paste0("embed_", names(embed_methods))),
    lapply(stats::setNames(ssl_fixed, paste0("ssl_", names(ssl_fixed))), function(learn) {
      function(x, ...) learn(x, labelled_rows(x), bandwidth = 1, ...)
    })
  )
}

# Those of them that take distances too.
takes_distances <- c(
  "gc", "kernel_sum", "knn", "median", "growth", "mle", "dim_kernel_sum", "graph", "clusters",
  "embed_eigenmaps", "embed_diffusion", "embed_multiscale", "embed_isomap", "embed_kpca_isomap",
  "embed_kpca_heat", "noise", "common",
  "ssl_eigenmaps", "ssl_iterated", "ssl_diffusion", "ssl_harmonic", "ssl_laprls", "ssl_lapsvm",
  "ssl_poisson", "ssl_auto"
)

# The numbers of a result, without names, clocks, calls, or the signs of coordinates.
numbers_of <- function(value) {
  if (is.numeric(value) && length(value) == 1L) return(as.numeric(value))
  if (inherits(value, "lapscale_embedding")) return(abs(plain_matrix(value)))
  if (inherits(value, "lapscale_graph")) return(unname(as.matrix(value)))
  if (inherits(value, "lapscale_clusters")) return(unname(value$cluster))
  if (inherits(value, "lapscale_ssl")) return(unname(predict(value, type = "score")))
  # Without columns that are constant, in no order.
  if (inherits(value, "lapscale_test")) return(sort(as.data.frame(value)$statistic))
  if (inherits(value, "lapscale_denoised")) return(plain_matrix(value))
  if (is.numeric(value)) return(replace(as.numeric(value), is.infinite(as.numeric(value)), -1))
  value$distortion
}

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

# Functions of a bandwidth, a dimension and a number of threads alone.
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

# On so few points the optimum may well be an end of the grid.
lepski_in_range <- function(...) {
  without_time(withCallingHandlers(
    bw_lepski(...), lapscale_warning_edge = function(warning) rlang::cnd_muffle(warning)
  ))
}

takes_threads <- list(
  bw_gc = function(n, x = normal_points(30, 2)) bw_gc(x, seed = 1, n_threads = n),
  bw_lepski = function(n, x = normal_points(40, 2)) {
    lepski_in_range(x, d = 2, seed = 1, n_threads = n)
  },
  graph_laplacian_at = function(n, x = normal_points(40, 2)) {
    graph_laplacian_at(x, x[, 1], x, 1, f_y = x[, 1], scale = "laplacian", n_threads = n)
  },
  metric_distortion = function(n, x = normal_points(30, 2)) {
    metric_distortion(x, 1, seed = 1, n_threads = n)
  },
  heat_graph = function(n, x = normal_points(30, 2)) heat_graph(x, 1, n_threads = n),
  graph_spectrum = function(n, x = normal_points(30, 2)) {
    graph_spectrum(graph_laplacian(heat_graph(x, 1)), 2, n_threads = n)
  }
)
