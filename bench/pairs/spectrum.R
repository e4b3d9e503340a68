# Spectra in closed form, and how long they take. Rscript bench/pairs/spectrum.R
source("bench/common.R")
machine()
closed <- function(x, truth, d) {
  b <- suppressWarnings(bw_gc(x, d = d, seed = 1))
  elapsed_graph <- seconds(graph <- heat_graph(x, b), 1)
  laplacian <- graph_laplacian(graph)
  elapsed <- seconds(linear <- graph_spectrum(laplacian, 9, "linear"), 1)
  heat <- graph_spectrum(laplacian, 9, scale = "heat")
  off <- function(values) max(abs(values[-1] / truth[-1] - 1))
  data.frame(
    bandwidth = as.numeric(b), `entries per point` = length(graph$weights@x) / nrow(x),
    `off by, linear` = off(linear$values), `off by, heat` = off(heat$values),
    `graph, s` = elapsed_graph, `spectrum, s` = elapsed, residual = max(linear$residuals),
    check.names = FALSE
  )
}
circle <- c(0, 1, 1, 4, 4, 9, 9, 16, 16)
sphere <- c(0, 2, 2, 2, 6, 6, 6, 6, 6)
rows <- lapply(1:3, function(seed) {
  rbind(
    cbind(data = "circle", seed = seed, closed(sample_circle(5000, seed = seed), circle, 1)),
    cbind(data = "sphere", seed = seed, closed(sample_sphere(5000, seed = seed), sphere, 2))
  )
})
show_table(do.call(rbind, rows), "n = 5000, bandwidth by bw_gc(): first 9 eigenvalues, largest relative error")

speed <- lapply(c(1e4, 1e5), function(n) {
  x <- sample_swiss_roll(n, seed = 1)
  elapsed_graph <- seconds(graph <- heat_graph(x, 2, type = "knn", k = 15), 1)
  elapsed <- seconds(s <- graph_spectrum(graph_laplacian(graph), 10), 1)
  data.frame(n = n, `graph, s` = elapsed_graph, `10 eigenpairs, s` = elapsed,
             residual = max(s$residuals), check.names = FALSE)
})
show_table(do.call(rbind, speed), "Swiss roll, 15 nearest neighbors")
