# Turns eigenvectors into clusters.

# Chooses the assignment: of clear clusters the QR decomposition; otherwise, or if one of them is of
# a few points, the steps of walks, which see more than the k least connected pieces.
#   bottom  the bottom of the spectrum, of at least k pairs
choose_assignment <- function(bottom, laplacian, k, gaps, settings, n_starts = settings$n_starts) {
  leading <- bottom$vectors[, seq_len(k), drop = FALSE]
  by_pieces <- function() {
    c(find_assignment(leading, laplacian@degree, k, settings), list(used = seq_len(k)))
  }
  if (settings$assign %in% c("qr", "kmeans")) return(by_pieces())
  gap <- gaps$gap[gaps$k == k]
  # Without a gap every eigenvector is there.
  if (settings$assign == "auto" && (!length(gap) || gap >= gap_of_one_piece)) {
    clear <- by_pieces()
    if (!length(gap) || !any(is_small(tabulate(assign_rows(leading, clear), k)))) return(clear)
  }
  find_diffused(bottom, laplacian, k, settings, n_starts) %||% by_pieces()
}

# Finds how rows become clusters by k eigenvectors. Returns a list of
#   method    "ng_jordan_weiss" or "shi_malik": what is looked at of a row
#   rotation  k x k: the cluster is the column in which the rotated row is largest in modulus; or
#   centres   k x k, a row each: the cluster is the nearest
#   vectors   n x k, right eigenvectors of the walk;  degree: length n
find_assignment <- function(vectors, degree, k, settings) {
  method <- settings$method
  rows <- if (method == "shi_malik") vectors else rows_by_degree(vectors, degree)
  pivots <- pivot_rows(rows)
  assignment <- list(method = method, rotation = polar_factor(rows[pivots, , drop = FALSE]))
  clusters <- assign_rows(vectors, assignment)
  seen <- spectral_rows(vectors, method)
  if (length(unique(clusters)) < k) {
    # Pivots are apart from each other: each is the nearest to itself.
    assignment <- list(method = method, centres = seen[pivots, , drop = FALSE])
    clusters <- assign_rows(vectors, assignment)
  }
  if (settings$assign != "kmeans") return(assignment)
  first <- centres_of(seen, clusters, k)
  seed <- draw_seed(settings$seed)
  list(method = method, centres = k_means(seen, first, settings$n_starts, seed))
}

# Returns the rows of orthonormal eigenvectors.
rows_by_degree <- function(vectors, degree) {
  # A point without edges has an eigenvector that is not over its degree.
  vectors * ifelse(degree > 0, sqrt(degree / max(sum(degree), .Machine$double.xmin)), 1)
}

# Returns what is used of the rows: their directions, or the rows themselves.
spectral_rows <- function(vectors, method) {
  length <- sqrt(rowSums(vectors^2))
  if (method == "shi_malik") vectors else vectors / ifelse(length > 0, length, 1)
}

# Returns the column of each row by an assignment; new points have rows too.
assign_rows <- function(vectors, assignment) {
  if (!is.null(assignment$steps)) {
    blocks <- split(seq_len(nrow(vectors)), (seq_len(nrow(vectors)) - 1L) %/% 20000L)
    return(unlist(unname(lapply(blocks, function(at) {
      nearest_centre(diffused_rows(vectors[at, , drop = FALSE], assignment), assignment$centres)
    }))))
  }
  rows <- spectral_rows(vectors, assignment$method)
  if (is.null(assignment$rotation)) return(nearest_centre(rows, assignment$centres))
  max.col(abs(rows %*% assignment$rotation), ties.method = "first")
}

# Returns how far each row is from another cluster: the distance to the second center less that to
# the nearest, or the same of its parts along the axes of a rotation.
row_margins <- function(vectors, assignment) {
  diffuses <- !is.null(assignment$steps)
  rows <- if (diffuses) diffused_rows(vectors, assignment) else
    spectral_rows(vectors, assignment$method)
  near <- if (is.null(assignment$rotation)) -sqrt(squares_to(rows, assignment$centres)) else
    abs(rows %*% assignment$rotation)
  if (ncol(near) < 2L) return(rep(Inf, nrow(near)))
  at <- cbind(seq_len(nrow(near)), max.col(near, ties.method = "first"))
  first <- near[at]
  near[at] <- -Inf
  first - near[cbind(at[, 1L], max.col(near, ties.method = "first"))]
}

# Chooses as many rows as there are columns. QR of the transpose with column pivoting takes the
# longest row, then the row with the longest part at a right angle to those taken, and so on.
pivot_rows <- function(rows) qr(t(rows), LAPACK = TRUE)$pivot[seq_len(ncol(rows))]

# Returns the orthogonal matrix that turns these k rows nearest to the k axes: U V' of the singular
# value decomposition of the transpose.
polar_factor <- function(rows) {
  parts <- svd(t(rows))
  tcrossprod(parts$u, parts$v)
}

# Returns sums of squares n x k between rows and centers, never below 0.
squares_to <- function(rows, centres) {
  pmax(outer(rowSums(rows^2), rowSums(centres^2), "+") - 2 * tcrossprod(rows, centres), 0)
}

nearest_centre <- function(rows, centres) max.col(-squares_to(rows, centres), ties.method = "first")

# Returns the mean over the rows of (b - a) / max(a, b), a and b the distances to the centers of the
# own and of the nearest other cluster.
mean_silhouette <- function(rows, clusters, k) {
  to <- sqrt(squares_to(rows, centres_of(rows, clusters, k)))
  at <- cbind(seq_along(clusters), clusters)
  a <- to[at]
  to[at] <- Inf
  b <- apply(to, 1L, min)
  mean(ifelse(pmax(a, b) > 0, (b - a) / pmax(a, b), 0))
}

centres_of <- function(rows, clusters, k) {
  rowsum(rows, factor(clusters, seq_len(k))) / tabulate(clusters, k)
}

# Runs Lloyd's iteration from centers that are given and from n_starts draws of k-means++ (Arthur
# and Vassilvitskii, 2007): the centers with the least sum of squares, the first of equals.
k_means <- function(rows, first, n_starts, seed) {
  best <- lloyd(rows, first)
  for (start in seq_len(n_starts)) {
    found <- lloyd(rows, draw_centres(rows, nrow(first), cpp_uniform(nrow(first), seed, start)))
    if (found$total < best$total * (1 - 1e-10)) best <- found
  }
  best$centres
}

#   u  length k, uniform: which row comes next, by the squares of the distances to those before
draw_centres <- function(rows, k, u) {
  at <- 1L + floor(u[[1L]] * nrow(rows))
  left <- squares_to(rows, rows[at, , drop = FALSE])[, 1L]
  for (j in seq_len(k)[-1L]) {
    reached <- cumsum(left)
    total <- reached[[length(reached)]]
    chosen <- if (total > 0) findInterval(u[[j]] * total, reached) + 1L else j
    at <- c(at, min(chosen, nrow(rows)))
    left <- pmin(left, squares_to(rows, rows[at[[j]], , drop = FALSE])[, 1L])
  }
  rows[at, , drop = FALSE]
}

# Returns list(centres, total). A cluster that loses all its rows takes the one farthest from its
# center.
lloyd <- function(rows, centres, max_steps = 100L) {
  k <- nrow(centres)
  old <- NULL
  for (step in seq_len(max_steps)) {
    squares <- squares_to(rows, centres)
    clusters <- max.col(-squares, ties.method = "first")
    for (empty in setdiff(seq_len(k), clusters)) {
      own <- squares[cbind(seq_along(clusters), clusters)]
      own[tabulate(clusters, k)[clusters] == 1L] <- -1
      clusters[which.max(own)] <- empty
    }
    if (identical(clusters, old)) break
    old <- clusters
    centres <- centres_of(rows, clusters, k)
  }
  list(centres = unname(centres), total = sum((rows - centres[clusters, , drop = FALSE])^2))
}
