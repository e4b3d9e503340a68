# Runs testthat on the installed package; prints what failed and, last, "N passed, N failed".
# What failed is printed once more at the end, a line each that begins with "failed: ", so that the
# end of a long log says it. What each test took is in build/test_times_*.csv.
#   Rscript tools/test.R            all
#   Rscript tools/test.R threads    those whose outcome could hang on the thread backend: bits,
#                                   exceptions out of workers, interrupts, forks; not other
#                                   processes, which have backends of their own
suppressMessages(library(testthat))
on_threads <- paste0(
  "^(same_bits(_selectors)?|core_[^w].*|faults.*|fuzz.*|linalg_.*|bw_gc|graph_heat",
  "|metric_distortion)$"
)
threads_only <- identical(commandArgs(trailingOnly = TRUE), "threads")
backend <- Sys.getenv("RCPP_PARALLEL_BACKEND", "tbb")
Sys.setenv(
  NOT_CRAN = "true",
  # Without it R asks systemd for the time zone, and warns where that does not run.
  TZ = Sys.getenv("TZ", "UTC"),
  LAPSCALE_SHARED = normalizePath(file.path("..", "shared"), mustWork = FALSE)
)
all_results <- test_dir(
  "tests/testthat",
  package = "lapscale", load_package = "installed", reporter = "check", stop_on_failure = FALSE,
  filter = if (threads_only) on_threads
)
result <- as.data.frame(all_results)
utils::write.csv(
  result[c("file", "test", "nb", "user", "real")], paste0("build/test_times_", backend, ".csv")
)
slowest <- tapply(result$real, result$file, sum)
slowest <- head(sort(slowest, decreasing = TRUE), 8)
message("-- slowest files: ", paste0(names(slowest), " ", round(slowest), " s", collapse = ", "))
failed <- sum(result$failed) + sum(result$error)
for (test in all_results) {
  broken <- Filter(
    function(one) inherits(one, c("expectation_failure", "expectation_error")), test$results
  )
  for (one in broken) {
    line <- if (is.null(one$srcref)) "" else paste0(":", one$srcref[[1]])
    said <- strsplit(conditionMessage(one), "\n", fixed = TRUE)[[1]]
    said <- paste(trimws(head(said[nzchar(said)], 6)), collapse = " | ")
    cat("failed: ", test$file, line, " (", test$test, ", ", backend, "): ", said, "\n", sep = "")
  }
}
skipped <- sum(result$skipped)
if (skipped) message("-- ", skipped, " tests skipped")
cat(sprintf("testthat (%s): %d passed, %d failed\n", backend, sum(result$passed), failed))
quit(status = as.integer(failed > 0))
