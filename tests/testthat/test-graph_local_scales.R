# The Laplacian of local scales as a dense matrix, by its definition.
dense_local <- function(graph, alpha, d) {
  w <- as.matrix(graph)
  s <- graph$own_scales$scale
  q <- rowSums(w) / s^d
  k <- w / outer(q, q)^(alpha - 1 / 2 - 1 / d)
  4 / (graph$bandwidth * s)^2 * (diag(nrow(w)) - k / rowSums(k))
}

test_that("the Laplacian is that of its definition", {
  x <- withr::with_seed(1, normal_points(60, 2))
  for (type in c("radius", "dense")) {
    graph <- heat_graph(x, 1, type = type, local_scale = 8)
    expect_equal(graph$own_scales$scale, apply(as.matrix(dist(x)), 1, sort)[9, ], ignore_attr = TRUE)
    for (alpha in c(0, 0.5, 1)) {
      laplacian <- graph_laplacian(graph, alpha = alpha, d = 2)
      expect_equal(as.matrix(laplacian), dense_local(graph, alpha, 2), tolerance = 1e-10)
      values <- sort(Re(eigen(dense_local(graph, alpha, 2), only.values = TRUE)$values))
      expect_equal(graph_spectrum(laplacian, 5)$values, pmax(values[1:5], 0), tolerance = 1e-8)
    }
  }
  expect_output(print(laplacian), "estimates -Delta\n")
  of_distances <- heat_graph(stats::dist(x), 1, type = "dense", local_scale = 8)
  expect_equal(of_distances$own_scales, graph$own_scales)
})

test_that("spectra are those of one bandwidth, whatever the density", {
  u <- withr::with_seed(1, 2 * pi * stats::runif(4000))
  u <- u[withr::with_seed(2, stats::runif(4000)) < (1 + 0.9 * cos(u)) / 1.9][1:600]
  graph <- heat_graph(cbind(cos(u), sin(u)), 1.5, local_scale = 10)
  expect_identical(graph$own_scales$dimension, 1)
  values <- graph_spectrum(graph_laplacian(graph), 5)$values[-1]
  expect_lt(mean(abs(values / c(1, 1, 4, 4) - 1)), 0.15)
  z <- withr::with_seed(3, normal_points(1000, 2))
  graph <- heat_graph(z, 0.7, local_scale = 20)
  expect_identical(graph$own_scales$dimension, 2)
  values <- graph_spectrum(graph_laplacian(graph, alpha = 0.5), 6)$values[-1]
  expect_lt(mean(abs(values / c(1, 1, 2, 2, 2) - 1)), 0.2)
})

test_that("predict() follows the operator", {
  x <- withr::with_seed(1, normal_points(120, 2))
  for (type in c("geometric", "random_walk", "symmetric")) {
    e <- quietly(embed_eigenmaps(x, 2, bandwidth = 1, type = type, alpha = 0.5, local_scale = 10))
    expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-8)
  }
  e <- quietly(embed_diffusion(x, 2, bandwidth = 1, t = 2, local_scale = 10, self_loops = TRUE))
  expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-8)
})

test_that("bw_gc() chooses a multiple of the scales, in any unit, and one of several", {
  x <- withr::with_seed(1, normal_points(200, 2))
  chosen <- quietly(bw_gc(x, local_scale = 10, seed = 1))
  expect_equal(c(quietly(bw_gc(1000 * x, local_scale = 10, seed = 1))), c(chosen), tolerance = 1e-6)
  expect_gt(c(chosen), 0.3)
  expect_lt(c(chosen), 4)
  several <- quietly(bw_gc(x, local_scale = c(5, 10), seed = 1))
  expect_true(glance(several)$local_scale %in% c(5, 10))
  expect_output(print(several), "local_scale = ")
  for (f in list(heat_graph, embed_eigenmaps, embed_kpca, metric_distortion, embed_scales)) {
    expect_fault(f(x, bandwidth = chosen), "bandwidth")
  }
  expect_fault(graph_laplacian_at(x, x[, 1], x, chosen, scale = "laplacian"), "bandwidth")
  expect_fault(bw_report(chosen, x), "bw")
  expect_fault(heat_graph(x, bw_median(x), local_scale = 10), "bandwidth")
  expect_fault(heat_graph(x, chosen, local_scale = 5), "bandwidth")
  expect_s3_class(quietly(embed_scales(x, chosen, local_scale = 10)), "lapscale_scales")
  expect_s3_class(heat_graph(x, chosen, local_scale = 10), "lapscale_graph")
  expect_equal(heat_graph(x, "gc", local_scale = 10, seed = 1)$bandwidth, c(chosen))
  expect_fault(heat_graph(x, "median", local_scale = 200), "local_scale")
  expect_fault(bw_gc(x, local_scale = 200), "local_scale")
  expect_fault(bw_gc(x, local_scale = "a"), "local_scale")
  expect_fault(bw_gc(matrix(0, 70, 65) + seq_len(70), local_scale = 5), "local_scale")
})

test_that("the criterion is that of offsets and weights in units of the scales", {
  x <- withr::with_seed(1, normal_points(50, 2))
  h <- c(0.8, 1.2)
  s <- apply(as.matrix(dist(x)), 1, sort)[7, ]
  d2 <- as.matrix(dist(x))^2 / outer(s, s)
  power <- local_correction(list(own_scales = scales_of_distances(
    t(apply(as.matrix(dist(x)), 1, sort)[2:7, ]), 6
  )), 1, 1)$alpha
  d <- scales_of_distances(t(apply(as.matrix(dist(x)), 1, sort)[2:7, ]), 6)$dimension
  expected <- vapply(h, function(h) {
    w <- exp(-d2 / h^2)
    q <- rowSums(w) / s^d
    mean(vapply(seq_len(50), function(i) {
      p <- w[i, ] / q^power
      y <- (x - rep(x[i, ], each = 50)) / s[[i]]
      center <- colSums(w[i, ] * y) / sum(w[i, ])
      v <- svd(w[i, ] * (y - rep(center, each = 50)))$v[, 1]
      abs(2 / h^2 * sum(p / sum(p) * (y %*% v)^2) - 1)
    }, 0))
  }, 0)
  found <- as.data.frame(quietly(
    bw_gc(x, d = 1, bandwidths = h, local_scale = 6, seed = 1, cutoff = Inf)
  ))$criterion
  expect_equal(found, expected, tolerance = 1e-6)
})
