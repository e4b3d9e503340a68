# Runs testthat on the installed package; prints what failed and, last, "N passed, N failed".
suppressMessages(library(testthat))
backend <- Sys.getenv("RCPP_PARALLEL_BACKEND", "tbb")
Sys.setenv(
  NOT_CRAN = "true",
  LAPSCALE_SHARED = normalizePath(file.path("..", "shared"), mustWork = FALSE)
)
result <- as.data.frame(test_dir(
  "tests/testthat",
  package = "lapscale", load_package = "installed", reporter = "check", stop_on_failure = FALSE
))
failed <- sum(result$failed) + sum(result$error)
skipped <- sum(result$skipped)
if (skipped) message("-- ", skipped, " tests skipped")
cat(sprintf("testthat (%s): %d passed, %d failed\n", backend, sum(result$passed), failed))
quit(status = as.integer(failed > 0))
