# The selectors and dimension estimates that look for nothing but points, and how they are called.

selectors_with_grid <- list(
  rec = function(x, ...) bw_rec(x, ...),
  kernel_sum = function(x, ...) bw_kernel_sum(x, ...),
  msvd = function(x, ...) bw_msvd(x, d = 1, ...)
)
selectors_without_grid <- list(
  knn = function(x, ...) bw_knn(x, k = 5, ...),
  median = function(x, ...) bw_median(x, ...),
  rate = function(x, ...) bw_rate(x, d = 1, ...)
)
plain_selectors <- c(selectors_with_grid, selectors_without_grid)

# unit: that of the points, for what has one.
dimension_estimates <- list(
  growth = function(x, unit = 1, ...) dim_growth(x, ...),
  mle = function(x, unit = 1, ...) dim_mle(x, k = 12, ...),
  kernel_sum = function(x, unit = 1, ...) dim_kernel_sum(x, ...),
  eigengap = function(x, unit = 1, ...) dim_eigengap(x, bandwidth = 0.6 * unit, ...)
)

# A noisy closed curve: every selector has an optimum inside its default grid.
selector_points <- function(n = 120, seed = 1) {
  as.matrix(sample_circle(n, noise = 0.05, noise_dims = 1, seed = seed))
}

# A value without its clock.
timeless <- function(result) {
  for (name in c("selection", "estimate")) {
    if (!is.null(attr(result, name))) attr(result, name)$facts$elapsed <- 0
  }
  attr(result, "origin") <- NULL
  result
}

# ---- oracles: the formulas of vignette("methods"), once more -----------------------------------

oracle_reconstruction <- function(x, h) {
  sq <- sq_distances_of(x)
  diag(sq) <- Inf
  sq <- sq - apply(sq, 1, min)
  w <- exp(-sq / h^2)
  rowSums((x - w %*% x / rowSums(w))^2)
}

# S(h) and d log S / d log h^2.
oracle_kernel_sum <- function(x, h) {
  sq <- sq_distances_of(x)
  w <- exp(-sq / h^2)
  c(sum(w), sum(w * sq / h^2) / sum(w))
}

# Eigenvalues of the local covariance at point i, largest first.
oracle_local_values <- function(x, i, h) {
  w <- exp(-sq_distances_of(x)[i, ] / h^2)
  w[w < 1e-8] <- 0
  w <- w / sum(w)
  centred <- sweep(x, 2, colSums(w * x))
  eigen(crossprod(centred * sqrt(w)), symmetric = TRUE)$values
}

oracle_neighbor_distances <- function(x, k) {
  apply(sqrt(sq_distances_of(x)), 1, function(d) sort(d)[seq_len(k) + 1])
}

# Classes that stay with the rows of selector_points(), whatever is done to their numbers; every
# other row's is hidden in half_labels().
side_of <- function(x) factor(selector_points(nrow(x))[, 1] > 0)
half_labels <- function(x) replace(side_of(x), seq(1, nrow(x), by = 2), NA)

quietly <- function(expr) suppressMessages(suppressWarnings(expr))

# Every selector there is, on selector_points() or what was made of them.
every_selector <- list(
  gc = function(x, ...) bw_gc(x, seed = 1, ...),
  lepski = function(x, ...) {
    bw_lepski(x, d = 1, validation = seq(1, nrow(x), by = 6), n_bandwidths = 12, ...)
  },
  rec = function(x, ...) bw_rec(x, ...),
  cv = function(x, ...) {
    bw_cv(x, half_labels(x), ssl_harmonic, folds = 2, n_bandwidths = 12, seed = 1, ...)
  },
  test_error = function(x, ...) {
    bw_test_error(x, side_of(x), seq(1, nrow(x), by = 5), ssl_harmonic, n_bandwidths = 12, ...)
  },
  msvd = function(x, ...) bw_msvd(x, d = 1, seed = 1, ...),
  kernel_sum = function(x, ...) bw_kernel_sum(x, ...),
  knn = function(x, ...) bw_knn(x, k = 5, ...),
  median = function(x, ...) bw_median(x, ...),
  rate = function(x, ...) bw_rate(x, d = 1, ...)
)
no_grid <- c("knn", "median", "rate")
searching <- every_selector[setdiff(names(every_selector), no_grid)]

faults_grid <- c(0.05, 0.1, 0.2, 0.4, 0.8)

# Several selectors on the same points, one of them without a curve.
set_of_selectors <- function() {
  bw_select(selector_points(), c("gc", "rec", "kernel_sum", "median"), d = 1, seed = 1)
}
