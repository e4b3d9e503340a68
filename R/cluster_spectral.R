#' Spectral clustering
#'
#' @description
#' Finds clusters of points, or of the nodes of a graph, from the eigenvectors of the random walk on
#' the graph. With `k = "gap"` it also selects the number of clusters.
#'
#' **When to use it.** Use it if clusters can have any shape, such as rings or branches, and are
#' separated by gaps or by regions with few points. If some labels are known, use [ssl_auto()]. If
#' you want a picture, use [embed_layout()].
#'
#' **Arguments to know.** Supply the points `x`, the number of clusters `k` (or `"gap"` if you do
#' not know it), and `scale = TRUE` if the columns have different units. You can ignore all other
#' arguments at first.
#'
#' @details
#' **Idea.** A random walk seldom moves from one cluster to another. This shows in the `k` smallest
#' eigenvalues of \eqn{I - P}, where \eqn{P} is the random walk, and in their right eigenvectors
#' \eqn{\phi_1, \dots, \phi_k}{phi_1, ..., phi_k}, which are nearly constant on each cluster. Point
#' i is represented by the row \eqn{(\phi_1, \dots, \phi_k)_i}{(phi_1, ..., phi_k)_i}:
#' - `method = "ng_jordan_weiss"` uses the direction of the row (Ng, Jordan and Weiss, 2002);
#' - `method = "shi_malik"` uses the row as it is, which relaxes the normalized cut (Shi and Malik,
#'   2000).
#'
#' **Graph.** The default graph adapts to the density. It suits clusters of different densities, but
#' it also connects clusters that touch in a thin haze of points. If regions of low density separate
#' your clusters, supply a `bandwidth`, such as `bandwidth = bw_gc`. Of the two, prefer the graph
#' with a gap of at least 0.75 after `k` (see `gaps`), unless one of its clusters has only a few
#' points.
#'
#' **Assignment.** `"qr"` selects `k` representative points by a pivoted QR decomposition and
#' assigns each point to the nearest of the axes that they define (Damle, Minden and Ying, 2019). It
#' finds the `k` least connected parts of the graph, which in real tables are often outlying pieces
#' of a few points. `"diffusion"` compares points by where a random walk from them is after 16 steps
#' (more if walks mix slowly, fewer if they mix fast): each of the first 30 eigenvectors (more if
#' `k` is larger) is multiplied by the 16th power of its eigenvalue of \eqn{P}{P}, and k-means is
#' applied to the rows from `"qr"` and from `n_starts` starts that are the same in every call.
#' `"kmeans"` is k-means in `k` eigenvectors from the result of `"qr"` and from `n_starts` random
#' starts. `"auto"` (the default) computes all three, k-means from starts that are the same in every
#' call, and returns the clusters of `"diffusion"`, or, if these have a normalized cut that is more
#' than 10% above the lowest, the clusters with the lowest cut. Clusters of few points (less than a
#' tenth of the mean size, where the gap after `k` is below 0.75), which are often outliers, are
#' returned only if all three have one. If another assignment has a cut that is lower by more than
#' 5%, the print-out says so.
#'
#' **Number of clusters.** Let \eqn{0 = \lambda_1 \le \lambda_2 \le \dots}{0 = lambda_1 <= lambda_2
#' <= ...} be the eigenvalues of \eqn{I - P}. The gap after `k` is \eqn{1 - \lambda_k /
#' \lambda_{k+1}}{1 - lambda_k / lambda_(k+1)}. If it is near 1, a random walk mixes within `k`
#' groups far more quickly than it moves between them. Data without clusters have gaps too: on an
#' interval or a circle up to 0.75. `k = "gap"` selects the number among 2, ..., `max_k`:
#' 1. If a gap is above 0.75 by at least its standard error, the number is clear. If there are
#'    several such gaps, it is that of the last. The gap after the number of connected components is
#'    1, whatever the components contain, so that a later gap may show clusters inside them.
#' 2. Otherwise the number is not clear, with a warning, and it is selected by two other criteria
#'    (see 3). If the largest gap is within one standard error of 0.75, only numbers whose gap is
#'    within one standard error of the largest are considered, otherwise all. On moons and rings
#'    that nearly touch, the number of the largest gap is often better, on real tables it is not.
#' 3. The selected number has the largest sum of the mean silhouette and half the modularity. The
#'    silhouette, of the clusters of `"qr"` in `k` eigenvectors, is close to 1 if clusters are
#'    compact and far apart. The modularity is the share of the weight inside clusters less the
#'    share to expect from the degrees alone (Newman and Girvan, 2004).
#'
#' The print-out lists other possible numbers and that of the largest gap, `gaps` contains all
#' criteria, and `plot(clusters, what = "gap")` draws them. If `max_k` is selected or has the
#' largest gap, a message says so: try a larger `max_k`.
#'
#' **Quality.** The *conductance* of a cluster is the weight of the edges that leave it, divided by
#' the sum of its degrees, or of the degrees of all other points if that is smaller. The *normalized
#' cut* is the sum over all clusters of the weight of the edges that leave them, divided by the sum
#' of their degrees. For any `k` groups it is at least \eqn{\lambda_1 + \dots +
#' \lambda_k}{lambda_1 + ... + lambda_k}, which `glance()` returns as `cut_bound` (von Luxburg,
#' 2007).
#'
#' **Components.** If the graph has exactly `k` connected components, these are the clusters. If it
#' has more, the shortest edges between components are added, with a warning. If `x` is a graph,
#' this is an error.
#'
#' Clusters of points do not depend on the order of the rows. They are numbered by size, the largest
#' first, and clusters of one size in the order in which they appear.
#'
#' @inheritParams bw_gc
#' @inheritParams heat_graph
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; a `dist`; or a graph: a
#'   [lapscale_graph], an igraph, neighbor lists, or a sparse symmetric Matrix of weights (see
#'   [as_heat_graph()]). For a graph that does not know its points, `predict()` cannot place new
#'   ones.
#' @param k Number of clusters: a whole number between 2 and the number of different points, or
#'   `"gap"` to select it from the gaps between eigenvalues and, where none is clear, from
#'   silhouettes and modularity. It has no default.
#' @param method If `"ng_jordan_weiss"` (the default), points are compared by the direction of their
#'   rows of eigenvectors. If `"shi_malik"`, by the rows themselves. See Details.
#' @param assign How points are assigned to clusters: `"auto"` (the default), `"diffusion"`, `"qr"`,
#'   or `"kmeans"`, see Details. Only `"kmeans"` uses random numbers.
#' @param graph Type of the graph, `"radius"`, `"knn"`, or `"dense"`, see [heat_graph()]. If `NULL`
#'   (the default), it is the self-tuning graph of [embed_eigenmaps()] if you supply neither
#'   `bandwidth`, `cutoff`, nor `local_scale`, and `"radius"` otherwise.
#' @param n_neighbors Number of nearest neighbors that are connected, which [heat_graph()] calls
#'   `k`. With `"radius"` they are connected in addition to the points within the cutoff, so that an
#'   outlier does not become a cluster of its own. If `NULL` (the default), it is 10.
#' @param alpha Density exponent, a number of at least 0. With 0 (the default), regions of low
#'   density separate clusters.
#' @param type If `"random_walk"` (the default), the random walk on the graph. If
#'   `"doubly_stochastic"`, that of the doubly stochastic kernel, for noise in many columns, see
#'   [graph_laplacian()]. Its default graph is `"radius"`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`), of the run (`n_threads`, `progress`), and of the graph (`symmetry`,
#'   `cutoff`, `self_loops`, `local_scale`, `neighbors`), see [heat_graph()]. With `"radius"` the
#'   default of `cutoff` is 2.15, where weights are 0.01. The default of `self_loops` is `FALSE`,
#'   also for lists of neighbors. With `local_scale` the random walk is the one of
#'   [graph_laplacian()], which is slower at points with larger scales.
#'   - `max_k`: the largest number of clusters that `"gap"` considers, below `n`. The default is 10.
#'   - `n_starts`: number of starts of k-means, at most 10,000. The default is 20.
#' @return A `Seurat` or `SingleCellExperiment` object is returned with the clusters as a column
#'   `spectral_cluster`, and the [lapscale_clusters], with the other numbers of clusters, as
#'   `metadata(x)$spectral_cluster` or `Misc(x, "spectral_cluster")`. Otherwise a
#'   [lapscale_clusters], a list with
#'   - `cluster`, a whole number from 1 to k for each row of the data;
#'   - `k`, the number of clusters;
#'   - `gaps`, a data frame with one row per number of clusters that was considered;
#'   - `eigenvalues`, the `k` smallest of \eqn{I - P} and the next one;
#'   - `coordinates`, the eigenvectors, n x k;
#'   - `bandwidth`, in the unit of `x`.
#' @section Errors and warnings:
#' - `lapscale_error_argument` and the other errors of [heat_graph()];
#' - `lapscale_error_disconnected` if `x` is a graph with more components than clusters;
#' - `lapscale_error_convergence` if an eigenvector did not converge;
#' - `lapscale_warning_small_cluster` if a cluster contains less than 1% of the points, or fewer than
#'   5 points and less than half of the mean size;
#' - `lapscale_warning_disconnected` if edges between components were added;
#' - `lapscale_warning_no_gap` if no gap is above 0.75 by its standard error, so that the number of
#'   clusters is not clear;
#' - `lapscale_message_max_k` if the number is clear and the largest that was considered;
#' - `lapscale_warning_isolated` and `lapscale_warning_convergence`, as in [embed_eigenmaps()];
#' - `lapscale_message_multiple` if the eigenvalues `k` and `k` + 1 agree to a thousandth. Then the
#'   clusters are one of several equally good choices.
#' @references Ng, A. Y., Jordan, M. I. and Weiss, Y. (2002). On spectral clustering: analysis and
#'   an algorithm. *Advances in Neural Information Processing Systems 14*.
#'
#'   Shi, J. and Malik, J. (2000). Normalized cuts and image segmentation. *IEEE Transactions on
#'   Pattern Analysis and Machine Intelligence* 22, 888-905. \doi{10.1109/34.868688}
#'
#'   Damle, A., Minden, V. and Ying, L. (2019). Simple, direct and efficient multi-way spectral
#'   clustering. *Information and Inference* 8, 181-203. \doi{10.1093/imaiai/iay008}
#'
#'   Newman, M. E. J. and Girvan, M. (2004). Finding and evaluating community structure in networks.
#'   *Physical Review E* 69, 026113. \doi{10.1103/PhysRevE.69.026113}
#'
#'   von Luxburg, U. (2007). A tutorial on spectral clustering. *Statistics and Computing* 17,
#'   395-416. \doi{10.1007/s11222-007-9033-z}
#' @seealso [lapscale_clusters] for what you can do with the result, such as `predict()` for new
#'   points; [embed_eigenmaps()] for coordinates; [ssl_auto()] if some labels are known;
#'   the article "crabs".
#' @examples
#' x <- sample_moons(300, noise = 0.05, seed = 1)
#' clusters <- cluster_spectral(x, "gap", seed = 1)
#' clusters
#' plot(clusters, coordinates = x)
#' plot(clusters, what = "gap")
#' predict(clusters, rbind(c(0, 1), c(1, -0.5)))
#' # Kinds of states, with their names, and what they have in common.
#' states <- cluster_spectral(USArrests, 3, scale = TRUE)
#' plot(states, names = TRUE)
#' summary(states)
#' @export
cluster_spectral <- function(x, k, bandwidth = NULL, method = c("ng_jordan_weiss", "shi_malik"),
                             assign = c("auto", "diffusion", "qr", "kmeans"), graph = NULL,
                             n_neighbors = NULL, alpha = 0,
                             type = c("random_walk", "doubly_stochastic"), scale = FALSE,
                             seed = NULL, ...) door({
  refuse_if(missing(k),
            c("`k` is missing: the number of clusters.",
              i = "`k = \"gap\"` chooses it from the eigenvalues of the graph, and
                   `plot(clusters, what = \"gap\")` shows how clear it is."))
  # `x, 3, k = 10` would be 10 clusters at bandwidth 3.
  arg_names <- names(sys.call())
  refuse_if(!missing(bandwidth) && "k" %in% arg_names && !"bandwidth" %in% arg_names,
            c("`k` is the number of clusters, and another number stands without a name.",
              i = "`n_neighbors` is the number of neighbors, and `bandwidth` needs its name here."))
  args <- arguments()
  # A list of what fit_clusters() takes.
  settings <- list(
    method = check_choice(method, names(cluster_methods), "method"),
    assign = check_choice(assign, names(cluster_assignments), "assign"),
    alpha = resolve_alpha(alpha, "random_walk"),
    type = check_choice(type, c("random_walk", "doubly_stochastic"), "type"),
    n_starts = check_count(args$n_starts, "n_starts", max = 10000L), seed = check_seed(seed)
  )
  runtime <- new_runtime(args$n_threads, args$progress)
  # list(graph, a lapscale_graph; points, of point_table(), or NULL; target, of
  # resolve_n_clusters()).
  problem <- cluster_graph(
    x, args, function(n) resolve_n_clusters(k, args$max_k, n),
    given_edge_settings(args, list(...), setdiff(edge_arguments, "k")), runtime, settings$type
  )
  on.exit(release_weights(problem$graph$weights), add = TRUE)
  put_clusters(x, fit_clusters(problem, settings, runtime))
}, .takes = list(
  "points", "run", symmetry = "union", cutoff = NULL, self_loops = FALSE, local_scale = NULL,
  neighbors = "exact", weights = NULL, max_k = 10L, n_starts = 20L
))

# In the order of the argument's choices, as they are printed.
cluster_assignments <- c(
  auto = "lowest cut", diffusion = "steps of the walk", qr = "pivoted QR", kmeans = "k-means"
)

# The choices of `method`, as they are printed.
cluster_methods <- c(ng_jordan_weiss = "Ng-Jordan-Weiss", shi_malik = "Shi-Malik")

# Checks the number of clusters of n points: list(source: "number", or "gap" where the spectrum
# decides; count: the number, or for "gap" the most that may be chosen, at most n - 1).
#   k      a number or "gap", as the user gave it
#   max_k  the most that may be chosen for "gap", as the user gave it
resolve_n_clusters <- function(k, max_k, n) {
  if (is.character(k)) {
    check_choice(k, "gap", "k", also = "a whole number")
    return(list(source = "gap", count = min(check_count(max_k, "max_k", min = 2), n - 1L)))
  }
  refuse_if(is.numeric(k) && length(k) > 1L,
            c("`k` must be one whole number, not {length(k)}.",
              i = "`k = \"gap\"` compares 2, ..., `max_k`."))
  list(source = "number", count = check_count(plain(k), "k", min = 2, max = n))
}

# Computes the clusters of a graph, a lapscale_clusters, from its spectrum.
#   problem   of cluster_graph(): graph (a lapscale_graph of n points: weights, and copies, of
#             merge_copies(), NULL where each row is a point), target (of resolve_n_clusters():
#             source, "number" or "gap", and count, the number or the most that may be chosen),
#             points (of point_table(), or NULL)
#   settings  list: type ("random_walk" or "doubly_stochastic") and alpha of the Laplacian; assign
#             ("auto", "diffusion", "qr", or "kmeans"), method ("ng_jordan_weiss" or "shi_malik"),
#             n_starts (of k-means), seed (a number or NULL);  runtime: of new_runtime()
fit_clusters <- function(problem, settings, runtime) {
  n <- nrow(problem$graph$weights)
  target <- problem$target
  # list(graph; sizes of its components before edges between them were added).
  graph_and_sizes <- join_components(problem, runtime)
  graph <- graph_and_sizes$graph

  laplacian <- laplacian_of_graph(graph, settings$type, settings$alpha, runtime)
  n_vectors <- n_vectors_to_find(target$count, settings, n)
  # list(values, increasing; vectors, n x n_vectors; residuals; converged), the smallest eigenvalues
  # of the Laplacian.
  bottom <- first_eigenpairs(bottom_of_spectrum(laplacian, n_vectors, runtime), n_vectors)
  # Data frame with a row per number of clusters: k, gap, se, and others.
  gaps <- value_gaps(laplacian, first_eigenpairs(bottom, min(target$count + 1L, n)))
  if (target$source == "gap") {
    gaps <- add_criteria(gaps, bottom, laplacian, settings, length(graph_and_sizes$sizes))
  }
  k <- if (target$source == "gap") choose_n_clusters(gaps, n - 1L) else target$count
  inform_if(cuts_equal_eigenvalues(bottom$values, k),
            c("The eigenvalues {k} and {k + 1L} of the graph are equal: which points the {k}
               clusters hold is one choice of many.",
              i = "Another `k` keeps the eigenvectors of an eigenvalue together."), "multiple")
  pairs <- first_eigenpairs(bottom, k)
  check_converged(pairs)

  # How rows become clusters: list(used: numbers of the eigenvectors; assign: "diffusion", "qr", or
  # "kmeans"; ...). It gets number, length k: what each of raw_clusters is called, by size.
  assignment <- choose_assignment(bottom, laplacian, k, settings, length(graph_and_sizes$sizes))
  vectors <- bottom$vectors[, assignment$used, drop = FALSE]
  values <- bottom$values[assignment$used]
  # The cluster of each point, before clusters are numbered by size.
  raw_clusters <- assign_rows(vectors, assignment)
  assignment$number <- number_by_size(raw_clusters, graph)
  # What spectral_model() takes for a spectrum.
  fit <- list(laplacian = laplacian, vectors = vectors, values = values)
  model <- spectral_model(fit, vectors, graph, 1 / (1 - values / laplacian@scale), runtime)
  warn_small_clusters(assignment$number[raw_clusters], k, graph)
  settings$assign <- assignment$assign
  clusters <- new_clusters(
    assignment$number[raw_clusters], vectors, pairs, laplacian, graph,
    assignment, gaps, embedding_model("eigenmaps", model, graph, problem$points),
    c(settings, source = target$source), graph_and_sizes$sizes
  )
  repeat_clusters(clusters, graph$copies)
}

# Returns the new number of each cluster, length k: by how many rows of the data clusters have, the
# largest first, and those of one size in the order of the data.
#   clusters  the cluster of each point of the graph, 1 to k
#   graph     a lapscale_graph: rows (which row of the data each point is), copies (of
#             merge_copies(): list(rows, source), all rows of the data, and for each the row of the
#             point that stands for it; NULL where each row is a point)
number_by_size <- function(clusters, graph) {
  rows <- graph$rows
  if (!is.null(graph$copies)) {
    rows <- graph$copies$rows
    clusters <- clusters[match(graph$copies$source, graph$rows)]
  }
  by_first_row <- unique(clusters[order(rows)])
  match(seq_along(by_first_row), by_first_row[order(-tabulate(clusters)[by_first_row])])
}

# Refuses eigenvectors with a residual above 1e-3, as clusters of them would mean nothing, and warns
# of others that did not converge.
#   pairs  of bottom_of_spectrum(): values, residuals (relative), and converged (TRUE or FALSE), of
#          each
check_converged <- function(pairs) {
  n_bad <- sum(pairs$residuals > 1e-3)
  if (n_bad == 0L) return(warn_not_converged(pairs))
  abort(c("The clusters cannot be computed: {n_bad} of the {length(pairs$values)} eigenvectors
           did not converge, the largest residual is {signif(max(pairs$residuals), 2)}.",
          i = "The graph joins some points by weights close to 0. Take a larger `bandwidth` or
               `n_neighbors`, or the graph of the defaults."), "convergence")
}

# Warns of clusters of few points: those of outliers say little about the other points.
#   clusters  of each point of the graph, 1 to k
#   k         number of clusters
#   graph     a lapscale_graph: rows (which row of the data each point is), copies (of
#             merge_copies(), NULL where each row is a point), mass (with copies: how many rows each
#             point is), local_scale (NULL: one bandwidth for all points, otherwise a number of
#             neighbors)
# `sizes` are numbers of rows, and `small_clusters` numbers of clusters.
warn_small_clusters <- function(clusters, k, graph) {
  point_of_row <- rep(seq_along(clusters), if (is.null(graph$copies)) 1 else graph$mass)
  sizes <- tabulate(clusters[point_of_row], k)
  n <- sum(sizes)
  small_clusters <- which(is_small(sizes) | sizes < min(5, n / (2 * k)))
  warn_if(length(small_clusters),
          c("{cli::qty(length(small_clusters))}Cluster{?s} {shorten(small_clusters)} hold{?s/} only
             a few points: {shorten(sizes[small_clusters])} of {n}
             ({cli::qty(sum(clusters %in% small_clusters))}row{?s}
             {shorten(graph$rows[clusters %in% small_clusters])}).",
            i = if (is.null(graph$local_scale)) {
              "The default graph, without `bandwidth` and `graph`, has a scale for each point, so
               that outliers do not become clusters as easily."
            },
            i = "They may be outliers: leave them out, or take more clusters or another graph
                 (`n_neighbors`)."), "small_cluster")
}

# Whether clusters with these sizes, numbers of points of all clusters, are so small that they may
# be outliers: TRUE or FALSE for each. They are below 1% of the points, or below 5 points and a
# tenth of the mean size.
is_small <- function(sizes) {
  sizes < max(sum(sizes) / 100, min(5, sum(sizes) / (10 * length(sizes))))
}

# Returns list(graph: with the shortest edges between all components added, if there are more
# components than there may be clusters, otherwise as it was; sizes: numbers of points of its
# components before). Such a graph without points is an error.
#   problem  of cluster_graph(): graph (weights, n x n), target (of resolve_n_clusters(): source,
#            "number" or "gap", and count, the most clusters there may be), points (of
#            point_table(), or NULL: the graph has none)
#   runtime  of new_runtime()
# `components` is list(membership: the number of the component of each point; sizes).
join_components <- function(problem, runtime) {
  components <- components_of(problem$graph$weights)
  n_components <- length(components$sizes)
  max_components <- problem$target$count
  if (n_components <= max_components) return(list(graph = problem$graph, sizes = components$sizes))
  size_text <- shorten(components$sizes)
  n <- nrow(problem$graph$weights)
  advice <- if (problem$target$source == "number") "Ask for {n_components} clusters or more, or give
    a graph of more edges." else if (n_components < n) "Set `max_k` to {n_components} or more, or
    give a graph of more edges." else "Give a graph of more edges."
  refuse_if(is.null(problem$points),
            c("The graph has {n_components} components, of {size_text} points; at most
               {max_components}, the number of clusters, are expected.",
              i = advice), "disconnected")
  warn("The graph has {n_components} components, of {size_text} points, and is to have at most
        {max_components} clusters: the shortest edges between components are added.",
       "disconnected")
  graph <- connect_components(problem$graph, components$membership, problem$points, runtime)
  list(graph = graph, sizes = components$sizes)
}
