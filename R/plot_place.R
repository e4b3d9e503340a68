# Where points are drawn.

# Takes the first two columns of a table, or of an embedding, for the rows that are kept: n x 2,
# named as the axes, the second column 0 if there is one only. Rows of NA are not drawn.
#   coordinates  as the user gave them: an embedding or a table
#   fit          a graph or a fit: n_given (number of rows of the data), rows (numbers of those
#                kept)
resolve_place <- function(coordinates, fit) {
  if (inherits(coordinates, "lapscale_embedding")) coordinates <- unname(as.matrix(coordinates))
  xy <- as_point_matrix(coordinates, "coordinates")
  refuse_if(nrow(xy) != fit$n_given || ncol(xy) == 0L,
            "`coordinates` must have {fit$n_given} rows, one for each of the data, and a column or
             more, not {nrow(xy)} row{?s} and {ncol(xy)} column{?s}.")
  xy <- two_columns(xy, colnames(xy), "coordinate")[fit$rows, , drop = FALSE]
  refuse_if(!any(is.finite(rowSums(xy))), "`coordinates` must have a row of finite numbers.")
  xy
}

# Points x, n x p, as they are if they have one column or two, else their first two principal
# components: n x 2, named as the axes.
#   x        a plain matrix, n x p
#   columns  names of the columns of x, or NULL
#   scaling  of find_scaling(): columns are drawn in the unit that they had before, or NULL
place_of_points <- function(x, columns = NULL, scaling = NULL) {
  if (ncol(x) <= 2L) return(two_columns(unscale_points(x, scaling), columns, "column"))
  two_columns(principal_scores(x, principal_components(x), 1:2), NULL, "principal component")
}

# The first two columns of a table of points, n x 2, named as the axes (a single column beside
# zeros), in the units in which a point set was given.
#   data  points as the user gave them;  min_rows: the fewest rows that they must have
columns_of_data <- function(data, min_rows) {
  if (is_shared(data)) data <- given_rows(data)
  two_columns(as_points(data, arg = "data", min_rows = min_rows)$x, column_names(data), "column")
}

# Columns whose standard deviations differ by more than this factor are not drawn in the same unit.
max_spread_ratio <- 10

# Returns the ratio of the units of the axes: NA for columns of the data that were scaled before
# they were compared, or that differ much in spread, for eigenvectors, and for a single column, else
# 1.
#   xy       n x 2, named as the axes
#   scaling  of the points, of find_scaling(): sd (NULL: only a metric was taken), columns (names of
#            those that were scaled, NULL: all); or NULL
aspect_of_place <- function(xy, scaling = NULL) {
  axes <- colnames(xy)[nzchar(colnames(xy))]
  if (length(axes) < 2L || any(startsWith(axes, "eigenvector"))) return(NA)
  if (any(grepl("^(coordinate|principal component) [12]$", axes))) return(1)
  is_free <- !is.null(scaling$sd) && all(axes %in% (scaling$columns %||% axes))
  spread <- apply(xy, 2L, stats::sd, na.rm = TRUE)
  is_free <- is_free || isTRUE(max(spread) > max_spread_ratio * min(spread) && min(spread) > 0)
  if (is_free) NA else 1
}

# The first two columns of x, n x s, under their names or numbers: n x 2. A single column stands
# beside zeros, whose name is "": an axis without a name is none.
#   names        of the columns of x, NA or "" for a column without one, or NULL
#   column_word  what a column without a name is called, before its number
two_columns <- function(x, names, column_word) {
  names <- names %||% rep("", ncol(x))
  is_unnamed <- is.na(names) | !nzchar(names)
  names[is_unnamed] <- paste(column_word, which(is_unnamed))
  xy <- unname(cbind(x, 0)[, 1:2, drop = FALSE])
  colnames(xy) <- c(names, "")[1:2]
  xy
}
