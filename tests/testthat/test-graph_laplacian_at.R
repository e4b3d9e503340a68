test_that("each scale is its definition", {
  skip_on_cran()
  x <- normal_points(200, 3)
  y <- normal_points(7, 3, seed = 2)
  f <- function(x) x[, 1]^2 - x[, 3]
  h <- c(0.6, 1, 2)
  sq <- outer(seq_len(7), seq_len(200), Vectorize(function(i, j) sum((y[i, ] - x[j, ])^2)))
  d <- 3
  difference <- t(outer(f(x), f(y), "-"))
  p_laplacian <- vapply(h, function(one) {
    b <- one / 2
    rowSums(exp(-sq / one^2) * difference) * (4 * pi)^(-d / 2) / (b^(d + 2) * 200)
  }, numeric(7))
  expect_equal(graph_laplacian_at(x, f, y, h, d), p_laplacian, tolerance = 1e-4)
  density <- vapply(h, function(one) {
    rowSums(exp(-sq / one^2)) * (4 * pi)^(-d / 2) / ((one / 2)^d * 200)
  }, numeric(7))
  expect_equal(graph_laplacian_at(x, y = y, bandwidth = h, d = d, scale = "density"), density,
               tolerance = 1e-4)
  walk <- function(alpha) {
    vapply(h, function(one) {
      degree <- rowSums(oracle_weights(x, one, self_loops = TRUE))
      w <- sweep(exp(-sq / one^2), 2, degree^-alpha, "*")
      4 / one^2 * rowSums(w * difference) / rowSums(w)
    }, numeric(7))
  }
  for (alpha in c(0, 0.5, 1)) {
    expect_equal(graph_laplacian_at(x, f, y, h, scale = "laplacian", alpha = alpha), walk(alpha),
                 tolerance = 1e-4)
  }
})

test_that("it is minus the rows of the graph Laplacian, at the points themselves", {
  x <- ellipsoid_points(80)
  f <- x[, 1]^2
  laplacian <- graph_laplacian(heat_graph(x, 0.7, "dense", self_loops = TRUE))
  expect_equal(
    graph_laplacian_at(x, f, x, 0.7, f_y = f, scale = "laplacian"), -as.vector(laplacian %*% f),
    tolerance = 1e-6
  )
})

test_that("known Laplacians come out: the circle, uniform or not, and the sphere", {
  skip_on_cran()
  x <- as.matrix(sample_circle(20000, seed = 1))
  angle <- seq(0, 2 * pi, length.out = 9)
  y <- cbind(cos(angle), sin(angle))
  f <- function(x) x[, 1] * x[, 2]
  expect_lt(max(abs(graph_laplacian_at(x, f, y, 0.3, scale = "laplacian") + 4 * f(y))), 0.3)
  expect_lt(max(abs(2 * pi * graph_laplacian_at(x, f, y, 0.3, d = 1) + 4 * f(y))), 0.5)
  density <- graph_laplacian_at(x, y = y, bandwidth = 0.1, d = 1, scale = "density")
  expect_equal(density, rep(1 / (2 * pi), 9), tolerance = 0.05)
  # Density (1 + 0.6 cos t) / (2 pi), by thinning: alpha = 1 does not see it.
  kept <- withr::with_seed(1, stats::runif(20000) < (1 + 0.6 * x[, 1]) / 1.6)
  thinned <- graph_laplacian_at(x[kept, ], f, y, 0.3, scale = "laplacian")
  expect_lt(max(abs(thinned + 4 * f(y))), 0.4)
  drift <- graph_laplacian_at(x[kept, ], f, y, 0.3, scale = "laplacian", alpha = 0)
  slope <- -0.6 * sin(angle) / (1 + 0.6 * cos(angle))
  expect_lt(max(abs(drift + 4 * f(y) - 2 * slope * cos(2 * angle))), 0.4)
})

test_that("the shape of the result", {
  x <- ellipsoid_points(50)
  y <- x[1:4, ]
  rownames(y) <- letters[1:4]
  f <- function(x) x[, 1]
  two <- function(x) x[, 1:2]
  one <- graph_laplacian_at(x, f, y, 0.5, d = 2)
  expect_named(one, letters[1:4])
  expect_identical(dim(graph_laplacian_at(x, f, y, c(0.5, 1), d = 2)), c(4L, 2L))
  expect_identical(rownames(graph_laplacian_at(x, f, y, c(0.5, 1), d = 2)), letters[1:4])
  expect_identical(dim(graph_laplacian_at(x, two, y, 0.5, d = 2)), c(4L, 2L))
  expect_identical(dim(graph_laplacian_at(x, two, y, c(0.5, 1, 2), d = 2)), c(4L, 3L, 2L))
  expect_equal(graph_laplacian_at(x, f, x[1, ], 0.5, d = 2), unname(one[1]))
  values <- graph_laplacian_at(x, two(x), y, c(0.5, 1), f_y = two(y), scale = "laplacian")
  for (j in 1:2) {
    alone <- graph_laplacian_at(x, x[, j], y, c(0.5, 1), f_y = y[, j], scale = "laplacian")
    expect_equal(unname(values[, , j]), unname(alone), tolerance = 1e-12)
  }
  bw <- bw_gc(x, seed = 1)
  expect_identical(graph_laplacian_at(x, f, y, bw, d = 2), graph_laplacian_at(x, f, y, as.numeric(bw), d = 2))
})

test_that("estimates of two halves average to that of the whole", {
  x <- ellipsoid_points(300)
  f <- function(x) x[, 1]^2
  at <- function(rows) graph_laplacian_at(x[rows, ], f, x[1:9, ], c(0.3, 0.6), d = 2)
  whole <- at(1:300)
  expect_lt(max(abs((at(1:150) + at(151:300)) / 2 - whole)), 1e-12 * max(abs(whole)))
})

test_that("refusals name the argument", {
  skip_on_cran()
  x <- ellipsoid_points(50)
  y <- x[1:4, ]
  f <- x[, 1]
  expect_fault(graph_laplacian_at(x, f, y, 1, 2), "f_y")
  expect_fault(graph_laplacian_at(x, function(x) x[, 1], y, 1, 2, f_y = f[1:4]), "f_y")
  expect_fault(graph_laplacian_at(x, f, y, 1, 2, f_y = f[1:3]), "f_y")
  expect_fault(graph_laplacian_at(x, y = y, bandwidth = 1, d = 2), "f")
  expect_fault(graph_laplacian_at(x, rep(1, 50), y, 1, 2, f_y = rep(1, 4)), "f", text = "constant")
  expect_fault(graph_laplacian_at(x, f, y[, 1:2], 1, 2, f_y = f[1:4]), "y")
  expect_fault(graph_laplacian_at(x, f, replace(y, 2, NA), 1, 2, f_y = f[1:4]), "y")
  expect_fault(graph_laplacian_at(x, f, y, 0, 2, f_y = f[1:4]), "bandwidth")
  expect_fault(graph_laplacian_at(x, f, y, numeric(), 2, f_y = f[1:4]), "bandwidth")
  expect_fault(graph_laplacian_at(x, f, y, 1, f_y = f[1:4]), "d")
  expect_fault(graph_laplacian_at(x, f, y, 1, 4, f_y = f[1:4]), "d")
  expect_fault(graph_laplacian_at(x, f, y, 1, 2, f_y = f[1:4], alpha = 1), "alpha")
  expect_fault(
    graph_laplacian_at(x, f, y, 1, f_y = f[1:4], scale = "laplacian", alpha = -1), "alpha"
  )
  far <- y + 1e6
  for (alpha in 0:1) {
    expect_fault(
      graph_laplacian_at(x, f, far, 1, f_y = f[1:4], scale = "laplacian", alpha = alpha), "y", "isolated"
    )
  }
  expect_identical(graph_laplacian_at(x, f, far, 1, 2, f_y = f[1:4]), numeric(4))
})

test_that("what is not given is named", {
  x <- sample_circle(50, seed = 1)
  expect_refused(graph_laplacian_at(x, f = x[, 1], bandwidth = 0.4), "y")
  expect_refused(graph_laplacian_at(x, f = x[, 1], y = x), "bandwidth")
  expect_refused(graph_laplacian_at(x, y = x, bandwidth = 0.4, d = 1), "f")
})

test_that("points and places are scaled alike, however they are given", {
  x <- as.matrix(iris[1:4])
  p <- point_set(x, scale = TRUE)
  at <- function(x, y, h = 0.8) {
    graph_laplacian_at(x, iris[[1]], y, h, f_y = iris[1:3, 1], scale = "laplacian")
  }
  expected <- at(scale(x), scale(x)[1:3, ])
  expect_equal(at(p, x[1:3, ]), expected)
  expect_equal(at(p, p[1:3, ]), expected)
  expect_equal(at(p, p[1:3, ], bw_knn(p)), at(x, x[1:3, ], bw_knn(p)))
  expect_fault(at(p, x[1:3, ], bw_knn(x)), "bandwidth", text = "scale = TRUE")
  expect_fault(at(x, point_set(x, metric = "cosine")), "y", text = "the metric of `x`")
})
