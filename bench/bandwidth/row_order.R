# Do other orders of the rows change a bit? Twenty permutations of five data sets through every
# selector, every number of dimension and every learner; values at points, not at rows, are compared.
#   Rscript bench/bandwidth/row_order.R [permutations]
source("bench/common.R")
permutations <- max(c(as.integer(commandArgs(TRUE)), 20L)[[1]], 1L)

data_sets <- list(
  sphere = as.matrix(sample_sphere(150, seed = 1)),
  hourglass = as.matrix(sample_hourglass(160, noise = 0.02, noise_dims = 2, seed = 1)),
  iris = as.matrix(iris[, 1:4]),  # rows that are equal, ties everywhere
  faithful = as.matrix(faithful),
  quakes = scale(as.matrix(quakes[1:150, 1:4]))
)
selectors <- list(
  gc = function(x) bw_gc(x, seed = 1),
  `gc, d = 1` = function(x) bw_gc(x, d = 1, seed = 1),
  `gc of 60 points` = function(x) bw_gc(x, n_points = 60, seed = 1),
  lepski = function(x) bw_lepski(x, d = 2, seed = 1),
  rec = function(x) bw_rec(x, seed = 1),
  msvd = function(x) bw_msvd(x, d = 2, seed = 1),
  kernel_sum = function(x) bw_kernel_sum(x, seed = 1),
  knn = function(x) bw_knn(x),
  median = function(x) bw_median(x, seed = 1),
  dim_estimate = function(x) dim_estimate(x, seed = 1),
  dim_growth = function(x) dim_growth(x, seed = 1),
  dim_mle = function(x) dim_mle(x)
)
learners <- list(
  ssl_eigenmaps = ssl_eigenmaps, ssl_diffusion = ssl_diffusion, ssl_iterated = ssl_iterated,
  ssl_harmonic = ssl_harmonic, ssl_laprls = ssl_laprls, ssl_lapsvm = ssl_lapsvm, ssl_auto = ssl_auto
)

# Two classes by the first column's median, about 24 labels spread over the points.
labels_of <- function(x) {
  y <- factor(ifelse(x[, 1] > stats::median(x[, 1]), "a", "b"))
  rank <- order(x[, 1], x[, 2])
  replace(y, -rank[round(seq(3, nrow(x) - 2, length.out = 24))], NA)
}
same_numbers <- function(calls, x, orders) {
  vapply(calls, function(f) {
    first <- as.numeric(quietly(f(x)))
    sum(vapply(orders, function(o) identical(as.numeric(quietly(f(x[o, ]))), first), NA))
  }, 0)
}
# Rows that are equal with different labels have no order of their own; none of the labels are.
same_fits <- function(x, orders) {
  y <- labels_of(x)
  h <- as.numeric(quietly(bw_gc(x, seed = 1, replicates = 0)))
  vapply(learners, function(f) {
    first <- quietly(f(x, y, bandwidth = h, seed = 1))
    sum(vapply(orders, function(o) {
      fit <- quietly(f(x[o, ], y[o], bandwidth = h, seed = 1))
      identical(as.character(fitted(fit)), as.character(fitted(first))[o]) &&
        identical(generics::glance(fit)$error, generics::glance(first)$error)
    }, NA))
  }, 0)
}

table <- vapply(names(data_sets), function(name) {
  x <- data_sets[[name]]
  dimnames(x) <- NULL
  set.seed(match(name, names(data_sets)))
  orders <- replicate(permutations, sample(nrow(x)), simplify = FALSE)
  cat(name, "\n")
  c(same_numbers(selectors, x, orders), same_fits(x, orders))
}, numeric(length(selectors) + length(learners)))
cat("orders of", permutations, "with the same bits\n")
print(table)
