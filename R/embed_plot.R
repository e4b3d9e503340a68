#' Plot an embedding
#'
#' One coordinate is drawn against the row number, two as a scatter plot, more as pairs. The scree
#' plot shows all eigenvalues that were looked at, those of the coordinates filled. `autoplot()` is
#' the same picture in ggplot2.
#'
#' @details
#' Two coordinates of Isomap or of kernel PCA other than `"lle"` are in one unit and drawn so
#' (`asp = 1`; `asp = NA` fills the panel). Up to seven classes have the colours of Okabe and Ito,
#' which those who confuse red and green tell apart, and a key beside the points; more, up to 40,
#' are named where they lie, in 12 letters at most (not in pairs). Where the colours repeat without
#' names a message of class `lapscale_message_colours` says so. Numbers have a key of the greatest,
#' the quartiles and the least; a `Date`, a `POSIXct` and a `difftime` are numbers too. With `col`
#' there is no key.
#'
#' The scree plot can show no more eigenvalues than the fit computed, with a number as
#' `n_components` hardly more than those of the coordinates: `n_components = "gap"` computes the
#' first eleven. Principal components (`"linear"`) come with all.
#'
#' @param x,object A [lapscale_embedding].
#' @param columns Numbers of the coordinates to draw. NULL: all, at most the first 5.
#' @param colour NULL, or a value per row of the data, a number or a class, that gives the colour;
#'   `color` is the same.
#' @param labels Names of the coordinates that are drawn. NULL: their numbers.
#' @param ... `color`, and for `plot()` and `screeplot()` graphical parameters, such as `col`,
#'   `pch`, `main` (pairs have no `xlab`, `ylab`, `xlim`, `ylim`, `axes`, `type`). What is no
#'   argument is refused.
#' @return `plot()` and `screeplot()`: `x`, invisibly. `autoplot()`: a ggplot.
#' @section Errors:
#' `lapscale_error_argument`, naming `columns`, `colour`, `labels` or what is no argument.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' plot(embed_isomap(x, 3, k = 10), colour = cut(attr(x, "parameters")[, 1], 5))
#' screeplot(embed_isomap(x, "gap", k = 10))
#' @export
plot.lapscale_embedding <- function(x, ..., columns = NULL, colour = NULL, labels = NULL) door({
  own <- graphical_settings(list(...), also = "color")
  drawn <- picture(x, drawn_columns(x, columns), resolve_colour(colour, own), labels)
  plot_picture(drawn, own[names(own) != "color"])
  invisible(x)
})

# One coordinate against the row number, two, or each against each.
#   columns  their numbers
#   colour   as in plot()
#   labels   their names, or NULL
#' @export
picture.lapscale_embedding <- function(x, columns, colour = NULL, labels = NULL, ...) door({
  labels <- check_names_of(labels %||% paste("coordinate", columns), length(columns))
  if (length(columns) > 2L) {
    return(picture_pairs(x, columns, colour, labels))
  }
  n <- nrow(x$coordinates)
  place <- unname(x$coordinates)[, columns, drop = FALSE]
  one <- length(columns) == 1L
  if (one) {
    place <- cbind(seq_len(n), place)
    labels <- c("row", labels)
  }
  shown <- coloured(colour, n)
  in_one_unit <- !one && embedding_method(x)$in_one_unit(x$settings)
  new_picture(list(new_panel(
    list(coloured_points(place[, 1], place[, 2], shown),
         names_layer(place[, 1], place[, 2], colour)),
    range(place[, 1], finite = TRUE), range(place[, 2], finite = TRUE), embedding_title(x),
    labels[[1]], labels[[2]], asp = if (in_one_unit) 1 else NA, key = shown$key
  )))
})

# Three coordinates or more, each against each.
picture_pairs <- function(x, columns, colour, labels) {
  # There is no room for names.
  shown <- coloured(colour, nrow(x$coordinates), most = most_with_key)
  place <- unname(x$coordinates)
  ends <- lapply(columns, function(column) range(place[, column], finite = TRUE))
  panel <- function(row, column) {
    at <- columns[c(column, row)]
    layer <- if (row == column) {
      text_layer(mean(ends[[column]]), mean(ends[[row]]), labels[[row]])
    } else {
      coloured_points(place[, at[[1]]], place[, at[[2]]], shown)
    }
    new_panel(list(layer), ends[[column]], ends[[row]], "", labels[[column]], labels[[row]],
              key = shown$key)
  }
  numbers <- seq_along(columns)
  cells <- expand.grid(column = numbers, row = numbers)
  new_picture(Map(panel, cells$row, cells$column), embedding_title(x), square = TRUE)
}

check_names_of <- function(labels, n) {
  if (is.character(labels) && length(labels) == n && !anyNA(labels)) {
    return(labels)
  }
  abort_argument(
    "`labels` must be a name for each of the {n} coordinate{?s}, not {describe(labels)}."
  )
}

#' @rdname plot.lapscale_embedding
#' @param main Title. NULL: the name of the method.
#' @param what `"points"`, or `"scree"` for the scree plot.
#' @export
screeplot.lapscale_embedding <- function(x, main = NULL, ...) door({
  main <- main %||% embedding_title(x)
  plot_picture(picture_scree(x), graphical_settings(list(main = main, ...)))
  invisible(x)
})

# The eigenvalues, those of the coordinates filled.
picture_scree <- function(e) {
  new_picture(list(eigenvalue_panel(
    e$scree, seq_along(e$scree) <= length(e$eigenvalues), embedding_title(e), "coordinate"
  )))
}

#' @rdname plot.lapscale_embedding
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding <- function(object, ..., what = c("points", "scree"), columns = NULL,
                                        colour = NULL, labels = NULL) door({
  check_installed("ggplot2", "to draw with autoplot()")
  given <- list(...)
  check_dots(given, "color")
  colour <- resolve_colour(colour, given)
  if (check_choice(what, c("points", "scree"), "what") == "scree") {
    return(ggplot_picture(picture_scree(object)))
  }
  ggplot_picture(picture(object, drawn_columns(object, columns), colour, labels))
})
