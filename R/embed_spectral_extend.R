# The extension of eigenvectors to new points.

#' What predict() needs of a spectral fit: how the points were joined, and the functions to extend
#'
#' @param spectrum Of spectral_fit(): laplacian; vectors, n x s; values, their eigenvalues.
#' @param coordinates n x s.
#' @param gain Length s: what a step of the walk is multiplied by to give a coordinate.
#' @param graph The lapscale_graph that it is of: weights (n x n), rows, bandwidth, cutoff, k,
#'   symmetry, self_loops, mass, local_scale, multiple, own_scales (of local_scales()), landmarks,
#'   degree, see new_graph(); connected, TRUE if edges between components were added, or NULL;
#'   copies, of merge_copies(), or NULL.
#' @param runtime Of new_runtime().
#' @return A list: rule (how a new point is joined, as cpp_nystrom_extension() takes it;
#'   lies_between: whether new points take their scales from landmarks); type and alpha of the
#'   Laplacian; mass (factor of the weights of each point, n); values (eigenvectors as functions,
#'   n x s); rough, of rough_part(), or NULL; share (n: weights times mass and this sum to the
#'   degree of a new point; NULL if masses are 1: weights alone do); local, NULL or for local scales
#'   list(power: of a point's scale in its factor; unit: of scales there; min_scale: the smallest
#'   scale, both times the bandwidth); eigenvalues (of I - P; of type "unnormalized" those of the
#'   Laplacian over its scale; s); gain; exact (whether the formula gives a point of the fit its own
#'   coordinates, so that it need not be looked up); coordinates.
#' @noRd
spectral_model <- function(spectrum, coordinates, graph, gain, runtime) {
  laplacian <- spectrum$laplacian
  # Of local_scales(): list(scale, length n; dimension; ...), or NULL.
  scales <- laplacian@graph$own_scales
  row_sums <- graph$degree %||% weight_totals(graph$weights, graph$mass, runtime)
  factor_of_scales <- scale_factor(scales, laplacian@alpha)
  values <- spectrum$vectors
  # A part of the graph may have fewer points.
  n_others <- length(graph$rows) - 1L
  if (laplacian@type == "symmetric") {
    degree <- laplacian@degree / graph$mass
    values <- values * ifelse(degree > 0, 1 / sqrt(degree), 0)
  }
  mass <- laplacian@graph$factor %||%
    (factor_of_scales * mass_factor(graph$mass, row_sums, laplacian@alpha))
  rough_vectors <- rough_part(laplacian, values, spectrum$values, mass, graph)
  list(
    rule = list(
      type = graph$type, bandwidth = graph$multiple %||% graph$bandwidth,
      local_scale = min(graph$local_scale %||% 0L, n_others),
      within_radius = graph_type(graph)$is_within, dense = graph_type(graph)$is_complete,
      cutoff = if (graph_type(graph)$is_complete) Inf else graph$cutoff,
      k = min(graph$k %||% 0L, n_others),
      symmetry = graph$symmetry %||% "union", self_loops = graph$self_loops, relative = FALSE,
      scale = graph$own_scales$scale, distance = graph$own_scales$distance,
      lies_between = !is.null(graph$landmarks) && !is.null(scales)
    ),
    type = laplacian@type, alpha = laplacian@alpha,
    mass = mass, values = values, rough = rough_vectors,
    # A new point's degree is made of these, if not of its weights alone.
    share = if (!is_unit_mass(graph$mass)) row_sums^laplacian@alpha / factor_of_scales,
    local = if (!is.null(scales)) list(
      power = scale_power(scales$dimension, laplacian@alpha),
      unit = graph$bandwidth * power_of_2(scales$scale),
      min_scale = graph$bandwidth * min(scales$scale)
    ),
    eigenvalues = spectrum$values / laplacian@scale, gain = gain,
    # Lists that are given, added edges and the loops of landmarks and copies are the fit's own: a
    # point of it is looked up.
    exact = is.null(rough_vectors) && is.null(graph$k) && is.null(graph$connected) &&
      (graph$self_loops || is.null(graph$landmarks) && is.null(graph$copies)),
    coordinates = coordinates
  )
}

# Eigenvectors whose eigenvalue of the walk is below this vary between a point and its neighbors.
# The eigenvector equation divides by that eigenvalue, so near 0 it says nothing about new points:
# these eigenvectors are extended as what a learner learned is (notes/learning.md).
min_smooth <- 0.5

# Returns the rough eigenvectors, which a step of the walk nearly takes away: list(columns, values n
# x c), their numbers, and the functions whose means over a step they are. NULL if there are none,
# and with landmarks, whose degrees are those of other points.
#   laplacian  of the fit, a lapscale_laplacian: type, scale, weights (n x n), degree (length n),
#              graph (own_scales: of local_scales(), or NULL)
#   values     n x s, eigenvectors as functions on the points
#   mu         their eigenvalues, length s
#   mass       factor of the weights of each point, length n
#   graph      that the Laplacian is of: landmarks (NULL: all points)
rough_part <- function(laplacian, values, mu, mass, graph) {
  point_scales <- laplacian@graph$own_scales$scale
  # Where a scale is large the walk is slow; where a degree is small the equation divides by less.
  divisor <- if (laplacian@type == "unnormalized") min(laplacian@degree) else
    if (is.null(point_scales)) 1 else (min(point_scales) / max(point_scales))^2
  columns <- which(1 - mu / (laplacian@scale * divisor) < min_smooth)
  if (!length(columns) || !is.null(graph$landmarks)) return(NULL)
  list(columns = columns, values = function_to_average(
    values[, columns, drop = FALSE], laplacian@weights, laplacian@degree, mass
  ))
}

# The c eigenvectors of rough_part() at new points, m x c: means of its functions over a step.
#   model   of spectral_model(), of which rule, mass, and rough are used
#   handle  of the points of the fit in the core;  query: m x r, new points
#   runtime  of new_runtime(): number of threads
extend_rough <- function(model, handle, query, runtime) {
  rule <- model$rule
  rule[c("self_loops", "relative", "symmetry")] <- list(TRUE, TRUE, "union")
  is_within <- rule$within_radius || rule$dense
  if (!is_within) rule$cutoff <- 0
  rule$within_radius <- TRUE
  rule$k <- max(1L, rule$k)
  sums <- extension_sums(handle, query, rule, model$mass, model$rough$values, runtime)
  sums$sum / sums$mass
}

# Returns coordinates of new points by the eigenvector equation of the Laplacian (Nystrom), with the
# degrees of the fit: m x s, NA where no point is near.
#   model    of spectral_model(), where its fields are described: rule, type, alpha, mass, values,
#            rough, share, local, eigenvalues, gain, exact, coordinates; with x, the points of the
#            fit, and reach_rule, of settle_reach_rule()
#   handle   of the points of the fit in the core
#   query    m x r, new points
#   runtime  of new_runtime()
extend_spectral <- function(model, handle, query, runtime) {
  rule <- model$rule
  rule$within_radius <- rule$within_radius || rule$dense
  if (isTRUE(rule$lies_between)) {
    rule$query_scale <- interpolated_scales(handle, query, rule$scale, runtime)
  }
  if (rule$local_scale > 0L || rule$k > 0L) merge_places(handle, model$x, runtime, model$reach_rule)
  n_values <- ncol(model$values)
  values <- cbind(model$values, model$share)
  # Of the weights of a new point: degree, their sum; mass, sum of them times model$mass; sum, that
  # of these times each column; bandwidth, that of the new point.
  sums <- extension_sums(handle, query, rule, model$mass, values, runtime)
  if (!is.null(model$share)) {
    sums$degree <- sums$sum[, n_values + 1L]
    sums$sum <- sums$sum[, seq_len(n_values), drop = FALSE]
  }
  is_isolated <- !(sums$mass > 0)
  degree <- ifelse(is_isolated, 1, sums$degree)
  mass <- ifelse(is_isolated, 1, sums$mass)
  # Eigenvalues of I - P, and a step of the walk times the gain, each m x s.
  mu <- rep(model$eigenvalues, each = nrow(query))
  walk_values <- sums$sum / mass * rep(model$gain, each = nrow(query))
  factor <- degree^-model$alpha
  slowness <- 1
  if (!is.null(model$local)) {
    # What the new point's own scale makes of its factor and of its walk.
    factor <- factor * (sums$bandwidth / model$local$unit)^model$local$power
    slowness <- (sums$bandwidth / model$local$min_scale)^2
    # Beyond the eigenvalue's reach an eigenvector has no extension.
    remaining <- 1 - slowness * mu
    walk_values <- walk_values * ((1 - mu) / remaining)
    walk_values[remaining <= 0] <- NA_real_
  }
  rough_columns <- model$rough$columns
  if (length(rough_columns)) {
    step_factor <- if (model$type == "unnormalized") 1 else
      model$gain[rough_columns] * (1 - model$eigenvalues[rough_columns])
    rough_values <- extend_rough(model, handle, query, runtime) *
      rep(step_factor, each = nrow(query))
    walk_values[, rough_columns] <- rough_values
  }
  coordinates <- switch(model$type,
    unnormalized = factor * sums$sum / (factor * mass - mu),
    symmetric = sqrt(factor * mass * slowness) * walk_values, walk_values
  )
  if (length(rough_columns) && model$type == "unnormalized") {
    coordinates[, rough_columns] <- rough_values
  }
  coordinates[is_isolated, ] <- NA_real_
  # An isolated point of the fit without a loop has coordinates, but no neighbors to give them.
  rows <- if (model$exact) which(is_isolated) else seq_len(nrow(query))
  at_points(coordinates, handle, query, model$coordinates, runtime, rows)
}

# Returns the coordinates of new points, m x s, where those that coincide with a point of the fit
# have its coordinates, or the mean of several.
#   extended     coordinates of the new points, m x s;  coordinates: of those of the fit, n x s
#   handle       of the points of the fit in the core;  query: m x r, new points
#   runtime      of new_runtime();  rows: numbers of the new points that are looked up
at_points <- function(extended, handle, query, coordinates, runtime, rows = seq_len(nrow(query))) {
  if (length(rows) == 0L) return(extended)
  nearest <- cpp_query_nearest(handle, query[rows, , drop = FALSE], 1L, runtime)
  is_same <- nearest$distance == 0
  # Of each pair of a new point and one of the fit that coincide, which of `rows` it is.
  query_row <- list_rows(nearest)[is_same]
  unique_queries <- unique(query_row)
  sums <- rowsum(coordinates[nearest$index[is_same], , drop = FALSE], query_row, reorder = FALSE)
  extended[rows[unique_queries], ] <- sums / tabulate(query_row)[unique_queries]
  extended
}
