# QR with column pivoting, the plain algorithm: the longest column, and what is left of the others.
plain_pivots <- function(rows) {
  left <- rows
  pivots <- integer()
  for (j in seq_len(ncol(rows))) {
    at <- which.max(rowSums(left^2))
    pivots <- c(pivots, at)
    direction <- left[at, ] / sqrt(sum(left[at, ]^2))
    left <- left - (left %*% direction) %*% t(direction)
  }
  pivots
}

random_rows <- function(n, k, seed) {
  withr::with_seed(seed, qr.Q(qr(matrix(rnorm(n * k), n))))
}

test_that("indicators that were rotated are assigned as they were", {
  own <- rep(1:4, c(5, 9, 3, 7))
  indicators <- outer(own, 1:4, "==") / sqrt(rep(tabulate(own), each = 24))
  turn <- random_rows(4, 4, 3)
  for (method in names(cluster_methods)) {
    for (assign in c("qr", "kmeans")) {
      settings <- list(method = method, assign = assign, n_starts = 3L, seed = 1)
      rule <- find_assignment(indicators %*% turn, rep(1, 24), 4L, settings)
      found <- assign_rows(indicators %*% turn, rule)
      expect_identical(match(found, unique(found)), own)
    }
  }
})

test_that("every cluster has a member", {
  skip_on_cran()
  settings <- list(method = "ng_jordan_weiss", assign = "qr", n_starts = 1L, seed = 1)
  for (seed in 1:200) {
    rows <- random_rows(7, 5, seed)
    for (assign in c("qr", "kmeans")) {
      settings$assign <- assign
      found <- assign_rows(rows, find_assignment(rows, rep(1, 7), 5L, settings))
      expect_setequal(found, 1:5)
    }
  }
})

test_that("k-means is as good as the routine of package stats with many starts", {
  rows <- withr::with_seed(1, matrix(rnorm(200), 100))
  centres <- k_means(rows, rows[1:4, ], 10L, 1)
  to <- vapply(1:4, function(j) rowSums((rows - rep(centres[j, ], each = 100))^2), numeric(100))
  own <- max.col(-to)
  expect_equal(centres, unname(rowsum(rows, own) / tabulate(own)), ignore_attr = TRUE)
  theirs <- withr::with_seed(1, stats::kmeans(rows, 4, nstart = 50, iter.max = 100))
  expect_lte(sum(apply(to, 1, min)), theirs$tot.withinss * 1.02)
  expect_identical(k_means(rows, rows[1:4, ], 10L, 1), centres)
})

test_that("the margin is the second distance less the first", {
  rows <- rbind(c(0, 0), c(3, 0), c(0, 4))
  by_centers <- list(method = "shi_malik", centres = rbind(c(0, 0), c(4, 0), c(0, 8)))
  expect_equal(row_margins(rows, by_centers), c(4, 2, 0))
  by_axes <- list(method = "ng_jordan_weiss", rotation = diag(2))
  expect_equal(row_margins(rbind(c(2, 0), c(3, 4), c(-1, 1)), by_axes), c(1, 0.2, 0))
})

test_that("points in a wrong cluster have small margins", {
  moons <- sample_moons(300, noise = 0.2, seed = 1)
  found <- cluster_spectral(moons, 2, bandwidth = 0.3, assign = "qr")
  moon <- attr(moons, "parameters")[, "moon"]
  wrong <- if (mean(found$cluster == moon) > 0.5) found$cluster != moon else found$cluster == moon
  expect_identical(augment(found)$.margin, unname(found$margin))
  expect_true(all(found$margin >= 0))
  expect_lt(median(found$margin[wrong]), median(found$margin[!wrong]))
})

test_that("no assignment without clusters of few points has a cut clearly below that of the default", {
  skip_on_cran()
  cut_of <- function(...) quietly(cluster_spectral(..., scale = TRUE, seed = 1))
  for (x in list(mtcars, unique(rock[1:3]), swiss)) for (k in 2:5) {
    best <- cut_of(x, k)
    for (assign in c("diffusion", "qr", "kmeans")) {
      other <- cut_of(x, k, assign = assign)
      ratio <- best$normalized_cut / other$normalized_cut
      cuts_off <- any(other$quality$size < mean(other$quality$size) * 0.1)
      expect_true(ratio <= 1.1 + 1e-8 || any(is_small(other$quality$size)) || cuts_off)
      is_named <- any(grepl("has a lower normalized cut", capture.output(print(best))))
      expect_true(ratio <= 1.05 + 1e-8 || is_named)
    }
  }
})

test_that("an outlying piece is taken for a cluster only where a gap shows it", {
  values <- list(c(0, 0.01, 0.5), c(0, 0.3, 0.5), c(0, 0, 0), c(0, 0.1))
  expect_identical(vapply(values, has_gap_after, NA, k = 2L), c(TRUE, FALSE, TRUE, FALSE))
  far <- rbind(normal_points(300, 2), normal_points(20, 2, seed = 2) / 3 + 5)
  found <- quietly(cluster_spectral(far, 2, seed = 1))
  expect_identical(sort(tabulate(found$cluster)), c(20L, 300L))
})

test_that("components are the clusters, single points too, and copies are one place", {
  x <- rbind(normal_points(30, 2), normal_points(30, 2) + 20, 1e4)
  expect_identical(quietly(cluster_spectral(x, 3))$cluster, rep(1:3, c(30, 30, 1)))
  for (times in c(1, 2, 12, 100)) {
    found <- quietly(cluster_spectral(diag(3)[rep(1:3, each = times), ], 3))$cluster
    expect_identical(found, rep(1:3, each = times))
  }
})

test_that("one cluster has no silhouette", {
  expect_identical(silhouettes(cbind(c(0, 1, 3)), c(1L, 1L, 1L), 1L), rep(NA_real_, 3))
})

test_that("silhouettes are those of distances to centers, 0 for a cluster of one point", {
  x <- cbind(c(0, 0.1, 5))
  expect_equal(mean(silhouettes(x, c(1L, 1L, 2L), 2L)), mean(c(4.9, 4.8, 0) / c(4.95, 4.95, 1)),
               tolerance = 0.02)
})
