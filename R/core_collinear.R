# Columns that say what other columns say: copies, multiples, and sums of others. Each of them
# counts twice in distances.

# More columns are not searched, because the decomposition would take too long.
max_collinear <- 200L

# Shows a message that names up to three of the columns of checked points that others determine by a
# simple rule, if there are any. Points that are no plain matrix of 2 to max_collinear columns are
# not looked at.
#   checked  of as_points(): x (n x r, or points of another kind), columns (names or numbers of the
#            columns, or NULL)
inform_of_collinear <- function(checked) {
  x <- checked$x
  if (!is.matrix(x) || !is.numeric(x) || !ncol(x) %in% 2:max_collinear) return(invisible())
  relations <- collinear_columns(x)
  if (!length(relations)) return(invisible())
  columns <- checked$columns %||% seq_len(ncol(x))
  words <- vapply(relations, describe_relation, "", columns)
  others <- if (length(words) > 3L) paste0(", and ", length(words) - 3L, " more")
  sentence <- paste0(paste(utils::head(words, 3L), collapse = ", "), others)
  inform(c("`x`: {sentence}.",
           i = "Leave such columns out, unless what they measure should count more in distances."),
         "collinear")
}

# Says in words that a column depends on others, one text.
#   relation  of simple_relation(): list(column, a number; from, numbers of columns; factor, a
#             number): up to a constant, column = factor * sum of the columns `from`
#   columns   names of all columns, or numbers
describe_relation <- function(relation, columns) {
  sources <- columns[relation$from]
  if (length(sources) == 1L) {
    phrase <- if (isTRUE(all.equal(relation$factor, 1))) "a copy" else "a multiple"
    return(paste0("column ", columns[[relation$column]], " is ", phrase, " of column ", sources))
  }
  phrase <- if (isTRUE(all.equal(relation$factor, 1))) "the sum" else "a multiple of the sum"
  paste0("column ", columns[[relation$column]], " is ", phrase, " of ", shorten(sources, 5L))
}

# Finds columns that are, up to a constant, a multiple of another column or of the sum of several. A
# rotation into more columns than there are directions has other coefficients, and rows that all add
# up to the same number (compositions, rows less their mean, indicators of the levels of a factor)
# are no error: neither is reported.
# Returns a list, perhaps empty, with list(column, from, factor) for each such column: up to a
# constant, column = factor * sum of the columns `from`, both by their numbers.
#   x  n x r
# `rows` are numbers of rows of x, at most 10 r + 100, evenly spaced. `varying`, `basis` (as many
# independent columns as there are, the others are combinations of them), `pivoted` (basis, then the
# others), and `j` are numbers of columns. `standard` is list(x, sd) of these rows.
collinear_columns <- function(x) {
  n <- nrow(x)
  rows <- unique(round(seq(1, n, length.out = min(n, 10 * ncol(x) + 100))))
  standard <- standardize_columns(x[rows, , drop = FALSE])
  # With fewer rows, columns are dependent whatever they measure.
  varying <- which(standard$sd > 0)
  if (length(varying) < 2L || length(rows) <= length(varying) + 1L) return(list())
  # The limited pivoting of LINPACK moves columns that depend on earlier ones to the end.
  decomposition <- qr(standard$x[, varying, drop = FALSE], tol = 1e-9)
  rank <- decomposition$rank
  if (rank == length(varying)) return(list())
  pivoted <- varying[decomposition$pivot]
  basis <- pivoted[seq_len(rank)]
  relations <- lapply(pivoted[-seq_len(rank)], function(j) {
    coefficients <- qr.coef(decomposition, standard$x[, j])[varying %in% basis]
    names(coefficients) <- NULL
    simple_relation(x, j, varying[varying %in% basis], coefficients, standard$sd)
  })
  Filter(Negate(is.null), relations)
}

# Centers the columns of x, n x r, and divides them by their standard deviations (of all n, not n -
# 1). Returns list(x: the standardized columns, n x r; sd: of each column in the units of x, 0 for a
# constant).
# `largest` is the largest absolute value of each column.
standardize_columns <- function(x) {
  largest <- apply(abs(x), 2L, max)
  x <- x / rep(ifelse(largest > 0, largest, 1), each = nrow(x))
  x <- x - rep(colMeans(x), each = nrow(x))
  sd <- sqrt(colMeans(x^2))
  # Rounding of a constant.
  sd[sd < 1e-13] <- 0
  list(x = x / rep(ifelse(sd > 0, sd, 1), each = nrow(x)), sd = sd * largest)
}

# Returns list(column, from, factor) if a column is on all rows, up to a constant, factor times
# another column or the sum of several others, whose numbers are `from`; otherwise NULL. Also NULL
# if all of these add up to the same number (factor -1): for several, as in compositions, and for
# two columns of two values each, as the indicators of a factor are.
#   x             n x r;  column: the number of the column
#   basis         numbers of the columns that may be summed
#   coefficients  of the column by the columns of `basis`, all standardized, found on some rows of x
#   sd            standard deviation of each column of x on these rows, length r
# `from` are the columns of basis with a coefficient, `factors` their coefficients in the units of
# the data.
simple_relation <- function(x, column, basis, coefficients, sd) {
  is_used <- abs(coefficients) > 1e-8
  from <- basis[is_used]
  # In the units of the columns.
  factors <- coefficients[is_used] * (sd[[column]] / sd[from])
  differs <- abs(factors - factors[1L]) > 1e-8 * abs(factors[1L])
  if (!length(from) || any(differs)) return(NULL)
  factor <- mean(factors)
  adds_up <- abs(factor + 1) < 1e-8
  if (adds_up && (length(from) > 1L || length(unique(x[, column])) == 2L)) return(NULL)
  residual <- x[, column] - factor * rowSums(x[, from, drop = FALSE])
  if (diff(range(residual)) > 1e-8 * sd[[column]]) return(NULL)
  list(column = column, from = from, factor = factor)
}
