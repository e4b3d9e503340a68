# Graphs from distances alone.

# Weights exp(-e) are 0 in the core where e is larger.
largest_exponent <- 708

#' @rdname heat_graph
#' @export
heat_graph.dist <- function(x, bandwidth, type = c("radius", "knn", "dense"), k = NULL,
                            symmetry = c("union", "mutual"), cutoff = NULL, self_loops = FALSE,
                            local_scale = NULL, scale = FALSE, ...) door({
  refuse_scale(scale, "a dist")
  if (missing(bandwidth)) bandwidth <- NULL
  n <- check_dist(x)
  settings <- resolve_graph_settings(type, k, symmetry, cutoff, self_loops, local_scale, n)
  graph_of_distances(x, bandwidth, settings)
}, ...)

# The graph of a dist.
graph_of_distances <- function(x, bandwidth, settings) {
  if (is.null(bandwidth) && !is.null(settings$local_scale)) bandwidth <- 1
  bandwidth <- as_selector(bandwidth)
  if (is.function(bandwidth)) bandwidth <- resolve_selector(bandwidth, x)
  chosen <- resolve_given_bandwidth(bandwidth, all_pairs = TRUE)
  weights <- weights_of_distances(x, chosen$value, settings)
  k <- settings$local_scale
  local <- if (!is.null(k)) {
    sorted <- apply(as_distance_matrix(x), 1L, sort)
    scales_of_distances(t(sorted[seq_len(k) + 1L, , drop = FALSE]), k)
  }
  graph_by_settings(weights, chosen, settings, names = attr(x, "Labels"), own_scales = local)
}

weights_of_distances <- function(x, h, settings) {
  distances <- as_distance_matrix(x)
  ratio <- if (is.null(settings$local_scale)) {
    distances / h
  } else {
    root <- sqrt(h * neighbor_distance(distances, settings$local_scale))
    distances / outer(root, root)
  }
  weights <- exp(-ratio^2) * kept_pairs(distances, ratio, settings)
  diag(weights) <- as.numeric(settings$self_loops)
  if (settings$type == "dense") weights else as_general(Matrix::Matrix(weights, sparse = TRUE))
}

# The number of points of a dist whose attributes fit its numbers.
check_dist <- function(x, arg = "x") {
  n <- attr(x, "Size")
  labels <- attr(x, "Labels")
  fault <- if (!is.numeric(x)) {
    "it holds no numbers"
  } else if (!rlang::is_scalar_integerish(n, finite = TRUE) || n < 0) {
    "its `Size` is no number of points"
  } else if (length(x) != n * (n - 1) / 2) {
    "its `Size` of {n} does not fit its {length(x)} distances"
  } else if (!is.null(labels) && !(is.atomic(labels) && length(labels) == n)) {
    "its `Labels` are not one for each of its {n} points"
  }
  if (!is.null(fault)) {
    abort_argument(paste0("`{arg}` is no dist that dist() makes: ", fault, "."))
  }
  n
}

# A dist as a plain n x n matrix of non-negative finite numbers, not all zero.
as_distance_matrix <- function(x, arg = "x") {
  n <- check_dist(x, arg)
  if (n < 2L) abort_argument("`{arg}` must hold at least 2 points, not {n}.")
  refuse_first(
    which(!is.finite(x) | x < 0),
    "`{arg}` must hold finite distances of 0 or more; that of points
     {paste(dist_pair(first, n), collapse = \" and \")} is {format(x[[first]])}."
  )
  if (max(x) == 0) abort("`{arg}` has no scale: all distances are zero.", "no_scale")
  check_memory(4 * 8 * n^2, arg, "as dense matrices")
  unname(as.matrix(x))
}

# The two points of element `at` of a dist.
dist_pair <- function(at, n) {
  ends <- cumsum((n - 1L):1L)
  first <- findInterval(at, ends, left.open = TRUE) + 1L
  c(first, at - (if (first > 1L) ends[[first - 1L]] else 0L) + first)
}

# Asks a selector for its choice for a dist, if it takes one.
resolve_selector <- function(selector, x) {
  tryCatch(selector(x), lapscale_error_argument = function(e) {
    abort_argument(
      c("`bandwidth` must be a number, or a selector that takes distances, where `x` holds
         distances: this one needs coordinates, \"knn\", \"median\" and \"kernel_sum\" do not.",
        i = "{rlang::cnd_header(e)}")
    )
  })
}

# Distances alone do not tell a bandwidth: it must be given. list(value, method), as
# resolve_bandwidth() has them.
#   all_pairs  whether x is a dist, from which some selectors choose
resolve_given_bandwidth <- function(bandwidth, all_pairs = FALSE) {
  if (is.null(bandwidth) || is.function(as_selector(bandwidth))) {
    abort_argument(
      c("`bandwidth` must be a number where `x` holds distances: choosing it needs coordinates.",
        i = if (all_pairs) {
          "\"knn\", \"median\" and \"kernel_sum\" choose it from the distances of a dist."
        } else {
          "`bandwidth = bw_gc(points)` chooses it for the points that the distances are of."
        })
    )
  }
  resolve_bandwidth(bandwidth)
}

# Distance of each point to its k-th neighbour; the median where that is zero.
neighbor_distance <- function(distances, k) {
  kth <- kth_distances(distances, k)
  zero <- kth == 0
  if (all(zero)) abort_no_local_scale(k)
  if (any(zero)) {
    warn(
      "`local_scale`: {sum(zero)} point{?s} coincide{?s/} with {?its/their} neighbour {k}; the
       median scale stands in.",
      "replaced"
    )
  }
  replace(kth, zero, stats::median(kth[!zero]))
}

# Which pairs are edges, n x n logical; a weight that the core would flush to zero is none.
#   ratio  distances in units of the bandwidth
kept_pairs <- function(distances, ratio, settings) {
  kept <- ratio <= min(settings$cutoff, sqrt(largest_exponent))
  if (is.null(settings$k)) {
    return(kept)
  }
  n <- nrow(distances)
  nearest <- matrix(FALSE, n, n)
  nearest[nearest_by_distance(distances, settings$k)] <- TRUE
  nearest <- if (settings$symmetry == "union") nearest | t(nearest) else nearest & t(nearest)
  nearest <- nearest & ratio <= sqrt(largest_exponent)
  if (settings$type == "radius") kept | nearest else kept & nearest
}
