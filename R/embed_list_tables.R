# Tables and parts of what `components = "each"` gives.

#' @rdname lapscale_embedding_list
#' @export
`[.lapscale_embedding_list` <- function(x, i) door({
  if (missing(i)) {
    return(x)
  }
  chosen <- if (is.numeric(i) || is.logical(i)) unclass(x)[i]
  if (length(chosen) == 0L || any(vapply(chosen, is.null, NA))) {
    abort_argument(
      "`i` must choose one or more of the {length(x)} embedding{?s}, not {describe(i)}."
    )
  }
  structure(chosen, class = class(x))
})

#' @rdname lapscale_embedding_list
#' @export
as.data.frame.lapscale_embedding_list <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(part_table(as.matrix(x), part_of_rows(x)), row.names)
})

# The number of the embedding that each row of the data is in, NA in none.
part_of_rows <- function(parts) {
  part <- rep(NA_integer_, nrow(parts[[1]]$coordinates))
  for (number in seq_along(parts)) part[parts[[number]]$rows] <- number
  part
}

part_table <- function(y, part) {
  dimnames(y) <- list(rownames(y), coordinate_names(ncol(y)))
  cbind(data.frame(.part = as.integer(part)), as.data.frame(y))
}

#' @rdname lapscale_embedding_list
#' @export
augment.lapscale_embedding_list <- function(x, data = NULL, newdata = NULL, ...) door({
  beside_parts(x, data, newdata)
}, ...)

beside_parts <- function(x, data, newdata) {
  if (!is.null(newdata)) {
    y <- stats::predict(x, newdata)
    found <- part_table(matrix(y, nrow(y), ncol(y), dimnames = dimnames(y)), attr(y, "part"))
    return(like_given(cbind(beside_new(x, newdata), found), newdata))
  }
  found <- as.data.frame(x)
  table <- if (is.null(data)) points_of_parts(x) else as_given_table(data)
  if (!is.null(table) && nrow(table) != nrow(found)) {
    abort_argument(
      "`data` must have the {nrow(found)} rows of the embeddings; it has {nrow(table)}."
    )
  }
  like_given(if (is.null(table)) found else cbind(table, found), data)
}

# New points as a table: a data.frame as it is, else the numbers that predict() takes.
beside_new <- function(parts, newdata) {
  if (is.data.frame(newdata)) {
    return(newdata)
  }
  model <- parts[[1]]$model
  at <- suppressMessages(as_new_points(newdata, model$x, model$columns))
  named_table(at$x, at$names, model$columns)
}

named_table <- function(x, names, columns) {
  dimnames(x) <- list(names, columns)
  as.data.frame(x)
}

# The points of the fits with a row per row of the data, or NULL.
points_of_parts <- function(parts) {
  first <- parts[[1]]
  if (is.null(first$model)) {
    return(NULL)
  }
  x <- matrix(NA_real_, nrow(first$coordinates), ncol(first$model$x))
  for (part in unclass(parts)) {
    x[part$rows, ] <- unscale_points(part$model$x, part$model$scaling)
  }
  named_table(x, rownames(first$coordinates), first$model$columns)
}

#' @rdname lapscale_embedding_list
#' @export
summary.lapscale_embedding_list <- function(object, ...) {
  structure(lapply(unclass(object), summary), class = "summary.lapscale_embedding_list")
}

#' @export
print.summary.lapscale_embedding_list <- function(x, ...) {
  for (part in unclass(x)) print(part)
  invisible(x)
}
