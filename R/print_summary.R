# Prints what summary() says of objects whose print() is a few lines: a table beside it.

#' Summaries of reports, tests, metrics, spectra and Laplacians
#'
#' Summarizes reports, tests, metrics, spectra, and Laplacians in a table.
#'
#' @details
#' The tables are:
#' - [bw_report()]: five numbers (see [stats::fivenum()]) over the points, of `neighbors`
#'   (sums of weights), `dimension`, `distance`, and `detour` (the length of the path between two
#'   connected points, divided by their distance);
#' - [embed_quality()]: the measures, and the `best` value of each;
#' - [graph_test()] and [graph_columns()]: the table of `as.data.frame()`;
#' - [embed_scales()]: the eigenvalues of each embedding, in the order of its coordinates;
#' - [graph_laplacian()]: five numbers over the points, of `degree`, `diagonal`, and `neighbors`
#'   (the number of points that share an edge with it);
#' - [graph_spectrum()]: the eigenvalues, the `gap` to the next one, and the residuals;
#' - [metric_distortion()]: five numbers over the points, of `distortion` and of the eigenvalues of
#'   \eqn{H}, the largest first, which are 1 if the bandwidth suits the data;
#' - [metric_riemannian()]: five numbers over the points, of each `stretch` and of `volume`.
#'
#' @param object An object that one of these functions returned.
#' @param x A `lapscale_summary`, or for `plot()` what `summary()` of another class returned.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... For `plot()` and `autoplot()`, the arguments of the plot of what was summarized.
#'   Otherwise not used.
#' @return A list of class `lapscale_summary`:
#'   - `object`, what was summarized;
#'   - `table`, a data frame, which `as.data.frame()` returns;
#'   - `note`, a line of text or `NULL`.
#'
#'   `print()` and `plot()` return the summary, invisibly. `plot()` and `autoplot()` draw what was
#'   summarized.
#' @section Errors:
#' - `lapscale_error_argument` if the object was changed after it was made.
#' @seealso [bw_report()], [graph_spectrum()], [metric_riemannian()], [embed_quality()].
#' @examples
#' x <- sample_sphere(400, seed = 1)
#' summary(graph_spectrum(graph_laplacian(heat_graph(x, bandwidth = 0.4)), 9))
#' as.data.frame(summary(metric_distortion(x, bandwidth = 0.4, d = 2, seed = 1)))
#' summary(heat_graph(iris[1:4], 0.8))
#' @name lapscale_summary
NULL

# Makes the value of summary(): list(object, table, note) of class lapscale_summary.
#   object  what is summarized;  table: data frame that print() shows
#   note    one line for print(), or NULL
new_summary <- function(object, table, note = NULL) {
  structure(list(object = object, table = table, note = note),
            class = c("lapscale_summary", "lapscale_summarized"))
}

# A data frame with a row for each vector: its name, minimum, quartiles, median, and maximum, NA
# without values.
#   values  named list of numeric vectors, whose NA are left out
five_numbers <- function(values) {
  five <- vapply(values, function(v) stats::fivenum(v[!is.na(v)]), numeric(5))
  table <- data.frame(names(values), t(five), row.names = NULL)
  stats::setNames(table, c("of", "min", "lower", "median", "upper", "max"))
}


# The columns of a matrix as a list of vectors, named `name`1, `name`2, ...
#   m  a matrix;  name: a word
numbered_columns <- function(m, name) {
  colnames(m) <- paste0(name, seq_len(ncol(m)))
  as.list(as.data.frame(m))
}

# Summarizes the points and pairs that a report looked at.
#   object  of bw_report(): pairs (data frame, a row per pair, lengths in bandwidths: straight,
#           along), points (data frame, a row per point: neighbors, dimension, distance)
#' @rdname lapscale_summary
#' @export
summary.lapscale_report <- function(object, ...) door({
  detour <- object$pairs$along / object$pairs$straight
  columns <- object$points[c("neighbors", "dimension", "distance")]
  new_summary(object, five_numbers(c(columns, list(detour = detour))))
}, ...)

# Lists the measures, a row of `table` for each: measure (name), value, best (0 of errors, else 1).
#   object  of embed_quality()
#' @rdname lapscale_summary
#' @export
summary.lapscale_quality <- function(object, ...) door({
  table <- tidy(object)
  table$best <- ifelse(table$measure %in% error_measures, 0, 1)
  new_summary(object, table)
}, ...)

# Lists the first eigenvalues at each scale, as many as all have.
#   object  of embed_scales(): embeddings (a list, each with eigenvalues), scales (data frame, a row
#           for each: scale, its number)
# `values` is a list with a vector for each scale, and then a matrix with a row for each.
#' @rdname lapscale_summary
#' @export
summary.lapscale_scales <- function(object, ...) door({
  values <- lapply(object$embeddings, `[[`, "eigenvalues")
  values <- do.call(rbind, lapply(values, utils::head, min(lengths(values))))
  new_summary(object, data.frame(object$scales["scale"], numbered_columns(values, "eigenvalue")))
}, ...)

# Summarizes what a Laplacian has for each of the n points.
#   object  a lapscale_laplacian: weights (n x n, plain or sparse), degree (length n)
#' @rdname lapscale_summary
#' @export
summary.lapscale_laplacian <- function(object, ...) door({
  neighbors <- neighbor_counts(object@weights)
  values <- list(degree = object@degree, diagonal = diag(object), neighbors = neighbors)
  new_summary(object, five_numbers(values))
}, ...)

# Lists the eigenvalues and their gaps.
#   object  of graph_spectrum(), as a data frame a row per eigenvalue: number, value, residual,
#           converged
#' @rdname lapscale_summary
#' @export
summary.lapscale_spectrum <- function(object, ...) door({
  table <- as.data.frame(object)
  table$gap <- c(diff(table$value), NA)
  new_summary(
    object, table[c("number", "value", "gap", "residual", "converged")],
    describe_multiple(tied_columns(table$value, nrow(table)))
  )
}, ...)

# Summarizes the distortion and the eigenvalues of the metrics at the points.
#   object  of metric_distortion(): H (the inverse metric at each point, points x d x d, perhaps
#           NA), distortion (a number for each point)
# `values` is d x points, and then a list with a vector for each of the d eigenvalues.
#' @rdname lapscale_summary
#' @export
summary.lapscale_distortion <- function(object, ...) door({
  d <- dim(object$H)[[2L]]
  values <- apply(object$H, 1L, function(h) {
    if (anyNA(h)) rep(NA_real_, d) else eigen(matrix(h, d), TRUE, only.values = TRUE)$values
  })
  values <- numbered_columns(t(matrix(values, d)), "eigenvalue")
  new_summary(object, five_numbers(c(list(distortion = object$distortion), values)))
}, ...)

# Summarizes how much an embedding stretches at the points.
#   object  a lapscale_metric: stretch (a row for each row of the data, a column per dimension)
#' @rdname lapscale_summary
#' @export
summary.lapscale_metric <- function(object, ...) door({
  volume <- list(volume = metric_volume(object))
  new_summary(object, five_numbers(c(numbered_columns(object$stretch, "stretch"), volume)))
}, ...)

#' @rdname lapscale_summary
#' @export
summary.lapscale_test <- function(object, ...) door(new_summary(object, object$table), ...)

# Summarizes the columns of a point set, or its distances: `values` is a list of numeric vectors.
#' @rdname point_set
#' @param object A point set.
#' @export
summary.lapscale_points <- function(object, ...) door({
  rows <- given_rows(object)
  values <- if (inherits(rows, "dist")) list(distance = as.vector(rows)) else
    columns_as_list(as_point_matrix(rows, "object"))
  new_summary(object, five_numbers(values))
}, ...)

# The columns of a matrix x as a list of vectors, named by the column names, or by their numbers.
columns_as_list <- function(x) {
  colnames(x) <- column_names(x) %||% seq_len(ncol(x))
  as.list(as.data.frame(x))
}

# Prints a summary.
#   x  of new_summary(): object (what is summarized), table (data frame), note (a line, or NULL)
#' @rdname lapscale_summary
#' @export
print.lapscale_summary <- function(x, ...) door({
  print(x$object)
  print(utils::head(x$table, 20L), digits = 3, row.names = FALSE)
  if (nrow(x$table) > 20L) cat("# ", count(nrow(x$table) - 20L, "more row"), "\n", sep = "")
  if (!is.null(x$note)) writeLines(x$note)
  cat(describe_origin(x$object))
  invisible(x)
}, ...)

#' @rdname lapscale_summary
#' @export
as.data.frame.lapscale_summary <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(x$table, row.names)
})

# ---- plots of summaries --------------------------------------------------------------------------

# The class of summaries that are drawn as what they summarize.

# Prints a summary of several objects, a list of their summaries. Summaries of one object have
# methods of their own classes.
#' @export
print.lapscale_summarized <- function(x, ...) {
  for (part in unclass(x)) print(part)
  invisible(x)
}

#' @rdname lapscale_summary
#' @export
plot.lapscale_summarized <- function(x, ...) {
  plot(source_object(x), ...)
  invisible(x)
}

#' @rdname lapscale_summary
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_summarized <- function(object, ...) ggplot2::autoplot(source_object(object), ...)

# Returns the object that a summary was made of.
#   x  of summary(), of any class: the object is an attribute, or the first field of those below
source_object <- function(x) {
  candidates <- unclass(x)[c("object", "bandwidth", "dimension", "embedding", "fit")]
  attr(x, "object") %||% Find(Negate(is.null), candidates)
}
