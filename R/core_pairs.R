# Warns of points that look like distances or weights of pairs of points: a symmetric matrix with
# the same number on all of the diagonal; no distance is below, no weight above. One with negative
# entries may hold correlations.
#   x  a plain matrix or a dgCMatrix, n x r, taken as n points, the argument `arg`
warn_like_pairs <- function(x, arg) {
  kind <- describe_pairs(x)
  if (!is.null(kind)) {
    advice <- "Use as.dist({arg}) for distances, or as_heat_graph({arg}) for weights."
    if (kind == "a matrix of correlations") {
      advice <- "as.dist(sqrt(2 - 2 * {arg})) makes distances of correlations."
    }
    warn(c("`{arg}` looks like {kind} of {nrow(x)} points; its rows are taken as points with
            {ncol(x)} columns.",
           i = advice), "pairs")
  }
}

# Describes in words what a table of points looks like, such as "a matrix of distances", if it is
# square and symmetric with one number on the diagonal, up to roots of rounding errors, which
# sqrt(2 - 2 * cosine) has there; otherwise NULL. A matrix without entries off the diagonal, as
# diag(n), does not count, nor does a matrix of one number.
#   x  a plain matrix or a dgCMatrix, n x r
# `diagonal_value` is the number on the diagonal, and `diagonal` has it for each row, without those
# that are not finite.
describe_pairs <- function(x) {
  if (nrow(x) != ncol(x) || nrow(x) <= 2L) return(NULL)
  rounding <- 1e-7 * max(0, abs(stored_values(x)), na.rm = TRUE)
  diagonal <- Matrix::diag(x)[is.finite(Matrix::diag(x))]
  diagonal[abs(diagonal) <= rounding] <- 0
  diagonal_value <- c(diagonal, 0)[[1L]]
  differs <- abs(diagonal - diagonal_value) > 1e-12 * abs(diagonal_value)
  if (any(differs) || !is_symmetric(x)) return(NULL)
  Matrix::diag(x) <- NA
  kind_of_pairs(c(if (!is.matrix(x)) 0, stored_values(x)), diagonal_value)
}

# Says in words what kind of matrix has these numbers for pairs of points: "a matrix of weights", "a
# matrix of edges" (0 and 1, 0 on the diagonal), "a matrix of distances", or "a matrix of
# correlations"; NULL if it is none of these.
#   off_diagonal  the numbers off the diagonal, some NA;  diagonal_value: the number on it
kind_of_pairs <- function(off_diagonal, diagonal_value) {
  ends <- range(off_diagonal, finite = TRUE)
  is_bounded <- diagonal_value > 0 && max(abs(ends)) <= diagonal_value
  if (ends[[1]] < 0) return(if (is_bounded) "a matrix of correlations")
  if (diagonal_value < 0 || ends[[2]] == 0) return(NULL)
  is_weights <- diagonal_value > 0 && ends[[2]] <= diagonal_value && ends[[1]] < diagonal_value
  if (diagonal_value > 0) return(if (is_weights) "a matrix of weights")
  if (all(off_diagonal %in% c(0, 1, NA))) "a matrix of edges" else "a matrix of distances"
}

# Shows a message that proposes t() for a table that has variables as rows, such as counts of genes
# by cells: rows with names, and columns that are far more alike than rows, since what varies is
# mostly the mean of a row and hardly that of a column. Tables of measurements can be so too
# (ratings of judges, say): therefore there must be many more rows than columns, or counts, of which
# some are 0.
#   x  a plain matrix or a dgCMatrix, the argument `arg`;  names: of its rows, or NULL
# `values` are the numbers that x stores, `size` the largest of them. In units of it, the variance
# is that of all entries; `row_share` and `column_share` are the shares of it that the means of
# rows, and of columns, have.
inform_of_transposed <- function(x, arg, names = rownames(x)) {
  n <- nrow(x)
  p <- ncol(x)
  is_long <- n >= max(500, 10 * p)
  if (is.null(names) || p < 10L || !is_long && min(n, p) < 50L) return(invisible())
  is_number <- !is.na(suppressWarnings(as.numeric(utils::head(names, 50L))))
  if (all(is_number)) return(invisible())
  values <- stored_values(x)
  size <- max(abs(values), 0)
  if (!is.finite(size) || size == 0 || min(values) < 0) return(invisible())
  if (!is_long && !are_counts_of_names(values, length(x), names)) return(invisible())
  means_of_rows <- Matrix::rowMeans(x) / size
  means_of_columns <- Matrix::colMeans(x) / size
  overall_mean <- mean(means_of_columns)
  variance <- sum((values / size)^2) / length(x) - overall_mean^2
  row_share <- mean((means_of_rows - overall_mean)^2) / variance
  column_share <- mean((means_of_columns - overall_mean)^2) / variance
  inform_if(isTRUE(row_share > 0.4 && column_share < row_share / 4),
            c("`{arg}`: its {p} columns are far more alike than its {n} rows, which have names
               ({names[[1]]}, {names[[2]]}, ...).",
              i = "Points are rows. If the rows are variables, such as genes, use `t({arg})`."),
            "transposed")
}

# Whether a table holds whole numbers of which at least 5% are zeros, and has rows whose names begin
# with a letter (as those of dates do not).
#   values  the numbers of the table that are stored;  size: how many it has, zeros included
#   names   of its rows
are_counts_of_names <- function(values, size, names) {
  all(grepl("^[[:alpha:]]", utils::head(names, 50L))) && sum(values > 0) < 0.95 * size &&
    all(values == round(values))
}

# Shows a message if x, what the user gave as `arg`, is a time series, whose rows are single times.
inform_of_series <- function(x, arg) {
  inform_if(stats::is.ts(x) || inherits(x, c("zoo", "xts")),
            c("`{arg}` is a time series, whose rows are taken as points: single times without their
               past.",
              i = "To compare stretches of time, use windows of r rows:
                   `embed(as.matrix({arg}), r)`.
                   To leave time aside, use `as.data.frame({arg})`."), "series")
}
