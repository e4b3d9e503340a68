# Says so where points look like distances or weights of pairs of points: a symmetric matrix with
# the same number on all of the diagonal; no distance is below, no weight above. One with negative
# entries may hold correlations.
#   m  n x r, taken as n points
warn_like_pairs <- function(m, arg) {
  kind <- pairs_like(m)
  if (!is.null(kind)) {
    advice <- "Use as.dist({arg}) for distances, or as_heat_graph({arg}) for weights."
    if (kind == "a matrix of correlations") {
      advice <- "as.dist(sqrt(2 - 2 * {arg})) makes distances of correlations."
    }
    warn(c("`{arg}` looks like {kind} of {nrow(m)} points; its rows are taken as points with
            {ncol(m)} columns.",
           i = advice), "pairs")
  }
}

# Describes in words what a table of points looks like, if it is square and symmetric with one
# number on the diagonal; otherwise NULL. Points that are alone in their rows and columns, as those
# of diag(n), do not count, nor does a matrix of one number.
pairs_like <- function(m) {
  if (nrow(m) != ncol(m) || nrow(m) <= 2L) return(NULL)
  diagonal <- Matrix::diag(m)[is.finite(Matrix::diag(m))]
  self <- c(diagonal, 0)[[1L]]
  if (any(abs(diagonal - self) > 1e-12 * abs(self)) || !is_symmetric(m)) return(NULL)
  Matrix::diag(m) <- NA
  name_pairs(c(if (!is.matrix(m)) 0, stored_values(m)), self)
}

# Names what numbers between pairs are, with the number `own` on the diagonal.
name_pairs <- function(values, self) {
  between <- range(values, finite = TRUE)
  is_bounded <- self > 0 && max(abs(between)) <= self
  if (between[[1]] < 0) return(if (is_bounded) "a matrix of correlations")
  if (self < 0 || between[[2]] == 0) return(NULL)
  if (self > 0) return(if (between[[2]] <= self && between[[1]] < self) "a matrix of weights")
  if (all(values %in% c(0, 1, NA))) "a matrix of edges" else "a matrix of distances"
}

# Proposes t() for a table that has variables as rows, such as counts of genes by cells: rows with
# names, and columns that are far more alike than rows, since what varies is mostly the mean of a
# row and hardly that of a column. Tables of measurements can be so too (ratings of judges, say):
# therefore there must be many more rows than columns, or counts, of which some are 0.
inform_of_transposed <- function(m, arg, names = rownames(m)) {
  n <- nrow(m)
  p <- ncol(m)
  is_long <- n >= max(500, 10 * p)
  if (is.null(names) || p < 10L || !is_long && min(n, p) < 50L) return(invisible())
  is_number <- !is.na(suppressWarnings(as.numeric(utils::head(names, 50L))))
  if (all(is_number)) return(invisible())
  values <- stored_values(m)
  size <- max(abs(values), 0)
  if (!is.finite(size) || size == 0 || min(values) < 0) return(invisible())
  if (!is_long && !are_counts_of_names(values, length(m), names)) return(invisible())
  of_rows <- Matrix::rowMeans(m) / size
  of_columns <- Matrix::colMeans(m) / size
  mean <- mean(of_columns)
  total <- sum((values / size)^2) / length(m) - mean^2
  row_share <- mean((of_rows - mean)^2) / total
  column_share <- mean((of_columns - mean)^2) / total
  inform_if(isTRUE(row_share > 0.4 && column_share < row_share / 4),
            c("`{arg}`: its {p} columns are far more alike than its {n} rows, which have names
               ({names[[1]]}, {names[[2]]}, ...).",
              i = "Points are rows. If the rows are variables, such as genes, use `t({arg})`."),
            "transposed")
}

# Whether a table has counts of things that have names, which do not begin with a number as dates
# do.
#   values  those that are stored of a table of this size
are_counts_of_names <- function(values, size, names) {
  all(grepl("^[[:alpha:]]", utils::head(names, 50L))) && sum(values > 0) < 0.95 * size &&
    all(values == round(values))
}

# Says so where the rows of points are single times of a series, which has a past.
inform_of_series <- function(x, arg) {
  inform_if(stats::is.ts(x) || inherits(x, c("zoo", "xts")),
            c("`{arg}` is a time series, whose rows are taken as points: single times without their
               past.",
              i = "To compare stretches of time, use windows of r rows: `embed(as.matrix({arg}), r)`.
                   To leave time aside, use `as.data.frame({arg})`."), "series")
}
