# What is measured of the walk at the choice of bw_gc() without d, by the functions of the package.
facts_at_choice <- function(x, seed = 1) {
  x <- unname(as.matrix(x))
  attributes(x) <- attributes(x)["dim"]
  inside <- asNamespace("lapscale")
  bw <- suppressMessages(suppressWarnings(inside$bw_gc(x, seed = seed, replicates = 0L)))
  h <- as.numeric(bw)
  runtime <- inside$new_runtime(1L, FALSE)
  handle <- inside$cpp_points(x, runtime)
  on.exit(inside$cpp_release(handle))
  n <- nrow(x)
  rows <- if (n <= 1000) seq_len(n) else round(seq(1, n, length.out = 500))
  options <- inside$gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, n, ncol(x))
  held <- inside$acquire_consistency(handle, NA, rows, options, h, runtime)
  on.exit(inside$cpp_release(held), add = TRUE, after = FALSE)
  steps <- inside$cpp_steps(held, h, runtime)
  means <- lapply(inside$step_values(steps), colMeans)
  list(
    bandwidth = h, facts = c(means, neighbors = mean(steps$degree) - 1),
    eigenvalue_error = inside$expected_eigenvalue_error(means, n)
  )
}
