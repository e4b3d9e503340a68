# What tools/thread-sanitize.sh runs: the passes that have threads, on 2, 3 and 4 of them. The
# tinythread backend takes their number from the environment, whatever the machine has.
library(lapscale)

run <- function(x) {
  radius <- heat_graph(x, bandwidth = 0.3, n_threads = 2)
  knn <- heat_graph(x, type = "knn", k = 10, local_scale = 5, n_threads = 2)
  dense <- heat_graph(x[1:400, ], bandwidth = 0.3, type = "dense", n_threads = 2)
  metric <- metric_distortion(x, 0.3, d = 2, points = 1:200, seed = 1, n_threads = 2)
  list(
    tidy(bw_gc(x, d = 2, n_points = 200, seed = 1, n_threads = 2)),
    tidy(bw_gc(x, d = 2, n_points = 200, graph = "knn", k = 60, seed = 1, n_threads = 2)),
    metric$distortion,
    graph_components(knn)$sizes,
    as.matrix(radius),
    as.matrix(dense),
    graph_spectrum(graph_laplacian(radius), k = 12, n_threads = 2)$values
  )
}

x <- sample_sphere(3000, d = 2, noise = 0.01, seed = 1)
results <- lapply(2:4, function(threads) {
  Sys.setenv(RCPP_PARALLEL_NUM_THREADS = threads)
  run(x)
})
stopifnot(identical(results[[1]], results[[2]]), identical(results[[1]], results[[3]]))
cat("the same bits on 2, 3 and 4 threads\n")
