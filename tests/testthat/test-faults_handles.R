# Handles of objects of the core: whatever is given in their place is an error, and R lives.

runtime <- new_runtime(1, FALSE)
x <- cbind(seq(0, 1, length.out = 30), sin(seq(0, 6, length.out = 30)))
none <- matrix(0, 0, 0)
rows <- 1:30
criterion_options <- gc_options(1L, 4, 1, "squared", FALSE, 1, 30)
graph_options <- list(
  bandwidth = 0.2, local_scale = 0L, k = 5L, within_radius = FALSE, symmetry = "union", cutoff = 4,
  self_loops = TRUE, most = 1e6, relative = FALSE
)
product_options <- list(h = 0.2, cutoff = 4, self_loops = TRUE, factor = rep(1, 30))
spectra_options <- list(n_values = 2L, cutoff = 4, max_neighbors = 100, seed = 1)

hold_x <- function() cpp_points(x, runtime)
hold_graph <- function(points = hold_x()) cpp_neighbor_graph(points, 5L, 1e6, runtime)
hold_sketch <- function(points = hold_x()) cpp_sketch_pairs(points, integer(), c(0.1, 1), list(), runtime)
hold_metrics <- function(points = hold_x(), graph = NULL) {
  cpp_consistency(points, graph, rows, criterion_options, c(0.2, 0.4), list(), runtime)
}

# Each cpp_* function as a function of its handle, by the kind of handle that it takes.
lists <- function(f) {
  nearest <- cpp_nearest(hold_x(), 3L, 1e6, runtime)
  f(nearest$begin, nearest$index)
}
calls <- list(
  points = list(
    cpp_unit = function(h) cpp_unit(h),
    cpp_boundary_offsets = function(h) {
      cpp_boundary_offsets(
        h, 1:2, rep(1, nrow(x)), matrix(1, 2L, ncol(x)),
        list(bandwidth = 1, cutoff = 3, reach_radius = 1, d = 1L), runtime
      )
    },
    cpp_nearest = function(h) cpp_nearest(h, 3L, 1e6, runtime),
    cpp_nearest_part = function(h) cpp_nearest_part(h, 3L, 0L, 2L, runtime),
    cpp_nearest_listed = function(h) {
      cpp_nearest_listed(h, cbind(c(2:30, 1L), c(3:30, 1:2)), 1L, runtime)
    },
    cpp_nearest_seconds = function(h) cpp_nearest_seconds(h, 3L, 0L, 2L, runtime),
    cpp_tree_order = function(h) cpp_tree_order(h, rows),
    cpp_spread_rows = function(h) cpp_spread_rows(h, 2),
    cpp_query_nearest = function(h) cpp_query_nearest(h, x, 3L, runtime),
    cpp_neighbor_distances = function(h) cpp_neighbor_distances(h, 3L, runtime),
    cpp_nearest_distinct = function(h) cpp_nearest_distinct(h, x, runtime),
    cpp_neighbor_counts = function(h) cpp_neighbor_counts(h, rows, c(0.1, 0.2), 1, runtime),
    cpp_neighbor_graph = function(h) cpp_neighbor_graph(h, 3L, 1e6, runtime),
    cpp_component_bridges = function(h) {
      cpp_component_bridges(h, rep(1:2, each = 15), 1e6, runtime)
    },
    cpp_distances_from = function(h) cpp_distances_from(h, rows, runtime),
    cpp_local_scales = function(h) cpp_local_scales(h, 3L, 1e6, runtime),
    cpp_linkage_heights = function(h) cpp_linkage_heights(h, rep(1, 30), c(0.5, 0.95), runtime),
    cpp_count_places = function(h) cpp_count_places(h, x[1:15, ], rep(1:15, 2L), runtime),
    cpp_heat_kernel = function(h) cpp_heat_kernel(h, x, 0.2, runtime),
    cpp_heat_sums = function(h) cpp_heat_sums(h, x, none, none, 0.2, numeric(), TRUE, runtime),
    cpp_normalized_differences = function(h) {
      cpp_normalized_differences(h, x, x, x, 0.2, 1, runtime)
    },
    cpp_pair_moments = function(h) cpp_pair_moments(h, rows, c(0.1, 1), 0L, 2L, runtime),
    cpp_sketch_pairs = function(h) cpp_sketch_pairs(h, rows, c(0.1, 1), list(), runtime),
    cpp_local_spectra = function(h) cpp_local_spectra(h, rows, 0.2, spectra_options, runtime),
    cpp_sparse_graph = function(h) cpp_sparse_graph(h, graph_options, runtime),
    cpp_dense_graph = function(h) cpp_dense_graph(h, graph_options, runtime),
    cpp_heat_product = function(h) cpp_heat_product(h, product_options, x, runtime),
    cpp_matrix_free_eigenpairs = function(h) {
      known <- matrix(1, 30) / sqrt(30)
      search <- list(
        centred = FALSE, columns = 7L, krylov_columns = 0, max_coarse_products = 0L, least = -1,
        tolerance = 1e-9, share = 1, max_products = 5L
      )
      cpp_matrix_free_eigenpairs(h, product_options, 2L, known, search, runtime)
    },
    cpp_harmonic_unstored = function(h) {
      cpp_harmonic_unstored(h, product_options, rows < 5, x, 1e-9, 50L, runtime)
    },
    cpp_nystrom_extension = function(h) {
      cpp_nystrom_extension(h, x, graph_options, rep(1, 30), x, runtime)
    },
    cpp_triangle_noise = function(h) cpp_triangle_noise(h, 3L, 1000, runtime),
    cpp_deflated_points = function(h) cpp_deflated_points(h, rep(0, 30), runtime),
    cpp_bandwidth_range = function(h) cpp_bandwidth_range(h, runtime),
    cpp_rms_distance = function(h) cpp_rms_distance(h),
    cpp_point_rows = function(h) cpp_point_rows(h, 3:1),
    cpp_distances_from = function(h) cpp_distances_from(h, 1:2, runtime),
    cpp_median_distance = function(h) cpp_median_distance(h, runtime),
    cpp_degree_part = function(h) {
      cpp_degree_part(h, rows, criterion_options, c(0.2, 0.4), 0L, 2L, runtime)
    },
    cpp_consistency = function(h) hold_metrics(h),
    cpp_kernel_reconstruction = function(h) cpp_kernel_reconstruction(h, rows, 0.2, runtime),
    cpp_barycentric_weights = function(h) {
      lists(function(p, i) cpp_barycentric_weights(h, x, p, i, 1e-3, runtime))
    },
    cpp_tangent_residuals = function(h) {
      lists(function(p, i) cpp_tangent_residuals(h, p, i, 1L, FALSE, runtime))
    },
    cpp_modified_lle_weights = function(h) {
      lists(function(p, i) cpp_modified_lle_weights(h, p, i, 1L, 1e-3, runtime))
    }
  ),
  graph = list(
    cpp_consistency = function(h) {
      points <- hold_x()
      hold_metrics(points, if (is.function(h)) h(points) else h)
    }
  ),
  metrics = list(
    cpp_distortions = function(h) cpp_distortions(h, 0.3, FALSE, runtime),
    cpp_local_metrics = function(h) cpp_local_metrics(h, 0.3, FALSE, runtime),
    cpp_steps = function(h) cpp_steps(h, 0.3, runtime)
  ),
  sketch = list(cpp_kernel_sums = function(h) cpp_kernel_sums(h, 0.3))
)
makers <- list(points = hold_x, graph = hold_graph, metrics = hold_metrics, sketch = hold_sketch)

restored <- function(handle) unserialize(serialize(handle, NULL))
released <- function(handle) {
  cpp_release(handle)
  handle
}

# Every function that takes a handle of this kind, and does not take what `wrong` gives for it.
expect_refused <- function(kind, wrong, message) {
  for (name in names(calls[[kind]])) {
    expect_error(calls[[kind]][[name]](wrong), message, info = paste(kind, name))
  }
}

test_that("the table above has every function that takes a handle", {
  functions <- grep("^cpp_", ls(asNamespace("lapscale"), all.names = TRUE), value = TRUE)
  takes <- function(name) {
    first <- utils::head(names(formals(get(name, asNamespace("lapscale")))), 1L)
    any(first %in% c("points", "sketch", "consistency"))
  }
  tested <- unlist(lapply(calls, names), use.names = FALSE)
  expect_setequal(unique(tested), Filter(takes, functions))
})

test_that("the calls work with the handle they ask for", {
  for (kind in names(calls)) {
    right <- if (kind == "graph") hold_graph else makers[[kind]]()
    for (name in names(calls[[kind]])) {
      expect_no_error(calls[[kind]][[!!name]](right))
    }
  }
})

test_that("a handle of another kind is refused", {
  skip_on_cran()
  for (kind in names(calls)) {
    for (other in setdiff(names(makers), kind)) {
      expect_refused(kind, makers[[other]](), "A handle of .* expected, not one of ")
    }
  }
})

test_that("a handle that was released is refused; releasing it again does nothing", {
  skip_on_cran()
  for (kind in names(calls)) {
    handle <- released(makers[[kind]]())
    expect_refused(kind, handle, "this handle was released")
    expect_null(cpp_release(handle))
  }
})

test_that("a handle that was saved and restored is refused", {
  skip_on_cran()
  for (kind in names(calls)) {
    handle <- restored(makers[[kind]]())
    expect_refused(kind, handle, "comes from a saved file")
    expect_null(cpp_release(handle))
  }
})

test_that("what is no handle of this package is refused", {
  skip_on_cran()
  foreign <- unclass(getLoadedDLLs()[["stats"]])$info
  expect_identical(typeof(foreign), "externalptr")
  for (wrong in list(foreign, methods::new("externalptr"), 1, "points", list(), new.env(), x)) {
    for (kind in names(calls)) expect_refused(kind, wrong, "not a handle of lapscale")
    expect_error(cpp_release(wrong), "not a handle of lapscale")
  }
  for (kind in setdiff(names(calls), "graph")) {
    expect_refused(kind, NULL, "not a handle of lapscale")
  }
})

test_that("a neighbor graph goes with its own points only", {
  expect_error(hold_metrics(hold_x(), hold_graph(cpp_points(x[1:20, ], runtime))), "other points")
})

test_that("an object keeps what it is made of: handles are released in any order", {
  skip_on_cran()
  points <- hold_x()
  graph <- hold_graph(points)
  local_metrics <- hold_metrics(points, graph)
  sketch <- hold_sketch(points)
  ask <- function() {
    list(cpp_distortions(local_metrics, c(0.2, 0.4), FALSE, runtime), cpp_kernel_sums(sketch, 0.3))
  }
  before <- ask()
  cpp_release(graph)
  cpp_release(points)
  rm(points, graph)
  gc()
  others <- lapply(1:20, function(i) hold_x())
  expect_identical(ask(), before)
})
