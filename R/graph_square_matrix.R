# Square matrices that were given: of weights or of distances.

check_square <- function(x) {
  if (nrow(x) != ncol(x) || nrow(x) < 2L) {
    abort_argument(
      "`x` must be a square matrix of at least 2 points; it is {nrow(x)} x {ncol(x)}."
    )
  }
}

unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}

# A dgCMatrix of non-negative finite numbers, symmetric up to 1e-12 relative, which is averaged out.
as_symmetric <- function(m, values) {
  entries <- Matrix::summary(m)
  bad <- which(!is.finite(entries$x) | entries$x < 0)
  if (length(bad)) {
    at <- entries[bad[[1]], ]
    abort_argument(
      "`x` must hold {values} of 0 or more; entry {at$i}, {at$j} is {format(at$x)}."
    )
  }
  if (values == "weights" && !is.finite(sum(entries$x))) {
    abort_argument("`x`: the sum of its weights leaves the range of double precision; rescale it.")
  }
  difference <- abs(m - Matrix::t(m))
  most <- if (length(difference@x)) max(difference@x) else 0
  if (most == 0) {
    return(m)
  }
  relative <- Matrix::summary(difference)
  larger <- pmax(m[cbind(relative$i, relative$j)], m[cbind(relative$j, relative$i)])
  relative$x <- relative$x / larger
  bad <- which(relative$x > 1e-12)
  if (length(bad)) {
    at <- relative[bad[[1]], ]
    abort_argument(
      "`x` must be symmetric; entries {at$i}, {at$j} and {at$j}, {at$i} are
       {format(m[at$i, at$j], digits = 15)} and {format(m[at$j, at$i], digits = 15)}."
    )
  }
  inform("`x`: differences of entries below 1e-12 averaged out.", "symmetrised")
  as_general((m + Matrix::t(m)) / 2)
}

# A square matrix of distances as a dist.
square_dist <- function(x) {
  as_symmetric(as_sparse(x), "distances")
  check_zero_diagonal(diag(x))
  stats::as.dist(x / 2 + t(x) / 2)
}

check_zero_diagonal <- function(diagonal) {
  at <- which(diagonal != 0)
  if (length(at)) {
    at <- at[[1]]
    abort_argument(
      "`x` must have distances of 0 on the diagonal; entry {at}, {at} is {format(diagonal[[at]])}."
    )
  }
}

# Says so where points look like distances or weights of pairs of points: a symmetric matrix without
# negative entries, and the same on all of the diagonal; no distance is below, no weight above.
#   m  n x r, taken as n points
warn_like_pairs <- function(m, arg) {
  kind <- pairs_like(m)
  if (is.null(kind)) {
    return(invisible())
  }
  warn(
    c("`{arg}` looks like {kind} of {nrow(m)} points; its rows are taken as points with
       {ncol(m)} columns.",
      i = "as.dist({arg}) says that it holds distances, as_heat_graph({arg}) that these are
           weights."),
    "pairs"
  )
}

# In words what a table of points looks like, or NULL. Nothing is told of points that are alone in
# their rows and columns, as those of diag(n) are.
pairs_like <- function(m) {
  if (!is_like_weights(m)) {
    return(NULL)
  }
  own <- m[[1]]
  between <- range(m[row(m) != col(m)])
  if (between[[2]] == 0) {
    return(NULL)
  }
  if (own > 0) {
    return(if (between[[2]] <= own && between[[1]] < own) "a matrix of weights")
  }
  if (all(m %in% 0:1)) "a matrix of edges" else "a matrix of distances"
}

# Whether a matrix is square and symmetric, with numbers of 0 or more, one of them on the diagonal.
is_like_weights <- function(m) {
  nrow(m) == ncol(m) && nrow(m) > 2L && isTRUE(all(diag(m) == m[[1]])) && is_no_less(m, 0) &&
    isSymmetric(unname(m), tol = 1e-12)
}

is_no_less <- function(m, least) !anyNA(m) && min(m) >= least
