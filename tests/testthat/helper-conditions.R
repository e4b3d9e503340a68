# Expectations about errors, warnings and messages of the package.

rng_state <- function() get0(".Random.seed", globalenv(), inherits = FALSE)

# The first line of a condition as the user reads it, without color or line breaks.
text_of <- function(condition) {
  line <- cli::ansi_strip(conditionMessage(condition))
  gsub("[[:space:]]+", " ", line)
}

# An error of our own class that names `arg` in backquotes (NULL: none to name), holds `text`, and
# leaves R's random numbers and the options as they were.
expect_fault <- function(expr, arg = NULL, class = "argument", text = NULL, info = NULL) {
  random <- rng_state()
  settings <- options()
  error <- tryCatch({
    expr
    NULL
  }, error = identity)
  label <- paste(c(info, "the call"), collapse = ": ")
  if (is.null(error)) {
    testthat::fail(paste(label, "raised no error"))
    return(invisible())
  }
  testthat::expect_s3_class(error, paste0("lapscale_error_", class))
  testthat::expect_s3_class(error, "lapscale_error")
  # Without cli, which breaks lines only for text_of() to join them.
  error$use_cli_format <- FALSE
  # embed_common() says which of its tables it means.
  message <- sub(" (table 1)`", "`", text_of(error), fixed = TRUE)
  for (part in c(if (!is.null(arg)) paste0("`", arg, "`"), text)) {
    testthat::expect(
      grepl(part, message, fixed = TRUE),
      paste0(label, " says \"", message, "\", which lacks \"", part, "\"")
    )
  }
  testthat::expect(
    identical(rng_state(), random), paste(label, "changed R's random numbers before its error")
  )
  testthat::expect(identical(options(), settings), paste(label, "changed options"))
  invisible(error)
}

# expect_fault() for each function of a named list, called with `...`.
expect_fault_of <- function(functions, ..., arg = NULL, class = "argument", text = NULL) {
  for (name in names(functions)) {
    expect_fault(functions[[name]](...), arg, class, text, info = name)
  }
}

# All warnings and messages of our own classes that `expr` raises, muffled: list(value, classes,
# texts). Others pass.
conditions_of <- function(expr) {
  noted <- new.env()
  note <- function(condition) {
    own <- grep("^lapscale_(warning|message)_", class(condition), value = TRUE)
    if (!length(own)) return()
    noted$classes <- c(noted$classes, own[[1]])
    noted$texts <- c(noted$texts, text_of(condition))
    restart <- if (inherits(condition, "warning")) "muffleWarning" else "muffleMessage"
    invokeRestart(restart)
  }
  value <- withCallingHandlers(expr, warning = note, message = note)
  list(
    value = value, classes = as.character(noted$classes), texts = as.character(noted$texts)
  )
}

# `expr` raises exactly one condition of ours, of that class (as in "warning_edge"); its value is
# returned.
expect_condition_of <- function(expr, class, text = NULL) {
  found <- conditions_of(expr)
  testthat::expect_identical(found$classes, paste0("lapscale_", class))
  for (part in text) testthat::expect_match(found$texts, part, fixed = TRUE, all = FALSE)
  invisible(found$value)
}

# `expr` raises none of our warnings; its value is returned.
expect_quiet <- function(expr) {
  found <- conditions_of(expr)
  testthat::expect_identical(found$classes, character())
  invisible(found$value)
}

# `object` raises no message, or none of `class`; its value is returned. That of testthat 3.1.6 cannot
# fail: it looks for a class of conditions that there is not.
expect_no_message <- function(object, class = "message") {
  messages <- character()
  value <- withCallingHandlers(object, message = function(condition) {
    if (inherits(condition, class)) messages <<- c(messages, conditionMessage(condition))
  })
  testthat::expect_identical(messages, character())
  invisible(value)
}

# Whole messages, one per line, for snapshots. Values that a platform may print differently do not
# belong into the calls.
messages_of <- function(...) {
  calls <- rlang::enquos(...)
  for (call in calls) {
    condition <- tryCatch(
      {
        rlang::eval_tidy(call)
        NULL
      },
      error = identity, warning = identity, message = identity
    )
    cat("* ", if (is.null(condition)) "no condition" else text_of(condition), "\n", sep = "")
  }
}

# Snapshots without numbers.
hide_numbers <- function(lines) {
  lines <- gsub("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?", "#", lines)
  gsub("[ ]+", " ", gsub("# s$", "# s", lines))
}
