# The only place that raises conditions. Each has a class to catch and to test:
# lapscale_error_<what> inheriting lapscale_error, likewise for warnings and messages. The first
# line names the argument in backquotes, says what was found, and what is expected. Messages are
# glued in the frame that calls these functions; they show the call of the exported function, see
# door().

abort <- function(message, class, frame = parent.frame(), words = frame) {
  cli::cli_abort(
    message,
    class = c(paste0("lapscale_error_", class), "lapscale_error"), call = error_frame(frame),
    .envir = words
  )
}

abort_argument <- function(message, frame = parent.frame()) abort(message, "argument", frame)

# Refuses an argument if anything is wrong with it: `{first}` in the message is the first of that.
refuse_first <- function(wrong, message, frame = parent.frame()) {
  if (length(wrong)) abort(message, "argument", frame, rlang::env(frame, first = wrong[[1L]]))
}

warn <- function(message, class, frame = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(paste0("lapscale_warning_", class), "lapscale_warning"), call = error_frame(frame),
    .envir = frame
  )
}

inform <- function(message, class, frame = parent.frame()) {
  cli::cli_inform(
    message,
    class = c(paste0("lapscale_message_", class), "lapscale_message"), .envir = frame
  )
}

# What a user gave, in a few words: "2.5", "a character vector", "a data.frame".
describe <- function(x) {
  if (inherits(x, "lapscale_number") && is.numeric(x)) x <- signif(plain(x), 4)
  single <- is.atomic(x) && length(x) == 1L && is.null(attributes(x))
  if (single && is.character(x)) in_quotes(x) else if (single) format(x) else describe_object(x)
}

describe_object <- function(x) {
  what <- if (is.object(x)) class(x)[[1]] else typeof(x)
  if (is.null(x)) {
    "NULL"
  } else if (is.array(x) && !is.object(x)) {
    paste(with_article(what), class(x)[[1]])
  } else if (is.atomic(x) && is.null(attr(x, "dim", exact = TRUE))) {
    paste0(with_article(what), " vector of length ", length(x))
  } else {
    paste("an object of class", what)
  }
}

with_article <- function(word) paste(if (grepl("^[aeiou]", word)) "an" else "a", word)
