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
