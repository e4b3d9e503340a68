# What only bw_gc() takes.

# settings: the arguments by name. Returns them checked, in this order: `points` as rows of the
# points that were kept, `k` as numbers to try.
resolve_gc_settings <- function(settings, checked) {
  n <- nrow(checked$x)
  found <- list(
    minimum = check_choice(settings$minimum, c("first", "global"), "minimum"),
    inverse = check_flag(settings$inverse, "inverse"),
    pca_weights = check_choice(settings$pca_weights, c("squared", "kernel"), "pca_weights"),
    refine = check_flag(settings$refine, "refine"),
    alpha = check_exponents(settings$alpha),
    graph = check_choice(settings$graph, c("dense", "knn"), "graph"),
    cutoff = check_number(settings$cutoff, "cutoff", above = 0, infinite = TRUE),
    subsample = check_flag(settings$subsample, "subsample"),
    replicates = check_count(settings$replicates, "replicates", min = 0)
  )
  # The usual few are little beside the points.
  if (found$replicates > 1e4) {
    check_memory(
      32 * found$replicates * min(n, replicate_limits$most_points), "replicates",
      paste("random fields for", found$replicates, "replicates")
    )
  }
  if (!is.null(settings$full)) check_flag(settings$full, "full")
  if (!is.null(settings$local_scale)) found$local_scale <- check_local_scales(settings, checked)
  found$plain <- is.null(found$local_scale) && is_unit_mass(checked$mass)
  found$subsample <- found$subsample && found$plain
  found$staged <- found$plain && wants_stages(settings$full, n, found$graph, settings$is_given)
  found$full <- !found$staged || isTRUE(settings$full) || found$minimum == "global"
  if (is.null(settings$d)) check_no_plane(found)
  found$k <- resolve_neighbor_counts(settings$k, found$graph, n)
  if (!is.null(found$k)) check_list_memory(n, max(found$k), "k")
  if (!is.null(settings$points)) {
    given <- check_rows(settings$points, checked$n_given, "points")
    found$points <- match_rows(given, checked)
  }
  found
}

# What is asked of a tangent plane has no meaning in all columns.
check_no_plane <- function(settings) {
  asked <- if (settings$inverse) {
    "`inverse` = TRUE"
  } else if (settings$pca_weights != "squared") {
    "`pca_weights` = \"kernel\""
  }
  if (is.null(asked)) {
    return(invisible())
  }
  abort_argument(
    c("{asked} needs `d`: without it there is no tangent plane.",
      i = "`d = 1` is the rule of the paper; the dimension of the manifold will do, too.")
  )
}

# Numbers of neighbors whose distances are the scales, to try.
check_local_scales <- function(settings, checked) {
  if (ncol(checked$x) > 64L) {
    abort_argument("`local_scale` needs at most 64 columns, not {ncol(checked$x)}.")
  }
  if (!is.numeric(settings$local_scale) || !length(settings$local_scale)) {
    abort_argument("`local_scale` must be whole numbers, not {describe(settings$local_scale)}.")
  }
  unique(vapply(
    as.list(settings$local_scale), check_neighbors, 0L, arg = "local_scale", n = nrow(checked$x)
  ))
}

check_exponents <- function(alpha) {
  ok <- is.numeric(alpha) && length(alpha) > 0L && all(is.finite(alpha)) && all(alpha >= 0)
  if (!ok) {
    abort_argument("`alpha` must be 0 or more, not {describe(alpha)}.")
  }
  unique(as.double(alpha))
}

# Numbers of neighbours to try; NULL for a dense graph.
resolve_neighbor_counts <- function(k, graph, n) {
  if (graph == "dense") {
    if (!is.null(k)) {
      abort_argument("`k` goes with `graph = \"knn\"`.")
    }
    return(NULL)
  }
  if (is.null(k)) {
    return(as.integer(c(5, 10, 20, 40, 80)[c(TRUE, c(10, 20, 40, 80) < n / 2)]))
  }
  if (!length(k)) abort_argument("`k` must be whole numbers, not {describe(k)}.")
  unique(vapply(as.list(k), check_count, 0L, arg = "k", max = n - 1L))
}

# How many points the mean is taken over, of n in r columns: in many columns, where each costs more,
# as many as the authors took.
usual_gc_points <- function(n, r) {
  if (n <= 1000L) n else if (r > many_columns) 200L else 500L
}
