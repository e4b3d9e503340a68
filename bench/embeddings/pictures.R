# Which graph and which density exponent make pictures and clusters of real tables: the study behind
# the defaults of embed_eigenmaps(), embed_diffusion() and cluster_spectral().
#   Rscript bench/embeddings/pictures.R pictures|clusters choose|judge [folder]
# The graph was chosen on half of the sets, before the others were opened; the density exponent was set
# to 0 after both halves had been seen. The error of a picture is error_of() of tables.R, the
# score of clusters the adjusted Rand index with the classes. The folder keeps the bandwidths.
source("bench/common.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L)
words <- commandArgs(TRUE)
what <- words[[1]]
half <- words[[2]]
folder <- if (length(words) > 2L) words[[3]] else tempdir()

bandwidth_of <- function(name, x) {
  file <- file.path(folder, paste0(name, ".rds"))
  if (!file.exists(file)) saveRDS(as.double(quietly(bw_gc(x, replicates = 0L, seed = 1))), file)
  readRDS(file)
}

# Ways to join the points, of x and the bandwidth h: `radius` was the default before. r is the median
# distance to the 10th neighbor, g the geometric mean of those to the 7th: "10, scales; 0" is the
# default now. Its weights are taken as they are, see weights_alone().
graphs <- function(x, h) {
  nearest <- sort_neighbors(x)
  r <- stats::median(nearest[, 10])
  g <- exp(mean(log(nearest[, 7])))
  knn <- function(k, bandwidth, ...) list(bandwidth = bandwidth, graph = "knn", k = k, ...)
  list(
    `radius` = list(bandwidth = h), `10` = knn(10, h), `10, 2h` = knn(10, 2 * h),
    `10, at least r` = knn(10, max(h, r)), `10, local 7` = knn(10, 1, local_scale = 7),
    `10, scales` = knn(10, max(0.5, h / g), local_scale = 7),
    `15, scales` = knn(15, max(0.5, h / g), local_scale = 7)
  )
}

# Distances of each point to the others, increasing.
sort_neighbors <- function(x) {
  distances <- as.matrix(stats::dist(x))
  t(apply(distances, 1L, sort))[, -1L]
}

# The weights without the scales of the points, for which the Laplacian would be corrected: pictures
# want the walk on the graph.
weights_alone <- function(way, x) {
  if (is.null(way$local_scale)) return(c(list(x), way))
  graph <- heat_graph(x, way$bandwidth, type = "knn", k = way$k, local_scale = way$local_scale)
  list(as_heat_graph(graph$weights))
}

picture_rows <- function(name) {
  set <- read_rows(sets[[half]][[name]])
  ways <- graphs(set$x, bandwidth_of(name, set$x))
  found <- c(PCA = error_of(stats::prcomp(set$x)$x[, 1:2], set),
             default = error_of(quietly(embed_eigenmaps(set$x, 2, seed = 1)), set))
  for (graph in names(ways)) for (alpha in c(0, 0.5, 1)) {
    arguments <- quietly(weights_alone(ways[[graph]], set$x))
    e <- try(quietly(do.call(embed_eigenmaps, c(arguments, n_components = 2, alpha = alpha))), TRUE)
    found[paste0(graph, "; ", alpha)] <- if (inherits(e, "try-error")) NA else error_of(e, set)
  }
  found
}

cluster_rows <- function(name) {
  set <- read_rows(sets[[half]][[name]])
  if (is.null(set$y)) return(NULL)
  ways <- graphs(set$x, bandwidth_of(name, set$x))
  found <- c()
  for (graph in names(ways)) for (alpha in c(0, 0.5)) {
    arguments <- ways[[graph]]
    names(arguments)[names(arguments) == "k"] <- "n_neighbors"
    made <- try(quietly(do.call(cluster_spectral, c(list(set$x, nlevels(set$y), alpha = alpha, seed = 1), arguments))), TRUE)
    found[paste0(graph, "; ", alpha)] <- if (inherits(made, "try-error")) NA else adjusted_rand(made$cluster, set$y)
  }
  found
}

rows <- switch(what, pictures = picture_rows, clusters = cluster_rows)
found <- list()
for (name in names(sets[[half]])) {
  found[[name]] <- rows(name)
  cat(name, format(Sys.time(), "%H:%M:%S"), "\n")
}
table <- do.call(cbind, found)
saveRDS(table, file.path(folder, paste0(what, "_", half, ".rds")))
digits <- if (what == "pictures") 1 else 2
# Beside the mean that of the difference from the way of before, with its standard error over sets.
before <- table[rep(match(if (what == "pictures") "radius; 1" else "radius; 0", rownames(table)), nrow(table)), ]
change <- table - before
shown <- data.frame(
  way = rownames(table), round(table, digits), mean = round(rowMeans(table, na.rm = TRUE), digits),
  change = round(rowMeans(change, na.rm = TRUE), digits),
  se = round(apply(change, 1L, stats::sd, na.rm = TRUE) / sqrt(rowSums(!is.na(change))), digits),
  check.names = FALSE
)
show_table(shown, paste(what, half, sep = ", "))
