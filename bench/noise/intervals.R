# Coverage of the 90% intervals of graph_spectrum() for the first eight eigenvalues, with and without
# what is added for a boundary. Five manifolds on which the formula was set, seven that had no part
# in it, and six more that were looked at once, when what is added for a boundary stood.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L)
set_on <- c("circle", "sphere", "torus", "arc", "strip")
unopened <- list(
  disc = function(n) {
    # Zeros of the derivatives of Bessel functions.
    zeros <- c(1.8412, 1.8412, 3.0542, 3.0542, 3.8317, 4.2012, 4.2012, 5.3176, 5.3176)
    of_spectrum(sqrt(runif(n)) * circle(turn(n)), c(0, zeros^2))
  },
  box = function(n) {
    x <- cbind(runif(n), 1.3 * runif(n), 1.7 * runif(n))
    of_spectrum(x, product(product(string(1, 4), string(1.3, 4)), string(1.7, 4)))
  },
  `half torus` = function(n) {
    of_spectrum(cbind(circle(runif(n, 0, pi)), circle(turn(n))), product(string(pi), wave(2 * pi)))
  },
  triangle = function(n) {
    u <- matrix(runif(2 * n), n)
    outside <- rowSums(u) > 1
    u[outside, ] <- 1 - u[outside, ]
    of_spectrum(u %*% rbind(c(1, 0), c(0.5, sqrt(3) / 2)),
                (4 * pi / 3)^2 * c(0, 1, 1, 3, 4, 4, 7, 7, 9, 9))
  },
  `3-sphere` = function(n) of_spectrum(ball(n, 3), rep(c(0, 3, 8), c(1, 4, 9))),
  flower = function(n) curve_of(n, function(t) (1 + 0.4 * cos(5 * t)) * circle(t))
)
bounded <- c("arc", "strip", "cylinder", "dome", "disc", "box", "half torus", "triangle")
shapes <- c(shapes, unopened)
one <- function(name, noise, seed, n = 400) {
  set.seed(seed)
  x <- shapes[[name]](n)
  truth <- attr(x, "truth")
  unit <- sqrt(sum(apply(x, 2, var)))
  y <- cbind(x, matrix(0, n, 7)) / unit + noise / sqrt(ncol(x) + 7) * matrix(rnorm(n * (ncol(x) + 7)), n)
  h <- bw_gc(y, seed = 1, replicates = 0)
  found <- graph_spectrum(graph_laplacian(heat_graph(y, h)), 9, interval = 0.9, seed = 1)
  truth <- truth * unit^2
  covers <- function(upper) mean(found$lower[-1] <= truth & truth <= upper[-1])
  data.frame(
    manifold = name, noise = noise, covered = covers(found$upper),
    `without boundary` = covers(found$upper - found$boundary),
    `half-width` = mean((found$upper - found$lower)[-1] / truth) / 2,
    added = mean(found$boundary[-1] / truth) / 2, error = error_of(found$values, truth),
    check.names = FALSE
  )
}
asked <- expand.grid(name = names(shapes), noise = c(0, 0.1), seed = 1:4, stringsAsFactors = FALSE)
rows <- suppressWarnings(suppressMessages(do.call(rbind, Map(one, asked$name, asked$noise, 100 + asked$seed))))
by <- aggregate(rows[-(1:2)], rows["manifold"], mean)
by$part <- ifelse(by$manifold %in% set_on, "set on", ifelse(by$manifold %in% names(unopened), "unopened", "no part"))
by$boundary <- ifelse(by$manifold %in% bounded, "yes", "no")
by <- by[order(match(by$manifold, names(shapes))), ]
show_table(by, "Coverage of 90% intervals of eight eigenvalues, 400 points, 8 samples each")
for (part in c("set on", "no part", "unopened")) {
  some <- by[by$part == part, ]
  cat(sprintf("\n%s: covered %.3f (se %.3f over manifolds), lowest %.3f, median half-width %.3f\n", part,
              mean(some$covered), sd(some$covered) / sqrt(nrow(some)), min(some$covered),
              median(rows$`half-width`[rows$manifold %in% some$manifold])))
}

# The same of the doubly stochastic operator on rows with noise of their own size in 300 columns.
noisy <- function(name, seed, n = 400, p = 300) {
  set.seed(seed)
  x <- shapes[[name]](n)
  unit <- sqrt(sum(apply(x, 2, var)))
  truth <- attr(x, "truth") * unit^2
  x <- scale(x, scale = FALSE) / unit
  y <- x %*% t(qr.Q(qr(matrix(rnorm(p * ncol(x)), p)))) +
    0.5 / sqrt(p) * runif(n, 0.2, 1.8) * matrix(rnorm(n * p), n)
  h <- bw_gc(y, noise = "deflate", seed = 1, replicates = 0)
  laplacian <- graph_laplacian(heat_graph(y, h, type = "dense"), "doubly_stochastic")
  found <- graph_spectrum(laplacian, 9, interval = 0.9, seed = 1)
  covers <- function(upper) mean(found$lower[-1] <= truth & truth <= upper[-1])
  data.frame(
    manifold = name, covered = covers(found$upper),
    `without boundary` = covers(found$upper - found$boundary),
    `half-width` = mean((found$upper - found$lower)[-1] / truth) / 2,
    error = error_of(found$values, truth), check.names = FALSE
  )
}
asked <- expand.grid(name = c("circle", "sphere", "torus", "arc", "strip", "cylinder", "dome"), seed = 1:4,
                     stringsAsFactors = FALSE)
rows <- suppressWarnings(suppressMessages(do.call(rbind, Map(noisy, asked$name, asked$seed))))
by <- aggregate(rows[-1], rows["manifold"], mean)
show_table(by[match(unique(asked$name), by$manifold), ],
           "Doubly stochastic Laplacian, noise of half the size of the data, 4 samples each")
