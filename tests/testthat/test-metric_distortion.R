test_that("metric, tangent and distortion are those of the dense definition", {
  x <- ellipsoid_points()
  rows <- c(3, 40, 77)
  for (d in 1:3) {
    local <- metric_distortion(x, 0.5, d = d, points = rows)
    expected <- oracle_gc(x, 0.5, d = d, rows = rows, cutoff = oracle_gc_cutoff)
    expect_equal(local$distortion, expected$distortion, tolerance = 1e-10)
    for (i in seq_along(rows)) {
      tangent <- matrix(local$basis[i, , ], 3)
      # Directions are known up to sign, and so is the metric in them.
      sign <- diag(sign(colSums(tangent * expected$tangent[[i]])), d)
      expect_equal(tangent %*% sign, expected$tangent[[i]], tolerance = 1e-8)
      expect_equal(sign %*% matrix(local$H[i, , ], d) %*% sign, expected$metric[[i]],
                   tolerance = 1e-8)
    }
  }
})

test_that("tangents are orthonormal, most variance first, in few and in many columns", {
  for (x in list(ellipsoid_points(), wide_points())) {
    local <- metric_distortion(x, 1, d = 2, points = 1:5)
    expect_identical(dim(local$basis), c(5L, ncol(x), 2L))
    for (i in 1:5) {
      tangent <- local$basis[i, , ]
      expect_equal(crossprod(tangent), diag(2), tolerance = 1e-10)
      w <- exp(-colSums((t(x) - x[i, ])^2) / 1)
      z <- w * sweep(x, 2, colSums(w * x) / sum(w))
      spread <- colSums((z %*% tangent)^2)
      expect_gt(spread[[1]], spread[[2]])
    }
  }
})

test_that("the metric is symmetric and positive semi-definite", {
  skip_on_cran()
  local <- metric_distortion(ellipsoid_points(), 0.4, d = 3)
  for (i in seq_along(local$points)) {
    h <- local$H[i, , ]
    expect_equal(h, t(h))
    expect_gte(min(eigen(h, symmetric = TRUE)$values), -1e-12)
  }
})

test_that("the distortion is the norm of the metric (or its inverse) minus the identity", {
  x <- ellipsoid_points()
  norm_of <- function(m) max(abs(eigen(m - diag(2), symmetric = TRUE)$values))
  plain <- metric_distortion(x, 0.8, d = 2)
  expect_equal(plain$distortion, apply(plain$H, 1, norm_of))
  inverse <- metric_distortion(x, 0.8, d = 2, inverse = TRUE)
  expect_identical(inverse$H, plain$H)
  expect_equal(inverse$distortion, apply(plain$H, 1, function(h) norm_of(solve(h))))
})

test_that("a cut-off shrinks the metric of flat data as the table of the conventions says", {
  skip_on_cran()
  # A lattice of unit step, cut off at c h around its middle point. The sum over a ball differs from
  # the integral by the part of the cells that its surface cuts: of the order of radius^-(d + 1)/2
  # relative, times exp(-c^2), and of random sign from one radius to the next. A ball of 11 cells,
  # and the mean over 8 radii within one cell, make that less than 1 %.
  radii <- 11 + (1:8 - 0.5) / 8
  for (d in 1:3) {
    reach <- 12
    lattice <- as.matrix(expand.grid(rep(list(-reach:reach + 0), d)))
    middle <- which(rowSums(abs(lattice)) == 0)
    for (cutoff in 1:3) {
      kept <- vapply(radii / cutoff, function(h) {
        local <- metric_distortion(lattice, h, d = d, points = middle, cutoff = cutoff, alpha = 0,
                                   subsample = FALSE, n_threads = 2)
        mean(diag(matrix(local$H, d)))
      }, 0)
      # Step / h is at most 1/4: the sum over whole cells is exact to exp(-(4 pi)^2 / 4).
      expect_equal(mean(kept), oracle_kept_moment(cutoff, d), tolerance = 0.01,
                   info = paste("d", d, "cutoff", cutoff))
    }
  }
})

test_that("the table of the conventions is the closed form with incomplete gamma functions", {
  for (d in 1:4) {
    for (cutoff in 1:4) {
      closed <- stats::pgamma(cutoff^2, d / 2 + 1) / stats::pgamma(cutoff^2, d / 2)
      expect_equal(closed, oracle_kept_moment(cutoff, d), tolerance = 1e-8)
    }
  }
})

test_that("far from the edge of even data nothing is distorted", {
  # Degrees are all the same inside, so alpha does not matter; the bandwidth is 3 steps.
  line <- cbind(1:200 + 0, 0)
  for (alpha in c(0, 1)) {
    local <- metric_distortion(line, 3, points = 90:110, alpha = alpha, cutoff = Inf)
    expect_equal(local$distortion, rep(0, 21), tolerance = 1e-8)
    expect_equal(abs(local$basis[, , 1]), cbind(rep(1, 21), 0), tolerance = 1e-12)
  }
})

test_that("with fewer directions than d the missing ones are zero in metric and basis", {
  line <- cbind(1:60 + 0, 0, 0)
  for (x in list(line, cbind(line, matrix(0, 60, 40)))) {
    local <- metric_distortion(x, 3, d = 2, points = 30)
    h <- matrix(local$H, 2)
    expect_equal(h[2, 2], 0, tolerance = 1e-12)
    expect_equal(local$distortion, 1)
    expect_identical(local$basis[1, , 2], rep(0, ncol(x)))
    alone <- metric_distortion(x, 0.01, d = 2, points = 30)
    expect_identical(as.vector(alone$H), rep(0, 4))
    expect_identical(as.vector(alone$basis), rep(0, 2 * ncol(x)))
  }
})

test_that("a cut-off below the nearest neighbor isolates every point: distortion 1", {
  x <- ellipsoid_points(20)
  nearest <- min(dist(x))
  for (cutoff in c(0.5, 0.05, 0.01, 1e-5, 1e-100)) {
    expect_identical(metric_distortion(x, nearest, cutoff = cutoff)$distortion, rep(1, 20),
                     info = cutoff)
  }
  expect_fault(bw_gc(x, cutoff = 0.01, seed = 1), "cutoff", class = "no_criterion")
})

test_that("the bandwidth may be a number, a selection, a selector or NULL", {
  x <- plain_circle(100)
  bw <- bw_gc(x, seed = 1)
  expected <- metric_distortion(x, as.numeric(bw), seed = 1)
  for (bandwidth in list(bw, bw_gc, NULL)) {
    expect_identical(metric_distortion(x, bandwidth, seed = 1), expected)
  }
  expect_identical(expected$bandwidth, as.numeric(bw))
})

test_that("points: all up to 1000, else 500 by seed, or those named", {
  few <- plain_circle(50)
  expect_identical(metric_distortion(few, 0.5)$points, 1:50)
  many <- plain_circle(1200)
  drawn <- metric_distortion(many, 0.2, seed = 1)
  expect_length(drawn$points, 500L)
  expect_identical(metric_distortion(many, 0.2, seed = 1), drawn)
  expect_false(identical(metric_distortion(many, 0.2, seed = 2)$points, drawn$points))
  named <- metric_distortion(many, 0.2, points = drawn$points[3:1])
  expect_identical(named$distortion, drawn$distortion[3:1])
  expect_identical(named$points, drawn$points[3:1])
})

test_that("the mean distortion is the criterion of bw_gc()", {
  x <- wide_points()
  bw <- suppressWarnings(bw_gc(x, d = 2, bandwidths = c(1, 2, 4), refine = FALSE, seed = 1))
  means <- vapply(c(1, 2, 4), function(h) mean(metric_distortion(x, h, d = 2)$distortion), 0)
  expect_equal(curve_of(bw)$criterion, means, tolerance = 1e-6)
})

test_that("points of rows with missing values are counted in the rows given", {
  x <- ellipsoid_points()
  holes <- rbind(NA, x)
  local <- suppressWarnings(metric_distortion(holes, 0.5, points = c(2, 5), na_action = "omit"))
  expect_identical(local$points, c(2L, 5L))
  expect_equal(local$distortion, metric_distortion(x, 0.5, points = c(1, 4))$distortion)
})

test_that("print shows what was measured", {
  x <- as.matrix(sample_sphere(200, seed = 1))
  local <- metric_distortion(x, 0.5, d = 2, points = 1:50)
  expect_snapshot(print(local), transform = hide_numbers)
  expect_identical(withVisible(print_quietly(local))$visible, FALSE)
  singular <- suppressWarnings(
    metric_distortion(cbind(1:9 + 0, 0), 2, d = 2, inverse = TRUE)
  )
  expect_output(print(singular), "9 singular metrics")
})

test_that("metrics that are all singular print", {
  singular <- suppressWarnings(
    metric_distortion(cbind(1:9 + 0, 0), 2, d = 2, inverse = TRUE)
  )
  expect_output(print(singular), "mean NA")
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  wrong <- list(
    bandwidth = -1, d = 4, d = 0, points = 21, inverse = NA, pca_weights = "x", alpha = -1,
    alpha = c(0, 1), cutoff = -1, subsample = 1, seed = "a", n_threads = "2", na_action = 1,
    progress = NA
  )
  for (i in seq_along(wrong)) {
    arguments <- c(list(x), wrong[i])
    if (!"bandwidth" %in% names(arguments)) arguments$bandwidth <- 1
    if (!"seed" %in% names(arguments)) arguments$seed <- 1
    expect_fault(do.call(metric_distortion, arguments), names(wrong)[[i]], info = names(wrong)[[i]])
  }
})

test_that("where the inverse does not exist the distortion is NA, with a warning", {
  x <- normal_points(20, 2)
  local <- expect_condition_of(metric_distortion(x, 1e-6, inverse = TRUE), "warning_singular",
                               "20 points have a singular metric")
  expect_identical(local$distortion, rep(NA_real_, 20))
  expect_identical(metric_distortion(x, 1e-6)$distortion, rep(1, 20))
})

test_that("with local scales the mean distortion is the criterion of bw_gc()", {
  x <- withr::with_seed(1, normal_points(60, 2))
  h <- c(0.8, 1.5)
  curve <- as.data.frame(quietly(bw_gc(x, d = 1, bandwidths = h, local_scale = 8, seed = 1)))
  local <- lapply(h, metric_distortion, x = x, local_scale = 8)
  expect_equal(vapply(local, function(m) mean(m$distortion), 0), curve$criterion, tolerance = 1e-6)
  chosen <- quietly(bw_gc(x, local_scale = 8, seed = 1))
  expect_identical(quietly(metric_distortion(x, local_scale = 8, seed = 1))$bandwidth, c(chosen))
  expect_fault(metric_distortion(x, chosen, local_scale = 5), "bandwidth")
  expect_fault(metric_distortion(x, chosen, local_scale = 60), "local_scale")
})
