# What is in a picture, and what the two devices make of it.

# The data of a layer: the n-th of its kind.
layer_of <- function(drawn, kind, number = 1L, panel = 1L) {
  layers <- drawn$panels[[panel]]$layers
  layers[vapply(layers, function(layer) layer$kind == kind, NA)][[number]]$data
}

kinds_of <- function(drawn, panel = 1L) {
  vapply(drawn$panels[[panel]]$layers, `[[`, "", "kind")
}

# What base graphics drew: a list of calls, each a list of arguments named as the primitive.
base_calls <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  grDevices::dev.control("enable")
  force(code)
  recorded <- grDevices::recordPlot()[[1]]
  calls <- lapply(recorded, function(operation) {
    arguments <- as.list(operation[[2]])[-1]
    if (all(names(arguments) == "")) unname(arguments) else arguments
  })
  names(calls) <- vapply(recorded, function(operation) operation[[2]][[1]]$name, "")
  calls
}

# The arguments of one primitive, a list per call.
base_calls_of <- function(calls, name) unname(calls[names(calls) == name])

# The words in margins: title, labels of the axes, notes.
base_texts <- function(code) {
  calls <- base_calls(code)
  titles <- lapply(base_calls_of(calls, "C_title"), function(arguments) arguments[1:4])
  notes <- lapply(base_calls_of(calls, "C_mtext"), `[[`, 1L)
  unlist(c(titles, notes))
}

# Marks that are seen in order of their place, so that devices can be compared.
in_order <- function(x, y, colour) {
  rgb <- grDevices::col2rgb(colour, alpha = TRUE)
  marks <- data.frame(x = x, y = y, red = rgb[1, ], green = rgb[2, ], blue = rgb[3, ],
                      alpha = rgb[4, ])
  marks <- marks[stats::complete.cases(marks) & !is.na(colour), ]
  marks <- marks[do.call(order, lapply(marks, round, 8)), ]
  rownames(marks) <- NULL
  marks
}

picture_marks <- function(panel, kind) {
  layers <- panel$layers[vapply(panel$layers, function(layer) layer$kind == kind, NA)]
  do.call(rbind, lapply(layers, function(layer) {
    data <- layer$data
    colour <- if (is.null(data$strength)) data$colour else faded(data$colour, data$strength)
    in_order(data$x, data$y, colour)
  }))
}

base_marks <- function(calls, types) {
  drawn <- Filter(function(arguments) arguments[[2]] %in% types, base_calls_of(calls, "C_plotXY"))
  do.call(rbind, lapply(drawn, function(arguments) {
    n <- length(arguments[[1]]$x)
    in_order(arguments[[1]]$x, arguments[[1]]$y, rep_len(arguments[[5]], n))
  }))
}

ggplot_marks <- function(built, geoms, log) {
  back <- function(values, axis) if (grepl(axis, log)) 10^values else values
  layers <- built$plot$layers
  wanted <- vapply(layers, function(layer) class(layer$geom)[[1]] %in% geoms, NA)
  do.call(rbind, lapply(built$data[wanted], function(data) {
    alpha <- if (is.null(data$alpha)) 1 else ifelse(is.na(data$alpha), 1, data$alpha)
    in_order(back(data$x, "x"), back(data$y, "y"), faded(data$colour, alpha))
  }))
}

sorted <- function(marks) {
  marks <- marks[do.call(order, lapply(marks, round, 8)), ]
  rownames(marks) <- NULL
  marks
}

rules_of <- function(panel, along) {
  unlist(lapply(panel$layers, function(layer) {
    if (layer$kind == "rule" && layer$along == along) layer$data$at
  }))
}

# Both devices draw the points, lines and rules that are in the picture, in its colours.
expect_rendered <- function(drawn) {
  for (panel in drawn$panels) {
    panel["key"] <- list(NULL)
    one <- new_picture(list(panel))
    calls <- base_calls(plot_picture(one))
    points <- picture_marks(panel, "points")
    lines <- picture_marks(panel, "line")
    across <- unlist(lapply(base_calls_of(calls, "C_abline"), `[[`, 4L))
    upwards <- unlist(lapply(base_calls_of(calls, "C_abline"), `[[`, 3L))
    if (!is.null(points)) {
      testthat::expect_equal(sorted(base_marks(calls, "p")), sorted(points))
    }
    if (!is.null(lines)) {
      testthat::expect_equal(sorted(base_marks(calls, c("l", "s"))), sorted(lines))
    }
    testthat::expect_equal(across, rules_of(panel, "x"))
    testthat::expect_equal(upwards, rules_of(panel, "y"))
    if (!requireNamespace("ggplot2", quietly = TRUE)) next
    built <- testthat::expect_no_warning(
      draw_nowhere(ggplot2::ggplot_build(ggplot_picture(one)))
    )
    if (!is.null(points)) {
      testthat::expect_equal(sorted(ggplot_marks(built, "GeomPoint", panel$log)), sorted(points))
    }
    if (!is.null(lines)) {
      found <- ggplot_marks(built, c("GeomLine", "GeomStep"), panel$log)
      testthat::expect_equal(sorted(found), sorted(lines))
    }
  }
}
