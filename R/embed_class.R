# The embeddings, as embed_by(), predict(), print() and the pictures ask them.

#   name     of embed_<name>(); what it returns has class lapscale_<name>
#   title    in words
#   prepare  (x, own, common, runtime) -> list(graph, points, wanted, ...): x checked, see
#            prepare_points().  own: the method's own arguments, checked;  common: those that all
#            have
#   fit      (graph, problem, runtime) -> what new_embedding() takes.  graph: that of `prepare`, or
#            one of its components;  problem: what `prepare` returned, with `own` and `common`
#   extend   (model, handle, at, runtime) -> coordinates of the rows of `at`, not finite where they
#            have none.  model: that of `fit`, with x, the points of the fit;  handle: these in the
#            core, held as soon as it is looked at
#   describe     settings -> words for print(), beside those that all have
#   in_one_unit  settings -> whether all coordinates are distances in one space
#   tunable      the arguments of its recipe step that can be tuned, beside `num_comp`
new_embedding_method <- function(name, title, prepare, fit, extend,
                                 describe = function(settings) NULL,
                                 in_one_unit = function(settings) FALSE, tunable = character()) {
  as.list(environment())
}

# Finds the method of an embedding, a model or a name: R/embed_<name>.R has it as
# <name>_embedding().
embedding_method <- function(of) {
  name <- if (is.list(of)) of$method else of
  get(paste0(name, "_embedding"), envir = topenv(), mode = "function")()
}

embedding_title <- function(of) embedding_method(of)$title

# Makes an embedding, or a list of them if each component has its own: the body of embed_<name>().
#   method  of new_embedding_method();  own: its own arguments, checked
#   asked   the frame of its call, which has those of the others that it takes
embed_by <- function(method, x, own, asked) {
  shared <- c(
    "n_components", "variance", "components", "na_action", "scale", "seed", "n_threads", "progress"
  )
  common <- mget(shared, asked, ifnotfound = list(NULL))
  common$seed <- check_seed(common$seed)
  runtime <- new_runtime(common$n_threads, common$progress)
  problem <- method$prepare(x, own, common, runtime)
  rest <- c(own, common)
  problem <- c(problem, rest[setdiff(names(rest), names(problem))])
  if (is_matrix_free(problem$graph$weights)) on.exit(cpp_release(problem$graph$weights$points))
  fitted <- fit_components(problem, function(graph) {
    new_embedding(method, method$fit(graph, problem, runtime), graph, problem)
  }, runtime)
  place_all_points(fitted, problem$graph$landmarks, runtime)
}

# Checks points, for methods that take nothing else, but not whether they have a scale: a method
# that makes no graph calls check_spread(). Returns what `prepare` does, a list:
#   graph   as fit_components() takes it; the checked points themselves if there are no edges
#   points  of point_table(), or NULL where there are none to place new ones by
#   wanted  how many coordinates, of resolve_n_components()
# Perhaps policy, unasked and joined_by, see fit_components().
#   max_components  function(x): the largest number of coordinates there can be
prepare_points <- function(x, common, max_components = function(x) nrow(x) - 1L, ...) {
  checked <- as_points(x, na_action = common$na_action, scale = common$scale, ...)
  list(
    graph = checked, points = point_table(checked, x),
    wanted = resolve_n_components(common$n_components, common$variance, max_components(checked$x))
  )
}

# Adds lists of the k nearest neighbors: column j of the weights has those of point j. Of points
# that coincide the first has them, and is that of the others. Adds k and alike, whether there are
# such points.
join_nearest <- function(problem, k, places, runtime) {
  checked <- problem$graph
  n <- nrow(checked$x)
  first <- places$first
  handle <- hold_points(points_at(checked$x, first), runtime)
  on.exit(cpp_release(handle))
  check_list_memory(length(first), k, "k")
  nearest <- nearest_lists(handle, k, runtime)
  copies <- seq_len(n)[-first]
  lists <- Matrix::sparseMatrix(
    i = c(first[nearest$index], first[places$at[copies]]),
    j = c(first[listing_points(nearest)], copies), x = 1, dims = c(n, n)
  )
  inform_of_copies(places)
  problem$graph <- list(
    weights = as_general(lists), lengths = FALSE, rows = checked$rows, n_given = checked$n_given,
    names = checked$names
  )
  c(problem, list(k = k, alike = length(first) < n))
}

# Returns the points of a fit: list(x, scaling, columns, rows), columns their names in the data or
# NULL.
point_table <- function(checked, given) {
  list(x = checked$x, scaling = checked$scaling, columns = column_names(given), rows = checked$rows)
}

# Returns those of a graph, n x r.
points_of_graph <- function(graph, points) points$x[match(graph$rows, points$rows), , drop = FALSE]

# Returns what predict() needs: the points of the graph and what `fit` says. NULL without points.
embedding_model <- function(method, own, graph, points) {
  if (!is.null(points)) {
    x <- points_of_graph(graph, points)
    c(list(method = method, x = x), points[c("scaling", "columns")], own)
  }
}

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
#' The points of the fit are kept for prediction.
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
#'   relative residual of the eigenvector, or `NA`);
#' - `glance()`: one row with `method`, `n` (number of embedded points), `n_components`,
#'   `bandwidth`, `k`, `radius`, `alpha`, `t` (`NA` for all times), `n_connected` (number of
#'   connected components), `n_landmarks` (`NA` if all points were used), and `recall` (of the
#'   neighbors; `NA` if they are exact);
#' - `augment()`: the data with columns `.embed1`, `.embed2`, ..., as a tibble if the data are
#'   one;
#' - `summary()`: a list.
#' @seealso [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_lle()],
#'   [embed_kpca()], [embed_quality()].
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' e
#' tidy(e)
#' glance(e)
#' head(augment(e))
#' @name lapscale_embedding
NULL

# Makes the object; no other function knows its fields.
#   found  by `fit` of new_embedding_method(): coordinates, points of the fit x s, a row for each of
#          graph$rows; and perhaps eigenvalues, length s;  scree: those that were looked at, these
#          and the next if there is one;  zero, see note_multiple();  residuals;  bandwidth;
#          settings: what print() and glance() tell;  model: what `extend` needs
#   graph  that was fitted, of the problem's
new_embedding <- function(method, found, graph, problem) {
  values <- found$eigenvalues %||% rep(NA_real_, ncol(found$coordinates))
  scree <- found$scree %||% values
  note_multiple(found$settings$bottom %||% scree, length(values), found$zero %||% -Inf)
  embedding <- list(
    coordinates = pad_matrix(found$coordinates, graph), eigenvalues = values,
    bandwidth = found$bandwidth %||% NA_real_, method = method$name,
    settings = c(list(rule = problem$wanted$rule), found$settings), scree = scree,
    residuals = found$residuals %||% rep(NA_real_, length(values)), rows = graph$rows,
    model = embedding_model(method$name, found$model, graph, problem$points), components = NULL,
    distortion = found$distortion, selected = found$selected, candidates = found$candidates,
    walk = if (!is.null(found$walk)) pad_matrix(found$walk, graph)
  )
  structure(embedding, class = c(paste0("lapscale_", method$name), "lapscale_embedding"))
}

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
#' @param data A table with the rows of the data. If `NULL` (the default), the points of the fit, if
#'   it keeps them.
#' @param newdata New points. If you supply them, the returned table has their predicted
#'   coordinates.
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
    embedding_title(x), ": ", count(kept, "point"), " in ", count(n_coordinates(x), "coordinate"),
    switch(x$settings$rule, gap = " (by largest gap)", variance = " (by share of variance)"), "\n",
    sep = ""
  )
  words <- describe_method(x)
  if (nzchar(words)) cat("  ", words, "\n", sep = "")
  if (has_eigenvalues(x)) {
    cat("  eigenvalues ", paste(format(utils::head(x$eigenvalues, 6L), digits = 3), collapse = " "),
        if (length(x$eigenvalues) > 6L) " ...", "\n", sep = "")
  }
  if (length(x$components$sizes) > 1L) {
    cat("  ", describe_components(x$components$sizes), ", components = \"", x$components$policy,
        "\"\n", sep = "")
  }
  if (identical(x$selected, seq_along(x$selected)) && is_function_of_first(x$coordinates)) {
    cat("  ! Coordinate 2 is a function of coordinate 1. To look for another direction, set\n",
        "    `coordinates = \"independent\"`.\n", sep = "")
  }
  cat(describe_left_out(nrow(x$coordinates), kept))
  invisible(x)
}

# Tells whether its coordinates are those of a spectrum.
has_eigenvalues <- function(e) !all(is.na(e$eigenvalues))

describe_entries <- function(entries) {
  if (!is.null(entries)) paste(format(entries / 1e6, digits = 2), "million weights, not stored")
}

describe_method <- function(e) {
  s <- e$settings
  parts <- c(
    embedding_method(e)$describe(s),
    if (!is.null(s[["alpha"]])) paste("alpha =", format(s[["alpha"]])),
    if (!is.na(e$bandwidth)) paste("bandwidth", describe_scale(e$bandwidth, s, s$chosen)),
    if (!is.null(s[["k"]])) paste0("k = ", s[["k"]]),
    if (!is.null(s[["radius"]])) paste("radius", format(s[["radius"]], digits = 4)),
    if (!is.null(s$landmarks)) paste(length(s$landmarks), "landmarks"),
    if (!is.null(s$recall)) describe_recall(s),
    describe_entries(s$entries), if (!is.null(e$model$scaling)) "columns scaled"
  )
  paste(parts, collapse = ", ")
}

#   zero  what is 0 to rounding: if the next eigenvalue is, all functions fit as well
note_multiple <- function(eigenvalues, s, zero = -Inf) {
  if (cuts_multiple(eigenvalues, s) || isTRUE(eigenvalues[s + 1L] <= zero)) {
    inform(
      c("Coordinate {s} shares its eigenvalue with the next, which is left out: only the space
         that they span is determined.",
        i = "Use another `n_components` to keep the coordinates of an eigenvalue together."),
      "multiple"
    )
  }
}

#' @rdname lapscale_embedding
#' @export
summary.lapscale_embedding <- function(object, ...) {
  known <- object$coordinates[object$rows, , drop = FALSE]
  of_columns <- function(f) apply(known, 2L, f, na.rm = TRUE)
  table <- data.frame(
    eigenvalue = object$eigenvalues, residual = object$residuals, min = of_columns(min),
    median = of_columns(stats::median), max = of_columns(max)
  )
  multiple <- near_multiple(object$settings$bottom %||% object$scree, length(object$eigenvalues))
  found <- list(embedding = object, table = table, multiple = multiple)
  structure(found, class = "summary.lapscale_embedding")
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
    paste0("Column ", columns, " nearly shares its eigenvalue with the next: only the space that",
           " they span is determined.")
  } else if (length(columns)) {
    paste0("Columns ", shorten(columns, 10L), " nearly share eigenvalues: only the space that",
           " columns of one eigenvalue span is determined.")
  }
}

# Counts the coordinates of an embedding: a number, the largest gap of the spectrum, or a share of
# the variance.

# Limits how far the spectrum is searched for a gap.
max_gap <- 10L

# Checks `n_components` and `variance`; returns list(rule, count, share), count NULL where the
# spectrum decides.
#   max_count  the largest number of coordinates there can be
resolve_n_components <- function(n_components, variance, max_count) {
  if (!is.null(variance)) {
    share <- check_number(variance, "variance", above = 0)
    if (share > 1) {
      abort_argument("`variance` must be a share above 0, at most 1, not {describe(variance)}.")
    }
    return(list(rule = "variance", share = share))
  }
  if (is.character(n_components)) {
    check_choice(n_components, "gap", "n_components", also = "a whole number")
    return(list(rule = "gap"))
  }
  list(rule = "number", count = check_count(plain(n_components), "n_components", max = max_count))
}

# Checks that only one is given: a number of coordinates and a share of the variance say the same
# thing twice.
#   given  whether `n_components` was
check_one_count <- function(given, variance) {
  if (given && !is.null(variance)) {
    abort_argument("`n_components` and `variance` exclude each other: give the one or the other.")
  }
}

# Returns how many eigenvalues it takes to decide, at most `max_count`.
count_candidates <- function(wanted, max_count) min(max_count, wanted$count %||% (max_gap + 1L))

# Returns the number of coordinates before the largest ratio of consecutive eigenvalues.
#   eigenvalues  non-negative, monotone; copies of zero count as small
count_before_gap <- function(eigenvalues) {
  floored <- log(pmax(eigenvalues, 1e-10 * max(eigenvalues), .Machine$double.xmin))
  if (length(floored) < 2L) length(floored) else which.max(abs(diff(floored)))
}

# Returns how many coordinates that makes, with the eigenvalues known.
#   eigenvalues  as many as count_candidates() asks for; the whole spectrum for a share
decided_count <- function(wanted, eigenvalues) {
  switch(wanted$rule,
    number = wanted$count, gap = count_before_gap(eigenvalues),
    variance = count_for_share(eigenvalues, sum(eigenvalues), wanted$share)
  )
}

# Returns the smallest number of leading variances that hold a share of the total.
count_for_share <- function(variances, total, share) {
  reached <- which(cumsum(variances) >= share * total * (1 - 1e-12))
  if (length(reached)) reached[[1]] else length(variances)
}
