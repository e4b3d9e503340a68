# Knits every page, those of vignettes/ and vignettes/articles/, and compares the numbers that it
# prints with the stored ones in tools/pages/, a line of output each:
#   Rscript tools/pages.R                 all pages
#   Rscript tools/pages.R noise sensors   some of them
#   Rscript tools/pages.R store [pages]   stores the numbers of today, to be looked at with git diff
# Pages run in sessions of their own. What was knit is in build/pages/. A page whose packages are not
# here is named and left out. The last line: "pages: N passed, N failed".
arguments <- commandArgs(trailingOnly = TRUE)
store <- "store" %in% arguments
names_given <- setdiff(arguments, "store")
files <- list.files("vignettes", "[.]Rmd$", recursive = TRUE, full.names = TRUE)
names(files) <- sub("[.]Rmd$", "", basename(files))
unknown <- setdiff(names_given, names(files))
if (length(unknown)) stop("no such page: ", toString(unknown))
if (length(names_given)) files <- files[names_given]
dir.create("build/pages", recursive = TRUE, showWarnings = FALSE)
dir.create("tools/pages", recursive = TRUE, showWarnings = FALSE)

# Relative: rounding of other machines moves printed digits.
tolerance <- 0.01

# A session of its own, as for R CMD build.
knit_page <- function(file, output) {
  code <- sprintf(paste0(
    "Sys.setenv(NOT_CRAN = 'true', TZ = 'UTC'); options(device = function(...) grDevices::pdf(NULL));",
    " knitr::opts_knit$set(root.dir = dirname(%1$s)); knitr::opts_chunk$set(error = FALSE);",
    " setwd('build/pages'); knitr::knit(%1$s, %2$s, quiet = TRUE, envir = new.env())"
  ), deparse(normalizePath(file)), deparse(file.path(getwd(), output)))
  log <- sub("md$", "log", output)
  status <- system2(file.path(R.home("bin"), "Rscript"), c("--no-init-file", "-e", shQuote(code)),
                    stdout = log, stderr = log)
  if (status == 0) return(NULL)
  utils::tail(readLines(log, warn = FALSE), 5)
}

# Printed output, and the text of paragraphs, in which numbers are computed.
printed_lines <- function(output) {
  lines <- readLines(output, encoding = "UTF-8", warn = FALSE)
  lines <- grep("^!\\[|^<img|^```|^---", lines, invert = TRUE, value = TRUE)
  # Times differ from run to run.
  lines <- gsub("[0-9.]+ (CPU )?(s|ms|seconds|minutes|MB|GB)\\b", "TIME", lines)
  trimws(lines[nzchar(trimws(lines))])
}

number <- "[-+]?[0-9]+[.]?[0-9]*(e[-+]?[0-9]+)?"
numbers_of <- function(line) as.numeric(regmatches(line, gregexpr(number, line))[[1]])

# What the stored lines say and those of today do not: other words, or numbers beyond the tolerance.
differences <- function(now, stored) {
  if (length(now) != length(stored)) {
    lost <- setdiff(stored, now)
    return(c(paste(length(stored), "lines stored,", length(now), "now"), utils::head(lost, 3)))
  }
  differs <- mapply(function(a, b) {
    if (identical(a, b)) return(FALSE)
    if (!identical(gsub(number, "#", a), gsub(number, "#", b))) return(TRUE)
    x <- numbers_of(a)
    y <- numbers_of(b)
    any(abs(x - y) > tolerance * pmax(abs(x), abs(y)) + 1e-8)
  }, now, stored)
  if (!any(differs)) return(NULL)
  as.vector(rbind(paste("stored:", stored[differs]), paste("now:   ", now[differs])))
}

packages_of <- function(file) {
  code <- readLines(file, warn = FALSE)
  named <- unlist(regmatches(code, gregexpr("\\b[A-Za-z][A-Za-z0-9.]+(?=::)", code, perl = TRUE)))
  attached <- regmatches(code, regexpr("(?<=library\\()[A-Za-z0-9.]+", code, perl = TRUE))
  packages <- unique(c(named, attached))
  # Pages name packages of other ecosystems in text; only those count that DESCRIPTION knows.
  known <- unlist(strsplit(read.dcf("DESCRIPTION")[1, ], "[ ,\n()]+"))
  intersect(packages, known)
}

passed <- failed <- 0L
for (name in names(files)) {
  absent <- Filter(function(p) !requireNamespace(p, quietly = TRUE), packages_of(files[[name]]))
  if (length(absent)) {
    cat(name, ": left out, needs ", toString(absent), "\n", sep = "")
    next
  }
  output <- file.path("build/pages", paste0(name, ".md"))
  record <- file.path("tools/pages", paste0(name, ".txt"))
  time <- system.time(problem <- knit_page(files[[name]], output))
  cpu <- sum(time[c("user.child", "sys.child")])
  if (is.null(problem)) {
    now <- printed_lines(output)
    if (store) writeLines(now, record, useBytes = TRUE)
    problem <- if (!file.exists(record)) "no stored numbers: Rscript tools/pages.R store" else
      differences(now, readLines(record, encoding = "UTF-8", warn = FALSE))
  }
  if (length(problem)) {
    failed <- failed + 1L
    cat("failed: ", name, "\n", paste0("  ", utils::head(problem, 20), "\n"), sep = "")
  } else {
    passed <- passed + 1L
  }
  cat(sprintf("%-22s %5.1f CPU s\n", name, cpu))
}
cat(sprintf("pages: %d passed, %d failed\n", passed, failed))
quit(status = as.integer(failed > 0))
