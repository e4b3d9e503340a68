# The half of lab/mutants.R that plants faults in the core.

flags <- function(folder) {
  of <- function(package) system.file("include", package = package)
  paste(
    "-std=gnu++17 -O1 -w -D_GLIBCXX_ASSERTIONS -DEIGEN_INITIALIZE_MATRICES_BY_NAN -Itests/cpp",
    "-DCATCH_CONFIG_NO_POSIX_SIGNALS -include tests/cpp/support/eigen_checks.hpp -I", folder,
    "-isystem", file.path(of("testthat"), "testthat", "vendor"), "-isystem", of("RcppEigen"),
    "-isystem", of("RSpectra")
  )
}

compile <- function(source, object, include, sanitizers = "") {
  compiler <- trimws(paste(Sys.getenv("MUTANT_LAUNCHER"), "g++"))
  options <- paste(flags(include), sanitizers)
  system(paste(compiler, options, "-c", source, "-o", object, "2> /dev/null")) == 0
}

support <- c("main", "support/oracles", "support/metrics", "support/manifolds", "support/graphs")
build_support <- function(folder, sanitizers) {
  dir.create(folder)
  for (name in support) {
    source <- file.path("tests/cpp", paste0(name, ".cpp"))
    object <- file.path(folder, paste0(basename(name), ".o"))
    stopifnot(compile(source, object, "inst/include", sanitizers))
  }
}

# "invalid" where it does not compile.
catch_core <- function(change, folder) {
  include <- file.path(folder, "include")
  unlink(include, recursive = TRUE)
  dir.create(include)
  file.copy("inst/include/lapscale", include, recursive = TRUE)
  writeLines(change$text, file.path(folder, sub("^inst/", "", change$file)))
  test <- test_of_header(change$file)
  for (way in names(ways)) {
    failed <- fails(test, folder, way, include)
    if (is.na(failed)) return("invalid")
    # What fails as things are, tells nothing.
    if (failed && !fails(test, folder, way, "inst/include")) {
      return(paste0(basename(test), if (way != "plain") paste(",", way)))
    }
  }
  NA_character_
}

# Under sanitizers: what reads past an end and finds nothing wrong there.
ways <- c(plain = "", sanitized = "-fsanitize=address,undefined -fno-sanitize-recover=undefined")

# Whether a test does; NA where it does not compile.
fails <- function(test, folder, way, include) {
  object <- file.path(folder, "mutant.o")
  if (!compile(test, object, include, ways[[way]])) return(NA)
  others <- file.path(folder, way, paste0(basename(support), ".o"))
  binary <- file.path(folder, "mutant")
  parts <- paste(c(object, others), collapse = " ")
  system(paste("g++", ways[[way]], parts, "-o", binary, "-lpthread"))
  system(paste("timeout", patience, binary, "-a > /dev/null 2>&1")) != 0
}

test_of_header <- function(file) {
  part <- sub("^inst/include/lapscale/", "", file)
  file.path("tests/cpp", dirname(part), paste0("test_", sub("hpp$", "cpp", basename(part))))
}

core_half <- function() {
  folder <- tempfile("mutants")
  dir.create(folder)
  for (way in names(ways)) build_support(file.path(folder, way), ways[[way]])
  headers <- list.files("inst/include/lapscale", "[.]hpp$", full.names = TRUE, recursive = TRUE)
  list(
    files = headers[file.exists(vapply(headers, test_of_header, ""))], draw = draw_core,
    catch = function(change) catch_core(change, folder)
  )
}
