# Outliers among the rows of a fit, planted in ten sets of which five fixed the rule (`choose`) and
# five were opened afterwards (`judge`): how well measures of them tell the planted rows from the
# others (area under the curve), and, of the one that was taken, the shares of both that are above
# 1. Means over seeds 1 to 10, standard errors in parentheses.
#   Rscript bench/embeddings/outliers.R choose|judge
source(file.path("bench", "common.R"))
half <- commandArgs(TRUE)[[1]]
uniform <- function(n, p, limit) matrix(runif(n * p, -limit, limit), n)
# The box of the rows, wider by a quarter at each side.
in_box <- function(n, x) {
  vapply(seq_len(ncol(x)), function(j) {
    ends <- range(x[, j]) + c(-0.25, 0.25) * diff(range(x[, j]))
    runif(n, ends[[1]], ends[[2]])
  }, numeric(n))
}
standard <- function(x) unname(scale(as.matrix(x)))
spiral <- function(n) {
  t <- runif(n, 0.8, 4 * pi)
  cbind(t * cos(t), t * sin(t)) + matrix(rnorm(2 * n, sd = 0.35), n)
}
# Each returns list(x: the rows; out: the planted rows).
sets <- list(choose = list(
  gauss_2 = function() list(x = matrix(rnorm(600), 300), out = uniform(15, 2, 8)),
  gauss_10 = function() list(x = matrix(rnorm(3000), 300), out = uniform(15, 10, 4)),
  spiral = function() list(x = spiral(570), out = uniform(30, 2, 16)),
  two_densities = function() {
    list(x = rbind(matrix(rnorm(400, sd = 0.1), 200), matrix(rnorm(200, 5), 100)),
         out = rbind(uniform(8, 2, 1), cbind(5, 5)[rep(1, 7), ] + uniform(7, 2, 6)))
  },
  faithful = function() {
    x <- standard(faithful)
    list(x = x, out = in_box(14, x))
  }
), judge = list(
  moons = function() {
    list(x = as.matrix(sample_moons(300, noise = 0.05)), out = uniform(15, 2, 2.5))
  },
  iris = function() {
    x <- standard(unique(iris[1:4]))
    list(x = x, out = in_box(8, x))
  },
  torus_5 = function() {
    x <- cbind(as.matrix(sample_torus(500)), 0, 0) + rnorm(2500, sd = 0.02)
    list(x = x, out = in_box(25, x))
  },
  digits = function() {
    x <- benchmark_set("digit1")
    x <- unname(x[sample(nrow(x), 420), ])
    list(x = x[1:400, ], out = apply(x[401:420, ], 2, sample))
  },
  crabs = function() {
    x <- standard(MASS::crabs[4:8])
    list(x = x, out = apply(x[sample(200, 10), ], 2, sample))
  }
))

area <- function(values, is_out) {
  r <- rank(values)
  (sum(r[is_out]) - sum(is_out) * (sum(is_out) + 1) / 2) / (sum(is_out) * sum(!is_out))
}
# The measures, from the distances d (n x n): that of the k-th neighbor (kth), over its median among
# all rows (`all`), the k or 2 k nearest (`near`, `twice`), and the k nearest and theirs (`wide`).
measures <- function(d, k) {
  order_of <- apply(d, 1, order)[-1, ]
  kth <- d[cbind(seq_len(nrow(d)), order_of[k, ])]
  near <- order_of[seq_len(k), ]
  over <- function(rows) kth / apply(rows, 2, function(j) median(kth[j]))
  list(all = kth / median(kth), near = over(near), twice = over(order_of[seq_len(2 * k), ]),
       wide = kth / apply(near, 2, function(j) median(kth[unique(c(j, near[, j]))])))
}
# What `.novelty` was before, up to its factor: the distance to the nearest row over the largest
# distance to the 10th neighbor that the 10 nearest rows have.
measure_of_new <- function(d) {
  order_of <- apply(d, 1, order)[2:11, ]
  kth <- d[cbind(seq_len(nrow(d)), order_of[10, ])]
  d[cbind(seq_len(nrow(d)), order_of[1, ])] / apply(order_of, 2, function(j) max(kth[j]))
}
one <- function(set, seed) {
  set.seed(seed)
  parts <- set()
  x <- rbind(parts$x, parts$out)
  is_out <- seq_len(nrow(x)) > nrow(parts$x)
  d <- as.matrix(dist(x))
  novelty <- quietly(augment(embed_kpca(x, 2, bandwidth = 1)))$.novelty
  values <- c(list(before = measure_of_new(d), lof = dbscan::lof(x, minPts = 11)),
              unlist(lapply(c(k5 = 5, k10 = 10, k20 = 20), measures, d = d), recursive = FALSE),
              list(.novelty = novelty))
  c(100 * vapply(values, area, 0, is_out = is_out),
    "others above 1" = 100 * mean(novelty[!is_out] > 1),
    "planted above 1" = 100 * mean(novelty[is_out] > 1))
}
machine()
tables <- lapply(sets[[half]], function(set) vapply(1:10, function(s) one(set, s), numeric(17)))
cells <- vapply(tables, function(t) {
  sprintf("%.1f (%.1f)", rowMeans(t), apply(t, 1, sd) / sqrt(ncol(t)))
}, character(17))
mean_of <- rowMeans(vapply(tables, rowMeans, numeric(17)))
show_table(data.frame(measure = rownames(tables[[1]]), cells, mean = sprintf("%.1f", mean_of)),
           paste("Areas and shares in percent,", half))
