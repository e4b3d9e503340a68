# Embeddings at the chosen bandwidth: weights computed in each product against the stored graph, the
# making of it included. CPU seconds.
#   Rscript bench/pairs/matrix_free.R [sizes, default 10000] [sizes without the stored graph]
source("bench/common.R")
sizes <- function(text) as.integer(strsplit(text, ",")[[1]])
arguments <- c(commandArgs(TRUE), "10000", "100000")[1:2]

angle <- function(a, b) {
  acos(pmin(1, min(svd(crossprod(qr.Q(qr(as.matrix(a))), qr.Q(qr(as.matrix(b)))))$d)))
}

for (name in c("sphere", "roll", "hourglass")) {
  for (n in c(sizes(arguments[[1]]), sizes(arguments[[2]]))) {
    x <- switch(name,
      sphere = sample_sphere(n, seed = 1),
      roll = sample_swiss_roll(n, seed = 1),
      sample_hourglass(n, noise = 0.02, noise_dims = 10, seed = 1)
    )
    h <- as.numeric(suppressMessages(bw_gc(x, seed = 1)))
    for (method in c("embed_eigenmaps", "embed_diffusion")) {
      embed <- get(method)
      free <- cpu(a <- suppressMessages(embed(x, 3, bandwidth = h)))
      row <- data.frame(
        method = method, data = name, n = n, columns = ncol(x), h = signif(h, 3),
        neighbors = round(c(a$settings$entries, NA)[[1]] / n), free = round(free, 2)
      )
      if (n %in% sizes(arguments[[1]])) {
        stored <- cpu(b <- suppressMessages(embed(heat_graph(x, bandwidth = h), 3)))
        row <- cbind(
          row, stored = round(stored, 2), ratio = round(stored / free, 1),
          eigenvalues = signif(max(abs(a$eigenvalues / b$eigenvalues - 1)), 2),
          angle = signif(angle(a, b), 2)
        )
      }
      print(row, row.names = FALSE)
    }
  }
}
