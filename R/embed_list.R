#' Embeddings of the components of a graph
#'
#' Describes the class `lapscale_embedding_list`, which `embed_*(components = "each")` returns. It
#' is a list with one embedding per connected component of the graph, the largest first. Coordinates
#' of different components cannot be compared.
#'
#' @details
#' `predict()` places each new point in the embedding that contains the nearest point of the fit. If
#' two are equally near, it is the larger component.
#'
#' @param x,object A list of embeddings, made with `components = "each"`.
#' @param newdata Points as rows, as in [predict.lapscale_embedding()]. If it is missing (`NULL` in
#'   `augment()`), the coordinates of the fit are returned.
#' @param n_threads Number of threads, see [bw_gc()].
#' @param far,na_action See [predict()][predict.lapscale_embedding] of embeddings.
#' @param type See [predict()][predict.lapscale_embedding] of embeddings. For `"data"`, `newdata` is
#'   a table with the columns of `as.data.frame(object)`, of which `.part` is the number of the
#'   embedding, or coordinates that `predict()` returned.
#' @param i The numbers of the embeddings to keep, one or more, or a logical vector.
#' @param data,row.names,optional As in [lapscale_embedding].
#' @param colour,color `NULL` (the default), or one value per row of the data that determines the
#'   color, as in [plot.lapscale_embedding()].
#' @param ... For `plot()` and `screeplot()`, graphical parameters. Otherwise not used.
#' @return
#' - `as.matrix()`: an n x s matrix with the rows of the data, `NA` if a component was too
#'   small;
#' - `predict()`: an m x s matrix with the row names of `newdata`, and an attribute `part`, the
#'   number of the embedding for each row;
#' - `tidy()`: one row per embedding and coordinate, with `part`; `glance()`: one row per
#'   embedding;
#' - `as.data.frame()`: a column `.part`, the number of the embedding (`NA` if the row is in no
#'   embedding), then the coordinates `.embed1`, `.embed2`, ...; `augment()`: the data, or
#'   `newdata`, with these columns and `.novelty`, see [lapscale_embedding];
#' - `plot()` and `screeplot()`: the list, invisibly. They draw one panel per embedding, at most
#'   12, with its first two coordinates; `autoplot()`: a ggplot with one facet per embedding;
#' - `summary()`: the list of their summaries; `parts[i]`: the list of some embeddings.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_points` and `lapscale_warning_far`, as in [predict.lapscale_embedding()].
#' @seealso [embed_eigenmaps()] for the other ways to treat components.
#' @examples
#' x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
#' parts <- embed_eigenmaps(x, 2, bandwidth = 0.5, components = "each")
#' plot(parts)
#' predict(parts, rbind(c(1, 0), c(6, 5)))
#' plot(embed_eigenmaps(iris[1:4], 2, bandwidth = 0.2, components = "each"), colour = iris$Species)
#' @name lapscale_embedding_list
NULL

# Returns the coordinates of all embeddings of a list x, n_given x widest(x). Each has coordinates
# (n_given x s, NA in rows that are not its own) and rows (those of the data that are its own).
#' @rdname lapscale_embedding_list
#' @export
as.matrix.lapscale_embedding_list <- function(x, ...) {
  first_coordinates <- as.matrix(x[[1]])
  coordinates <- matrix(NA_real_, nrow(first_coordinates), widest(x),
                        dimnames = list(rownames(first_coordinates), NULL))
  for (part in unclass(x)) {
    coordinates[part$rows, seq_len(n_coordinates(part))] <- part$coordinates[part$rows, ]
  }
  coordinates
}

# Applies f to an embedding, or to each of a list of them; returns what was given, changed.
#   fitted  an embedding, or a list of one for each component
#   f       function of an embedding and of `...`: an embedding
each_embedding <- function(fitted, f, ...) {
  if (!inherits(fitted, "lapscale_embedding_list")) return(f(fitted, ...))
  fitted[] <- lapply(fitted, f, ...)
  fitted
}

# The largest number of coordinates in `parts`, a list of embeddings: `n_components` = "gap" may
# choose a different number of coordinates for each.
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
predict.lapscale_embedding_list <- function(object, newdata, n_threads = NULL,
                                            far = c("na", "keep"), na_action = c("error", "keep"),
                                            type = c("coordinates", "data"), ...) door({
  if (check_choice(type, c("coordinates", "data"), "type") == "data") {
    return(rows_at_parts(object, if (missing(newdata)) as.data.frame(object) else newdata,
                         n_threads, far))
  }
  if (missing(newdata)) return(as.matrix(object))
  far <- check_far(far)
  keeps_missing <- check_choice(na_action, c("error", "keep"), "na_action") == "keep"
  parts <- unclass(object)
  models <- lapply(parts, fitted_model)
  # The models have the same columns and scaling.
  first <- models[[1]]
  # The checked new points: list(x, m x r; missing: numbers of rows with missing values; names).
  query <- as_new_points(newdata, first$x, first$columns, first$scaling, keeps_missing)
  runtime <- new_runtime(n_threads, FALSE)
  n_columns <- widest(object)
  coordinates <- matrix(NA_real_, nrow(query$x), n_columns)
  # Length m, the number of the embedding that each new point is placed in.
  nearest_model <- nearest_part(models, query$x, runtime)
  for (number in unique(nearest_model)) {
    rows <- which(nearest_model == number)
    coordinates[rows, seq_len(n_coordinates(parts[[number]]))] <-
      place_points(models[[number]], query$x[rows, , drop = FALSE], runtime, far = far)
  }
  coordinates[query$missing, ] <- NA_real_
  # A row with missing values is not far.
  n_expected <- replace(vapply(parts, n_coordinates, 0L)[nearest_model], query$missing, 0L)
  coordinates <- mark_lost(coordinates, n_expected = n_expected)
  rownames(coordinates) <- query$names
  attr(coordinates, "part") <- nearest_model
  coordinates
}, ..., .large = "newdata")

# Rows of the data at places of the embeddings of a list, m x p, NA where a place is far or has no
# part: by rows_at_places() of each embedding.
#   object     list of embeddings, each with model (x: the points of the fit; columns: their names)
#   places     data frame of .part (number of the embedding, or NA) and coordinates, or a matrix of
#              coordinates, m x s, with an attribute part (the same)
#   n_threads  number of threads, or NULL
#   far        "na", or "keep" places that are far from the points of the embedding
rows_at_parts <- function(object, places, n_threads, far) {
  part <- attr(places, "part") %||% if (is.data.frame(places)) places$.part
  refuse_if(is.null(part),
            c("`newdata` must have a column `.part`, the number of the embedding for each place.",
              i = "For component 1: `predict(object[[1]], newdata, type = \"data\")`."))
  refuse_first(setdiff(part, c(seq_along(object), NA)),
               "`newdata` names part {first}, but there are {length(object)} embeddings.")
  if (is.data.frame(places)) places <- as.matrix(places[setdiff(names(places), ".part")])
  # `part` has the number of the embedding for each of the m places, or NA.
  x_rows <- matrix(NA_real_, nrow(places), ncol(object[[1L]]$model$x))
  for (number in sort(unique(part))) {
    in_part <- which(part == number)
    s <- n_coordinates(object[[number]])
    places_here <- places[in_part, seq_len(s), drop = FALSE]
    x_rows[in_part, ] <- muffle(rows_at_places(object[[number]], places_here, n_threads, far),
                                "lapscale_warning_far")
  }
  warn_far_places(x_rows, places[, 1L])
  dimnames(x_rows) <- list(rownames(places), object[[1L]]$model$columns)
  x_rows
}

# The number of the model that has the nearest point of the fit, length m, the first of several.
#   models   list of those of the embeddings of all components: x, the points of the fit, n x r
#   query    m x r, new points
#   runtime  of new_runtime(): number of threads
nearest_part <- function(models, query, runtime) {
  if (length(models) == 1L || nrow(query) == 0L) return(rep(1L, nrow(query)))
  distance <- vapply(models, function(model) {
    handle <- release_on_exit(acquire_points(model$x, runtime, "object"))
    nearest <- cpp_query_nearest(handle, query, 1L, runtime)
    nearest$distance[nth_neighbors(nearest, 1L)] * cpp_unit(handle)
  }, numeric(nrow(query)))
  max.col(-matrix(distance, nrow(query)), "first")
}

#' @rdname lapscale_embedding_list
#' @export
tidy.lapscale_embedding_list <- function(x, ...) door(table_of_parts(x, tidy), ...)

# The tables of all embeddings of a list, one below the other, with their numbers as column `part`.
#   x  list of embeddings;  table_of: function of an embedding: a data frame
table_of_parts <- function(x, table_of) {
  do.call(rbind, lapply(seq_along(x), function(part) cbind(part = part, table_of(x[[part]]))))
}

#' @rdname lapscale_embedding_list
#' @export
glance.lapscale_embedding_list <- function(x, ...) door(table_of_parts(x, glance), ...)

#' @rdname lapscale_embedding_list
#' @export
`[.lapscale_embedding_list` <- function(x, i) door({
  if (missing(i)) return(x)
  # A list of embeddings, NULL where there is none; NULL itself if `i` is no number.
  picked <- if (is.numeric(i) || is.logical(i)) unclass(x)[i]
  refuse_if(length(picked) == 0L || any(vapply(picked, is.null, NA)),
            "`i` must choose one or more of the {length(x)} embedding{?s}, not {describe(i)}.")
  structure(picked, class = class(x))
})

#' @rdname lapscale_embedding_list
#' @export
as.data.frame.lapscale_embedding_list <- function(x, row.names = NULL, optional = FALSE, ...) door({
  # The number of the embedding that each row of the data is in, NA in none.
  part <- rep(NA_integer_, nrow(x[[1]]$coordinates))
  for (number in seq_along(x)) part[x[[number]]$rows] <- number
  with_row_names(part_table(as.matrix(x), part), row.names)
})

# Coordinates as a data frame .part, .embed1, ..., that begins with the number of the embedding.
#   y     coordinates of points, m x s
#   part  number of the embedding of each point, or NA, length m
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
  structure(lapply(unclass(object), summary), object = object,
            class = c("summary.lapscale_embedding_list", "lapscale_summarized"))
}
