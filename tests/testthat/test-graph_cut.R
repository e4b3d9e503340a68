test_that("share_beyond_neighbors() is the share of the second moments that the graph leaves out", {
  x <- unname(as.matrix(sample_sphere(150, noise = 0.05, seed = 1)))
  runtime <- new_runtime(1, FALSE)
  handle <- acquire_points(x, runtime)
  withr::defer(cpp_release(handle))
  squares <- as.matrix(dist(x))^2
  for (h in c(0.2, 0.5)) {
    moments <- exp(-squares / h^2) * squares
    for (symmetry in c("union", "mutual")) {
      graph <- heat_graph(x, h, type = "knn", k = 12, symmetry = symmetry)
      joined <- as.matrix(graph) > 0
      share <- 1 - sum(moments[joined]) / sum(moments)
      expect_lt(abs(share_beyond_neighbors(graph$weights, x, handle, h, runtime) - share), 1e-4)
    }
    all <- heat_graph(x, h, cutoff = 6)
    expect_lt(share_beyond_neighbors(all$weights, x, handle, h, runtime), 1e-4)
  }
})

test_that("a graph of nearest neighbors gets the bandwidth chosen on it", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(400, seed = 1))
  own <- as.numeric(bw_gc(x, graph = "knn", k = 60, seed = 1))
  for (bandwidth in list(NULL, bw_gc)) {
    expect_no_warning(graph <- heat_graph(x, bandwidth, type = "knn", k = 60, seed = 1))
    expect_identical(graph$bandwidth, own)
  }
  embedded <- embed_eigenmaps(x, 2, graph = "knn", k = 60, seed = 1)
  expect_identical(as.numeric(embedded$bandwidth), own)
  # Its neighbors beside the radius graph's pairs do not change what the kernel is.
  with_nearest <- heat_graph(x, k = 5, seed = 1)
  expect_identical(with_nearest$bandwidth, as.numeric(bw_gc(x, seed = 1)))
})

test_that("eigenvalues of a selector's kernel that few neighbors cut are warned of, others are not", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(400, seed = 1))
  chosen <- bw_gc(x, seed = 1)
  spectrum <- function(graph) graph_spectrum(graph_laplacian(graph), 2, "linear")
  expect_no_warning(graph <- heat_graph(x, chosen, type = "knn", k = 12))
  expect_condition_of(spectrum(graph), "warning_cut_kernel", c("12 nearest neighbors", "graph = graph_radius()"))
  expect_no_warning(embed_eigenmaps(x, 2, graph = "knn", k = 12, seed = 1))
  expect_no_warning(spectrum(heat_graph(x, as.numeric(chosen), type = "knn", k = 12)))
  expect_no_warning(spectrum(heat_graph(x, bw_knn, type = "knn", k = 12)))
  expect_no_warning(spectrum(heat_graph(x, chosen, k = 12)))
  expect_no_warning(spectrum(heat_graph(x, type = "knn", k = 12, local_scale = 7)))
})
