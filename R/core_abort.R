# Raises conditions, nowhere else. Each has a class to catch and to test: lapscale_error_<what>
# inheriting lapscale_error, likewise for warnings and messages. The first line names the argument
# in backquotes, says what was found, and what is expected. Messages are glued in the frame that
# calls these functions; they show the call of the exported function, see door().

# Raises an error of class lapscale_error.
#   message   as cli_abort() takes it: the first line, then bullets, with {}
#   class     what follows "lapscale_error_"
#   frame     environment of the function that fails;  glue_env: the environment where {} of the
#             message are evaluated
# `frame_shown` is that of the exported function whose call is shown.
abort <- function(message, class, frame = parent.frame(), glue_env = frame) {
  frame_shown <- error_frame(frame)
  # A script that stops shows calls down to that of the user.
  cli::cli_abort(
    message,
    class = c(paste0("lapscale_error_", class), "lapscale_error"), call = frame_shown,
    .envir = glue_env, trace = rlang::trace_back(bottom = frame_shown)
  )
}

# Raises the error of a wrong argument.
#   message  first line and bullets, with {};  frame: of the function that fails
abort_argument <- function(message, frame = parent.frame()) abort(message, "argument", frame)

# Raises an error if the condition holds.
#   condition  TRUE or FALSE;  message: first line and bullets, with {}
#   class      of the error, what follows "lapscale_error_";  frame: of the function that fails
refuse_if <- function(condition, message, class = "argument", frame = parent.frame()) {
  if (condition) abort(message, class, frame)
}

# Raises an error of an argument if there are faults. `{first}` in the message is the first fault.
#   faults   vector of what is wrong (row numbers, names, or words), empty if nothing is
#   message  first line and bullets, with {};  frame: of the function that fails
refuse_first <- function(faults, message, frame = parent.frame()) {
  if (length(faults)) abort(message, "argument", frame, rlang::env(frame, first = faults[[1L]]))
}

# Raises a warning.
#   message  as cli_warn() takes it: the first line, then bullets, with {}
#   class    what follows "lapscale_warning_", one or several;  frame: of the function that warns
warn <- function(message, class, frame = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(paste0("lapscale_warning_", class), "lapscale_warning"), call = error_frame(frame),
    .envir = frame
  )
}

# Shows a message.
#   message  as cli_inform() takes it: the first line, then bullets, with {}
#   class    what follows "lapscale_message_";  frame: of the function that shows it
inform <- function(message, class, frame = parent.frame()) {
  cli::cli_inform(
    message,
    class = c(paste0("lapscale_message_", class), "lapscale_message"), .envir = frame
  )
}

# Raises a warning if the condition, TRUE or FALSE, holds.
#   message  first line and bullets, with {};  class: what follows "lapscale_warning_"
#   frame    of the function that warns
warn_if <- function(condition, message, class, frame = parent.frame()) {
  if (condition) warn(message, class, frame)
}

# Shows a message if the condition, TRUE or FALSE, holds.
#   message  first line and bullets, with {};  class: what follows "lapscale_message_"
#   frame    of the function that shows it
inform_if <- function(condition, message, class, frame = parent.frame()) {
  if (condition) inform(message, class, frame)
}

# Describes x, what a user gave, in a few words: "2.5", "an integer vector of length 3", "an object
# of class data.frame". `single` is whether it is one value, which is shown itself.
describe <- function(x) {
  if (inherits(x, "lapscale_number") && is.numeric(x)) x <- signif(plain(x), 4)
  single <- is.atomic(x) && length(x) == 1L && is.null(attributes(x))
  if (single && is.character(x)) in_quotes(x) else if (single) format(x) else describe_object(x)
}

# Says what x, an argument, is, such as "a function" or "an integer vector of length 3".
describe_object <- function(x) {
  name <- if (is.object(x)) class(x)[[1]] else typeof(x)
  is_vector <- is.atomic(x) && is.null(attr(x, "dim", exact = TRUE))
  if (is.null(x)) "NULL" else
    if (is.function(x) && !is.object(x)) "a function" else
      if (is.array(x) && !is.object(x)) paste(with_article(name), class(x)[[1]]) else
        if (is_vector) paste0(with_article(name), " vector of length ", length(x)) else
          paste("an object of class", name)
}

# A word after "a" or "an".
with_article <- function(word) paste(if (grepl("^[aeiou]", word)) "an" else "a", word)

# Evaluates `expr` without warnings and messages of `classes`, names of condition classes.
muffle <- function(expr, classes) {
  withCallingHandlers(expr, condition = function(c) if (inherits(c, classes)) rlang::cnd_muffle(c))
}

# Evaluates `expr`, and shows of its conditions of a class the first only.
#   class  the name of the class of conditions
muffle_after_first <- function(expr, class) {
  is_first <- TRUE
  withCallingHandlers(expr, condition = function(c) {
    if (!inherits(c, class)) return()
    if (!is_first) rlang::cnd_muffle(c)
    is_first <<- FALSE
  })
}

# Evaluates `expr`, and replaces names of arguments in its errors and warnings of this package by
# words that another caller uses.
#   words  named character vector: by the name of an argument, what replaces it and its backquotes
with_argument_words <- function(words, expr) {
  withCallingHandlers(expr, condition = function(c) {
    if (!inherits(c, c("lapscale_error", "lapscale_warning"))) return()
    for (part in c("message", "body")) for (name in names(words)) {
      c[[part]][] <- gsub(paste0("`", name, "`"), words[[name]], c[[part]], fixed = TRUE)
    }
    rlang::cnd_signal(c)
    rlang::cnd_muffle(c)
  })
}

# Evaluates `expr` without warnings and messages of this package.
muffle_own <- function(expr) muffle(expr, c("lapscale_warning", "lapscale_message"))

# Evaluates `expr` without warnings of convergence: the solution itself has warned.
muffle_convergence <- function(expr) muffle(expr, "lapscale_warning_convergence")

# Evaluates `expr` without warnings and messages of this package, and returns its value; NULL if it
# ends in an error of this package.
if_possible <- function(expr) tryCatch(muffle_own(expr), lapscale_error = function(e) NULL)

# Evaluates `expr`, a call of an exported function, without the messages and warnings about points
# that its caller has issued for the same points.
muffle_repeats <- function(expr) {
  muffle(expr, c("lapscale_message_scale", "lapscale_message_constant", "lapscale_warning_pairs",
                 "lapscale_warning_omitted"))
}

# From this number of seconds on, a task is announced.
seconds_worth_a_message <- 10

# A number of seconds in words, such as "40 seconds", "3 minutes", or "1.6 hours".
seconds_in_words <- function(seconds) {
  if (seconds < 90) paste(round(seconds), "seconds") else
    if (seconds < 5400) paste(round(seconds / 60), "minutes") else
      paste(format(seconds / 3600, digits = 2), "hours")
}

# Shows a message if a task that is about to begin takes long.
#   seconds  estimate of what the task takes
#   task     what takes so long, in words;  advice: what the user can do, in words
inform_of_seconds <- function(seconds, task, advice) {
  inform_if(seconds >= seconds_worth_a_message,
            c("{task} takes about {seconds_in_words(seconds)}.", i = "{advice}"), "cost")
}

# Up to this number of operations no task takes that long.
quick_operations <- 1e9

# Evaluates `expr` and returns how many seconds that took.
seconds_of <- function(expr) system.time(expr, gcFirst = FALSE)[["elapsed"]]
