test_that("the candidate with the least error learns; a path of one row is none", {
  path <- data.frame(mu = c(1, 10, 100), squared_error = c(0.3, 0.1, 0.2), se = 0.01)
  candidates <- function(part) {
    list(path = part$path, fit = function(row) list(row = row),
         at = function(row, points) matrix(row, length(points)))
  }
  part <- list(path = path, rows = 11:13, n_components = 1L, targets = matrix(1:3),
               labels = list(rows = 1:3, targets = matrix(1:3)))
  learnt <- learn_best_candidate(candidates, part)
  expect_identical(learnt[c("row", "path")], list(row = 2L, path = path))
  expect_equal(learnt$without(3L), matrix(2))
  part$path <- path[3, ]
  learnt <- learn_best_candidate(candidates, part)
  expect_identical(learnt$row, 1L)
  expect_null(learnt$path)
  # Of equal errors the first; an unknown one is never chosen.
  part$path <- replace(path, "squared_error", list(c(NA, 0.1, 0.1)))
  expect_identical(learn_best_candidate(candidates, part)$row, 2L)
  expect_identical(learn_best_candidate(candidates, part, function(found, part) 3L)$row, 3L)
})

test_that("a method learns the targets of the labels, draws nothing and ends with the graph", {
  method <- new_ssl_method("fixed", "Fixed", list(a = 1), check = identity, learn = identity)
  expect_identical(method$targets(list(targets = "as encoded"), method$own), "as encoded")
  expect_false(method$is_random(method$own))
  expect_null(method$candidates)
  expect_false(method$is_machine)
})

test_that("every method of the package is complete", {
  methods <- list(
    eigenmaps_method("cv", NULL, 1), iterated_method(1:2), diffusion_method(1)
  )
  for (method in methods) {
    expect_named(method, names(new_ssl_method("", "", list(), NULL, NULL)))
    for (part in c("check", "learn", "targets", "is_random")) {
      expect_true(is.function(method[[part]]), info = paste(method$name, part))
    }
  }
})
