# The noise of rows of real tables: the share, what noise_level() says, and whether it can be acted
# on: the leave-one-out error of the 5 nearest neighbors by distances, by deflated distances, and by
# the leading ten principal components.
source("bench/common.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
real <- c(sets$choose[1:8], sets$judge[c("Letters", "penguins", "biopsy", "Sonar", "spam", "musk")])
error_of_neighbors <- function(sq_distance, y) {
  diag(sq_distance) <- Inf
  missed <- vapply(seq_along(y), function(i) {
    which.max(tabulate(y[order(sq_distance[i, ])[1:5]], max(y))) != y[[i]]
  }, NA)
  100 * mean(missed)
}
rows <- lapply(names(real), function(name) {
  set <- real[[name]]()
  set.seed(1)
  rows <- sort(sample(nrow(set$x), min(max_rows, nrow(set$x))))
  x <- unname(as.matrix(set$x[rows, ]))
  kept <- !duplicated(x)
  x <- x[kept, ]
  y <- as.integer(set$y[rows][kept])
  noise <- quietly(noise_level(x))
  facts <- generics::glance(noise)
  said <- utils::capture.output(print(noise))
  sq <- as.matrix(stats::dist(x))^2
  own <- as.numeric(noise)
  nearest <- apply(sq + diag(Inf, nrow(sq)), 1, which.min)
  both <- own + own[nearest]
  reach <- sq[cbind(seq_along(own), nearest)][both > 0] / both[both > 0]
  own <- own * min(1, stats::quantile(reach, 0.1, type = 1))
  deflated <- pmax(sq - outer(own, own, "+"), sq / 1000)
  scores <- stats::prcomp(x, rank. = 10)$x
  data.frame(
    table = name, columns = ncol(x), share = facts$share, near = facts$near, spread = facts$spread,
    advice = if (any(grepl("not near", said))) "not near" else
      if (any(grepl("principal", said))) "components" else
        if (any(grepl("deflate", said))) "deflate" else "none",
    distances = error_of_neighbors(sq, y), deflated = error_of_neighbors(deflated, y),
    components = error_of_neighbors(as.matrix(stats::dist(scores))^2, y)
  )
})
rows <- do.call(rbind, rows)
show_table(rows, "Noise of 14 real tables, and the error of 5 neighbors in percent")
against <- function(column) {
  change <- log((rows[[column]] + 0.5) / (rows$distances + 0.5))
  sprintf("%s over distances: mean log ratio %.2f (se %.2f)", column, mean(change),
          stats::sd(change) / sqrt(length(change)))
}
cat("\n", against("deflated"), "; ", against("components"), "\n", sep = "")
