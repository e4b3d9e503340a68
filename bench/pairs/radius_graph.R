# A radius graph of 100,000 points in space, against the packages that search neighbors.
# Rscript bench/pairs/radius_graph.R
source("bench/common.R")
machine()
x <- unclass(sample_swiss_roll(1e5, seed = 1))
attributes(x) <- list(dim = dim(x))
h <- 0.35
radius <- sqrt(-log(1e-6)) * h
graph <- heat_graph(x, h)
edges <- length(graph$weights@x)
per_point <- edges / nrow(x)
most <- max(diff(graph$weights@p))

rows <- list(
  data.frame(way = "lapscale::heat_graph, 2 threads", seconds = seconds(heat_graph(x, h))),
  data.frame(way = "lapscale::heat_graph, 1 thread", seconds = seconds(heat_graph(x, h, n_threads = 1)))
)
if (requireNamespace("dbscan", quietly = TRUE)) {
  found <- dbscan::frNN(x, radius, sort = FALSE)
  stopifnot(sum(lengths(found$id)) + nrow(x) == edges)
  rows <- c(rows, list(data.frame(
    way = "dbscan::frNN (lists only)", seconds = seconds(dbscan::frNN(x, radius, sort = FALSE), 1)
  )))
}
if (requireNamespace("RANN", quietly = TRUE)) {
  rows <- c(rows, list(data.frame(
    way = sprintf("RANN::nn2, radius, k = %d (lists only)", most),
    seconds = seconds(RANN::nn2(x, x, k = most, searchtype = "radius", radius = radius), 1)
  )))
}
if (requireNamespace("FNN", quietly = TRUE)) {
  k <- 15
  rows <- c(rows,
    list(data.frame(way = "FNN::get.knn, k = 15 (lists only)", seconds = seconds(FNN::get.knn(x, k), 1))),
    list(data.frame(way = "lapscale::heat_graph, knn, k = 15, 2 threads",
                    seconds = seconds(heat_graph(x, h, type = "knn", k = k)))),
    list(data.frame(way = "lapscale::heat_graph, knn, k = 15, 1 thread",
                    seconds = seconds(heat_graph(x, h, type = "knn", k = k, n_threads = 1))))
  )
}
table <- do.call(rbind, rows)
table$`this / lapscale radius` <- table$seconds / table$seconds[[1]]
show_table(table, sprintf("Swiss roll, n = 100,000, radius %.2f: %.0f entries per point", radius,
                          per_point))
