test_that("a noisy plane: above the noise the gap is at 2 as far as the data reach", {
  plane <- withr::with_seed(1, {
    cbind(matrix(runif(2400), 1200), matrix(0, 1200, 8)) + rnorm(12000, sd = 0.02)
  })
  found <- glance(bw_msvd(plane, d = 2))
  expect_true(found$lower > 0.02 && found$lower < 0.2)
  expect_gt(found$upper, 0.35)
  expect_equal(found$bandwidth, sqrt(found$lower * found$upper))
})

test_that("a sphere: curvature ends the interval before the diameter", {
  x <- as.matrix(sample_sphere(1000, noise = 0.02, seed = 1))
  found <- glance(bw_msvd(x, d = 2))
  expect_lt(found$lower, 0.4)
  expect_true(found$upper > 0.6 && found$upper < 1.5)
})

test_that("no gap at d: a warning, the nearest miss, no interval", {
  line <- cbind(seq(0, 1, length.out = 80), 0, 0)
  bw <- expect_condition_of(
    bw_msvd(line, d = 2), c("warning_no_interval", "warning_edge"),
    c("No bandwidth has", "smallest bandwidth")
  )
  expect_true(is.na(glance(bw)$lower) && is.na(glance(bw)$upper))
  expect_true(as.numeric(bw) > 0)
  expect_output(print(bw), "closest to a gap at d")
})

test_that("gap_interval() takes the longest run and interpolates its ends", {
  h <- exp(0:6)
  margin <- c(1, -1, 1, 3, 1, -1, 1)
  found <- gap_interval(h, margin, rep(TRUE, 7))
  expect_equal(log(c(found$lower, found$upper)), c(1.5, 4.5))
  expect_equal(log(found$middle), 3)
  # Bandwidths that do not count end it too, at the grid.
  expect_equal(log(gap_interval(h, margin, h > exp(1.5))$lower), 2)
  expect_null(gap_interval(h, -abs(margin), rep(TRUE, 7)))
  # From the first bandwidth to the last.
  ends <- gap_interval(h, c(-1, 1, 1, 1, 1, 1, -1), rep(TRUE, 7))
  expect_equal(log(c(ends$lower, ends$upper)), c(0.5, 5.5))
})

test_that("without d it is estimated, with a message", {
  x <- as.matrix(sample_circle(200, seed = 1))
  expect_message(bw <- bw_msvd(x), class = "lapscale_message_dimension")
  expect_identical(glance(bw)$d, 1L)
})

test_that("max_d may not be below d", {
  expect_fault(bw_msvd(normal_points(20, 3), d = 2, max_d = 1), "max_d")
  expect_fault(bw_msvd(normal_points(20, 3), d = 2, max_d = 4), "max_d")
  x <- selector_points()
  d <- dim_mle(x)
  expect_fault(bw_msvd(x, d = d), "d", text = paste("not", signif(as.numeric(d), 4)))
})
