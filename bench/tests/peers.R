# graph_test() compared with moran.test() and geary.test() of spdep, on one graph: Geary's C follows
# from Moran's I and the degrees. Needs package spdep.
#   Rscript bench/tests/peers.R
source("bench/common.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
set.seed(1)
rows <- lapply(c(200, 1000), function(n) {
  x <- matrix(rnorm(2 * n), n)
  y <- cbind(normal = rnorm(n), skewed = rexp(n), along = x[, 1] + rnorm(n))
  graph <- heat_graph(x, 0.5, graph_knn(10))
  listed <- suppressWarnings(spdep::mat2listw(as(graph, "CsparseMatrix"), style = "B"))
  ours <- as.data.frame(graph_test(graph, y))
  w <- as.matrix(graph)
  do.call(rbind, lapply(seq_len(ncol(y)), function(j) {
    moran <- spdep::moran.test(y[, j], listed, randomisation = TRUE, zero.policy = TRUE)
    geary <- spdep::geary.test(y[, j], listed, randomisation = TRUE, zero.policy = TRUE)
    z <- y[, j] - mean(y[, j])
    c_of_i <- (n - 1) / n * (n * sum(rowSums(w) * z^2) / sum(w) / sum(z^2) - ours$estimate[[j]])
    data.frame(
      rows = n, response = colnames(y)[[j]], I = ours$estimate[[j]],
      `I, difference` = abs(ours$estimate[[j]] - moran$estimate[[1]]),
      `expectation, difference` = abs(ours$expectation[[j]] - moran$estimate[[2]]),
      `variance, relative difference` = abs(ours$variance[[j]] / moran$estimate[[3]] - 1),
      `score, relative difference` = abs(ours$statistic[[j]] / moran$statistic[[1]] - 1),
      `C, difference` = abs(c_of_i - geary$estimate[[1]]), `p, ours` = ours$p.value[[j]],
      `p, moran.test (normal)` = moran$p.value, `p, geary.test` = geary$p.value, check.names = FALSE
    )
  }))
})
show_table(do.call(rbind, rows), "graph_test() and spdep on one graph of 10 nearest neighbors")
