#' Profiles of clusters
#'
#' Summarizes clusters by a profile: the mean of each column in each cluster, the columns that tell
#' the clusters apart first.
#'
#' @details
#' A number is summarized by its means, `TRUE` and `FALSE` by the share of `TRUE`, and a factor or
#' text by the share of each level, in a column named `factor = level`. Other columns, and those
#' with more than 40 levels, are left out. Missing values are left out of the means.
#'
#' Columns are ordered by the share of their variance that lies between the clusters. The clusters
#' were made to differ, so this share is no test, and it is high for columns from which they were
#' made.
#'
#' `plot()` draws the profile as a heat map: how many standard deviations of the column the mean of
#' each cluster is above the mean of all rows. The numbers in the cells are the means.
#'
#' @param object Clusters that [cluster_spectral()] returned.
#' @param data A table with the rows of the data, which may have other columns than those that were
#'   clustered. If `NULL` (the default), the points of the fit, if it keeps them.
#' @param x A summary.
#' @param n The number of columns to show. The default is 8 for `print()` and 15 for `plot()`.
#' @param ... For `plot()`, graphical parameters. Otherwise not used.
#' @return `summary()` returns a list of class `summary.lapscale_clusters` with
#'   - `fit`, `clusters`, and `gaps`: the clusters, the table of `tidy()`, and the gaps;
#'   - `profile`: a data frame with one row per cluster and the columns `cluster`, `size`, and the
#'     means, or `NULL` if there is no table. `as.data.frame()` and `tidy()` return it;
#'   - `columns`: a data frame with one row per column of the profile: `column`, `between` (the
#'     share of the variance between the clusters), `mean`, and `sd` over all rows.
#' @section Errors:
#' - `lapscale_error_argument` if `data` is not a table with the rows of the data.
#' @seealso [lapscale_clusters], [embed_columns()].
#' @examples
#' clusters <- cluster_spectral(iris[1:4], 3)
#' profile <- summary(clusters, iris)
#' profile
#' plot(profile)
#' @export
summary.lapscale_clusters <- function(object, data = NULL, ...) door({
  profile <- profile_clusters(object, data)
  structure(
    list(fit = object, clusters = tidy(object), gaps = object$gaps, profile = profile$table,
         columns = profile$columns),
    class = c("summary.lapscale_clusters", "lapscale_result")
  )
}, ...)

# Returns means of the columns of a table in each cluster; NULL if there is no table, or no column
# of numbers or classes. Otherwise list, columns with the largest share first, of
#   table    data frame, a row per cluster: cluster (its number), size, and the mean of each column
#   columns  data frame, a row per column: column (its name), between (share of its variance that
#            lies between clusters, NA if it is constant), mean, sd (over all rows in clusters)
# Its arguments:
#   x     of cluster_spectral(): k (number of clusters), cluster (of each row of the data, or NA)
#   data  the table whose columns are described, a row per row of the data, or NULL: the points that
#         x keeps, if any
profile_clusters <- function(x, data) {
  # A data frame, or NULL. is_member: n_given x k, 1 for the cluster of a row, else 0, NA for rows
  # in none.
  table <- data %||% kept_points(x)
  table <- if (!is.null(table)) {
    beside_data(table, cluster_table(x$cluster, x$k), "for predict()")
  }
  is_member <- outer(unname(x$cluster), seq_len(x$k), "==") + 0
  # Numbers of the m rows in clusters; below, their values, m x c, a column per number or class, in
  # units of `column_unit`, 0 where they are not known.
  rows_in_clusters <- which(!is.na(is_member[, 1L]))
  table <- table[!names(table) %in% c(".cluster", ".margin", ".novelty")]
  values <- do.call(cbind, Map(profile_values, table, names(table)))[rows_in_clusters, , drop = FALSE]
  if (!length(values)) return(NULL)
  is_member <- is_member[rows_in_clusters, , drop = FALSE]
  column_unit <- apply(values, 2L, function(v) power_of_2(c(0, v[is.finite(v)])))
  values <- values / rep(column_unit, each = nrow(values))
  is_known <- is.finite(values)
  values[!is_known] <- 0
  # In each cluster how many values are known, and their means, k x c; then a number per column.
  counts <- crossprod(is_member, is_known + 0)
  means <- crossprod(is_member, values) / counts
  total_mean <- colSums(values) / colSums(counts)
  total_squares <- colSums((values - rep(total_mean, each = nrow(values)))^2 * is_known)
  between_squares <- colSums(counts * (means - rep(total_mean, each = x$k))^2, na.rm = TRUE)
  share <- ifelse(total_squares > 0, between_squares / total_squares, NA)
  order <- order(-share)
  means <- (means * rep(column_unit, each = x$k))[, order, drop = FALSE]
  list(
    table = data.frame(cluster = seq_len(x$k), size = tabulate(x$cluster, x$k), means,
                       check.names = FALSE),
    columns = data.frame(
      column = colnames(values), between = share, mean = total_mean * column_unit,
      sd = sqrt(total_squares / pmax(colSums(is_known) - 1, 1)) * column_unit, row.names = NULL
    )[order, ]
  )
}

# A column of a table, called `name`, as a matrix of numbers, n x 1 (or as many columns as it has),
# or for a factor or text, n x number of levels, 1 in the column of the level of a row, else 0. NULL
# for columns of more than max_classes levels, or of another kind, such as dates.
profile_values <- function(column, name) {
  if (is.logical(column) || is.numeric(column) && !is.factor(column)) {
    return(matrix(as.numeric(column), NROW(column), dimnames = list(NULL, c(
      if (NCOL(column) == 1L) name else paste(name, seq_len(NCOL(column)))
    ))))
  }
  levels <- if (is.factor(column) || is.character(column)) levels(factor(column))
  if (length(levels) > max_classes) return(NULL)
  values <- outer(as.character(column), levels, "==") + 0
  if (length(levels)) structure(values, dimnames = list(NULL, paste(name, "=", levels)))
}

#' @rdname summary.lapscale_clusters
#' @export
tidy.summary.lapscale_clusters <- function(x, ...) door(x$profile %||% x$clusters, ...)

# Prints a summary of clusters, with the n leading columns of its profile.
#   x  of summary(): fit (the clusters: cluster, named if the data have row names), clusters (data
#      frame, a row per cluster; medoid: the number of a row of the data), gaps (data frame with a
#      row per number of clusters, perhaps none), profile (data frame, a row per cluster: cluster,
#      size, and the mean of each column) and columns (data frame, a row per column: column, between
#      (share of its variance between clusters), and others), both NULL without a table
#' @rdname summary.lapscale_clusters
#' @export
print.summary.lapscale_clusters <- function(x, n = 8L, ...) {
  print(x$fit)
  clusters <- x$clusters
  clusters$medoid <- names(x$fit$cluster)[clusters$medoid] %||% clusters$medoid
  cat("Clusters (silhouette in eigenvectors, not in the data)\n")
  print(clusters, digits = 3, row.names = FALSE)
  if (nrow(x$gaps)) {
    cat("Gaps between eigenvalues\n")
    print(x$gaps, digits = 3, row.names = FALSE)
  }
  if (!is.null(x$profile)) {
    leading <- utils::head(x$columns, check_count(n, "n"))
    cat("Means of columns, those that tell the clusters apart first (last row: the share of the\n",
        "variance that lies between clusters)\n", sep = "")
    print(with_shares(x$profile[c("cluster", "size", leading$column)], leading$between),
          row.names = FALSE)
    if (nrow(x$columns) > n) cat("# ", count(nrow(x$columns) - n, "more column"), "\n", sep = "")
  }
  cat(describe_origin(x$fit))
  invisible(x)
}

# The profile as words, a data frame of texts, with a row of the shares below its means.
#   profile  data frame, a row per cluster: cluster, size, and the mean of each of c columns
#   between  length c, share of the variance of each column that lies between clusters, or NA
with_shares <- function(profile, between) {
  text_columns <- lapply(unclass(profile), format, digits = 3)
  shares <- character(length(between))
  is_known <- !is.na(between)
  shares[is_known] <- paste0(percent_of(between[is_known]), "%")
  as.data.frame(Map(c, text_columns, c("share", "", shares)), optional = TRUE)
}

# The picture of a profile, of its first n columns.
#' @rdname summary.lapscale_clusters
#' @export
plot.summary.lapscale_clusters <- function(x, ..., n = 15L) door(plot_object(x, list(...), n))

# Returns a picture of the means of the leading columns in each cluster as a table of colors: a row
# for each column, blue below the mean of all points and red above.
#   x    of summary(): profile (data frame, a row per cluster, with the mean of each column; NULL
#        without a table), columns (data frame column, mean, sd, the leading ones first)
#   n    at most this many columns are drawn;  ...: not used
# Of the cells, k for each column that is drawn: sds_from_mean (how many standard deviations the
# mean of the cluster is above that of all rows), cell_x, cell_y (the center, a cell is 1 wide and
# high), cell_texts (the mean), marks (of coloured_numbers(): colour, key, and others). `name_share`
# is the share of the width that the names take, `size` that of the letters.
#' @export
picture.summary.lapscale_clusters <- function(x, n = 15L, ...) {
  refuse_if(is.null(x$profile), "`x` has no profile: give summary() a table as `data`.")
  columns <- utils::head(x$columns[x$columns$sd > 0, ], check_count(n, "n"))
  k <- nrow(x$profile)
  means <- as.matrix(x$profile[columns$column])
  sds_from_mean <- c((means - rep(columns$mean, each = k)) / rep(columns$sd, each = k))
  cell_x <- rep(seq_len(k), nrow(columns))
  cell_y <- rep(rev(seq_len(nrow(columns))), each = k)
  ends <- c(-1, 1) * max(abs(sds_from_mean), na.rm = TRUE)
  ramp <- even_ramp(ends, grDevices::hcl.colors(65L, "Blue-Red 3"))
  marks <- coloured_numbers(sds_from_mean, ramp, "sd from mean")
  # The names of columns have as much of the width as they need.
  name_share <- min(0.5, 0.03 + 0.013 * max(nchar(columns$column)))
  cell_texts <- c(mapply(numbers_in_cells, as.data.frame(means), columns$sd))
  # A panel has room for some 72 letters.
  size <- 0.8 * min(1, 72 * (1 - name_share) / (k * max(nchar(cell_texts))))
  left_end <- 0.5 - k * name_share / (1 - name_share)
  new_picture(list(new_panel(
    list(
      rects_layer(cell_x - 0.5, cell_x + 0.5, cell_y - 0.5, cell_y + 0.5, marks$colour, "white"),
      # Holds the values for the key.
      points_layer(cell_x, cell_y, marks$colour, strength = 0, value = sds_from_mean),
      text_layer(cell_x, cell_y, cell_texts, size = size, colour = readable_on(marks$colour),
                 ground = FALSE),
      text_layer(rep(0.5 - 0.02 * k, nrow(columns)), rev(seq_len(nrow(columns))), columns$column,
                 across = 1, ground = FALSE)
    ),
    c(left_end, k + 0.5), c(0.5, nrow(columns) + 0.5),
    paste("Means in", count(k, "cluster")), "cluster", "",
    ticks = list(x = data.frame(value = seq_len(k), label = seq_len(k)),
                 y = list(value = numeric(), label = character())),
    key = marks$key
  )))
}

# The means of a column, one or more numbers, as texts, with the decimals that show a tenth of `sd`,
# the standard deviation of the column; with two digits if that takes more than 4 decimals.
numbers_in_cells <- function(means, sd) {
  decimals <- max(1 - floor(log10(sd)), 0)
  if (decimals > 4) return(short(means))
  means <- round(means, decimals)
  # No -0.00.
  formatC(means + 0, format = "f", digits = decimals)
}
