# What is in a picture, and what base graphics make of it.

# The data of a layer: the n-th of its kind.
layer_of <- function(drawn, kind, number = 1L, panel = 1L) {
  layers <- drawn$panels[[panel]]$layers
  layers[vapply(layers, function(layer) layer$kind == kind, NA)][[number]]$data
}

kinds_of <- function(drawn, panel = 1L) {
  vapply(drawn$panels[[panel]]$layers, `[[`, "", "kind")
}

# The arguments of a primitive of base graphics, such as C_rect, a list for each of its calls; or of
# each the argument that is called so.
base_calls <- function(code, name, argument = NULL) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  grDevices::dev.control("enable")
  force(code)
  recorded <- lapply(grDevices::recordPlot()[[1]], function(operation) as.list(operation[[2]]))
  recorded <- Filter(function(call) identical(call[[1]]$name, name), recorded)
  lapply(recorded, function(call) {
    if (is.null(argument)) unname(call[-1]) else call[[argument]]
  })
}

# Colors, symbols and types of the points and lines that are drawn.
base_marks <- function(code) {
  lapply(base_calls(code, "C_plotXY"), function(call) {
    list(x = call[[1]]$x, y = call[[1]]$y, type = call[[2]], pch = call[[3]], lty = call[[4]],
         col = call[[5]], cex = call[[7]], lwd = call[[8]])
  })
}

# Both devices draw it without a warning; what ggplot2 builds of it.
expect_drawn <- function(drawn) {
  draw_nowhere(testthat::expect_no_warning(plot_picture(drawn)))
  if (!requireNamespace("ggplot2", quietly = TRUE)) return(NULL)
  draw_nowhere(testthat::expect_no_warning({
    built <- ggplot2::ggplot_build(ggplot_picture(drawn))
    grid::grid.draw(ggplot2::ggplot_gtable(built))
    built
  }))
}
