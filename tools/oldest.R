# Puts the oldest versions that DESCRIPTION admits of what the package imports and links to, and of
# testthat, into build/oldest: from a library of this machine that has just that version (Debian 12
# has most), else from the archive of CRAN. Installs the package against them and runs its tests.
#   Rscript tools/oldest.R          all tests
#   Rscript tools/oldest.R "^bw_"   a filter of testthat
filter <- c(commandArgs(trailingOnly = TRUE), NA)[[1]]
lib <- file.path(getwd(), "build", "oldest")
dir.create(lib, recursive = TRUE, showWarnings = FALSE)
Sys.setenv(R_LIBS = lib)
.libPaths(c(lib, .libPaths()))

# What others are built against comes first.
oldest_versions <- function() {
  fields <- read.dcf("DESCRIPTION", c("Imports", "LinkingTo", "Suggests"))[1, ]
  entries <- lapply(strsplit(fields, ","), trimws)
  entries$Suggests <- grep("^testthat", entries$Suggests, value = TRUE)
  entry <- unlist(entries)
  name <- sub(" .*", "", entry)
  least <- sub(".*>= *([^)]+)[)]$", "\\1", entry)
  said <- least != entry
  of_base <- rownames(utils::installed.packages(priority = "base"))
  unsaid <- setdiff(name, c(name[said], of_base))
  if (length(unsaid)) stop("no least version in DESCRIPTION: ", toString(unsaid))
  versions <- stats::setNames(least, name)[said]
  first <- c("rlang", "cli", "Rcpp", "Matrix", "RcppEigen")
  versions[c(first, setdiff(names(versions), first))]
}

has_version <- function(lib, name, version) {
  have <- tryCatch(utils::packageVersion(name, lib), error = function(e) NULL)
  !is.null(have) && have == version
}

install_version <- function(name, version) {
  at <- Filter(function(lib) has_version(lib, name, version), .libPaths())
  if (length(at) && at[[1]] == lib) return()
  message("-- ", name, " ", version, " from ", c(at, "CRAN")[[1]])
  if (length(at)) {
    file.copy(file.path(at[[1]], name), lib, recursive = TRUE)
  } else {
    file <- sprintf("%s_%s.tar.gz", name, version)
    contrib <- utils::contrib.url(getOption("repos")[["CRAN"]], "source")
    tarball <- file.path(tempdir(), file)
    utils::download.file(paste(contrib, "Archive", name, file, sep = "/"), tarball, quiet = TRUE)
    utils::install.packages(tarball, lib, repos = NULL, type = "source", quiet = TRUE)
  }
  stopifnot(has_version(lib, name, version))
}

if (identical(getOption("repos")[["CRAN"]], "@CRAN@")) utils::chooseCRANmirror(ind = 1)
versions <- oldest_versions()
for (name in names(versions)) install_version(name, versions[[name]])
r <- function(...) system2(file.path(R.home("bin"), "R"), c("CMD", ...))
unlink(Sys.glob("src/*.o"))
stopifnot(r("INSTALL", "--no-docs", paste0("--library=", lib), ".") == 0)

Sys.setenv(NOT_CRAN = "true", LAPSCALE_SHARED = normalizePath("../shared", mustWork = FALSE))
options(lapscale.threads = 1)
library(testthat)
found <- as.data.frame(test_dir(
  "tests/testthat", package = "lapscale", load_package = "installed", reporter = "check",
  stop_on_failure = FALSE, filter = if (!is.na(filter)) filter
))
used <- vapply(names(versions), function(name) utils::packageVersion(name) == versions[[name]], NA)
stopifnot(used)
failed <- sum(found$failed) + sum(found$error)
cat(paste(names(versions), versions, collapse = ", "), "\n")
cat(sprintf("testthat (oldest): %d passed, %d failed\n", sum(found$passed), failed))
quit(status = as.integer(failed > 0))
