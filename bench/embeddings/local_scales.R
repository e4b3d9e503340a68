# Where scales of the points' own help, and where one bandwidth is as good: eigenvalues, pictures
# and clusters of sets whose density varies.
#   Rscript bench/embeddings/local_scales.R [seeds [eigenvalues|pictures|clusters]]
# Error of eigenvalues: the mean of |found / true - 1|. Error of a picture: the share of the
# variance of the parameters that quadratic functions of two coordinates do not explain. Score of
# clusters: the adjusted Rand index with the classes, 0 if there are none. In brackets the standard error over seeds.
source("bench/common.R")
options(lapscale.threads = 1L)
seeds <- seq_len(as.integer(c(commandArgs(TRUE), "10")[[1L]]))
only <- commandArgs(TRUE)[-1L]
is_wanted <- function(part) !length(only) || part %in% only
n <- 600L

# A circle with density proportional to 1 + a cos(t): for a = 0.9 the ratio is 19 to 1.
uneven_circle <- function(a) {
  t <- numeric()
  while (length(t) < n) {
    u <- 2 * pi * stats::runif(n)
    t <- c(t, u[stats::runif(n) < (1 + a * cos(u)) / (1 + a)])
  }
  cbind(cos(t[1:n]), sin(t[1:n]))
}

# A strip of 2 x 1 whose left half has a share of the points.
uneven_strip <- function(share) {
  left <- stats::runif(n) < share
  cbind(stats::runif(n) + !left, stats::runif(n))
}

normal <- function(n, at, sd) cbind(stats::rnorm(n, at[[1]], sd), stats::rnorm(n, at[[2]], sd))

spectra <- list(
  "circle, even" = list(x = function() uneven_circle(0), alpha = 1, true = c(1, 1, 4, 4, 9, 9)),
  "circle, 19 to 1" = list(x = function() uneven_circle(0.9), alpha = 1, true = c(1, 1, 4, 4, 9, 9)),
  "strip, halves 9 to 1" = list(
    x = function() uneven_strip(0.9), alpha = 1, true = pi^2 * c(1, 4, 4, 5, 8) / 4
  ),
  "normal sample, alpha = 1/2" = list(
    x = function() normal(n, c(0, 0), 1), alpha = 0.5, true = c(1, 1, 2, 2, 2)
  )
)

pictures <- list(
  "strip, halves 9 to 1" = function() uneven_strip(0.9),
  "normal sample" = function() normal(n, c(0, 0), 1) * rep(c(1.5, 1), each = n),
  "tails: t with 3 degrees" = function() matrix(stats::rt(2 * n, 3), n)
)

classes <- list(
  "sizes 0.15, 0.15, 1" = function() {
    x <- rbind(normal(150, c(0, 0), 0.15), normal(150, c(1.2, 0), 0.15), normal(150, c(5, 0), 1))
    list(x = x, y = rep(1:3, each = 150))
  },
  "sizes 0.1, 0.5, touching" = function() {
    list(x = rbind(normal(200, c(0, 0), 0.1), normal(200, c(1.5, 0), 0.5)), y = rep(1:2, each = 200))
  },
  "moons" = function() {
    moons <- sample_moons(300, noise = 0.08)
    list(x = as.matrix(moons), y = attr(moons, "parameters")[, "moon"])
  },
  "tails: t with 3 degrees" = function() {
    list(x = matrix(stats::rt(800, 3), 400) + rep(c(0, 6, 0), c(200, 200, 400)), y = rep(1:2, each = 200))
  },
  "400, 30 and 30 points" = function() {
    x <- rbind(normal(400, c(0, 0), 0.5), normal(30, c(3, 0), 0.2), normal(30, c(0, 3), 0.2))
    list(x = x, y = rep(1:3, c(400, 30, 30)))
  }
)

rand_index <- function(a, b) {
  pairs <- function(v) sum(v * (v - 1) / 2)
  both <- table(a, b)
  one <- pairs(rowSums(both))
  other <- pairs(colSums(both))
  by_chance <- one * other / pairs(sum(both))
  (pairs(both) - by_chance) / ((one + other) / 2 - by_chance)
}

unexplained <- function(y, parameters) {
  rest <- stats::lm.fit(cbind(1, y, y^2, y[, 1] * y[, 2]), parameters)$residuals
  mean(colSums(rest^2) / colSums(scale(parameters, scale = FALSE)^2))
}

spectrum_error <- function(graph, set) {
  found <- graph_spectrum(graph_laplacian(graph, alpha = set$alpha), length(set$true) + 1L)$values
  mean(abs(found[-1L] / set$true - 1))
}

# One row for each set, a column for each way.
study <- function(sets, ways_of) {
  rows <- lapply(names(sets), function(name) {
    found <- vapply(seeds, function(seed) {
      set.seed(seed)
      ways_of(sets[[name]])
    }, ways_of(sets[[name]]))
    cells <- sprintf("%.3f (%.3f)", rowMeans(found), apply(found, 1L, stats::sd) / sqrt(length(seeds)))
    data.frame(set = name, as.list(stats::setNames(cells, rownames(found))), check.names = FALSE)
  })
  do.call(rbind, rows)
}

machine()
if (is_wanted("eigenvalues")) show_table(study(spectra, function(set) {
  x <- set$x()
  h <- quietly(bw_gc(x, seed = 1))
  grid <- as.numeric(h) * 2^seq(-1, 1.5, by = 0.25)
  at <- function(bandwidth, ...) quietly(spectrum_error(heat_graph(x, bandwidth, ...), set))
  local <- function(k) quietly(bw_gc(x, local_scale = k, seed = 1))
  chosen <- local(c(5, 10, 20, 40))
  c(
    "one, chosen" = at(h), "one, best of 11" = min(vapply(grid, at, 0)),
    "local 10" = at(local(10), local_scale = 10), "local 20" = at(local(20), local_scale = 20),
    "local, k chosen" = at(chosen, local_scale = generics::glance(chosen)$local_scale)
  )
}), "Error of eigenvalues")
if (is_wanted("pictures")) show_table(study(pictures, function(sample) {
  x <- sample()
  of <- function(...) quietly(unexplained(as.matrix(embed_eigenmaps(x, 2, ..., seed = 1)), x))
  c(
    "nearest neighbors (default)" = of(), "one, chosen" = of(graph = "radius"),
    "local 7" = of(local_scale = 7, graph = "radius"), "local 20" = of(local_scale = 20, graph = "radius")
  )
}), "Error of a picture")
if (is_wanted("clusters")) show_table(study(classes, function(sample) {
  set <- sample()
  k <- length(unique(set$y))
  # Eigenvectors that do not converge give no clusters.
  of <- function(...) {
    found <- tryCatch(quietly(cluster_spectral(set$x, k, ...))$cluster, lapscale_error = function(e) 0 * set$y)
    rand_index(found, set$y)
  }
  c(
    "nearest neighbors (default)" = of(), "one, chosen" = of(graph = "radius"),
    "local 7" = of(local_scale = 7), "local 20" = of(local_scale = 20)
  )
}), "Score of clusters")
