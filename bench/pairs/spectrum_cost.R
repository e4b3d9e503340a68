# Eigenmaps by weights that are computed in each product against stored weights, at bandwidths around
# the chosen one, and what the model of notes/matrix-free.md says. CPU seconds of one thread.
#   Rscript bench/pairs/spectrum_cost.R [points, default 10000] [multiples of the chosen bandwidth]
source("bench/common.R")
arguments <- commandArgs(TRUE)
n <- as.integer(c(arguments, "10000")[[1]])
multiples <- as.numeric(strsplit(c(arguments, "", "")[[2]], ",")[[1]])
if (!length(multiples)) multiples <- c(2, 1.5, 1.2, 1, 0.85, 0.7, 0.5, 0.4, 0.3)
options(lapscale.threads = 1L)

# Whatever the number of weights is, they are not stored.
set_least <- function(values) {
  space <- asNamespace("lapscale")
  for (name in names(values)) {
    unlockBinding(name, space)
    assign(name, values[[name]], space)
  }
}
model <- function(neighbors, n) {
  seen <- neighbors + 25 * sqrt(neighbors) + 128
  1e-6 * n * c(unstored = 28 + 0.011 * seen, stored = 40 + 0.15 * neighbors)
}

rows <- list()
for (name in c("sphere", "roll")) {
  x <- if (name == "sphere") sample_sphere(n, seed = 1) else sample_swiss_roll(n, seed = 1)
  h <- as.numeric(suppressMessages(bw_gc(x, seed = 1)))
  invisible(embed_eigenmaps(x, 3, bandwidth = h))
  for (multiple in multiples) {
    set_least(list(min_few_columns = 5e5, min_row = 100))
    automatic <- cpu(a <- suppressMessages(embed_eigenmaps(x, 3, bandwidth = multiple * h)))
    set_least(list(min_few_columns = 0, min_row = 0))
    unstored <- cpu(b <- suppressMessages(embed_eigenmaps(x, 3, bandwidth = multiple * h)))
    stored <- cpu(s <- embed_eigenmaps(graph <- heat_graph(x, multiple * h), 3))
    spectrum <- cpu(graph_spectrum(graph_laplacian(graph), 4))
    neighbors <- length(graph$weights@x) / n
    told <- model(neighbors, n)
    rows <- c(rows, list(data.frame(
      data = name, n = n, multiple = multiple, neighbors = neighbors, unstored = unstored,
      stored = stored, `graph_spectrum()` = spectrum, automatic = automatic,
      chosen = if (is.null(a$settings$entries)) "stored" else "unstored",
      `model, unstored` = told[[1]], `model, stored` = told[[2]],
      eigenvalues = max(abs(b$eigenvalues / s$eigenvalues - 1)), check.names = FALSE
    )))
  }
}
show_table(do.call(rbind, rows), "Three coordinates, CPU seconds")
