# Coordinates that are independent. Several of the leading eigenvectors may be functions of the same
# direction; these are a set of eigenvectors that together see all directions.

# How many of the first eigenvectors after the constant the sets of s are taken from.
#   s  number of coordinates;  n: number of points
count_searched <- function(s, n) min(n - 2L, max(14L, 2L * s + 2L))

#' Ranks the sets of s eigenvectors that contain the first by how independent they are
#'
#' Of those that are nearly as independent as the best, the smoothest comes first.
#' @param vectors,values Of the Laplacian after the constant, n x m and m.
#' @param s Number of eigenvectors in a set.
#' @param d Dimension of the manifold.
#' @param walk n x n, column i the steps of the walk from point i, see walk_with_loops().
#' @param mass How many observations each point stands for, length n, or 1.
#' @param runtime Of new_runtime().
#' @return A list: sets, s x c, numbers of eigenvectors, a set per column, the best first;
#'   candidates, a data frame with a row for each set in the same order: set (its numbers as text),
#'   independence (0 if gradients are orthogonal, below 0 otherwise), eigenvalues (their sum).
#' @noRd
rank_independent <- function(vectors, values, s, d, walk, runtime, mass = 1) {
  m <- ncol(vectors)
  refuse_if(choose(m - 1, s - 1) > 1e5,
            "`n_components` = {s} is too many to look for independent coordinates.")
  sets <- rbind(rep(1L, choose(m - 1L, s - 1L)), utils::combn(seq_len(m)[-1L], s - 1L))
  independence <- cpp_independence(
    walk, rep_len(mass, nrow(walk)), t(vectors), min(d, s), sets, runtime
  )
  eigenvalue_sum <- colSums(matrix(values[sets], s))
  is_near_best <- independence >= max(independence) - 0.1
  ranking <- order(!is_near_best, ifelse(is_near_best, eigenvalue_sum, -independence))
  list(
    sets = sets[, ranking, drop = FALSE],
    candidates = data.frame(
      set = apply(sets, 2L, paste, collapse = ", "), independence = independence,
      eigenvalues = eigenvalue_sum
    )[ranking, ]
  )
}

# If an eigenvalue differs from another by less than this share of that, a sample mixes their
# eigenvectors.
similar_eigenvalues <- 0.5

#' Turns eigenvectors apart
#'
#' Each of a set, after the first, is turned within the span of those with a similar eigenvalue, so
#' that its gradient is as orthogonal as it can be to those of the coordinates before: of all unit
#' vectors a the one for which the sum over points of mass Gamma(f, V a)^2 / Gamma(f, f) is least, f
#' a coordinate before and Gamma(f, g) = P (f - f_i)(g - g_i) at point i.
#' @param vectors,values n x m eigenvectors, and their m eigenvalues.
#' @param set Numbers of s of the m eigenvectors.
#' @param walk n x n, column i the steps of the walk from point i, see walk_with_loops().
#' @param mass How many observations each point stands for, length n, or 1.
#' @return The coefficients of the eigenvectors, m x s.
#' @noRd
turn_apart <- function(vectors, values, set, walk, mass = 1) {
  mean_of_step <- function(v) as.matrix(Matrix::crossprod(walk, v))
  rotation <- diag(ncol(vectors))[, set, drop = FALSE]
  for (column in seq_along(set)[-1L]) {
    is_similar <- abs(values - values[[set[[column]]]]) <
      similar_eigenvalues * values[[set[[column]]]]
    span <- c(set[[column]], setdiff(which(is_similar), set))
    # The c numbers of the eigenvectors that this one is turned among, itself first: `span`; these,
    # n x c; and the sum over the coordinates before of products of gradients, c x c.
    g <- vectors[, span, drop = FALSE]
    dependence <- 0
    for (earlier in seq_len(column - 1L)) {
      f <- drop(vectors %*% rotation[, earlier])
      # (f(y) - f(x))^2 and (f(y) - f(x)) (g(y) - g(x)) in the mean over steps from x to y.
      squares <- drop(mean_of_step(f^2) - 2 * f * mean_of_step(f) + f^2)
      # A coordinate that only tells components apart has no gradient.
      if (max(squares) <= 1e-12 * max(f^2)) next
      products <- mean_of_step(f * g) - f * mean_of_step(g) - g * drop(mean_of_step(f)) + f * g
      gradient_size <- sqrt(pmax(squares, 1e-12 * max(squares)) / mass)
      dependence <- dependence + crossprod(products / gradient_size)
    }
    if (is.matrix(dependence)) {
      rotation[span, column] <- eigen(dependence, symmetric = TRUE)$vectors[, length(span)]
    }
  }
  rotation * rep(sign_flips(vectors %*% rotation), each = ncol(vectors))
}

# Whether the second coordinate nearly is a function of the first: a polynomial of degree 5 leaves
# less than a tenth of its variance. FALSE if the first has fewer than 10 different values, or those
# of separate groups, which any curve goes through.
#   f  coordinates, n x s; rows with NA are left out
is_function_of_first <- function(f) {
  f <- f[stats::complete.cases(f), , drop = FALSE]
  if (ncol(f) < 2L || length(unique(f[, 1L])) < 10L) return(FALSE)
  if (is_in_groups(f[, 1L])) return(FALSE)
  # Two groups far apart are two values to rounding: lm.fit() leaves out the powers that agree.
  range <- range(f[, 1L])
  powers <- outer(2 * (f[, 1L] - range[[1L]]) / diff(range) - 1, 0:5, `^`)
  residuals <- stats::lm.fit(powers, f[, 2L])$residuals
  sum(residuals^2) < 0.1 * sum((f[, 2L] - mean(f[, 2L]))^2)
}

# Whether the values v lie in a few places with gaps of at least 5% of their range between them,
# where they have less than 1% of their variance.
is_in_groups <- function(v) {
  v <- sort(v)
  group <- cumsum(c(TRUE, diff(v) > 0.05 * diff(range(v))))
  n_groups <- group[[length(v)]]
  within_squares <- sum((v - stats::ave(v, group))^2)
  n_groups > 1L && n_groups <= length(v) / 10 && within_squares < 0.01 * sum((v - mean(v))^2)
}
