#' Layout of a table for a picture
#'
#' @description
#' Computes two coordinates for a picture of a table: points with common neighbors attract each
#' other, and all points repel each other. It is the method to look at a table with groups.
#'
#' **When to use it.** Use it to see which points are neighbors and which groups there are. On
#' tables with known classes it shows the neighborhoods as well as t-SNE and UMAP do, and it keeps
#' more of the large distances. Use [embed_eigenmaps()] for
#' geometry, [embed_isomap()] for lengths, and [cluster_spectral()] to find groups.
#'
#' **Arguments to know.** Supply the points `x`, and `scale = TRUE` if the columns have different
#' units. Set `exaggeration = 1.5` for tighter groups, or up to 4 if there are thousands of points:
#' more draws groups as lines. Set `anchor = 0` if you do not want the picture to be held to the
#' principal components.
#'
#' @details
#' **What is minimized.** Each point has a random walk to its `k` nearest neighbors with weights
#' \eqn{\exp(-\beta_i |x_i - x_j|^2)}{exp(-beta_i |x_i - x_j|^2)}, where the rate \eqn{\beta_i} is
#' such that the point has `k / 2` neighbors in effect. The affinities \eqn{p_{ij}}{p_ij} are the
#' means of the walks from i to j and from j to i, with sum 1. With \eqn{k_{ij} = 1 / (1 + |y_i -
#' y_j|^2)}{k_ij = 1 / (1 + |y_i - y_j|^2)} and \eqn{q_{ij} = k_{ij} / \sum k}{q_ij = k_ij / sum k},
#' the coordinates minimize the cost \eqn{\sum p_{ij} \log(p_{ij} / q_{ij})}{sum p_ij log(p_ij /
#' q_ij)} of t-SNE (van der Maaten and Hinton, 2008) and a term for the large distances. If you
#' supply a graph, or any argument of its kernel, the walk is that of the graph.
#'
#' **Exaggeration** multiplies the attraction. With 1 the layout is that of t-SNE, at about 4 it
#' looks like one of UMAP, and as it increases the layout approaches Laplacian eigenmaps (Boehm,
#' Berens, and Kobak, 2022). It reaches them where `exaggeration` is above one over the third
#' eigenvalue of the graph's normalized Laplacian: with 100 on 1000 points of a swiss roll, the
#' canonical correlations with the first two eigenvectors of the same graph are above 0.99. More
#' points need more, and fewer points less: with 4, the groups of 150 irises are lines. `print()` says
#' so if the median length of an edge is below 3/4, where the repulsion hardly depends on distances.
#' While the layout is computed, the exaggeration falls slowly from 12.
#'
#' **Large distances.** `anchor` weights the share of the layout's variance that a multiple of the
#' start does not explain; it is divided by an `exaggeration` above 1. The start is the first
#' principal components, so groups keep their arrangement there unless that separates neighbors.
#'
#' **The same picture every time.** There is nothing random in a layout. It does not depend on the
#' order of the rows or on the number of threads, and a small change of the data changes the
#' picture a little. Beyond 2000 points, the repulsion of far points is computed from the moments of
#' groups of points, with a relative error below 0.001.
#'
#' **What you may not read from a layout.** A layout shows neighborhoods. The size of a group is not
#' its spread, the width of a gap is not a distance, and the density of points is not that of the
#' data. A surface without a flat picture is torn somewhere, and a gap can be such a tear. `print()`
#' gives the share of the 10 nearest neighbors that are also nearest in the layout and the
#' trustworthiness (see [embed_quality()]), from at most 2000 points, and `plot(e, edges = TRUE)`
#' draws the pairs of neighbors that the layout tore apart.
#'
#' **Components.** If the graph has several connected components, they are drawn beside each other.
#' Vertices of a graph never lie on each other, even if nothing distinguishes them, such as the leaves
#' of a star: those that would start at one position are first moved apart by a thousandth of the
#' width. Only rows that coincide have the same coordinates.
#'
#' @inheritParams embed_eigenmaps
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; a `dist`; a sparse matrix; or
#'   a [lapscale_graph] or what [as_heat_graph()] takes.
#' @param n_components Number of coordinates, 1, 2 (the default), or 3.
#' @param exaggeration How strong the attraction is, a positive number. The default is 1.
#' @param init Where the points start, and what `anchor` refers to: the first principal components
#'   (`"pca"`, the default), which for a `dist` are those of classical scaling; [embed_eigenmaps()]
#'   (`"eigenmaps"`), which is used for a graph; or a matrix, n x `n_components`.
#' @param k Number of nearest neighbors, a whole number below `n`. If `NULL` (the default), it is
#'   36, or `n - 1` if that is less.
#' @param bandwidth,graph,... As in [embed_eigenmaps()], for a graph with a kernel: `...` takes
#'   `local_scale`, `symmetry`, `cutoff`, `self_loops`, `neighbors`, `weights` of [heat_graph()].
#'   With `neighbors` or `weights` alone, the walk is the one described in Details. `...` also takes
#'   the settings of the points (`metric`, `na_action`, `reduced`) and of the run (`n_threads`,
#'   `progress`), see [lapscale_settings].
#' @param anchor Weight of the term for large distances, a number of at least 0. The default is 1.
#' @param seed A whole number, used only if a `bandwidth` is selected.
#' @return A [lapscale_embedding] of class `lapscale_layout`. `as.matrix(e)` has the coordinates,
#'   n x s, with mean 0, and `glance(e)$cost` the cost in nats.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range, and the errors of [heat_graph()];
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_message_cost` if the call will take 10 seconds or more.
#' @references Boehm, J. N., Berens, P. and Kobak, D. (2022). Attraction-repulsion spectrum in
#'   neighbor embeddings. *Journal of Machine Learning Research* 23(95), 1-32.
#'
#'   Kobak, D. and Linderman, G. C. (2021). Initialization is critical for preserving global data
#'   structure in both t-SNE and UMAP. *Nature Biotechnology* 39, 156-157.
#'   \doi{10.1038/s41587-020-00809-z}
#'
#'   van der Maaten, L. and Hinton, G. (2008). Visualizing data using t-SNE. *Journal of Machine
#'   Learning Research* 9, 2579-2605.
#' @seealso [embed_eigenmaps()], [embed_quality()], [predict.lapscale_embedding()] for new points,
#'   [plot.lapscale_embedding()], `vignette("embeddings")`.
#' @examples
#' e <- embed_layout(iris[1:4])
#' e
#' plot(e, colour = iris$Species)
#' plot(embed_layout(iris[1:4], exaggeration = 1.5), colour = iris$Species, edges = TRUE)
#' @export
embed_layout <- function(x, n_components = 2L, exaggeration = 1, init = c("pca", "eigenmaps"),
                         k = NULL, bandwidth = NULL, graph = NULL, anchor = 1, scale = FALSE,
                         seed = NULL, ...) door({
  exaggeration <- check_number(exaggeration, "exaggeration", above = 0)
  anchor <- check_number(anchor, "anchor", above = 0, strict = FALSE)
  if (!is.numeric(init)) {
    init <- check_choice(init, c("pca", "eigenmaps"), "init", also = "a matrix of coordinates")
  }
  args <- arguments()
  dots <- given_edge_settings(args, list(...))
  dots$k <- args$k
  # policy: see fit_components(); only_spectrum and is_picture: see prepare_spectral().
  settings <- list(
    exaggeration = exaggeration, anchor = anchor, init = init, bandwidth = bandwidth,
    graph = args$graph, dots = dots, only_spectrum = FALSE, is_picture = FALSE, policy = "place"
  )
  embed_by("layout", x, settings, args)
}, .takes = list("points", "run", "graph"))

# The layout, as new_embedding_method() describes an embedding.
layout_embedding <- function() new_embedding_method(
  "layout", "Layout", embed_layout, prepare_layout, fit_layout, extend_layout,
  describe = function(settings) {
    c(if (settings$exaggeration != 1) paste("exaggeration", format(settings$exaggeration)),
      paste("cost", format(settings$cost, digits = 4),
            "(0 is perfect; compares layouts of the same data)"))
  },
  in_one_unit = function(settings) TRUE, tunable = "k"
)

# Up to this number of points all sums are exact.
max_exact_layout <- 2000L

# How far apart vertices of a graph are at least, about an eighth of what they are if they fill a
# disk evenly: see `spacing` in inst/include/lapscale/embed/layout_descent.hpp.
vertex_spacing <- 0.3

# The `prepare` of new_embedding_method(), of points or a graph x. The graph is of points in their
# canonical order, so that nothing depends on the order of rows. Returns list(graph, points,
# target), see prepare_points(): graph is of affinity_graph(), or, if x is a graph or an argument of
# the kernel was given, a lapscale_graph; points is NULL for a graph that does not know its points.
#   x         points or a graph, as the user gave them
#   settings  list: bandwidth (as the user gave it, or NULL), graph (name of its type, or NULL),
#             dots (named list of the settings of the graph that were given: k, neighbors, weights,
#             local_scale, ...), and others of embed_layout()
#   args      the arguments that all embeddings have, see embed_by(): n_components (1 to 3) and
#             those of as_points()
#   runtime   of new_runtime()
prepare_layout <- function(x, settings, args, runtime) {
  # How many coordinates n points have, a target as of resolve_n_components(): 1 to 3.
  target_of <- function(n) {
    refuse_if(n < 3L, "`x` must have at least 3 points, not {n}.")
    n_components <- check_count(plain(args$n_components), "n_components", max = min(3L, n - 1L))
    list(rule = "number", count = n_components)
  }
  if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) {
    problem <- prepare_spectral(x, settings, args, runtime, target_of)
    # An order of the vertices that does not depend on that of the rows, or NULL.
    order <- problem$graph$order
    if (!is.null(order)) problem$graph <- keep_points(problem$graph, order)
    return(problem)
  }
  check_dots(settings$dots, edge_arguments)
  checked <- as_points(
    x, c(args, list(weights = settings$dots$weights)), c("distances", "sparse"),
    also = c("a lapscale_graph", "a dist")
  )
  checked <- take_points(checked, canonical_order(checked$x))
  settings$dots$weights <- NULL
  # Names of the arguments that only a kernel has.
  kernel_args <- setdiff(names(settings$dots), c("k", "neighbors"))
  uses_kernel <- length(kernel_args) || !is.null(settings$bandwidth) || !is.null(settings$graph)
  checked <- merge_copies(checked, many_copies, always = !uses_kernel)
  if (uses_kernel) {
    points <- checked$shared %||% share_checked(checked, is_spread_checked = FALSE)
    problem <- prepare_spectral(points, settings, args, runtime, target_of)
    problem$points$columns <- column_names(x)
    return(problem)
  }
  target <- target_of(nrow(checked$x))
  graph <- affinity_graph(checked, settings$dots, runtime)
  list(graph = graph, points = point_table(checked, x), target = target)
}

# Returns the graph of the affinities of points with their nearest neighbors: a plain list of the
# fields of new_graph(), with bandwidth NA and affinities, of sum 1, as weights (n x n, symmetric),
# and is_affinity, TRUE, and copies (of merge_copies(), or NULL).
#   checked  of as_points(), perhaps merged by merge_copies(): x, columns (their names, or NULL),
#            mass (how many observations each row stands for), rows, n_given, names, n_rows (how
#            many rows there were before, NULL: as many) and copies (NULL: none)
#   dots     list of further arguments of the user, of which k (a number, or NULL) and neighbors
#            (how they are found, see check_neighbor_search(); NULL: exactly) are used
#   runtime  of new_runtime()
affinity_graph <- function(checked, dots, runtime) {
  n <- nrow(checked$x)
  check_spread(checked$x, columns = checked$columns)
  inform_of_collinear(checked)
  k <- dots$k %||% default_graph("layout", n)$settings$k
  k <- min(check_neighbors(k, "k", checked$n_rows %||% n), n - 1L)
  settings <- list(type = graph_knn()$name, k = k, symmetry = "union")
  settings$neighbors <- check_neighbor_search(dots$neighbors %||% "exact", settings$type, "graph")
  check_list_memory(n, k, "k")
  handle <- release_on_exit(acquire_points(checked$x, runtime))
  # list(lists: begin, index, distance; search and recall, NULL if the search is exact).
  nearest <- if (!identical(settings$neighbors, "exact")) {
    find_listed_neighbors(settings, checked$x, handle, runtime)
  } else {
    inform_of_search_time(nearest_seconds(checked$x, k, handle, runtime), n, k)
    list(lists = nearest_lists(handle, k, runtime))
  }
  lists <- nearest$lists
  mass <- rep_len(checked$mass, n)
  affinities <- cpp_layout_affinities(
    lists$begin, lists$index, lists$distance, mass / sum(mass), perplexity_of(k), runtime
  )
  graph <- new_graph(
    new("dgCMatrix", p = affinities$p, i = affinities$i, x = affinities$x, Dim = c(n, n)),
    NA_real_, "given", settings$type, k = k, rows = checked$rows, n_given = checked$n_given,
    names = checked$names, mass = checked$mass, neighbors = nearest$search, recall = nearest$recall
  )
  c(graph, list(is_affinity = TRUE, copies = checked$copies))
}

# How many neighbors each point has in effect, the perplexity, if its k nearest are listed.
perplexity_of <- function(k) max(k / 2, 1.5)

# The `fit` of new_embedding_method(), of a heat-kernel graph or one of affinity_graph(). Returns
# the `fit` of new_embedding(), without eigenvalues; its settings are cost (a number), exaggeration,
# edge_length (the median length of an edge), torn (of torn_edges()), and those of graph_settings().
#   graph    a lapscale_graph, or of affinity_graph(): weights (n x n), is_affinity (TRUE: they are
#            affinities, NULL: weights of a kernel), rows (which row of the data each point is),
#            mass (1, or length n), bandwidth (NA for affinities), k (number of neighbors, or NULL)
#   problem  of prepare_layout(): points (of point_table(), or NULL), with init, exaggeration, and
#            anchor of embed_layout()
#   runtime  of new_runtime(): n_threads
fit_layout <- function(graph, problem, runtime) {
  n <- length(graph$rows)
  mass <- rep_len(graph$mass, n)
  mass <- mass / sum(mass)
  affinities <- as_dgCMatrix(graph$weights)
  if (is.null(graph$is_affinity)) affinities@x <- cpp_graph_affinities(affinities, mass)
  # As measured (vignettes/large-data.Rmd); the exact sums of fewer points are soon done.
  inform_of_seconds(if (n > max_exact_layout) 6e-4 * n / runtime$n_threads else 0,
                    paste("The layout of", thousands(n), "points"),
                    "A layout of some of the rows takes less, and predict() places the others.")
  start <- layout_start(graph, problem, runtime)
  # Length n, the number of the first point that each is a copy of, its own if it is no copy.
  first_copy <- place_of_vertices(graph, problem)
  # list(coordinates, n x s; total: sum of the repulsive weights of all pairs; cost, in nats).
  layout <- cpp_layout(
    affinities, mass, t(start), problem$exaggeration, problem$anchor,
    if (is.null(problem$points) && !anyDuplicated(first_copy)) vertex_spacing else 0,
    n <= max_exact_layout, runtime
  )
  coordinates <- mean_at_place(first_copy, layout$coordinates)
  # Data frame with a row for each pair of neighbors: from, to, affinity, length.
  edges <- edges_of_layout(affinities, coordinates)
  list(
    coordinates = coordinates, bandwidth = graph$bandwidth,
    settings = c(
      list(cost = layout$cost, exaggeration = problem$exaggeration,
           edge_length = stats::median(edges$length), torn = torn_edges(edges, graph$rows)),
      graph_settings(graph)
    ),
    model = list(
      coordinates = coordinates, mass = mass, total = layout$total,
      exaggeration = problem$exaggeration,
      k = min(graph$k %||% default_graph("layout", n)$settings$k, n - 1L)
    )
  )
}

# Coordinates y, n x s, in which points that coincide have the mean of their coordinates.
#   first  length n, the number of the first point that each coincides with
mean_at_place <- function(first, y) {
  if (!anyDuplicated(first)) return(y)
  means <- rowsum(y, first) / as.vector(table(first))
  unname(means[as.character(first), , drop = FALSE])
}

# The pairs of neighbors, each once: a data frame from, to (numbers of points), affinity, length.
#   affinities   n x n, sparse, above 0 for neighbors;  coordinates: n x s, of the layout
edges_of_layout <- function(affinities, coordinates) {
  to <- rep(seq_len(ncol(affinities)), diff(affinities@p))
  from <- affinities@i + 1L
  # Positions among the entries of the matrix, in which a pair has two.
  once <- which(from < to & affinities@x > 0)
  offset <- coordinates[from[once], , drop = FALSE] - coordinates[to[once], , drop = FALSE]
  data.frame(from = from[once], to = to[once], affinity = affinities@x[once],
             length = sqrt(rowSums(offset^2)))
}

# Edges that a layout tore apart are longer than the median edge by more than this factor.
far_edge <- 5

# Pairs of neighbors that are far from each other in the layout: a matrix of two columns, rows of
# the data, with a row for each of at most 1000 pairs, the largest affinity times length first.
#   edges  of edges_of_layout();  rows: the row of the data that each point is
torn_edges <- function(edges, rows) {
  long_edges <- edges[edges$length > far_edge * stats::median(edges$length), ]
  torn_pairs <- utils::head(long_edges[order(-long_edges$affinity * long_edges$length), ], 1000L)
  cbind(rows[torn_pairs$from], rows[torn_pairs$to])
}

# The `extend` of new_embedding_method(): coordinates of new points, m x s. They go where they fit
# best among the points of the fit, which stay.
#   model   of fit_layout(): coordinates (n x s), mass (n, of sum 1), total (of the repulsive
#           weights of all pairs, a number), exaggeration, k (number of neighbors)
#   handle  of the points of the fit in the core;  query: m x r, new points
#   runtime  of new_runtime(): number of threads
extend_layout <- function(model, handle, query, runtime) {
  # begin, index (numbers of points of the fit), and distance, in units of cpp_unit(handle).
  nearest <- cpp_query_nearest(handle, query, model$k, runtime)
  coordinates <- cpp_layout_placement(
    nearest$begin, nearest$index, nearest$distance, t(model$coordinates), model$mass, model$total,
    perplexity_of(model$k), model$exaggeration, runtime
  )
  at_points(coordinates, handle, query, model$coordinates, runtime)
}

# Prints a layout, with what print() shows of any embedding.
#   x  of embed_layout(): settings (exaggeration, a number; edge_length: the median length of an
#      edge in the layout), and what describe_kept() reads;  ...: not used
#' @export
print.lapscale_layout <- function(x, ...) {
  NextMethod()
  agreement_text <- describe_kept(x)
  if (!is.null(agreement_text)) cat("  ", agreement_text, "\n", sep = "")
  settings <- x$settings
  if (settings$exaggeration > 1 && isTRUE(settings$edge_length < min_edge_length)) {
    cat("  ! The attraction draws groups as lines, near Laplacian eigenmaps: use a smaller `exaggeration`.\n")
  }
  invisible(x)
}

# If the median edge of a layout is shorter, repulsion hardly depends on the distance.
min_edge_length <- 0.75

#' @export
glance.lapscale_layout <- function(x, ...) cbind(NextMethod(), cost = x$settings$cost)

# The layout of points or of a graph x that a picture of something else is drawn in: coordinates,
# n x 2, named as the axes.
picture_layout <- function(x) {
  layout <- muffle_own(embed_layout(x, n_threads = 1L, progress = FALSE))
  two_columns(unname(as.matrix(layout)), NULL, "coordinate")
}

# The layout of a graph of given edges: coordinates, a row for each of `rows`, in two columns, named
# "coordinate 1" and "coordinate 2".
#   edges  of edges_to_draw(): from, to (rows of the data), weight
#   rows   of the data: the points, all those of the edges among them
layout_of_edges <- function(edges, rows) {
  weights <- symmetric_from_pairs(
    match(edges$from, rows), match(edges$to, rows), edges$weight, length(rows)
  )
  picture_layout(as_heat_graph(weights))
}

# Returns how much of the neighborhoods a layout keeps, in words; NULL if it has no points to
# compare with, has distances in place of them, or has fewer than 2 k.
#   e           an embedding: model (x: the points of the fit; NULL if they are not kept), rows
#               (those of the data that are embedded), coordinates (n_given x s)
#   k           number of neighbors
#   max_points  at most this many of its points are compared
describe_kept <- function(e, k = 10L, max_points = 2000L) {
  x <- e$model$x
  n <- NROW(x)
  if (is.null(x) || is_distances(x) || n < 2L * k) return(NULL)
  rows <- take_evenly(seq_len(n), max_points)
  x <- whole_points(x[rows, , drop = FALSE])
  # list(trustworthiness, continuity, shared_neighbors), numbers.
  agreement <- compare_neighborhoods(
    x, e$coordinates[e$rows[rows], , drop = FALSE], seq_along(rows), k,
    new_runtime(NULL, FALSE)
  )
  paste0(
    round(100 * agreement$shared_neighbors), "% of the ", k,
    " nearest neighbors kept, trustworthiness ", format(agreement$trustworthiness, digits = 3),
    if (n > max_points) paste0(" (among ", max_points, " of the points)")
  )
}
