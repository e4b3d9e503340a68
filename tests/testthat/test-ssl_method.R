test_that("the candidate with the least error learns; a path of one row is none", {
  path <- data.frame(mu = c(1, 10, 100), squared_error = c(0.3, 0.1, 0.2), se = 0.01)
  candidates <- function(part) {
    list(path = part$path, fit = function(row) list(row = row),
         predictions = function(row, points) matrix(row, length(points)))
  }
  part <- list(path = path, rows = 11:13, n_components = 1L, targets = matrix(1:3),
               labels = list(rows = 1:3, targets = matrix(1:3)))
  solution <- learn_best_candidate(candidates, part)
  expect_identical(solution[c("row", "path")], list(row = 2L, path = path))
  expect_equal(solution$without(3L), matrix(2))
  part$path <- path[3, ]
  solution <- learn_best_candidate(candidates, part)
  expect_identical(solution$row, 1L)
  expect_null(solution$path)
  # Of equal errors the first; an unknown one is never chosen.
  part$path <- replace(path, "squared_error", list(c(NA, 0.1, 0.1)))
  expect_identical(learn_best_candidate(candidates, part)$row, 2L)
})

test_that("regressions follow their labels through any unit and origin", {
  skip_on_cran()
  p <- square_numbers()
  learners <- list(
    ssl_harmonic, function(...) ssl_harmonic(..., graph = "knn", k = 8),
    function(...) ssl_eigenmaps(..., seed = 1), ssl_auto, function(...) ssl_iterated(..., m = 1:2),
    ssl_diffusion
  )
  for (i in seq_along(learners)) {
    learn <- learners[[i]]
    plain <- learn(p$x, p$y, bandwidth = p$h)
    # The squares of the first two leave the range of numbers.
    for (unit in c(1e-170, 1e160, if (i < 3) c(1e-100, 1e100))) {
      fit <- learn(p$x, p$y * unit, bandwidth = p$h)
      expect_equal(scores_of(fit) / unit, scores_of(plain), tolerance = 1e-10)
      expect_equal(fit$held_out / unit, plain$held_out, tolerance = 1e-9)
      expect_identical(fit$parameters, plain$parameters)
      expect_output(print(fit), "error")
    }
    far <- learn(p$x, p$y + 2^30, bandwidth = p$h)
    expect_equal(scores_of(far) - 2^30, scores_of(plain), tolerance = 1e-5)
    z <- matrix(c(0.21, 0.5, 0.33, 0.62), 2)
    expect_equal(scores_of(far, z) - 2^30, scores_of(plain, z), tolerance = 1e-5)
    double <- learn(p$x, p$y * 3, bandwidth = p$h)
    if (!is.null(plain$path)) {
      expect_equal(double$path$squared_error, 9 * plain$path$squared_error, tolerance = 1e-10)
    }
    expect_equal(double$bound[["bias"]], if (!is.null(plain$bound)) 9 * plain$bound[["bias"]],
                 tolerance = 1e-10)
  }
})

test_that("kernel machines follow the unit of their labels", {
  skip_on_cran()
  p <- square_numbers()
  z <- matrix(c(0.21, 0.5, 0.33, 0.62), 2)
  learn <- function(y) ssl_laprls(p$x, y, lambda_manifold = NULL, bandwidth = p$h)
  plain <- learn(p$y)
  for (unit in c(1e-170, 3, 1e160)) {
    fit <- learn(p$y * unit)
    expect_equal(scores_of(fit) / unit, scores_of(plain), tolerance = 1e-9)
    expect_equal(scores_of(fit, z) / unit, scores_of(plain, z), tolerance = 1e-9)
    expect_equal(fit$held_out / unit, plain$held_out, tolerance = 1e-9)
    expect_identical(fit$parameters, plain$parameters)
  }
})
