# Checks of what only bw_gc() and its kin take.

# Bandwidths to search: positive, sorted, distinct, at least two of them.
check_grid <- function(bandwidths, call = caller_env()) {
  ok <- is.numeric(bandwidths) && length(bandwidths) > 0L && is.null(dim(bandwidths))
  if (!ok) {
    abort_argument(
      "`bandwidths` must be a vector of positive numbers, not {describe(bandwidths)}.",
      call = call
    )
  }
  bad <- which(!is.finite(bandwidths) | bandwidths <= 0)
  if (length(bad)) {
    abort_argument(
      "`bandwidths` must be positive finite numbers; element {bad[[1]]} is
       {format(bandwidths[[bad[[1]]]])}.",
      call = call
    )
  }
  grid <- sort(unique(as.double(bandwidths)))
  if (length(grid) < 2L) {
    abort_argument(
      "`bandwidths` must hold two different values or more; one leaves nothing to choose.",
      call = call
    )
  }
  if (!identical(grid, as.double(bandwidths))) {
    inform("`bandwidths` sorted, repeated values removed.", "sorted")
  }
  grid
}

check_exponents <- function(alpha, call = caller_env()) {
  ok <- is.numeric(alpha) && length(alpha) > 0L && all(is.finite(alpha)) && all(alpha >= 0)
  if (!ok) {
    abort_argument("`alpha` must be 0 or more, not {describe(alpha)}.", call = call)
  }
  unique(as.double(alpha))
}

# Numbers of neighbours to try; NULL for a dense graph.
check_neighbor_counts <- function(k, graph, n, call = caller_env()) {
  if (graph == "dense") {
    if (!is.null(k)) {
      abort_argument("`k` goes with `graph = \"knn\"`.", call = call)
    }
    return(NULL)
  }
  if (is.null(k)) {
    return(as.integer(c(5, 10, 20, 40, 80)[c(TRUE, c(10, 20, 40, 80) < n / 2)]))
  }
  if (!length(k)) abort_argument("`k` must be whole numbers, not {describe(k)}.", call = call)
  unique(vapply(as.list(k), check_count, 0L, arg = "k", max = n - 1L, call = call))
}

# Points that all coincide have no scale; columns of very different widths have several, of which
# distances see the largest only.
check_spread <- function(x, arg = "x", call = caller_env()) {
  half_width <- apply(x, 2L, function(column) max(column) / 2 - min(column) / 2)
  if (all(half_width == 0)) {
    abort(
      "`{arg}` has no scale: all {nrow(x)} points coincide, every distance is zero.",
      "no_scale",
      call = call
    )
  }
  varying <- half_width[half_width > 0]
  if (max(varying) / min(varying) > 1e5) {
    wide <- which.max(half_width)
    ratio <- signif(max(varying) / min(varying), 2)
    inform(
      c("`{arg}`: column {wide} is {ratio} times as wide as the narrowest: distances see little
         else.",
        i = "Scale the columns first if they have different units."),
      "scale"
    )
  }
}

# Row numbers of the given x as row numbers of the rows that were kept.
match_rows <- function(rows, checked, arg = "points", call = caller_env()) {
  at <- match(rows, checked$rows)
  if (anyNA(at)) {
    left_out <- rows[is.na(at)][[1]]
    abort_argument("`{arg}` names row {left_out}, which has missing values.", call = call)
  }
  at
}

# All rows up to 1000, otherwise 500, or as many as asked for.
draw_points <- function(n, n_points, seed) {
  size <- n_points %||% if (n <= 1000L) n else 500L
  if (size == n) seq_len(n) else sort(cpp_sample_rows(n, size, seed))
}
