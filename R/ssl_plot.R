#' Plot a fit from few labels
#'
#' With `what = "fit"` the points in a plane: coloured by fitted class, paler where the score leaves
#' doubt, or by the rank of the fitted value, with a key beside them unless `col` is given; labelled
#' points are ringed.
#'
#' With `what = "path"` the criterion, with a band of one standard error, against the parameter
#' that was chosen, a line per power or time; on a log axis where it varies much. What was chosen is
#' written above the frame. For [ssl_auto()] there are two panels with the same vertical axis, one
#' for each family of candidates, and the dotted horizontal line is the least error of all. In a
#' layout of several panels they take the next two.
#'
#' @param x A [lapscale_ssl].
#' @param what `"fit"` or `"path"`. NULL: the path where there is one.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   such as an embedding, of which the first two columns are drawn. NULL: the first two principal
#'   components of the data.
#' @param ... Graphical parameters, such as `main`, `col`, `pch`, `ylim`, which replace those of the
#'   picture.
#' @return `x`, invisibly.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 198:200), NA), bandwidth = 0.3)
#' plot(fit)
#' plot(fit, coordinates = x, main = "Two moons")
#' @export
plot.lapscale_ssl <- function(x, what = NULL, coordinates = NULL, ...) {
  default <- if (is.null(coordinates) && !is.null(x$path)) "path" else "fit"
  what <- check_choice(what %||% default, c("fit", "path"), "what")
  if (what == "path" && is.null(x$path)) {
    abort_argument("`what` = \"path\": all parameters of this fit were given.")
  }
  if (what == "path") plot_path(x, list(...)) else plot_fit(x, coordinates, list(...))
  invisible(x)
}

plot_fit <- function(fit, coordinates, settings, call = caller_env()) {
  place <- if (is.null(coordinates)) {
    first_components(fit$x)
  } else {
    place <- as_point_matrix(coordinates, "coordinates", call)
    if (nrow(place) != fit$n_given) {
      abort_argument(
        "`coordinates` must have {fit$n_given} rows, like the data of the fit, not {nrow(place)}.",
        call = call
      )
    }
    cbind(place, 0)[fit$rows, 1:2, drop = FALSE]
  }
  graphics::plot.new()
  key <- if (is.null(settings$col)) measured_legend(colour_key(fit), 0.5) else list(width = 0)
  across <- range(place[, 1L])
  across[[2]] <- across[[2]] + diff(across) * key$width / (1 - key$width)
  defaults <- list(
    x = place, pch = 19, col = point_colours(fit), asp = 1, las = 1, xlab = "", ylab = "",
    xlim = across, cex = if (nrow(place) > 500L) 0.5 else 0.8
  )
  draw_over(defaults, settings, ssl_title(fit$method))
  graphics::points(place[fit$labels$rows, , drop = FALSE], cex = 1.5, lwd = 1.5)
  if (!is.null(key$legend)) do.call(graphics::legend, c(list("topright"), key$legend))
}

# n x 2; a constant second coordinate for one column.
first_components <- function(x) {
  centred <- sweep(x, 2L, colMeans(x))
  if (ncol(x) == 1L) {
    return(cbind(centred, 0))
  }
  centred %*% eigen(crossprod(centred), symmetric = TRUE)$vectors[, 1:2]
}

class_colours <- function(fit) {
  grDevices::hcl.colors(max(2L, length(fit$labels$levels)), "Dark 3")[seq_along(fit$labels$levels)]
}

value_scale <- function() grDevices::hcl.colors(100L, "viridis")

# Of classes: the class's colour, as strong as its probability; of numbers: a scale of their ranks.
point_colours <- function(fit) {
  if (fit$labels$kind == "regression") {
    # Values that differ by rounding only are the same.
    return(value_scale()[cut(rank(signif(fit$scores[, 1L], 8)), 100L, labels = FALSE)])
  }
  p <- answer(fit$scores, fit, "prob")
  best <- as.integer(answer(fit$scores, fit, "response"))
  sure <- p[cbind(seq_along(best), best)]
  rgb <- grDevices::col2rgb(class_colours(fit)[best]) / 255
  grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], alpha = 0.25 + 0.75 * sure)
}

# What the colours mean, as arguments of legend(): classes, or greatest value, quartiles and least.
colour_key <- function(fit) {
  if (fit$labels$kind == "classes") {
    return(list(legend = fit$labels$levels, col = class_colours(fit), pch = 19, bty = "n"))
  }
  value <- rev(stats::quantile(fit$scores[, 1L], names = FALSE))
  names <- format(value, digits = 3)
  if (names[[1]] == names[[5]]) {
    return(list(legend = names[[1]], col = value_scale()[[50]], pch = 19, bty = "n"))
  }
  list(legend = names, col = value_scale()[c(100, 75, 50, 25, 1)], pch = 19, bty = "n")
}

legend_size <- 0.8

# A legend with the share of the panel that it takes, made small enough for the panel's height and
# for `most` of its width. To be called on a new page.
measured_legend <- function(legend, most) {
  graphics::plot.window(c(0, 1), c(0, 1), xaxs = "i", yaxs = "i")
  share <- function(cex) {
    legend$cex <- cex
    do.call(graphics::legend, c(list("top", plot = FALSE), legend))$rect
  }
  cex <- legend_size
  taken <- share(cex)
  while ((taken$w > most || taken$h > 1) && cex > 0.2) {
    cex <- 0.9 * cex
    taken <- share(cex)
  }
  list(legend = c(legend, cex = cex), width = min(taken$w, most), height = min(taken$h, 0.9))
}

# plot() on the page that is there, with what the user asks in place of the defaults.
draw_over <- function(defaults, settings, title) {
  title <- settings$main %||% title
  settings$main <- ""
  on.exit(graphics::par(new = FALSE))
  graphics::par(new = TRUE)
  do.call(graphics::plot, utils::modifyList(defaults, settings))
  write_above(title, 1.7, cex = 1.2, font = 2L)
}

# A line of text above the frame, centred or as near to `at` as the panel allows, made small enough
# for it.
write_above <- function(text, line, at = NULL, cex = 1, ...) {
  needed <- graphics::strwidth(text, "inches", cex = cex)
  room <- graphics::par("pin")[[1]]
  ends <- graphics::par("usr")[1:2]
  if (!is.null(at) && graphics::par("xlog")) at <- log10(at)
  share <- if (is.null(at)) 0.5 else (at - ends[[1]]) / diff(ends)
  size <- cex * graphics::par("cex") * min(1, 0.95 * room / needed)
  graphics::mtext(text, adj = min(1, max(0, share)), line = line, cex = size, ...)
}
