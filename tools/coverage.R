# The second half of tools/coverage.sh: runs testthat under covr, reads gcov's counts, prints both.

# covr puts a count before each expression, also before the call that is the whole body of a
# function. The package reads such bodies, of door() and UseMethod(): with this it reads past the
# counts.
body_past_counts <- function(fun) {
  code <- base::body(fun)
  while (is.call(code)) {
    if (identical(code[[1L]], quote(`{`)) && length(code) == 2L) {
      code <- code[[2L]]
    } else if (identical(code[[1L]], quote(`if`)) && isTRUE(code[[2L]])) {
      code <- code[[3L]][[3L]]
    } else {
      break
    }
  }
  code
}

# The lines of R and how often they ran, in a copy of the package. Flags for gcov stay out: the
# tests of R run the core too, and the core has tests of its own. Tests that kill a process leave a
# half-written count of its lines, which covr cannot read. Functions that a list holds when the
# package is built, as verdicts and learners, are not traced in that list, so that they seem not to
# have run.
count_r <- function() {
  copy <- "build/coverage_package"
  unlink(copy, recursive = TRUE)
  dir.create(copy)
  file.copy(c("DESCRIPTION", "NAMESPACE", "R", "src", "inst", "man", "demo"), copy, recursive = TRUE)
  dump("body_past_counts", file.path(copy, "R", "body_past_counts.R"))
  cat("body <- body_past_counts\n", file = file.path(copy, "R", "body_past_counts.R"), append = TRUE)
  options(covr.flags = c(CXX17FLAGS = ""))
  run <- function() {
    system2(file.path(R.home("bin"), "Rscript"), c("--no-init-file", "tools/test.R"))
    counts <- list.files(dirname(find.package("lapscale")), "^covr_trace_", full.names = TRUE)
    whole <- vapply(counts, function(f) !inherits(try(readRDS(f), TRUE), "try-error"), NA)
    unlink(counts[!whole])
  }
  code <- sprintf("setwd(%s); (%s)()", deparse(getwd()), paste(deparse(run), collapse = "\n"))
  covered <- covr::package_coverage(copy, type = "none", code = code)
  counts <- covr::tally_coverage(covered, by = "line")
  # Not what it finds of the headers; those are counted below. Nor what reads past the counts.
  counts <- counts[grepl("^R/(?!body_past_counts)", counts$filename, perl = TRUE), ]
  data.frame(file = counts$filename, line = counts$line, count = counts$value)
}

# The same of the headers: a header is in many tests, so its counts are summed.
count_cpp <- function() {
  texts <- readLines("build/coverage.json")
  of_file <- function(file) {
    lines <- file$lines
    if (!length(lines)) return(NULL)
    data.frame(
      file = file$file,
      line = vapply(lines, function(l) l$line_number, 0),
      count = vapply(lines, function(l) l$count, 0)
    )
  }
  counts <- lapply(texts, function(text) {
    do.call(rbind, lapply(jsonlite::fromJSON(text, simplifyVector = FALSE)$files, of_file))
  })
  stats::aggregate(count ~ file + line, do.call(rbind, counts), sum)
}

# Prints the share of lines that ran and the files below 90 %; TRUE if the share is `least` percent.
report <- function(name, counts, least) {
  utils::write.csv(counts[counts$count == 0, ], sprintf("build/coverage-missed-%s.csv", name))
  percent <- 100 * mean(counts$count > 0)
  cat(sprintf("%s: %.1f %%\n", name, percent))
  by_file <- sort(100 * tapply(counts$count > 0, counts$file, mean))
  low <- by_file[by_file < 90]
  cat(sprintf("  %5.1f %% %s\n", low, names(low)), sep = "")
  percent >= least
}

enough <- c(report("R", count_r(), 95), report("C++", count_cpp(), 90))
quit(status = as.integer(!all(enough)))
