# Pictures of the path of candidates among which the labels chose.

# Returns a picture of the criterion against the parameter that was chosen: a panel for each family
# of candidates, with its own axes, which all show the smallest error.
#   fit  of new_ssl_fit(): path (data frame, a row per candidate; NULL: nothing was chosen), title
#        (of its method), families (of ssl_auto(): titles of the methods, by name, or NULL)
#   col  colors of the lines, or NULL
# `method_titles` has the title of the method of each row of the path, or the one of all; `rows` is
# a list of the numbers of the rows in each panel, by these titles. A family of candidates is a
# method.
picture_path <- function(fit, col = NULL) {
  refuse_if(is.null(fit$path), "`what` = \"path\": this fit chose no parameter.")
  refuse_if(anyNA(fit$path[[path_criterion(fit)]]),
            "`what` = \"path\": the squares of this fit's labels leave the range of numbers.")
  fit$path <- drawn_path(fit)
  method_titles <-
    if (is.null(fit$path$candidate)) fit$title else unlist(fit$families)[fit$path$candidate]
  rows <- split(seq_len(nrow(fit$path)), factor(method_titles, unique(method_titles)))
  new_picture(Map(path_panel, rows, path_titles(fit, rows), list(fit), list(criterion_axis(fit)),
                  list(col)),
              fit$title)
}

# Titles of the panels. Between methods for classes the log loss decides, where the axis shows the
# squared error, by which each method chose its parameters.
#   fit   of new_ssl_fit(): path (of ssl_auto() with loss, a number or NA per row), labels (kind:
#         "classes" or "regression")
#   rows  list of numbers of rows of the path, a vector for each panel, named by title of the method
path_titles <- function(fit, rows) {
  if (is.null(fit$path$loss) || fit$labels$kind != "classes") return(names(rows))
  best_losses <- vapply(rows, function(r) short(min(fit$path$loss[r], Inf, na.rm = TRUE), 3), "")
  paste0(names(rows), ", log loss ", best_losses)
}

# Keeps of a path over several graphs and methods the graph that was chosen and the methods that
# have a parameter to be drawn against: a data frame, the rows of the path that are drawn.
#   fit  of new_ssl_fit(): path, and what rows_of_graph() reads
drawn_path <- function(fit) {
  if (is.null(fit$path$graph)) return(fit$path)
  path <- fit$path[rows_of_graph(fit), ]
  parameters <- path[intersect(path_parameters, names(path))]
  path[rowSums(!is.na(parameters)) > 0, ]
}

# Columns of a path that a panel may have on its horizontal axis; the first there is goes there.
path_parameters <- c("n_eigen", "lambda_manifold", "mu", "kernel_bandwidth")

# Returns a panel, of new_panel(), of some rows of the path from left to right, a line for each
# power, time, or width of the kernel. `line_values` has this number for each of `rows`, 1 with one
# line, `line_number` the number of the line of each row in the order of drawing; `place` is the
# position of the chosen row in this order, of length 0 if it is in another panel.
#   rows   numbers of rows of fit$path
#   title  of the panel;  fit: of new_ssl_fit(): path (data frame), and what chosen_row() reads
#   axis   of criterion_axis(): criterion, label, log, chosen;  col: colors of the lines, or NULL
path_panel <- function(rows, title, fit, axis, col = NULL) {
  path <- fit$path[rows, ]
  path <- path[!vapply(path, anyNA, NA)]
  x_name <- intersect(path_parameters, names(path))[[1]]
  line_name <- setdiff(intersect(c("m", "t", "kernel_bandwidth"), names(path)), x_name)
  line_values <- if (length(line_name)) path[[line_name]] else rep(1, nrow(path))
  row_order <- order(line_values, path[[x_name]])
  path <- path[row_order, ]
  place <- which(rows[row_order] %in% chosen_row(fit))
  x <- path[[x_name]]
  y <- path[[axis$criterion]]
  line_number <- match(line_values[row_order], sort(unique(line_values)))
  n_lines <- max(line_number)
  colours <- rep_len(col %||% family_colours(n_lines), n_lines)
  # Powers and times in three digits.
  labels <- paste(line_name, "=", vapply(sort(unique(line_values)), format, "", digits = 3))
  line_label <- if (n_lines > 1L) labels[line_number]
  # list(low, high), a number for each row, or NULL without standard errors.
  band <- band_of_path(path, axis)
  new_panel(
    list(if (!is.null(band))
           band_layer(x, band$low, band$high, colours[line_number], line_number, line_label),
         line_layer(x, y, colours[line_number], 1, line_number, line_label),
         points_layer(x, y, colours[line_number], size = 0.6, value = line_label),
         if (!is.null(fit$path$candidate)) rule_layer(axis$chosen, "y"),
         if (length(place)) points_layer(x[place], y[place], choice_colour),
         if (length(place)) rule_layer(x[place])),
    range(x), path_range(y, band, axis), title, x_name, axis$label,
    paste0("", if (x_name != "n_eigen") "x", if (axis$log) "y"),
    note = if (length(place)) note_above(describe_choice_of(path[place, ]), x[[place]]),
    key = if (n_lines > 1L) new_key(labels, colours, pch = 19, lty = 1, place = "above")
  )
}

# Adds one standard error to either side, list(low, high), or returns NULL; on a log axis it ends
# above zero.
#   path  rows of fit$path, a data frame: se (standard errors; NULL without), and the column that
#         chose
#   axis  of criterion_axis(): criterion (name of this column), log
band_of_path <- function(path, axis) {
  y <- path[[axis$criterion]]
  if (!is.null(path$se)) with_margin(y, path$se, if (axis$log) y / 100 else 0)
}

# Colors of n lines for increasing numbers: more than there are colors for classes are shades of a
# scale.
family_colours <- function(n) {
  is_few <- n <= length(class_palette)
  colours <- if (is_few) unname(class_palette) else grDevices::hcl.colors(n + 1L, "viridis")
  colours[seq_len(n)]
}

# The range of the vertical axis of a panel, two numbers, with its band and the value of the choice;
# from 0 on if the axis is not logarithmic.
#   y     of the points
#   band  of band_of_path(): list(low, high), or NULL
#   axis  of criterion_axis(): chosen (value of the choice, or NA), log (whether the axis is
#         logarithmic)
path_range <- function(y, band, axis) {
  drawn_values <- c(y, unlist(band, use.names = FALSE), axis$chosen)
  drawn_values <- drawn_values[is.finite(drawn_values)]
  if (axis$log) range(drawn_values) else c(0, if (any(drawn_values > 0)) max(drawn_values) else 1)
}

# Describes the vertical axis of all panels: list(criterion: name of the column that chose, label,
# log: whether it varies so much that the axis is logarithmic, chosen: the value of the choice, or
# NA).
#   fit  of new_ssl_fit(): path (data frame, a row per candidate), labels (kind: "classes" or
#        "regression"), and what chosen_row() reads
criterion_axis <- function(fit) {
  criterion <- path_criterion(fit)
  y <- fit$path[[criterion]]
  is_log <- all(is.finite(y) & y > 0) && max(y) > 10 * min(y)
  measure <- if (criterion == "error" && fit$labels$kind == "regression") "squared error" else
    sub("_", " ", criterion)
  list(
    criterion = criterion, log = is_log, chosen = c(y[chosen_row(fit)], NA)[[1L]],
    label = paste(
      measure, "of", if (criterion == "error") "cross-validation" else name_left_out(fit$labels)
    )
  )
}

# The parameters in a row of the path, a data frame of one row, in words.
describe_choice_of <- function(row) {
  parameters <- intersect(c("n_eigen", "kernel_bandwidth", "lambda_manifold", "m", "t", "mu"),
                          names(row)[!is.na(row)])
  values <- vapply(parameters, function(name) format(row[[name]], digits = 3), "")
  paste(parameters, "=", values, collapse = ", ")
}
