# Numbers in words, for print methods and messages.

# "1 point", "1,200 points".
count <- function(n, what, plural = paste0(what, "s")) {
  paste(format(n, big.mark = ",", scientific = FALSE), if (n == 1) what else plural)
}

in_quotes <- function(words, mark = "\"") paste0(mark, words, mark, collapse = ", ")

# The first few of many numbers.
shorten <- function(values, most = 6L) {
  shown <- paste(format(utils::head(values, most), big.mark = ",", trim = TRUE), collapse = ", ")
  if (length(values) > most) paste0(shown, ", ...") else shown
}

# A few digits of each number, whatever the others need; without an exponent where that is no
# longer.
short <- function(values, digits = 2) vapply(values, format, "", digits = digits, scientific = 2)

percent <- function(share) format(100 * share, digits = 2 + (share >= 0.1))

# Where the error is not below that of a guess by its standard error; both may have overflowed.

# Means and their standard errors.

mean_known <- function(v) mean(v[is.finite(v)])

# In a unit of their own, a power of two: squares neither overflow nor vanish.
sd_of_mean <- function(x) {
  unit <- max(abs(x), 0)
  unit <- if (is.finite(unit) && unit > 0) 2^floor(log2(unit)) else 1
  unit * (stats::sd(x / unit) / sqrt(length(x)))
}

# Standard error of mean(values[, i] - values[, j]) over the points where both are known.
paired_se <- function(values, i, j) {
  difference <- values[, i] - values[, j]
  difference <- difference[is.finite(difference)]
  if (length(difference) < 2L) NA_real_ else sd_of_mean(difference)
}

# Standard error of the mean over m of n points of sums over all pairs: each point enters its pairs
# at both ends. The square is that of sums that share a point, in which a pair is counted at both of
# its ends, less the pairs themselves.
#   influence  of some points, one column per mean
#   pairs      sums of the squares of what their pairs add to it
pair_mean_se <- function(influence, pairs, m, n) {
  share <- m / n
  own <- (1 + share) * pmax(colMeans(pairs), 0) / m
  spread <- apply(influence, 2L, stats::var) * (1 / m + 3 / n)
  sqrt(pmax(spread - own, own))
}

# A table with the row names that as.data.frame() was given; NULL: those that it has.
with_row_names <- function(table, row.names) {
  if (is.null(row.names)) {
    return(table)
  }
  good <- is.character(row.names) || is.numeric(row.names)
  if (!good || length(row.names) != nrow(table) || anyNA(row.names) || anyDuplicated(row.names)) {
    abort_argument("`row.names` must be NULL or {nrow(table)} different names.")
  }
  row.names(table) <- row.names
  table
}
