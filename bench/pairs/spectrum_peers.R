# The bottom of the spectrum of one graph: graph_spectrum() and embed_eigenmaps() beside RSpectra on
# the stored symmetric matrix and scikit-learn's spectral_embedding() on the same weights, with its
# default solver (ARPACK on the factored matrix) and with LOBPCG. Elapsed seconds, two threads for
# lapscale and BLAS, in turns, the least of `times`; NA where scikit-learn takes longer than `limit`.
#   Rscript bench/pairs/spectrum_peers.R [points, default 10000] [multiples, default 0.85,1,1.5] \
#     [times, default 2] [limit in seconds, default 300; 0 leaves scikit-learn out]
source("bench/common.R")
arguments <- c(commandArgs(TRUE), "", "", "", "")[1:4]
given <- function(text, usual) if (nzchar(text)) as.numeric(strsplit(text, ",")[[1]]) else usual
n <- given(arguments[[1]], 10000)
multiples <- given(arguments[[2]], c(0.85, 1, 1.5))
times <- given(arguments[[3]], 2)
limit <- given(arguments[[4]], 300)
python <- c(
  "import sys, time, numpy as np, scipy.sparse as s",
  "from sklearn.manifold import spectral_embedding",
  "f = sys.argv[1]",
  "p, i, x = (np.fromfile(f + e, t) for e, t in ((\".p\", \"i4\"), (\".i\", \"i4\"), (\".x\", \"f8\")))",
  "w = s.csr_matrix((x, i, p))",
  "t = time.time()",
  "spectral_embedding(w, n_components=3, eigen_solver=sys.argv[2], random_state=0)",
  "print(time.time() - t)"
)
# The first python3 that has it.
python_ways <- c(Sys.which("python3"), "/usr/bin/python3")
has_it <- function(way) system2(way, c("-c", shQuote("import sklearn")), stderr = FALSE) == 0
python_way <- Find(has_it, python_ways)
script <- tempfile(fileext = ".py")
writeLines(python, script)
by_sklearn <- function(w, solver) {
  if (limit == 0) return(NA_real_)
  file <- tempfile()
  writeBin(w@p, paste0(file, ".p"), size = 4L)
  writeBin(w@i, paste0(file, ".i"), size = 4L)
  writeBin(w@x, paste0(file, ".x"))
  found <- suppressWarnings(
    system2("timeout", c(limit, python_way, script, file, solver), stdout = TRUE, stderr = FALSE)
  )
  unlink(paste0(file, c(".p", ".i", ".x")))
  if (length(found)) as.numeric(found[[length(found)]]) else NA_real_
}
elapsed <- function(expr) system.time(expr)[["elapsed"]]

rows <- list()
x <- sample_sphere(n, seed = 1)
h <- as.numeric(suppressMessages(bw_gc(x, seed = 1)))
for (multiple in multiples) {
  graph <- heat_graph(x, multiple * h)
  laplacian <- graph_laplacian(graph)
  w <- laplacian@weights
  d <- 1 / sqrt(Matrix::rowSums(w))
  normalized <- Matrix::Diagonal(x = d) %*% w %*% Matrix::Diagonal(x = d)
  seconds <- replicate(times, c(
    `embed_eigenmaps(x)` = elapsed(embed_eigenmaps(x, 3, bandwidth = multiple * h)),
    `graph_spectrum()` = elapsed(own <<- graph_spectrum(laplacian, 4, scale = "linear")),
    RSpectra = elapsed(peer <<- RSpectra::eigs_sym(normalized, 4, "LA")),
    `scikit-learn, ARPACK` = by_sklearn(w, "arpack"),
    `scikit-learn, LOBPCG` = by_sklearn(w, "lobpcg")
  ))
  off <- max(abs(sort(1 - peer$values)[-1] * own$values[[2]] / (1 - peer$values[[2]]) /
                   own$values[-1] - 1))
  rows <- c(rows, list(data.frame(
    n = n, multiple = multiple, neighbors = length(graph$weights@x) / n,
    t(apply(seconds, 1, min)), eigenvalues = off, check.names = FALSE
  )))
}
show_table(do.call(rbind, rows), "Three coordinates of a sphere, seconds")
