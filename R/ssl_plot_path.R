# The criterion of a fit from few labels against the parameter that was chosen.

plot_path <- function(fit, settings) {
  panels <- path_panels(fit)
  if (length(panels) > 1L && all(graphics::par("mfrow") == 1L)) {
    old <- graphics::par(c("mfrow", "mar", "mgp"))
    on.exit(graphics::par(old))
    graphics::par(mfrow = c(1L, 2L), mar = c(4.2, 4.4, 3.6, 1), mgp = c(3, 0.7, 0))
  }
  axis <- criterion_axis(fit)
  for (panel in panels) draw_path(panel, panels, axis, settings)
}

# A list of panels: list(path, best, x, label, log, family, title), `best` the row that was chosen,
# or none; `family` a factor of lines. ssl_auto() has a panel for each family of candidates.
path_panels <- function(fit) {
  best <- chosen_row(fit)
  path <- fit$path
  if (!"candidate" %in% names(path)) {
    return(list(path_panel(path, best, fit$title)))
  }
  kinds <- factor(path$candidate, unique(path$candidate))
  lapply(split(seq_len(nrow(path)), kinds), function(rows) {
    part <- path[rows, ]
    part <- part[!vapply(part, anyNA, NA)]
    path_panel(part, match(best, rows), fit$families[[part$candidate[[1]]]])
  })
}

path_panel <- function(path, best, title) {
  across <- intersect(c("n_eigen", "lambda_manifold", "mu"), names(path))
  family <- intersect(c("m", "t"), names(path))
  values <- if (length(family)) path[[family]] else rep("", nrow(path))
  list(
    path = path, best = best[!is.na(best)], x = path[[across]], label = across,
    log = across != "n_eigen", family = factor(values, unique(values)), of = family, title = title
  )
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

# One of `panels`, which all leave the same room for a key of the lines.
draw_path <- function(panel, panels, axis, settings) {
  y <- panel$path[[axis$of]]
  colours <- settings$col %||% grDevices::hcl.colors(max(2L, nlevels(panel$family)), "Dark 3")
  colours <- rep_len(colours, nlevels(panel$family))
  graphics::plot.new()
  share <- max(vapply(panels, function(one) family_key(one, colours)$height, 0))
  ylim <- room_above(axis$range, share)
  key <- family_key(panel, colours)
  defaults <- list(
    x = panel$x, y = y, type = "n", las = if (axis$log) 0 else 1, xlab = panel$label, ylab = "",
    log = paste0(if (panel$log) "x" else "", if (axis$log) "y" else ""),
    ylim = if (axis$log) 10^ylim else ylim
  )
  draw_over(defaults, settings, panel$title)
  if (is.null(settings$ylab)) fitted_ylab(axis$label, settings)
  for (level in seq_along(levels(panel$family))) {
    at <- which(as.integer(panel$family) == level)
    at <- at[order(panel$x[at])]
    draw_line(panel$x[at], y[at], panel$path$se[at], colours[[level]])
  }
  draw_key(key, "top")
  red <- "firebrick"
  if ("candidate" %in% names(panel$path)) graphics::abline(h = axis$chosen, lty = 3, col = red)
  if (length(panel$best)) {
    at <- panel$x[[panel$best]]
    graphics::points(at, y[[panel$best]], pch = 19, col = red)
    graphics::abline(v = at, lty = 3, col = red)
    write_above(describe_choice_of(panel$path[panel$best, ]), 0.2, at = at, col = red)
  }
}

# The vertical axis that all panels share: the column that chose, its label, whether it varies so
# much that the axis is logarithmic, the range (then of logarithms), the value of the choice.
criterion_axis <- function(fit) {
  of <- if ("error" %in% names(fit$path)) "error" else "squared_error"
  y <- fit$path[[of]]
  log <- all(is.finite(y) & y > 0) && max(y) > 10 * min(y)
  squared <- if (of == "error" && fit$labels$kind == "classes") "error" else "squared error"
  list(
    of = of, log = log, chosen = y[[chosen_row(fit)]],
    label = paste(squared, "of", if (of == "error") "cross-validation" else "leave-one-out"),
    range = if (log) log10(range(y)) else c(0, if (any(y > 0)) max(y) else 1)
  )
}

# The lines' colours in as few rows as the panel has room for.
family_key <- function(panel, colours) {
  legend <- list(legend = paste(panel$of, "=", family_names(panel$family)), col = colours, lty = 1,
                 seg.len = 1)
  if (nlevels(panel$family) < 2L) {
    return(no_key)
  }
  wide_legend(legend)
}

# Powers and times in three digits.
family_names <- function(family) {
  vapply(as.numeric(levels(family)), function(value) format(value, digits = 3), "")
}

# A line with a band of one standard error to either side.
draw_line <- function(x, y, se, col) {
  if (length(se)) {
    # On a log axis the band ends where it would meet zero.
    low <- if (graphics::par("ylog")) pmax(y - se, y / 100) else y - se
    graphics::polygon(c(x, rev(x)), c(low, rev(y + se)), border = NA,
                      col = grDevices::adjustcolor(col, 0.15))
  }
  graphics::lines(x, y, type = "o", pch = 19, cex = 0.6, col = col)
}

describe_choice_of <- function(row) {
  shown <- intersect(c("n_eigen", "lambda_manifold", "m", "t", "mu"), names(row)[!is.na(row)])
  values <- vapply(shown, function(name) format(row[[name]], digits = 3), "")
  paste(shown, "=", values, collapse = ", ")
}
