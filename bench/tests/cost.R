# CPU seconds of graph_columns() at a given bandwidth beside those of dist(), and of graph_test().
#   Rscript bench/tests/cost.R
source("bench/common.R")
options(lapscale.threads = 2L, lapscale.progress = FALSE)
sizes <- expand.grid(columns = c(4, 40, 500), rows = c(500, 2000, 5000, 20000))
rows <- lapply(seq_len(nrow(sizes)), function(i) {
  n <- sizes$rows[[i]]
  p <- sizes$columns[[i]]
  set.seed(1)
  x <- matrix(rnorm(n * p), n)
  h <- sqrt(p)
  of_dist <- cpu(dist(x))
  gc()
  timed <- function(max_terms, ...) {
    if (n^2 * p <= max_terms) cpu(quietly(graph_columns(x, h, ...))) else NA
  }
  row <- data.frame(
    rows = n, columns = p, dist = of_dist, `all pairs` = timed(2.1e10, k = Inf),
    `99 permutations` = timed(1.1e9, k = Inf, n_permutations = 99, seed = 1),
    `50 neighbors` = timed(Inf, k = 50), check.names = FALSE
  )
  message(toString(signif(unlist(row), 3)))
  row
})
all <- do.call(rbind, rows)
all$`all pairs / dist` <- all$`all pairs` / all$dist
show_table(all, "CPU s of tests of all columns; a dash is NA: not run")

set.seed(1)
genes <- Matrix::rsparsematrix(3000, 2000, 0.1, rand.x = function(n) rpois(n, 3) + 1)
cells <- matrix(rnorm(3000 * 20), 3000)
rows <- lapply(list(`10 nearest neighbors` = graph_knn(10), `50 nearest neighbors` = graph_knn(50),
                    `all pairs` = graph_dense()),
               function(graph) {
  graph <- quietly(heat_graph(cells, 4, graph))
  data.frame(moments = cpu(graph_test(graph, genes)),
             `99 permutations` = if (is.matrix(graph$weights)) NA else
               cpu(graph_test(graph, genes, n_permutations = 99, seed = 1)), check.names = FALSE)
})
show_table(cbind(graph = names(rows), do.call(rbind, rows)),
           "CPU s of graph_test(): 2000 sparse genes of 3000 cells")
