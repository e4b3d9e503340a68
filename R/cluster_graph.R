# The graph whose spectrum is clustered: of points, of distances, or one that is given.

# Where the kernel falls below 0.01: what lies beyond moves no cluster, and is most of the edges.
cluster_cutoff <- sqrt(-log(0.01))

# What embedding_graph() gives, without self loops where the graph is made here.
#   check  function(n), see there
cluster_graph <- function(x, bandwidth, type, n_neighbors, check, dots, na_action, scale, seed,
                          runtime) {
  if (is_foreign_graph(x)) {
    check_dots_with_graph(dots, "self_loops")
    x <- rlang::inject(as_given_graph(x, bandwidth, !!!dots))
    dots <- list()
    bandwidth <- NULL
  }
  if (inherits(x, "lapscale_graph")) {
    if (!is.null(n_neighbors)) {
      abort_argument("`n_neighbors` does not go with a graph as `x`.")
    }
    return(embedding_graph(
      x, bandwidth, type, check, dots, na_action, scale, seed, runtime, normalized = FALSE
    ))
  }
  check_dots(dots, setdiff(edge_arguments, "k"))
  dots$self_loops <- dots$self_loops %||% FALSE
  if (identical(check_choice(type, graph_types, "graph"), "radius")) {
    dots$cutoff <- dots$cutoff %||% cluster_cutoff
  }
  if (inherits(x, "dist")) {
    wanted <- check(check_dist(x))
    check_nothing_omitted(na_action)
    dots$k <- resolve_n_neighbors(n_neighbors, type, attr(x, "Size"))
    graph <- rlang::inject(heat_graph(
      x, bandwidth %||% bandwidth_of_distances(x, dots$local_scale), type, scale = scale, !!!dots
    ))
    return(list(graph = graph, points = NULL, wanted = wanted))
  }
  checked <- arrange_points(as_points(
    x, na_action = na_action, scale = scale,
    also = c("a lapscale_graph", "an igraph", "a dist")
  ))
  check_places(check(nrow(checked$x)), checked$x)
  dots$k <- resolve_n_neighbors(n_neighbors, type, nrow(checked$x))
  made <- withCallingHandlers(
    embedding_graph(
      share_checked(checked), bandwidth, type, check, dots, na_action, FALSE, seed, runtime,
      normalized = TRUE
    ),
    # Only the ratios of the eigenvalues matter.
    lapscale_warning_cut_kernel = function(warning) rlang::cnd_muffle(warning)
  )
  made$points$columns <- column_names(x)
  made
}

# Distances to neighbours tell a bandwidth without coordinates. NULL with local scales, which need
# none.
bandwidth_of_distances <- function(x, local_scale) {
  if (!is.null(local_scale)) {
    return(NULL)
  }
  found <- bw_knn(x)
  inform(
    c("`bandwidth` not given: {signif(found, 3)}, by bw_knn().",
      i = "bw_gc(), which chooses for points, needs their coordinates."),
    "bandwidth"
  )
  found
}

# Points at one place are of one cluster. Where all are, the graph says so.
check_places <- function(wanted, x) {
  places <- length(unique(first_at_place(x)))
  if (wanted$source == "number" && places > 1L && wanted$count > places) {
    abort_argument(
      "`k` = {wanted$count} is more than the {places} different rows of `x`."
    )
  }
}

# NULL for a dense graph, which has no use for it.
resolve_n_neighbors <- function(n_neighbors, type, n) {
  if (identical(type, "dense")) {
    if (is.null(n_neighbors)) {
      return(NULL)
    }
    abort_argument("`n_neighbors` does not go with `graph` = \"dense\".")
  }
  if (is.null(n_neighbors)) {
    return(min(default_k, n - 1L))
  }
  check_neighbors(n_neighbors, "n_neighbors", n)
}

# Checked points in an order that does not depend on that of the rows: nor does anything that is
# computed from them.
arrange_points <- function(checked) {
  order <- canonical_order(checked$x)
  checked$x <- checked$x[order, , drop = FALSE]
  checked$rows <- checked$rows[order]
  checked
}
