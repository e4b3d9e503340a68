# The half of lab/mutants.R that plants faults in R/: a function is replaced in the namespace of a
# forked process, which runs the test files named after its file, those that name the function, then
# all others that enter it. Which do is recorded at the first fault that needs it, in
# build/mutants-tests.rds: delete it after changes of the tests.

# The lists of types of graphs, selectors, embeddings, and learners hold functions themselves, and
# are filled again.
fill_families <- function() {
  space <- asNamespace("lapscale")
  families <- c("all_selectors", "embeddings", "ssl_methods", "graph_types")
  for (family in families) unlockBinding(family, space)
  space$.onLoad()
}

# `name` in the namespace, the table of methods and the search path is now `value`.
replace_function <- function(name, value) {
  space <- asNamespace("lapscale")
  put <- function(where) {
    if (!exists(name, where, inherits = FALSE)) return()
    if (bindingIsLocked(name, where)) unlockBinding(name, where)
    assign(name, value, where)
  }
  put(space)
  put(as.environment("package:lapscale"))
  methods <- space[[".__NAMESPACE__."]]$S3methods
  row <- match(name, methods[, 3])
  if (is.na(row)) return()
  home <- if (is.na(methods[row, 4])) space else asNamespace(methods[row, 4])
  generic <- get(methods[row, 1], envir = home)
  table <- environment(generic)[[".__S3MethodsTable__."]]
  assign(name, value, table %||% baseenv()[[".__S3MethodsTable__."]])
}

plant <- function(change) {
  expression <- parse(text = change$text)[[1]]
  value <- eval(expression[[3]], asNamespace("lapscale"))
  replace_function(as.character(expression[[2]]), value)
  fill_families()
}

# Runs a test file in a forked process and ends this at the first failure.
first_failure <- R6::R6Class("FirstFailure", inherit = testthat::Reporter, public = list(
  add_result = function(context, test, result) {
    broken <- c("expectation_failure", "expectation_error")
    if (inherits(result, broken)) tools::pskill(Sys.getpid(), tools::SIGKILL)
  }
))
run_test <- function(test) {
  suppressMessages(suppressWarnings(testthat::test_file(
    test, package = "lapscale", load_package = "installed", reporter = first_failure$new()
  )))
}

# What f() returns, from a forked process, so that nothing stays: list(value), where the value is
# NULL if that ended before; NULL if it took more than `most` seconds of its processor.
in_fork <- function(f, most = Inf) {
  job <- parallel::mcparallel({
    setwd("tests/testthat")
    # Not one thread only, as in forks of a process that may have more: this has none.
    assign("pid", Sys.getpid(), asNamespace("lapscale")$home)
    f()
  }, silent = TRUE)
  on.exit(unlink(Sys.glob("tests/testthat/_snaps/*.new.*")))
  repeat {
    found <- suppressWarnings(parallel::mccollect(job, wait = FALSE, timeout = 0.5))
    if (!is.null(found)) return(unname(found))
    if (seconds_of(job$pid) > most) {
      tools::pskill(job$pid, tools::SIGKILL)
      parallel::mccollect(job)
      return(NULL)
    }
  }
}

# Processor seconds of a process, by the kernel.
seconds_of <- function(pid) {
  words <- strsplit(sub(".*\\) ", "", readLines(file.path("/proc", pid, "stat"))), " ")[[1]]
  sum(as.numeric(words[12:13])) / 100
}

# The functions that a test file enters, and its seconds.
record <- function(test) {
  entered <- new.env()
  space <- asNamespace("lapscale")
  for (name in ls(space, all.names = TRUE)) {
    value <- space[[name]]
    if (typeof(value) != "closure" || isS4(value)) next
    mark <- bquote(assign(.(name), TRUE, envir = .(entered)))
    # The settings of `...` are read from the body of an exported function, a call of door().
    is_door <- is.call(body(value)) && identical(body(value)[[1L]], quote(door))
    part <- if (is_door) body(value)[[2L]] else body(value)
    marked <- call("{", mark, part)
    if (is_door) body(value)[[2L]] <- marked else body(value) <- marked
    replace_function(name, value)
  }
  fill_families()
  run_test(test)
  list(seconds = sum(proc.time()[1:2]), functions = ls(entered, all.names = TRUE))
}

# A list by test file: NULL of those that fail as things are, or take more than `slow` seconds.
slow <- 10
recorded_tests <- function() {
  store <- "build/mutants-tests.rds"
  dir.create("build", showWarnings = FALSE)
  found <- if (file.exists(store)) readRDS(store) else list()
  for (test in setdiff(test_files(), names(found))) {
    found[test] <- list(in_fork(function() record(test), slow)[[1]])
    saveRDS(found, store)
  }
  found
}

test_files <- function() list.files("tests/testthat", "^test-.*[.]R$")

# Test files that have the name of the changed one, or of the function, in them, and that of all
# arguments and defaults, which enters no function.
near_tests <- function(file, name) {
  tests <- test_files()
  stem <- sub("[.]R$", "", basename(file))
  # The file's own, and those of the file that it is a part of.
  own <- startsWith(tests, paste0("test-", stem)) |
    startsWith(stem, paste0(sub("^test-(.*)[.]R$", "\\1", tests), "_"))
  naming <- vapply(file.path("tests/testthat", tests), function(test) {
    any(grepl(name, readLines(test), fixed = TRUE))
  }, NA)
  unique(c(tests[own], tests[naming & !own], "test-surface.R"))
}

# Others that enter it, the quickest first.
far_tests <- function(name) {
  enters <- Filter(function(r) name %in% r$functions, recorded_tests())
  names(enters)[order(vapply(enters, `[[`, 0, "seconds"))]
}

# Whether a test file passes without a change; looked up once.
passed <- new.env()
passes <- function(test) {
  if (is.null(passed[[test]])) {
    passed[[test]] <- identical(in_fork(function() is.list(run_test(test))), list(TRUE))
  }
  passed[[test]]
}

# The test file that catches the change, NA if none does within `patience` seconds.
catch_r <- function(change) {
  if (!is_function(change)) return("invalid")
  name <- as.character(parse(text = change$text)[[1]][[2]])
  near <- near_tests(change$file, name)
  by <- first_to_fail(near, change)
  if (is.na(by)) by <- first_to_fail(setdiff(far_tests(name), near), change)
  by
}

first_to_fail <- function(tests, change) {
  note <- tempfile()
  on.exit(unlink(note))
  while (length(tests)) {
    found <- in_fork(function() {
      plant(change)
      for (test in tests) {
        writeLines(test, note)
        run_test(test)
      }
      "none"
    }, patience)
    if (is.null(found) || identical(found[[1]], "none")) return(NA_character_)
    by <- readLines(note)
    if (passes(by)) return(by)
    tests <- setdiff(tests, by)
  }
  NA_character_
}

is_function <- function(change) {
  expression <- tryCatch(parse(text = change$text)[[1]], error = function(e) NULL)
  is.call(expression) && identical(expression[[1]], as.name("<-")) &&
    is.call(expression[[3]]) && identical(expression[[3]][[1]], as.name("function"))
}

r_half <- function() {
  Sys.setenv(
    NOT_CRAN = "true", TZ = "UTC", LAPSCALE_SHARED = normalizePath("../shared", mustWork = FALSE)
  )
  suppressMessages({
    library(testthat)
    library(lapscale)
  })
  options(lapscale.threads = 1)
  # Forks read nothing from a library that may change meanwhile.
  invisible(eapply(asNamespace("lapscale"), force, all.names = TRUE))
  files <- setdiff(list.files("R", "[.]R$", full.names = TRUE), "R/RcppExports.R")
  list(files = files, draw = draw_r, catch = catch_r)
}
