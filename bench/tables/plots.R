# Plots in two coordinates on the default graph beside two principal components, on tables of
# real_sets.R, up to 300 rows: error of 5 nearest neighbors in the plot, and trustworthiness, by
# which print() says that principal components keep more of the neighborhoods.
#   Rscript bench/tables/plots.R
source(file.path("bench", "common.R"))
source(file.path("bench", "defaults", "real_sets.R"))
options(lapscale.threads = 1L)

error_of <- function(e, y) {
  distances <- as.matrix(stats::dist(as.matrix(e)))
  diag(distances) <- Inf
  mean(vapply(seq_along(y), function(i) {
    names(which.max(table(y[order(distances[i, ])[1:5]]))) != y[[i]]
  }, NA))
}
tables <- c(halves$choose, halves$judge)
shown <- c("iris", "crabs", "satellite", "vehicle", "vowel", "glass", "ionosphere", "cancer",
           "spam", "thyroid", "oils", "diabetes", "penguins", "cells", "sonar", "pima", "letters",
           "digit1")
rows <- lapply(shown, function(name) {
  set <- read_set(tables[[name]])
  i <- unique(round(seq(1, nrow(set$x), length.out = min(300, nrow(set$x)))))
  x <- set$x[i, ]
  y <- as.character(set$y[i])
  e <- quietly(embed_eigenmaps(x, 2, seed = 1))
  p <- stats::prcomp(x)$x[, 1:2]
  trust <- function(e) quietly(embed_quality(e, x))$trustworthiness
  data.frame(table = name, error = error_of(e, y), `of components` = error_of(p, y),
             trustworthiness = trust(e), `of components ` = trust(p), check.names = FALSE)
})
machine()
show_table(do.call(rbind, rows), "Plots beside principal components")
