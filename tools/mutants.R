# Plants small faults, one at a time, and counts how many the tests catch. A fault is drawn from a
# seed: `<` and `<=` swapped, a sign, a product for a quotient, a term dropped, a constant, a
# condition turned round, off by one.
#   Rscript tools/mutants.R r 1:50     in R/: the function is replaced in the namespace of a forked
#                                      process; its own test files run, then those that name it,
#                                      then others of its family
#   Rscript tools/mutants.R core 1:50  in the core: tests/cpp/<folder>/test_<name>.cpp is built with
#                                      the changed header
# Writes bench/mutants.csv: a row per fault, caught by which file, or survived. What is not caught
# within `patience` processor seconds has survived, endless loops too. Left out: numbers in the
# layout of pictures (*plot*.R), texts.
`%||%` <- rlang::`%||%`
patience <- 45
asked <- commandArgs(trailingOnly = TRUE)
seeds <- eval(parse(text = asked[[2]]))

# ---- what is changed to what -------------------------------------------------------------------

swapped <- c(
  "<" = "<=", "<=" = "<", ">" = ">=", ">=" = ">", "==" = "!=", "!=" = "==", "+" = "-", "-" = "+",
  "*" = "/", "/" = "*", "&&" = "||", "||" = "&&", "&" = "|", "|" = "&"
)

other_number <- function(text) {
  if (grepl("L$", text)) return(paste0(as.integer(sub("L", "", text)) + 1L, "L"))
  if (text %in% c("TRUE", "FALSE")) return(if (text == "TRUE") "FALSE" else "TRUE")
  value <- as.numeric(text)
  format(if (value == trunc(value) && value < 100) value + 1 else value * 1.5, digits = 15)
}

# A change of a file: list(file, line, from, to, text: all lines after it, span: the top-level
# expression it is in), or NULL where the place that was drawn cannot be changed.
change_r <- function(file) {
  lines <- readLines(file)
  parsed <- parse(file, keep.source = TRUE)
  data <- utils::getParseData(parsed)
  kinds <- c("LT", "LE", "GT", "GE", "EQ", "NE", "'+'", "'-'", "'*'", "'/'", "AND", "AND2", "OR",
             "OR2", if (!grepl("plot", file)) "NUM_CONST")
  places <- data[data$token %in% kinds & !data$text %in% c("NULL", "NA", "Inf", "NA_real_",
                                                           "NA_integer_", "NA_character_"), ]
  if (!nrow(places)) return(NULL)
  place <- places[sample(nrow(places), 1), ]
  to <- if (place$token == "NUM_CONST") other_number(place$text) else swapped[[place$text]]
  line <- lines[[place$line1]]
  from <- place$col1
  until <- place$col2
  # A term dropped: the sign and what follows it.
  if (place$text %in% c("+", "-") && stats::runif(1) < 0.5) {
    siblings <- data[data$parent == place$parent & data$id != place$id & data$token == "expr", ]
    right <- siblings[siblings$line1 == place$line1 & siblings$col1 > place$col2, ]
    left <- siblings[siblings$col1 < place$col1 | siblings$line1 < place$line1, ]
    if (nrow(right) == 1L && nrow(left) && right$line1 == right$line2) {
      to <- ""
      until <- right$col2
    }
  }
  was <- substr(line, from, until)
  lines[[place$line1]] <- paste0(substr(line, 1, from - 1), to, substring(line, until + 1))
  spans <- utils::getSrcref(parsed)
  span <- Filter(function(s) s[[1]] <= place$line1 && s[[3]] >= place$line1, spans)[[1]]
  list(file = file, line = place$line1, from = was, to = to, text = lines[span[[1]]:span[[3]]],
       code = trimws(line))
}

change_core <- function(file) {
  lines <- readLines(file)
  code <- !grepl("^\\s*(//|#|template|using|static_assert)|^\\s*\\*", lines)
  pattern <- " (<|<=|>|>=|==|!=|\\+|-|\\*|/|&&|\\|\\|) |\\b[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?\\b"
  found <- gregexpr(pattern, sub("//.*", "", lines))
  places <- do.call(rbind, lapply(which(code), function(i) {
    at <- found[[i]]
    if (at[[1]] > 0) data.frame(line = i, start = at, length = attr(at, "match.length"))
  }))
  if (is.null(places)) return(NULL)
  place <- places[sample(nrow(places), 1), ]
  line <- lines[[place$line]]
  was <- substr(line, place$start, place$start + place$length - 1)
  sign <- trimws(was)
  to <- if (sign %in% names(swapped)) paste0(" ", swapped[[sign]], " ") else other_number(was)
  lines[[place$line]] <- paste0(
    substr(line, 1, place$start - 1), to, substring(line, place$start + place$length)
  )
  list(file = file, line = place$line, from = sign, to = trimws(to), text = lines,
       code = trimws(line))
}

draw_change <- function(seed, files, change) {
  set.seed(seed)
  for (attempt in 1:20) {
    found <- change(files[sample(length(files), 1, prob = file.size(files))])
    if (!is.null(found)) return(found)
  }
}

# ---- R -----------------------------------------------------------------------------------------

# Test files in the order in which they may catch a fault in `file`.
tests_of <- function(file, functions) {
  tests <- list.files("tests/testthat", "^test-.*[.]R$")
  part <- sub("[.]R$", "", basename(file))
  family <- sub("_.*", "", part)
  own <- tests[startsWith(tests, paste0("test-", part))]
  texts <- vapply(file.path("tests/testthat", tests), function(f) {
    paste(readLines(f), collapse = "\n")
  }, "")
  naming <- tests[vapply(texts, function(text) {
    any(vapply(functions, grepl, NA, text, fixed = TRUE))
  }, NA)]
  kin <- tests[startsWith(tests, paste0("test-", family))]
  setdiff(unique(c(own, naming, kin)), c("test-fuzz.R", "test-plot_snapshots.R"))
}

# The function of the change in place of the one in the namespace.
plant <- function(change) {
  space <- asNamespace("lapscale")
  expression <- parse(text = change$text)[[1]]
  name <- as.character(expression[[2]])
  value <- eval(expression[[3]], space)
  if (bindingIsLocked(name, space)) unlockBinding(name, space)
  assign(name, value, space)
  table <- space[[".__S3MethodsTable__."]]
  methods <- space[[".__NAMESPACE__."]]$S3methods
  row <- match(name, methods[, 3])
  if (!is.na(row)) {
    generic <- methods[row, 1]
    registerS3method(generic, methods[row, 2], value, envir = space)
    if (exists(name, table, inherits = FALSE)) assign(name, value, table)
  }
  exported <- as.environment("package:lapscale")
  if (exists(name, exported, inherits = FALSE)) {
    unlockBinding(name, exported)
    assign(name, value, exported)
  }
}

# The test file that catches the change, NA if none does. A file that fails without it counts not.
known_to <- new.env()
catch_r <- function(change) {
  name <- as.character(parse(text = change$text)[[1]][[2]])
  tests <- tests_of(change$file, name)
  repeat {
    by <- first_to_fail(setdiff(tests, known_to$fail), change)
    if (!by %in% tests || is.na(first_to_fail(by))) return(by)
    known_to$fail <- c(known_to$fail, by)
  }
}

# In a forked process, so that nothing stays.
first_to_fail <- function(tests, change = NULL) {
  note <- tempfile()
  on.exit(unlink(c(note, Sys.glob("tests/testthat/_snaps/*.new.*"))))
  job <- parallel::mcparallel({
    if (!is.null(change)) plant(change)
    setwd("tests/testthat")
    failed <- NA_character_
    for (test in tests) {
      cat(test, file = note)
      outcome <- try(suppressMessages(suppressWarnings(as.data.frame(testthat::test_file(
        test, package = "lapscale", load_package = "installed", reporter = "silent",
        stop_on_failure = FALSE
      )))), silent = TRUE)
      if (inherits(outcome, "try-error") || any(outcome$failed > 0 | outcome$error)) {
        failed <- test
        break
      }
    }
    failed
  }, silent = TRUE)
  found <- NULL
  while (is.null(found)) {
    found <- parallel::mccollect(job, wait = FALSE, timeout = 1)
    if (is.null(found) && seconds_of(job$pid) > patience) {
      tools::pskill(job$pid, tools::SIGKILL)
      parallel::mccollect(job)
      return(NA_character_)
    }
  }
  found <- found[[1]]
  if (is.character(found)) found else paste(readLines(note, warn = FALSE), "(R ended)")
}

# Processor seconds of a process, by the kernel.
seconds_of <- function(pid) {
  words <- strsplit(sub(".*\\) ", "", readLines(file.path("/proc", pid, "stat"))), " ")[[1]]
  sum(as.numeric(words[12:13])) / 100
}

is_function <- function(change) {
  expression <- tryCatch(parse(text = change$text)[[1]], error = function(e) NULL)
  is.call(expression) && identical(expression[[1]], as.name("<-")) &&
    is.call(expression[[3]]) && identical(expression[[3]][[1]], as.name("function"))
}

# ---- core --------------------------------------------------------------------------------------

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

# ---- all ---------------------------------------------------------------------------------------

where <- asked[[1]]
files <- if (where == "r") {
  setdiff(list.files("R", "[.]R$", full.names = TRUE), "R/RcppExports.R")
} else {
  headers <- list.files("inst/include/lapscale", "[.]hpp$", full.names = TRUE, recursive = TRUE)
  headers[file.exists(vapply(headers, test_of_header, ""))]
}
if (where == "r") {
  Sys.setenv(NOT_CRAN = "true")
  suppressMessages({
    library(testthat)
    library(lapscale)
  })
  options(lapscale.threads = 1)
} else {
  folder <- tempfile("mutants")
  dir.create(folder)
  build_support(folder)
}
output <- "bench/mutants.csv"
known <- if (file.exists(output)) utils::read.csv(output)
for (seed in seeds) {
  caught <- "invalid"
  attempt <- 0
  # What does not compile, or is no function, is drawn again.
  while (identical(caught, "invalid")) {
    change <- draw_change(1000 * seed + attempt, files, if (where == "r") change_r else change_core)
    attempt <- attempt + 1
    if (where == "r" && !is_function(change)) next
    caught <- if (where == "r") catch_r(change) else catch_core(change, folder)
  }
  row <- data.frame(
    where = where, seed = seed, file = basename(change$file), line = change$line,
    from = change$from, to = change$to, caught = caught %in% NA, by = caught, code = change$code
  )
  row$caught <- !row$caught
  cat(sprintf("%s %d %s:%d  %s -> %s  %s\n", where, seed, row$file, row$line, row$from, row$to,
              if (row$caught) row$by else paste("SURVIVED ", row$code)))
  known <- rbind(known[!(known$where == where & known$seed == seed), ], row)
  utils::write.csv(known, output, row.names = FALSE)
}
now <- known[known$where == where & known$seed %in% seeds, ]
cat(sprintf("mutants in %s: %d of %d caught (%.0f %%)\n", where, sum(now$caught), nrow(now),
            100 * mean(now$caught)))
