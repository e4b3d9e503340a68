# Shuffled copies of the columns of ten real tables: how many graph_columns() calls significant, and
# how many the test on the graph of all columns, which knows them. Five shufflings of each table.
#   Rscript bench/tests/copies.R
source("bench/common.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
from <- function(package, name) {
  home <- new.env()
  utils::data(list = name, package = package, envir = home)
  table <- stats::na.omit(as.data.frame(home[[name]]))
  as.matrix(table[vapply(table, is.numeric, NA)])
}
tables <- list(
  iris = from("datasets", "iris"), crabs = from("MASS", "crabs")[, -1],
  swiss = from("datasets", "swiss"), quakes = from("datasets", "quakes"),
  Boston = from("MASS", "Boston"), Pima = from("MASS", "Pima.tr"),
  airquality = from("datasets", "airquality")[, 1:4], attitude = from("datasets", "attitude"),
  Sonar = from("mlbench", "Sonar"), Glass = from("mlbench", "Glass")
)
one <- function(name) {
  x <- scale(tables[[name]])
  p <- ncol(x)
  runs <- lapply(1:5, function(s) {
    set.seed(s)
    x <- cbind(x, apply(x, 2L, sample))
    colnames(x) <- paste0("v", seq_len(2 * p))
    test <- quietly(graph_columns(x, seed = s))
    h <- glance(test)$bandwidth
    table <- as.data.frame(test)
    table <- table[match(colnames(x), table$column), ]
    by <- as.data.frame(quietly(graph_columns(x, h, seed = s, n_permutations = 99)))
    by <- by[match(colnames(x), by$column), ]
    naive <- as.data.frame(quietly(graph_test(heat_graph(x, h), x)))
    real <- seq_len(2 * p) <= p
    c(mean(table$p.value[real] <= 0.05), mean(table$p.value[!real] <= 0.05),
      mean(table$p.adjusted[!real] <= 0.05), mean(by$p.value[!real] <= 0.05),
      mean(naive$p.value[!real] <= 0.05), min(table$share[real]), max(table$share[!real]))
  })
  found <- do.call(rbind, runs)
  message(name, ": ", toString(signif(colMeans(found), 3)))
  data.frame(
    table = name, rows = nrow(x), columns = p, `columns found` = mean(found[, 1]),
    `copies, moments` = mean(found[, 2]), `copies, adjusted` = mean(found[, 3]),
    `copies, permutations` = mean(found[, 4]), `copies, naive test` = mean(found[, 5]),
    `smallest share of a column` = mean(found[, 6]), `largest of a copy` = mean(found[, 7]),
    check.names = FALSE
  )
}
all <- do.call(rbind, lapply(names(tables), one))
mean_of <- function(column) stats::weighted.mean(all[[column]], all$columns)
show_table(all, "Share of columns, and of their shuffled copies, with p of at most 0.05")
cat("\nAll copies, each with the same weight: by moments", signif(mean_of("copies, moments"), 3),
    "by permutations", signif(mean_of("copies, permutations"), 3), "by the naive test",
    signif(mean_of("copies, naive test"), 3), "\n")
