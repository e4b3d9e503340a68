# Pictures of the quality of an embedding.

# Draws each measure that is known as a bar, the first on top; errors, of which 0 is best, in
# another color.
#' @export
picture.lapscale_quality <- function(x, ...) {
  table <- tidy(x)
  table <- table[is.finite(table$value), ]
  row <- rev(seq_len(nrow(table)))
  is_error <- table$measure %in% c("stress", "reconstruction_error", "data_error")
  names <- paste0(gsub("_", " ", table$measure), ", ", short(table$value, 3))
  new_picture(list(new_panel(
    list(
      line_layer(c(0 * row, table$value), rep(row, 2L), ifelse(is_error, choice_colour, "grey20"),
                 width = 3, group = rep(row, 2L)),
      text_layer(0 * row, row + 0.35, names, across = 0), rule_layer(1)
    ),
    range(0, 1, table$value), c(0.5, nrow(table) + 0.6), "Quality of an embedding",
    "1 is best, and 0 for stress and errors", "",
    ticks = list(y = list(value = numeric(), label = character()))
  )))
}
