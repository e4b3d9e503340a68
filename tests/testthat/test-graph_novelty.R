# The definition, slow and obvious: the distance to the nearest row over the largest reach of the
# nearest rows, which is the distance to the k-th neighbor of each.
oracle_novelty <- function(x, z, k) {
  apart <- as.matrix(dist(rbind(x, z)))
  n <- nrow(x)
  reach <- apply(apart[seq_len(n), seq_len(n)], 1, function(v) sort(v, partial = k + 1)[[k + 1]])
  unname(apply(apart[-seq_len(n), seq_len(n), drop = FALSE], 1, function(v) {
    min(v) / max(reach[order(v)[seq_len(k)]])
  }))
}

test_that("novelty is the distance to the nearest row over what the graph reaches there", {
  skip_on_cran()
  x <- normal_points(120, 3, 1)
  z <- 1.5 * normal_points(30, 3, 2)
  e <- suppressMessages(embed_eigenmaps(x, 2, graph = "knn", k = 6, bandwidth = 1))
  found <- suppressWarnings(augment(e, newdata = z)$.novelty)
  expected <- oracle_novelty(x, z, 6)
  # The reach of nearest neighbors is widened until at most 2% of the rows of the fit are far.
  others <- vapply(1:120, function(i) oracle_novelty(x[-i, ], x[i, , drop = FALSE], 6), 0)
  expect_equal(found, expected * (found / expected)[[1]], tolerance = 1e-10)
  expect_equal((expected / found)[[1]], max(1, sort(others)[[119]]), tolerance = 0.1)
  # Without a number of neighbors it is 10, and a radius is a limit to the reach.
  others <- vapply(1:120, function(i) oracle_novelty(x[-i, ], x[i, , drop = FALSE], 10), 0)
  nearest <- unname(apply(as.matrix(dist(rbind(x, z)))[-(1:120), 1:120], 1, min))
  expected <- function(limit) {
    by_neighbors <- oracle_novelty(x, z, 10)
    pmax(by_neighbors / max(1, sort(others)[[119]]), nearest / limit)
  }
  for (radius in c(0.6, 3, 100)) {
    e <- suppressWarnings(suppressMessages(embed_isomap(x, 2, radius = radius, components = "connect")))
    found <- suppressWarnings(augment(e, newdata = z)$.novelty)
    expect_equal(found, expected(radius), tolerance = 0.1)
  }
  fit <- ssl_harmonic(x, replace(x[, 1], -(1:20), NA), bandwidth = 0.8, graph = "radius")
  own <- suppressWarnings(augment(fit, newdata = z))
  expect_equal(own$.novelty, expected(0.8 * sqrt(-log(1e-6))), tolerance = 0.1)
  expect_identical(is.na(own$.fitted), own$.novelty > 1)
})

# Its own definition for rows of the fit, of which k are counted.
oracle_outliers <- function(x, k = 10) {
  apart <- unname(as.matrix(dist(x)))
  ranked <- apply(apart, 1, sort)
  distance <- ranked[k + 1, ]
  ratio <- vapply(seq_along(distance), function(i) {
    distance[[i]] / median(distance[order(apart[i, ])[1:(2 * k) + 1]])
  }, 0)
  ratio / max(median(ranked[2 * k + 1, ] / distance), exp(4 * 1.4826 * median(abs(log(ratio)))))
}

test_that("rows of the fit are compared with the distances around them, whatever the graph", {
  x <- normal_points(120, 3, 1)
  expected <- oracle_outliers(x)
  e <- suppressMessages(embed_eigenmaps(x, 2, graph = "knn", k = 6, bandwidth = 1))
  expect_equal(augment(e)$.novelty, expected, tolerance = 1e-10)
  expect_equal(augment(e, data.frame(id = 1:120))$.novelty, expected, tolerance = 1e-10)
  # Copies are one row, and rows that were left out have none.
  copies <- rbind(x, x[1:9, ], NA)
  y <- replace(x[, 1], -(1:40), NA)
  fits <- quietly(list(
    embed_eigenmaps(copies, 2, graph = "knn", k = 6, bandwidth = 1, na_action = "omit"),
    cluster_spectral(copies, 3, 1, graph = "knn", n_neighbors = 6, na_action = "omit"),
    ssl_harmonic(copies, c(y, rep(NA, 10)), 1, graph = "knn", k = 6, na_action = "omit")
  ))
  for (fit in fits) {
    expect_equal(augment(fit)$.novelty, c(expected, expected[1:9], NA), tolerance = 1e-10)
  }
  e <- quietly(embed_isomap(rbind(x, 6), 2, components = "connect"))
  expect_identical(which.max(augment(e)$.novelty), 121L)
  expect_gt(augment(e)$.novelty[[121]], 2)
  # Without a table of the rows there is no column.
  expect_named(augment(embed_isomap(dist(x), 2)), c(".embed1", ".embed2"))
})

test_that("outliers that are near each other are found, and ends of even rows are none", {
  novelty <- function(x) augment(embed_kpca(x, 2, bandwidth = 1))$.novelty
  for (seed in 1:3) {
    x <- withr::with_seed(seed, rbind(matrix(rnorm(600), 300), matrix(runif(30, -8, 8), 15)))
    found <- novelty(x)
    expect_gt(mean(outer(found[301:315], found[1:300], ">")), 0.95)
    expect_lt(mean(found[1:300] > 1), 0.06)
  }
  angle <- seq(0, 4, length.out = 60)
  expect_lte(max(novelty(cbind(1:60 / 7, 0))), 1 + 1e-8)
  expect_lte(max(novelty(cbind(cos(angle), sin(angle)))), 1 + 1e-8)
  expect_equal(novelty(diag(5)), rep(1, 5))
  few <- novelty_of_fit_rows(cbind(c(0, 1, 10)), new_acquirer(new_runtime(1, FALSE), "x"),
                             new_runtime(1, FALSE))
  expect_true(all(few > 0 & is.finite(few)))
  expect_identical(which.max(few), 3L)
  expect_gt(novelty(cbind(c(1:8, 60), 0))[[9]], 1)
})

test_that("a large bandwidth makes no far point near: one reach serves all graphs", {
  skip_on_cran()
  centres <- 3 * normal_points(3, 20, 1)
  x <- centres[rep(1:3, each = 30), ] + normal_points(90, 20, 2)
  good <- centres[rep(1:3, each = 30), ] + normal_points(90, 20, 3)
  faults <- good
  faults[, 1:4] <- faults[, 1:4] + 4
  y <- replace(x[, 1], -seq(1, 90, by = 5), NA)
  fits <- quietly(list(
    embed_eigenmaps(x, 2, bandwidth = bw_gc, seed = 1), embed_eigenmaps(x, 2, bandwidth = 50),
    embed_diffusion(x, 2, bandwidth = bw_gc, seed = 1), embed_kpca(x, 2, bandwidth = 20),
    embed_eigenmaps(x, 2, local_scale = 7), embed_isomap(x, 2, radius = 60),
    embed_eigenmaps(x, 2, bandwidth = 20, graph = "dense"), ssl_harmonic(x, y, bandwidth = 20),
    ssl_laprls(x, y, bandwidth = 20), embed_isomap(x, 2), embed_lle(x, 2), embed_layout(x)
  ))
  for (fit in fits) {
    novel <- function(z) mean(suppressWarnings(augment(fit, newdata = z)$.novelty) > 1)
    expect_gte(novel(faults), 0.75, label = class(fit)[[1]])
    expect_lte(novel(good), 0.1, label = class(fit)[[1]])
  }
})

test_that("rows that coincide count once in the reach", {
  skip_on_cran()
  x <- normal_points(40, 2, 1)
  z <- rbind(normal_points(10, 2, 2), c(30, 0), c(1e6, 0))
  for (embed in list(function(x) embed_isomap(x, 2, k = 6), function(x) embed_lle(x, 2, k = 6),
                     function(x) embed_layout(x), function(x) embed_eigenmaps(x, 2, bandwidth = 1),
                     function(x) embed_eigenmaps(x, 2))) {
    novelty <- function(count) {
      e <- suppressWarnings(suppressMessages(embed(x[rep(1:40, each = count), ])))
      suppressWarnings(augment(e, newdata = z)$.novelty)
    }
    expect_equal(novelty(2), novelty(1), tolerance = 1e-10)
    expect_equal(novelty(12), novelty(1), tolerance = 1e-10)
  }
})

test_that("of fresh points of the same kind few are far, of points of another kind many", {
  skip_on_cran()
  x <- as.matrix(sample_moons(300, noise = 0.1, seed = 1))
  z <- as.matrix(sample_moons(300, noise = 0.1, seed = 2))
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

test_that("a reach that is remembered belongs to the same points and the same graph only", {
  x <- normal_points(200, 3)
  e <- quietly(embed_isomap(x, 2, k = 6))
  new <- normal_points(5, 3, seed = 2)
  first <- quietly(augment(e, newdata = new))$.novelty
  expect_identical(quietly(augment(e, newdata = new))$.novelty, first)
  wide <- e
  wide$model$x <- 3 * wide$model$x
  expect_false(identical(quietly(augment(wide, newdata = new))$.novelty, first))
  settled_reach_rules$last <- NULL
  expect_identical(quietly(augment(e, newdata = new))$.novelty, first)
})
