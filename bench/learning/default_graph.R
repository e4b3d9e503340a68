# The dense learning graph against that of the 10 nearest neighbors, each at the bandwidth of bw_gc():
# percent wrong, or root mean squared error over the standard deviation, of the points without a
# label, means over samples of 3 and of 10 labels per class (numbers: 20 and 60 labels).
#   Rscript bench/learning/default_graph.R [number of samples]
source("bench/common.R")
options(lapscale.threads = 1L)
n_samples <- as.integer(c(commandArgs(TRUE), 6)[[1]])

table_of <- function(package, name, target, n = 300L) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  table <- stats::na.omit(as.data.frame(data[[name]]))
  y <- table[[target]]
  x <- as.matrix(table[vapply(table, is.numeric, NA) & names(table) != target])
  kept <- which(!duplicated(x))
  set.seed(1)
  kept <- sort(sample(kept, min(n, length(kept))))
  x <- x[kept, apply(x[kept, ], 2, sd) > 0]
  list(x = unname(scale(x)), y = if (is.numeric(y)) y[kept] else factor(y[kept]))
}
sets <- list(
  iris = table_of("datasets", "iris", "Species"), biopsy = table_of("MASS", "biopsy", "class"),
  crabs = table_of("MASS", "crabs", "sp"), glass = table_of("mlbench", "Glass", "Type"),
  ionosphere = table_of("mlbench", "Ionosphere", "Class"),
  sonar = table_of("mlbench", "Sonar", "Class"), vehicle = table_of("mlbench", "Vehicle", "Class"),
  boston = table_of("MASS", "Boston", "medv")
)
methods <- list(
  harmonic = ssl_harmonic, poisson = ssl_poisson, iterated = ssl_iterated,
  diffusion = ssl_diffusion, eigenmaps = function(...) ssl_eigenmaps(..., seed = 1),
  laprls = ssl_laprls, lapsvm = ssl_lapsvm
)
error_of <- function(fit, y, known) {
  if (is.factor(y)) return(100 * mean(as.character(fitted(fit))[-known] != as.character(y)[-known]))
  100 * sqrt(mean((fitted(fit)[-known] - y[-known])^2)) / sd(y)
}

errors <- NULL
for (name in names(sets)) {
  x <- sets[[name]]$x
  y <- sets[[name]]$y
  h <- quietly(as.numeric(bw_gc(x, seed = 1)))
  for (few in c(TRUE, FALSE)) {
    for (seed in seq_len(n_samples)) {
      set.seed(seed)
      known <- if (!is.factor(y)) sample(length(y), if (few) 20 else 60) else {
        unlist(lapply(split(seq_along(y), y), function(rows) {
          sample(rows, min(if (few) 3 else 10, length(rows) %/% 2))
        }))
      }
      for (method in names(methods)) {
        if (method %in% c("poisson", "lapsvm") && !is.factor(y)) next
        for (graph in c("dense", "knn")) {
          fit <- tryCatch(
            quietly(methods[[method]](x, replace(y, -known, NA), bandwidth = h, graph = graph)),
            error = function(e) NULL
          )
          error <- if (is.null(fit)) NA else error_of(fit, y, known)
          errors <- rbind(errors, data.frame(set = name, few, method, graph, error))
        }
      }
    }
  }
}
means <- aggregate(error ~ set + few + method + graph, errors, mean)
wide <- reshape(means, idvar = c("set", "few", "method"), timevar = "graph", direction = "wide")
wide <- wide[order(wide$method, !wide$few, wide$set), ]
print(data.frame(wide[1:3], round(wide[4:5], 1)), row.names = FALSE)
ratio <- log((wide$error.knn + 0.5) / (wide$error.dense + 0.5))
print(round(exp(tapply(ratio, list(wide$method, c("more", "few")[1 + wide$few]), mean)), 3))
