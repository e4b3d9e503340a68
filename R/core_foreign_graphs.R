# Recognizes graphs of other packages among what was given as points.

# What packages for nearest neighbors call the matrix of the numbers of neighbors and that of the
# distances to them.
neighbor_names <- list(
  index = c("nn.index", "nn.idx", "id", "idx", "index", "indices"),
  distance = c("nn.dist", "nn.dists", "dist", "distance", "distances")
)

# The field of the list x that has the first of `names` that x has; NULL if it has none.
field_of <- function(x, names) {
  fields <- intersect(names, names(x))
  if (length(fields)) x[[fields[[1]]]]
}

# Whether x is a graph of another package, as as_heat_graph() takes them: an igraph, lists of
# neighbors, or a sparse symmetric matrix, whose rows are not points.
is_foreign_graph <- function(x) inherits(x, "igraph") || is_neighbor_lists(x) || is_sparse_graph(x)

# Whether x, any object, is a list of neighbors and distances, as packages for nearest neighbors
# return.
is_neighbor_lists <- function(x) {
  is.list(x) && !is.data.frame(x) && !inherits(x, "lapscale_graph") &&
    !is.null(field_of(x, neighbor_names$index)) && !is.null(field_of(x, neighbor_names$distance))
}

# Whether x, any object, is a valid sparse symmetric Matrix of at least 2 rows.
is_sparse_graph <- function(x) {
  is_square <- methods::is(x, "sparseMatrix") && nrow(x) == ncol(x) && nrow(x) > 1L
  is_square && isTRUE(tryCatch(methods::validObject(x), error = function(e) FALSE)) &&
    is_symmetric(as_dgCMatrix(unname_matrix(x)))
}

# Raises an error if x is a sparse symmetric matrix with a negative entry, which is neither a graph
# nor a table of points.
refuse_negative_graph <- function(x) {
  if (is_sparse_graph(x)) {
    m <- as_dgCMatrix(unname_matrix(x))
    m@x[!is.finite(m@x)] <- 0
    check_entries(m, "weights or distances",
                  c(i = "as.matrix(x) makes points of the rows of a sparse symmetric matrix."))
  }
}

# Whether a square matrix m, plain or a dgCMatrix, is symmetric to rounding: up to 1e-12 of its
# largest finite entry in size. A missing value equals every other.
is_symmetric <- function(m) {
  largest <- max(abs(range(0, stored_values(m), finite = TRUE)))
  all(abs(stored_values(m - Matrix::t(m))) <= 1e-12 * largest, na.rm = TRUE)
}

# The numbers that m stores: all of a plain matrix, which is returned itself, or those of a
# dgCMatrix, a vector without the zeros that are not stored.
stored_values <- function(m) if (is.matrix(m)) m else m@x

# Raises an error if an entry of m is negative or not finite.
#   m      dgCMatrix;  hint: a further bullet of the error, or NULL
#   words  what the entries should be, such as "weights" or "distances"
# `entries` and `bad_entries` are data frames i (row), j (column), x (number); `entry` is the first
# bad one.
check_entries <- function(m, words, hint = NULL) {
  entries <- Matrix::summary(m)
  bad_entries <- entries[!is.finite(entries$x) | entries$x < 0, ]
  entry <- bad_entries[1L, ]
  negative <- if (is.finite(entry$x)) ", which is negative"
  refuse_if(nrow(bad_entries) > 0L,
            c("`x` must hold {words} of 0 or more; entry {entry$i}, {entry$j} is
               {format(entry$x)}{negative}.", hint))
}

# Returns a bullet, named "i", that says what to do with a graph that was given as points; NULL if x
# is no graph.
#   x     what the user gave;  also: what the function takes beside points, one or several texts
#         such as "a dist", or NULL
graph_hint <- function(x, also) {
  takes_graphs <- any(grepl("lapscale_graph", also, fixed = TRUE))
  hint <- if (takes_graphs && inherits(x, "igraph")) {
    "as_heat_graph(x, bandwidth, values = \"distances\") makes a lapscale_graph of edges with
     lengths, which are 1 without weights."
  } else if (takes_graphs) {
    "as_heat_graph(x, bandwidth) makes a lapscale_graph of neighbor lists,
     as_heat_graph(x, bandwidth, values = \"distances\") of edges with lengths."
  } else {
    "This function needs the points themselves; embed_eigenmaps(), embed_diffusion(),
     cluster_spectral() and most ssl_ functions take graphs."
  }
  if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) c(i = hint)
}
