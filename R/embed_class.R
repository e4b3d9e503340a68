#' Embeddings
#'
#' Describes the class `lapscale_embedding`, which every `embed_*()` function returns. It contains
#' the coordinates of the points and how they were computed.
#'
#' @details
#' - `as.matrix(e)`: the coordinates, n x s, with the row names of the data. Rows that were left out
#'   are `NA`. `head(e)` and `tail(e)` are its first and last rows, and `as.data.frame(e)` has the
#'   same in columns `.embed1`, `.embed2`, ...
#' - `e$eigenvalues`: one for each column. What they are eigenvalues of depends on the method, and
#'   is described on its page.
#' - `e$selected`: the numbers of the eigenvectors that [embed_eigenmaps()] used, or that it turned
#'   into `"independent"` coordinates. The first eigenvector after the constant has number 1.
#' - `e$candidates`: after `coordinates = "independent"`, a data frame with one row per set of
#'   eigenvectors, the best first, with `set`, `independence`, and `eigenvalues` (the sum of those
#'   of the set).
#' - `e$bandwidth`: in the unit of the data, or `NA` for methods without a kernel.
#' - `e$components`: a list of `policy`, `sizes`, and `membership` of the connected components of
#'   the graph.
#' - [predict()][predict.lapscale_embedding]: coordinates of new points.
#' - [plot()][plot.lapscale_embedding], `ggplot2::autoplot()`, `screeplot()`: plots.
#'
#' The points of the fit are kept for prediction, but not the call: `update()` is an error that says
#' so.
#'
#' If an eigenvalue is multiple, or nearly so, only the space that its columns span is determined,
#' and the columns are one of many bases of this space. `summary()` reports this. If the last
#' eigenvalue and the next one agree to a thousandth, there is also a message of class
#' `lapscale_message_multiple`.
#'
#' @param x,object An embedding that an `embed_*()` function returned.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... For `head()` and `tail()`, `n`, the number of rows, as in [utils::head()]. Otherwise
#'   not used.
#' @return
#' - `as.matrix()`: an n x s matrix;
#' - `tidy()`: one row per coordinate, with `component`, `eigenvalue`, and `residual` (the
#'   relative residual of the eigenvector, or `NA`). Embeddings without eigenvalues, such as
#'   layouts, have only `component`;
#' - `glance()`: one row with `method`, `n` (number of embedded points), `n_components`,
#'   `bandwidth`, `k`, `radius`, `alpha`, `t` (`NA` for all times), `n_connected` (number of
#'   connected components), `n_landmarks` (`NA` if all points were used), and `recall` (of the
#'   neighbors; `NA` if they are exact), for a layout also `cost`; and
#'   `seed` and `version` (see [lapscale][lapscale-package]);
#' - `augment()`: the data with columns `.embed1`, `.embed2`, ..., as a tibble if the data are
#'   one, and `.novelty`, above 1 for new points that are far from those of the fit, and for rows of
#'   the fit that are outliers, see [predict()][predict.lapscale_embedding]. It is missing from the
#'   rows of a fit that does not keep their table (of a graph or a `dist`, with landmarks, or from a
#'   file);
#' - `summary()`: a list, with the `data_error` of [embed_quality()].
#' @seealso [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_layout()],
#'   [embed_lle()], [embed_kpca()], [embed_quality()].
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' e
#' tidy(e)
#' glance(e)
#' head(augment(e))
#' # the irises that are farthest from all others
#' with_novelty <- augment(embed_layout(iris[1:4]), iris)
#' head(with_novelty[order(-with_novelty$.novelty), ], 3)
#' @name lapscale_embedding
NULL

#' Makes the lapscale_embedding; no other function knows its fields
#'
#' @param fit Of `fit` of new_embedding_method(), a list: coordinates, points of the fit x s, a row
#'   for each of graph$rows; and perhaps, else NULL,
#'   - eigenvalues, length s; scree: those that were computed, these and the next if there is one;
#'     residuals, length s, relative; zero: eigenvalues up to this are 0 to rounding
#'   - bandwidth, a number; settings: a list of what print() and glance() show, and `bottom`, the
#'     scree next to 0, if `scree` is not; model: a list of what `extend` needs
#'   - walk: right eigenvectors of the walk, points x s, only of a diffusion map whose
#'     coordinates underflow
#'   - distortion of embed_relax(), after each of its steps; selected, candidates: of
#'     embed_eigenmaps(), see lapscale_embedding
#' @param graph That of the problem, or the component of it that was fitted: rows (of the data,
#'   those that the points are), n_given (number of rows of the data), names (of these, or NULL).
#' @param method Of new_embedding_method(): name, such as "eigenmaps".
#' @param problem List of target (how many coordinates: rule, "number", "gap", or "variance"),
#'   points (of point_table(), or NULL), and what the method made of its arguments.
#' @return A lapscale_embedding, whose components the caller sets. Coordinates and walk have a row
#'   for each of the n_given rows of the data, NA where that is no point; eigenvalues and residuals
#'   are NA, length s, and bandwidth is NA, if the method has none; model is that of
#'   embedding_model(), NULL without points.
#' @noRd
new_embedding <- function(method, fit, graph, problem) {
  eigenvalues <- fit$eigenvalues %||% rep(NA_real_, ncol(fit$coordinates))
  scree <- fit$scree %||% eigenvalues
  note_multiple(fit$settings$bottom %||% scree, length(eigenvalues), fit$zero %||% -Inf)
  embedding <- list(
    coordinates = pad_matrix(fit$coordinates, graph), eigenvalues = eigenvalues,
    bandwidth = fit$bandwidth %||% NA_real_, method = method$name,
    settings = c(list(rule = problem$target$rule), fit$settings), scree = scree,
    residuals = fit$residuals %||% rep(NA_real_, length(eigenvalues)), rows = graph$rows,
    model = embedding_model(method$name, fit$model, graph, problem$points), components = NULL,
    distortion = fit$distortion, selected = fit$selected, candidates = fit$candidates,
    walk = if (!is.null(fit$walk)) pad_matrix(fit$walk, graph)
  )
  structure(embedding, class = c(paste0("lapscale_", method$name), "lapscale_embedding"))
}

# The number s of coordinates of an embedding e.
n_coordinates <- function(e) ncol(e$coordinates)

#' @rdname lapscale_embedding
#' @export
dim.lapscale_embedding <- function(x) if (is.list(x)) dim(x$coordinates)

#' @rdname lapscale_embedding
#' @export
as.matrix.lapscale_embedding <- function(x, ...) x$coordinates

#' @rdname lapscale_embedding
#' @export
head.lapscale_embedding <- function(x, ...) utils::head(as.matrix(x), ...)

#' @rdname lapscale_embedding
#' @export
tail.lapscale_embedding <- function(x, ...) utils::tail(as.matrix(x), ...)

#' @rdname lapscale_embedding
#' @param i,j Rows and columns of the coordinates, as in `as.matrix(x)[i, j]`.
#' @param drop If `TRUE`, one row or one column is returned as a vector. The default is `FALSE`.
#' @export
`[.lapscale_embedding` <- function(x, i, j, ..., drop = FALSE) {
  # With one index only it is a list, as any other.
  if (nargs() - (!missing(drop)) < 3L) NextMethod() else as.matrix(x)[i, j, ..., drop = drop]
}

# Names of s coordinates as columns of tables: ".embed1", ...
coordinate_names <- function(s) paste0(".embed", seq_len(s))

#' @rdname lapscale_embedding
#' @export
as.data.frame.lapscale_embedding <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(coordinate_table(x$coordinates), row.names)
})

#' @rdname lapscale_embedding
#' @export
update.lapscale_embedding <- function(object, ...) door(update.lapscale_result(object))

#' @rdname lapscale_embedding
#' @export
tidy.lapscale_embedding <- function(x, ...) door({
  table <- data.frame(component = seq_along(x$eigenvalues))
  if (has_eigenvalues(x)) table[c("eigenvalue", "residual")] <- x[c("eigenvalues", "residuals")]
  table
}, ...)

#' @rdname lapscale_embedding
#' @export
glance.lapscale_embedding <- function(x, ...) door({
  settings <- x$settings
  # A setting as a number, NA where the method does not have it.
  or_na <- function(value) if (is.numeric(value)) as.numeric(value) else NA_real_
  with_seed_and_version(data.frame(
    method = x$method, n = length(x$rows), n_components = n_coordinates(x),
    bandwidth = x$bandwidth, k = or_na(settings[["k"]]), radius = or_na(settings$radius),
    alpha = or_na(settings[["alpha"]]), t = or_na(settings[["t"]]),
    n_connected = length(x$components$sizes),
    n_landmarks = if (is.null(settings$landmarks)) NA_integer_ else length(settings$landmarks),
    recall = or_na(settings[["recall"]])
  ), x)
}, ...)

#' @rdname lapscale_embedding
#' @param data A table with the rows of the data. If `NULL` (the default), the points of the fit, if
#'   it keeps them.
#' @param newdata New points. If you supply them, the returned table has their predicted
#'   coordinates.
#' @export
augment.lapscale_embedding <- function(x, data = NULL, newdata = NULL, ...) door({
  augmented(x, data, newdata, function(y) coordinate_table(y %||% x$coordinates))
}, ...)

# Coordinates y, n x s, as a data frame with columns .embed1, ...
coordinate_table <- function(y) {
  colnames(y) <- coordinate_names(ncol(y))
  as.data.frame(y)
}

# Prints an embedding.
#   x  of new_embedding(): rows (those of the data that are embedded), coordinates (n_given x s),
#      settings (rule: what the number of coordinates is from, "number", "gap", or "variance"),
#      eigenvalues (length s, NA if the method has none), components (policy: the argument
#      `components`, or "place" of layouts, which have no such argument; sizes; NULL: no graph),
#      selected (numbers of the eigenvectors that are coordinates, of embed_eigenmaps(), else NULL)
# `is_curve` is whether coordinate 2 is nearly a function of coordinate 1.
#' @rdname lapscale_embedding
#' @export
print.lapscale_embedding <- function(x, ...) {
  n_embedded <- length(x$rows)
  cat(
    embedding_title(x), ": ", count(n_embedded, "point"), " in ",
    count(n_coordinates(x), "coordinate"),
    switch(x$settings$rule, gap = " (by largest gap)", variance = " (by share of variance)"), "\n",
    sep = ""
  )
  settings_text <- describe_method(x)
  if (nzchar(settings_text)) cat_wrapped(settings_text)
  if (has_eigenvalues(x)) {
    values <- format(utils::head(x$eigenvalues, 6L), digits = 3, trim = TRUE)
    cat("  eigenvalues", values, if (length(x$eigenvalues) > 6L) "...")
    cat("\n")
  }
  if (length(x$components$sizes) > 1L) {
    policy <- x$components$policy
    cat("  ", describe_components(x$components$sizes),
        if (policy != "place") c(", components = \"", policy, "\""), "\n", sep = "")
  }
  is_diffusion <- x$method == "diffusion"
  is_leading <- is_diffusion || identical(x$selected, seq_along(x$selected))
  is_curve <- is_leading && is_function_of_first(x$coordinates)
  if (is_curve) {
    cat("  ! Coordinate 2 is nearly a function of coordinate 1, a curve, or a V of branches.\n",
        "    To look for another direction, set `coordinates = \"independent\"`",
        if (is_diffusion) " of embed_eigenmaps()", ".\n", sep = "")
  }
  # A coordinate that repeats another explains why principal components keep more.
  cat(describe_left_out(nrow(x$coordinates), n_embedded), if (!is_curve) advise_components(x),
      advise_shorter_edges(x), sep = "")
  invisible(x)
}

# Returns words if as many principal components keep clearly more neighborhoods than the embedding
# on the default graph of pictures, by the trustworthiness of up to 1000 of the points; NULL
# otherwise, for other graphs, and where the points are not kept. On tables components then separate
# classes better (bench/README.md).
#   e  an embedding: settings$multiple (a number: the bandwidth of each point over its distance to
#      neighbor local_scale; not NULL only for the default graph of pictures), rows (those of the
#      data that are embedded), coordinates (n_given x s, NA in other rows)
# `x` are the points in the unit of the fit, n_given x r, then the n x r that are looked at, `k` is
# a number of neighbors, and `axes` list(u, n x s; d) of a singular value decomposition.
advise_components <- function(e) {
  s <- n_coordinates(e)
  x <- if (!is.null(e$settings$multiple) && s %in% 2:3) kept_points(e, units = FALSE)
  if (NCOL(x) <= s) return(NULL)
  rows <- take_evenly(e$rows, 1000L)
  x <- x[rows, , drop = FALSE]
  n <- nrow(x)
  if (n < 30L) return(NULL)
  k <- min(10L, n %/% 3L)
  centred_x <- x - rep(colMeans(x), each = n)
  axes <- svd(centred_x / max(abs(centred_x)), s, 0L)
  trustworthiness_of <- function(y) {
    compare_neighborhoods(x, y, seq_len(n), k, new_runtime(NULL, FALSE))$trustworthiness
  }
  embedding_trust <- trustworthiness_of(unname(e$coordinates[rows, , drop = FALSE]))
  component_trust <- trustworthiness_of(axes$u * rep(axes$d[seq_len(s)], each = n))
  if (component_trust - embedding_trust > 0.015) {
    paste0("  ! Principal components keep more of the neighborhoods: trustworthiness ",
           format(component_trust, digits = 3), ", here ",
           format(embedding_trust, digits = 3), "\n")
  }
}

# Words if edges of the graph of an embedding e cross gaps, as has_short_circuits() found; NULL
# otherwise.
advise_shorter_edges <- function(e) {
  if (isTRUE(e$settings$crosses_gaps)) {
    paste0("  ! Some edges seem to cross gaps in the data, as between the turns of a roll.\n",
           "    Try a smaller ", if (is.null(e$settings$radius)) "`k`" else "`radius`", ".\n")
  }
}

# Whether the coordinates of an embedding e have eigenvalues.
has_eigenvalues <- function(e) !all(is.na(e$eigenvalues))

# Words on how many weights are computed anew instead of stored; NULL where `entries`, about how
# many of them the graph has, is NULL.
describe_entries <- function(entries) {
  if (!is.null(entries)) paste(format(entries / 1e6, digits = 2), "million weights, not stored")
}

# Returns the settings of an embedding e in words, one text.
#   e  of new_embedding(): settings (alpha, k: number of neighbors, radius, landmarks: row numbers,
#      recall: share of the neighbors found, entries: number of weights that are not stored, chosen:
#      "given" or the selector of the bandwidth, own_type: the graph in words if its weights are not
#      of the heat kernel, each NULL if the method has none), bandwidth (NA without a kernel), model
#      (NULL without points; scaling: of find_scaling(), or NULL)
describe_method <- function(e) {
  settings <- e$settings
  phrases <- c(
    embedding_method(e)$describe(settings),
    if (!is.null(settings[["alpha"]])) paste("alpha =", format(settings[["alpha"]])),
    if (!is.na(e$bandwidth)) {
      paste("bandwidth", describe_scale(e$bandwidth, settings, settings$chosen))
    },
    settings$own_type %||% if (!is.null(settings[["k"]])) count(settings[["k"]], "neighbor"),
    if (!is.null(settings$radius)) paste0("radius ", format(settings$radius, digits = 4)),
    if (!is.null(settings$landmarks)) paste(length(settings$landmarks), "landmarks"),
    if (!is.null(settings$recall)) describe_recall(settings),
    describe_entries(settings$entries), describe_scaling(e$model$scaling)
  )
  paste(phrases, collapse = ", ")
}

# Informs the user if the last of s coordinates shares its eigenvalue with the next one.
#   eigenvalues  those that were computed, in the order of the columns, s or more, perhaps NA
#   zero         a number: eigenvalues up to this are 0 to rounding; if the next one is, the last
#                coordinates are a choice too; -Inf: none is
note_multiple <- function(eigenvalues, s, zero = -Inf) inform_if(
  cuts_equal_eigenvalues(eigenvalues, s) || isTRUE(eigenvalues[s + 1L] <= zero),
  c("Coordinate {s} shares its eigenvalue with the next, which is left out: only the space that they
     span is determined.",
    i = "Use another `n_components` to keep the coordinates of an eigenvalue together."), "multiple"
)

# Summarizes the coordinates: a list of embedding, table (data frame, a row per coordinate),
# tied_columns (numbers of coordinates that share an eigenvalue), data_error (of back_error(), 0:
# data are rebuilt exactly, NA: not known).
#   object  of new_embedding(): coordinates (n_given x s), rows (those of the data that are
#           embedded), eigenvalues and residuals (length s), scree (the eigenvalues that were
#           computed), settings (bottom: the scree next to 0, NULL if that is `scree`)
# `columns` are numbers of coordinates whose eigenvalue agrees with a neighboring one.
#' @rdname lapscale_embedding
#' @export
summary.lapscale_embedding <- function(object, ...) {
  coordinates <- object$coordinates[object$rows, , drop = FALSE]
  by_column <- function(f) apply(coordinates, 2L, f, na.rm = TRUE)
  table <- data.frame(
    eigenvalue = object$eigenvalues, residual = object$residuals, min = by_column(min),
    median = by_column(stats::median), max = by_column(max)
  )
  # Layouts have neither eigenvalues nor residuals.
  table <- table[vapply(table, function(column) !all(is.na(column)), NA)]
  columns <- tied_columns(object$settings$bottom %||% object$scree, length(object$eigenvalues))
  data_error <- if_possible(back_error(object, new_runtime(NULL, FALSE))) %||% NA_real_
  structure(list(embedding = object, table = table, tied_columns = columns,
                 data_error = data_error),
            class = c("summary.lapscale_embedding", "lapscale_summarized"))
}

# Prints the summary of an embedding.
#   x  the summary: embedding, table (a row per coordinate), tied_columns (numbers of columns whose
#      eigenvalue agrees with a neighboring one), data_error (NA if it is not known);  ...: not used
#' @export
print.summary.lapscale_embedding <- function(x, ...) {
  print(x$embedding)
  print(utils::head(x$table, 20L), digits = 3)
  writeLines(describe_multiple(x$tied_columns) %||% character())
  if (!is.na(x$data_error)) {
    cat("Error of data rebuilt from coordinates ", short(x$data_error, 3),
        " (0: perfect, 1: that of the mean)\n", sep = "")
  }
  cat(describe_origin(x$embedding))
  invisible(x)
}

# Says which columns are not determined by themselves, one text; NULL if all are.
#   columns  of tied_columns(): numbers of the columns whose eigenvalue nearly is that of the next
#            or the one before
describe_multiple <- function(columns) {
  if (length(columns) == 1L) {
    paste0("Column ", columns, " nearly shares its eigenvalue with the next: only the space that",
           " they span is determined.")
  } else if (length(columns)) {
    paste0("Columns ", shorten(columns, 10L), " nearly share eigenvalues: only the space that",
           " columns of one eigenvalue span is determined.")
  }
}
