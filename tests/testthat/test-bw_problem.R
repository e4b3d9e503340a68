# What the selectors on points share. What each does with it is in the selectors' own tests.

settings_with <- function(...) {
  utils::modifyList(
    list(
      n_bandwidths = 5L, seed = 1, n_threads = 1, na_action = "error", scale = FALSE,
      progress = FALSE
    ),
    list(...)
  )
}

test_that("more replicates than the memory holds are refused by their own name", {
  skip_on_cran()
  error <- expect_error(
    bw_gc(normal_points(20, 3), replicates = 1e9), "`replicates` is too large",
    class = "lapscale_error_memory"
  )
  expect_match(conditionMessage(error), "needs 596 GB")
})
