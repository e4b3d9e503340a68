#' What results have in common
#'
#' Plots results, and turns them into tables.
#'
#' @details
#' `plot()` draws with base graphics, and `autoplot()` draws the same plot with ggplot2. Results of
#' which `plot()` takes arguments have these on their help pages, and `autoplot()` takes the same.
#'
#' `as.data.frame()` returns the table of `tidy()`. Results that have another table say so on their
#' help pages.
#'
#' `update()` is an error that says to call the function again, because results do not keep the call
#' and the data that they were made of.
#'
#' @param x,object What [bw_report()], [bw_select()], [cluster_spectral()], [embed_columns()],
#'   [embed_quality()], [embed_scales()], [graph_columns()], [graph_spectrum()], [graph_test()],
#'   [metric_distortion()], [metric_riemannian()], [noise_level()], an embedding
#'   with `components = "each"`, or a learner such as [ssl_harmonic()] returns.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... For `plot()`, graphical parameters, such as `main`, `col`, or `ylim`. `colour` and
#'   `color` mean `col`. For `autoplot()`, the arguments of `plot()` that the help page of the
#'   result has. Other arguments are an error.
#' @return
#' - `plot()`: `x`, invisibly;
#' - `autoplot()`: a ggplot;
#' - `as.data.frame()`: a data frame.
#' @section Errors:
#' - `lapscale_error_argument`, naming an unknown argument.
#' @seealso [plot.lapscale_bandwidth()], [plot.lapscale_embedding()], [plot.lapscale_ssl()].
#' @examples
#' spectrum <- graph_spectrum(graph_laplacian(heat_graph(sample_circle(200, seed = 1), 0.2)), 6)
#' plot(spectrum, main = "A circle")
#' as.data.frame(spectrum)
#' plot(bw_report(bw_gc, iris[1:4]))
#' @name lapscale_result
NULL

#' @rdname lapscale_result
#' @export
plot.lapscale_result <- function(x, ...) door(plot_object(x, list(...)))

#' @rdname lapscale_result
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_result <- function(object, ...) door({
  picture_args <- picture_arguments(object, list(...))
  dots_call <- substitute(list(...))
  if ("key_title" %in% names(formals(picture_method(object)))) {
    picture_args$key_title <- title_of_colour(dots_call[["colour"]], dots_call[["color"]])
  }
  ggplot_picture(do.call(picture, c(list(object), picture_args), quote = TRUE))
})

#' @rdname lapscale_result
#' @export
as.data.frame.lapscale_result <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(tidy(x), row.names)
}, ...)

#' @rdname lapscale_result
#' @export
update.lapscale_result <- function(object, ...) door({
  abort_argument("`object` does not keep its call: call the function that made it again, with other
                  arguments.")
})

#' @export
update.lapscale_graph <- update.lapscale_result

# The arguments for the method of picture() for x, a named list: those of `...`, by name or
# position. Names that it does not take, and those of base graphics, are an error.
#   dots  list of the user's arguments in `...`
picture_arguments <- function(x, dots) {
  arg_names <- setdiff(names(formals(picture_method(x))),
                       c("x", "...", "col", "breaks", "key_title"))
  names <- sub("^color$", "colour", names(dots) %||% character(length(dots)))
  unnamed <- which(names == "")
  names[unnamed] <- c(setdiff(arg_names, names), names[unnamed])[seq_along(unnamed)]
  names(dots) <- names
  check_dots(dots, arg_names)
  dots
}

# Makes a result whose table is that of tidy(), and whose plots need no more than picture().
#   fields  a list, or numbers with attributes
#   class   name of its class, before "lapscale_result";  ...: further attributes
new_result <- function(fields, class, ...) {
  structure(fields, ..., class = c(class, "lapscale_result"))
}
