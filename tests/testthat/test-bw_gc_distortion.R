test_that("samples grow with the data, and only where the data are many", {
  few <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 50000)
  expect_false(few$subsample)
  many <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 5e6)
  expect_true(many$subsample)
  wide <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 5e6, p = 600)
  expect_lt(wide$whole_degrees, many$whole_degrees)
  expect_lt(wide$max_neighbors, many$max_neighbors)
  expect_false(gc_options(1L, 4, 1, "squared", subsample = FALSE, seed = 1, n = 5e6)$subsample)
})

# The criterion of bw_gc() against its definition.

test_that("the criterion is that of the dense definition, few columns", {
  skip_on_cran()
  x <- ellipsoid_points(70)
  # Each alpha with each kind of weights, and with each d.
  kinds <- c("squared", "kernel")
  for (d in 1:3) {
    for (i in 1:3) {
      alpha <- c(0, 0.5, 1)[[i]]
      weights <- kinds[[(d + i) %% 2 + 1]]
      expect_equal(
        criterion_of(x, d = d, alpha = alpha, pca_weights = weights),
        oracle_gc_curve(x, bandwidths_of_oracle, d = d, alpha = alpha, pca_weights = weights),
        tolerance = 1e-10, info = paste(d, alpha, weights)
      )
    }
  }
})

test_that("the criterion is that of the dense definition, many columns", {
  skip_on_cran()
  # Directions come from an iteration that stops at a residual of 1e-7 there.
  x <- wide_points(70)
  bandwidths <- c(0.8, 1.6, 3.2)
  for (d in 1:2) {
    for (weights in c("squared", "kernel")) {
      expect_equal(
        criterion_of(x, d = d, pca_weights = weights, bandwidths = bandwidths),
        oracle_gc_curve(x, bandwidths, d = d, pca_weights = weights),
        tolerance = 1e-6, info = paste(d, weights)
      )
    }
  }
})

test_that("a cut-off drops pairs beyond it, from the metric and from the degrees", {
  skip_on_cran()
  x <- ellipsoid_points()
  for (cutoff in c(1.5, 3)) {
    expect_equal(
      criterion_of(x, d = 2, cutoff = cutoff),
      oracle_gc_curve(x, bandwidths_of_oracle, d = 2, cutoff = cutoff), tolerance = 1e-10
    )
  }
  wide <- wide_points()
  expect_equal(criterion_of(wide, d = 1, cutoff = 2, bandwidths = c(1, 2)),
               oracle_gc_curve(wide, c(1, 2), cutoff = 2), tolerance = 1e-6)
})

test_that("the default cut-off changes the criterion by no more than its weights allow", {
  # Dropped weights are below 1e-8 each, of 120 points with weight up to (c h)^2 2 / h^2 = 37.
  x <- ellipsoid_points()
  expect_lt(max(abs(criterion_of(x) - criterion_of(x, cutoff = oracle_gc_cutoff))), 120 * 37 * 1e-8)
})

test_that("inverse = TRUE measures the inverse metric", {
  skip_on_cran()
  x <- ellipsoid_points()
  bandwidths <- c(0.6, 1.2, 2.4)
  for (d in 1:2) {
    expect_equal(
      criterion_of(x, d = d, inverse = TRUE, bandwidths = bandwidths),
      oracle_gc_curve(x, bandwidths, d = d, inverse = TRUE), tolerance = 1e-8
    )
  }
})

test_that("inverse = TRUE chooses by bounded distortions on its own grid", {
  skip_on_cran()
  for (sample in list(sample_circle, sample_sphere, sample_flat_torus)) {
    for (seed in 1:2) {
      x <- sample(if (identical(sample, sample_circle)) 250 else 150, seed = seed)
      d <- attr(x, "d")
      direct <- suppressWarnings(bw_gc(x, d = d, seed = 1))
      inverse <- suppressWarnings(bw_gc(x, d = d, inverse = TRUE, seed = 1))
      expect_lt(abs(log(as.numeric(inverse) / as.numeric(direct))), 0.2)
      # What is reported is the plain mean.
      at <- metric_distortion(x, inverse, d = d, inverse = TRUE)$distortion
      minima <- bw_minima(inverse)
      chosen <- minima$bandwidth == as.numeric(inverse)
      expect_equal(minima$criterion[chosen], mean(at), tolerance = 1e-6)
    }
  }
})

test_that("a few close pairs are no first minimum", {
  skip_on_cran()
  set.seed(3)
  x <- matrix(rnorm(1000))
  bw <- suppressWarnings(bw_gc(x, seed = 1))
  expect_lt(bw_minima(bw)$bandwidth[[1]], 1e-3)
  expect_gt(as.numeric(bw), 0.05)
})

test_that("the refined choice follows the unit of the data", {
  skip_on_cran()
  x <- as.matrix(sample_circle(200, seed = 2))
  plain <- as.numeric(bw_gc(x, seed = 1))
  for (unit in c(1e-160, 1024, 1e300)) {
    expect_equal(as.numeric(bw_gc(x * unit, seed = 1)) / unit, plain, tolerance = 1e-12)
  }
})

test_that("inverse = TRUE leaves singular metrics out of the mean and counts the rest", {
  # An outlier sees nobody at the small bandwidths: its metric is 0.
  x <- rbind(ellipsoid_points(60), c(50, 0, 0))
  curve <- curve_of(suppressWarnings(
    bw_gc(x, d = 1, inverse = TRUE, bandwidths = c(1, 2, 100), refine = FALSE, seed = 1)
  ))
  expect_identical(curve$n_points, c(60, 60, 61))
  expect_equal(
    curve$criterion[[2]], mean(oracle_gc(x, 2, rows = 1:60, inverse = TRUE)$distortion),
    tolerance = 1e-5
  )
})

test_that("graph = \"knn\" sums over the union of the nearest neighbors", {
  skip_on_cran()
  x <- ellipsoid_points()
  for (k in c(4, 12)) {
    edges <- oracle_nearest(x, k) | diag(120) == 1
    expect_equal(criterion_of(x, d = 2, graph = "knn", k = k),
                 oracle_gc_curve(x, bandwidths_of_oracle, d = 2, edges = edges), tolerance = 1e-10)
  }
  wide <- wide_points()
  edges <- oracle_nearest(wide, 6) | diag(120) == 1
  expect_equal(criterion_of(wide, d = 1, graph = "knn", k = 6, bandwidths = c(1, 2)),
               oracle_gc_curve(wide, c(1, 2), edges = edges), tolerance = 1e-6)
})

test_that("standard errors are those of a mean over the points", {
  x <- ellipsoid_points()
  curve <- curve_of(bw_gc(x, d = 1, seed = 1))
  at <- c(15, 25, 35)
  for (i in at) {
    local <- metric_distortion(x, curve$bandwidth[[i]])$distortion
    expect_equal(curve$criterion[[i]], mean(local))
    expect_equal(curve$se[[i]], sd(local) / sqrt(120))
  }
  expect_identical(curve$n_points, rep(120, nrow(curve)))
})

# Degrees by sketches and by samples against exact sums.

# A column of the curve at each bandwidth, three bandwidths at a time: too few for sketches.
direct_criterion <- function(x, bandwidths, ..., column = "criterion") {
  groups <- split(bandwidths, (seq_along(bandwidths) - 1) %/% 3)
  unlist(lapply(groups, function(some) {
    # A single bandwidth is no grid; its companion is thrown away.
    grid <- if (length(some) > 1) some else c(some, 1.01 * some)
    bw <- suppressWarnings(bw_gc(x, bandwidths = grid, refine = FALSE, ...))
    curve_of(bw)[[column]][seq_along(some)]
  }), use.names = FALSE)
}

test_that("degrees from sketches change the criterion by less than 1e-5", {
  skip_on_cran()
  # n^2 times the number of bandwidths is above 4e9, where sketches take over.
  n <- 11000
  x <- as.matrix(sample_hourglass(n, noise_dims = 0, seed = 1))
  bandwidths <- exp(seq(log(0.02), log(0.25), length.out = 36))
  expect_gt(as.double(n)^2 * length(bandwidths), 4e9)
  sketched <- curve_of(suppressWarnings(
    bw_gc(x, d = 2, bandwidths = bandwidths, points = 1:40, refine = FALSE, seed = 1)
  ))$criterion
  some <- seq(1, 36, by = 4)
  exact <- direct_criterion(x, bandwidths[some], d = 2, points = 1:40, seed = 1)
  expect_equal(sketched[some], exact, tolerance = 1e-5)
})

test_that("between the values of the grid the sketches are as good", {
  skip_on_cran()
  n <- 11000
  x <- as.matrix(sample_circle(n, noise = 0.01, seed = 1))
  # A coarse grid: the degrees between its values are interpolated.
  bandwidths <- exp(seq(log(0.01), log(0.2), length.out = 36))
  refined <- bw_gc(x, d = 1, bandwidths = bandwidths, points = 1:40, seed = 1)
  minimum <- bw_minima(refined)[bw_minima(refined)$chosen, ]
  expect_false(minimum$bandwidth %in% bandwidths)
  exact <- mean(metric_distortion(x, refined, points = 1:40, subsample = FALSE)$distortion)
  expect_equal(minimum$criterion, exact, tolerance = 1e-5)
})

test_that("a near cut-off takes exact sums", {
  skip_on_cran()
  # Weights of exp(-4) at the end of the neighborhood: bins would round it.
  n <- 11000
  x <- as.matrix(sample_circle(n, seed = 1))
  bandwidths <- exp(seq(log(0.01), log(0.1), length.out = 36))
  many <- curve_of(suppressWarnings(
    bw_gc(x, bandwidths = bandwidths, points = 1:20, cutoff = 2, refine = FALSE, seed = 1)
  ))
  # The criterion looks at the whole grid, the distance at one bandwidth.
  some <- seq(1, 36, by = 7)
  direct <- direct_criterion(
    x, many$bandwidth[some], points = 1:20, cutoff = 2, seed = 1, column = "distance"
  )
  expect_equal(many$distance[some], direct, tolerance = 1e-10)
})

test_that("subsampling changes the criterion by less than a tenth of its standard error", {
  skip_unless_extended()
  x <- as.matrix(sample_hourglass(60000, noise_dims = 0, seed = 1))
  bandwidths <- exp(seq(log(0.01), log(2), length.out = 25))
  curve <- function(subsample) {
    curve_of(suppressWarnings(bw_gc(
      x, d = 2, bandwidths = bandwidths, n_points = 100, refine = FALSE, subsample = subsample,
      seed = 1
    )))
  }
  sampled <- curve(TRUE)
  exact <- curve(FALSE)
  expect_true(all(abs(sampled$criterion - exact$criterion) < 0.1 * exact$se))
  # It is a sample, not the same sums.
  expect_false(identical(sampled$criterion, exact$criterion))
})

test_that("subsampling does nothing up to 50,000 points", {
  skip_on_cran()
  x <- plain_circle(2000)
  grid <- c(0.05, 0.1, 0.2, 0.4)
  curve <- function(subsample) {
    curve_of(bw_gc(x, bandwidths = grid, n_points = 50, subsample = subsample, seed = 1))
  }
  expect_identical(curve(TRUE), curve(FALSE))
})
