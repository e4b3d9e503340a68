# Seconds of the noise of rows, of the choice of a bandwidth, of the doubly stochastic scaling, and
# of a spectrum: a sphere in 20 columns with noise.
source("bench/common.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
in_cell <- function(expr) format(round(cpu(quietly(expr)), 2))
rows <- lapply(c(1e3, 1e4, 1e5), function(n) {
  set.seed(1)
  x <- as.matrix(sample_sphere(n, seed = 1)) %*% t(qr.Q(qr(matrix(rnorm(60), 20))))
  x <- x + 0.2 / sqrt(n) * runif(n, 0.2, 1.8) * matrix(rnorm(20 * n), n)
  graph <- quietly(heat_graph(x, 3 / sqrt(n)))
  laplacian <- NULL
  data.frame(
    rows = n, noise_level = in_cell(noise_level(x)),
    bw_gc = in_cell(bw_gc(x, seed = 1, replicates = 0)),
    # All distances of 100,000 points do not fit into memory.
    `deflated bw_gc` = if (n > 1e4) "refused" else {
      in_cell(bw_gc(x, seed = 1, replicates = 0, noise = "deflate"))
    },
    laplacian = in_cell(graph_laplacian(graph)),
    `doubly stochastic` = in_cell(laplacian <- graph_laplacian(graph, "doubly_stochastic")),
    spectrum = in_cell(graph_spectrum(laplacian, 9)), check.names = FALSE
  )
})
show_table(do.call(rbind, rows),
           "CPU s on one thread, a sphere in 20 columns")
