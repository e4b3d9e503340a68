draw_of <- function(n, seed) new_draw(n, 1, 0, 0, seed)

test_that("a stream is uniform on [0, 1), and streams are independent of each other", {
  draw <- draw_of(20000, 1)
  u <- draw_uniform(draw, 0)
  v <- draw_uniform(draw, 1)
  expect_true(all(u >= 0 & u < 1))
  expect_distributed(u, "punif")
  expect_equal_counts(interaction(floor(10 * u), floor(10 * v)))
  # successive numbers of one stream
  expect_equal_counts(interaction(floor(10 * u[-1]), floor(10 * u[-20000])))
})

test_that("neighbouring seeds give independent streams; a negative seed is a seed like any other", {
  u <- draw_uniform(draw_of(20000, 1), 0)
  v <- draw_uniform(draw_of(20000, 2), 0)
  w <- draw_uniform(draw_of(20000, -1), 0)
  expect_equal_counts(interaction(floor(10 * u), floor(10 * v)))
  expect_equal_counts(interaction(floor(10 * u), floor(10 * w)))
})

test_that("limits are met, normal numbers are normal", {
  draw <- draw_of(20000, 1)
  expect_equal(range(draw_uniform(draw, 0, -3, 5)), c(-3, 5), tolerance = 1e-3)
  expect_distributed(draw_normal(draw, 7), "pnorm")
})

test_that("a density is drawn from by its exact distribution function", {
  # 2 t on [0, 1] has the distribution function t^2, so the square is the uniform number itself.
  draw <- draw_of(5000, 1)
  t <- draw_density(draw, 3, function(t) 2 * t, 0, 1)
  expect_equal(t^2, draw_uniform(draw, 3), tolerance = 1e-6)
})

test_that("what is too large is named: points or columns of noise", {
  skip_on_cran()
  expect_fault(sample_circle(10, noise_dims = 1e9), "noise_dims", class = "memory")
  expect_fault(sample_circle(1e9, noise_dims = 10), "n", class = "memory")
})
