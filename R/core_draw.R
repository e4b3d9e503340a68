# What is drawn at random.

# NULL draws a seed from R's own generator, when all arguments are found good; a number leaves that
# generator alone, and so does a call that ends in an error, see door().
draw_seed <- function(seed) {
  if (!is.null(seed)) {
    return(seed)
  }
  part <- floor(stats::runif(2, 0, 2^26))
  part[[1]] * 2^26 + part[[2]]
}

# Evaluates `expr` with R's generator started at `seed`, and puts it back to where it was.
keep_generator <- function(seed, expr) {
  restore <- generator_restorer()
  on.exit(restore())
  set.seed(seed)
  expr
}

# A function that puts R's generator back to where it is now; one without a state has none again.
generator_restorer <- function() {
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  function() {
    if (is.null(state)) {
      rm(".Random.seed", envir = globalenv())
    } else {
      assign(".Random.seed", state, envir = globalenv())
    }
  }
}

# An order of the rows `at` of x that does not change with the order of the rows, nor, but for ties,
# with rotations, shifts and units: by distance from the mean, ties by coordinates.
canonical_order <- function(x, at = seq_len(nrow(x))) {
  if (is_paged(x) && missing(at)) {
    return(order_paged_points(x))
  }
  x_mean <- if (is_paged(x)) x$mean else colMeans(x)
  rows <- x[at, , drop = FALSE]
  offset <- rows - rep(x_mean, each = length(at))
  offset <- offset / max(abs(offset), .Machine$double.xmin)
  far <- sqrt(rowSums(offset^2))
  columns <- lapply(seq_len(ncol(x)), function(j) rows[, j])
  order_by_distance(far, columns)
}

# By distances to six digits, ties by the columns.
order_by_distance <- function(far, columns = NULL) {
  do.call(order, c(list(distance_key(far)), columns))
}

distance_key <- function(far) round(far / max(far, .Machine$double.xmin), 6)

# Rows of points that a mean is taken over: all up to 1000, otherwise 500, or as many as asked for.
# Which points they are and in which order does not change with the order of the rows.
draw_points <- function(x, n_points, seed) {
  n <- nrow(x)
  size <- n_points %||% if (n <= 1000L) n else 500L
  place <- canonical_order(x)
  if (size == n) place else place[sort(cpp_sample_rows(n, size, seed))]
}
