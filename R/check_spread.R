# Whether points have a scale, and one only.

# Points that all coincide have no scale; columns of very different widths have several, of which
# distances see the largest only.
check_spread <- function(x, arg = "x") {
  if (is_distances(x)) {
    return(check_normal(max(x)))
  }
  half_width <- if (is_paged(x)) x$high / 2 - x$low / 2 else half_widths(x)
  if (all(half_width == 0)) {
    abort(
      "`{arg}` has no scale: all {nrow(x)} points coincide, every distance is zero.",
      "no_scale"
    )
  }
  largest <- max(half_width)
  check_normal(largest)
  # No distance is larger than the diagonal of the box around the points.
  diagonal <- 2 * sqrt(sum((half_width / largest)^2))
  if (largest > .Machine$double.xmax / diagonal) abort_out_of_range()
  # A column that is narrower is a constant with the rounding of a rotation.
  ratio <- largest / min(half_width[half_width > 1e-13 * largest])
  if (ratio > 1e5) {
    wide <- which.max(half_width)
    ratio <- signif(ratio, 2)
    inform(
      c("`{arg}`: column {wide} is {ratio} times as wide as the narrowest and dominates the
         distances.",
        i = "Scale the columns (`scale = TRUE`) if they have different units."),
      "scale"
    )
  }
}

# Column by column: apply() copies all of them at once.
half_widths <- function(x) {
  if (is_sparse_points(x)) {
    # Zeros that are not stored count.
    value <- c(x@x, numeric(sum(diff(x@p) < nrow(x))))
    column <- c(rep(seq_len(ncol(x)), diff(x@p)), which(diff(x@p) < nrow(x)))
    increasing <- order(column, value)
    last <- cumsum(tabulate(column, ncol(x)))
    ends <- value[increasing]
    return(ends[last] / 2 - ends[c(1L, last[-ncol(x)] + 1L)] / 2)
  }
  vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    max(column) / 2 - min(column) / 2
  }, 0)
}

# Distances at the lower end of double precision have lost their digits, or are none.
check_normal <- function(low) if (!is.na(low) && low < .Machine$double.xmin) abort_out_of_range()

abort_out_of_range <- function() {
  abort_argument(
    "`x`: distances between its points leave the range of double precision; rescale `x`."
  )
}
