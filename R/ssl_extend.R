# Ways in which a learner goes on to new points: `extend` of new_ssl_method(), functions of the fit,
# a handle of its points (of the centers of a machine), the query points, as rows, and the runtime.
# They return scores, a row per query point.

# Scores of new points, m x q, by a step of the walk: means of `averaged` over the points of the fit
# that the graph joins to a new point; at a point of the fit its own scores, or the mean of several.
# means() returns the means of f, u x q, with the weights of a rule times mass, a number per point.
#   fit      of new_ssl_fit(): x (its points, u x r), bandwidth, scores (of its points, u x q),
#            averaged (what the walk averages, u x q), factor (what the correction multiplied each
#            point's weights by), graph (settings: type, k, or NULL, cutoff in bandwidths, and of
#            local scales local_scale, multiple, own_scales, as of new_graph(), else NULL),
#            reach_rule (of reach_rule_of_fit(), or NULL)
#   handle   of its points in the core
#   query    new points, m x r; before anything else within_sight() brings nearer those so far away
#            that squares would overflow
#   runtime  of new_runtime(): threads and progress
# `rule` is as of spectral_model(): a new point is joined to the points within cutoff * bandwidth
# (0: only to those that coincide with it) and to its k nearest points (0: to none beside the
# former), by weights relative to the largest; type "given" has the weights of the heat kernel;
# local_scale 0 is none. Points of the fit that coincide count as one neighbor, which merge_places()
# tells the handle. Rows are those of the query points: `coinciding_rows` are at a point of the fit,
# `alone` positions among `rows` of points that the rule joins to none. `nearest_point` are lists of
# the nearest point of each with all ties, list(begin, index, distance), and `sums` of
# extension_sums().
extend_by_walk <- function(fit, handle, query, runtime) {
  query <- within_sight(fit$x, query, fit$bandwidth)
  nearest_point <- cpp_query_nearest(handle, query, 1L, runtime)
  coinciding_rows <- which(nearest_point$distance[nth_neighbors(nearest_point, 1L)] == 0)
  other_rows <- setdiff(seq_len(nrow(query)), coinciding_rows)
  rule <- list(type = fit$graph$type, bandwidth = fit$graph$multiple %||% fit$bandwidth,
               local_scale = fit$graph$local_scale %||% 0L, within_radius = TRUE, self_loops = TRUE,
               relative = TRUE,
               cutoff = if (graph_type(fit$graph)$lists_neighbors) 0 else fit$graph$cutoff,
               k = fit$graph$k %||% 1L, symmetry = "union",
               scale = fit$graph$own_scales$scale, distance = fit$graph$own_scales$distance)
  merge_places(handle, fit$x, runtime, fit$reach_rule)
  means <- function(rows, rule, mass, f) {
    sums <- extension_sums(handle, query[rows, , drop = FALSE], rule, mass, f, runtime)
    values <- sums$sum / sums$mass
    # A type of graph may join a new point to none of the fit: then the heat kernel does.
    alone <- if (!is.null(graph_type(rule)$new_weights)) which(!(sums$mass > 0))
    if (length(alone)) values[alone, ] <- means(rows[alone], replace(rule, "type", "given"), mass, f)
    values
  }
  values <- matrix(0, nrow(query), ncol(fit$scores))
  if (length(other_rows)) values[other_rows, ] <- means(other_rows, rule, fit$factor, fit$averaged)
  if (length(coinciding_rows)) {
    # Only the points of the fit that coincide with the new one, by their own values.
    rule[c("cutoff", "k", "type")] <- list(0, 0L, "given")
    values[coinciding_rows, ] <- means(coinciding_rows, rule, rep(1, nrow(fit$x)), fit$scores)
  }
  values
}

# The function g whose mean over a step of the walk from a new point gives f near every point of the
# fit. The walk of a new point that comes near a point of the fit may stay there, so that walk, Q =
# (K + W) / (k + t) with K the weights of a point to itself, is inverted: g <- g + f - Q g, from g =
# f, until the misfit f - Q g is small, or grows. The inverse itself, or one over eigenvalues of the
# walk without loops, multiplies what the points say of each other by more than can be known between
# them. Returns g, n x q.
#   f        n x q, a row for each point of the graph
#   weights  of the graph, n x n, corrected: plain, sparse, or not stored
#   degree   their row sums, length n
#   factor   what the correction multiplied weights of each point by, length n
# `self_weight` is k of each point: its weight to itself less the loop that `weights` have. `misfit`
# is f - Q g, n x q.
function_to_average <- function(f, weights, degree, factor) {
  self_weight <- factor^2 - loop_weights(weights)
  # A point without neighbors and without a factor stays where it is.
  self_weight[self_weight + degree <= 0] <- 1
  mean_of_step <- function(g) (self_weight * g + times_weights(weights, g)) / (self_weight + degree)
  max_f <- max(abs(f))
  g <- f
  misfit <- f - mean_of_step(g)
  for (step in seq_len(extension_steps)) {
    next_g <- g + misfit
    next_misfit <- f - mean_of_step(next_g)
    is_growing <- max(abs(next_g)) > 10 * max_f || sum(next_misfit^2) >= sum(misfit^2)
    if (is_growing || max(abs(misfit)) <= 1e-8 * max_f) break
    g <- next_g
    misfit <- next_misfit
  }
  g
}

# What a walk from a new point averages, u x q, of f that was learned on a part of the graph:
# function_to_average(), or f itself for a graph without points, which has no new ones.
#   part  of learning_part(): has_points (FALSE for a graph without points), weights (u x u,
#         corrected), degree (their row sums), factor (what the correction multiplied each point's
#         weights by)
#   f     u x q
extended_values <- function(part, f) {
  if (part$has_points) function_to_average(f, part$weights, part$degree, part$factor) else f
}

# With more steps than these new points are predicted no better (notes/learning.md).
extension_steps <- 16L

# Brings points so far from all others that squares of distances would overflow nearer on the ray
# from the mean, along which the nearest point stays the same. Returns the new points, m x r.
#   x, query  points of the fit and new ones, u x r and m x r;  h: bandwidth
within_sight <- function(x, query, h) UseMethod("within_sight")

# New points as they are: distances need not be brought nearer, as coordinates must that would
# overflow.
#   x      points of the fit, a lapscale_distances;  h: bandwidth
#   query  rows of distances to these points, m x n
#' @export
within_sight.lapscale_distances <- function(x, query, h) query

# Brings sparse new points that are so far away that squares would overflow nearer: towards 0, which
# keeps them sparse.
#   x, query  points of the fit and new ones, u x r and m x r, sparse;  h: bandwidth
# `row_size` is the largest coordinate of each new point in size, `max_size` the largest that is
# kept.
#' @export
within_sight.dgCMatrix <- function(x, query, h) {
  max_size <- 1e9 * max(h, abs(x@x))
  row_size <- vapply(split(abs(query@x), factor(query@i, seq_len(nrow(query)) - 1L)), max, 0, 0)
  if (max(row_size) > max_size) query / pmax(row_size / max_size, 1) else query
}

# Brings new points that are so far away that squares would overflow nearer, on the ray from the
# mean. Returns the new points, m x r. `half_offset` is half of what each differs from the mean, m x
# r, as halves do not overflow, `half_size` the largest of its coordinates in size, a number per
# point, and `max_size` the largest that is kept.
#   x, query  points of the fit and new ones, u x r and m x r;  h: bandwidth
#' @export
within_sight.default <- function(x, query, h) {
  centre <- colMeans(x)
  max_size <- 1e9 * max(h, abs(x - rep(centre, each = nrow(x))))
  half_offset <- query / 2 - rep(centre / 2, each = nrow(query))
  half_size <- do.call(pmax, lapply(seq_len(ncol(query)), function(j) abs(half_offset[, j])))
  far_rows <- which(half_size > max_size)
  query[far_rows, ] <- rep(centre, each = length(far_rows)) +
    half_offset[far_rows, , drop = FALSE] / half_size[far_rows] * max_size
  query
}

# Scores of new points by the kernels of a machine, m x q.
#   fit      of new_ssl_fit(): machine, list(h: bandwidth of the kernel; centres: numbers of the
#            points of the fit that are centers; coefficients: centers x q; intercept: q numbers)
#   handle   of its centers in the core
#   query    new points, m x r
#   runtime  of new_runtime(): threads and progress
extend_by_kernel <- function(fit, handle, query, runtime) {
  machine <- fit$machine
  scores <- matrix(0, nrow(query), ncol(machine$coefficients))
  n_block_rows <- max(1L, 2e7 %/% length(machine$centres))
  for (first_row in seq(1L, nrow(query), by = n_block_rows)) {
    rows <- first_row:min(nrow(query), first_row + n_block_rows - 1L)
    kernel <- cpp_heat_kernel(handle, query[rows, , drop = FALSE], machine$h, runtime)
    scores[rows, ] <- kernel %*% machine$coefficients
  }
  scores + rep(machine$intercept, each = nrow(query))
}

# Scores of new points by the weights that reconstruct each from its nearest points, m x q.
#   fit      of new_ssl_fit(): x (its points, u x r), scores (u x q), n_near (how many points
#            reconstruct one)
#   handle   of its points in the core
#   query    new points, m x r
#   runtime  of new_runtime(): threads and progress
# `model` is that of an embedding with the scores as coordinates, of barycentric_model(), with x,
# the points of the fit; its `first` has the number of the first point at each place, NULL where
# none coincide.
extend_by_weights <- function(fit, handle, query, runtime) {
  model <- c(barycentric_model(fit$scores, list(k = fit$n_near, ridge = 1e-3), fit$x), fit["x"])
  if (!is.null(model$first)) {
    handle <- release_on_exit(acquire_points(with_distinct_rows(model)$x, runtime, "object"))
  }
  extend_barycentric(model, handle, query, runtime)
}
