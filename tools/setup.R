# Brings this machine to where lapscale can be built, by need:
#   Rscript tools/setup.R demo    what DESCRIPTION imports and links to
#   Rscript tools/setup.R test    and what the tests, the vignettes and R CMD check use
#   Rscript tools/setup.R pages   and what the articles of the site use
#   Rscript tools/setup.R machines  and the compilers and emulators of tools/core_on.sh
#   Rscript tools/setup.R dev     and the tools of CONTRIBUTING.md and the peers that bench/ measures
#
# For each package that is missing or too old: Debian's prebuilt r-cran-* where apt may be used and
# its library is searched by this R, else CRAN. Nothing goes into the project's folder. Packages
# that are good enough are left alone, so a second run does nothing.

need <- commandArgs(trailingOnly = TRUE)
need <- if (length(need)) match.arg(need[[1]], c("demo", "test", "pages", "machines", "dev")) else "demo"

say <- function(...) message("-- ", ...)

# "Rcpp (>= 1.0.9), cli" -> named character: package -> least version ("" if any will do)
parse_field <- function(field) {
  if (is.na(field)) return(character())
  entry <- trimws(strsplit(field, ",")[[1]])
  entry <- entry[nzchar(entry)]
  name <- sub("\\s*\\(.*", "", entry)
  least <- ifelse(grepl(">=", entry), sub(".*>=\\s*([^)]+)\\).*", "\\1", entry), "")
  stats::setNames(trimws(least), name)
}

wanted_packages <- function(need) {
  description <- read.dcf("DESCRIPTION")[1, ]
  fields <- c("Depends", "Imports", "LinkingTo", if (need != "demo") "Suggests")
  wanted <- do.call(c, lapply(fields, function(f) parse_field(description[f])))
  if (need %in% c("pages", "dev")) {
    wanted <- c(wanted, parse_field(description["Config/Needs/website"]))
  }
  if (need == "dev") {
    wanted <- c(wanted, parse_field(description["Config/Needs/dev"]))
  }
  wanted <- wanted[order(names(wanted), -nchar(wanted))]
  wanted <- wanted[!duplicated(names(wanted))]
  base <- rownames(utils::installed.packages(priority = "base"))
  wanted[!names(wanted) %in% c("R", base)]
}

is_met <- function(name, least) {
  have <- tryCatch(as.character(utils::packageVersion(name)), error = function(e) NA)
  !is.na(have) && (!nzchar(least) || utils::compareVersion(have, least) >= 0)
}

unmet <- function(wanted) wanted[!mapply(is_met, names(wanted), wanted)]

# ---- apt ---------------------------------------------------------------------------------------

run <- function(command, ...) {
  suppressWarnings(system2(command[[1]], c(command[-1], ...), stdout = FALSE, stderr = FALSE))
}

# The words that start an apt-get command on this machine; NULL where it may not be used.
apt_get <- function() {
  if (!nzchar(Sys.which("apt-get"))) return(NULL)
  if (identical(unname(Sys.info()["effective_user"]), "root")) return("apt-get")
  if (nzchar(Sys.which("sudo")) && run(c("sudo", "-n", "true")) == 0) {
    return(c("sudo", "-n", "apt-get"))
  }
  NULL
}

apt_install <- function(apt, packages) {
  say("apt: ", paste(packages, collapse = " "))
  Sys.setenv(DEBIAN_FRONTEND = "noninteractive")
  run(apt, "install", "-y", "-q", "--no-install-recommends", packages) == 0
}

# Packages of Bioconductor, which CRAN does not have: Debian's are used, and without these the pages
# and tests that need them are skipped.
bioconductor <- c("HSMMSingleCell", "SingleCellExperiment")

debian_name <- function(package) {
  paste0(ifelse(package %in% bioconductor, "r-bioc-", "r-cran-"), tolower(package))
}

# Of the wanted packages, the names of those that apt has in a version that is new enough.
apt_serves <- function(wanted) {
  deb <- debian_name(names(wanted))
  policy <- system2("apt-cache", c("policy", deb), stdout = TRUE)
  candidate <- sub(".*Candidate:\\s*", "", grep("Candidate:", policy, value = TRUE))
  candidate <- stats::setNames(candidate, sub(":$", "", grep("^r-(cran|bioc)-", policy, value = TRUE)))
  version <- sub("^[0-9]+:", "", candidate[deb])
  version <- sub("([+~]dfsg.*)?-[^-]*$", "", version)
  good <- !is.na(version) & version != "(none)"
  good[good] <- mapply(function(v, least) {
    !nzchar(least) || utils::compareVersion(v, least) >= 0
  }, version[good], wanted[good])
  names(wanted)[good]
}

searches_apt_library <- function() {
  "/usr/lib/R/site-library" %in% normalizePath(.libPaths(), mustWork = FALSE)
}

# ---- CRAN --------------------------------------------------------------------------------------

library_to_write <- function() {
  writable <- .libPaths()[file.access(.libPaths(), 2) == 0]
  if (length(writable)) return(writable[[1]])
  user <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep)[[1]][[1]]
  user <- path.expand(user)
  dir.create(user, recursive = TRUE, showWarnings = FALSE)
  .libPaths(c(user, .libPaths()))
  user
}

# Packages, of any version, that these need in turn and that R does not bring.
needed_in_turn <- function(packages) {
  choose_mirror()
  all <- unlist(tools::package_dependencies(packages, recursive = TRUE))
  all <- setdiff(all, rownames(utils::installed.packages(priority = "high")))
  stats::setNames(rep("", length(all)), all)
}

choose_mirror <- function() {
  if (identical(unname(getOption("repos")["CRAN"]), "@CRAN@")) utils::chooseCRANmirror(ind = 1)
}

cran_install <- function(packages) {
  choose_mirror()
  lib <- library_to_write()
  say("CRAN: ", paste(packages, collapse = " "), " (from source, into ", lib, ")")
  # Matrix is a recommended package that ties to the version of R: the one R has stays.
  offered <- utils::available.packages()
  offered <- offered[rownames(offered) != "Matrix", , drop = FALSE]
  utils::install.packages(packages, lib = lib, available = offered, Ncpus = 2L, quiet = TRUE)
}

# ---- what else the build calls -----------------------------------------------------------------

# program -> Debian package; RcppParallel builds oneTBB with cmake, and so do the core tests.
wanted_programs <- function(need) {
  programs <- c(cmake = "cmake")
  if (need != "demo") {
    programs <- c(programs, pandoc = "pandoc", qpdf = "qpdf", ccache = "ccache", `clang++` = "clang",
                  chromium = "chromium")
  }
  if (need == "machines") {
    programs <- c(
      programs, `aarch64-linux-gnu-g++` = "g++-aarch64-linux-gnu",
      `qemu-aarch64-static` = "qemu-user-static",
      `x86_64-w64-mingw32-g++-posix` = "g++-mingw-w64-x86-64-posix",
      `/usr/lib/wine/wine64` = "wine64", `clang++-15` = "clang-15",
      `/usr/share/doc/libc++-dev` = "libc++-dev", `/usr/share/doc/libc++abi-dev` = "libc++abi-dev"
    )
  }
  if (need == "dev") {
    programs <- c(programs, `clang-format` = "clang-format", `clang-tidy` = "clang-tidy",
                  valgrind = "valgrind")
  }
  programs
}

# ---- go ----------------------------------------------------------------------------------------

wanted <- wanted_packages(need)
missing_packages <- unmet(wanted)
programs <- wanted_programs(need)
missing_programs <- programs[!nzchar(Sys.which(names(programs))) & !file.exists(names(programs))]

if (length(missing_packages) + length(missing_programs) == 0L) {
  say("everything that '", need, "' needs is here")
  quit(status = 0)
}
say("setting up for '", need, "': ",
    paste(c(names(missing_packages), names(missing_programs)), collapse = " "))

apt <- apt_get()
if (!is.null(apt)) {
  run(apt, "update", "-q")
  deb <- unname(missing_programs)
  # Debian's dqrng, on which rnndescent is built, leaves the headers of pcg to this package.
  if ("rnndescent" %in% names(missing_packages)) deb <- c(deb, "libpcg-cpp-dev")
  if (searches_apt_library() && length(missing_packages)) {
    deb <- c(deb, debian_name(apt_serves(missing_packages)))
  }
  if (length(deb)) invisible(apt_install(apt, deb))
}
of_cran <- function(wanted) wanted[!names(wanted) %in% bioconductor]
missing_packages <- of_cran(unmet(wanted))
# What packages of CRAN need in turn comes built where apt has it: from source they ask for headers.
if (!is.null(apt) && searches_apt_library() && length(missing_packages)) {
  needed <- unmet(needed_in_turn(names(missing_packages)))
  served <- if (length(needed)) apt_serves(needed)
  if (length(served)) invisible(apt_install(apt, debian_name(served)))
}
if ("RcppParallel" %in% names(missing_packages) && !nzchar(Sys.which("cmake"))) {
  stop("RcppParallel is built with cmake, which is not here and which this account cannot install.")
}
if (length(missing_packages)) cran_install(names(missing_packages))

missing_packages <- of_cran(unmet(wanted))
if (length(missing_packages)) {
  stop("could not install: ", paste(names(missing_packages), collapse = ", "))
}
say("set-up done")
