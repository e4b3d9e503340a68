#' Isomap
#'
#' Unrolls a sheet: draws points in few coordinates whose distances are those along the data.
#' Classical scaling of geodesic distances: shortest paths along a neighbourhood graph.
#'
#' @details
#' With \eqn{D} the lengths of the shortest paths between points, coordinates are eigenvectors of
#' \eqn{-\frac12 J D^2 J}{-1/2 J D^2 J} (\eqn{D^2} entry by entry, \eqn{J} the centring) times the
#' roots of their eigenvalues; negative eigenvalues are set to zero. With `landmarks`, only the
#' paths to those points are found; the others are placed by their distances to them, which takes
#' memory for n times the number of landmarks instead of n^2.
#'
#' **Components.** A graph of several components has no path between them: `"connect"` adds the
#' shortest edges that join the components; `"largest"` embeds the largest, other rows are NA, with
#' a warning; `"each"` gives a list with an embedding per component; `"error"` refuses. NULL, the
#' default, keeps all rows, as [embed_eigenmaps()] does: `"connect"`, with a warning (`"largest"`
#' for a `dist`, which has no points to join). But a `k`, `radius` or graph that was given says
#' which points are near: `"error"`.
#'
#' @inheritParams embed_eigenmaps
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; a `dist`, or a
#'   [lapscale_graph], which cannot place new points.
#' @param k Number of nearest neighbors, below `n`; points are joined if either is among the `k`
#'   nearest of the other, all ties included (see [heat_graph()]). Default 10 (or `n` - 1).
#' @param landmarks NULL: all points. A number of landmarks, drawn with `seed`, or their row
#'   numbers in `x`; of each component that is embedded, more than coordinates.
#' @param radius NULL, or a length in the unit of `x`: points within it are joined, instead of the
#'   `k` nearest.
#' @param components NULL, `"error"`, `"largest"`, `"each"` or `"connect"`, see Details.
#' @param variance NULL, or a share between 0 and 1, instead of `n_components`: as many coordinates
#'   as hold this share of the sum of the positive eigenvalues. Needs the whole spectrum.
#' @param ... Nothing: an argument that is not among those above is refused by its name.
#' @return A [lapscale_embedding] of class `lapscale_isomap`; coordinates have the unit of `x`,
#'   `eigenvalues` its square.
#' @section Errors and warnings:
#' `lapscale_error_argument`, `lapscale_error_no_scale`, `lapscale_error_memory`,
#' `lapscale_error_disconnected`. `lapscale_warning_rank` if fewer eigenvalues are positive than
#' coordinates are asked for: the rest is zero. `lapscale_message_duplicates` if points coincide.
#' @references Tenenbaum, J. B., de Silva, V. and Langford, J. C. (2000). A global geometric
#'   framework for nonlinear dimensionality reduction. *Science* 290, 2319-2323.
#'   \doi{10.1126/science.290.5500.2319}
#'
#'   de Silva, V. and Tenenbaum, J. B. (2004). Sparse multidimensional scaling using landmark
#'   points. Technical report, Stanford University.
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' embed_isomap(x, 2, k = 10, landmarks = 60, seed = 1)
#' @export
embed_isomap <- function(x, n_components = 2L, k = NULL, landmarks = NULL, radius = NULL,
                         components = NULL, variance = NULL,
                         na_action = "error", scale = FALSE, seed = NULL, n_threads = NULL,
                         progress = NULL, ...) {
  check_no_dots(...)
  check_one_count(!missing(n_components), variance)
  components <- check_path_policy(components)
  seed <- check_seed(seed)
  runtime <- new_runtime(n_threads, progress)
  made <- isomap_graph(
    x, k, radius, n_components, variance, landmarks, na_action, scale, runtime
  )
  isomap_of(made, components, landmarks, seed, runtime)
}

#   made  by isomap_graph()
isomap_of <- function(made, components, landmarks, seed, runtime, call = caller_env()) {
  fit <- function(graph) fit_isomap(graph, made, landmarks, seed, runtime, call)
  policy <- resolve_path_policy(components, made)
  fit_components(made, policy, fit, runtime, call, unasked = is.null(components))
}

# What fit_components() takes, with k and radius, and whether these or the graph were given: checks,
# then the neighbourhood graph of whatever x is.
isomap_graph <- function(x, k, radius, n_components, variance, landmarks, na_action, scale,
                         runtime, call = caller_env()) {
  rlang::local_error_call(call)
  if (!is.null(radius)) {
    radius <- check_number(radius, "radius", above = 0)
    if (!is.null(k)) abort_argument("`k` and `radius` exclude each other.")
  }
  known <- inherits(x, "lapscale_graph")
  given <- known || !is.null(k) || !is.null(radius)
  checked <- as_isomap_points(x, k, radius, na_action, scale, call)
  n <- length(checked$rows)
  if (!known && is.null(radius)) k <- check_neighbors(k %||% min(10L, n - 1L), "k", n)
  check_landmarks(landmarks, checked, call)
  count <- if (length(landmarks) > 1L) length(landmarks) else landmarks
  wanted <- resolve_n_components(n_components, variance, (count %||% n) - 1)
  graph <- guard_memory(arg = "x", if (known) {
    length_graph_of_heat(x)
  } else if (inherits(x, "dist")) {
    length_graph_of_dist(x, k, radius)
  } else {
    check_spread(checked$x)
    length_graph(checked, k, radius, runtime)
  })
  note_duplicates(graph)
  points <- if (!is.null(checked$x)) point_table(checked, x)
  list(
    graph = graph, points = points, wanted = wanted, k = k, radius = radius, given = given,
    joined_by = if (known) "More edges of `x`"
  )
}

# The points, or what there is of them in a graph or a dist: list(rows, n_given).
as_isomap_points <- function(x, k, radius, na_action, scale, call) {
  rlang::local_error_call(call)
  if (!inherits(x, c("lapscale_graph", "dist"))) {
    also <- c("a dist", "a lapscale_graph")
    return(as_points(x, na_action = na_action, scale = scale, also = also))
  }
  check_nothing_omitted(na_action, call)
  if (inherits(x, "dist")) {
    refuse_scale(scale, "a dist")
    n <- check_dist(x, call = call)
    return(list(rows = seq_len(n), n_given = n))
  }
  check_graph(x, "x", call)
  if (!is.null(k) || !is.null(radius)) {
    abort_argument("`k` and `radius` do not go with a graph as `x`.")
  }
  refuse_scale(scale, "a graph")
  x[c("rows", "n_given")]
}

# A number of landmarks, or rows of the data that are not left out.
check_landmarks <- function(landmarks, checked, call) {
  if (is.null(landmarks)) {
    return(invisible())
  }
  if (length(landmarks) == 1L) {
    check_count(landmarks, "landmarks", min = 2, max = length(checked$rows), call = call)
    return(invisible())
  }
  check_rows(landmarks, checked$n_given, "landmarks", call)
  lost <- setdiff(landmarks, checked$rows)
  if (length(lost)) {
    abort_argument(
      "`landmarks` must be rows of the data that are embedded; row {lost[[1]]} is left out.",
      call = call
    )
  }
}

note_duplicates <- function(graph) {
  zero <- sum(graph$weights@x == 0) / 2
  if (zero > 0) {
    inform("`x`: {zero} edge{?s} between points that coincide, of length zero.", "duplicates")
  }
}

fit_isomap <- function(graph, made, landmarks, seed, runtime, call) {
  n <- nrow(graph$weights)
  at <- place_landmarks(landmarks, graph, seed)
  check_landmarks_left(length(at), n, made$wanted, call)
  check_memory(8 * n * length(at) * 3 + 8 * length(at)^2 * 4, "x",
               paste("distances to", length(at), "landmarks"), call)
  squares <- guard_memory(cpp_shortest_paths(graph$weights, at, runtime), "x", call)^2
  between <- if (length(at) == n) squares else squares[at, , drop = FALSE]
  between <- (between + t(between)) / 2
  found <- gram_eigenpairs(-double_centred(between) / 2, made$wanted, runtime, call)
  basis <- found$vectors * rep(inverse_root(found$values), each = length(at))
  shift <- drop(colMeans(between) %*% basis) / 2
  coordinates <- rep(shift, each = n) - squares %*% basis / 2
  flip <- sign_flips(coordinates)
  unit <- graph$unit
  settings <- list(rule = made$wanted$rule, k = made$k, radius = made$radius,
                   landmarks = if (length(at) < n) graph$rows[at])
  new_embedding(
    "isomap", coordinates * rep(flip, each = n) * unit,
    in_squared_unit(found$values, unit, call), graph,
    geodesic_model(graph, made, at, basis * rep(flip, each = length(at)), shift * flip),
    settings, scree = found$scree * unit^2, residuals = found$residuals
  )
}

# Row numbers within the graph. Landmarks of another component do not count.
place_landmarks <- function(landmarks, graph, seed) {
  n <- nrow(graph$weights)
  if (is.null(landmarks)) {
    return(seq_len(n))
  }
  if (length(landmarks) > 1L) {
    return(which(graph$rows %in% landmarks))
  }
  if (landmarks >= n) seq_len(n) else sort(cpp_sample_rows(n, landmarks, draw_seed(seed)))
}

# A component needs a landmark more than coordinates.
check_landmarks_left <- function(count, n, wanted, call) {
  least <- (wanted$count %||% 1L) + 1L
  if (count < least) {
    abort_argument(
      "`landmarks` must hold {least} rows or more of each component that is embedded; of one of
       {n} points it holds {count}.",
      call = call
    )
  }
}

in_squared_unit <- function(values, unit, call) {
  scaled <- values * unit * unit
  if (any(!is.finite(scaled)) || any(scaled < .Machine$double.xmin & values > 0)) {
    abort_argument(
      "`x`: squared distances leave the range of double precision; rescale the data.",
      call = call
    )
  }
  scaled
}
