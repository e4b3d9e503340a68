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

test_that("other components are at a distance of Inf, for all times and policies", {
  skip_on_cran()
  x <- rbind(bent_strip(60), bent_strip(50) + 100, bent_strip(3) - 100)
  x[7, 1] <- NA
  own <- setdiff(1:60, 7)
  for (t in list(0.5, 3, "multiscale")) {
    distances <- function(components) {
      e <- quietly(embed_diffusion(x, 5, bandwidth = 0.5, t = t, components = components,
                                   self_loops = TRUE, na_action = "omit"))
      unname(diffusion_distance(e, 2))
    }
    for (components in c("keep", "largest", "each")) {
      found <- distances(components)
      expect_identical(which(is.na(found)), 7L)
      expect_identical(which(is.finite(found)), own)
      expect_gt(min(found[own[-2]]), 0)
    }
    expect_true(all(is.finite(distances("connect")[-7])))
  }
  # Within a component they are those of its own map, but for its share of the whole.
  alone <- quietly(embed_diffusion(x[own, ], 58, bandwidth = 0.5, t = "multiscale"))
  all <- quietly(embed_diffusion(x[c(own, 61:113), ], 111, bandwidth = 0.5, t = "multiscale"))
  ratio <- diffusion_distance(all, 1)[2:59] / diffusion_distance(alone, 1)[-1]
  expect_equal(max(ratio), min(ratio), tolerance = 1e-8)
})

test_that("components may have maps of different numbers of coordinates", {
  blobs <- normal_points(60, 3, 3) * 0.2 + diag(3)[rep(1:3, 20), ]
  x <- rbind(bent_strip(70), 100 + blobs)
  e <- quietly(embed_diffusion(x, "gap", components = "each", bandwidth = 0.6))
  expect_length(unique(vapply(unclass(e), function(part) ncol(as.matrix(part)), 0L)), 2)
  for (part in unclass(e)) {
    own <- diffusion_distance(part, part$rows[[1]])[part$rows]
    expect_equal(diffusion_distance(e, part$rows[[1]])[part$rows], own)
    expect_true(all(is.finite(own)))
  }
})

test_that("refusals name the argument", {
  x <- bent_strip(60)
  e <- quietly(embed_diffusion(x, 2, bandwidth = 0.5))
  expect_fault(diffusion_distance(embed_isomap(x, 2, k = 8), 1), "e")
  expect_fault(diffusion_distance(e), "from")
  expect_fault(diffusion_distance(e, 0), "from")
  expect_fault(diffusion_distance(e, 1, relative = NA), "relative")
  expect_fault(diffusion_distance(e, 1, t = 2), "t")
  expect_fault(diffusion_distance(x, 1, zzz = 1), "zzz")
})

test_that("points and graphs take the place of their diffusion map", {
  x <- plain_matrix(sample_circle(80, seed = 1))
  ten <- embed_diffusion(x, 10, bandwidth = 0.5, t = "multiscale")
  expect_identical(diffusion_distance(x, 1, bandwidth = 0.5), diffusion_distance(ten, 1))
  graph <- heat_graph(x, 0.5)
  expect_identical(diffusion_distance(graph, 1),
                   diffusion_distance(embed_diffusion(graph, 10, t = "multiscale"), 1))
  expect_identical(diffusion_distance(x, 1, bandwidth = 0.5, n_components = 2, t = 1),
                   diffusion_distance(embed_diffusion(x, 2, bandwidth = 0.5), 1))
  x[5, 1] <- NA
  gap <- suppressWarnings(embed_diffusion(x, 2, bandwidth = 0.5, na_action = "omit"))
  expect_fault(diffusion_distance(gap, 5), "from")
  expect_identical(unname(which(is.na(diffusion_distance(gap, 1)))), 5L)
})

test_that("where coordinates underflow they are said to, and relative distances are computed", {
  x <- cbind(seq(0, 1, length.out = 40), 0)
  near <- quietly(embed_diffusion(x, 3, bandwidth = 0.2, t = 2))
  expected <- diffusion_distance(near, 1, relative = TRUE)
  expect_warning(far <- suppressMessages(embed_diffusion(x, 3, bandwidth = 0.2, t = 1e6)), "`t`")
  expect_true(all(as.matrix(far) == 0))
  expect_warning(plain <- diffusion_distance(far, 1), "relative = TRUE")
  expect_true(all(plain == 0))
  relative <- diffusion_distance(far, 1, relative = TRUE)
  # Of very large times only the first coordinate is left.
  slowest <- quietly(embed_diffusion(x, 1, bandwidth = 0.2, t = 2))
  expect_equal(relative, diffusion_distance(slowest, 1, relative = TRUE), tolerance = 1e-6)
  expect_gt(stats::cor(relative, expected), 0.9)
})

test_that("no message compares coordinates that were not asked for", {
  x <- plain_matrix(sample_moons(100, noise = 0.05, seed = 1))
  expect_message(embed_diffusion(x, 10), class = "lapscale_message_graph")
  expect_no_condition(diffusion_distance(x, 1), class = "lapscale_message_graph")
})
