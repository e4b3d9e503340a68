test_that("swiss roll: on the spiral, within its turns and its height", {
  x <- sample_swiss_roll(500, height = 10, turns = c(1, 2), seed = 1)
  t <- parameter_of(x, "t")
  expect_true(all(t >= 2 * pi & t <= 4 * pi))
  expect_equal(x[, 1], t * cos(t))
  expect_equal(x[, 3], t * sin(t))
  expect_identical(x[, 2], unname(parameter_of(x, "height")))
  expect_true(all(x[, 2] >= 0 & x[, 2] <= 10))
})

test_that("swiss roll: (arc_length, height) is an isometric chart", {
  skip_on_cran()
  x <- sample_swiss_roll(2000, seed = 1)
  chart <- attr(x, "parameters")[, c("arc_length", "height")]
  flat <- stats::dist(chart)
  rolled <- stats::dist(x)
  # A chord s of a curve of radius >= 4.7 is shorter than its arc by s^2 / 24 / 4.7^2 at most.
  near <- flat < 0.5
  expect_gt(sum(near), 100)
  expect_lt(max(abs(rolled[near] / flat[near] - 1)), 6e-4)
  # Through the air it is shorter, never longer.
  expect_true(all(rolled <= flat * (1 + 1e-12)))
})

test_that("swiss roll: arc length is the integral of the speed", {
  length_at <- function(t) {
    stats::integrate(function(s) sqrt(1 + s^2), 1.5 * pi, t, rel.tol = 1e-10)$value
  }
  x <- sample_swiss_roll(20, seed = 1)
  expect_equal(
    unname(parameter_of(x, "arc_length")), vapply(parameter_of(x, "t"), length_at, 0)
  )
})

test_that("swiss roll: uniform on the rectangle by default, in t on request", {
  even <- sample_swiss_roll(4000, seed = 1)
  side <- spiral_length(4.5 * pi) - spiral_length(1.5 * pi)
  arc <- parameter_of(even, "arc_length")
  height <- parameter_of(even, "height")
  expect_distributed(arc, "punif", 0, side)
  expect_distributed(height, "punif", 0, 21)
  expect_equal_counts(interaction(floor(8 * arc / side), floor(8 * height / 21)))
  dense_inside <- sample_swiss_roll(4000, uniform = FALSE, seed = 1)
  expect_distributed(parameter_of(dense_inside, "t"), "punif", 1.5 * pi, 4.5 * pi)
})

test_that("swiss roll: a spiral may begin at the axis", {
  x <- sample_swiss_roll(100, turns = c(0, 1), seed = 1)
  expect_true(all(is.finite(x)))
  expect_true(all(parameter_of(x, "arc_length") >= 0))
})
