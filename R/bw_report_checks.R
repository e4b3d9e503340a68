# The single checks of a report: points looked at in a bandwidth, a number each.

# Returns the points without those that coincide with an earlier one, a list: x (these points), rows
# (their numbers among all), count (how many of all equal each), handle (of the different points),
# acquire (the argument), nearest (of nearest_lists(), for the 10 nearest neighbors, or all others
# of fewer points).
#   x        all points, n x r, or distances
#   handle   of these in the core, which is taken if none coincide;  runtime: of new_runtime()
#   acquire  function of points and a runtime that makes their handle
#   frame    at whose exit a new handle is released
acquire_places <- function(x, handle, runtime, acquire = acquire_points, frame = parent.frame()) {
  places <- group_equal_rows(x)
  n_places <- length(places$first)
  # From here on, x and handle are of the different points.
  if (n_places < nrow(x)) {
    x <- x[places$first, , drop = FALSE]
    handle <- release_on_exit(acquire(x, runtime), frame)
  }
  list(x = x, rows = places$first, count = places$count, handle = handle, acquire = acquire,
       nearest = nearest_lists(handle, min(10L, n_places - 1L), runtime))
}

# Measures the walk's step at points: data frame, a row for each of `rows`: row (its number),
# neighbors (the degree without the point itself), dimension (the number of directions in which a
# step moves as on a manifold), distance (of step_distance(), 0 to 1); plain, the distance of all
# steps without what is uncertain of them; moving, the dimension of the steps that leave the point;
# staying, the chance to stay, 0 to 1.
#   handle  of the points in the core;  n, p: numbers of points and of columns;  h: bandwidth
#   rows    numbers of the points that are looked at, a row each;  runtime: of new_runtime()
#   graph   list(k, alpha, scales): the graph that the bandwidth was chosen on, of graph_reported(),
#           and scales, of local_scales(), or NULL
#   seed    a number, of samples that the core takes of the neighbors
report_steps <- function(handle, n, p, h, rows, graph, seed, runtime) {
  subsample <- is.null(graph$scales)
  options <- gc_options(1L, sqrt(-log(1e-8)), graph$alpha, "squared", subsample, seed, n, p)
  options <- c(options, scale_options(graph$scales, graph$alpha))
  consistency <- release_on_exit(acquire_consistency(handle, graph$k, rows, options, h, runtime))
  steps <- cpp_steps(consistency, h, runtime)
  data.frame(
    row = rows, neighbors = steps$degree[, 1L] - 1, dimension = steps$dimension[, 1L],
    distance = step_distance(steps)[, 1L], plain = steps$distance[, 1L],
    moving = steps$moving_dimension[, 1L], staying = steps$self[, 1L]
  )
}

# Returns noise_facts() of points without those that coincide; NULL for fewer than 5. Of neighbors
# at equal distances the first are taken, so points in memory are taken in an order of their own.
#   places   of acquire_places(): x, handle, acquire (a function that makes a handle)
#   runtime  of new_runtime()
noise_of_places <- function(places, runtime) {
  n <- nrow(places$x)
  if (n < 5L) return(NULL)
  handle <- places$handle
  if (is_in_memory(places$x)) {
    handle <- places$acquire(places$x[canonical_order(places$x), , drop = FALSE], runtime)
    on.exit(cpp_release(handle))
  }
  noise_facts(row_noise(handle, min(noise_limits$neighbors, n - 1L), runtime), handle)
}

# Returns the sizes of the components of the graph of local scales, largest first, in rows.
#   places   of acquire_places(): handle, count (how many rows each different point stands for)
#   scale    local scale of each different point, unit of x
#   h        the bandwidth, a multiple of the scales;  radius: cutoff in bandwidths, a pure number
#   runtime  of new_runtime()
scaled_sizes <- function(places, scale, h, radius, runtime) {
  settings <- list(type = graph_radius()$name, cutoff = radius, self_loops = FALSE,
                   own_scales = list(scale = scale, n_replaced = 0))
  weights <- graph_weights(places$handle, length(scale), h, settings, runtime)
  membership <- components_of(weights)$membership
  sort(as.vector(rowsum(places$count, membership)), decreasing = TRUE)
}

# Returns the sizes of the components, largest first, of the graph that joins points if either is
# among the k nearest neighbors of the other.
#   handle  of the points in the core;  runtime: of new_runtime()
neighbor_graph_sizes <- function(handle, k, runtime) {
  nearest <- nearest_lists(handle, k, runtime)
  n <- length(nearest$begin) - 1L
  components_of(pattern_of_pairs(list_rows(nearest), nearest$index, n))$sizes
}

# Finds connected pairs, those within default_cutoff bandwidths, from a few points to all others.
# Returns a data frame, a row per pair, with, in bandwidths, straight (distance), along (length of
# the path through nearest neighbors; components are joined by the shortest bridges), spacing
# (distance to the last of the nearest neighbors, the mean of both ends). With local scales the
# bandwidth of a pair is h times the geometric mean of both scales.
#   x        n x r without coinciding rows
#   handle   of x in the core
#   nearest  of nearest_lists(): begin (where the list of each point begins, from 0, and the last
#            ends), index, distance (unit of the handle)
#   h        bandwidth, unit of x; with scale a multiple of it
#   seed     a number, by which the few points are drawn, 16 to 100
#   runtime  of new_runtime()
#   scale    local scale of each point, of which h is a multiple then; 1: h is a bandwidth
#   wide     lists as `nearest`, by which more gaps that chance leaves are found
# `paths` is of path_graph(), and `spacing` is by point, in the unit of the handle.
report_lengths <- function(x, handle, nearest, h, seed, runtime, scale = rep(1, nrow(x)),
                           wide = nearest) {
  n <- nrow(x)
  unit <- cpp_unit(handle)
  paths <- path_graph(x, handle, nearest, wide, unit, runtime)
  start_rows <- draw_points(x, min(n, max(16, min(100, floor(5e6 / n)))), seed)
  spacing <- nearest$distance[nearest$begin[-1L]]
  blocks <- split(start_rows, (seq_along(start_rows) - 1L) %/% 16L)
  pairs <- lapply(unname(blocks), function(start_block) {
    # Both n x the points of the block, in the unit of the handle.
    along <- cpp_shortest_paths(paths, start_block, runtime)
    distance <- cpp_distances_from(handle, start_block, runtime)
    lapply(seq_along(start_block), function(i) {
      # Of the pair with each other point, in the unit of the handle.
      bandwidth <- h / unit * sqrt(scale[[start_block[[i]]]]) * sqrt(scale)
      straight <- distance[, i] / bandwidth
      near <- setdiff(which(straight <= default_cutoff), start_block[[i]])
      near <- near[order(straight[near], along[near, i])]
      list(
        straight = straight[near], along = along[near, i] / bandwidth[near],
        spacing = (spacing[near] / bandwidth[near] +
                     spacing[[start_block[[i]]]] / bandwidth[near]) / 2
      )
    })
  })
  pairs <- unlist(pairs, recursive = FALSE)
  column <- function(name) unlist(lapply(pairs, `[[`, name))
  data.frame(straight = column("straight"), along = column("along"), spacing = column("spacing"))
}

# Returns lengths between nearest neighbors and across gaps, a graph with one component: a
# dgCMatrix, n x n, in units of `unit`.
#   x        points, n x r, or distances, none of which coincide
#   handle   of these in the core
#   nearest  of nearest_lists(): begin (where the list of each point begins, from 0, and the last
#            ends), index, distance;  wide: such lists, by which more gaps that chance leaves are found
#   unit     of cpp_unit(handle), in which these distances are, a length in the unit of x
#   runtime  of new_runtime();  edges: of listed_edges(), some of those of nearest
path_graph <- function(x, handle, nearest, wide, unit, runtime, edges = listed_edges(nearest)) {
  n <- length(nearest$begin) - 1L
  membership <- components_of(pattern_of_pairs(edges$from, edges$to, n))$membership
  if (max(membership) > 1L) edges <- Map(c, edges, component_edges(handle, membership, runtime))
  for (lists in if (!is_distances(x)) unique(list(nearest, wide))) {
    edges <- Map(c, edges, gap_edges(x, lists, unit))
  }
  everything <- list(rows = seq_len(n), n_given = n, names = NULL)
  new_length_graph(edges, n, unit, everything)$weights
}

# Finds edges between components: list(a, b: numbers of the points of each edge; distance, in units
# of cpp_unit(handle)), in the order of the fields of listed_edges(). The shortest edges that
# connect all components are a tree. A cycle is a chain without its widest gap, which is closed if
# it is hardly wider than the narrower of the gaps at either end of the chain.
#   membership  the number of the component of each point
#   handle      of the points in the core;  runtime: of new_runtime()
component_edges <- function(handle, membership, runtime) {
  edges <- cpp_component_bridges(handle, membership, max_listed(), runtime)[c("a", "b", "distance")]
  end_components <- membership[c(edges$a, edges$b)]
  # Components at which one edge ends: in a chain the first and the last.
  leaf_components <- which(tabulate(end_components) == 1L)
  first_leaf <- which(membership %in% leaf_components[1L])
  is_chain <- length(leaf_components) == 2L && length(edges$a) > 1L
  if (!is_chain || length(first_leaf) * length(membership) > 5e6) return(edges)
  distance <- cpp_distances_from(handle, first_leaf, runtime)
  # From the points of the first to those of the last, all points x points of the first.
  distance[membership != leaf_components[[2L]], ] <- Inf
  nearest <- arrayInd(which.min(distance), dim(distance))
  shorter_end <- min(rep(edges$distance, 2L)[end_components %in% leaf_components])
  if (min(distance) > report_limits$bridge * shorter_end) return(edges)
  Map(c, edges, list(first_leaf[[nearest[[2L]]]], nearest[[1L]], min(distance)))
}

# Finds the two sides of each gap that chance leaves in a curve: points whose nearest neighbors all
# lie on one side, away from each other, no farther apart than twice the distance to the last of
# these neighbors, of either point. A list of three vectors, a number per gap: row numbers of its
# two sides, and its length in units of `unit`.
#   x        n x r, points, none of which coincide
#   nearest  of nearest_lists(), list(begin, index, distance)
#   unit     of cpp_unit(), in which the distances of nearest are
# `direction` has a row per point, and from `ends` on, as x, along, and reach, one for each of the
# points whose neighbors are on one side.
gap_edges <- function(x, nearest, unit) {
  point <- list_rows(nearest)
  share <- 1 / (unit * nearest$distance * diff(nearest$begin)[point])
  toward <- Matrix::sparseMatrix(point, nearest$index, x = share, dims = c(nrow(x), nrow(x)))
  # For each point the mean of the directions to its nearest neighbors, vectors of length 1.
  direction <- (toward - Matrix::Diagonal(x = Matrix::rowSums(toward))) %*% x
  ends <- which(Matrix::rowSums(direction^2) > report_limits$one_sided^2)
  x <- x[ends, , drop = FALSE] / unit
  direction <- direction[ends, , drop = FALSE]
  along <- Matrix::rowSums(x * direction)
  reach <- 2 * nearest$distance[nearest$begin[-1L]][ends]
  edges <- lapply(seq_along(ends), function(p) {
    ahead <- as.vector(x %*% direction[p, ]) - along[[p]]
    behind <- as.vector(direction %*% x[p, ]) - along
    # Each of the two lies on the side of the other on which the other has no neighbors.
    to <- which(seq_along(ends) > p & ahead < 0 & behind < 0)
    between <- x[to, , drop = FALSE] - x[rep(p, length(to)), , drop = FALSE]
    size <- sqrt(Matrix::rowSums(between^2))
    facing <- pmax(ahead[to], behind[to]) < -report_limits$one_sided^2 * size
    steps <- facing & size <= pmax(reach[to], reach[[p]])
    list(rep(ends[[p]], sum(steps)), ends[to[steps]], size[steps])
  })
  lapply(1:3, function(part) unlist(lapply(edges, `[[`, part)))
}

# Whether connected pairs are short circuits, TRUE or FALSE for each: whether their path is much
# longer than their distance and has many steps. If all distances are similar, as in many
# dimensions, a path of three steps is three times as long as the distance.
#   pairs  of report_lengths(): data frame straight, along, spacing, all in bandwidths
is_short_circuit <- function(pairs) {
  pairs$along > pmax(report_limits$detour * pairs$straight, report_limits$steps * pairs$spacing)
}

# Returns the share, 0 to 1, of short circuits in the second moment of the kernel, the sum over
# pairs of the weight times the squared distance, from which the Laplacian is computed.
#   pairs  of report_lengths(): straight (distance) and along (length of the path), in bandwidths
short_circuit_share <- function(pairs) {
  moment <- exp(-pairs$straight^2) * pairs$straight^2
  if (sum(moment) > 0) sum(moment[is_short_circuit(pairs)]) / sum(moment) else 0
}

# Measures how far the nearest point is, a number: the median distance to it over the root mean
# squared distance of all pairs. In noise in many columns it is near 1.
#   nearest  of nearest_lists(): list(begin, index, distance), without points that coincide
#   handle   of the points in the core
nearest_share <- function(nearest, handle) {
  first <- nearest$distance[nth_neighbors(nearest, 1L)]
  stats::median(first) / (cpp_rms_distance(handle) / cpp_unit(handle))
}

# Divides the distance to neighbor 5, of up to 300 of the points and relative to all distances, by
# that in normal samples of their covariance: near 1 where neighbors show nothing that principal
# components do not. NA for distances, for fewer or more columns than report_limits$cloud_columns,
# and for fewer than 10 points. See bench/tables/clouds.R.
#   x  n x r, points, none of which coincide;  runtime: of new_runtime()
cloud_share <- function(x, runtime) {
  fits <- has_columns(x) && all((ncol(x) - report_limits$cloud_columns) * c(1, -1) >= 0)
  if (!fits || nrow(x) < 10L) return(NA_real_)
  x <- as.matrix(x[draw_points(x, min(300L, nrow(x)), 0), , drop = FALSE])
  x <- x / max(abs(x))
  m <- nrow(x)
  x <- x - rep(colMeans(x), each = m)
  # The geometric mean distance to neighbor 5 over the root mean squared distance of all pairs.
  share <- function(x) {
    handle <- release_on_exit(acquire_points(x, runtime))
    nearest <- nearest_lists(handle, 5L, runtime)
    fifth <- exp(mean(log(nearest$distance[nth_neighbors(nearest, 5L)])))
    fifth * cpp_unit(handle) / cpp_rms_distance(handle)
  }
  normal <- vapply(1:3, function(stream) {
    share(matrix(stats::qnorm(cpp_uniform(m^2, 1, stream)), m) %*% x / sqrt(m - 1))
  }, 0)
  share(x) / mean(normal)
}

# The numbers of columns with which bw_msvd() is compared: with more the local spectra would cost
# more than everything else, and with fewer they are not informative.
msvd_columns <- 3:48

# Divides a bandwidth by the nearest one in the interval of bw_msvd(): 1 within the interval, NA
# without one.
#   checked    of as_points(): x
#   h          the bandwidth
#   dimension  mean number of directions of a step there, not necessarily whole
#   seed       a number
#   runtime    of new_runtime(): n_threads
msvd_agreement <- function(checked, h, dimension, seed, runtime) {
  n <- nrow(checked$x)
  d <- min(max(1, round(dimension)), ncol(checked$x))
  # A bandwidth of bw_msvd().
  estimate <- muffle_own(
    bw_msvd(checked$x, d, n_bandwidths = 25L, n_points = min(n, if (n > 5000L) 50L else 100L),
            seed = seed, n_threads = runtime$n_threads, progress = FALSE)
  )
  # The ends of the interval are lower and upper, NA without one.
  facts <- selection(estimate)$facts
  if (is.na(facts$lower)) NA_real_ else h / min(max(h, facts$lower), facts$upper)
}

# Returns the median distance between neighboring values in a column that has few of them, every one
# twice or more on average; the largest over all columns, 0 without such a column.
#   x  n x r, points
largest_step <- function(x) {
  max(vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    values <- sort(unique(column))
    few <- length(values) > 1L && 2 * length(values) <= length(column)
    if (few) stats::median(diff(values)) else 0
  }, 0))
}
