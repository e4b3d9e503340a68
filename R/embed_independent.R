# Coordinates that are independent. Several of the leading eigenvectors may be functions of the same
# direction; these are a set of eigenvectors that together see all directions.

# How many eigenvectors the sets of s are searched among.
count_searched <- function(s, n) min(n - 2L, max(14L, 2L * s + 2L))

#' Ranks the sets of s eigenvectors that contain the first by how independent they are
#'
#' Of those that are nearly as independent as the best, the smoothest comes first.
#' @param vectors,values Of the Laplacian after the constant, n x m and m.
#' @param d Dimension of the manifold.
#' @param walk Of walk_with_loops().
#' @param mass Of the points.
#' @return A list: sets, s x c, in that order; candidates, a data frame with columns set,
#'   independence, eigenvalues (their sum).
#' @noRd
rank_independent <- function(vectors, values, s, d, walk, runtime, mass = 1) {
  m <- ncol(vectors)
  refuse_if(choose(m - 1, s - 1) > 1e5,
            "`n_components` = {s} is too many to look for independent coordinates.")
  sets <- rbind(rep(1L, choose(m - 1L, s - 1L)), utils::combn(seq_len(m)[-1L], s - 1L))
  score <- cpp_independence(walk, rep_len(mass, nrow(walk)), t(vectors), min(d, s), sets, runtime)
  cost <- colSums(matrix(values[sets], s))
  near <- score >= max(score) - 0.1
  rank <- order(!near, ifelse(near, cost, -score))
  list(
    sets = sets[, rank, drop = FALSE],
    candidates = data.frame(
      set = apply(sets, 2L, paste, collapse = ", "), independence = score, eigenvalues = cost
    )[rank, ]
  )
}

# Eigenvalues that differ by less than this share: a sample mixes their eigenvectors.
similar_eigenvalues <- 0.5

#' Turns eigenvectors apart
#'
#' Each of a set, after the first, is turned within the span of those with a similar eigenvalue, so
#' that its gradient is as orthogonal as it can be to those of the coordinates before: of all unit
#' vectors a the one for which the sum over points of mass Gamma(f, V a)^2 / Gamma(f, f) is least, f
#' a coordinate before and Gamma(f, g) = P (f - f_i)(g - g_i) at point i.
#' @param set Numbers of s of the m eigenvectors.
#' @inheritParams rank_independent
#' @return The coefficients of the eigenvectors, m x s.
#' @noRd
turn_apart <- function(vectors, values, set, walk, mass = 1) {
  step <- function(v) as.matrix(Matrix::crossprod(walk, v))
  turned <- diag(ncol(vectors))[, set, drop = FALSE]
  for (k in seq_along(set)[-1L]) {
    similar <- abs(values - values[[set[[k]]]]) < similar_eigenvalues * values[[set[[k]]]]
    span <- c(set[[k]], setdiff(which(similar), set))
    g <- vectors[, span, drop = FALSE]
    form <- 0
    for (j in seq_len(k - 1L)) {
      f <- drop(vectors %*% turned[, j])
      norm <- drop(step(f^2) - 2 * f * step(f) + f^2)
      # A coordinate that only tells components apart has no gradient.
      if (max(norm) <= 1e-12 * max(f^2)) next
      both <- step(f * g) - f * step(g) - g * drop(step(f)) + f * g
      form <- form + crossprod(both / sqrt(pmax(norm, 1e-12 * max(norm)) / mass))
    }
    if (is.matrix(form)) turned[span, k] <- eigen(form, symmetric = TRUE)$vectors[, length(span)]
  }
  turned * rep(sign_flips(vectors %*% turned), each = ncol(vectors))
}

# Whether the second coordinate nearly is. That of separate groups has a value for each of them,
# which any curve goes through.
is_function_of_first <- function(f) {
  f <- f[stats::complete.cases(f), , drop = FALSE]
  if (ncol(f) < 2L || length(unique(f[, 1L])) < 10L) return(FALSE)
  if (is_in_groups(f[, 1L])) return(FALSE)
  # Two groups far apart are two values to rounding: lm.fit() leaves out the powers that agree.
  range <- range(f[, 1L])
  powers <- outer(2 * (f[, 1L] - range[[1L]]) / diff(range) - 1, 0:5, `^`)
  rest <- stats::lm.fit(powers, f[, 2L])$residuals
  sum(rest^2) < 0.1 * sum((f[, 2L] - mean(f[, 2L]))^2)
}

# Whether values lie in a few places with gaps of at least 5% of their range between them, where
# they have less than 1% of their variance.
is_in_groups <- function(v) {
  v <- sort(v)
  group <- cumsum(c(TRUE, diff(v) > 0.05 * diff(range(v))))
  n_groups <- group[[length(v)]]
  within <- sum((v - stats::ave(v, group))^2)
  n_groups > 1L && n_groups <= length(v) / 10 && within < 0.01 * sum((v - mean(v))^2)
}
