# At what rate do the kernels and the pass over the pairs run, and when does the tree pay?
# Rscript bench/pairs/pair_pass.R
source("bench/common.R")
machine()
compile("bench/pairs/pair_pass.cpp")

levels <- seq_len(1 + lapscale:::cpp_simd_level()) - 1
show_table(data.frame(
  level = lapscale:::simd_levels[levels + 1],
  `16 KB` = vapply(levels, weight_rate, 0, n = 2048, seconds = 0.5) / 1e9,
  `64 MB` = vapply(levels, weight_rate, 0, n = 8388608, seconds = 1) / 1e9,
  check.names = FALSE
), "Heat weights, 1e9 per second, double, 1 core")

dims <- c(3, 13, 50, 241)
show_table(do.call(rbind, lapply(dims, function(dim) {
  direct <- vapply(levels, distance_rate, 0, dim = dim, direct = TRUE, seconds = 0.3)
  product <- distance_rate(max(levels), dim, FALSE, 0.3)
  best <- max(direct)
  data.frame(
    columns = dim, t(stats::setNames(direct / 1e9, lapscale:::simd_levels[levels + 1])),
    `by products` = product / 1e9, `products / direct` = product / best,
    `GFlop/s, direct` = 3e-9 * dim * best, check.names = FALSE
  )
})), "Squared distances, 1e9 per second, 1 core: differences squared (what is used), and products")

set.seed(1)
show_table(do.call(rbind, lapply(c(3, 13, 50), function(dim) {
  x <- matrix(runif(20000 * dim), 20000)
  grid <- exp(seq(log(0.05), log(1), length.out = 40))
  sketch <- degree_seconds(x, grid, TRUE)
  direct <- degree_seconds(x[1:4000, ], grid, FALSE) * 25
  data.frame(columns = dim, `sketches, s` = sketch, `direct, s (from 4000 points)` = direct,
             ratio = direct / sketch, `ns per pair` = sketch / 4e8 * 1e9, check.names = FALSE)
})), "Degrees of 20,000 points at 40 bandwidths, all pairs, 1 core")

manifold <- function(n, dim) {
  x <- unclass(sample_swiss_roll(n, seed = 1))
  cbind(x[, 1:3], matrix(rnorm(n * dim), n))[, seq_len(dim)] %*% qr.Q(qr(matrix(rnorm(dim^2), dim)))
}
show_table(do.call(rbind, lapply(c(2, 3, 5, 8, 12, 16, 24, 50), function(dim) {
  n <- 20000
  cube <- matrix(runif(n * dim), n)
  near <- if (dim >= 3) manifold(n, dim) * 1 else cube
  near[, ] <- if (dim >= 3) {
    x <- unclass(sample_swiss_roll(n, seed = 1))[, 1:3]
    cbind(x, matrix(rnorm(n * (dim - 3), sd = 0.05), n)) %*% qr.Q(qr(matrix(rnorm(dim^2), dim)))
  } else near
  tree <- nearest_seconds(cube, 15, FALSE)
  blind <- nearest_seconds(cube, 15, TRUE)
  roll <- nearest_seconds(near, 15, FALSE)
  data.frame(
    columns = dim, `build, s` = tree[[1]], `cube, tree` = tree[[2]], `cube, all pairs` = blind[[2]],
    `all pairs / tree, cube` = blind[[2]] / tree[[2]],
    `all pairs / tree, swiss roll` = blind[[2]] / roll[[2]], check.names = FALSE
  )
})), "15 nearest neighbors of 20,000 points, seconds on 1 core: the tree against all pairs")
