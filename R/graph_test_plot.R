# Pictures of tests along graphs.

#' @rdname lapscale_test
#' @export
plot.lapscale_test <- function(x, ..., n = 30L) door(plot_object(x, list(...), n))

# At most this many tests are drawn, whose names can be read.
max_test_rows <- 40L

# Returns a picture of the n leading tests of x, of graph_test() or graph_columns(): shares that are
# explained, if columns were tested, and estimates. A note says how many are left out.
#   x    the tests: table, subject ("columns" if columns of the points were tested)
#   n    at most this many tests are drawn, and at most max_test_rows;  ...: not used
# `table` is a data frame with a row per test, of leading_tests().
#' @export
picture.lapscale_test <- function(x, n = 30L, ...) {
  table <- utils::head(leading_tests(x, n), max_test_rows)
  n_left_out <- nrow(x$table) - nrow(table)
  refuse_if(nrow(table) == 0L, "`x` has no column that could be tested.")
  tests_columns <- x$subject == "columns"
  panels <- list(
    if (tests_columns) share_panel(table),
    estimate_panel(table, if (tests_columns) "Along the other columns" else "Along the graph")
  )
  panels <- panels[lengths(panels) > 0L]
  if (n_left_out > 0L) {
    text <- paste("not drawn:", count(n_left_out, "column"))
    panels[[1L]]$note <- note_above(text, colour = "grey20")
  }
  new_picture(panels, if (tests_columns) "Columns along the others" else
    "Responses along a graph")
}

# A panel of bars: the share of the variance of each column that the other columns predict.
#   table  of leading_tests() of graph_columns(), a row per column: column (name), share
share_panel <- function(table) {
  tests_panel(table$column, list(bar_layer(table$share)), c(0, max(table$share, 0.01)),
              "Share of the variance", "share that the other columns predict")
}

# A panel of estimates, filled if they are significant, over the interval of 95% of them if values
# are assigned to points at random.
#   table  of leading_tests(), a row per test: column (name), estimate (Moran's I), expectation and
#          variance (if values are assigned at random), p.adjusted
#   title  of the panel
estimate_panel <- function(table, title) {
  row <- rev(seq_len(nrow(table)))
  half_width <- stats::qnorm(0.975) * sqrt(table$variance)
  ends <- with_margin(table$expectation, half_width, -Inf)
  is_significant <- !is.na(table$p.adjusted) & table$p.adjusted <= 0.05
  layers <- list(
    line_layer(c(ends$low, ends$high), rep(row, 2L), "grey85", 6, group = rep(row, 2L)),
    points_layer(table$estimate, row, "black", ifelse(is_significant, 19, 1), free = TRUE)
  )
  tests_panel(table$column, layers, range(ends$low, ends$high, table$estimate), title,
              "Moran's I (gray: 95% of random assignments)")
}

# A panel with a row per test, the first one on top, and the names at its left.
#   names        texts, one for each row;  layers, xlim, title, xlab: as of rows_panel()
tests_panel <- function(names, layers, xlim, title, xlab) {
  n_rows <- length(names)
  new_panel(layers, xlim, c(0.5, n_rows + 0.5), title, xlab, "",
            ticks = list(y = data.frame(value = n_rows:1, label = names)))
}
