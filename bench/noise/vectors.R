# The standard error of eigenvectors as an embedding, graph_spectrum(interval =)$vector_error, beside
# the true error: that of the vectors after the best similarity, from the functions of the manifold.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L)
# Coordinates of which the first eigenfunctions are multiples.
functions <- list(
  circle = function(x) x, sphere = function(x) x, torus = function(x) x,
  arc = function(x) cbind(x[, 1], x[, 1]^2 - x[, 2]^2), strip = function(x) cos(pi * x[, 1, drop = FALSE] / 2),
  cylinder = function(x) cbind(x[, 1:2] * sqrt(2) / 2, cos(pi * x[, 3] / 2) / sqrt(2))
)
off <- function(v, truth) {
  unit <- function(y) scale(scale(y, scale = FALSE), FALSE)
  v <- unit(v)
  truth <- unit(truth)
  turn <- svd(crossprod(v, truth))
  v <- v %*% tcrossprod(turn$u, turn$v) * sum(turn$d) / sum(v^2)
  sqrt(mean((v - truth)^2) / mean(truth^2))
}
one <- function(name, n, seed) {
  set.seed(seed)
  x <- shapes[[name]](n)
  # The cylinder's first three, whose eigenvalues are 1, 1, and 2.5.
  truth <- functions[[name]](x)
  h <- bw_gc(x, seed = 1, replicates = 0)
  found <- graph_spectrum(graph_laplacian(heat_graph(x, h)), ncol(truth) + 1L, interval = 0.9, seed = 1)
  data.frame(manifold = name, points = n, error = off(found$vectors[, -1, drop = FALSE], truth),
             `standard error` = found$vector_error, check.names = FALSE)
}
asked <- expand.grid(name = names(functions), n = c(100, 200, 400, 800), seed = 1:6, stringsAsFactors = FALSE)
rows <- suppressWarnings(suppressMessages(do.call(rbind, Map(one, asked$name, asked$n, asked$seed))))
by <- aggregate(rows[3:4], rows[2:1], function(e) sqrt(mean(e^2)))
by$ratio <- by$`standard error` / by$error
show_table(by, "Root mean square error of the first eigenvectors, and their standard error, 6 samples each")
cat(sprintf("\nratio: mean %.2f, from %.2f to %.2f\n", mean(by$ratio), min(by$ratio), max(by$ratio)))
