# Pictures of a table before and after.

#' @rdname noise_remove
#' @export
plot.lapscale_denoised <- function(x, what = c("row", "values", "risk"), rows = NULL, ...) door({
  plot_object(x, list(...), what, rows)
})

#' @rdname noise_remove
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_denoised <- function(object, what = c("row", "values", "risk"), rows = NULL,
                                       ...) door({
  ggplot_picture(picture(object, what, rows))
}, ...)

# Returns a picture of a row before and after, of the singular values, or of the risk, as `what`
# says.
#   x     of noise_remove();  what: "row", "values", or "risk";  ...: not used
#   rows  the number of the row, NULL: one of median noise
#' @export
picture.lapscale_denoised <- function(x, what = "row", rows = NULL, ...) {
  what <- check_choice(what, c("row", "values", "risk"), "what")
  panel <- switch(what, row = row_panel(x, rows), values = singular_panel(x), risk = risk_panel(x))
  new_picture(list(panel))
}

# Returns a panel of a row before, in gray, and after.
#   x     of noise_remove(), a table of n rows and p columns, NA in rows that were left out: noise
#         (of each row, or NA), before (the table as it was, n x p)
#   rows  the number of one row, or NULL: one of median noise
# `before` and `after` are the p values of the row, in standard deviations from the mean of each
# column if these differ much in spread (`uses_sds`).
row_panel <- function(x, rows) {
  noise <- attr(x, "noise")
  row <- rows %||% which.min(abs(noise - stats::median(noise, na.rm = TRUE)))
  row <- check_rows(row, nrow(x), "rows")
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

# Returns a panel of the singular values of the centered table before, in gray, and after.
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
# `h_index` is the number of the bandwidth of each row of `heat`.
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
