test_that("distances are those of the transition probabilities", {
  x <- withr::with_seed(1, normal_points(40, 2))
  graph <- quietly(heat_graph(x, 1, type = "dense", self_loops = TRUE))
  e <- quietly(embed_diffusion(graph, 39, t = 2, alpha = 0))
  w <- as.matrix(graph)
  p <- w / rowSums(w)
  walk <- p %*% p
  share <- rowSums(w) / sum(w)
  expected <- sqrt(colSums((t(walk) - walk[7, ])^2 / share))
  expect_equal(unname(diffusion_distance(e, 7)), expected, tolerance = 1e-6)
  both <- diffusion_distance(e, c(7, 3))
  expect_equal(unname(both[1, ]), expected, tolerance = 1e-6)
  expect_equal(both[1, 3], both[2, 7], ignore_attr = TRUE)
})

test_that("pseudotime grows along every branch, and other components are out of reach", {
  along <- seq(0, 1, length.out = 60)
  x <- rbind(cbind(-along, 0), cbind(along, along), cbind(along, -along))
  e <- quietly(embed_diffusion(x, 8, bandwidth = 0.1, t = "multiscale"))
  time <- diffusion_distance(e, 60, relative = TRUE)
  expect_equal(max(time), 1)
  expect_gt(stats::cor(time[60:1], along, method = "spearman"), 0.99)
  for (branch in list(61:120, 121:180)) {
    expect_gt(stats::cor(time[branch], along, method = "spearman"), 0.99)
  }
  apart <- quietly(embed_diffusion(rbind(x, x + 100), 4, bandwidth = 0.1))
  time <- diffusion_distance(apart, 1, relative = TRUE)
  expect_true(all(is.infinite(time[181:360])))
  expect_equal(max(time[1:180]), 1)
})

test_that("pseudotime orders points of branches as scanpy's definition does", {
  x <- withr::with_seed(1, {
    along <- runif(150)
    turn <- c(pi, pi / 4, -pi / 4)[sample(3, 150, TRUE)]
    cbind(along * cos(turn), along * sin(turn)) + 0.02 * rnorm(300)
  })
  graph <- quietly(heat_graph(x, 0.2, self_loops = TRUE))
  w <- as.matrix(graph)
  w <- w / tcrossprod(rowSums(w))
  degree <- rowSums(w)
  found <- eigen(w / sqrt(tcrossprod(degree)), symmetric = TRUE)
  values <- found$values[2:11]
  distance <- function(vectors) {
    y <- vectors * rep(values / (1 - values), each = 150)
    sqrt(rowSums((y - rep(y[7, ], each = 150))^2))
  }
  e <- quietly(embed_diffusion(graph, 10, t = "multiscale", alpha = 1))
  time <- unname(diffusion_distance(e, 7))
  # Scanpy has eigenvectors of the symmetric matrix, and diffusion maps those of the walk.
  vectors <- found$vectors[, 2:11]
  expect_equal(time, distance(vectors * sqrt(sum(degree) / degree)), tolerance = 1e-6)
  expect_gt(stats::cor(time, distance(vectors), method = "spearman"), 0.99)
})

test_that("refusals name the argument", {
  x <- bent_strip(60)
  e <- quietly(embed_diffusion(x, 2, bandwidth = 0.5))
  expect_fault(diffusion_distance(embed_isomap(x, 2, k = 8), 1), "e")
  expect_fault(diffusion_distance(e), "from")
  expect_fault(diffusion_distance(e, 0), "from")
  expect_fault(diffusion_distance(e, 1, relative = NA), "relative")
  x[5, 1] <- NA
  gap <- suppressWarnings(embed_diffusion(x, 2, bandwidth = 0.5, na_action = "omit"))
  expect_fault(diffusion_distance(gap, 5), "from")
  expect_identical(unname(which(is.na(diffusion_distance(gap, 1)))), 5L)
})
