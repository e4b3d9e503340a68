# What the methods of plot() and autoplot() take besides their own arguments.

# The user's graphical parameters; `colour` and `color` are `col`, what is no parameter is refused.
#   given  list(...) of the method
#   also   further names that the method takes
graphical_settings <- function(given, also = character()) {
  names <- names(given) %||% character(length(given))
  is_colour <- names %in% c("color", "colour") & !names %in% also
  if (sum(is_colour) + ("col" %in% names) > 1L) refuse_twice("col", "colour")
  names(given) <- replace(names, is_colour, "col")
  check_dots(given, c(graphical_parameters(), also))
  for (name in intersect(names(given), c(parameters_of_colour, parameters_of_text))) {
    check_graphical(given[[name]], name)
  }
  given
}

parameters_of_colour <- c("bg", "col", "col.axis", "col.lab", "col.main", "col.sub", "fg")
parameters_of_text <- c("main", "sub", "xlab", "ylab")

# What no device can take is refused before one is opened.
check_graphical <- function(value, name) {
  if (name %in% parameters_of_colour) {
    is_plain <- (is.numeric(value) || is.character(value) || is.logical(value)) && !is.object(value)
    is_sound <- length(value) && (is.factor(value) || is_plain) && are_colours(value)
    expected <- "colours: names, hexadecimal codes or numbers"
  } else {
    is_sound <- is.null(value) || is.language(value) ||
      is.atomic(value) && !is.object(value) && !is.raw(value)
    expected <- "text, an expression or NULL"
  }
  if (!is_sound) {
    abort_argument("`{name}` must be {expected}, not {describe(value)}.")
  }
}

# Whether R knows the names and codes among them; of numbers it takes those that can be whole ones.
are_colours <- function(value) {
  if (is.numeric(value)) return(all(is.na(value) | abs(value) <= .Machine$integer.max))
  unknown <- function(condition) FALSE
  !is.character(value) ||
    tryCatch(is.matrix(grDevices::col2rgb(value)), error = unknown, warning = unknown)
}

# Of par() (names(par()) would open a device), plot() and hist().
graphical_parameters <- function() {
  of_par <- paste(
    "adj ann ask bg bty cex cex.axis cex.lab cex.main cex.sub col col.axis col.lab col.main",
    "col.sub crt err family fg fig fin font font.axis font.lab font.main font.sub lab las lend",
    "lheight ljoin lmitre lty lwd mai mar mex mgp mkh oma omd omi pch pin plt ps pty smo srt tck",
    "tcl usr xaxp xaxs xaxt xpd yaxp yaxs yaxt"
  )
  of_plot <- c("type", "xlim", "ylim", "log", "main", "sub", "xlab", "ylab", "axes", "frame.plot",
               "panel.first", "panel.last", "asp")
  c(strsplit(of_par, " ", fixed = TRUE)[[1]], of_plot, of_histograms)
}

# `colour` of a method that takes a value per row, or what was given as `color`.
resolve_colour <- function(colour, given) {
  if (is.null(given[["color"]])) {
    return(colour)
  }
  if (!is.null(colour)) refuse_twice("color", "colour")
  given[["color"]]
}

refuse_twice <- function(one, other) {
  abort_argument("`{one}` and `{other}` are the same: say one of them.")
}
