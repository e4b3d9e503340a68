# Pictures of tests along graphs.

#' @rdname lapscale_test
#' @export
plot.lapscale_test <- function(x, ..., n = 30L) door(plot_object(x, list(...), n))

#' @export
picture.lapscale_test <- function(x, n = 30L, ...) {
  table <- leading_tests(x, n)
  refuse_if(nrow(table) == 0L, "`x` has no column that could be tested.")
  columns <- x$subject == "columns"
  panels <- list(
    if (columns) share_panel(table),
    estimate_panel(table, if (columns) "Along the other columns" else "Along the graph")
  )
  new_picture(panels[lengths(panels) > 0L], if (columns) "Columns along the others" else
    "Responses along a graph")
}

# Draws a row per column, the first one on top, with its name above it.
rows_panel <- function(table, layers, xlim, title, xlab) {
  row <- rev(seq_len(nrow(table)))
  names <- text_layer(rep(xlim[[1L]], nrow(table)), row + 0.4, table$column, across = 0,
                      size = if (nrow(table) > 15L) 0.6 else 0.8)
  new_panel(
    c(layers, list(names)), xlim, c(0.5, nrow(table) + 0.7), title, xlab, "",
    ticks = list(y = list(value = numeric(), label = character()))
  )
}

share_panel <- function(table) {
  row <- rev(seq_len(nrow(table)))
  bars <- line_layer(c(0 * row, table$share), rep(row, 2L), width = 3, group = rep(row, 2L))
  rows_panel(table, list(bars), c(0, max(table$share, 0.01)), "Share of the variance",
             "share that the other columns predict")
}

# Draws the estimates, filled if they are significant, over the interval of 95% of them if values
# are assigned to points at random.
estimate_panel <- function(table, title) {
  row <- rev(seq_len(nrow(table)))
  reach <- stats::qnorm(0.975) * sqrt(table$variance)
  ends <- with_margin(table$expectation, reach, -Inf)
  significant <- !is.na(table$p.adjusted) & table$p.adjusted <= 0.05
  layers <- list(
    rects_layer(ends$low, ends$high, row - 0.2, row + 0.2, "grey85"),
    points_layer(table$estimate, row, "black", ifelse(significant, 19, 1), free = TRUE)
  )
  rows_panel(table, layers, range(ends$low, ends$high, table$estimate), title,
             "Moran's I (gray: 95% of random assignments)")
}
