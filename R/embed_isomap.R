#' Isomap
#'
#' @description
#' Computes a low-dimensional embedding whose distances are those along the data, that is, the
#' lengths of shortest paths in a nearest-neighbor graph. It unrolls a rolled-up sheet.
#'
#' **When to use it.** Use it to unroll a surface if its shape and its lengths should be preserved.
#' If the data have holes, paths go around them, and the embedding is distorted there. For groups
#' and branches use [embed_eigenmaps()].
#'
#' @details
#' Let \eqn{D} be the lengths of the shortest paths between points. The coordinates are the
#' eigenvectors of \eqn{-\frac12 J D^2 J}{-1/2 J D^2 J} multiplied by the square roots of their
#' eigenvalues, where \eqn{D^2} is taken entry by entry and \eqn{J} centers (classical scaling).
#' Negative eigenvalues are set to zero. With `landmarks`, only the paths to the landmarks are
#' computed, and the other points are placed by their distances to the landmarks. The memory is then
#' proportional to n times the number of landmarks instead of n^2. There is no argument `weights`,
#' because the length of a path does not depend on how many observations a point stands for.
#'
#' **Components.** If the graph has several connected components, there is no path between them, and
#' the argument `components` determines what happens:
#' - `"connect"` adds the shortest edges between components.
#' - `"largest"` embeds the largest component. The other rows are `NA`, with a warning.
#' - `"each"` returns a list with one embedding per component, see [lapscale_embedding_list].
#' - `"error"` is an error.
#' - `NULL` (the default) means `"connect"`, with a warning. But it means `"error"` if you supply
#'   `radius` or a graph, because you have then decided which points are near; or if you supply `k`
#'   and the gap is more than 100 times the longest edge, because paths then measure the gap alone.
#'
#' @inheritParams embed_eigenmaps
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; or a `dist`, for which
#'   `predict()` takes distances from new points (rows) to these (columns); or a [lapscale_graph],
#'   for which it cannot place new points.
#' @param k Number of nearest neighbors, below `n`. Two points are connected if either is among the
#'   `k` nearest of the other, including all ties (see [heat_graph()]). Rows that coincide count as
#'   one point, and are connected by an edge of length 0. If `NULL` (the default), it is 10, or
#'   `n - 1` if that is less. A single edge between parts that are far apart along the data can bend
#'   the whole embedding, so compare two values of `k`. [embed_quality()] shows such an edge in
#'   `trustworthiness`, not in `geodesic_correlation`, whose paths take it too. For up to 2000
#'   points of a table the print-out says if edges seem to cross gaps in the data. It said so of 79
#'   of 83 rolls that such edges had bent, but only of 4 of 38 S-curves, and of 11 of 18 S-curves that
#'   they had not bent. Without such edges it said so of 5 of 66 rolls and S-curves that were
#'   unrolled, and of 19 of 55 that noise had bent. It said so of none of 600 samples without gaps
#'   (normal samples, counts, samples with outliers, and closed surfaces), and of 2 of 11 tables of
#'   real data.
#' @param landmarks If `NULL` (the default), all points are used. Otherwise the number of landmarks,
#'   which are drawn with `seed`, or their row numbers or names in `x`. Each component that is
#'   embedded needs more landmarks than coordinates.
#' @param radius If `NULL` (the default), the `k` nearest neighbors are connected. If it is a length
#'   in the unit of `x`, all points within this distance are connected instead.
#' @param components What to do if the graph is not connected: `NULL` (the default), `"error"`,
#'   `"largest"`, `"each"`, or `"connect"`, see Details.
#' @param variance If `NULL` (the default), `n_components` determines the number of coordinates. If
#'   it is a share between 0 and 1, there are as many coordinates as are needed for this share of
#'   the sum of the positive eigenvalues. This needs the whole spectrum.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`).
#' @return A [lapscale_embedding] of class `lapscale_isomap`:
#'   - `as.matrix(e)`, the coordinates, n x s, in the unit of `x`;
#'   - `e$eigenvalues`, the eigenvalues of \eqn{-\frac12 J D^2 J}{-1/2 J D^2 J}, decreasing, in the
#'     square of this unit.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the distances do not fit into memory;
#' - `lapscale_error_disconnected` if the graph is not connected, with `components = "error"` or
#'   what `NULL` takes for it;
#' - `lapscale_warning_disconnected` if the graph is not connected and you did not supply
#'   `components`, or if rows are left out;
#' - `lapscale_warning_rank` if there are fewer positive eigenvalues than coordinates. The other
#'   coordinates are zero;
#' - `lapscale_message_duplicates` if points coincide.
#' @references Tenenbaum, J. B., de Silva, V. and Langford, J. C. (2000). A global geometric
#'   framework for nonlinear dimensionality reduction. *Science* 290, 2319-2323.
#'   \doi{10.1126/science.290.5500.2319}
#'
#'   de Silva, V. and Tenenbaum, J. B. (2004). Sparse multidimensional scaling using landmark
#'   points. Technical report, Stanford University.
#' @seealso [embed_eigenmaps()], [embed_lle()], [predict.lapscale_embedding()] for new points,
#'   [plot.lapscale_embedding()], [embed_quality()].
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' embed_isomap(x, 2, k = 10, landmarks = 60, seed = 1)
#' plot(embed_isomap(swiss, 2, k = 10, scale = TRUE), names = TRUE)
#' @export
embed_isomap <- function(x, n_components = 2L, k = NULL, landmarks = NULL, radius = NULL,
                         components = NULL, variance = NULL, scale = FALSE, seed = NULL,
                         ...) door({
  check_one_count(!missing(n_components), variance)
  components <- check_path_policy(components)
  settings <- list(k = k, landmarks = landmarks, radius = radius)
  embed_by("isomap", x, settings, arguments())
}, .takes = list("points", "run"))

# Isomap, as new_embedding_method() describes an embedding.
isomap_embedding <- function() new_embedding_method(
  "isomap", "Isomap", embed_isomap, prepare_isomap,
  fit = function(graph, problem, runtime) {
    fit <- fit_isomap(graph, problem, runtime)
    x <- if (!is.null(problem$points)) points_of_graph(graph, problem$points)
    fit$settings$crosses_gaps <- has_short_circuits(x, graph, problem$k, problem$radius, runtime)
    fit
  },
  extend_geodesic, in_one_unit = function(settings) TRUE, tunable = "k"
)

# The `prepare` of new_embedding_method(), of points or a graph x: makes the graph of lengths.
# Returns list(graph: of new_length_graph(); points: of point_table(), NULL for a graph; target: of
# resolve_n_components(); k: number of neighbors, NULL with a radius or a graph; radius: or NULL)
# and policy, is_default, farthest, and joined_by of fit_components().
#   x         points or a lapscale_graph, as the user gave them
#   settings  list of embed_isomap()'s own arguments: k, radius (unit of x; at most one of the two
#             is given), landmarks (a number of them, row numbers, or NULL: all points)
#   args      the arguments that all embeddings have, see embed_by(): n_components, variance,
#             components (as the user gave them; NULL: the default) and those of as_points()
#   runtime   of new_runtime()
prepare_isomap <- function(x, settings, args, runtime) {
  k <- settings$k
  radius <- if (!is.null(settings$radius)) check_number(settings$radius, "radius", above = 0)
  refuse_if(!is.null(radius) && !is.null(k), "`k` and `radius` exclude each other.")
  is_graph <- inherits(x, "lapscale_graph")
  has_own_neighborhoods <- is_graph || !is.null(radius)
  checked <- as_isomap_points(x, k, radius, args)
  n <- length(checked$rows)
  if (!is_graph && is.null(radius)) k <- check_neighbors(k %||% min(10L, n - 1L), "k", n)
  landmarks <- check_landmarks(settings$landmarks, checked)
  n_landmarks <- if (length(landmarks) > 1L) length(landmarks) else landmarks
  target <- resolve_n_components(args$n_components, args$variance, (n_landmarks %||% n) - 1)
  if (!is_graph) check_spread_once(checked, checked$columns)
  graph <- if (is_graph) length_graph_of_heat(x) else length_graph(checked, k, radius, runtime)
  n_zero_edges <- sum(graph$weights@x == 0) / 2
  inform_if(n_zero_edges > 0,
            "Some points of `x` coincide: {n_zero_edges} edge{?s} {?has/have} length zero.",
            "duplicates")
  points <- if (!is.null(checked$x)) point_table(checked, x)
  # All rows are kept, if there are coordinates to find the missing edges by; but neighborhoods that
  # the user gave are meant.
  default_policy <- if (has_own_neighborhoods) "error" else "connect"
  list(
    graph = graph, points = points, target = target, k = k, radius = radius,
    landmarks = landmarks,
    policy = args$components %||% default_policy, is_default = is.null(args$components),
    farthest = if (is.null(args$components) && !is.null(settings$k)) 100,
    joined_by = if (is_graph) "More edges of `x`"
  )
}

# The points or distances x as as_points() makes them, or of a graph list(rows, n_given, names),
# without points.
#   k       number of neighbors, as the user gave it, or NULL
#   radius  of neighborhoods, unit of x, or NULL;  args: all arguments of the call
as_isomap_points <- function(x, k, radius, args) {
  if (!inherits(x, "lapscale_graph")) {
    return(as_points(x, args, "distances", also = c("a dist", "a lapscale_graph")))
  }
  refuse_settings_of_coordinates(args, "a graph")
  refuse_if(!is.null(k) || !is.null(radius), "`k` and `radius` cannot be used with a graph as `x`.")
  check_graph(x, "x")[c("rows", "n_given", "names")]
}

# Returns landmarks, names of rows as their numbers. Refuses those that are not among the points.
#   landmarks  as the user gave them: one number is how many, several are rows of the data; or NULL
#   checked    of as_isomap_points(): rows (those of the data that stay), n_given (number of all
#              rows), names (of these, or NULL)
check_landmarks <- function(landmarks, checked) {
  if (length(landmarks) == 1L) {
    return(check_count(landmarks, "landmarks", min = 2, max = length(checked$rows)))
  }
  if (is.null(landmarks)) return(NULL)
  landmarks <- check_rows(landmarks, checked$n_given, "landmarks", checked$names)
  refuse_first(setdiff(landmarks, checked$rows),
               "`landmarks` must be rows of the data that are embedded; row {first} is left out.")
  landmarks
}

# The `fit` of new_embedding_method(): classical scaling of the lengths of shortest paths. A point
# with squared lengths q to the landmarks has the coordinates shift - q basis / 2. Returns the `fit`
# of new_embedding(), whose model extend_geodesic() describes.
#   graph    of new_length_graph(): weights (n x n, lengths of edges in units of `unit`), unit (a
#            number, in the unit of x), rows (which row of the data each point is)
#   problem  of prepare_isomap(): points (of point_table(), or NULL), target (how many coordinates,
#            of resolve_n_components()), k and radius (one is NULL, both for a graph), with
#            landmarks (as the user gave them) and seed (a number, or NULL)
#   runtime  of new_runtime()
fit_isomap <- function(graph, problem, runtime) {
  n <- nrow(graph$weights)
  # Numbers of the points of this graph that are landmarks, 1 to n if all are.
  landmarks <- landmarks_in_graph(problem$landmarks, graph, problem$points, problem$seed)
  # A component needs a landmark more than coordinates.
  min_landmarks <- (problem$target$count %||% 1L) + 1L
  refuse_if(length(landmarks) < min_landmarks,
            "`landmarks` must hold {min_landmarks} rows or more of each component that is embedded;
             of one of {n} points it holds {length(landmarks)}.")
  check_memory(8 * n * length(landmarks) * 3 + 8 * length(landmarks)^2 * 4, "x",
               if (length(landmarks) == n) paste("distances between", n, "points") else
                 paste("distances to", length(landmarks), "landmarks"),
               if (length(landmarks) > 1000L) "`landmarks` = 1000 needs less.")
  # n x landmarks, and the rows of the landmarks, in units of graph$unit^2.
  squared_lengths <- cpp_shortest_paths(graph$weights, landmarks, runtime)^2
  landmark_squares <- if (length(landmarks) == n) squared_lengths else
    squared_lengths[landmarks, , drop = FALSE]
  landmark_squares <- (landmark_squares + t(landmark_squares)) / 2
  # list(values, length s; vectors, landmarks x s; scree; residuals).
  pairs <- gram_eigenpairs(-double_centred(landmark_squares) / 2, problem$target, runtime)
  basis <- pairs$vectors * rep(inverse_root(pairs$values), each = length(landmarks))
  shift <- drop(colMeans(landmark_squares) %*% basis) / 2
  coordinates <- rep(shift, each = n) - squared_lengths %*% basis / 2
  signs <- sign_flips(coordinates)
  unit <- graph$unit
  list(
    coordinates = coordinates * rep(signs, each = n) * unit,
    eigenvalues = in_squared_unit(pairs$values, unit), scree = pairs$scree * unit^2,
    residuals = pairs$residuals,
    settings = list(k = problem$k, radius = problem$radius,
                    landmarks = if (length(landmarks) < n) graph$rows[landmarks]),
    model = list(
      graph = graph$weights, k = min(problem$k %||% 10L, n), radius = problem$radius,
      landmarks = landmarks, basis = basis * rep(signs, each = length(landmarks)),
      shift = shift * signs, unit = unit
    )
  )
}

# Whether edges of the graph of lengths cross gaps, as between the turns of a roll: whether many
# paths are much longer between mutual neighbors, or pairs that are as near as neighbors are far
# along near points. Rolls with a share of such pairs below `max_jumps` unroll, and flat samples
# have none. FALSE where that is not looked at: of more than max_for_quick_checks points, and of
# what has no columns. See bench/embeddings/isomap_detours.R.
#   x          the points of the graph, n x p, or NULL;  graph: of new_length_graph()
#   k, radius  of the graph, see prepare_isomap();  runtime: of new_runtime()
has_short_circuits <- function(x, graph, k, radius, runtime) {
  is_table <- is.matrix(x) && has_columns(x)
  if (!is_table || nrow(x) < 3L || nrow(x) > max_for_quick_checks) return(FALSE)
  x <- unname(x)
  places <- acquire_places(x, release_on_exit(acquire_points(x, runtime)), runtime)
  # A sparser graph of fewer points does not have their shape.
  is_large <- nrow(places$x) >= 100L
  if (is_large && isTRUE(detour_share(places, graph, runtime) > max_detours)) return(TRUE)
  reach <- radius %||% stats::median(distances_to_kth_neighbor(
    places$x, seq_len(nrow(places$x)), k, places$handle, runtime
  ))
  pairs <- report_lengths(places$x, places$handle, places$nearest, reach / 2, 0, runtime)
  isTRUE(short_circuit_share(pairs) > max_jumps)
}

max_jumps <- 1e-5
max_detours <- 0.02

# Returns the share of pairs whose path between mutual nearest neighbors is more than twice as many
# times as long as through a graph as it is for the median pair. A point between two turns of a roll
# is far from its neighbors, which have nearer ones. A point far out in a cloud without gaps has
# detours to all others, so the extra length of its median path is subtracted. Pairs are of any
# point with up to 48, of those that mutual neighbors join.
#   places  of acquire_places();  graph: of new_length_graph();  runtime: of new_runtime()
detour_share <- function(places, graph, runtime) {
  n <- nrow(places$x)
  edges <- listed_edges(places$nearest)
  is_mutual <- ((edges$from - 1) * n + edges$to) %in% ((edges$to - 1) * n + edges$from)
  edges <- lapply(edges, `[`, is_mutual)
  membership <- components_of(pattern_of_pairs(edges$from, edges$to, n))$membership
  joined <- which(membership == which.max(tabulate(membership)))
  start <- intersect(draw_points(places$x, 48L, 0), joined)
  mutual_graph <- path_graph(places$x, places$handle, places$nearest, places$nearest,
                             cpp_unit(places$handle), runtime, edges)
  detours <- cpp_shortest_paths(mutual_graph, start, runtime)[joined, , drop = FALSE]
  paths <- cpp_shortest_paths(graph$weights, places$rows[start], runtime)
  paths <- paths[places$rows[joined], , drop = FALSE]
  # In the unit of detours. The ratio is NaN of a point with itself.
  paths <- paths * stats::median(detours / paths, na.rm = TRUE)
  extra <- detours - paths
  of_point <- pmax(apply(extra, 1L, stats::median), 0)
  of_start <- pmax(apply(extra, 2L, stats::median), 0)
  mean(extra - of_point - rep(of_start, each = length(joined)) > paths, na.rm = TRUE)
}

# Returns the numbers of the points of the graph that are landmarks. Landmarks of another component
# do not count. Landmarks that are drawn are the same points in any order of the rows, except of a
# graph, which leaves nothing to order them by.
#   landmarks  one number is how many, several are row numbers of the data; NULL: all points
#   graph      of new_length_graph(): weights (n x n), rows (which row of the data each point is)
#   points     of point_table(), or NULL for a graph
#   seed       a number, or NULL
landmarks_in_graph <- function(landmarks, graph, points, seed) {
  n <- nrow(graph$weights)
  if (length(landmarks) > 1L) return(which(graph$rows %in% landmarks))
  n_landmarks <- landmarks %||% n
  if (n_landmarks >= n) return(seq_len(n))
  # In the canonical order of the points, or among the points of a graph.
  positions <- cpp_sample_rows(n, n_landmarks, draw_seed(seed))
  if (is.null(points)) return(sort(positions))
  sort(canonical_order(points_of_graph(graph, points))[positions])
}

# Eigenvalues of squared distances in the square of the unit of the data.
#   values  the same eigenvalues in units of unit^2;  unit: a number, in the unit of the data
in_squared_unit <- function(values, unit) {
  in_data_unit <- values * unit * unit
  refuse_if(any(!is.finite(in_data_unit)) || any(in_data_unit < .Machine$double.xmin & values > 0),
            "`x`: squared distances leave the range of double precision; rescale the data.")
  in_data_unit
}

# The `extend` of new_embedding_method(): coordinates of new points, m x s, not finite where no path
# leads to a landmark.
#   model   of fit_isomap(), with x, the points of the fit: graph (lengths, n x n, in units of
#           `unit`), k (number of neighbors), radius (unit of x, taken in place of k, or NULL),
#           landmarks (numbers of points), basis (landmarks x s) and shift (s), in units of `unit`,
#           unit (a number, in the unit of x)
#   handle  of x in the core;  query: m x r, new points;  runtime: of new_runtime()
extend_geodesic <- function(model, handle, query, runtime) {
  # Paths from the first of the rows that coincide are those from all of them.
  first_rows <- group_equal_rows(model$x)$first
  if (length(first_rows) < nrow(model$x)) {
    handle <- release_on_exit(acquire_points(repeat_points(model$x, first_rows), runtime, "object"))
  }
  handle_unit <- cpp_unit(handle)
  n <- length(first_rows)
  # The points of the fit where paths from new points begin, lists of neighbors.
  starts <- if (is.null(model$radius))
    cpp_query_nearest(handle, query, min(model$k, n), runtime) else
    starts_within(handle, query, n, model$radius / handle_unit, runtime)
  starts$index <- first_rows[starts$index]
  sums <- cpp_geodesic_projection(
    model$graph, starts$begin, starts$index, starts$distance * (handle_unit / model$unit),
    model$landmarks, model$basis, runtime
  )
  (rep(model$shift, each = nrow(query)) - sums / 2) * model$unit
}

# The points of the fit within a radius of each new point: lists of neighbors as of
# cpp_query_nearest(), with distances of Inf beyond. A new point that coincides with one of the fit
# has the paths of that point.
#   handle   of the n points of the fit, all different, in the core;  query: m x r, new points
#   radius   in the unit of the handle
#   runtime  of new_runtime(): number of threads
starts_within <- function(handle, query, n, radius, runtime) {
  k <- min(n, 32L)
  repeat {
    starts <- cpp_query_nearest(handle, query, k, runtime)
    if (k == n || all(starts$distance[nth_neighbors(starts, k)] > radius)) break
    k <- min(n, 2L * k)
  }
  starts$distance[starts$distance > radius] <- Inf
  is_coinciding <- starts$distance[nth_neighbors(starts, 1L)] == 0
  starts$distance[is_coinciding[list_rows(starts)] & starts$distance > 0] <- Inf
  starts
}
