test_that("fields have the covariance that is asked for, and are raised for what all share", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(60, seed = 1))
  reach <- 0.8
  fields <- draw_fields(x, reach, 4000, 1, new_runtime(1L, FALSE))
  smooth <- exp(-2 * as.matrix(dist(x))^2 / reach^2)
  smooth <- smooth / sqrt(rowSums(smooth^2))
  expected <- tcrossprod(smooth)
  expected <- expected / (1 - mean(expected))
  expect_equal(tcrossprod(fields) / 4000, expected, tolerance = 0.1, ignore_attr = TRUE)
  expect_lt(max(abs(rowMeans(fields))), 0.15)
})

test_that("fields are as long as asked for, and the first ones do not depend on how many", {
  x <- as.matrix(sample_sphere(30, seed = 1))
  runtime <- new_runtime(1L, FALSE)
  expect_identical(
    draw_fields(x, 0.8, 3, 7, runtime)[, 1:2], draw_fields(x, 0.8, 2, 7, runtime)
  )
  expect_false(identical(draw_fields(x, 0.8, 1, 7, runtime), draw_fields(x, 0.8, 1, 8, runtime)))
})

test_that("steps from perturbed means are those that means of this size would have", {
  grid <- exp(seq(-3, 1, length.out = 40))
  like <- function(v) matrix(v, 3, length(v), byrow = TRUE)
  steps <- function(raise) {
    function(h) {
      v <- 0.2 + 0.1 * (log(h) + 1)^2
      all <- function(value) like(0 * h + value)
      list(distance = like(v + raise * v^2 / h), dimension = all(2), staying = all(0.1),
           plain = all(0.2), moving = all(2))
    }
  }
  settings <- list(refine = TRUE, minimum = "first", inverse = FALSE)
  found <- step_curve(steps(0), grid, settings, 3)
  raise <- c(0.2, -0.2)
  again <- found$rechoose(function(values) {
    mean <- colMeans(values)
    h <- exp(-1 - sqrt(pmax(mean - 0.2, 0) / 0.1))
    h <- ifelse(seq_along(mean) > which.min(mean), exp(-2) / h, h)
    outer(raise, mean^2 / h)
  })
  for (r in 1:2) {
    other <- step_curve(steps(raise[[r]]), grid, settings, 3)
    expect_equal(again[[r, "first"]], other$minima$bandwidth[[1]], tolerance = 0.01)
  }
  expect_gt(abs(log(again[[1, 1]] / again[[2, 1]])), 0.02)
})

no_error <- function(i, j) 0

test_that("a perturbation moves the choice to where the perturbed curve has its minimum", {
  grid <- exp(seq(-2, 2, length.out = 30))
  height <- function(centre) (log(grid) - centre)^2
  found <- list(
    choices = c(first = 1L, global = 1L), minima = data.frame(bandwidth = exp(0.1))
  )
  values <- matrix(height(0.1), 4, 30, byrow = TRUE)
  table <- list(bandwidth = grid, height = height(0.1), eligible = TRUE, error = no_error)
  rechoose <- new_rechoose(table, values, found)
  moved <- rechoose(function(values) rbind(height(0.5) - height(0.1), height(-0.7) - height(0.1)))
  expect_equal(moved[, "first"], exp(c(0.5, -0.7)))
})

test_that("the first minimum is one that noise does not make, as in the curve itself", {
  log_grid <- seq(-2, 2, length.out = 30)
  height <- function(centre) pmin((log_grid - centre)^2, (log_grid - 1)^2 - 0.5)
  found <- list(
    choices = c(first = 1L, global = 2L), minima = data.frame(bandwidth = exp(c(-1, 1)))
  )
  noise <- normal_points(100, 30)
  noise <- noise - rep(colMeans(noise), each = 100)
  # Standard errors of a height: 0.05, of which its depth of 1 is far more, and 5.
  for (case in list(list(sd = 0.5, moved = 0.3), list(sd = 50, moved = 0))) {
    values <- rep(height(-1), each = 100) + case$sd * noise
    table <- list(
      bandwidth = exp(log_grid), height = height(-1), eligible = TRUE,
      error = function(i, j) paired_se(values, i, j)
    )
    rechoose <- new_rechoose(table, values, found)
    moved <- rechoose(function(values) matrix(height(-0.7) - height(-1), 1))
    expect_equal(log(moved[[1, "first"]]), -1 + case$moved)
    expect_equal(moved[[1, "global"]], exp(1))
  }
})

test_that("replicates do not depend on row order, threads, or a unit of a power of two", {
  skip_on_cran()
  x <- as.matrix(sample_hourglass(250, noise = 0.02, noise_dims = 2, seed = 1))
  grid <- 2^seq(-6, 1.5, by = 0.25)
  for (d in list(NULL, 1)) {
    choose <- function(x, grid, ...) {
      selection(bw_gc(x, d = d, bandwidths = grid, seed = 1, ...))$replicates
    }
    one <- choose(x, grid, n_threads = 1)
    expect_identical(dim(one), c(200L, 2L))
    expect_identical(choose(x, grid, n_threads = 2), one)
    expect_identical(choose(x[order(x[, 2]), ], grid), one)
    expect_identical(choose(4 * x, 4 * grid) / 4, one)
  }
})
