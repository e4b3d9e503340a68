# Runs testthat on the installed package; prints what failed and, last, "N passed, N failed".
#   Rscript tools/test.R            all
#   Rscript tools/test.R threads    those whose outcome could hang on the thread backend: bits,
#                                   exceptions out of workers, interrupts, forks
suppressMessages(library(testthat))
on_threads <- "^(same_bits|core_|faults|fuzz|linalg_|bw_gc$|graph_heat$|metric_distortion)"
threads_only <- identical(commandArgs(trailingOnly = TRUE), "threads")
backend <- Sys.getenv("RCPP_PARALLEL_BACKEND", "tbb")
Sys.setenv(
  NOT_CRAN = "true",
  # Without it R asks systemd for the time zone, and warns where that does not run.
  TZ = Sys.getenv("TZ", "UTC"),
  LAPSCALE_SHARED = normalizePath(file.path("..", "shared"), mustWork = FALSE)
)
result <- as.data.frame(test_dir(
  "tests/testthat",
  package = "lapscale", load_package = "installed", reporter = "check", stop_on_failure = FALSE,
  filter = if (threads_only) on_threads
))
slowest <- tapply(result$real, result$file, sum)
slowest <- head(sort(slowest, decreasing = TRUE), 8)
message("-- slowest files: ", paste0(names(slowest), " ", round(slowest), " s", collapse = ", "))
failed <- sum(result$failed) + sum(result$error)
skipped <- sum(result$skipped)
if (skipped) message("-- ", skipped, " tests skipped")
cat(sprintf("testthat (%s): %d passed, %d failed\n", backend, sum(result$passed), failed))
quit(status = as.integer(failed > 0))
