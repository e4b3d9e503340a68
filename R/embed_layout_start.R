# Where the points of a layout start. Points at one position have the same forces on them and never
# part, so no two start there unless they are copies of a row; notes/layout.md.

# Returns the coordinates where points start, n x s: those of `init`, centered, or principal
# components or eigenmaps with the largest absolute value 1, where columns that there are not are 0.
# Points at one position are set_apart().
#   graph    a lapscale_graph, or of affinity_graph(): rows (which row of the data each point is),
#            n_given (number of all rows), mass (how many observations each point stands for, 1 or
#            length n)
#   problem  of prepare_layout(): target (count: s), points (of point_table(), or NULL for a graph
#            without points), with init: "pca", "eigenmaps", or the coordinates, n_given x s
#   runtime  of new_runtime()
layout_start <- function(graph, problem, runtime) {
  n <- length(graph$rows)
  s <- problem$target$count
  x <- if (!is.null(problem$points)) points_of_graph(graph, problem$points)
  if (is.numeric(problem$init)) {
    start <- as_point_matrix(problem$init, "init")
    is_right_shape <- nrow(start) == graph$n_given && ncol(start) == s
    refuse_if(!is_right_shape || !all(is.finite(start[graph$rows, ])),
              "`init` must have {graph$n_given} rows and {s} column{?s} of finite numbers, not
               {nrow(start)} row{?s} and {ncol(start)} column{?s}.")
    start <- unname(start[graph$rows, , drop = FALSE])
    return(set_apart(start - rep(colMeans(start), each = n), place_of_vertices(graph, problem)))
  }
  is_pca <- !is.null(x) && problem$init == "pca"
  start <- if (is_pca) leading_directions(x, s, rep_len(graph$mass, n), runtime) else
    if (is.null(x)) start_of_parts(graph, problem, s, runtime) else
      layout_eigenmaps(graph, problem, s, runtime)
  start <- start / max(abs(start), .Machine$double.xmin)
  # Eigenvectors of a graph are less accurate than principal components.
  set_apart(start, place_of_vertices(graph, problem), digits = if (is_pca) 10L else 7L)
}

# Returns the coordinates where points start, of which different points at one position are moved
# by up to a thousandth of the largest coordinate. Copies of a point are moved with it.
#   start         coordinates, n x s
#   place_of_row  length n, the number of the first row that each is a copy of, its own if of none
#   digits        positions are equal if they agree to this number of digits of the largest
#                 coordinate
set_apart <- function(start, place_of_row, digits = 10L) {
  size <- max(abs(start))
  if (size == 0) size <- 1
  # Length n, the number of the first row that starts at the same position.
  first_at_position <- first_equal_row(round(start / size, digits) + 0)
  if (!anyDuplicated(first_at_position)) return(start)
  # Those of the different rows: where several have one, they are to be set apart.
  row_positions <- first_at_position[place_of_row == seq_along(place_of_row)]
  moved_rows <- which(first_at_position %in% row_positions[duplicated(row_positions)])
  step <- matrix(cpp_uniform(length(start), 1, 0) - 0.5, nrow(start))
  start[moved_rows, ] <- (start + 2e-3 * size * step)[place_of_row[moved_rows], , drop = FALSE]
  start
}

# Returns for each vertex the number of the first vertex that coincides with it, length n: vertices
# with equal points, or in a graph without points those that edges of weight 1 join, if its weights
# were made of distances.
#   graph    a lapscale_graph, or of affinity_graph(): rows (which row of the data each vertex is),
#            of_kernel (FALSE where the weights were given, not made of distances)
#   problem  of prepare_layout(): points, of point_table(), or NULL for a graph without points
place_of_vertices <- function(graph, problem) {
  if (!is.null(problem$points)) return(first_equal_row(points_of_graph(graph, problem$points)))
  n <- length(graph$rows)
  if (!isTRUE(graph$of_kernel)) return(seq_len(n))
  # Weights of distances are 1 at distance 0: n x n, 1 for pairs of copies.
  copy_graph <- as_dgCMatrix(methods::as((sparse_weights(graph) == 1) * 1, "CsparseMatrix"))
  membership <- components_of(copy_graph)$membership
  match(membership, membership)
}

# Returns coordinates of the vertices of a graph, n x s: eigenmaps of each component, in a circle
# (for s = 2) whose area is proportional to the number of its vertices, and the circles beside each
# other, the largest in the middle. Of a connected graph, layout_eigenmaps().
#   graph    a lapscale_graph: weights (n x n, plain or sparse), and what layout_eigenmaps() needs
#   problem  of prepare_layout(): points, of point_table(), or NULL
#   s        the number of coordinates
#   runtime  of new_runtime()
start_of_parts <- function(graph, problem, s, runtime) {
  membership <- components_of(graph$weights)$membership
  # Numbers of vertices of the components; below, `rows` is a list of their vertices, and radius,
  # distance (from the middle), and centres (a row for each) are in its order.
  size <- tabulate(membership)
  if (length(size) == 1L) return(layout_eigenmaps(graph, problem, s, runtime))
  rows <- split(seq_along(membership), membership)[order(-size, seq_along(size))]
  radius <- lengths(rows)^(1 / s)
  # A circle is as far from the middle as those before it reach together.
  radius_before <- cumsum(c(0, lengths(rows)[-length(rows)]))^(1 / s)
  distance <- 1.3 * (radius_before + radius * (radius_before > 0))
  centres <- spiral_directions(length(rows), s) * distance
  start <- matrix(0, length(membership), s)
  for (part in seq_along(rows)) {
    part_rows <- rows[[part]]
    n <- length(part_rows)
    part_start <- if (n <= s + 2L) spiral_directions(n, s) * (n > 1L) else
      layout_eigenmaps(keep_points(graph, part_rows), problem, s, runtime)
    part_start <- part_start / max(sqrt(rowSums(part_start^2)), .Machine$double.xmin)
    start[part_rows, ] <- rep(centres[part, ], each = n) + radius[[part]] * part_start
  }
  start - rep(colMeans(start), each = nrow(start))
}

# n directions in s dimensions, 1 to 3, that follow each other at golden sections: unit vectors,
# n x s.
spiral_directions <- function(n, s) {
  index <- seq_len(n)
  turn <- 2 * pi * index * (sqrt(5) - 1) / 2
  height <- 1 - 2 * ((index * 0.7548776662466927) %% 1)
  switch(s, cbind((-1)^index), cbind(cos(turn), sin(turn)),
         cbind(sqrt(1 - height^2) * cos(turn), sqrt(1 - height^2) * sin(turn), height))
}

# The coordinates of points on their first s principal components, n x s, up to a factor, of fixed
# signs; columns beyond the number of components are 0. Of distances, by classical scaling.
#   x        points, n x r, plain, sparse, or on the disk; or distances
#   mass     how many observations each row of x stands for, length n
#   runtime  of new_runtime(): number of threads
leading_directions <- function(x, s, mass, runtime) {
  if (is_distances(x)) {
    distances <- x[, attr(x, "self"), drop = FALSE]
    pairs <- leading_eigenpairs(
      double_centred(-(distances / max(distances))^2 / 2, mass), min(s, nrow(x)), runtime
    )
    scores <- pairs$vectors * rep(sqrt(pmax(pairs$values, 0)), each = nrow(x))
  } else {
    x <- whole_points(x)
    unit <- max(abs(x - rep(colMeans(x), each = nrow(x))))
    pca <- principal_components(x, unit, mass)
    axes <- seq_len(min(s, length(pca$values)))
    scores <- principal_scores(x, pca, axes)
  }
  cbind(fix_signs(scores), matrix(0, nrow(x), s - ncol(scores)))
}

# Returns the coordinates of Laplacian eigenmaps of the same points, on their default graph, or of
# the same graph, n x s.
#   graph    a lapscale_graph, or of affinity_graph(): rows (which row of the data each point is),
#            n_given (number of all rows), mass (how many observations each point stands for, 1 or
#            length n)
#   problem  of prepare_layout(): points, of point_table(), or NULL
#   s        number of coordinates
#   runtime  of new_runtime(): n_threads
layout_eigenmaps <- function(graph, problem, s, runtime) {
  points <- problem$points
  points_or_graph <- if (is.null(points)) graph else {
    share_checked(checked_points(points$x, graph$rows, graph$n_given, mass = graph$mass))
  }
  args <- list(
    n_components = s, components = if (is.null(points)) "keep" else "connect",
    na_action = "error", scale = FALSE, metric = "euclidean", seed = 1,
    n_threads = runtime$n_threads, progress = FALSE
  )
  settings <- list(
    type = "geometric", usual_alpha = 1, dots = list(), coordinates = "leading", is_picture = TRUE,
    only_spectrum = TRUE
  )
  e <- muffle_own(embed_by("eigenmaps", points_or_graph, settings, args))
  unname(e$coordinates)[graph$rows, , drop = FALSE]
}
