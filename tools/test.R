# Runs testthat on the installed package; prints what failed and, last, "N passed, N failed".
# What failed is printed once more at the end, a line each that begins with "failed: ", so that the
# end of a long log says it. What each test took is in build/test_times_*.csv.
#   Rscript tools/test.R            all
#   Rscript tools/test.R threads    those whose outcome could hang on the thread backend, of which
#                                   src/r_executor.cpp is all that differs: bits, exceptions out of
#                                   workers, interrupts, forks
#   Rscript tools/test.R shared 1   all, with others that are started so under other numbers: each
#                                   takes a handful of files after the other from build/shared_tests
suppressMessages(library(testthat))
on_threads <- "^(same_bits|core_(abort|random|runtime|workers)|faults_session)$"
asked <- c(commandArgs(trailingOnly = TRUE), "all")
backend <- Sys.getenv("RCPP_PARALLEL_BACKEND", "tbb")
Sys.setenv(
  NOT_CRAN = "true",
  # Without it R asks systemd for the time zone, and warns where that does not run.
  TZ = Sys.getenv("TZ", "UTC"),
  LAPSCALE_SHARED = normalizePath(file.path("..", "shared"), mustWork = FALSE)
)
run <- function(filter = NULL) {
  test_dir(
    "tests/testthat",
    package = "lapscale", load_package = "installed", reporter = "check", stop_on_failure = FALSE,
    filter = filter
  )
}

# Handfuls of files that no other process has taken, of every n_handfuls-th file each, since
# neighbors take long together.
n_handfuls <- 24
run_shared <- function() {
  names <- sub("^test-(.*)[.]R$", "\\1", list.files("tests/testthat", "^test-.*[.]R$"))
  results <- list()
  for (handful in seq_len(n_handfuls)) {
    if (!dir.create(file.path("build/shared_tests", handful), showWarnings = FALSE)) next
    own <- names[seq(handful, length(names), by = n_handfuls)]
    results <- c(results, run(paste0("^(", paste(own, collapse = "|"), ")$")))
  }
  results
}

all_results <- switch(asked[[1]],
  all = run(), threads = run(on_threads), shared = run_shared()
)
result <- as.data.frame(structure(all_results, class = "testthat_results"))
lane <- if (asked[[1]] == "shared") paste0("_", asked[[2]])
utils::write.csv(
  result[c("file", "test", "nb", "user", "real")],
  paste0("build/test_times_", backend, lane, ".csv")
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
