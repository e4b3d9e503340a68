# Turns eigenvectors into clusters.

# Chooses the assignment: the one that is named, or of "auto" steps of the walk, unless the
# normalized cut of another one is clearly lower. Assignments that cut off an outlying piece are
# taken only if all do, because outliers have the lowest cuts of all (notes/clusters.md).
# Returns how rows become clusters, a list as of find_assignment() or find_diffused(), with
#   used          numbers of the eigenvectors whose rows it takes
#   assign        its name: "qr", "kmeans", or "diffusion"
#   cuts          the normalized cuts of all that were compared, by name; NULL if none were
# Its arguments:
#   bottom        the bottom of the spectrum, of c >= k pairs: list(vectors, right eigenvectors of
#                 the walk, n x c; values, of the Laplacian, increasing; residuals, a number each)
#   laplacian     a lapscale_laplacian: degree (of each point), scale, weights
#   k             number of clusters
#   settings      list: assign ("auto", "diffusion", "qr", or "kmeans"), method ("ng_jordan_weiss"
#                 or "shi_malik", see spectral_rows()), n_starts (how often k-means starts after its
#                 first start), seed (a number, or NULL)
#   n_components  number of components of the graph; if there are k, they are the clusters
#   n_starts      how often k-means starts for the assignments that are compared
choose_assignment <- function(bottom, laplacian, k, settings, n_components,
                              n_starts = settings$n_starts) {
  leading_vectors <- bottom$vectors[, seq_len(k), drop = FALSE]
  assign_by_leading <- function(assign) {
    assignment <-
      find_assignment(leading_vectors, laplacian@degree, k, replace(settings, "assign", assign))
    c(assignment, list(used = seq_len(k), assign = assign))
  }
  if (settings$assign %in% c("qr", "kmeans")) return(assign_by_leading(settings$assign))
  qr <- assign_by_leading("qr")
  if (settings$assign == "auto" && n_components == k) return(qr)
  # The assignment by steps of the walk, NULL where it leaves a cluster empty.
  diffusion <- find_diffused(bottom, laplacian, k, settings, n_starts)
  if (settings$assign == "diffusion") return(diffusion %||% qr)
  # Assignments by steps, if there is one, by QR, and by k-means, and below their quality (of
  # cluster_quality()) and cuts, in the same order.
  candidates <- Filter(
    Negate(is.null), list(diffusion, qr, k_means_from(qr, leading_vectors, k, n_starts))
  )
  qualities <- lapply(candidates, function(assignment) {
    vectors <- bottom$vectors[, assignment$used, drop = FALSE]
    cluster_quality(laplacian, assign_rows(vectors, assignment), k)
  })
  cuts <- vapply(qualities, `[[`, 0, "normalized_cut")
  # Pieces that a clear gap shows may be groups, however small they are.
  smallest_share <- if (has_gap_after(bottom$values, k)) 0 else smallest_group
  cuts_off_piece <- vapply(qualities, function(quality) {
    sizes <- quality$clusters$size
    any(is_small(sizes) | sizes < smallest_share * mean(sizes))
  }, NA)
  eligible_cuts <- ifelse(cuts_off_piece & !all(cuts_off_piece), Inf, cuts)
  # Steps of the walk, if there are any, come first.
  keeps_diffusion <- !is.null(diffusion) &&
    eligible_cuts[[1L]] <= clearly_lower_cut * min(eligible_cuts)
  assignment <- candidates[[if (keeps_diffusion) 1L else which.min(eligible_cuts)]]
  assignment$cuts <- stats::setNames(cuts, vapply(candidates, `[[`, "", "assign"))
  assignment
}

# A cut is lower, which the print-out says, and clearly lower, which decides, if the other one is
# more than this many times as large.
lower_cut <- 1.05
clearly_lower_cut <- 1.1

# A cluster below this share of the mean size is an outlying piece.
smallest_group <- 0.1

# Whether the gap after eigenvalue k, relative to eigenvalue k + 1, is at least gap_of_one_piece,
# above that of data without clusters. FALSE without eigenvalue k + 1.
#   values  eigenvalues, increasing, of which there may be no more than k
has_gap_after <- function(values, k) {
  length(values) > k && values[[k + 1L]] * (1 - gap_of_one_piece) >= values[[k]]
}

#' How rows become clusters by k eigenvectors.
#'
#' @param vectors n x k, right eigenvectors of the walk.
#' @param degree Of each point in the graph, length n.
#' @param k Number of clusters.
#' @param settings List of assign ("kmeans"; any other is "qr"), method ("ng_jordan_weiss" or
#'   "shi_malik"), n_starts (a number of draws of first centers), and seed (a number, or NULL).
#'   Only "kmeans" uses the last two.
#' @return list(method, rotation or centres). `method` is "ng_jordan_weiss" or "shi_malik", what is
#'   used of a row. `rotation`, k x k: the cluster is the column in which the rotated row is largest
#'   in modulus. `centres`, k x k: the cluster is the nearest row.
#' @noRd
find_assignment <- function(vectors, degree, k, settings) {
  method <- settings$method
  rows <- if (method == "shi_malik") vectors else rows_by_degree(vectors, degree)
  # Numbers of k rows that are far apart.
  pivots <- pivot_rows(rows)
  assignment <- list(method = method, rotation = polar_factor(rows[pivots, , drop = FALSE]))
  clusters <- assign_rows(vectors, assignment)
  # n x k, of which centers are means.
  compared_rows <- spectral_rows(vectors, method)
  if (length(unique(clusters)) < k) {
    # Pivots are apart from each other: each is the nearest to itself.
    assignment <- list(method = method, centres = compared_rows[pivots, , drop = FALSE])
    clusters <- assign_rows(vectors, assignment)
  }
  if (settings$assign != "kmeans") return(assignment)
  first_centres <- centres_of(compared_rows, clusters, k)
  seed <- draw_seed(settings$seed)
  list(method = method, centres = k_means(compared_rows, first_centres, settings$n_starts, seed))
}

# The rows of the orthonormal eigenvectors of the symmetric walk, n x k.
#   vectors  n x k, right eigenvectors of the walk;  degree: of each point in the graph, length n
rows_by_degree <- function(vectors, degree) {
  # A point without edges has an eigenvector that is not over its degree.
  vectors * ifelse(degree > 0, sqrt(degree / max(sum(degree), .Machine$double.xmin)), 1)
}

# What is used of the rows of eigenvectors, n x k: their directions (the rows divided by their
# lengths; rows of zeros stay), or the rows themselves.
#   vectors  n x k;  method: "shi_malik" (the rows) or "ng_jordan_weiss" (their directions)
spectral_rows <- function(vectors, method) {
  length <- sqrt(rowSums(vectors^2))
  if (method == "shi_malik") vectors else vectors / ifelse(length > 0, length, 1)
}

# The cluster of each row by an assignment, a number from 1 to k, before clusters are numbered by
# size, length m; new points have rows too.
#   vectors     m x s, eigenvectors at the rows, s = k, or more of find_diffused()
#   assignment  of find_assignment(): method ("ng_jordan_weiss" or "shi_malik": what of a row is
#               used), and rotation (k x k) or centres (k x s); or of find_diffused(): method, walk
#               (s eigenvalues), steps (a number), and centres (k x s)
assign_rows <- function(vectors, assignment) {
  if (!is.null(assignment$steps)) {
    blocks <- split(seq_len(nrow(vectors)), (seq_len(nrow(vectors)) - 1L) %/% 20000L)
    return(unlist(unname(lapply(blocks, function(block_rows) {
      nearest_centre(
        diffused_rows(vectors[block_rows, , drop = FALSE], assignment), assignment$centres
      )
    }))))
  }
  rows <- spectral_rows(vectors, assignment$method)
  if (is.null(assignment$rotation)) return(nearest_centre(rows, assignment$centres))
  max.col(abs(rows %*% assignment$rotation), ties.method = "first")
}

# Returns the rows that an assignment compares, m x s.
#   vectors     m x s, eigenvectors at the rows, s = k, or more of find_diffused()
#   assignment  of choose_assignment(): steps (of the walk that are taken, NULL: none), method
#               ("ng_jordan_weiss" or "shi_malik": what of a row is used)
rows_of_assignment <- function(vectors, assignment) {
  if (is.null(assignment$steps)) spectral_rows(vectors, assignment$method) else
    diffused_rows(vectors, assignment)
}

# Returns how far each row is from another cluster, length m, 0 or more: the distance to the second
# center less that to the nearest, or the absolute part along its axis of a rotation less the next
# largest; Inf if there is one cluster. `nearest_cell` is an index of the m x k matrix of closeness:
# each row with its cluster.
#   vectors     m x s, eigenvectors at the rows, s = k, or more of find_diffused()
#   assignment  of choose_assignment(): rotation (k x k, or NULL), centres (k x s, or NULL), and
#               what rows_of_assignment() needs
row_margins <- function(vectors, assignment) {
  rows <- rows_of_assignment(vectors, assignment)
  closeness <- if (is.null(assignment$rotation)) -sqrt(squares_to(rows, assignment$centres)) else
    abs(rows %*% assignment$rotation)
  if (ncol(closeness) < 2L) return(rep(Inf, nrow(closeness)))
  nearest_cell <- cbind(seq_len(nrow(closeness)), max.col(closeness, ties.method = "first"))
  largest <- closeness[nearest_cell]
  closeness[nearest_cell] <- -Inf
  largest - closeness[cbind(nearest_cell[, 1L], max.col(closeness, ties.method = "first"))]
}

# Chooses as many rows as there are columns, by number, of a matrix n x k. QR of the transpose with
# column pivoting takes the longest row, then the row with the longest part at a right angle to the
# rows taken, and so on.
pivot_rows <- function(rows) qr(t(rows), LAPACK = TRUE)$pivot[seq_len(ncol(rows))]

# The orthogonal matrix that turns k rows, a matrix k x k, nearest to the k axes: U V' of the
# singular value decomposition of the transpose.
polar_factor <- function(rows) {
  decomposition <- svd(t(rows))
  tcrossprod(decomposition$u, decomposition$v)
}

# Squared distances n x k between rows and centers, never below 0.
#   rows  n x s;  centres: k x s
squares_to <- function(rows, centres) {
  pmax(outer(rowSums(rows^2), rowSums(centres^2), "+") - 2 * tcrossprod(rows, centres), 0)
}

# The number, 1 to k, of the center nearest to each row, the first of equals.
#   rows  n x s;  centres: k x s
nearest_centre <- function(rows, centres) max.col(-squares_to(rows, centres), ties.method = "first")

# For each row (b - a) / max(a, b), a number from -1 to 1, a and b the distances to the centers of
# the own and of the nearest other cluster; 0 for the row of a cluster of one (Rousseeuw, 1987), and
# NA without another cluster.
#   rows  n x s, what is clustered;  clusters: the cluster of each row, 1 to k
silhouettes <- function(rows, clusters, k) {
  if (k == 1L) return(rep(NA_real_, length(clusters)))
  distances <- sqrt(squares_to(rows, centres_of(rows, clusters, k)))
  own_cell <- cbind(seq_along(clusters), clusters)
  own_distance <- distances[own_cell]
  distances[own_cell] <- Inf
  nearest_other <- max.col(-distances, ties.method = "first")
  other_distance <- distances[cbind(seq_along(clusters), nearest_other)]
  is_single <- tabulate(clusters, k)[clusters] == 1L
  larger_distance <- pmax(own_distance, other_distance)
  ifelse(larger_distance > 0 & !is_single, (other_distance - own_distance) / larger_distance, 0)
}

# The means of the rows of each cluster, k x s.
#   rows  n x s;  clusters: the cluster of each row, 1 to k, none of them empty
centres_of <- function(rows, clusters, k) {
  rowsum(rows, factor(clusters, seq_len(k))) / tabulate(clusters, k)
}

# The assignment by k-means in k eigenvectors, from the clusters of another assignment: list(method,
# used, assign, centres), see choose_assignment().
#   assignment  of find_assignment(): method, and rotation or centres
#   vectors     n x k, right eigenvectors of the walk
#   n_starts    number of further draws of first centers, perhaps 0
k_means_from <- function(assignment, vectors, k, n_starts) {
  rows <- spectral_rows(vectors, assignment$method)
  first_centres <- centres_of(rows, assign_rows(vectors, assignment), k)
  rows_at <- function(index) rows[index, , drop = FALSE]
  list(
    method = assignment$method, used = seq_len(k), assign = "kmeans",
    centres = centres_by_sample(rows_at, nrow(rows), first_centres, n_starts)
  )
}

# Runs k-means on at most 1000 rows, from starts that are the same in every call, and from its
# result on at most 20,000 of them: the centers, k x s.
#   rows_at        function of row numbers: the rows with these numbers, a matrix with s columns
#   n              number of rows
#   first_centres  k x s, where the first run begins;  n_starts: number of further runs
centres_by_sample <- function(rows_at, n, first_centres, n_starts) {
  centres <- k_means(rows_at(take_evenly(seq_len(n), 1000L)), first_centres, n_starts, 1)
  lloyd(rows_at(take_evenly(seq_len(n), 20000L)), centres)$centres
}

# Runs Lloyd's iteration from centers that are given and from n_starts draws of k-means++ (Arthur
# and Vassilvitskii, 2007): the centers with the least sum of squares, k x s, the first of equals.
#   rows      n x s;  first_centres: the centers that are given, k x s
#   n_starts  number of draws;  seed: a number, of the draws
# `best` and `fit` are list(centres, k x s; total: the sum of squares).
k_means <- function(rows, first_centres, n_starts, seed) {
  k <- nrow(first_centres)
  best <- lloyd(rows, first_centres)
  for (start in seq_len(n_starts)) {
    fit <- lloyd(rows, draw_centres(rows, k, cpp_uniform(k, seed, start)))
    if (fit$total < best$total * (1 - 1e-10)) best <- fit
  }
  best$centres
}

# Draws k rows as centers, k x s. `squares` are the squared distances of the rows to the nearest row
# drawn so far.
#   rows     n x s
#   uniform  k random numbers, 0 to 1: which row comes next, in proportion to the squares of the
#            distances to the rows drawn before
draw_centres <- function(rows, k, uniform) {
  drawn_rows <- 1L + floor(uniform[[1L]] * nrow(rows))
  squares <- squares_to(rows, rows[drawn_rows, , drop = FALSE])[, 1L]
  for (j in seq_len(k)[-1L]) {
    cumulative <- cumsum(squares)
    total <- cumulative[[length(cumulative)]]
    next_row <- if (total > 0) findInterval(uniform[[j]] * total, cumulative) + 1L else j
    drawn_rows <- c(drawn_rows, min(next_row, nrow(rows)))
    squares <- pmin(squares, squares_to(rows, rows[drawn_rows[[j]], , drop = FALSE])[, 1L])
  }
  rows[drawn_rows, , drop = FALSE]
}

# Moves centers to the means of the rows nearest to them until nothing changes, as k-means does:
# list(centres, total), the sum of the squared distances to them. A cluster that loses all its rows
# takes the one farthest from its center.
#   rows       n x s, what is clustered;  centres: k x s, where to begin
#   max_steps  after which it stops, even if rows still move between clusters
lloyd <- function(rows, centres, max_steps = 100L) {
  k <- nrow(centres)
  last_clusters <- NULL
  for (step in seq_len(max_steps)) {
    sq_distances <- squares_to(rows, centres)
    clusters <- max.col(-sq_distances, ties.method = "first")
    for (empty_cluster in setdiff(seq_len(k), clusters)) {
      sq_to_centre <- sq_distances[cbind(seq_along(clusters), clusters)]
      sq_to_centre[tabulate(clusters, k)[clusters] == 1L] <- -1
      clusters[which.max(sq_to_centre)] <- empty_cluster
    }
    if (identical(clusters, last_clusters)) break
    last_clusters <- clusters
    centres <- centres_of(rows, clusters, k)
  }
  list(centres = unname(centres), total = sum((rows - centres[clusters, , drop = FALSE])^2))
}
