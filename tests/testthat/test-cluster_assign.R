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

test_that("pivots and rotation are those of the plain algorithm", {
  skip_on_cran()
  for (seed in 1:10) {
    rows <- random_rows(30, 4, seed)
    expect_identical(pivot_rows(rows), plain_pivots(rows))
    rotation <- polar_factor(rows[pivot_rows(rows), ])
    expect_equal(crossprod(rotation), diag(4))
    # The nearest orthogonal matrix makes the turned rows symmetric and positive semi-definite.
    turned <- rows[pivot_rows(rows), ] %*% rotation
    expect_equal(turned, t(turned))
    expect_gt(min(eigen(turned, TRUE, TRUE)$values), 0)
  }
})

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

test_that("the unit of the weights is of no concern; points without edges stay", {
  degree <- c(0, seq(2, 9, length.out = 23))
  vectors <- random_rows(24, 3, 5) / sqrt(pmax(degree, 1))
  settings <- list(method = "ng_jordan_weiss", assign = "qr", n_starts = 1L, seed = 1)
  plain <- vectors * c(1, sqrt(degree[-1] / sum(degree)))
  for (unit in c(1, 1e-3, 1e6)) {
    rule <- find_assignment(vectors, degree * unit, 3L, settings)
    expect_equal(rule$rotation, polar_factor(plain[pivot_rows(plain), ]))
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

test_that("k-means: sums of squares fall to a fixed point, no higher than from the first centers", {
  rows <- withr::with_seed(1, matrix(rnorm(200), 100))
  first <- rows[1:4, ]
  centres <- k_means(rows, first, 10L, 1)
  total <- function(centres) sum(apply(squares_to(rows, centres), 1, min))
  clusters <- nearest_centre(rows, centres)
  expect_equal(centres, unname(centres_of(rows, clusters, 4)))
  expect_lte(total(centres), lloyd(rows, first)$total)
  # As good as the routine of package stats with many starts.
  theirs <- withr::with_seed(1, stats::kmeans(rows, 4, nstart = 50, iter.max = 100))
  expect_lte(total(centres), theirs$tot.withinss * 1.02)
  expect_identical(k_means(rows, first, 10L, 1), centres)
})

test_that("a cluster without rows takes the farthest", {
  rows <- cbind(c(0, 0.1, 0.2, 5, 9))
  found <- lloyd(rows, cbind(c(0, 5, 100)))
  expect_setequal(nearest_centre(rows, found$centres), 1:3)
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
