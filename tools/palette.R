# How far apart the colors of the first classes are (difference in CIELAB; about 2 is just seen) to
# those who see all colors, and to those who do not:
#   Rscript tools/palette.R
source("tests/testthat/helper-colours.R")
palette <- unname(getFromNamespace("class_palette", "lapscale"))
number <- 2:length(palette)
table <- vapply(names(sights), function(sight) {
  vapply(number, function(k) min_difference(palette[seq_len(k)], sight), 0)
}, number + 0)
white <- vapply(number, function(k) {
  min(apply(seen_colours(palette[seq_len(k)]), 1, function(colour) {
    sqrt(sum((colour - seen_colours("white"))^2))
  }))
}, 0)
cat("Least difference between any two of the first colours, and between one and white\n")
print(round(data.frame(classes = number, table, white), 1), row.names = FALSE)
