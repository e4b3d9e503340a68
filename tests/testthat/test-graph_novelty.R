# The definition, slow and obvious: the distance to the nearest row over the largest reach of the
# nearest rows, which is the distance to the k-th neighbor of each.
oracle_novelty <- function(x, z, k) {
  apart <- as.matrix(dist(rbind(x, z)))
  n <- nrow(x)
  reach <- apply(apart[seq_len(n), seq_len(n)], 1, function(v) sort(v)[[k + 1]])
  unname(apply(apart[-seq_len(n), seq_len(n), drop = FALSE], 1, function(v) {
    min(v) / max(reach[order(v)[seq_len(k)]])
  }))
}

test_that("novelty is the distance to the nearest row over what the graph reaches there", {
  x <- normal_points(120, 3, 1)
  z <- 1.5 * normal_points(30, 3, 2)
  e <- suppressMessages(embed_eigenmaps(x, 2, graph = "knn", k = 6, bandwidth = 1))
  found <- suppressWarnings(augment(e, newdata = z)$.novelty)
  expected <- oracle_novelty(x, z, 6)
  # The reach of nearest neighbors is widened until at most 2% of the rows of the fit are far.
  others <- vapply(1:120, function(i) oracle_novelty(x[-i, ], x[i, , drop = FALSE], 6), 0)
  expect_equal(found, expected * (found / expected)[[1]], tolerance = 1e-10)
  expect_equal((expected / found)[[1]], max(1, sort(others)[[119]]), tolerance = 0.1)
  # With a radius it is the distance over that.
  e <- suppressMessages(embed_isomap(x, 2, radius = 3))
  nearest <- unname(apply(as.matrix(dist(rbind(x, z)))[-(1:120), 1:120], 1, min))
  expect_equal(suppressWarnings(augment(e, newdata = z)$.novelty), nearest / 3, tolerance = 1e-12)
  fit <- ssl_harmonic(x, replace(x[, 1], -(1:20), NA), bandwidth = 0.8)
  own <- suppressWarnings(augment(fit, newdata = z))
  expect_equal(own$.novelty, nearest / (0.8 * sqrt(-log(1e-6))), tolerance = 1e-12)
  expect_identical(is.na(own$.fitted), own$.novelty > 1)
})

test_that("of fresh points of the same kind few are far, of points of another kind many", {
  skip_on_cran()
  x <- as.matrix(sample_moons(400, noise = 0.1, seed = 1))
  z <- as.matrix(sample_moons(400, noise = 0.1, seed = 2))
  other <- 5 * withr::with_seed(3, matrix(runif(200) - 0.4, 100))
  fits <- list(
    embed_eigenmaps(x, 2), embed_isomap(x, 2, k = 8), embed_lle(x, 2, k = 8),
    cluster_spectral(x, 2), ssl_hessian(x, replace(x[, 1], -(1:50), NA))
  )
  for (fit in fits) {
    share <- function(new) mean(is.na(suppressWarnings(as.matrix(predict(fit, new)))[, 1]))
    expect_lte(share(z), 0.04)
    expect_gte(share(other), 0.5)
  }
})

test_that("copies of rows do not make what is near them far", {
  x <- rbind(matrix(0, 40, 2), normal_points(100, 2, 3) + 3)
  e <- suppressMessages(suppressWarnings(embed_eigenmaps(x, 2, graph = "knn", k = 5, bandwidth = 2)))
  expect_lt(augment(e, newdata = rbind(c(0.01, 0)))$.novelty, 1)
  expect_identical(augment(e, newdata = rbind(c(0, 0)))$.novelty, 0)
})

test_that("novelty depends neither on the unit nor on the form of the points, and far is checked", {
  x <- normal_points(80, 2, 4)
  z <- normal_points(9, 2, 5)
  of <- function(x, z) {
    e <- suppressMessages(embed_isomap(x, 2, k = 10))
    suppressWarnings(augment(e, newdata = z)$.novelty)
  }
  expect_equal(of(1e5 * x, 1e5 * z), of(x, z), tolerance = 1e-9)
  all <- as.matrix(dist(rbind(x, z)))
  e <- suppressMessages(embed_isomap(as.dist(all[1:80, 1:80]), 2, k = 10))
  expect_equal(novelty_of(e, unname(all[-(1:80), 1:80])), of(x, z), tolerance = 1e-9)
  expect_fault(predict(e, all[81, 1:80, drop = FALSE], far = "drop"), "far")
})
