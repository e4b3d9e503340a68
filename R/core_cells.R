# Objects of single cells, SingleCellExperiment and Seurat: their points are a reduced dimension,
# principal components if nothing else is asked, and results are put where other packages look.

# Returns the coordinates of an object of single cells, a matrix with a row per cell, and any other
# x as it is.
#   x        what the user gave as points, the argument `arg`
#   reduced  name of the reduced dimension of an object of cells; NULL: principal components
points_of_cells <- function(x, arg = "x", reduced = NULL) {
  if (is_cells(x)) cell_coordinates(x, reduced, arg) else x
}

# The cells of an object as the user would have given them without it: as coordinates.
#' @export
as_given.SingleCellExperiment <- function(x) points_of_cells(x)

# The cells of an object as the user would have given them without it: as coordinates.
#' @export
as_given.Seurat <- function(x) points_of_cells(x)

# Returns the coordinates of the cells in a reduced dimension, a matrix with a row for each cell.
#   x        an object of cells, the argument `arg`
#   reduced  the name of the reduced dimension; NULL: principal components, "PCA"
cell_coordinates <- function(x, reduced, arg) UseMethod("cell_coordinates")

# The coordinates of the cells, a matrix with a row for each.
#   x        the object of cells;  arg: the argument that errors name
#   reduced  name of the reduced dimension; NULL: principal components
#' @export
cell_coordinates.SingleCellExperiment <- function(x, reduced, arg) {
  check_installed("SingleCellExperiment", "to read such an object")
  names_in_x <- SingleCellExperiment::reducedDimNames(x)
  name <- reduced_name(reduced, names_in_x, arg,
                       "From counts, `scater::runPCA(scuttle::logNormCounts(x))` adds it.")
  as.matrix(SingleCellExperiment::reducedDim(x, name))
}

# The coordinates of the cells, a matrix with a row for each.
#   x        the object of cells;  arg: the argument that errors name
#   reduced  name of the reduced dimension; NULL: principal components
#' @export
cell_coordinates.Seurat <- function(x, reduced, arg) {
  check_installed("SeuratObject", "to read such an object")
  name <- reduced_name(reduced, SeuratObject::Reductions(x), arg,
                       "From counts, `Seurat::RunPCA()` adds it after NormalizeData() and
                        ScaleData().")
  SeuratObject::Embeddings(x, name)
}

# Returns which of `choices` is the reduced dimension of this name, in lower or upper case.
#   reduced  the name that the user gave, or NULL for "PCA";  choices: the names there are
#   arg      the argument that errors name;  hint: bullet of the error if the user gave no name
reduced_name <- function(reduced, choices, arg, hint) {
  target <- reduced %||% "PCA"
  refuse_if(!rlang::is_string(target),
            "`reduced` must be the name of a reduced dimension, not {describe(reduced)}.")
  index <- match(target, choices)
  if (is.na(index)) index <- match(tolower(target), tolower(choices))
  if (is.na(index)) {
    has <- if (length(choices)) paste0("; it has ", in_quotes(choices)) else ", nor any other"
    abort_argument(c("`{arg}` has no reduced dimension \"{target}\"{has}.",
                     i = if (is.null(reduced)) hint))
  }
  choices[[index]]
}

# Checks cells as points: their coordinates in a reduced dimension. Returns checked_points().
#   x      an object of cells
#   args   the arguments of the call, of which na_action, scale, metric, weights, and reduced, the
#          name of that dimension (NULL: "PCA"), are looked at; or NULL
#   kinds  kinds of points that the caller takes beside matrices, such as "sparse"
#   arg    the argument that errors name;  ...: min_rows, also, and of_distances of as_points()
#' @export
as_points.SingleCellExperiment <- function(x, args = NULL, kinds = character(), arg = "x", ...) {
  as_points(cell_coordinates(x, args[["reduced"]], arg), args, kinds, arg, ...)
}

#' @export
as_points.Seurat <- as_points.SingleCellExperiment

# Returns what an embedding function returns: the embedding, or x with its coordinates if x is an
# object of cells.
#   x          what the user gave as points
#   embedding  a lapscale_embedding of them, or a list of such, one per component
put_embedding <- function(x, embedding) UseMethod("put_embedding")

# Returns the embedding itself: data other than cells do not hold embeddings.
#' @export
put_embedding.default <- function(x, embedding) embedding

# Returns the object of cells x with the embedding as one more reduced dimension. A list of
# embeddings is returned as it is.
#   embedding  a lapscale_embedding (method: its name, such as "eigenmaps"), or a list of such
#' @export
put_embedding.SingleCellExperiment <- function(x, embedding) {
  if (!inherits(embedding, "lapscale_embedding")) return(embedding)
  SingleCellExperiment::reducedDim(x, embedding$method) <- named_coordinates(embedding)
  x
}

# Returns the object of cells x with the embedding as one more reduced dimension. A list of
# embeddings is returned as it is.
#   embedding  a lapscale_embedding (method: its name, such as "eigenmaps"), or a list of such
#' @export
put_embedding.Seurat <- function(x, embedding) {
  if (!inherits(embedding, "lapscale_embedding")) return(embedding)
  key <- paste0(gsub("[^a-z]", "", embedding$method), "_")
  x[[embedding$method]] <- SeuratObject::CreateDimReducObject(
    named_coordinates(embedding), key = key, assay = SeuratObject::DefaultAssay(x)
  )
  x
}

# Returns the coordinates of an embedding, a matrix with column names as objects of cells require:
# letters, "_", and a number.
#   embedding  method (its name, such as "eigenmaps"), and what as.matrix() needs
named_coordinates <- function(embedding) {
  coordinates <- as.matrix(embedding)
  colnames(coordinates) <- paste0(gsub("[^a-z]", "", embedding$method), "_",
                                  seq_len(ncol(coordinates)))
  coordinates
}

# Returns what a clustering function returns: the clusters, or x with a column of them if x is an
# object of cells.
#   x  what the user gave as points;  clusters: a lapscale_clusters of them
put_clusters <- function(x, clusters) UseMethod("put_clusters")

# Returns the clusters themselves: data other than cells do not hold them.
#' @export
put_clusters.default <- function(x, clusters) clusters

# Returns the object of cells x with the clusters as one more column of its table of cells, and all
# that is known of the clusters in its metadata.
#   clusters  a lapscale_clusters (cluster: the number of the cluster of each cell)
#' @export
put_clusters.SingleCellExperiment <- function(x, clusters) {
  x[["spectral_cluster"]] <- factor(clusters$cluster)
  x@metadata$spectral_cluster <- clusters
  x
}

# Returns the Seurat object x with the clusters as one more column of its table of cells, and all
# that is known of the clusters in its field misc.
#   clusters  a lapscale_clusters (cluster: the number of the cluster of each cell)
#' @export
put_clusters.Seurat <- function(x, clusters) {
  x[["spectral_cluster"]] <- stats::setNames(factor(clusters$cluster), colnames(x))
  x@misc$spectral_cluster <- clusters
  x
}
