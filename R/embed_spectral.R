# The graph, the spectrum, and its extension, which Laplacian eigenmaps and diffusion maps share.

#' Makes the graph of points, or checks the one that is given
#'
#' It is `prepare` of new_embedding_method().
#' @param x Points or a graph, as the user gave them.
#' @param settings list(bandwidth, graph: its type or NULL, dots: arguments for heat_graph(),
#'   landmarks: on how many of the points the graph is, NULL: on all, only_spectrum: whether all
#'   that is computed is the spectrum of a normalized Laplacian, for which the weights need not be
#'   stored); perhaps type: of the Laplacian,
#'   is_picture: whether few coordinates are taken for a picture, see takes_picture_graph(), and
#'   may_connect: whether the user did not say what to do with components.
#' @param target_of `function(n)`: the target, see resolve_n_components(), called as soon as the
#'   number of points is known.
#' @param args Of the call: n_components and variance, as the user gave them (if there is no other
#'   target_of), seed, and those of as_points().
#' @param runtime Of new_runtime().
#' @return list(graph, points, target), see prepare_points(): graph is a lapscale_graph, with
#'   copies, of merge_copies(), or NULL; points is NULL if x is a graph that does not know its
#'   points. Of the usual graph of pictures perhaps with policy, is_default, and other, see
#'   fit_components().
#' @noRd
prepare_spectral <- function(x, settings, args, runtime, target_of = function(n) {
  resolve_n_components(args$n_components, args$variance, n - 1L)
}) {
  graph <- as_given_graph(x, settings$bandwidth, settings$dots$self_loops)
  if (!is.null(graph)) {
    # The edges were determined when the graph was made.
    edge_args <- setdiff(intersect(names(settings$dots), edge_arguments), "self_loops")
    if (length(edge_args)) abort_on_graph(edge_args[[1L]])
    check_dots(settings$dots, "self_loops")
    refuse_if(!is.null(settings$graph), "`graph` cannot be used with a graph as `x`.")
    refuse_settings_of_coordinates(args, "a graph")
    refuse_if(!is.null(settings$landmarks), "`landmarks` needs points as `x`, not a graph.")
    return(list(
      graph = graph, points = table_of_graph(graph), target = target_of(nrow(graph$weights))
    ))
  }
  check_dots(settings$dots, edge_arguments)
  type <- settings$graph %||% default_graph("kernel")$name
  type <- check_choice(type, names(graph_types), "graph")
  kinds <- c("distances", if (is.null(settings$landmarks)) "sparse")
  checked <- as_points(
    x, c(args, list(weights = settings$dots$weights)), kinds, also = c("a lapscale_graph", "a dist")
  )
  settings$dots$weights <- NULL
  if (is.null(settings$landmarks) && !identical(settings$type, "unnormalized")) {
    checked <- merge_copies(checked, many_copies)
  }
  n <- nrow(checked$x)
  target <- target_of(n)
  landmarks <- check_n_landmarks(settings$landmarks, (target$count %||% 1L) + 2L, n)
  if (!is.null(landmarks)) target <- target_of(landmarks)
  takes_picture <- takes_picture_graph(settings, target$count)
  changes_graph <- isTRUE(settings$is_picture) && !takes_picture &&
    takes_picture_graph(settings, 1L)
  inform_if(changes_graph,
            c("With more than {max_picture} coordinates, or a number that the data decide, the graph
               is that of `bandwidth = bw_gc`: the first coordinates differ from those of a plot in
               2.",
              i = "With `bandwidth = bw_gc` in all calls they are the same."), "graph")
  if (takes_picture) {
    picture_graph <- default_graph("picture", n)
    settings$dots$k <- settings$dots$k %||% picture_graph$settings$k
    type <- picture_graph$name
  }
  needs_n_vectors <- settings$only_spectrum && !identical(target$rule, "variance")
  graph <- graph_of_points(
    checked, settings$bandwidth, c(list(type = type), settings$dots), runtime, args$seed, landmarks,
    if (needs_n_vectors) count_candidates(target, n - 1L) + 2L, proportional = takes_picture
  )
  graph$copies <- checked$copies
  points <- point_table(graph$landmarks$checked %||% checked, x)
  c(list(graph = graph, points = points, target = target),
    if (takes_picture && isTRUE(settings$may_connect)) {
      list(policy = "connect", is_default = TRUE,
           other = paste("embed_layout() is meant for pictures of groups. For cycles or branches,",
                         "set `bandwidth = bw_gc`."))
    })
}

# Returns what print(), glance(), and plot() show of the graph of a fit, a list that is part of its
# settings: k, neighbors, recall, local_scale, and multiple, see new_graph(); chosen (how the
# bandwidth was: "given", or the name of a selector); entries (about how many weights, if they are
# not stored); edges (of edges_to_draw()); own_type (the name of its type if its weights are not of
# the heat kernel). Each but chosen is NULL if there is none.
#   graph  a lapscale_graph, or of affinity_graph(): method, and those fields of new_graph()
graph_settings <- function(graph) {
  c(unclass(graph)[c("k", "neighbors", "recall", "local_scale", "multiple")],
    list(chosen = graph$method, entries = unstored_entries(graph), edges = edges_to_draw(graph)),
    if (!is.null(graph_type(graph)$weights)) list(own_type = name_own_type(graph)))
}

# Warns of the points that carry a coordinate: those that lie outside the middle 98 percent by more
# than its width, if that is less than a tenth of the range, or the three with the largest squares,
# if these are more than max_in_three() of the sum. Of several coordinates the first is shown. The
# first coordinates of a graph in several components have their own warning.
#   coordinates  n x s
#   graph        that they are of, a row for each of its points: weights (n x n), rows (which row of
#                the data each point is), local_scale (NULL: one bandwidth for all points)
warn_few_points <- function(coordinates, graph) {
  # 2 x s, and for each coordinate how much of its range lies between these ends.
  ends <- apply(coordinates, 2L, stats::quantile, c(0.01, 0.99), names = FALSE)
  range_share <- (ends[2L, ] - ends[1L, ]) / apply(coordinates, 2L, function(z) diff(range(z)))
  # n x s, and for each coordinate the share that the three largest have of their sum.
  squares <- apply(coordinates, 2L, function(z) (z - stats::median(z))^2)
  share_of_three <- apply(squares, 2L, function(z) sum(utils::tail(sort(z), 3L)) / sum(z))
  is_carried <- range_share < 0.1 | share_of_three > max_in_three(nrow(coordinates))
  carried_columns <- setdiff(which(is_carried), seq_along(components_of(graph$weights)$sizes[-1L]))
  n_carried <- length(carried_columns)
  if (n_carried == 0L) return(invisible())
  column <- carried_columns[[1L]]
  if (range_share[[column]] < 0.1) {
    distance <- abs(coordinates[, column] - mean(ends[, column])) / diff(ends[, column])
    # Where the middle 98 percent are one point, all others are far.
    distance[is.nan(distance)] <- 0
    far_rows <- order(-distance)[seq_len(sum(distance > 1.5))]
    sentence <- paste0("98% of the points lie within ", signif(100 * range_share[[column]], 2),
                   "% of the range of coordinate ", column, ". The others are in rows ")
  } else {
    far_rows <- order(-squares[, column])[1:3]
    sentence <- paste0("three points have ", round(100 * share_of_three[[column]]),
                       "% of the squares of coordinate ", column, ". They are in rows ")
  }
  warn(
    c("{cli::qty(n_carried)}Coordinate{?s} {shorten(carried_columns)}
       {cli::qty(n_carried)}{?is/are} carried by a few points:
       {sentence}{shorten(graph$rows[far_rows], 6L)}.",
      i = if (is.null(graph$local_scale)) {
        "With `local_scale = TRUE` and no `bandwidth` each point has its own scale; or leave out
         these rows if they are outliers."
      } else {
        "Leave out these rows if they are outliers, or take a larger `k`."
      },
      i = "plot() with `inside` = 0.98 shows the others."),
    "few_points"
  )
}

# The share of the squares of a coordinate that three of n points may have, 0 to 1. Of few points it
# may well be half.
max_in_three <- function(n) if (n >= 100L) 0.5 else if (n >= 40L) 0.8 else 1

#' The Laplacian and the bottom of its spectrum without the first vector
#'
#' @param target How many coordinates, of resolve_n_components(): rule, share (of rule "variance"),
#'   and what decided_count() needs.
#' @param gain `function(lambda)` of eigenvalues of the walk, increasing: coordinate l has (lambda_l
#'   gain(lambda_l))^2 of the variance. Used for rule "variance" only.
#' @param type,alpha Of the Laplacian, and the exponent of the density in it.
#' @param graph A lapscale_graph: weights (n x n); mass, how many observations each point stands
#'   for, 1 or length n; landmarks, of choose_landmarks(), or NULL.
#' @param runtime Of new_runtime().
#' @return A list: laplacian; values, of it, increasing, length s; vectors, its right eigenvectors,
#'   n x s (of type "symmetric" divided by the roots of the masses); residuals, length s; scree, all
#'   values computed but the first; heat_values, scree on the scale of the heat operator, NULL if it
#'   has none.
#' @noRd
spectral_fit <- function(graph, type, alpha, target, gain, runtime) {
  refuse_if(!is.null(graph$landmarks) && type == "unnormalized",
            "`landmarks` needs a normalized Laplacian.")
  laplacian <- laplacian_of_graph(graph, type, alpha, runtime)
  # The constant and more pairs than are kept: list(values, vectors, residuals, converged).
  if (target$rule == "variance") {
    pairs <- spectrum_for_share(laplacian, target$share, gain, runtime)
    n_kept <- pairs$count
  } else {
    n_candidates <- count_candidates(target, nrow(graph$weights) - 1L)
    pairs <- bottom_of_spectrum(laplacian, n_candidates + 1L, runtime)
    n_kept <- decided_count(target, pairs$values[seq_len(n_candidates) + 1L])
  }
  warn_not_converged(first_eigenpairs(pairs, n_kept + 1L))
  columns <- seq_len(n_kept) + 1L
  vectors <- pairs$vectors[, columns, drop = FALSE]
  # The entry of a point in a vector of length 1 is that of all points that it stands for.
  if (type == "symmetric") vectors <- vectors / sqrt(graph$mass)
  list(
    laplacian = laplacian, values = pairs$values[columns], scree = pairs$values[-1L],
    heat_values = if (has_heat_scale(laplacian)) {
      on_heat_scale(pairs$values, laplacian, pairs$vectors)[-1L]
    },
    vectors = vectors, residuals = pairs$residuals[columns]
  )
}

#' As many eigenpairs as have a share of sum_l (lambda_l gain(lambda_l))^2
#'
#' lambda are the eigenvalues of the walk. Their squares sum to the squared norm of the symmetric
#' walk matrix, which bounds what was not computed, with the largest gain at either end of the rest.
#' @param laplacian A lapscale_laplacian, normalized.
#' @param share Between 0 and 1, of that sum over all eigenvalues but the first.
#' @param gain `function(lambda)`, increasing.
#' @param runtime Of new_runtime().
#' @return That of bottom_of_spectrum(): list(values, vectors, residuals, converged), up to the
#'   first pair that is left out, and the `count` of those that are kept after the constant.
#' @noRd
spectrum_for_share <- function(laplacian, share, gain, runtime) {
  refuse_if(laplacian@type == "unnormalized", "`variance` needs a normalized Laplacian.")
  # n x n, and the sum of its squared eigenvalues without that of the constant.
  walk <- walk_operator(laplacian, runtime)$matrix
  sum_squares <- sum((if (is.matrix(walk)) walk else walk@x)^2) - 1
  n <- length(laplacian@degree)
  # Of the eigenvalues of the walk: without self loops it may be far below zero.
  lower_bound <- cpp_smallest_eigenvalue_bound(walk, cpp_uniform(n, 1, 0) - 0.5, runtime)
  n_pairs <- min(n, 16L)
  repeat {
    pairs <- bottom_of_spectrum(laplacian, n_pairs, runtime)
    lambda <- 1 - pairs$values[seq_len(n_pairs)[-1L]] / laplacian@scale
    max_squared_gain <- max(gain(c(lambda[[length(lambda)]], lower_bound))^2)
    rest_bound <- max(sum_squares - sum(lambda^2), 0) * max_squared_gain
    variances <- (lambda * gain(lambda))^2
    if (n_pairs == n || sum(variances) >= share * (sum(variances) + rest_bound)) break
    n_pairs <- min(n, 2L * n_pairs)
  }
  count <- count_for_share(variances, sum(variances) + rest_bound, share)
  c(first_eigenpairs(pairs, min(count + 2L, length(pairs$values))), count = count)
}
