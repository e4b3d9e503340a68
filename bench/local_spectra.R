# Seconds of the local eigenvalues of many columns. Rscript bench/local_spectra.R
# LAPSCALE_BEFORE: a library with the package as it was, to be timed beside this one.
source("bench/common.R")
machine()
x <- benchmark_set("digit1")
stopifnot(!is.null(x))
file <- tempfile(fileext = ".rds")
saveRDS(x, file)
seconds <- function(library) {
  code <- sprintf(
    ".libPaths(c(%s, .libPaths())); options(lapscale.threads = 1); x <- readRDS('%s');
     spent <- system.time(b <- suppressWarnings(suppressMessages(
       lapscale::select_bandwidth(x, 'msvd', seed = 1))));
     cat(spent[[1]], as.numeric(b))", deparse(library), file
  )
  out <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE)
  as.numeric(strsplit(utils::tail(out, 1L), " ")[[1]])
}
here <- dirname(find.package("lapscale"))
ways <- c(before = Sys.getenv("LAPSCALE_BEFORE"), now = here)
found <- lapply(ways[nzchar(ways)], seconds)
show_table(data.frame(
  package = names(found), `seconds of cpu` = vapply(found, `[[`, 0, 1L),
  bandwidth = vapply(found, `[[`, 0, 2L), check.names = FALSE
), "select_bandwidth(\"msvd\") on Digit1: 1500 x 241, 50 points, 40 bandwidths, 1 thread")
