# Spectral clustering beside kernlab and scikit-learn, each with its defaults: adjusted Rand index
# with the classes, seconds of the processor, all threads together, and the number that k = "gap"
# finds.
#   Rscript bench/embeddings/clusters.R [set ...]
# Sets: moons, circles, blobs, iris, crabs, digit1, large; no word: all. A peer that is not installed
# or takes longer than 10 minutes has NA. Peers that hold all pairs do not get the large set.
source("bench/common.R")
words <- commandArgs(TRUE)
machine()

moons <- function(n, noise, seed) {
  x <- sample_moons(n, noise = noise, seed = seed)
  list(x = as.matrix(x), y = attr(x, "parameters")[, "moon"], k = 2)
}

# Five normal blobs on a circle.
blobs <- function(each) {
  set.seed(5)
  x <- lapply(1:5 * 2 * pi / 5, function(at) {
    cbind(rnorm(each, 6 * cos(at), 0.6), rnorm(each, 6 * sin(at), 0.6))
  })
  list(x = do.call(rbind, x), y = rep(1:5, each = each), k = 5)
}

circles <- function() {
  x <- rbind(as.matrix(sample_circle(200, noise = 0.05, seed = 1)),
             3 * as.matrix(sample_circle(400, noise = 0.02, seed = 2)))
  list(x = x, y = rep(1:2, c(200, 400)), k = 2)
}

# Logarithms without size, as vignette("few-labels") has them.
crabs <- function() {
  table <- MASS::crabs
  x <- log(as.matrix(table[, 4:8]))
  list(x = x - rowMeans(x), y = paste(table$sp, table$sex), k = 4)
}

sets <- list(
  moons = function() moons(600, 0.05, 1),
  circles = circles,
  blobs = function() blobs(80),
  iris = function() list(x = as.matrix(iris[, 1:4]), y = iris$Species, k = 3),
  crabs = crabs,
  digit1 = function() list(x = benchmark_set("digit1"), y = benchmark_set("digit1", "y"), k = 2),
  large = function() moons(2e4, 0.1, 2)
)

# list(seconds, cluster)
timed <- function(cluster) {
  found <- NULL
  time <- system.time(
    found <- tryCatch(suppressWarnings(suppressMessages(cluster())), error = function(e) NULL)
  )
  list(seconds = time[["user.self"]] + time[["sys.self"]], cluster = found)
}

python <- find_python()

sklearn <- function(set, affinity) {
  files <- tempfile(c("points", "labels"))
  on.exit(unlink(files))
  writeBin(as.vector(t(set$x)), files[[1]])
  printed <- suppressWarnings(system2(
    python, c("-W", "ignore", "bench/embeddings/sklearn_clusters.py", affinity, files[[1]],
              ncol(set$x), set$k, files[[2]]),
    stdout = TRUE, stderr = FALSE, timeout = 600
  ))
  if (!file.exists(files[[2]])) return(list(seconds = NA, cluster = NULL))
  list(seconds = as.numeric(printed[[1]]), cluster = readBin(files[[2]], 0L, nrow(set$x)))
}

rows_of <- function(name) {
  set <- sets[[name]]()
  set$x <- unname(set$x)
  y <- as.vector(unlist(set$y))
  ours <- function(k, ...) timed(function() cluster_spectral(set$x, k, ..., seed = 1)$cluster)
  gap <- ours("gap")
  found <- list(
    `lapscale` = ours(set$k), `lapscale, k-means` = ours(set$k, assign = "kmeans"),
    `lapscale, Shi-Malik` = ours(set$k, method = "shi_malik"),
    `lapscale, 10 nearest` = ours(set$k, graph = "knn"),
    `lapscale, bandwidth = bw_gc` = ours(set$k, bandwidth = bw_gc)
  )
  if (name != "large" && requireNamespace("kernlab", quietly = TRUE)) {
    set.seed(1)
    found$`kernlab specc` <- timed(function() kernlab::specc(set$x, centers = set$k)@.Data)
  }
  if (!is.null(python)) {
    if (name != "large") found$`scikit-learn, rbf` <- sklearn(set, "rbf")
    found$`scikit-learn, 10 nearest` <- sklearn(set, "nearest_neighbors")
  }
  table <- do.call(rbind, lapply(names(found), function(method) {
    one <- found[[method]]
    data.frame(
      set = name, n = nrow(set$x), k = set$k, method = method,
      `adjusted Rand` = if (is.null(one$cluster)) NA else round(adjusted_rand(one$cluster, y), 3),
      seconds = one$seconds, `k by gap` = "", check.names = FALSE
    )
  }))
  table$`k by gap`[[1]] <- length(unique(gap$cluster))
  table
}

chosen <- if (length(words)) words else names(sets)
stopifnot(chosen %in% names(sets))
invisible(timed(sets$moons))
show_table(do.call(rbind, lapply(chosen, rows_of)), "Spectral clustering, bandwidth chosen")
