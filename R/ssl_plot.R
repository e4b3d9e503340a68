#' Plot a fit from few labels
#'
#' With `what = "fit"` the points in a plane: coloured by fitted class, paler where the score leaves
#' doubt, or by fitted value; labelled points are ringed. With `what = "path"` the criterion against
#' the parameter that was chosen.
#'
#' @param x A [lapscale_ssl].
#' @param what `"fit"` or `"path"`. NULL: the path where there is one.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   such as an embedding, of which the first two columns are drawn. NULL: the first two principal
#'   components of the data.
#' @param ... Graphical parameters.
#' @return `x`, invisibly.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 198:200), NA), bandwidth = 0.3)
#' plot(fit)
#' plot(fit, coordinates = x)
#' @export
plot.lapscale_ssl <- function(x, what = NULL, coordinates = NULL, ...) {
  default <- if (is.null(coordinates) && !is.null(x$path)) "path" else "fit"
  what <- check_choice(what %||% default, c("fit", "path"), "what")
  if (what == "path" && is.null(x$path)) {
    abort_argument("`what` = \"path\": all parameters of this fit were given.")
  }
  if (what == "path") plot_path(x, ...) else plot_fit(x, coordinates, ...)
  invisible(x)
}

plot_fit <- function(fit, coordinates, call = caller_env(), ...) {
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
  labelled <- fit$labels$rows
  graphics::plot(
    place, pch = 19, col = point_colours(fit), asp = 1, las = 1, xlab = "", ylab = "",
    cex = if (nrow(place) > 500L) 0.5 else 0.8, main = ssl_title(fit$method), ...
  )
  graphics::points(place[labelled, , drop = FALSE], cex = 1.5, lwd = 1.5)
  if (fit$labels$kind == "classes") {
    graphics::legend("topright", fit$labels$levels, pch = 19, col = class_colours(fit),
                     bg = "white")
  }
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

# Of classes: the class's colour, as strong as its probability; of numbers: a scale.
point_colours <- function(fit) {
  if (fit$labels$kind == "regression") {
    value <- fit$scores[, 1L]
    return(grDevices::hcl.colors(100, "viridis")[cut(rank(value), 100, labels = FALSE)])
  }
  p <- answer(fit$scores, fit, "prob")
  best <- as.integer(answer(fit$scores, fit, "response"))
  sure <- p[cbind(seq_along(best), best)]
  rgb <- grDevices::col2rgb(class_colours(fit)[best]) / 255
  grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], alpha = 0.25 + 0.75 * sure)
}

# The criterion against the parameter that was chosen; a line per power or time. The candidates of
# ssl_auto() share the picture: numbers of eigenvectors below, decades of the penalty above.
plot_path <- function(fit, ...) {
  path <- fit$path
  criterion <- if ("error" %in% names(path)) "error" else "squared_error"
  place <- path_place(path)
  colours <- grDevices::hcl.colors(max(2L, nlevels(place$group)), "Dark 3")
  graphics::plot(
    place$x, path[[criterion]], type = "n", las = 1, xlab = place$label,
    ylab = if (criterion == "error") "error of cross-validation" else "squared leave-one-out error",
    log = if (place$log) "x" else "", ylim = c(0, 1.2 * max(path[[criterion]])), ...
  )
  for (level in levels(place$group)) {
    at <- place$group == level
    graphics::lines(place$x[at], path[[criterion]][at], type = "b", pch = 19, cex = 0.6,
                    col = colours[[match(level, levels(place$group))]])
  }
  if (nlevels(place$group) > 1L) {
    graphics::legend("top", levels(place$group), col = colours, lty = 1, bty = "n", horiz = TRUE,
                     cex = 0.8, seg.len = 1)
  }
  best <- chosen_row(fit)
  graphics::points(place$x[[best]], path[[criterion]][[best]], pch = 19, col = "firebrick")
  graphics::abline(v = place$x[[best]], lty = 3, col = "firebrick")
  graphics::mtext(describe_choice_of(path[best, ]), at = place$x[[best]], line = 0.2,
                  col = "firebrick")
  graphics::title(ssl_title(fit$method), line = 1.7)
}

# Where the rows of a path stand on the axis: list(x, label, log, group).
path_place <- function(path) {
  one <- factor(rep("", nrow(path)))
  if ("candidate" %in% names(path)) {
    group <- ifelse(is.na(path$m), path$candidate, paste("iterated, m =", path$m))
    return(list(
      x = ifelse(is.na(path$m), path$n_eigen, match(path$mu, smoother_decades)), log = FALSE,
      label = "n_eigen, or the penalty's decade from 1e-8 on", group = factor(group, unique(group))
    ))
  }
  across <- intersect(c("n_eigen", "lambda_manifold", "mu"), names(path))
  family <- intersect(c("m", "t"), names(path))
  group <- if (length(family)) paste(family, "=", path[[family]]) else one
  list(x = path[[across]], label = across, log = across != "n_eigen",
       group = factor(group, unique(group)))
}

# The row of the path that the fit has.
chosen_row <- function(fit) {
  path <- fit$path
  same <- rep(TRUE, nrow(path))
  for (name in intersect(names(path), names(fit$parameters))) {
    same <- same & path[[name]] %in% fit$parameters[[name]]
  }
  which(same)[[1]]
}

describe_choice_of <- function(row) {
  shown <- intersect(c("n_eigen", "lambda_manifold", "mu"), names(row)[!is.na(row)])
  paste(shown, "=", format(row[[shown]], digits = 3))
}
