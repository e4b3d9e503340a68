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
  exact <- direct_criterion(x, bandwidths, d = 2, points = 1:40, seed = 1)
  expect_equal(sketched, exact, tolerance = 1e-5)
})

test_that("between the values of the grid the sketches are as good", {
  skip_on_cran()
  n <- 11000
  x <- as.matrix(sample_circle(n, noise = 0.01, seed = 1))
  # A coarse grid: the degrees between its values are interpolated.
  bandwidths <- exp(seq(log(0.01), log(0.2), length.out = 36))
  refined <- bw_gc(x, d = 1, bandwidths = bandwidths, points = 1:40, seed = 1)
  minimum <- local_minima(refined)[local_minima(refined)$chosen, ]
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
  direct <- direct_criterion(
    x, many$bandwidth, points = 1:20, cutoff = 2, seed = 1, column = "distance"
  )
  expect_equal(many$distance, direct, tolerance = 1e-10)
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
