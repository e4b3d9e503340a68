# Numbers in words, for print methods and messages.

# Writes a number with its noun: "1 point", "1,200 points".
count <- function(n, what, plural = paste0(what, "s")) {
  paste(format(n, big.mark = ",", scientific = FALSE), if (n == 1) what else plural)
}

in_quotes <- function(words, mark = "\"") paste0(mark, words, mark, collapse = ", ")

# Shows the first few of many numbers.
shorten <- function(values, most = 6L) {
  shown <- paste(trimws(format(utils::head(values, most), big.mark = ",")), collapse = ", ")
  if (length(values) > most) paste0(shown, ", ...") else shown
}

# Writes a few digits of each number, whatever the others need; without an exponent where that is no
# longer.
short <- function(values, digits = 2) vapply(values, format, "", digits = digits, scientific = 2)

percent <- function(share) format(100 * share, digits = 2 + (share >= 0.1))

# The error is not below that of guessing by its standard error; both may have overflowed.

# Means and their standard errors.

mean_known <- function(v) mean(v[is.finite(v)])

# Computes in a unit of the values' own, a power of two, so that squares neither overflow nor
# vanish.
sd_of_mean <- function(x) {
  unit <- max(abs(x), 0)
  unit <- if (is.finite(unit) && unit > 0) 2^floor(log2(unit)) else 1
  unit * (stats::sd(x / unit) / sqrt(length(x)))
}

# Computes standard error of mean(values[, i] - values[, j]) over the points where both are known.
paired_se <- function(values, i, j) {
  difference <- values[, i] - values[, j]
  difference <- difference[is.finite(difference)]
  if (length(difference) < 2L) NA_real_ else sd_of_mean(difference)
}

# Computes the standard error of the mean over m of n points of sums over all pairs. Each point
# enters its pairs at both ends. The square is that of sums that share a point, in which a pair is
# counted at both of its ends, minus the pairs themselves.
#   influence  of some points, one column per mean
#   pairs      sums of the squares of what their pairs add to it
pair_mean_se <- function(influence, pairs, m, n) {
  share <- m / n
  own <- (1 + share) * pmax(colMeans(pairs), 0) / m
  spread <- apply(influence, 2L, stats::var) * (1 / m + 3 / n)
  sqrt(pmax(spread - own, own))
}

# Returns a table with the row names that as.data.frame() was given; NULL: those that it has.
with_row_names <- function(table, row.names) {
  good <- is.null(row.names) || (is.character(row.names) || is.numeric(row.names)) &&
    length(row.names) == nrow(table) && !anyNA(row.names) && !anyDuplicated(row.names)
  if (!good) abort_argument("`row.names` must be NULL or {nrow(table)} different names.")
  if (!is.null(row.names)) row.names(table) <- row.names
  table
}

# Numbers that remember how they were found: the parent of lapscale_bandwidth and
# lapscale_dimension. Among numbers they are numbers: whatever is done to one gives plain numbers.

#   value  the number
#   class  its own classes, the most special one first
#   ...    what it remembers, as attributes
new_number <- function(value, class, ...) {
  structure(as.double(value), ..., class = c(class, "lapscale_number"))
}

# Returns it without class and attributes: a number, a matrix of points.
plain <- function(x) {
  if (inherits(x, "lapscale_sample")) x <- as.matrix(x)
  if (inherits(x, "lapscale_number")) as.double(x) else x
}

#' @export
Ops.lapscale_number <- function(e1, e2) {
  operator <- get(.Generic, mode = "function")
  if (missing(e2)) operator(plain(e1)) else operator(plain(e1), plain(e2))
}

#' @export
Math.lapscale_number <- function(x, ...) get(.Generic, mode = "function")(plain(x), ...)

#' @export
Summary.lapscale_number <- function(..., na.rm = FALSE) {
  do.call(.Generic, c(lapply(list(...), plain), na.rm = na.rm))
}

#' @export
c.lapscale_number <- function(...) do.call(c, lapply(list(...), plain))

#' @export
rep.lapscale_number <- function(x, ...) rep(plain(x), ...)

#' @export
`[.lapscale_number` <- function(x, ...) plain(x)[...]

#' @export
`[[.lapscale_number` <- function(x, ...) plain(x)[[...]]

# A number that is put in its place was not found that way.
#' @export
`[<-.lapscale_number` <- function(x, ..., value) `[<-`(plain(x), ..., value = plain(value))

#' @export
`[[<-.lapscale_number` <- function(x, ..., value) `[[<-`(plain(x), ..., value = plain(value))

#' @export
seq.lapscale_number <- function(from, ...) seq(plain(from), ...)

#' @export
format.lapscale_number <- function(x, ...) format(plain(x), ...)

#' @export
as.character.lapscale_number <- function(x, ...) as.character(plain(x), ...)

# Package Matrix dispatches on S4 classes: it sees the number. It knows the classes that are named
# to setOldClass() in full (bw_select.R, dim_class.R).
#' @rdname lapscale_bandwidth
#' @aliases Ops,Matrix,lapscale_number-method Ops,lapscale_number,Matrix-method
#' @param e1,e2 A Matrix and a bandwidth, in either order.
#' @importFrom methods Ops
#' @importClassesFrom Matrix Matrix
#' @export
methods::setMethod("Ops", signature("Matrix", "lapscale_number"), function(e1, e2) {
  methods::callGeneric(e1, plain(e2))
})

#' @rdname lapscale_bandwidth
#' @export
methods::setMethod("Ops", signature("lapscale_number", "Matrix"), function(e1, e2) {
  methods::callGeneric(plain(e1), e2)
})

selection <- function(bw) attr(bw, "selection")

# Returns the least power of 2 that is not below any |v|, away from the ends of double precision; 1
# for zeros.
power_of_2 <- function(v) {
  largest <- max(abs(v))
  if (largest > 0) 2^min(max(ceiling(log2(largest)), -1022), 1022) else 1
}

# Returns squares in units of `unit`; NA where what is not zero leaves the range of double
# precision.
squares_back <- function(v, unit) {
  found <- v * unit * unit
  lost <- is.finite(v) & v > 0 & (found < .Machine$double.xmin | is.infinite(found))
  replace(found, which(lost), NA_real_)
}
