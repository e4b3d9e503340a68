# Recognizes graphs of other packages among what was given as points.

# What packages for nearest neighbors call the matrix of neighbors and that of distances.
neighbor_names <- list(
  index = c("nn.index", "nn.idx", "id", "idx", "index", "indices"),
  distance = c("nn.dist", "nn.dists", "dist", "distance", "distances")
)

# The field of the list x that has the first of `names` that x has; NULL if it has none.
first_of <- function(x, names) {
  fields <- intersect(names, names(x))
  if (length(fields)) x[[fields[[1]]]]
}

# Recognizes graphs of other packages, as as_heat_graph() knows them. The rows of a sparse symmetric
# matrix are not points.
is_foreign_graph <- function(x) inherits(x, "igraph") || is_neighbor_lists(x) || is_sparse_graph(x)

# Whether x is a list of neighbors and distances, as packages for nearest neighbors return.
is_neighbor_lists <- function(x) {
  is.list(x) && !is.data.frame(x) && !inherits(x, "lapscale_graph") &&
    !is.null(first_of(x, neighbor_names$index)) && !is.null(first_of(x, neighbor_names$distance))
}

# Whether x is a sparse symmetric matrix.
is_sparse_graph <- function(x) {
  square <- methods::is(x, "sparseMatrix") && nrow(x) == ncol(x) && nrow(x) > 1L
  square && isTRUE(tryCatch(methods::validObject(x), error = function(e) FALSE)) &&
    is_symmetric(as_general(unname_matrix(x)))
}

# Refuses x if it is a sparse symmetric matrix with a negative entry, which is neither a graph nor a
# table of points, whatever else is missing in it.
refuse_signed <- function(x) {
  if (is_sparse_graph(x)) {
    m <- as_general(unname_matrix(x))
    m@x[!is.finite(m@x)] <- 0
    check_entries(m, "weights or distances",
                  c(i = "as.matrix(x) makes points of the rows of a sparse symmetric matrix."))
  }
}

# Whether a square matrix m, plain or a dgCMatrix, is symmetric to rounding. A missing value equals
# every other.
is_symmetric <- function(m) {
  largest <- max(abs(range(0, stored_values(m), finite = TRUE)))
  all(abs(stored_values(m - Matrix::t(m))) <= 1e-12 * largest, na.rm = TRUE)
}

# The numbers that m, a plain matrix or a dgCMatrix, stores.
stored_values <- function(m) if (is.matrix(m)) m else m@x

# Refuses entries that are no weights and no distances.
#   m      dgCMatrix;  hint: a further line of the error
#   words  what the entries are, "weights" or "distances"
check_entries <- function(m, words, hint = NULL) {
  entries <- Matrix::summary(m)
  bad_entries <- entries[!is.finite(entries$x) | entries$x < 0, ]
  if (nrow(bad_entries)) {
    entry <- bad_entries[1L, ]
    negative <- if (is.finite(entry$x)) ", which is negative"
    where <- "entry {entry$i}, {entry$j} is {format(entry$x)}{negative}."
    abort_argument(c(paste("`x` must hold {words} of 0 or more;", where), hint))
  }
}

# Says what to do with a graph where points are wanted, as a line of a message; NULL where x is
# none.
#   also  what else the function takes, in words
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
