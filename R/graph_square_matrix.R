# Square matrices that were given: of weights or of distances.

check_square <- function(x, call = caller_env()) {
  if (nrow(x) != ncol(x) || nrow(x) < 2L) {
    abort_argument(
      "`x` must be a square matrix of at least 2 points; it is {nrow(x)} x {ncol(x)}.",
      call = call
    )
  }
}

unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}

# Refuses entries that are no weights and no distances.
#   m     dgCMatrix;  hint: a further line of the error
check_entries <- function(m, values, call = caller_env(), hint = NULL) {
  entries <- Matrix::summary(m)
  bad <- which(!is.finite(entries$x) | entries$x < 0)
  if (length(bad)) {
    at <- entries[bad[[1]], ]
    negative <- if (is.finite(at$x)) ", which is negative"
    abort_argument(
      c("`x` must hold {values} of 0 or more; entry {at$i}, {at$j} is {format(at$x)}{negative}.",
        hint),
      call = call
    )
  }
}

# A dgCMatrix of non-negative finite numbers, symmetric up to 1e-12 relative, which is averaged out.
as_symmetric <- function(m, values, call = caller_env()) {
  check_entries(m, values, call)
  if (values == "weights" && !is.finite(sum(m@x))) {
    abort_argument("`x`: the sum of its weights leaves the range of double precision; rescale it.",
                   call = call)
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
       {format(m[at$i, at$j], digits = 15)} and {format(m[at$j, at$i], digits = 15)}.",
      call = call
    )
  }
  inform("`x`: differences of entries below 1e-12 averaged out.", "symmetrised")
  as_general((m + Matrix::t(m)) / 2)
}

# A square matrix of distances as a dist.
square_dist <- function(x, call = caller_env()) {
  guard_memory(arg = "x", call = call, {
    as_symmetric(as_sparse(x), "distances", call)
    check_zero_diagonal(diag(x), call)
    stats::as.dist(x / 2 + t(x) / 2)
  })
}

check_zero_diagonal <- function(diagonal, call = caller_env()) {
  at <- which(diagonal != 0)
  if (length(at)) {
    at <- at[[1]]
    abort_argument(
      "`x` must have distances of 0 on the diagonal; entry {at}, {at} is {format(diagonal[[at]])}.",
      call = call
    )
  }
}

# Says so where points look like distances or weights of pairs of points: a symmetric matrix with
# the same number on all of the diagonal; no distance is below, no weight above. One with negative
# entries may hold correlations.
#   m  n x r, taken as n points
warn_like_pairs <- function(m, arg, call = caller_env()) {
  kind <- pairs_like(m)
  if (is.null(kind)) {
    return(invisible())
  }
  warn(
    c("`{arg}` looks like {kind} of {nrow(m)} points; its rows are taken as points with
       {ncol(m)} columns.",
      i = if (kind == "a matrix of correlations") {
        "as.dist(sqrt(2 - 2 * {arg})) makes distances of correlations."
      } else {
        "as.dist({arg}) says that it holds distances, as_heat_graph({arg}) that these are weights."
      }),
    "pairs", call = call
  )
}

# In words what a table of points looks like, or NULL. Nothing is told of points that are alone in
# their rows and columns, as those of diag(n) are.
pairs_like <- function(m) {
  if (!is_like_pairs(m)) {
    return(NULL)
  }
  own <- m[[1]]
  between <- range(m[row(m) != col(m)])
  if (between[[1]] < 0) {
    return(if (own > 0 && max(abs(between)) <= own) "a matrix of correlations")
  }
  if (own < 0 || between[[2]] == 0) {
    return(NULL)
  }
  if (own > 0) {
    return(if (between[[2]] <= own && between[[1]] < own) "a matrix of weights")
  }
  if (all(m %in% 0:1)) "a matrix of edges" else "a matrix of distances"
}

# Whether a matrix is square and symmetric, with one number on the diagonal.
is_like_pairs <- function(m) {
  nrow(m) == ncol(m) && nrow(m) > 2L && isTRUE(all(abs(diag(m) - m[[1]]) <= 1e-12 * abs(m[[1]]))) &&
    !anyNA(m) && isSymmetric(unname(m), tol = 1e-12)
}
