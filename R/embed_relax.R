#' Relax an embedding to an isometry
#'
#' @description
#' Moves the coordinates of an embedding so that lengths, areas, and angles around each point, as
#' [metric_riemannian()] measures them at a bandwidth, become as close as possible to those of the
#' data.
#'
#' **When to use it.** Use it if an embedding shows the right shape, but its lengths are distorted,
#' as in Laplacian eigenmaps. A surface that cannot be laid flat, such as a part of a sphere, keeps
#' some distortion.
#'
#' @details
#' Let \eqn{H_i} be the inverse metric (cometric) at point i, see [metric_riemannian()]. An
#' embedding without distortion has `d` eigenvalues of 1 and otherwise 0. The function minimizes the
#' sum over all points of the squared deviations from these values. (The paper minimizes the largest
#' deviation.) The graph and its Laplacian do not change.
#'
#' The coordinates of `e` are first moved by a linear map, and then by combinations of the leading
#' eigenvectors of the Laplacian, first of few and then of more. Steps that do not reduce the mean
#' distortion are not taken. Besides `e`, there are two other starting points: the independent
#' coordinates of [embed_eigenmaps()], and the tangent spaces of [embed_ltsa()] in `d` coordinates.
#' The starting point with the least distortion after the linear map is used.
#'
#' A fold has little distortion, but it puts points next to each other that are not neighbors in the
#' data. So starting points and steps whose trustworthiness, see [embed_quality()], is lower than
#' that of `e` or of an earlier step by more than 0.0005 are not taken either. A surface that can be
#' laid flat stays bent if the bandwidth is so large that edges join parts of it that are far apart
#' along the surface. Use a smaller `bandwidth` then.
#'
#' Near an edge of the surface the Laplacian sees one side only, and lengths are too large there.
#' In a strip of 8 x 1 the width was 1.07 times the true one with a bandwidth of 0.2, and 1.5 times
#' with 0.8. Lengths can be read off if the bandwidth is small compared with the width.
#'
#' Distances across the whole embedding are not what is minimized, and they can become worse. In a
#' swiss roll of 1500 points, distances in [embed_isomap()] were 1.03 times those along the true
#' sheet. After the relaxation they were 0.95 times these, although the mean distortion fell from
#' 0.39 to 0.21. They were 0.81 times these (1.05 before) if noise of standard deviation 0.5 had
#' been removed from the roll by [noise_remove()]. If you need long distances, use [embed_isomap()].
#'
#' New points are placed by the weights that reconstruct them from their nearest points, as in
#' [embed_lle()], from whatever start. This is more accurate than to extend the start or the
#' eigenvectors.
#'
#' @inheritParams embed_eigenmaps
#' @param e A [lapscale_embedding] that keeps its points and was not made with landmarks.
#' @param d Dimension of the manifold, a whole number between 1 and the number of coordinates. If
#'   `NULL` (the default), it is the number of coordinates.
#' @param bandwidth Bandwidth of the graph on which the metric is estimated, as in
#'   [embed_eigenmaps()]. If `NULL` (the default), it is that of `e`, or that of [bw_gc()] if `e`
#'   has none or was made with local scales.
#' @param max_eigenvectors The largest number of eigenvectors by which the coordinates are moved.
#'   The default is 60.
#' @param ... Settings of the run by name (`n_threads`, `progress`), see [lapscale_settings].
#' @return A [lapscale_embedding] of class `lapscale_relax`:
#'   - `as.matrix(e)`, the coordinates, n x s, in the unit of the data;
#'   - `e$distortion`, the mean over the points of the largest deviation. There is one value per
#'     step, starting with `e`, and the values never increase. `print()` shows the first and the
#'     last.
#' @section Errors:
#' - `lapscale_error_argument`, naming `e`, `d`, `bandwidth`, or `max_eigenvectors`;
#' - `lapscale_error_no_points` if `e` does not keep its points;
#' - `lapscale_error_isolated` if the graph falls into more than `max_eigenvectors` components.
#' @references McQueen, J., Meila, M. and Perrault-Joncas, D. (2016). Nearly isometric embedding by
#'   relaxation. *Advances in Neural Information Processing Systems 29*.
#' @seealso [metric_stretch()] for the distortion that remains, [embed_isomap()] for distances along
#'   the surface.
#' @examples
#' x <- sample_swiss_roll(250, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 3)
#' r <- embed_relax(e, d = 2, max_eigenvectors = 12)
#' r$distortion
#' plot(r, colour = attr(x, "parameters")[, 1])
#' embed_relax(embed_isomap(swiss, 3, k = 12, scale = TRUE), d = 2)
#' @export
embed_relax <- function(e, d = NULL, bandwidth = NULL, max_eigenvectors = 60L, seed = NULL,
                        ...) door({
  e$model <- model_with_columns(e)
  n_components <- n_coordinates(e)
  settings <- list(
    d = check_count(d %||% n_components, "d", max = n_components),
    bandwidth = bandwidth %||% if (has_own_unit(e)) e$bandwidth,
    max_eigenvectors = check_count(max_eigenvectors, "max_eigenvectors", min = n_components),
    # Of the weights that place new points, see extend_barycentric().
    ridge = 1e-3
  )
  args <- c(arguments(), n_components = n_components, components = "keep")
  embed_by("relax", e, settings, args)
}, .takes = list("run"))

# Returns whether the bandwidth of an embedding is a distance.
#   e  an embedding: bandwidth (NA without a kernel), settings (local_scale: number of the neighbor
#      whose distance is the scale of a point, or NULL; multiple: the bandwidth of each point as a
#      multiple of that distance, where the bandwidth of e is the mean of these, or NULL)
has_own_unit <- function(e) {
  !is.na(e$bandwidth) && (is.null(e$settings$local_scale) || !is.null(e$settings$multiple))
}

# Riemannian relaxation, as new_embedding_method() describes an embedding.
relax_embedding <- function() new_embedding_method(
  "relax", "Riemannian relaxation", embed_relax, prepare_relax, fit_relax, extend_barycentric,
  describe = function(settings) {
    means <- if (!is.null(settings$distortion)) format(settings$distortion, digits = 2)
    c(paste("of", settings$start),
      if (!is.null(means)) paste("mean distortion", paste(means, collapse = " to ")))
  },
  in_one_unit = function(settings) TRUE
)

# The `prepare` of new_embedding_method(): x is the embedding to be relaxed. Returns list(graph,
# start: x itself, k: number of neighbors by which it is judged and new points are placed, points,
# target), see prepare_points().
#   x         an embedding: model (x: the points of the fit, scaling, columns), rows (those of the
#             data that are embedded), components (policy, sizes), coordinates (n_given x s)
#   settings  list with bandwidth (a number, unit of x, or a selector, or NULL)
#   args      arguments of the call, of which n_components and seed are used
#   runtime   of new_runtime()
prepare_relax <- function(x, settings, args, runtime) {
  model <- x$model
  # list(first: the first row at each place; count: how many rows are there).
  places <- group_equal_rows(model$x)
  n <- nrow(model$x)
  refuse_if(n != length(x$rows) || sum(places$count^2) >= many_copies * n,
            "`e` must be of all points, not of landmarks, nor of points that are mostly copies.")
  refuse_if(identical(x$components$policy, "connect") && length(x$components$sizes) > 1L,
            "`e` must not be of `components` = \"connect\". Relax each part of \"each\".")
  checked <- checked_points(
    model$x, x$rows, nrow(x$coordinates), rownames(x$coordinates), scaling = model$scaling
  )
  kernel <- list(type = default_graph("kernel")$name)
  graph <- graph_of_points(checked, settings$bandwidth, kernel, runtime, args$seed)
  list(
    graph = graph, start = x, k = min(12L, length(places$first) - 1L),
    points = list(x = model$x, scaling = model$scaling, columns = model$columns, rows = x$rows),
    target = resolve_n_components(args$n_components, NULL, n - 1L)
  )
}

# The `fit` of new_embedding_method(). In it f are coordinates, n x s, in bandwidths (but at first
# in the unit of the start); a path (or a state) is a list of f, distortion (at each step up to f),
# and trust, the highest trustworthiness so far. Returns the `fit` of new_embedding(): coordinates
# in the unit of x, and distortion, of the start and of each lower one that follows.
#   graph    a lapscale_graph: rows (which row of the data each point is), bandwidth (unit of x),
#            method (how that was chosen), and what walk_with_loops() reads
#   problem  of prepare_relax(): start (the embedding to be relaxed), points (of point_table()), k
#            (number of neighbors), with d (dimension of the manifold) and max_eigenvectors
#   runtime  of new_runtime()
fit_relax <- function(graph, problem, runtime) {
  f <- unname(problem$start$coordinates[graph$rows, , drop = FALSE])
  n <- nrow(f)
  # n x n, column i has the probabilities of a step of the walk from point i.
  walk <- walk_with_loops(graph, runtime)
  degree <- row_totals(weights_with_loops(graph, runtime), runtime)
  # Lengths are in bandwidths, so that nothing depends on the unit of the data.
  # list(squares: the mean over points of the squared deviations, which is minimized; distortion:
  # that of the largest deviation; gradient: of squares, s x n).
  loss <- function(f) cpp_isometry_loss(walk, degree, t(f), 2, problem$d, runtime)
  n_vectors <- min(problem$max_eigenvectors, n - 2L)
  pairs <- bottom_of_spectrum(
    laplacian_of_graph(graph, "geometric", 1, runtime), n_vectors + 1L, runtime
  )
  vectors <- pairs$vectors[, seq_len(n_vectors) + 1L, drop = FALSE]
  values <- pairs$values[seq_len(n_vectors) + 1L] * graph$bandwidth^2
  refuse_if(values[[n_vectors]] < 1e-12,
            "`bandwidth` is too small: the graph has more than {n_vectors} components.", "isolated")
  # High frequencies bend more for the same size.
  basis <- vectors * rep(1 / sqrt(pmax(values, 1e-6 * values[[n_vectors]])), each = n)

  n_leading <- min(count_searched(ncol(f), n), n_vectors)
  starts <- list(f, tangent_start(problem, ncol(f), runtime))
  if (n_leading > ncol(f)) {
    # A start whose coordinates are functions of each other cannot be unfolded.
    first_vectors <- vectors[, seq_len(n_leading), drop = FALSE]
    # Numbers of s eigenvectors, and their coefficients in the coordinates, n_leading x s.
    columns <- rank_independent(first_vectors, values, ncol(f), problem$d, walk, runtime)$sets[, 1L]
    rotation <- turn_apart(first_vectors, values[seq_len(n_leading)], columns, walk)
    starts[[3L]] <- first_vectors %*% rotation
  }
  starts <- lapply(Filter(length, starts), best_scale, loss)
  x <- points_of_graph(graph, problem$points)
  # Rows and number of neighbors by which the trustworthiness of coordinates is measured.
  rows <- draw_points(x, min(n, 500L), 0)
  k <- min(problem$k, max(1, ceiling(n / 2) - 1))
  new_state <- function(f, distortion_before = NULL) {
    list(f = f, distortion = c(distortion_before, loss(f)$distortion),
         trust = compare_neighborhoods(x, f, rows, k, runtime)$trustworthiness)
  }
  # Goes on with more and more vectors (none: by a linear map), as long as the distortion falls.
  # What falls by a fold loses neighbors.
  relax_from <- function(path, vector_counts) {
    for (count in unique(pmin(n_vectors, vector_counts))) {
      directions <- if (count > 0L) basis[, seq_len(count), drop = FALSE] else path$f
      candidate <- new_state(relax_by(path$f, directions, loss, 200L), path$distortion)
      is_lowest <- which.min(candidate$distortion) == length(candidate$distortion)
      if (is_lowest && keeps_neighbors(candidate, path)) {
        path <- replace(candidate, "trust", max(candidate$trust, path$trust))
      }
    }
    path
  }
  first_state <- new_state(starts[[1L]])
  keeps_neighbors <- function(path, before = first_state) path$trust > before$trust - max_lost
  first_distortion <- first_state$distortion
  candidates <- Filter(keeps_neighbors, lapply(starts, function(f) relax_from(new_state(f), 0L)))
  best_path <- candidates[[which.min(vapply(candidates, function(path) min(path$distortion), 0))]]
  best_path <- relax_from(best_path, c(n_leading, 25L, 60L, n_vectors))
  relaxed_y <- sweep(best_path$f, 2L, colMeans(best_path$f)) * graph$bandwidth
  distortion <- c(first_distortion, best_path$distortion[best_path$distortion < first_distortion])
  list(
    coordinates = relaxed_y, bandwidth = graph$bandwidth, distortion = distortion,
    settings = list(start = embedding_title(problem$start), chosen = graph$method,
                    distortion = distortion[c(1L, length(distortion))]),
    model = barycentric_model(relaxed_y, problem, x)
  )
}

# The trustworthiness, see embed_quality(), that a start or a step may cost.
max_lost <- 5e-4

# Returns the coordinates of embed_ltsa() in d coordinates, with zeros as the others: n x s. NULL if
# it fails.
#   problem  list with points (of point_table(): x), d, and k, the number of neighbors
#   s        the number of coordinates
#   runtime  of new_runtime(): n_threads
tangent_start <- function(problem, s, runtime) {
  flat <- if_possible(as.matrix(embed_ltsa(
    problem$points$x, problem$d, problem$k, n_threads = runtime$n_threads, progress = FALSE
  )))
  if (!is.null(flat)) cbind(unname(flat), matrix(0, nrow(flat), s - ncol(flat)))
}

# The coordinates times the positive number by which the distortion is least.
#   f     coordinates, n x s;  loss: function of coordinates, gives list(distortion, ...)
best_scale <- function(f, loss) {
  f <- f / max(abs(f))
  f <- f / sqrt(mean(f^2))
  # There is one minimum: each deviation is convex in the square of the scale.
  loss_at <- function(log_scale) loss(exp(log_scale) * f)$distortion
  log_scales <- seq(-12, 12, by = 2)
  best_log_scale <- log_scales[[which.min(vapply(log_scales, loss_at, 0))]]
  exp(stats::optimize(loss_at, best_log_scale + c(-2, 2))$minimum) * f
}

# Returns coordinates, n x s, moved by the combinations of the columns of a basis that minimize a
# loss.
#   f          coordinates, n x s;  basis: n x c
#   loss       function of coordinates, n x s: list(squares: what is minimized; gradient: s x n)
#   max_steps  of the optimizer
relax_by <- function(f, basis, loss, max_steps) {
  s <- ncol(f)
  # The coordinates after a move: coefficients of the columns of the basis, length c s.
  moved <- function(move) f + basis %*% matrix(move, ncol = s)
  # optim() needs the gradient where it needed the loss.
  last_state <- NULL
  state_at <- function(move) {
    if (identical(move, last_state$move)) return(last_state)
    last_state <<- c(list(move = move), loss(moved(move)))  # nolint: undesirable_operator_linter.
    last_state
  }
  solution <- stats::optim(
    numeric(s * ncol(basis)), function(move) state_at(move)$squares,
    function(move) c(crossprod(basis, t(state_at(move)$gradient))),
    method = "BFGS", control = list(maxit = max_steps)
  )
  moved(solution$par)
}
