# Places new points of flat rolls and strips in relaxed embeddings, in three ways: by the weights that
# reconstruct them from their nearest points; by the extension of the start and the weights that
# reconstruct its coordinates; and by the Nystrom extension of the eigenvectors that moved the points,
# with what these leave by weights.
#   Rscript bench/embeddings/relaxation_new_points.R
# Distance: the root of the share of the flat surface's variance that is left after the similarity
# that is best for the points of the fit.
source("bench/common.R")
options(lapscale.threads = 1L)

roll <- function(n, seed, h) {
  all <- sample_swiss_roll(n + 500, seed = seed)
  list(set = "roll", x = as.matrix(all), flat = attr(all, "parameters")[, c("arc_length", "height")], n = n, h = h)
}

strip <- function(n, seed, h) {
  set.seed(seed)
  x <- cbind(5.5 * stats::runif(n + 500), stats::runif(n + 500))
  list(set = "strip", x = x, flat = x, n = n, h = h)
}

starts <- list(
  eigenmaps = function(x, h) embed_eigenmaps(x, 2, bandwidth = h),
  independent = function(x, h) embed_eigenmaps(x, 2, bandwidth = h, coordinates = "independent"),
  Isomap = function(x, h) embed_isomap(x, 2, k = 12),
  LTSA = function(x, h) embed_ltsa(x, 2, k = 12)
)

# Returns what the weights that reconstruct `new` from rows of `x` make of values at these rows.
by_weights <- function(x, values, new) {
  nearest <- FNN::get.knnx(x, new, 12L)$nn.index
  t(vapply(seq_len(nrow(new)), function(i) {
    offset <- x[nearest[i, ], , drop = FALSE] - rep(new[i, ], each = 12L)
    gram <- tcrossprod(offset)
    w <- solve(gram + diag(1e-3 * sum(diag(gram)), 12L), rep(1, 12L))
    colSums(w / sum(w) * values[nearest[i, ], , drop = FALSE])
  }, numeric(ncol(values))))
}

left <- function(placed, relaxed, flat, known) {
  from <- scale(relaxed, scale = FALSE)
  to <- scale(flat[known, ], scale = FALSE)
  found <- svd(crossprod(from, to))
  turn <- sum(found$d) / sum(from^2) * tcrossprod(found$u, found$v)
  at <- sweep(placed, 2L, attr(from, "scaled:center")) %*% turn
  truth <- sweep(flat, 2L, attr(to, "scaled:center"))
  error <- function(rows) sqrt(mean(rowSums((at[rows, ] - truth[rows, ])^2)) / mean(rowSums(truth^2)))
  signif(c(fit = error(known), new = error(-known)), 3)
}

sets <- list(roll(1000, 2, 1.9), roll(2000, 3, 1.86), strip(1000, 2, 0.25))
machine()
show_table(do.call(rbind, lapply(sets, function(set) {
  known <- seq_len(set$n)
  x <- set$x[known, ]
  new <- set$x[-known, ]
  vectors <- quietly(embed_eigenmaps(x, 60, bandwidth = set$h))
  do.call(rbind, lapply(names(starts), function(name) {
    start <- quietly(starts[[name]](x, set$h))
    relaxed <- quietly(embed_relax(start, bandwidth = set$h))
    y <- unname(as.matrix(relaxed))
    error <- function(placed) left(rbind(y, placed), y, unname(as.matrix(set$flat)), known)
    map <- stats::lm.fit(cbind(1, as.matrix(vectors)), y)
    ways <- rbind(
      weights = error(unname(quietly(predict(relaxed, new)))),
      "start, then weights" = error(by_weights(as.matrix(start), y, quietly(predict(start, new)))),
      eigenvectors = error(
        cbind(1, quietly(predict(vectors, new))) %*% map$coefficients + by_weights(x, map$residuals, new)
      )
    )
    data.frame(set = set$set, n = set$n, start = name, way = rownames(ways), ways, row.names = NULL)
  }))
})), "New points in relaxed embeddings")
