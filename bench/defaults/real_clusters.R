# Clusters of real tables: with the number of classes given, and with the number open.
#   Rscript bench/defaults/real_clusters.R choose|judge
# The score is the adjusted Rand index with the classes. Mixtures (mclust, models EEE and VVI) are
# fitted to five principal components; HDBSCAN (dbscan) has 10 points as the smallest cluster, and
# noise counts as one cluster. scikit-learn's SpectralClustering takes its 10 nearest neighbors.
# Differences from k-means have standard errors over the tables.
source("bench/common.R")
source("bench/defaults/real_sets.R")
options(lapscale.threads = 1L)
half <- commandArgs(TRUE)[[1]]
mclustBIC <- mclust::mclustBIC
python <- find_python()

sklearn <- function(x, k) {
  files <- tempfile(c("points", "labels"))
  on.exit(unlink(files))
  writeBin(as.vector(t(x)), files[[1]])
  script <- "bench/embeddings/sklearn_clusters.py"
  system2(python, c("-W", "ignore", script, "nearest_neighbors", files[[1]], ncol(x), k, files[[2]]),
          stdout = FALSE)
  readBin(files[[2]], 0L, nrow(x))
}

scores_of <- function(name) {
  set <- read_set(halves[[half]][[name]])
  x <- set$x
  k <- nlevels(set$y)
  ours <- function(k, ...) quietly(cluster_spectral(x, k, ..., seed = 1))$cluster
  components <- stats::prcomp(x)$x[, seq_len(min(5L, ncol(x)))]
  mixture <- function(k) {
    fit <- try(quietly(mclust::Mclust(components, k, c("EEE", "VVI"), verbose = FALSE)), TRUE)
    if (is.null(fit) || inherits(fit, "try-error")) rep(1L, nrow(x)) else fit$classification
  }
  set.seed(1)
  found <- list(
    `k-means` = stats::kmeans(x, k, nstart = 20, iter.max = 50)$cluster, auto = ours(k),
    qr = ours(k, assign = "qr"), kmeans = ours(k, assign = "kmeans"), mixture = mixture(k),
    `open: gap` = ours("gap"), `open: mixture` = mixture(1:10),
    `open: HDBSCAN` = dbscan::hdbscan(x, minPts = 10)$cluster
  )
  if (!is.null(python)) found$`scikit-learn` <- sklearn(x, k)
  scores <- vapply(found, adjusted_rand, 0, b = set$y)
  number <- vapply(found[6:8], function(own) length(unique(own)), 0L)
  cat(name, format(Sys.time(), "%H:%M:%S"), "\n", file = stderr())
  list(scores = scores, number = number, classes = k)
}

found <- lapply(stats::setNames(nm = names(halves[[half]])), scores_of)
scores <- do.call(cbind, lapply(found, `[[`, "scores"))
above <- scores - rep(scores["k-means", ], each = nrow(scores))
show_table(data.frame(
  method = rownames(scores), round(scores, 2), mean = round(rowMeans(scores), 3),
  `above k-means` = round(rowMeans(above), 3),
  se = round(apply(above, 1L, stats::sd) / sqrt(ncol(above)), 3), check.names = FALSE
), paste("Adjusted Rand index,", half))
number <- do.call(cbind, lapply(found, `[[`, "number"))
classes <- vapply(found, `[[`, 0L, "classes")
factors <- exp(rowMeans(abs(log(number / rep(classes, each = nrow(number))))))
show_table(data.frame(
  method = c("classes", rownames(number)), rbind(classes, number), factor = c(1, round(factors, 2)),
  check.names = FALSE
), paste("Number of clusters,", half))
