#' Embeddings of the components of a graph
#'
#' What `embed_*(components = "each")` returns: a list of embeddings, one per component of the
#' graph, the largest first. Coordinates of different components have nothing to do with each other.
#'
#' @details
#' `predict()` sends each new point to the embedding that holds its nearest point of the fit (the
#' larger component if two are as near), and places it there.
#'
#' @param x,object The list.
#' @param newdata Points as rows, as in [predict.lapscale_embedding()]. Missing (NULL in
#'   `augment()`): the coordinates of the fit.
#' @param n_threads Number of threads, see [bw_gc()].
#' @param i Numbers or TRUE and FALSE: which embeddings, one or more.
#' @param data,row.names,optional As in [lapscale_embedding].
#' @param colour NULL, or a value per row of the data, as in [plot.lapscale_embedding()] (`color`
#'   too).
#' @param ... `plot()`, `screeplot()`: further arguments of [plot.lapscale_embedding()]; else not
#'   used.
#' @return `as.matrix()`: n x s with the rows of the data, NA where a component was too small.
#'   `predict()`: m x s with the row names of `newdata` and an attribute `part`, the number of the
#'   embedding that each row is in. `tidy()`: a row per embedding and coordinate, with `part`;
#'   `glance()`: a row per embedding. `as.data.frame()`: `as.matrix()` in columns `.embed1`, ...
#'   after `.part`, the number of the embedding (NA where in none); `augment()`: the data, or
#'   `newdata`, with these columns. `plot()`: a panel per embedding, at most 12 of one or two
#'   coordinates; `screeplot()`: a panel per embedding, at most 12; the list, invisibly.
#'   `autoplot()`: a ggplot, a facet per embedding with its first two coordinates.
#'   `summary()`: the list of their summaries. `parts[i]`: the list of some of them.
#' @section Errors and warnings:
#' `lapscale_error_argument` (naming `i` or `data` too), `lapscale_error_no_points` and
#' `lapscale_warning_far`, as in [predict.lapscale_embedding()].
#' @seealso [embed_eigenmaps()] for the other ways to treat components.
#' @examples
#' x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
#' parts <- embed_eigenmaps(x, 2, bandwidth = 0.5, components = "each")
#' plot(parts)
#' predict(parts, rbind(c(1, 0), c(6, 5)))
#' @name lapscale_embedding_list
NULL

#' @rdname lapscale_embedding_list
#' @export
as.matrix.lapscale_embedding_list <- function(x, ...) {
  first <- as.matrix(x[[1]])
  joined <- matrix(NA_real_, nrow(first), widest(x), dimnames = list(rownames(first), NULL))
  for (part in unclass(x)) {
    joined[part$rows, seq_len(n_coordinates(part))] <- part$coordinates[part$rows, ]
  }
  joined
}

# The number of coordinates, which `n_components` = "gap" may choose differently for each.
widest <- function(parts) max(vapply(unclass(parts), n_coordinates, 0L))

#' @rdname lapscale_embedding_list
#' @export
print.lapscale_embedding_list <- function(x, ...) {
  cat(count(length(x), "embedding"), ", one per component\n", sep = "")
  for (part in utils::head(unclass(x), 3L)) print(part)
  if (length(x) > 3L) cat("...\n")
  invisible(x)
}

#' @rdname lapscale_embedding_list
#' @export
predict.lapscale_embedding_list <- function(object, newdata, n_threads = NULL, ...) door({
  if (missing(newdata)) {
    return(as.matrix(object))
  }
  parts <- unclass(object)
  models <- lapply(parts, fitted_model)
  at <- as_new_points(newdata, models[[1]]$x, models[[1]]$columns, models[[1]]$scaling)
  runtime <- new_runtime(n_threads, FALSE)
  s <- widest(object)
  placed <- matrix(NA_real_, nrow(at$x), s)
  part <- nearest_part(models, at$x, runtime)
  for (number in unique(part)) {
    rows <- which(part == number)
    placed[rows, seq_len(n_coordinates(parts[[number]]))] <-
      place_points(models[[number]], at$x[rows, , drop = FALSE], runtime)
  }
  placed <- mark_lost(placed, s = vapply(parts, n_coordinates, 0L)[part])
  rownames(placed) <- at$names
  attr(placed, "part") <- part
  placed
}, ..., .large = "newdata")

# The number of the model that holds the nearest point of the fit, length m.
nearest_part <- function(models, at, runtime) {
  if (nrow(at) == 0L) {
    return(integer())
  }
  distance <- vapply(models, function(model) {
    handle <- hold_points(model$x, runtime, "object")
    on.exit(cpp_release(handle))
    nearest <- cpp_query_nearest(handle, at, 1L, runtime)
    nearest$distance[at_place(nearest, 1L)] * cpp_unit(handle)
  }, numeric(nrow(at)))
  max.col(-matrix(distance, nrow(at)), "first")
}

#' @rdname lapscale_embedding_list
#' @export
tidy.lapscale_embedding_list <- function(x, ...) door({
  do.call(rbind, lapply(seq_along(x), function(part) cbind(part = part, tidy(x[[part]]))))
}, ...)

#' @rdname lapscale_embedding_list
#' @export
glance.lapscale_embedding_list <- function(x, ...) door({
  do.call(rbind, lapply(seq_along(x), function(part) {
    cbind(part = part, glance(x[[part]]))
  }))
}, ...)

#' @rdname lapscale_embedding_list
#' @export
plot.lapscale_embedding_list <- function(x, ..., colour = NULL) door({
  own <- graphical_settings(list(...), also = "color")
  colour <- resolve_colour(colour, own)
  if (!is.null(colour)) check_colour(colour, nrow(x[[1]]$coordinates))
  own <- own[names(own) != "color"]
  plot_parts(x, plot, list(colour = colour), own, panels = widest(x) <= 2L)
})

# A panel for each, at most 12, of the first two coordinates.
#' @export
picture.lapscale_embedding_list <- function(x, colour = NULL, ...) door({
  shown <- utils::head(unclass(x), 12L)
  panels <- lapply(seq_along(shown), function(number) {
    columns <- drawn_columns(shown[[number]], NULL, 2L)
    panel <- picture(shown[[number]], columns, colour)$panels[[1]]
    panel$title <- title_of_part(number)
    panel
  })
  new_picture(panels, embedding_title(shown[[1]]))
})

#' @rdname lapscale_embedding_list
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding_list <- function(object, ..., colour = NULL) door({
  check_installed("ggplot2", "to draw with autoplot()")
  given <- list(...)
  check_dots(given, "color")
  ggplot_picture(picture(object, resolve_colour(colour, given)))
})

title_of_part <- function(number) paste("Component", number)

#' @rdname lapscale_embedding_list
#' @export
screeplot.lapscale_embedding_list <- function(x, ...) door({
  plot_parts(x, stats::screeplot, list(), graphical_settings(list(...)), panels = TRUE)
})

plot_parts <- function(x, plot_part, first, settings, panels) {
  shown <- utils::head(unclass(x), 12L)
  if (panels) {
    before <- graphics::par(mfrow = rev(grDevices::n2mfrow(length(shown))))
    on.exit(graphics::par(before))
  }
  for (number in seq_along(shown)) {
    own <- utils::modifyList(list(main = title_of_part(number)), settings)
    do.call(plot_part, c(list(shown[[number]]), first, own))
  }
  invisible(x)
}

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
  attr(y, "part") <- NULL
  cbind(data.frame(.part = as.integer(part)), coordinate_table(y))
}

#' @rdname lapscale_embedding_list
#' @export
augment.lapscale_embedding_list <- function(x, data = NULL, newdata = NULL, ...) door({
  augmented(x, data, newdata, function(y) {
    if (is.null(y)) as.data.frame(x) else part_table(y, attr(y, "part"))
  })
}, ...)

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
