#' Embeddings
#'
#' What every `embed_*()` function returns: coordinates of the points with what made them.
#'
#' @details
#' - `as.matrix(e)`: the coordinates, n x s, with the row names of the data; rows that were left out
#'   are NA. `head(e)`, `tail(e)`: the first or last rows of it. `as.data.frame(e)`: the same in
#'   columns `.embed1`, `.embed2`, ...
#' - `e$eigenvalues`: length s, aligned with the columns: of the Laplacian, on the heat scale
#'   if the graph has a bandwidth (see [lapscale_conventions]), increasing from the
#'   first after 0 ([embed_eigenmaps()]); of the random walk, decreasing ([embed_diffusion()]); of
#'   the Gram matrix, decreasing ([embed_isomap()], [embed_kpca()]); of \eqn{(I - W)'(I - W)},
#'   increasing ([embed_lle()]), or of what stands in its place ([embed_ltsa()]).
#' - `e$selected`: the numbers of the eigenvectors that [embed_eigenmaps()] took, the first after
#'   the constant is 1. `e$candidates`, if they were to be independent: a row per set of
#'   eigenvectors, the best first, with `set`, `independence` and the sum of its `eigenvalues`.
#' - `e$bandwidth`: unit of the data; NA for methods without a kernel.
#' - `e$components`: list of `policy`, `sizes` and `membership` of the components of the graph.
#' - [predict()][predict.lapscale_embedding]: coordinates of new points.
#' - [plot()][plot.lapscale_embedding], `ggplot2::autoplot()`, `screeplot()`.
#'
#' The points of the fit are kept, for prediction.
#'
#' Where an eigenvalue is (nearly) multiple, the single columns are one basis of many: only the
#' space they span is determined. `summary()` says so; a message of class
#' `lapscale_message_multiple` says so at once where the last eigenvalue and the first that is left
#' out agree to a thousandth.
#'
#' @param x,object An embedding.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... Not used; for `head()` and `tail()`: `n`, how many rows, as in [utils::head()].
#' @return `as.matrix()`: n x s. `tidy()`: a row per coordinate with `component`, `eigenvalue`,
#'   `residual` (relative residual of the eigenvector, NA where not known). `glance()`: one row with
#'   `method`, `n` (points embedded, without rows that were left out), `n_components`, `bandwidth`,
#'   `k`, `radius`, `alpha`, `t` (NA: all times), `n_connected` (components of the graph),
#'   `n_landmarks` (NA: none), `recall` (of the graph's neighbours; NA: exact).
#'   `augment()`: the data with columns `.embed1`, ..., a tibble where these were given as one.
#'   `summary()`: a list.
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' e
#' tidy(e)
#' glance(e)
#' head(augment(e))
#' @name lapscale_embedding
NULL

# The only place that knows the fields.
#   found  by `fit` of new_embedding_method(): coordinates, points of the fit x s, a row for each of
#          graph$rows; and perhaps eigenvalues, length s;  scree: those that were looked at, these
#          and the next if there is one;  residuals;  bandwidth;  settings: what print() and
#          glance() tell;  model: what `extend` needs
#   graph  that was fitted, of the problem's
new_embedding <- function(method, found, graph, problem) {
  values <- found$eigenvalues %||% rep(NA_real_, ncol(found$coordinates))
  scree <- found$scree %||% values
  padded <- pad_matrix(found$coordinates, graph)
  note_multiple(found$settings$bottom %||% scree, length(values))
  structure(
    list(
      coordinates = padded, eigenvalues = values, bandwidth = found$bandwidth %||% NA_real_,
      method = method$name, settings = c(list(rule = problem$wanted$rule), found$settings),
      scree = scree, residuals = found$residuals %||% rep(NA_real_, length(values)),
      rows = graph$rows,
      model = embedding_model(method$name, found$model, graph, problem$points), components = NULL,
      distortion = found$distortion, selected = found$selected, candidates = found$candidates
    ),
    class = c(paste0("lapscale_", method$name), "lapscale_embedding")
  )
}

n_coordinates <- function(e) ncol(e$coordinates)

#' @rdname lapscale_embedding
#' @export
dim.lapscale_embedding <- function(x) if (is.list(x)) dim(x$coordinates)

#' @rdname lapscale_embedding
#' @export
as.matrix.lapscale_embedding <- function(x, ...) {
  x$coordinates
}

#' @rdname lapscale_embedding
#' @export
head.lapscale_embedding <- function(x, ...) utils::head(as.matrix(x), ...)

#' @rdname lapscale_embedding
#' @export
tail.lapscale_embedding <- function(x, ...) utils::tail(as.matrix(x), ...)

coordinate_names <- function(s) paste0(".embed", seq_len(s))

#' @rdname lapscale_embedding
#' @export
as.data.frame.lapscale_embedding <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(coordinate_table(x$coordinates), row.names)
})

#' @rdname lapscale_embedding
#' @export
tidy.lapscale_embedding <- function(x, ...) door({
  data.frame(
    component = seq_along(x$eigenvalues), eigenvalue = x$eigenvalues, residual = x$residuals
  )
}, ...)

#' @rdname lapscale_embedding
#' @export
glance.lapscale_embedding <- function(x, ...) door({
  number <- function(name) {
    value <- x$settings[[name]]
    if (is.numeric(value)) as.numeric(value) else NA_real_
  }
  data.frame(
    method = x$method, n = length(x$rows), n_components = n_coordinates(x),
    bandwidth = x$bandwidth, k = number("k"), radius = number("radius"), alpha = number("alpha"),
    t = number("t"), n_connected = length(x$components$sizes),
    n_landmarks = if (is.null(x$settings$landmarks)) NA_integer_ else length(x$settings$landmarks),
    recall = number("recall")
  )
}, ...)

#' @rdname lapscale_embedding
#' @param data A table with the rows of the data; NULL: the points of the fit, if it keeps them.
#' @param newdata New points: the table that is returned has their predicted coordinates.
#' @export
augment.lapscale_embedding <- function(x, data = NULL, newdata = NULL, ...) door({
  augmented(x, data, newdata, function(y) coordinate_table(y %||% x$coordinates))
}, ...)

coordinate_table <- function(y) {
  colnames(y) <- coordinate_names(ncol(y))
  as.data.frame(y)
}

#' @rdname lapscale_embedding
#' @export
print.lapscale_embedding <- function(x, ...) {
  kept <- length(x$rows)
  cat(
    embedding_title(x), ": ", count(kept, "point"), " in ",
    count(n_coordinates(x), "coordinate"), describe_rule(x$settings$rule), "\n", sep = ""
  )
  words <- describe_method(x)
  if (nzchar(words)) cat("  ", words, "\n", sep = "")
  if (has_eigenvalues(x)) {
    cat("  eigenvalues ", paste(format(utils::head(x$eigenvalues, 6L), digits = 3), collapse = " "),
        if (length(x$eigenvalues) > 6L) " ...", "\n", sep = "")
  }
  if (length(x$components$sizes) > 1L) {
    cat("  ", length(x$components$sizes), " components of ", shorten(x$components$sizes),
        " points (\"", x$components$policy, "\")\n", sep = "")
  }
  if (identical(x$selected, seq_along(x$selected)) && is_function_of_first(x$coordinates)) {
    cat("  ! Coordinate 2 is a function of coordinate 1. To look for another direction, set\n",
        "    `coordinates = \"independent\"`.\n", sep = "")
  }
  if (kept < nrow(x$coordinates)) {
    cat("  ", count(nrow(x$coordinates) - kept, "row"), " of the data left out\n", sep = "")
  }
  invisible(x)
}

# Whether its coordinates are those of a spectrum.
has_eigenvalues <- function(e) !all(is.na(e$eigenvalues))

describe_entries <- function(entries) {
  if (!is.null(entries)) paste(format(entries / 1e6, digits = 2), "million weights, not stored")
}

describe_rule <- function(rule) {
  switch(rule, gap = " (largest gap)", variance = " (share of variance)", "")
}

describe_method <- function(e) {
  s <- e$settings
  parts <- c(
    embedding_method(e)$describe(s),
    if (!is.null(s[["alpha"]])) paste("alpha =", format(s[["alpha"]])),
    if (!is.na(e$bandwidth)) {
      paste("bandwidth", describe_scale(e$bandwidth, s$local_scale, s$chosen))
    },
    if (!is.null(s[["k"]])) paste0("k = ", s[["k"]]),
    if (!is.null(s[["radius"]])) paste("radius", format(s[["radius"]], digits = 4)),
    if (!is.null(s$landmarks)) paste(length(s$landmarks), "landmarks"),
    if (!is.null(s$recall)) describe_recall(s),
    describe_entries(s$entries),
    if (!is.null(e$model$scaling)) "columns scaled"
  )
  paste(parts, collapse = ", ")
}

note_multiple <- function(eigenvalues, s) {
  if (cuts_multiple(eigenvalues, s)) {
    inform(
      c("Coordinate {s} shares its eigenvalue with the next, which is left out: it is one of many
         in the space that they span.",
        i = "Another `n_components` keeps the coordinates of an eigenvalue together."),
      "multiple"
    )
  }
}

#' @rdname lapscale_embedding
#' @export
summary.lapscale_embedding <- function(object, ...) {
  known <- object$coordinates[object$rows, , drop = FALSE]
  structure(
    list(
      embedding = object,
      table = data.frame(
        eigenvalue = object$eigenvalues, residual = object$residuals,
        min = apply(known, 2L, min, na.rm = TRUE), median = apply(known, 2L, stats::median,
                                                                  na.rm = TRUE),
        max = apply(known, 2L, max, na.rm = TRUE)
      ),
      multiple = near_multiple(object$settings$bottom %||% object$scree, length(object$eigenvalues))
    ),
    class = "summary.lapscale_embedding"
  )
}

#' @export
print.summary.lapscale_embedding <- function(x, ...) {
  print(x$embedding)
  print(utils::head(x$table, 20L), digits = 3)
  writeLines(describe_multiple(x$multiple) %||% character())
  invisible(x)
}

# Says in words what near_multiple() found, or NULL.
describe_multiple <- function(columns) {
  if (length(columns) == 1L) {
    paste0("Column ", columns, " shares its eigenvalue nearly with the next: only the space they",
           " span is determined.")
  } else if (length(columns)) {
    paste0("Columns ", shorten(columns, 10L), " share their eigenvalues nearly: only the spaces",
           " of those that agree are determined.")
  }
}
