# Tells whether points have a scale, and one only.

# Checks the spread of points. Points that all coincide have no scale. Columns of very different
# widths have several scales, and distances depend on the largest only.
check_spread <- function(x, arg = "x") UseMethod("check_spread")

#' @export
check_spread.default <- function(x, arg = "x") {
  half_width <- half_widths(x)
  refuse_if(all(half_width == 0),
            "`{arg}` has no scale: all {nrow(x)} points coincide. Check its columns.", "no_scale")
  largest <- max(half_width)
  check_normal(largest)
  # No distance is larger than the diagonal of the box around the points.
  diagonal <- 2 * sqrt(sum((half_width / largest)^2))
  if (largest > .Machine$double.xmax / diagonal) abort_out_of_range()
  wide <- which.max(half_width)
  inform_if(sum(half_width > 0) > 1L && is_numbering(x, wide, half_width),
            c("`{arg}`: column {wide} looks like row numbers, and it is the widest.",
              i = "Leave it out: distances would depend on the order of the rows."), "row_numbers")
  # A column that is narrower is a constant with the rounding of a rotation.
  ratio <- largest / min(half_width[half_width > 1e-13 * largest])
  if (ratio > 1e5) {
    ratio <- signif(ratio, 2)
    inform(c("`{arg}`: column {wide} is {ratio} times as wide as the narrowest and dominates the
              distances.",
             i = "Scale the columns (`scale = TRUE`) if they have different units."), "scale")
  }
}

# Tells whether the widest column holds each of n whole numbers in a row once, and is twice as wide
# as all others.
is_numbering <- function(x, wide, half_width) {
  n <- nrow(x)
  far <- 2 * half_width[[wide]] == n - 1 && sum(2 * half_width > half_width[[wide]]) == 1L
  far && n >= 20L && is.matrix(x) && setequal(x[, wide] - min(x[, wide]), seq_len(n) - 1)
}

# Distances are equal if they differ by no more than this share, here as in the core.
equal_distances <- 1e-10

# Tells whether all points are equally far from all others that they do not coincide with. In r
# dimensions no more than r + 1 places can be, and so are any few of them.
is_equidistant <- function(x, few = 50L) {
  if (!is_in_memory(x) || nrow(x) > few && !is_equidistant(x[seq_len(few), , drop = FALSE])) {
    return(FALSE)
  }
  if (is_distances(x)) return(are_equal(x[x > 0]))
  x <- x[unique(first_at_place(x)), , drop = FALSE]
  x <- x / max(abs(x), .Machine$double.xmin)
  nrow(x) <= ncol(x) + 1L &&
    all(vapply(seq_len(nrow(x) - 1L), function(i) are_equal(distances_to_row(x, i)[-i]), NA))
}

are_equal <- function(distances) {
  length(distances) == 0L || max(distances) <= min(distances) * (1 + equal_distances)
}

# Computes distances to a row from all rows.
distances_to_row <- function(x, i) UseMethod("distances_to_row")

#' @export
distances_to_row.default <- function(x, i) sqrt(rowSums((x - rep(x[i, ], each = nrow(x)))^2))

# Computes half widths column by column, because apply() copies all columns at once.
half_widths <- function(x) UseMethod("half_widths")

#' @export
half_widths.default <- function(x) {
  vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    max(column) / 2 - min(column) / 2
  }, 0)
}

# Distances at the lower end of double precision have lost their digits, or are none.
check_normal <- function(low) if (!is.na(low) && low < .Machine$double.xmin) abort_out_of_range()

abort_out_of_range <- function() {
  abort_argument("`x`: distances between its points leave the range of double precision; rescale
                  `x`.")
}

# Does what every selector does with its checked points: says what there is to say about their
# scale, unless that has been said; holds them, unless they are; lets go what it made.
check_spread_once <- function(checked) if (is.null(checked$shared)) check_spread(checked$x)

# Checks points for a bandwidth that the user may have selected on them, and was told then.
check_spread_for <- function(bandwidth, checked) {
  selected <- inherits(bandwidth, "lapscale_bandwidth")
  muffle(check_spread(checked$x), paste0("lapscale_message_", c("scale", "row_numbers")[selected]))
}

# Refuses to find the dimension of points that are all equally far from each other, and warns of a
# bandwidth that is chosen for them: the weights of all pairs are equal, whatever it is.
#   of  "dimension" or "bandwidth", what is to be found
check_equidistant <- function(checked, of = "bandwidth") {
  once(checked, "equidistant", of, function() {
    if (is_equidistant(checked$x)) {
      refuse_if(of == "dimension",
                "`x` has no scale: all distances between its points are equal.", "no_scale")
      warn(c("`x`: all distances between its points are equal, so no bandwidth stands out.",
             i = "All pairs of points have the same weight at any bandwidth."), "equidistant")
    }
  })
}
