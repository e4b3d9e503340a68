# The same bits for any number of threads and on either backend: selectors and dimensions.

test_that("the same bits for any number of threads", {
  skip_on_cran()
  x <- selector_points()
  for (name in names(every_selector)) {
    one <- timeless(quietly(every_selector[[name]](x, n_threads = 1)))
    for (n in c(2, 3)) {
      expect_identical(timeless(quietly(every_selector[[name]](x, n_threads = n))), one,
                       info = name)
    }
  }
})

# Runs in child processes too: it names nothing but the package.
selector_bits <- function(n_threads) {
  x <- as.matrix(sample_hourglass(700, noise = 0.02, noise_dims = 2, seed = 1))
  without_clock <- function(result) {
    for (name in c("selection", "estimate")) {
      if (!is.null(attr(result, name))) attr(result, name)$facts$elapsed <- 0
    }
    result
  }
  lapply(list(
    bw_rec(x, n_threads = n_threads), bw_kernel_sum(x, n_threads = n_threads),
    bw_msvd(x, d = 2, n_points = 50, seed = 1, n_threads = n_threads),
    bw_knn(x, n_threads = n_threads), bw_median(x, n_threads = n_threads),
    bw_rate(x, d = 2, n_threads = n_threads), dim_growth(x, local = TRUE, n_threads = n_threads),
    dim_mle(x, local = TRUE, n_threads = n_threads),
    dim_kernel_sum(x, local = TRUE, n_threads = n_threads),
    dim_eigengap(x, 0.3, local = TRUE, seed = 1, n_threads = n_threads)
  ), without_clock)
}

test_that("the same bits for 1, 2 and 4 threads and on the other backend", {
  one <- selector_bits(1)
  expect_identical(selector_bits(2), one)
  expect_identical(suppressMessages(selector_bits(4)), one)
  is_tiny <- identical(Sys.getenv("RCPP_PARALLEL_BACKEND"), "tinythread")
  other <- if (is_tiny) "tbb" else "tinythread"
  there <- in_new_r(selector_bits, env = c(RCPP_PARALLEL_BACKEND = other), given = 2)
  expect_identical(there, one)
})
