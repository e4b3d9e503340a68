# Coverage of the 90% intervals of graph_spectrum() for the first eight eigenvalues, on manifolds that
# had no part in their formula.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L)
one <- function(name, noise, seed, n = 400) {
  set.seed(seed)
  x <- shapes[[name]](n)
  truth <- attr(x, "truth")
  unit <- sqrt(sum(apply(x, 2, var)))
  y <- cbind(x, matrix(0, n, 7)) / unit + noise / sqrt(ncol(x) + 7) * matrix(rnorm(n * (ncol(x) + 7)), n)
  h <- bw_gc(y, seed = 1, replicates = 0)
  found <- graph_spectrum(graph_laplacian(heat_graph(y, h)), 9, interval = 0.9, seed = 1)
  truth <- truth * unit^2
  data.frame(manifold = name, noise = noise, covered = mean(found$lower[-1] <= truth & truth <= found$upper[-1]),
             `half-width` = mean((found$upper - found$lower)[-1] / truth) / 2,
             error = error_of(found$values, truth), check.names = FALSE)
}
asked <- expand.grid(name = setdiff(names(shapes), c("circle", "sphere", "torus", "arc", "strip")),
                     noise = c(0, 0.1), seed = 1:4, stringsAsFactors = FALSE)
rows <- suppressWarnings(suppressMessages(do.call(rbind, Map(one, asked$name, asked$noise, 100 + asked$seed))))
by <- aggregate(rows[-(1:2)], rows["manifold"], mean)
show_table(by, "Coverage of 90% intervals of eight eigenvalues, 400 points, 8 samples each")
cat(sprintf("\nAll: covered %.3f (se %.3f over manifolds), lowest %.3f, median half-width %.3f\n", mean(by$covered),
            sd(by$covered) / sqrt(nrow(by)), min(by$covered), median(rows$`half-width`)))
