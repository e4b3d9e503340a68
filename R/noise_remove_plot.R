# Pictures of a table before and after.

#' @rdname noise_remove
#' @export
plot.lapscale_denoised <- function(x, what = NULL, rows = NULL, ...) door({
  plot_object(x, list(...), what, rows)
})

#' @rdname noise_remove
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_denoised <- function(object, what = NULL, rows = NULL, ...) door({
  ggplot_picture(picture(object, what, rows))
}, ...)

# Returns a picture of the points or of a row before and after, of the singular values, or of the
# risk, as `what` says.
#   x     of noise_remove();  what: "points", "row", "values", "risk", or NULL;  ...: not used
#   rows  the number of the row, NULL: one of median noise
#' @export
picture.lapscale_denoised <- function(x, what = NULL, rows = NULL, ...) {
  what <- what %||% if (ncol(x) < min_row_columns && is.null(rows)) "points" else "row"
  what <- check_choice(what, c("points", "row", "values", "risk"), "what")
  panel <- switch(what, points = moved_panel(x), row = row_panel(x, rows),
                  values = singular_panel(x), risk = risk_panel(x))
  new_picture(list(panel))
}

# Rows of fewer columns are no curves: their points are drawn.
min_row_columns <- 10L

# Draws the points before, in gray, and after, by their columns or by the principal components of
# the table after: a panel, of new_panel(). Of at most 500 points lines join both.
#   x  of noise_remove(): a matrix, NA in rows that were left out, with before (the table as it was)
# `from` and `to`, n x 2, are where the points are drawn before and after.
moved_panel <- function(x) {
  after <- as.matrix(x)
  is_kept <- is.finite(rowSums(after))
  after <- after[is_kept, , drop = FALSE]
  before <- attr(x, "before")[is_kept, , drop = FALSE]
  components <- if (ncol(x) > 2L) principal_components(after)
  place <- function(table) {
    if (is.null(components)) return(two_columns(table, colnames(x), "column"))
    two_columns(principal_scores(table, components, 1:2), NULL, "principal component")
  }
  from <- place(before)
  to <- place(after)
  size <- point_size(nrow(to))
  panel <- scatter_panel(
    to, list(colour = choice_colour), "Points before (gray) and after", aspect_of_place(to), size,
    under = c(
      if (nrow(to) <= 500L) {
        list(segments_layer(from[, 1], from[, 2], to[, 1], to[, 2], "grey80"))
      },
      list(points_layer(from[, 1], from[, 2], "grey60", size = size))
    )
  )
  panel$xlim <- range(panel$xlim, from[, 1])
  panel$ylim <- range(panel$ylim, from[, 2])
  panel
}

# Draws a row before, in gray, and after: a panel, of new_panel(). `table` is the one before, and
# `before` and `after` the row in both, a number per column, less the mean and over the standard
# deviation of the column where these differ much.
#   x     of noise_remove(): a matrix, with before (the table as it was), noise (of each row, or NA)
#   rows  the number or the name of one row, or NULL: one of median noise
row_panel <- function(x, rows) {
  noise <- attr(x, "noise")
  row <- rows %||% which.min(abs(noise - stats::median(noise, na.rm = TRUE)))
  row <- check_rows(row, nrow(x), "rows", rownames(x))
  refuse_if(length(row) != 1L, "`rows` must be the number of one row, not {length(row)}.")
  table <- attr(x, "before")
  before <- unname(table[row, ])
  after <- unname(as.matrix(x)[row, ])
  refuse_if(anyNA(after), "`rows` = {row}: this row was left out.")
  column_sds <- apply(table, 2L, stats::sd, na.rm = TRUE)
  uses_sds <- max(column_sds) > max_spread_ratio * min(column_sds[column_sds > 0])
  if (uses_sds) {
    standardize <- function(values)
      (values - colMeans(table, na.rm = TRUE)) / pmax(column_sds, 1e-300)
    before <- standardize(before)
    after <- standardize(after)
  }
  column <- seq_along(after)
  new_panel(
    list(line_layer(column, before, "grey70"), line_layer(column, after, choice_colour, 2)),
    range(column), range(before, after), paste("Row", row, "before (gray) and after"), "column",
    if (uses_sds) "standard deviations from the mean" else "value", ticks = whole_ticks(column)
  )
}

# Returns a panel of the singular values (up to 50) of the centered table before, in gray, and
# after.
#   x  of noise_remove(), a table, NA in rows that were left out; before (the table as it was)
singular_panel <- function(x) {
  singular_values <- function(table) {
    table <- table[is.finite(rowSums(table)), , drop = FALSE]
    centred_table <- table - rep(colMeans(table), each = nrow(table))
    utils::head(svd(centred_table, 0L, 0L)$d, max_kept_components)
  }
  before <- singular_values(attr(x, "before"))
  after <- singular_values(as.matrix(x))
  number <- seq_along(before)
  new_panel(
    list(points_layer(number, before, "grey60"), points_layer(number, after, choice_colour)),
    range(number), c(0, max(before)), "Singular values before (gray) and after", "number", "value",
    ticks = whole_ticks(number)
  )
}

# Returns a panel of the estimated error over the time, a curve per bandwidth, with those of the
# table as it was and of components as lines.
#   x  of noise_remove(), by tidy() a row per candidate: method ("heat", "none", "components"),
#      bandwidth, time, risk (the error over the variance)
# `h_index` is the number of the bandwidth of each row of `heat`, and `is_shown` whether its risk is
# not above that at the shortest times and of the other methods.
risk_panel <- function(x) {
  table <- tidy(x)
  heat <- table[table$method == "heat", ]
  refuse_if(nrow(heat) < 2L, "`what` = \"risk\" needs several times to compare.")
  other_methods <- c(none = "none", components = "components")
  # By the names of the methods.
  other_risks <- vapply(other_methods, function(method) lowest_risk(table, method), 0)
  other_risks <- other_risks[!is.na(other_risks)]
  h_index <- match(heat$bandwidth, unique(heat$bandwidth))
  # The palest shades are not seen on white.
  colours <- grDevices::hcl.colors(max(h_index) + 3L, "Blues 3")[seq_len(max(h_index))]
  h_labels <- paste("h =", short(unique(heat$bandwidth), 3))
  is_shown <- heat$risk <= max(heat$risk[heat$time == min(heat$time)], other_risks, na.rm = TRUE)
  layers <- list(line_layer(heat$time[is_shown], heat$risk[is_shown], colours[h_index[is_shown]],
                            group = h_index[is_shown], value = h_labels[h_index[is_shown]]))
  if (length(other_risks)) {
    method_words <- c(none = "table as it was", components = "principal components")
    layers <- c(layers, list(
      rule_layer(unname(other_risks), "y", "grey60"),
      text_layer(rep(min(heat$time), length(other_risks)), unname(other_risks),
                 unname(method_words[names(other_risks)]), across = 0, size = 0.7,
                 colour = "grey40")
    ))
  }
  new_panel(
    layers, range(heat$time[is_shown]), range(0, heat$risk[is_shown], other_risks),
    "Estimated error by time, a line per bandwidth", "time", "error / variance", log = "x",
    key = new_key(h_labels, colours, lty = 1, place = "above")
  )
}
