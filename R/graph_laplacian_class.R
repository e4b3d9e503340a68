# The class of Laplacians. S4, because on R 4.2 only S4 classes can have %*%.

methods::setClass("lapscale_laplacian", representation(
  weights = "ANY",        # W, n x n, corrected for density: dgCMatrix, matrix, unstored_weights()
  degree = "numeric",     # t, their row sums, length n
  type = "character",     # one of laplacian_types
  alpha = "numeric",      # exponent of the density
  scale = "numeric",      # a number, the factor before I - P, or before t - W
  graph = "list"          # see graph_facts(): bandwidth, rows, names, mass, own_scales, ...
))

# Returns the Laplacian; an error if the argument `arg` is no lapscale_laplacian, or one that was
# changed.
#   laplacian  what the user gave
check_laplacian <- function(laplacian, arg = "laplacian") {
  check_class(laplacian, "lapscale_laplacian", arg, "made by graph_laplacian()")
  check_weights(laplacian@weights, length(laplacian@degree), arg)
  laplacian
}

# The factors of a Laplacian L = scale (diag(diagonal) - diag(left) W diag(right)), W its corrected
# weights: list(diagonal, left, right), each of length n or 1. In it, `is_linked` is 1 for points
# with edges, else 0.
#   laplacian  a lapscale_laplacian
laplacian_factors <- function(laplacian) {
  degree <- laplacian@degree
  inverse_degree <- ifelse(degree > 0, 1 / degree, 0)
  is_linked <- as.numeric(degree > 0)
  switch(laplacian@type,
    unnormalized = list(diagonal = degree, left = 1, right = 1),
    symmetric = list(
      diagonal = is_linked, left = sqrt(inverse_degree), right = sqrt(inverse_degree)
    ),
    list(diagonal = is_linked, left = inverse_degree, right = 1)
  )
}

# The product L f of a Laplacian L with f, a plain matrix, n x b: n x b, without names. In it,
# `factors` are of laplacian_factors().
#   laplacian  L, a lapscale_laplacian, whose weights may be stored or not
apply_laplacian <- function(laplacian, f) {
  factors <- laplacian_factors(laplacian)
  product <- factors$left * times_weights(laplacian@weights, factors$right * f)
  unname(laplacian@scale * (factors$diagonal * f - product))
}

# L y, for a Laplacian x and y, a vector of length n or an n x b matrix or data frame: a matrix,
# n x b, with the names of the points and of the columns of y. `f` is y as a matrix, NULL if it can
# be none.
multiply_laplacian <- function(x, y) {
  n <- length(x@degree)
  f <- if (!is.null(y) && (is.atomic(y) || length(dim(y)) == 2L)) as.matrix(y)
  refuse_if(!(is.numeric(f) || is.logical(f)) || nrow(f) != n,
            "`y` must be a numeric vector of length {n} or a matrix with {n} rows, not
             {describe(y)}.")
  result <- apply_laplacian(x, f)
  rownames(result) <- laplacian_names(x)
  if (!is.null(colnames(f))) colnames(result) <- colnames(f)
  result
}

# The names of the n points of a Laplacian, or NULL: graph$names are those of all rows of the data.
laplacian_names <- function(laplacian) laplacian@graph$names[laplacian@graph$rows]

#' @rdname graph_laplacian
#' @param x,y A `lapscale_laplacian`; a vector of length n or a matrix with n rows.
#' @aliases %*%,lapscale_laplacian,ANY-method
#' @export
methods::setMethod("%*%", signature("lapscale_laplacian", "ANY"), multiply_laplacian)

#' @rdname graph_laplacian
#' @aliases dim,lapscale_laplacian-method
#' @export
methods::setMethod("dim", "lapscale_laplacian", function(x) rep(length(x@degree), 2L))

#' @rdname graph_laplacian
#' @aliases diag,lapscale_laplacian-method
#' @param nrow,ncol,names Not used.
#' @export
methods::setMethod("diag", "lapscale_laplacian", function(x, nrow, ncol, names) {
  laplacian_diagonal(check_laplacian(x, "x"))
})

# The diagonal of a Laplacian, length n. `loop_weight` is the weight of each point to itself.
#   laplacian  a lapscale_laplacian, whose weights may be stored or not
laplacian_diagonal <- function(laplacian) {
  degree <- laplacian@degree
  loop_weight <- loop_weights(laplacian@weights)
  if (laplacian@type == "unnormalized") return(laplacian@scale * (degree - loop_weight))
  laplacian@scale * ifelse(degree > 0, 1 - loop_weight / degree, 0)
}

# The Laplacian `from` as a dgCMatrix, n x n, with the names of its points. `factors` are those of
# laplacian_factors() as diagonal matrices.
methods::setAs("lapscale_laplacian", "CsparseMatrix", function(from) {
  w <- check_laplacian(from, "from")@weights
  if (is.matrix(w)) w <- Matrix::Matrix(w, sparse = TRUE)
  factors <- lapply(laplacian_factors(from), function(x) Matrix::Diagonal(x = rep_len(x, nrow(w))))
  l <- as_dgCMatrix(from@scale * (factors$diagonal - factors$left %*% w %*% factors$right))
  names <- laplacian_names(from)
  dimnames(l) <- list(names, names)
  l
})
methods::setAs("lapscale_laplacian", "sparseMatrix", function(from) as(from, "CsparseMatrix"))
methods::setAs("lapscale_laplacian", "dgCMatrix", function(from) as(from, "CsparseMatrix"))

#' @rdname graph_laplacian
#' @export
glance.lapscale_laplacian <- function(x, ...) door(data.frame(
  n = length(x@degree), type = x@type, alpha = x@alpha, bandwidth = x@graph$bandwidth
), ...)

#' @rdname graph_laplacian
#' @export
head.lapscale_laplacian <- function(x, ...) utils::head(as(x, "CsparseMatrix"), ...)

#' @rdname graph_laplacian
#' @export
tail.lapscale_laplacian <- function(x, ...) utils::tail(as(x, "CsparseMatrix"), ...)

#' @rdname graph_laplacian
#' @param ... For `head()` and `tail()`, `n`, the number of rows, as in [utils::head()]. For
#'   `plot()`, which draws histograms of the degrees and of the numbers of neighbors, graphical
#'   parameters. Otherwise not used.
#' @export
as.matrix.lapscale_laplacian <- function(x, ...) door({
  check_memory(8 * prod(dim(x)), "x", "as a dense matrix")
  as.matrix(as(x, "CsparseMatrix"))
})

#' @rdname graph_laplacian
#' @aliases show,lapscale_laplacian-method
#' @param object A `lapscale_laplacian`.
#' @export
methods::setMethod("show", "lapscale_laplacian", function(object) {
  formula <- switch(object@type, unnormalized = "t - W", symmetric = "I - t^-1/2 W t^-1/2", "I - P")
  if (object@scale != 1) formula <- paste0(format(object@scale, digits = 4), " (", formula, ")")
  w <- object@weights
  entries <- if (is.matrix(w)) length(w) else length(w@x)
  unscaled <- object@type == "unnormalized" || is.na(object@graph$bandwidth)
  cat(
    "Graph Laplacian, ", sub("_", " ", object@type), ", alpha = ", format(object@alpha), "\n",
    "  ", formula, ", estimates ",
    if (object@type == "unnormalized") "-p Delta" else "-Delta", if (unscaled) " up to scale", "\n",
    "  ", count(length(object@degree), "point"), ", ", thousands(entries),
    " entries\n", sep = ""
  )
})
