# The criterion of a fit from few labels against the parameter that was chosen.

# A panel for each family of candidates, all with one vertical axis.
picture_path <- function(fit, col = NULL) {
  axis <- criterion_axis(fit)
  panels <- lapply(path_parts(fit), path_panel, axis, col)
  new_picture(panels, fit$title)
}

# A list of list(path, best, x, label, log, family, title), `best` the row that was chosen, or none;
# `family` a factor of lines. ssl_auto() has a part for each family of candidates.
path_parts <- function(fit) {
  best <- chosen_row(fit)
  path <- fit$path
  if (!"candidate" %in% names(path)) {
    return(list(path_part(path, best, fit$title)))
  }
  kinds <- factor(path$candidate, unique(path$candidate))
  lapply(split(seq_len(nrow(path)), kinds), function(rows) {
    part <- path[rows, ]
    part <- part[!vapply(part, anyNA, NA)]
    path_part(part, match(best, rows), fit$families[[part$candidate[[1]]]])
  })
}

# What is drawn from left to right: the first of these that was tried.
path_axes <- c("n_eigen", "lambda_manifold", "mu", "kernel_bandwidth")

path_part <- function(path, best, title) {
  across <- intersect(path_axes, names(path))[[1]]
  family <- setdiff(intersect(c("m", "t", "kernel_bandwidth"), names(path)), across)
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

path_panel <- function(part, axis, col = NULL) {
  colours <- rep_len(col %||% family_colours(nlevels(part$family)), nlevels(part$family))
  rows <- order(part$family, part$x)
  path <- part$path[rows, ]
  x <- part$x[rows]
  y <- path[[axis$of]]
  family <- as.integer(part$family)[rows]
  label <- family_names(part)
  value <- if (length(label) > 1L) label[family]
  best <- match(part$best, rows)
  band <- band_of_path(path, axis)
  new_panel(
    list(
      if (!is.null(band)) band_layer(x, band$low, band$high, colours[family], family, value),
      line_layer(x, y, colours[family], 1, family, value),
      points_layer(x, y, colours[family], size = 0.6, value = value),
      if ("candidate" %in% names(path)) rule_layer(axis$chosen, "y"),
      if (length(best)) points_layer(x[best], y[best], choice_colour),
      if (length(best)) rule_layer(x[best])
    ),
    range(x), axis$range, part$title, part$label, axis$label,
    paste(c(if (part$log) "x", if (axis$log) "y"), collapse = ""),
    note = if (length(best)) note_above(describe_choice_of(path[best, ]), x[[best]]),
    key = if (!is.null(value)) new_key(label, colours, pch = 19, lty = 1, place = "above")
  )
}

# One standard error to either side, or NULL; on a log axis it ends where it would meet zero.
band_of_path <- function(path, axis) {
  if (is.null(path$se)) {
    return(NULL)
  }
  y <- path[[axis$of]]
  list(low = pmax(y - path$se, if (axis$log) y / 100 else 0), high = y + path$se)
}

# Of lines for increasing numbers; more than there are colours for classes are shades of one scale.
family_colours <- function(n) {
  if (n <= most_with_key) {
    return(unname(class_palette)[seq_len(n)])
  }
  grDevices::hcl.colors(n + 1L, "viridis")[seq_len(n)]
}

# The column that chose.
path_criterion <- function(fit) {
  intersect(c("error", "log_loss", "squared_error"), names(fit$path))[[1]]
}

# The vertical axis that all panels share: the column that chose, its label, whether it varies so
# much that the axis is logarithmic, the range with the bands, the value of the choice.
criterion_axis <- function(fit) {
  of <- path_criterion(fit)
  y <- fit$path[[of]]
  log <- all(is.finite(y) & y > 0) && max(y) > 10 * min(y)
  what <- if (of == "error" && fit$labels$kind == "regression") "squared error" else
    sub("_", " ", of)
  axis <- list(
    of = of, log = log, chosen = y[[chosen_row(fit)]],
    label = paste(what, "of", if (of == "error") "cross-validation" else "leave-one-out")
  )
  seen <- c(y, unlist(band_of_path(fit$path, axis), use.names = FALSE))
  seen <- seen[is.finite(seen)]
  axis$range <- if (log) range(seen) else c(0, if (any(seen > 0)) max(seen) else 1)
  axis
}

# The key of the lines: powers and times in three digits.
family_names <- function(part) {
  if (!length(part$of)) {
    return("")
  }
  values <- vapply(as.numeric(levels(part$family)), format, "", digits = 3)
  paste(part$of, "=", values)
}

describe_choice_of <- function(row) {
  shown <- intersect(c("n_eigen", "kernel_bandwidth", "lambda_manifold", "m", "t", "mu"),
                     names(row)[!is.na(row)])
  values <- vapply(shown, function(name) format(row[[name]], digits = 3), "")
  paste(shown, "=", values, collapse = ", ")
}
