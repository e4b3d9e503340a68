test_that("what a search costs is told once, after the first bandwidth", {
  done <- 0
  told <- list()
  local_functions(list(
    learner_points = function(problem) NULL,
    losses_at = function(problem, points, rounds, settings, bandwidth) done <<- done + 1,
    inform_of_cost = function(seconds, n_grid, n_rounds) {
      told <<- c(told, list(list(done = done, n_grid = n_grid, n_rounds = n_rounds)))
    }
  ))
  problem <- list(grid = c(1, 2, 4), learner = function(...) NULL, runtime = list())
  expect_identical(losses_on_grid(problem, list(1, 2), list()), list(1, 2, 3))
  expect_identical(told, list(list(done = 1, n_grid = 3L, n_rounds = 2L)))
})
