#' @rdname plot.lapscale_ssl
#' @param object A [lapscale_ssl].
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_ssl <- function(object, what = NULL, coordinates = NULL, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  check_no_dots(...)
  what <- check_picture(object, what, coordinates)
  if (what == "path") autoplot_path(object) else autoplot_fit(object, coordinates)
}

autoplot_fit <- function(fit, coordinates, call = caller_env()) {
  place <- place_of_fit(fit, coordinates, call)
  labels <- place_labels(place)
  shown <- data.frame(x = place[, 1L], y = place[, 2L])
  shown$labelled <- seq_len(nrow(shown)) %in% fit$labels$rows
  if (fit$labels$kind == "regression") {
    shown$value <- fit$scores[, 1L]
    shown$strength <- 1
    scale <- ggplot2::scale_colour_viridis_c(name = NULL)
  } else {
    shown$value <- answer(fit$scores, fit, "response")
    shown$strength <- strengths(fit)
    scale <- ggplot2::scale_colour_manual(
      name = NULL, values = stats::setNames(class_colours(fit), fit$labels$levels)
    )
  }
  shown <- shown[is.finite(shown$x) & is.finite(shown$y), ]
  ggplot2::ggplot(shown, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$value, alpha = .data$strength)) +
    ggplot2::geom_point(data = shown[shown$labelled, ], shape = 1, size = 3) +
    ggplot2::scale_alpha_identity() +
    scale +
    ggplot2::coord_fixed() +
    ggplot2::labs(x = labels[[1]], y = labels[[2]], title = fit$title)
}

# A facet for each panel of plot(). Several share no horizontal axis: logarithms are drawn as such.
autoplot_path <- function(fit) {
  panels <- path_panels(fit)
  several <- length(panels) > 1L
  axis <- criterion_axis(fit)
  lines <- do.call(rbind, lapply(panels, path_lines, axis, several))
  lines$panel <- factor(lines$panel, unique(lines$panel))
  lines <- lines[is.finite(lines$y), ]
  chosen <- lines[lines$chosen, ]
  red <- "firebrick"
  picture <- ggplot2::ggplot(lines, ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_ribbon(
      ggplot2::aes(ymin = .data$low, ymax = .data$high, fill = .data$family), alpha = 0.15,
      na.rm = TRUE
    ) +
    ggplot2::geom_line(ggplot2::aes(colour = .data$family)) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$family), size = 1) +
    ggplot2::geom_vline(ggplot2::aes(xintercept = .data$x), chosen, linetype = 3, colour = red) +
    ggplot2::geom_point(data = chosen, colour = red, size = 2.5) +
    family_scale(unique(lines$family)) +
    # As in plot(), a wide band does not stretch the axis.
    ggplot2::coord_cartesian(ylim = if (axis$log) 10^axis$range else axis$range) +
    (if (axis$log) ggplot2::scale_y_log10()) +
    ggplot2::labs(
      x = if (!several) panels[[1]]$label, y = axis$label, title = fit$title,
      subtitle = describe_choice_of(fit$path[chosen_row(fit), ])
    )
  if (several) {
    return(picture + ggplot2::geom_hline(yintercept = axis$chosen, linetype = 3, colour = red) +
             ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free_x"))
  }
  picture + (if (panels[[1]]$log) ggplot2::scale_x_log10())
}

# A row per candidate: panel, x, y, low, high, family, chosen.
path_lines <- function(panel, axis, several) {
  y <- panel$path[[axis$of]]
  se <- panel$path$se %||% rep(NA_real_, length(y))
  as_log <- several && panel$log
  family <- if (length(panel$of)) paste(panel$of, "=", family_names(panel$family)) else no_family
  data.frame(
    panel = paste0(panel$title, ", ", if (as_log) "log10 ", panel$label),
    x = if (as_log) log10(panel$x) else panel$x, y = y,
    low = pmax(y - se, if (axis$log) y / 100 else 0), high = y + se,
    family = family[as.integer(panel$family)], chosen = seq_along(y) %in% panel$best
  )
}

# The colours of plot(), with a key where there are several lines.
family_scale <- function(families) {
  named <- setdiff(families, no_family)
  colours <- grDevices::hcl.colors(max(2L, length(named)), "Dark 3")
  values <- stats::setNames(colours[c(seq_along(named), 1L)], c(named, no_family))
  ggplot2::scale_colour_manual(
    values = values, breaks = if (length(named) > 1L) named, name = NULL,
    aesthetics = c("colour", "fill")
  )
}

no_family <- "the only line"
