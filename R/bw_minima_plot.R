# Pictures of tables of local minima.

#' @rdname bw_minima
#' @export
plot.lapscale_minima <- function(x, ...) door(plot_object(x, list(...)))

#' @rdname bw_minima
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_minima <- function(object, ...) door(ggplot_picture(picture(object)), ...)

# Returns a picture, of new_picture(), of the criterion at each minimum over its bandwidth, with a
# bar as long as the smaller of its depths; of several selectors, whose criteria differ in unit, a
# row of bandwidths for each.
#   x  of bw_minima(), perhaps with columns left out by the user: bandwidth, chosen (TRUE or FALSE),
#      criterion, depth_left and depth_right, and of several selectors method (a name); its
#      attribute labels is a list (upwards: TRUE for maxima; criterion: its name), or NULL
#' @export
picture.lapscale_minima <- function(x, ...) {
  needed <- c("bandwidth", "chosen", if (is.null(x$method)) "criterion")
  refuse_if(!all(needed %in% names(x)) || !nrow(x),
            "`x` must have a row, and the columns {.val {needed}}.")
  colours <- ifelse(x$chosen, choice_colour, "grey20")
  xlim <- range(x$bandwidth)
  if (xlim[[1L]] == xlim[[2L]]) xlim <- xlim * c(1 / 3, 3)
  labels <- attr(x, "labels")
  extrema <- if (isTRUE(labels$upwards)) "maxima" else "minima"
  title <- paste("Local", extrema, "(colored: chosen)")
  if (!is.null(x$method)) {
    row <- match(x$method, rev(unique(x$method)))
    panel <- rows_panel(unique(x$method), list(
      rule_layer(unique(row), "y", "grey85", type = 1),
      points_layer(x$bandwidth, row, colours, free = TRUE)
    ), xlim, title, "bandwidth h")
    panel$log <- "x"
    return(new_picture(list(panel)))
  }
  depth <- pmin(x$depth_left %||% NA, x$depth_right %||% NA, na.rm = TRUE)
  rise <- ifelse(is.finite(depth), depth, 0) * if (extrema == "maxima") -1 else 1
  bar_end <- x$criterion + rise
  new_picture(list(new_panel(
    list(segments_layer(x$bandwidth, x$criterion, x$bandwidth, bar_end, colours, free = TRUE),
         points_layer(x$bandwidth, x$criterion, colours, free = TRUE),
         names_layer(x$bandwidth, x$criterion, as.character(seq_len(nrow(x))), 0.9)),
    xlim, range(x$criterion, bar_end), title, "bandwidth h", labels$criterion %||% "criterion", "x",
    note = note_above("bar: depth", colour = "grey20")
  )))
}
