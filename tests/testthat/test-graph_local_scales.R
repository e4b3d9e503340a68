test_that("the Laplacian and its eigenvalues are those of their definitions", {
  x <- withr::with_seed(1, normal_points(60, 2))
  for (self_loops in c(FALSE, TRUE)) {
    graph <- heat_graph(x, 1, type = "dense", local_scale = 8, self_loops = self_loops)
    expect_equal(graph$own_scales$scale, oracle_local_scales(x, 8))
    for (alpha in c(0, 0.5, 1)) {
      for (d in 1:3) {
        dense <- oracle_local(x, 1, 8, alpha, d, self_loops)
        laplacian <- graph_laplacian(graph, alpha = alpha, d = d)
        expect_equal(as.matrix(laplacian), dense$laplacian, tolerance = 1e-10)
        expect_equal(quietly(graph_spectrum(laplacian, 5))$values, oracle_heat_values(dense, 1, 5),
                     tolerance = 1e-8)
      }
    }
  }
  radius <- heat_graph(x, 1, local_scale = 8, cutoff = 20)
  full <- heat_graph(x, 1, type = "dense", local_scale = 8)
  expect_equal(as.matrix(graph_laplacian(radius)), as.matrix(graph_laplacian(full)),
               tolerance = 1e-10)
  symmetric <- graph_spectrum(graph_laplacian(full, "symmetric", alpha = 1, d = 2), 5)
  expect_equal(symmetric$values, oracle_heat_values(oracle_local(x, 1, 8, 1, 2), 1, 5),
               tolerance = 1e-8)
  expect_output(print(laplacian), "estimates -Delta\n")
  of_distances <- heat_graph(stats::dist(x), 1, type = "dense", local_scale = 8)
  expect_equal(of_distances$own_scales, full$own_scales)
})

test_that("equal scales are one bandwidth", {
  # On a torus of equally spaced points all distances to neighbor 12 are equal.
  t <- 2 * pi * (0:11) / 12
  x <- as.matrix(expand.grid(a = t, b = t))
  x <- cbind(cos(x[, 1]), sin(x[, 1]), cos(x[, 2]), sin(x[, 2]))
  for (type in c("geometric", "symmetric", "random_walk")) {
    for (alpha in c(0, 0.5, 1)) {
      local <- heat_graph(x, 1.2, local_scale = 8)
      h <- 1.2 * local$own_scales$scale[[1]]
      expect_equal(range(local$own_scales$scale), h / 1.2 * c(1, 1), tolerance = 1e-12)
      one <- graph_laplacian(heat_graph(x, h), type, alpha = alpha)
      local <- graph_laplacian(local, type, alpha = alpha)
      expect_equal(as.matrix(local), as.matrix(one), tolerance = 1e-10)
      expect_equal(graph_spectrum(local, 9)$values, graph_spectrum(one, 9)$values,
                   tolerance = 1e-10)
    }
  }
  share <- 0.75
  one <- quietly(bw_gc(x, bandwidths = h * 2^seq(-2, 2, 0.25), seed = 1))
  grid <- 2^seq(-2, 2, 0.25)
  local <- quietly(bw_gc(x, bandwidths = 1.2 * share * grid, local_scale = 8, seed = 1))
  expect_equal(as.data.frame(local)$distance, as.data.frame(one)$distance, tolerance = 1e-8)
  expect_equal(c(local) * h / 1.2, share * c(one), tolerance = 1e-8)
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

test_that("scales of new points are those among the different rows", {
  x <- withr::with_seed(1, normal_points(60, 2))
  # Near the data, far from it, and rows of the fit.
  new <- rbind(withr::with_seed(2, normal_points(10, 2)), c(9, 9), x[1:4, ])
  r <- apply(as.matrix(stats::dist(x)), 1, function(d) sort(d)[[8]])
  near <- function(point) order(sqrt(colSums((t(x) - point)^2)))[1:7]
  expected <- vapply(seq_len(11), function(i) {
    own <- sqrt(sum((x[near(new[i, ])[[7]], ] - new[i, ])^2))
    exp(mean(log(c(own, r[near(new[i, ])]))))
  }, 0)
  expected <- c(expected, oracle_local_scales(x, 7)[1:4])
  for (count in c(1, 2, 12)) for (as_kind in list(identity, as_sparse)) {
    copies <- checked_points(as_kind(x[rep(1:60, each = count), ]))
    runtime <- new_runtime(1, FALSE)
    handle <- release_on_exit(acquire_points(copies$x, runtime))
    scales <- local_scales(copies, handle, 7, runtime)
    rule <- list(bandwidth = 1, local_scale = 7L, within_radius = TRUE, self_loops = TRUE,
                 relative = TRUE, cutoff = 3, k = 1L, symmetry = "union", scale = scales$scale,
                 distance = scales$distance)
    merge_places(handle, copies$x, runtime)
    n <- 60 * count
    sums <- cpp_nystrom_extension(handle, as_kind(new), rule, rep(1, n), matrix(1, n), runtime)
    expect_equal(sums$bandwidth, expected, tolerance = 1e-10)
  }
  predicted <- lapply(c(1, 2, 12), function(count) {
    e <- quietly(embed_eigenmaps(x[rep(1:60, each = count), ], 2, bandwidth = 1, local_scale = 7,
                                 cutoff = 20, self_loops = TRUE))
    as.vector(predict(e, new[1:10, ]) / rep(as.matrix(e)[1, ], each = 10))
  })
  expect_equal(predicted[2:3], predicted[c(1, 1)], tolerance = 1e-6)
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
  for (f in list(heat_graph, embed_eigenmaps, embed_kpca, metric_distortion, embed_scales,
                 boundary_distance)) {
    expect_fault(f(x, bandwidth = chosen), "bandwidth")
  }
  expect_fault(graph_laplacian_at(x, x[, 1], x, chosen, scale = "laplacian"), "bandwidth")
  expect_fault(heat_graph(x, bw_median(x), local_scale = 10), "bandwidth")
  expect_fault(heat_graph(x, chosen, local_scale = 5), "bandwidth")
  expect_s3_class(quietly(embed_scales(x, chosen, local_scale = 10)), "lapscale_scales")
  expect_s3_class(heat_graph(x, chosen, local_scale = 10), "lapscale_graph")
  expect_equal(heat_graph(x, "gc", local_scale = 10, seed = 1)$bandwidth, c(chosen))
  expect_fault(heat_graph(x, "median", local_scale = 200), "local_scale")
  expect_fault(bw_gc(x, local_scale = 200), "local_scale")
  expect_fault(bw_gc(x, local_scale = "a"), "local_scale")
})

test_that("the criterion is that of offsets and weights in units of the scales", {
  x <- withr::with_seed(1, normal_points(50, 2))
  h <- c(0.8, 1.2)
  s <- oracle_local_scales(x, 6)
  d2 <- as.matrix(dist(x))^2 / outer(s, s)
  d <- heat_graph(x, 1, local_scale = 6)$own_scales$dimension
  power <- d - d / 2 - 1
  expected <- vapply(h, function(h) {
    w <- exp(-d2 / h^2)
    g <- s^power / rowSums(w)
    mean(vapply(seq_len(50), function(i) {
      p <- w[i, ] * g
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

test_that("what takes one bandwidth takes local scales", {
  skip_on_cran()
  x <- withr::with_seed(1, normal_points(150, 3))
  bw <- quietly(bw_gc(x, local_scale = TRUE, seed = 1))
  expect_equal(glance(bw)$local_scale, 20)
  expect_identical(c(quietly(bw_gc(x, local_scale = TRUE, seed = 1, n_threads = 1))), c(bw))
  # Sparse rows, distances, and repeated rows are the same points.
  graph <- heat_graph(x, bw, local_scale = TRUE)
  sparse <- heat_graph(Matrix::Matrix(x, sparse = TRUE), c(bw), local_scale = TRUE)
  expect_equal(as.matrix(sparse), as.matrix(graph), tolerance = 1e-10)
  expect_equal(as.matrix(heat_graph(dist(x), c(bw), local_scale = TRUE)), as.matrix(graph),
               tolerance = 1e-10, ignore_attr = TRUE)
  values <- function(graph, ...) quietly(graph_spectrum(graph_laplacian(graph, ...), 5))$values
  # Whole weights with loops are copies, whose distances to neighbors do not count them.
  times <- rep(1:2, 75)
  counted <- heat_graph(x, bw, local_scale = TRUE, self_loops = TRUE, weights = times)
  expect_equal(counted$own_scales$scale, graph$own_scales$scale)
  k <- as.matrix(counted)
  s <- counted$own_scales$scale
  d <- counted$own_scales$dimension
  g <- times * s^(d / 2 - 1) / drop(k %*% times)
  walk <- k * outer(g, g)
  expect_equal(as.matrix(graph_laplacian(counted)),
               4 / (c(bw) * s)^2 * (diag(150) - walk / rowSums(walk)), tolerance = 1e-9)
  # New points: those of the fit have its coordinates, others are near their neighbors'.
  for (type in c("geometric", "doubly_stochastic", "symmetric")) {
    e <- quietly(embed_eigenmaps(x, 2, bandwidth = bw, local_scale = TRUE, type = type))
    expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-7)
    near <- quietly(predict(e, x + 1e-4))
    expect_gt(min(diag(cor(near, as.matrix(e), use = "complete.obs"))), 0.9)
    expect_equal(e$eigenvalues, values(graph, type)[2:3], tolerance = 1e-8)
  }
  counted <- quietly(embed_eigenmaps(x, 2, bandwidth = bw, local_scale = TRUE, self_loops = TRUE,
                                     weights = times))
  expect_equal(predict(counted, x), as.matrix(counted), tolerance = 1e-7)
  clusters <- quietly(cluster_spectral(x, 2, bandwidth = bw, local_scale = TRUE))
  expect_equal(unname(predict(clusters, x)), unname(clusters$cluster))
  expect_s3_class(quietly(embed_layout(x, local_scale = TRUE, seed = 1)), "lapscale_embedding")
  expect_s3_class(quietly(embed_scales(x, bw, local_scale = TRUE)), "lapscale_scales")
  y <- replace(rep(c("a", "b"), 75), 21:150, NA)
  fit <- quietly(ssl_harmonic(graph, y))
  expect_gt(mean(predict(fit, x) == fitted(fit)), 0.9)
  # Refused by name.
  expect_fault(heat_graph(x, local_scale = FALSE), "local_scale")
  expect_fault(heat_graph(x, local_scale = 150), "local_scale")
  expect_fault(bw_gc(x, local_scale = 150), "local_scale")
})

test_that("equal scales give what one bandwidth gives", {
  skip_on_cran()
  x <- withr::with_seed(1, cbind(normal_points(80, 2), 0.1 * normal_points(80, 1)))
  one <- heat_graph(x, 1.5)
  one$points <- NULL
  equal <- with_equal_scales(one)
  same <- function(f, tolerance = 1e-10) {
    expect_equal(quietly(f(equal)), quietly(f(one)), tolerance = tolerance)
  }
  e <- quietly(embed_eigenmaps(one, 2))
  parts <- c("H", "G", "stretch")
  same(function(graph) metric_riemannian(e, graph, 2)[parts])
  same(function(graph) {
    graph_spectrum(graph, 5, interval = 0.9, seed = 1)[c("values", "lower", "upper", "vector_error")]
  }, 1e-8)
  same(function(graph) as.matrix(embed_isomap(graph, 2)))
  same(function(graph) as.matrix(embed_eigenmaps(graph, 2, coordinates = "independent")), 1e-7)
  y <- replace(rep(c("a", "b"), 40), 21:80, NA)
  z <- replace(x[, 1], 21:80, NA)
  for (learner in list(ssl_harmonic, ssl_eigenmaps, ssl_iterated, ssl_diffusion, ssl_auto)) {
    same(function(graph) fitted(learner(graph, z, seed = 1)), 1e-6)
  }
  same(function(graph) fitted(ssl_poisson(graph, y, seed = 1)))
  same(function(graph) cluster_spectral(graph, 2, seed = 1)$cluster)
  same(function(graph) tidy(graph_test(graph, x[, 1])))
})
