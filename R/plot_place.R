# Where points are drawn: the first two columns of a table, or of an embedding.

# n x 2 for the rows that are kept, the second column 0 where there is one only; rows of NA are not
# drawn.
#   of  a list with n_given, the rows of the data, and rows, which of them are kept
resolve_place <- function(coordinates, of) {
  if (inherits(coordinates, "lapscale_embedding")) {
    coordinates <- as.matrix(coordinates)
    colnames(coordinates) <- paste("coordinate", seq_len(ncol(coordinates)))
  }
  place <- as_point_matrix(coordinates, "coordinates")
  if (nrow(place) != of$n_given || ncol(place) == 0L) {
    abort_argument(
      "`coordinates` must have {of$n_given} rows, one for each of the data, and a column or more,
       not {nrow(place)} row{?s} and {ncol(place)} column{?s}."
    )
  }
  place <- cbind(place, 0)[of$rows, 1:2, drop = FALSE]
  if (!any(is.finite(rowSums(place)))) {
    abort_argument("`coordinates` must have a row of finite numbers.")
  }
  place
}

# Where points are drawn unless that is said: as they are where they have one column or two, else
# by their first two principal components. n x 2, with the names of the axes.
#   columns  names of the columns of x, or NULL
place_of_points <- function(x, columns = NULL) {
  if (ncol(x) > 2L) {
    place <- principal_scores(x, principal_components(x), 1:2)
    colnames(place) <- paste("principal component", 1:2)
    return(place)
  }
  place <- unname(cbind(x, 0)[, 1:2, drop = FALSE])
  colnames(place) <- c(columns, if (is.null(columns)) paste("column", seq_len(ncol(x))), "")[1:2]
  place
}

# Names of the two axes; the second of one column has none.
place_labels <- function(place) {
  second <- if (any(place[, 2] != 0, na.rm = TRUE)) "coordinate 2" else ""
  colnames(place) %||% c("coordinate 1", second)
}
