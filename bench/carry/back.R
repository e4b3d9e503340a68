# The way back: root mean squared error of held-out rows at their places, over the spread of the rows.
# predict(type = "data"), the nearest row, the mean of 10 rows, kernel regression with the same
# bandwidths, one bandwidth for all places in place of one per place, and the error that the fit says of itself.
# Five embeddings of ten tables; the rule was fixed on the first half of the tables.
#   Rscript bench/carry/back.R [first | second]
source("bench/common.R")
plain <- function(x) unname(as.matrix(x))
tables <- list(
  sphere = function() plain(sample_sphere(500, seed = 1)),
  `swiss roll` = function() plain(sample_swiss_roll(600, seed = 1)),
  crabs = function() scale(as.matrix(log(MASS::crabs[, 4:8]))),
  iris = function() unique(as.matrix(iris[, 1:4])) + 0,
  `bump curve` = function() { set.seed(1); exp(3 * cos(outer(2 * pi * runif(400), seq(0, 2 * pi, length.out = 41)[-1], "-"))) + 0.2 * rnorm(16000) },
  dome = function() plain(sample_dome(500, seed = 2)),
  torus = function() plain(sample_torus(700, seed = 1)),
  quakes = function() scale(as.matrix(quakes[, 1:4])),
  swiss = function() scale(as.matrix(swiss)),
  digit1 = function() { set.seed(1); x <- benchmark_set("digit1"); x[sample(nrow(x), 400), ] }
)
first <- names(tables)[1:5]
embeddings <- list(
  eigenmaps = function(x) embed_eigenmaps(x, 3, bandwidth = bw_gc, seed = 1), isomap = function(x) embed_isomap(x, 2, k = 10),
  layout = function(x) embed_layout(x, seed = 1), kpca = function(x) embed_kpca(x, 3, seed = 1),
  linear = function(x) embed_kpca(x, 2, kernel = "linear")
)
one <- function(table, method) {
  x <- tables[[table]]()
  set.seed(2)
  out <- sample(nrow(x), nrow(x) %/% 5)
  e <- quietly(embeddings[[method]](x[-out, ]))
  y <- quietly(predict(e, x[out, ]))
  known <- is.finite(rowSums(y))
  fit <- plain(as.matrix(e))
  truth <- x[out, ][known, , drop = FALSE]
  y <- y[known, , drop = FALSE]
  spread <- sqrt(mean(rowSums(scale(x, scale = FALSE)^2)))
  error <- function(rows) sqrt(mean(rowSums((rows - truth)^2))) / spread
  by_rank <- function(k) t(apply(y, 1, function(q) colMeans(x[-out, ][order(colSums((t(fit) - q)^2))[1:k], , drop = FALSE])))
  ns <- asNamespace("lapscale")
  model <- ns$back_model(e)
  runtime <- ns$new_runtime(2, FALSE)
  at <- ns$scaled_places(y, model)
  # One bandwidth, by the same rule with the median distance at all places.
  rows <- seq_len(nrow(model$y))
  distance <- rep(median(ns$back_distances(model, model$y, runtime, model$k + 1L)), nrow(model$y))
  losses <- vapply(ns$back_multiples, function(m) {
    b <- ns$regress_back(model, model$y, m, runtime, model$group, distance)
    b[is.na(b)] <- 1e6
    sum((b - model$x)^2)
  }, 0)
  global <- ns$regress_back(model, at, ns$back_multiples[[which.min(losses)]], runtime, NULL, rep(distance[[1]], nrow(at)))
  global[is.na(global)] <- by_rank(1)[is.na(global)]
  kernel_at <- function(places, multiple, own = FALSE) {
    h <- multiple * ns$back_distances(model, places, runtime, model$k + own)
    d <- as.matrix(dist(rbind(places, model$y)))[seq_len(nrow(places)), -seq_len(nrow(places)), drop = FALSE]
    if (own) diag(d) <- Inf
    w <- exp(-(d / h)^2 + apply(d / h, 1, min)^2)
    (w / rowSums(w)) %*% model$x
  }
  loss <- vapply(ns$back_multiples, function(m) sum((kernel_at(model$y, m, TRUE) - model$x)^2), 0)
  kernel <- kernel_at(at, ns$back_multiples[[which.min(loss)]])
  choice <- ns$back_choice(model, runtime)
  data.frame(
    table = table, embedding = method, `way back` = error(quietly(predict(e, y, type = "data", far = "keep"))),
    `one bandwidth` = error(global), `kernel regression` = error(kernel), `nearest row` = error(by_rank(1)),
    `10 rows` = error(by_rank(10)), `said of itself` = choice$error, check.names = FALSE
  )
}
part <- c(commandArgs(TRUE), "all")[[1]]
half <- switch(part, first = first, second = setdiff(names(tables), first), names(tables))
grid <- expand.grid(table = half, method = names(embeddings), stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, grid$table, grid$method))
rows$part <- ifelse(rows$table %in% first, "first", "opened after")
ways <- names(rows)[3:8]
show_table(aggregate(rows[ways], rows["embedding"], mean), "Error over the spread of the rows, by embedding")
for (part in unique(rows$part)) {
  some <- rows[rows$part == part, ]
  ratios <- lapply(setdiff(ways, "way back"), function(w) tapply(log(some[["way back"]] / some[[w]]), some$table, mean))
  show_table(data.frame(`way back over` = setdiff(ways, "way back"), `mean log ratio` = vapply(ratios, mean, 0),
                        se = vapply(ratios, function(r) sd(r) / sqrt(length(r)), 0), check.names = FALSE), paste("Tables:", part))
}
