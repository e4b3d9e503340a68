#' Clusters
#'
#' Describes the class `lapscale_clusters`, which [cluster_spectral()] returns. It contains a
#' cluster for each point and how the clusters were computed.
#'
#' @details
#' The parts are:
#' - `c$cluster`: a whole number from 1 to k for each row of the data, with the row names, and `NA`
#'   for rows that were left out;
#' - `c$margin`: how clearly each point belongs to its cluster, 0 or more: its distance to the
#'   second center minus that to the nearest, or, with `assign = "qr"`, the same difference of its
#'   parts along the axes. With these and `"kmeans"`, points in a wrong cluster have smaller margins
#'   than others, on average;
#' - `c$k`: the number of clusters;
#' - `c$bandwidth`: in the unit of the data, or `NA` for given weights;
#' - `c$eigenvalues`: the k smallest of \eqn{I - P}, and the next one if there is one;
#' - `c$gaps`: a data frame with `k`, `eigenvalue`, `next_eigenvalue`, `gap`, `se`, and, with
#'   `k = "gap"`, the mean `silhouette` and the `modularity`, see [cluster_spectral()];
#' - `c$coordinates`: n x k, the right eigenvectors of the random walk.
#'
#' `predict()` extends the eigenvectors to new points, as in [embed_eigenmaps()], and assigns them
#' in the same way as the points of the fit. Points of the fit get their own cluster. A point that
#' is far from the points of the fit is `NA`, with a warning, see
#' [predict()][predict.lapscale_embedding] of embeddings.
#'
#' `plot()` draws the points in a plane, colored by cluster. With `what = "gap"` it shows the gaps
#' with two standard errors on either side. The dashed line is the largest gap of data without
#' clusters, see [cluster_spectral()]. After `k = "gap"` it also shows silhouettes and modularity.
#'
#' @param x,object Clusters that [cluster_spectral()] returned.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... For `plot()`, graphical parameters. Otherwise not used.
#' @return
#' - `predict()`: whole numbers, one per row of `newdata`, or with `to`, that object,
#'   invisibly;
#' - `tidy()`: one row per cluster, with `cluster`, `size`, `volume` (its share of all degrees),
#'   `cut` (the weight of the edges that leave it), `conductance`, `silhouette` (the mean over its
#'   points of \eqn{(b - a) / \max(a, b)}{(b - a) / max(a, b)}, where a and b are the distances to
#'   the centers of this and of the nearest other cluster, in the eigenvectors from which points are
#'   assigned, where it is usually larger than in the data; `NA` for one cluster), `pieces` (the
#'   number of connected components of the graph inside it, `NA` if its weights are not stored), and
#'   `medoid` (the row with the largest weight to its own cluster);
#' - `glance()`: one row with `method`, `assign`, `k` (the number of clusters), `bandwidth`, `n`,
#'   `conductance` (the largest), `normalized_cut`, `cut_bound`, `lowest_cut` and `lowest_assign` (the lowest cut of the
#'   assignments that were compared, and which that is), `gap`, `gap_se`, `n_connected` (number of
#'   connected components), and `seed` and `version` (see [lapscale][lapscale-package]);
#' - `fitted()`: `c$cluster`;
#' - `as.data.frame()`: the clusters as a factor `.cluster`;
#' - `augment()`: the data with a column `.cluster`, a factor, the `.margin` without new points, and
#'   `.novelty`, as of [embeddings][lapscale_embedding];
#' - `nobs()`: the number of clustered points;
#' - `summary()`: a list, see [summary.lapscale_clusters()];
#' - `plot()`: `x`, invisibly; `autoplot()`: a ggplot.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_points` if new points are to be placed and the clusters are those of a
#'   graph;
#' - `lapscale_warning_far`, with row numbers, once per call, for new points that are far from the
#'   data.
#' @seealso [cluster_spectral()], [predict.lapscale_embedding()].
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' clusters <- cluster_spectral(x, 2, bandwidth = 0.25)
#' tidy(clusters)
#' glance(clusters)
#' head(augment(clusters))
#' table(predict(clusters, sample_moons(100, noise = 0.05, seed = 2)))
#' table(cluster_spectral(iris[1:4], 3)$cluster, iris$Species)
#' cars <- cluster_spectral(mtcars, 3, scale = TRUE)
#' summary(cars)
#' plot(cars, names = TRUE, colour = mtcars$hp)
#' @name lapscale_clusters
NULL

#' The constructor of lapscale_clusters, which alone knows the fields.
#'
#' @param clusters Length n, the cluster of each of graph$rows, 1 to k.
#' @param vectors The eigenvectors from which rows are assigned, n x s, s = k or more, a row for
#'   each of graph$rows.
#' @param pairs The k first eigenpairs of the Laplacian: values, length k, increasing; vectors,
#'   n x k.
#' @param assignment Of choose_assignment(): how rows become clusters; with `number`, length k: what
#'   each cluster of assign_rows() is called in `clusters`.
#' @param sizes_of_components Numbers of points of the components of the graph, as it was before
#'   edges between components were added.
#' @param laplacian A lapscale_laplacian of the graph: weights, n x n, stored or not; degree; scale,
#'   by which its eigenvalues are those of I - P.
#' @param gaps Data frame of value_gaps() or add_criteria(), a row per number of clusters: k,
#'   next_eigenvalue, and others; there is no row for the last eigenvalue that was computed.
#' @param model Of embedding_model(): what predict() extends the eigenvectors by; NULL without
#'   points.
#' @param settings A list that glance() and print() read: method, assign, alpha, source ("gap" or
#'   "number"), and others.
#' @param graph The lapscale_graph that is clustered: rows, of the data, those that its n points
#'   are; n_given, the number of rows of the data; names of these, or NULL; bandwidth, NA for given
#'   weights; and those fields that graph_settings() and describe_type() need.
#' @return Clusters; cluster and margin have length n_given and coordinates n_given rows, NA where
#'   a row is no point; the other fields are as here or described at lapscale_clusters.
#' @noRd
new_clusters <- function(clusters, vectors, pairs, laplacian, graph, assignment, gaps, model,
                         settings, sizes_of_components) {
  k <- length(assignment$number)
  # Eigenvalues of I - P, length k, and the one that comes after them, length 0 if there is none.
  lambda <- pairs$values / laplacian@scale
  next_eigenvalue <- gaps$next_eigenvalue[gaps$k == k]
  # list(clusters: data frame with a row for each; normalized_cut: a number). `silhouette` and
  # `margin` have a number per point; `table` is clusters with the mean silhouette of each.
  quality <- cluster_quality(laplacian, clusters, k)
  silhouette <- silhouettes(rows_of_assignment(vectors, assignment), clusters, k)
  table <- cbind(quality$clusters, silhouette = c(tapply(silhouette, clusters, mean)))
  margin <- row_margins(vectors, assignment)
  new_result(class = "lapscale_clusters", list(
    cluster = pad_rows(clusters, graph),
    margin = pad_rows(margin, graph), k = k, eigenvalues = c(lambda, next_eigenvalue),
    bandwidth = graph$bandwidth, gaps = gaps,
    quality = cbind(table, inside_clusters(laplacian@weights, clusters, k, graph$rows)),
    normalized_cut = quality$normalized_cut, cut_bound = sum(lambda),
    coordinates = pad_matrix(pairs$vectors, graph), rows = graph$rows, n_given = graph$n_given,
    assignment = assignment, model = model,
    settings = c(settings, graph_settings(graph), graph = describe_type(graph)),
    components = sizes_of_components
  ))
}

# Returns clusters of places, different rows of which each stands for all rows that equal it, with
# the values of each place at all of its rows.
#   x       of new_clusters(), clusters of places: cluster and margin (length n_given: of each row
#           of the data, NA where it is no place), coordinates (eigenvectors, n_given x k, also NA
#           there), rows (those of the data that are places; then all that have a cluster), quality
#           (data frame, a row per cluster: size, which becomes the number of rows), k (number of
#           clusters), settings (a list that gets places: the rows before)
#   copies  of merge_copies(): list(rows: numbers of the rows of the data that have a place; source:
#           for each of them the number of the row that is its place); NULL: x stays as it is
repeat_clusters <- function(x, copies) {
  if (is.null(copies)) return(x)
  for (field in c("cluster", "margin")) x[[field]][copies$rows] <- x[[field]][copies$source]
  x$coordinates[copies$rows, ] <- x$coordinates[copies$source, , drop = FALSE]
  x$settings$places <- x$rows
  x$rows <- sort(copies$rows)
  x$quality$size <- tabulate(x$cluster, x$k)
  x
}

# Returns list(clusters: a data frame with a row per cluster, of cluster (its number), size (number
# of points), volume (share of the sum of all degrees), cut (weight of the edges that leave it), and
# conductance (the cut over the sum of its degrees, or of those of all other points if that is
# smaller, 0 without a cut); normalized_cut: the sum over clusters of the cut over the sum of their
# degrees).
#   laplacian  a lapscale_laplacian: weights (n x n, stored or not), degree (their sums, length n)
#   clusters   the cluster of each of n points, 1 to k
# In it `volume` and `smaller_volume` are sums of degrees, a number per cluster.
cluster_quality <- function(laplacian, clusters, k) {
  is_member <- matrix(0, length(clusters), k)
  is_member[cbind(seq_along(clusters), clusters)] <- 1
  volume <- colSums(laplacian@degree * is_member)
  total_degree <- sum(volume)
  # Summed over the others, small weights are not lost beside large ones.
  cut <- colSums(times_weights(laplacian@weights, is_member) * (1 - is_member))
  smaller_volume <- pmin(volume, total_degree - volume)
  list(
    clusters = data.frame(
      cluster = seq_len(k), size = tabulate(clusters, k),
      volume = volume / max(total_degree, .Machine$double.xmin), cut = cut,
      conductance = ifelse(cut > 0, cut / smaller_volume, 0)
    ),
    normalized_cut = sum(ifelse(cut > 0, cut / volume, 0))
  )
}

# A data frame with a row per cluster: pieces, the number of components of the graph inside it, NA
# if weights are not stored; medoid, the number of the row of the data, of its points, with the
# largest sum of weights to its points.
#   weights   of the edges, n x n, stored or not;  clusters: of each of n points, 1 to k
#   rows      the row of the data that each point is
inside_clusters <- function(weights, clusters, k, rows) {
  # Of each cluster the numbers i of its points.
  members <- split(seq_along(clusters), factor(clusters, seq_len(k)))
  is_member <- outer(clusters, seq_len(k), "==") + 0
  # n x k, the sum of the weights of each point to the points of each cluster.
  weight_inside <- times_weights(weights, is_member)
  data.frame(
    pieces = vapply(members, function(i) {
      if (is_stored(weights)) length(components_of(weights[i, i, drop = FALSE])$sizes) else NA
    }, 0L),
    medoid = rows[mapply(function(i, j) i[which.max(weight_inside[i, j])], members, seq_len(k))]
  )
}

# Returns the field `name`, a text that may be the beginning of its name, of clusters x; NULL if
# there is none. A column of tidy() is an error, because it is no field, and NULL would hide that.
#' @export
`$.lapscale_clusters` <- function(x, name) {
  fields <- unclass(x)
  refuse_if(!name %in% names(fields) && name %in% names(fields$quality),
            "`{name}` is a column of `tidy(clusters)`, which has a row for each cluster.")
  fields[[name, exact = FALSE]]
}

#' @rdname lapscale_clusters
#' @export
tidy.lapscale_clusters <- function(x, ...) door(x$quality, ...)

#' @rdname lapscale_clusters
#' @export
glance.lapscale_clusters <- function(x, ...) door({
  # Data frame of one row, the gap for k clusters; and the lowest cut, a number named by its
  # assignment.
  gap_row <- chosen_gap(x)
  min_cut <- lowest_cut(x)
  with_seed_and_version(data.frame(
    method = x$settings$method, assign = x$settings$assign, k = x$k, bandwidth = x$bandwidth,
    n = length(x$rows), conductance = max(x$quality$conductance),
    normalized_cut = x$normalized_cut, cut_bound = x$cut_bound,
    lowest_cut = min_cut[[1L]], lowest_assign = names(min_cut), gap = gap_row$gap,
    gap_se = gap_row$se,
    n_connected = length(x$components)
  ), x)
}, ...)

# The row of the gaps for the number of clusters, a data frame of one row; all NA where no
# eigenvalue comes after.
#   x  of cluster_spectral(): k (number of clusters), gaps (of value_gaps(): data frame with a row
#      per number of clusters: k, and others)
chosen_gap <- function(x) x$gaps[match(x$k, x$gaps$k), ]

#' @rdname lapscale_clusters
#' @param data A table with the rows of the data. If `NULL` (the default), the points of the fit, if
#'   it keeps them.
#' @export
augment.lapscale_clusters <- function(x, data = NULL, newdata = NULL, ...) door({
  augmented(x, data, newdata, function(clusters) {
    table <- cluster_table(clusters %||% x$cluster, x$k)
    if (is.null(clusters)) table$.margin <- unname(x$margin)
    table
  })
}, ...)

# Clusters, a vector of numbers from 1 to k or NA, perhaps with names, as a data frame of one
# factor, with these names as row names.
cluster_table <- function(clusters, k) {
  name_rows(data.frame(.cluster = factor(unname(clusters), seq_len(k))), names(clusters))
}

#' @rdname lapscale_clusters
#' @export
as.data.frame.lapscale_clusters <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(cluster_table(x$cluster, x$k), row.names)
})

#' @rdname lapscale_clusters
#' @export
fitted.lapscale_clusters <- function(object, ...) door(object$cluster, ...)

#' @rdname lapscale_clusters
#' @export
nobs.lapscale_clusters <- function(object, ...) door(length(object$rows), ...)

# Prints clusters.
#   x  of cluster_spectral(): rows (those of the data that have a cluster), n_given (number of all
#      rows), k (number of clusters), quality (data frame, a row per cluster: size, conductance),
#      normalized_cut, cut_bound (the least that any k clusters can have), eigenvalues (k or k + 1,
#      of I - P), components (their sizes, before edges between them were added), settings (source:
#      "gap" or "number"; graph: its type in words; entries: number of weights that are not stored,
#      or NULL), and what the functions called here read
#' @rdname lapscale_clusters
#' @export
print.lapscale_clusters <- function(x, ...) {
  cat(
    "Spectral clusters: ", count(length(x$rows), "point"), " in ", count(x$k, "cluster"),
    if (x$settings$source == "gap") describe_number(x), "\n",
    "  sizes ", shorten(x$quality$size, 10L), "\n", sep = ""
  )
  cat_wrapped(describe_clustering(x))
  cat(
    "  ", paste(c(x$settings$graph, describe_entries(x$settings$entries)), collapse = ", "), "\n",
    "  largest conductance ", short(max(x$quality$conductance), 3), ", normalized cut ",
    short(x$normalized_cut, 3), " (0 if no edge is cut; at least ", short(x$cut_bound, 3), ")\n",
    describe_gap(x, chosen_gap(x)), describe_rivals(x), describe_lower_cut(x),
    describe_weak_clusters(x), sep = ""
  )
  if (cuts_equal_eigenvalues(x$eigenvalues, x$k)) {
    cat("  ! Eigenvalues", x$k, "and", x$k + 1L, "are equal, so other clusters are as good.\n")
  }
  if (length(x$components) > 1L) {
    cat("  ", describe_components(x$components), if (length(x$components) > x$k) ", joined", "\n",
        sep = "")
  }
  cat(describe_left_out(x$n_given, length(x$rows)))
  invisible(x)
}

# Eigenvalue k, the next one, and the gap between them, in words: a line, or NULL if there is no
# next one. If each cluster is a component, eigenvalue k is 0 and the gap 1, without error, and
# neither is said.
#   x        of cluster_spectral(): k (number of clusters), components (their sizes)
#   gap_row  of chosen_gap(), a data frame of one row: eigenvalue, next_eigenvalue, gap (relative, 0
#            to 1; NA: there is no next one), se (standard error of the gap)
describe_gap <- function(x, gap_row) {
  if (is.na(gap_row$gap)) return(NULL)
  next_value <- short(gap_row$next_eigenvalue, 3)
  if (length(x$components) == x$k) {
    return(paste0("  each cluster is a component of the graph; the next eigenvalue is ", next_value,
                  "\n"))
  }
  paste0("  eigenvalue ", x$k, " is ", short(gap_row$eigenvalue, 3), ", the next ", next_value,
         ": relative gap ", short(gap_row$gap, 3), " (se ", short(gap_row$se), ")",
         if (x$settings$source != "gap" && !is_clear(gap_row)) {
           paste0(", not clear:\n    one piece without clusters may have a gap of ", gap_of_one_piece)
         }, "\n")
}

# Says by what the number of clusters was chosen, in parentheses, one text.
#   x  of cluster_spectral() with `k` = "gap": gaps (of add_criteria(), a data frame with a row per
#      number of clusters: k, gap, se, silhouette, modularity)
describe_number <- function(x) {
  criteria <- if (nrow(open_numbers(x$gaps)) > 1L) "silhouettes and modularity" else
    "the eigenvalue gaps"
  remark <- if (!any(is_clear(x$gaps))) ", not clear"
  paste0(" (number from ", criteria, remark, ")")
}

# Other possible numbers of clusters, in words: a line, or NULL. If the gaps decided, those whose
# gap is above that of data without clusters, or at most two standard errors below that of the
# chosen one; otherwise the two with the next best scores, and that of the greatest gap. NULL if the
# user gave the number.
#   x  of cluster_spectral(): settings$source ("gap": chosen, or "number": given), k, components
#      (their sizes), gaps (of add_criteria(), a data frame with a row per number: k, gap, se,
#      silhouette, modularity)
# `gap_row` is the row of the chosen k, `other_gaps` are other rows, `largest` has the greatest gap.
describe_rivals <- function(x) {
  if (x$settings$source != "gap") return(NULL)
  gap_row <- chosen_gap(x)
  other_gaps <- x$gaps[x$gaps$k != x$k, ]
  largest <- x$gaps[which.max(x$gaps$gap), ]
  by_gap <- nrow(open_numbers(x$gaps)) == 1L
  list_numbers <- function(gaps, criterion) {
    paste0(gaps$k, " (", short(criterion, 2), ")", collapse = ", ")
  }
  if (by_gap) {
    min_gap <- min(gap_row$gap - 2 * gap_row$se, gap_of_one_piece)
    other_gaps <- other_gaps[which(other_gaps$gap >= min_gap), ]
    if (!nrow(other_gaps)) return(NULL)
    numbers <- paste0("gap): ", list_numbers(other_gaps, other_gaps$gap))
  } else {
    other_gaps <- utils::head(other_gaps[order(-number_score(other_gaps)), ], 2L)
    numbers <- paste0(
      "silhouette + modularity / 2; here ", short(number_score(gap_row), 2), "): ",
      list_numbers(other_gaps, number_score(other_gaps)),
      if (largest$k != x$k) paste0("; largest gap: ", list_numbers(largest, largest$gap))
    )
  }
  heading <- if (length(x$components) != x$k) "other possible numbers of clusters" else
    "! inside the components there may be more clusters"
  paste0("  ", heading, " (", numbers, "\n")
}

# The lowest normalized cut of all assignments that were compared, a number named by the assignment
# ("diffusion", "qr", or "kmeans").
#   x  of cluster_spectral(): normalized_cut (a number), settings$assign (the assignment that was
#      taken), and assignment, of choose_assignment(): cuts (of all that were compared, by name;
#      NULL: none were)
lowest_cut <- function(x) {
  cuts <- x$assignment$cuts %||% stats::setNames(x$normalized_cut, x$settings$assign)
  cuts[which.min(cuts)]
}

# A line that names the assignment with the lowest cut, if the cut of the clusters is more than
# lower_cut (1.05) times as large; else NULL. From clearly_lower_cut (1.1) on it was not taken
# because it cuts off an outlying piece.
#   x  of cluster_spectral(): normalized_cut (a number), and what lowest_cut() reads
# `min_cut` is a number, named by its assignment.
describe_lower_cut <- function(x) {
  min_cut <- lowest_cut(x)
  ratio <- x$normalized_cut / min_cut[[1L]]
  if (is.na(ratio) || ratio <= lower_cut) return(NULL)
  paste0("  ! assign = \"", names(min_cut), "\" has a lower normalized cut, ",
         format(c(min_cut[[1L]], x$normalized_cut), digits = 3)[[1L]],
         if (ratio > clearly_lower_cut) ", with a cluster of few points", ".\n")
}

# Remarks on clusters that may not be groups: up to three lines, none if there are none.
#   x  of cluster_spectral(): quality (data frame, a row per cluster: pieces (NA if not known),
#      conductance, size)
# `weaknesses` has for each remark first TRUE or FALSE per cluster, then the numbers of the
# clusters.
describe_weak_clusters <- function(x) {
  weaknesses <- list(
    "in several pieces without edges between them" = x$quality$pieces > 1L,
    "with more weight of edges that leave than stay (conductance above 1/2)" =
      x$quality$conductance > 0.5,
    "of fewer than 5 points" = x$quality$size < 5L
  )
  weaknesses <- Filter(length, lapply(weaknesses, which))
  sprintf("  ! cluster%s %s: %s\n", ifelse(lengths(weaknesses) > 1L, "s", ""),
          vapply(weaknesses, shorten, ""), names(weaknesses))
}

# The settings of clusters in words, one text.
#   x  of cluster_spectral(): settings (list of method and assign, names; alpha, a number; chosen:
#      "given", or the selector of the bandwidth; and those of the graph), bandwidth (NA for given
#      weights), model (NULL without points; scaling: of find_scaling(), or NULL)
describe_clustering <- function(x) {
  settings <- x$settings
  words <- c(
    cluster_methods[[settings$method]],
    paste("assigned by", cluster_assignments[[settings$assign]]),
    if (settings$alpha > 0) paste("alpha =", format(settings$alpha)),
    if (!is.na(x$bandwidth)) {
      paste("bandwidth", describe_scale(x$bandwidth, settings, settings$chosen))
    },
    describe_scaling(x$model$scaling)
  )
  paste(words, collapse = ", ")
}

#' @rdname lapscale_clusters
#' @param newdata New points as rows, with the columns of the data, as in
#'   [predict()][predict.lapscale_embedding] of embeddings. If it is missing, the clusters of the
#'   fit are returned.
#' @param to `NULL` (the default), or an FBM or big.matrix with one column to which the clusters are
#'   written, as in [predict()][predict.lapscale_embedding] of embeddings. It may also be of type
#'   integer.
#' @param n_threads Number of threads, see [bw_gc()].
#' @inheritParams predict.lapscale_embedding
#' @export
predict.lapscale_clusters <- function(object, newdata, to = NULL, n_threads = NULL,
                                      far = c("na", "keep"), na_action = c("error", "keep"),
                                      ...) door({
  if (missing(newdata)) {
    refuse_output(to)
    return(object$cluster)
  }
  # Clusters of new points from the eigenvectors there, m x s, not finite for rows that have no
  # place: list(values: m x 1, NA for these rows; lost: TRUE for them). `marked` is list(values: the
  # eigenvectors, m x s; lost).
  finish <- function(vectors) {
    marked <- mark_rows(vectors)
    clusters <- rep(NA_real_, nrow(marked$values))
    coordinates <- marked$values[!marked$lost, , drop = FALSE]
    clusters[!marked$lost] <- object$assignment$number[assign_rows(coordinates, object$assignment)]
    list(values = matrix(clusters), lost = marked$lost)
  }
  # m x 1, numbers of clusters, NULL if `to` has them.
  prediction <- predict_blocks(object, newdata, to, 1L, finish, n_threads, far, na_action, TRUE)
  if (!is.null(to)) return(invisible(to))
  stats::setNames(as.integer(prediction), rownames(prediction))
}, ..., .large = "newdata")
