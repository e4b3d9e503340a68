# The class of Laplacians. S4, because on R 4.2 only S4 classes can have %*%.

methods::setClass("lapscale_laplacian", representation(
  weights = "ANY",        # density-corrected weights, n x n: dgCMatrix or matrix
  degree = "numeric",     # their row sums
  type = "character",
  alpha = "numeric",
  scale = "numeric",      # the factor before I - P, or before t - W
  graph = "list"          # see graph_facts()
))

check_laplacian <- function(laplacian, arg = "laplacian") {
  check_class(laplacian, "lapscale_laplacian", arg, "made by graph_laplacian()")
  check_weights(laplacian@weights, length(laplacian@degree), arg)
  laplacian
}

# L f for the columns of a plain matrix f.
apply_laplacian <- function(laplacian, f) {
  t <- laplacian@degree
  inverse <- ifelse(t > 0, 1 / t, 0)
  linked <- as.numeric(t > 0)
  weights <- laplacian@weights
  result <- switch(laplacian@type,
    unnormalized = t * f - times_weights(weights, f),
    symmetric = linked * f - sqrt(inverse) * times_weights(weights, sqrt(inverse) * f),
    linked * f - inverse * times_weights(weights, f)
  )
  unname(laplacian@scale * result)
}

multiply_laplacian <- function(x, y) {
  n <- length(x@degree)
  f <- if (!is.null(y) && (is.atomic(y) || length(dim(y)) == 2L)) as.matrix(y)
  if (!(is.numeric(f) || is.logical(f)) || nrow(f) != n) {
    abort_argument(
      "`y` must be a numeric vector of length {n} or a matrix with {n} rows, not {describe(y)}."
    )
  }
  result <- apply_laplacian(x, f)
  dimnames(result) <- if (!is.null(laplacian_names(x)) || !is.null(colnames(f))) {
    list(laplacian_names(x), colnames(f))
  }
  result
}

laplacian_names <- function(laplacian) laplacian@graph$names[laplacian@graph$rows]

#' @rdname graph_laplacian
#' @param x,y A `lapscale_laplacian`; a vector of length n or a matrix with n rows.
#' @aliases %*%,lapscale_laplacian,ANY-method
#' @export
methods::setMethod("%*%", signature("lapscale_laplacian", "ANY"), multiply_laplacian)

#' @rdname graph_laplacian
#' @aliases dim,lapscale_laplacian-method
#' @export
methods::setMethod("dim", "lapscale_laplacian", function(x) {
  rep(length(x@degree), 2L)
})

#' @rdname graph_laplacian
#' @aliases diag,lapscale_laplacian-method
#' @param nrow,ncol,names Not used.
#' @export
methods::setMethod("diag", "lapscale_laplacian", function(x, nrow, ncol, names) {
  laplacian_diagonal(check_laplacian(x, "x"))
})

laplacian_diagonal <- function(laplacian) {
  t <- laplacian@degree
  loops <- loop_weights(laplacian@weights)
  if (laplacian@type == "unnormalized") {
    return(laplacian@scale * (t - loops))
  }
  laplacian@scale * ifelse(t > 0, 1 - loops / t, 0)
}

methods::setAs("lapscale_laplacian", "CsparseMatrix", function(from) {
  check_laplacian(from, "from")
  t <- from@degree
  inverse <- ifelse(t > 0, 1 / t, 0)
  w <- from@weights
  if (is.matrix(w)) w <- Matrix::Matrix(w, sparse = TRUE)
  linked <- Matrix::Diagonal(x = as.numeric(t > 0))
  l <- switch(from@type,
    unnormalized = Matrix::Diagonal(x = t) - w,
    symmetric = {
      s <- Matrix::Diagonal(x = sqrt(inverse))
      linked - s %*% w %*% s
    },
    linked - Matrix::Diagonal(x = inverse) %*% w
  )
  l <- as_general(from@scale * l)
  names <- laplacian_names(from)
  dimnames(l) <- list(names, names)
  l
})
methods::setAs("lapscale_laplacian", "sparseMatrix", function(from) as(from, "CsparseMatrix"))
methods::setAs("lapscale_laplacian", "dgCMatrix", function(from) as(from, "CsparseMatrix"))

#' @rdname graph_laplacian
#' @export
head.lapscale_laplacian <- function(x, ...) utils::head(as(x, "CsparseMatrix"), ...)

#' @rdname graph_laplacian
#' @export
tail.lapscale_laplacian <- function(x, ...) utils::tail(as(x, "CsparseMatrix"), ...)

#' @rdname graph_laplacian
#' @param ... Not used; for `head()` and `tail()`, the first or last rows as a sparse matrix: `n`,
#'   how many, as in [utils::head()].
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
  formula <- switch(object@type,
    unnormalized = "t - W",
    symmetric = "I - t^-1/2 W t^-1/2",
    "I - P"
  )
  scaled <- if (object@scale == 1) formula else paste0(format(object@scale, digits = 4), " (",
                                                       formula, ")")
  w <- object@weights
  entries <- if (is.matrix(w)) length(w) else length(w@x)
  unscaled <- object@type == "unnormalized" || !has_one_bandwidth(object@graph)
  cat(
    "Graph Laplacian, ", sub("_", " ", object@type), ", alpha = ", format(object@alpha), "\n",
    "  ", scaled, ", estimates ",
    if (object@type == "unnormalized") "-p Delta" else "-Delta", if (unscaled) " up to scale", "\n",
    "  ", count(length(object@degree), "point"), ", ", format(entries, big.mark = ","),
    " entries\n",
    sep = ""
  )
})
