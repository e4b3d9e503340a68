# Its definition with plain loops: the walk of weights k with masses m.
oracle_doubly_stochastic <- function(k, alpha, m = rep(1, nrow(k)), scale = 1) {
  u <- rep(1, nrow(k))
  for (round in 1:3000) u <- sqrt(u / as.vector(k %*% (m * u)))
  w <- outer(u, u) * k
  q <- 1 / as.vector(w^2 %*% m)
  p <- w / outer(q, q)^(alpha - 1 / 2) * rep(m * scale, each = nrow(k))
  p / rowSums(p)
}

heat <- function(x, h) {
  k <- exp(-as.matrix(stats::dist(x))^2 / h^2)
  diag(k) <- 0
  unname(k)
}

test_that("the walk is that of the doubly stochastic kernel, dense and sparse", {
  x <- as.matrix(sample_torus(80, seed = 1))
  p <- oracle_doubly_stochastic(heat(x, 1.5), 1)
  for (type in c("dense", "radius")) {
    graph <- heat_graph(x, 1.5, type = type, cutoff = if (type == "radius") 30)
    laplacian <- graph_laplacian(graph, "doubly_stochastic")
    expect_equal(as.matrix(laplacian), (4 / 1.5^2) * (diag(80) - p), tolerance = 1e-9)
    expect_equal(diag(laplacian), rep(4 / 1.5^2, 80))
  }
  half <- graph_laplacian(heat_graph(x, 1.5), "doubly_stochastic", alpha = 1 / 2)
  expect_equal(Matrix::rowSums(half@weights), rep(1, 80), tolerance = 1e-9)
  expect_identical(laplacian, graph_laplacian(graph, "doubly_stochastic"))
})

test_that("local scales are corrected as in other Laplacians", {
  x <- as.matrix(sample_torus(80, seed = 1))
  graph <- heat_graph(x, 1.5, type = "dense", local_scale = 10)
  s <- oracle_local_scales(x, 10)
  for (d in 1:3) {
    # The density of the scaled kernel is t = q s^d, and the power of the scales is that of q.
    p <- oracle_doubly_stochastic(as.matrix(graph), 1, scale = s^(d / 2 - 1))
    laplacian <- graph_laplacian(graph, "doubly_stochastic", d = d)
    expect_equal(as.matrix(laplacian), 4 / (1.5 * s)^2 * (diag(80) - p), tolerance = 1e-9)
  }
})

test_that("weights of rows count them as so many", {
  x <- as.matrix(sample_circle(30, seed = 1))
  m <- rep(1:3, 10)
  graph <- heat_graph(x, 0.8, type = "dense", weights = m, self_loops = TRUE)
  k <- heat(x, 0.8) + diag(30)
  laplacian <- graph_laplacian(graph, "doubly_stochastic")
  expect_equal(as.matrix(laplacian), (4 / 0.64) * (diag(30) - oracle_doubly_stochastic(k, 1, m)),
               tolerance = 1e-8)
  repeated <- heat_graph(x[rep(1:30, m), ], 0.8, type = "dense", self_loops = TRUE)
  values <- function(graph) {
    quietly(graph_spectrum(graph_laplacian(graph, "doubly_stochastic"), 5))$values
  }
  expect_equal(values(graph), values(repeated), tolerance = 1e-8)
})

test_that("noise of a row is scaled away", {
  set.seed(1)
  t <- 2 * pi * stats::runif(200)
  d2 <- as.matrix(stats::dist(cbind(cos(t), sin(t))))^2
  noise <- stats::runif(200)
  graph_of <- function(d2) {
    k <- exp(-d2 / 0.6^2)
    diag(k) <- 0
    as_heat_graph(k, 0.6, values = "weights")
  }
  values <- function(d2, ...) {
    graph_spectrum(graph_laplacian(graph_of(d2), ...), 7)$values[2:7]
  }
  noisy <- d2 + outer(noise, noise, "+")
  expect_equal(values(noisy, "doubly_stochastic"), values(d2, "doubly_stochastic"))
  expect_equal(values(d2, "doubly_stochastic"), c(1, 1, 4, 4, 9, 9), tolerance = 0.2)
  expect_gt(max(abs(values(noisy, "random_walk") / values(d2, "random_walk") - 1)), 0.02)
})

test_that("embeddings and clusters take it, and new points have a place", {
  x <- as.matrix(sample_circle(120, noise = 0.02, seed = 1))
  e <- embed_eigenmaps(x, 2, bandwidth = 0.5, type = "doubly_stochastic")
  expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-6)
  expect_match(paste(capture.output(print(e)), collapse = " "), "doubly stochastic")
  near <- predict(e, x[1:5, ] + 1e-4)
  expect_lt(max(abs(near - as.matrix(e)[1:5, ])), 0.01)
  walk <- embed_diffusion(x, 2, bandwidth = 0.5, type = "doubly_stochastic")
  expect_equal(abs(stats::cor(as.matrix(walk), as.matrix(e))), diag(2), tolerance = 0.05,
               ignore_attr = TRUE)
  expect_equal(predict(walk, x), as.matrix(walk), tolerance = 1e-6)
  moons <- sample_moons(200, noise = 0.05, seed = 1)
  found <- cluster_spectral(moons, 2, bandwidth = 0.3, type = "doubly_stochastic")
  moon <- attr(moons, "parameters")[, "moon"]
  expect_gt(max(mean(found$cluster == moon), mean(found$cluster != moon)), 0.85)
  expect_identical(predict(found, as.matrix(moons)[1:9, ]), found$cluster[1:9])
})

test_that("what has no such form is refused in words", {
  refused <- function(...) {
    graph <- suppressWarnings(as_heat_graph(matrix(c(...), sqrt(...length()))))
    expect_error(graph_laplacian(graph, "doubly_stochastic"), "no doubly stochastic form",
                 class = "lapscale_error_argument")
  }
  refused(0, 1, 0, 1, 0, 0, 0, 0, 0)                    # a point alone
  refused(0, 1, 0, 1, 0, 1, 0, 1, 0)                    # a path
  refused(0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0)  # two and three
  x <- as.matrix(sample_circle(50, seed = 1))
  # Of a graph that is cut off they are left out.
  line <- c(0, 0.9, 2 + x[, 1], 9)
  expect_warning(found <- graph_laplacian(heat_graph(line, 0.4, cutoff = 1.5), "doubly_stochastic"),
                 class = "lapscale_warning_isolated")
  expect_identical(which(found@degree == 0), c(1L, 53L))
  expect_error(embed_eigenmaps(x, 2, bandwidth = 1, type = "doubly_stochastic", landmarks = 20),
               "landmarks", class = "lapscale_error_argument")
})
