# The half of tools/mutants.R that plants faults in the core.

flags <- function(folder) {
  of <- function(package) system.file("include", package = package)
  paste(
    "-std=gnu++17 -O1 -w -D_GLIBCXX_ASSERTIONS -DEIGEN_INITIALIZE_MATRICES_BY_NAN -Itests/cpp",
    "-DCATCH_CONFIG_NO_POSIX_SIGNALS -include tests/cpp/support/eigen_checks.hpp -I", folder,
    "-isystem", file.path(of("testthat"), "testthat", "vendor"), "-isystem", of("RcppEigen"),
    "-isystem", of("RSpectra")
  )
}

compile <- function(source, object, include) {
  compiler <- trimws(paste(Sys.getenv("MUTANT_LAUNCHER"), "g++"))
  system(paste(compiler, flags(include), "-c", source, "-o", object, "2> /dev/null")) == 0
}

support <- c("main", "support/oracles", "support/metrics", "support/manifolds", "support/graphs")
build_support <- function(folder) {
  for (name in support) {
    object <- file.path(folder, paste0(basename(name), ".o"))
    stopifnot(compile(file.path("tests/cpp", paste0(name, ".cpp")), object, "inst/include"))
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
  object <- file.path(folder, "mutant.o")
  if (!compile(test, object, include)) return("invalid")
  others <- file.path(folder, paste0(basename(support), ".o"))
  binary <- file.path(folder, "mutant")
  system(paste("g++", paste(c(object, others), collapse = " "), "-o", binary, "-lpthread"))
  failed <- system(paste("timeout", patience, binary, "-a > /dev/null 2>&1"))
  if (failed != 0) basename(test) else NA_character_
}

test_of_header <- function(file) {
  part <- sub("^inst/include/lapscale/", "", file)
  file.path("tests/cpp", dirname(part), paste0("test_", sub("hpp$", "cpp", basename(part))))
}

core_half <- function() {
  folder <- tempfile("mutants")
  dir.create(folder)
  build_support(folder)
  headers <- list.files("inst/include/lapscale", "[.]hpp$", full.names = TRUE, recursive = TRUE)
  list(
    files = headers[file.exists(vapply(headers, test_of_header, ""))], draw = draw_core,
    catch = function(change) catch_core(change, folder)
  )
}
