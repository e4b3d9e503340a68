# The settings that only bw_gc() takes.

# Checks arguments of bw_gc(), and returns a list:
#   minimum, pca_weights   words, as the arguments
#   inverse, refine        flags, as the arguments;  replicates: a whole number, perhaps 0
#   cutoff                 distance in bandwidths beyond which weights are 0, a number or Inf
#   alpha, k, local_scale  numbers to try; k and local_scale are NULL if there are none
#   graph                  the name of a type
#   points                 numbers of rows of checked$x, or NULL
#   plain                  whether all points count once, without local scales or deflation
#   subsample              whether neighbors may be drawn: the argument, but FALSE unless plain
#   staged                 whether the curve is drawn in stages, and may end early
#   full                   whether it is drawn to the end of the grid in any case
# Arguments:
#   args     of bw_gc(), a named list: alpha, k, local_scale, graph, cutoff, pca_weights, inverse,
#            subsample, refine, minimum, replicates, full, bandwidths, points, d, weights
#   checked  of as_points(): x, mass, n_given; noise (of noise_facts(): distances are deflated; or
#            NULL)
resolve_gc_settings <- function(args, checked) {
  n <- nrow(checked$x)
  settings <- list(
    minimum = check_choice(args$minimum, c("first", "global"), "minimum"),
    inverse = check_flag(args$inverse, "inverse"),
    pca_weights = check_choice(args$pca_weights, c("squared", "kernel"), "pca_weights"),
    refine = check_flag(args$refine, "refine"),
    alpha = check_exponents(args$alpha),
    graph = check_gc_graph(args$graph),
    cutoff = check_number(
      args$cutoff %||% sqrt(-log(1e-8)), "cutoff", above = 0, infinite = TRUE
    ),
    subsample = check_flag(args$subsample, "subsample"),
    replicates = check_count(args$replicates, "replicates", min = 0)
  )
  # The usual few are little beside the points.
  if (settings$replicates > 1e4) {
    check_memory(
      32 * settings$replicates * min(n, replicate_limits$max_points), "replicates",
      paste("random fields for", settings$replicates, "replicates")
    )
  }
  if (!is.null(args$full)) check_flag(args$full, "full")
  if (!is.null(args$local_scale)) settings$local_scale <- check_local_scales(args, checked)
  settings$plain <- is.null(settings$local_scale) && is_unit_mass(checked$mass) &&
    is.null(checked$noise)
  settings$subsample <- settings$subsample && settings$plain
  is_given <- !is.null(args$bandwidths)
  settings$staged <- settings$plain && is_in_stages(args$full, n, settings$graph, is_given)
  settings$full <- !settings$staged || isTRUE(args$full) || settings$minimum == "global"
  if (is.null(args$d)) refuse_plane_settings(settings)
  settings$k <- resolve_neighbor_counts(args$k, settings$graph, n)
  if (!is.null(settings$k)) check_list_memory(n, max(settings$k), "k")
  if (!is.null(args$points)) {
    rows_given <- check_rows(args$points, checked$n_given, "points", checked$names)
    settings$points <- match_rows(rows_given, checked, weights = args$weights)
  }
  settings
}

# Raises an error if settings of tangent planes were given without `d`, where there are none.
#   settings  list with inverse and pca_weights, checked
refuse_plane_settings <- function(settings) {
  unusable <- c(
    if (settings$inverse) "`inverse` = TRUE",
    if (settings$pca_weights != "squared") "`pca_weights` = \"kernel\""
  )
  refuse_first(unusable,
               c("{first} needs `d`: without it there is no tangent plane.",
                 i = "Supply `d = 1`, as in the paper, or the dimension of the manifold."))
}

# Checks and returns the numbers of neighbors whose distances are tried as local scales, each once.
#   settings  arguments of bw_gc(), with local_scale: TRUE (the usual number) or numbers of
#             neighbors
#   checked   of as_points(): x
check_local_scales <- function(settings, checked) {
  if (isTRUE(settings$local_scale)) return(check_local_scale(TRUE, nrow(checked$x)))
  refuse_if(!is.numeric(settings$local_scale) || !length(settings$local_scale),
            "`local_scale` must be whole numbers, not {describe(settings$local_scale)}.")
  unique(vapply(
    as.list(settings$local_scale), check_neighbors, 0L, arg = "local_scale", n = nrow(checked$x)
  ))
}

# Returns the name of the type of graph on which bw_gc() selects: that of pairs within the cutoff,
# which stands for all pairs too, or that of nearest neighbors. An error for types whose weights are
# not those of the heat kernel.
#   graph  name of a type, or NULL: the default
check_gc_graph <- function(graph) {
  default <- default_graph("kernel")$name
  if (is.null(graph)) return(default)
  is_of_kernel <- vapply(graph_types, function(type) is.null(type$weights), NA)
  graph <- check_choice(graph, names(graph_types)[is_of_kernel], "graph")
  if (graph_type(graph)$is_complete) default else graph
}

# Checks one or more exponents of the density, alpha, and returns each once.
check_exponents <- function(alpha) {
  is_valid <- is.numeric(alpha) && length(alpha) > 0L && all(is.finite(alpha)) && all(alpha >= 0)
  refuse_if(!is_valid, "`alpha` must be 0 or more, not {describe(alpha)}.")
  unique(as.double(alpha))
}

# Returns the numbers of neighbors to try, integers; NULL for a radius graph.
#   k      as the user gave it, or NULL: the usual ones;  graph: name of a type
#   n      number of points
resolve_neighbor_counts <- function(k, graph, n) {
  is_list <- graph_type(graph)$lists_neighbors
  refuse_if(!is_list && !is.null(k), "`k` needs `graph = graph_knn()`.")
  refuse_if(!is.null(k) && !length(k), "`k` must be whole numbers, not {describe(k)}.")
  defaults <- as.integer(c(5, 10, 20, 40, 80)[c(TRUE, c(10, 20, 40, 80) < n / 2)])
  counts <- unique(vapply(as.list(k), check_count, 0L, arg = "k", max = n - 1L))
  if (is_list) if (is.null(k)) defaults else counts
}

# Returns the usual number of points that the criterion of bw_gc() is averaged over: all up to 1000,
# otherwise 500. A point costs more in more dimensions: from 12 to 30 that the points span, these
# numbers fall as their inverse, to 400 and 200, which the authors of the paper used.
#   x  the points, n x r
usual_gc_points <- function(x) {
  n_dimensions <- if (nrow(x) > 400L && ncol(x) > 12L) spanned_dimensions(x) else 0L
  n_few <- as.integer(min(500, max(200, 6000 / n_dimensions)))
  size_rule(2L * n_few, n_few)(x)
}

# Returns how many dimensions 64 of the points x span, a whole number up to 63, from their
# distances, which do not depend on rotations, columns of zeros, or the order of the points. x are
# points or distances.
spanned_dimensions <- function(x) {
  few <- x[take_evenly(canonical_order(x), 64L), , drop = FALSE]
  distances <- if (is_distances(few)) few[, attr(few, "self")] else
    stats::dist(as.matrix(few) / max(abs(few), .Machine$double.xmin))
  values <- suppressWarnings(stats::cmdscale(distances / max(distances), 1, eig = TRUE)$eig)
  sum(values > 1e-9 * values[[1L]])
}
