# What is drawn at random.

# NULL draws a seed from R's own generator, when all arguments are found good; a number leaves that
# generator alone.
draw_seed <- function(seed) {
  if (!is.null(seed)) {
    return(seed)
  }
  part <- floor(stats::runif(2, 0, 2^26))
  part[[1]] * 2^26 + part[[2]]
}

# All rows up to 1000, otherwise 500, or as many as asked for.
draw_points <- function(n, n_points, seed) {
  size <- n_points %||% if (n <= 1000L) n else 500L
  if (size == n) seq_len(n) else sort(cpp_sample_rows(n, size, seed))
}
