test_that("the candidate with the least error learns; a path of one row is none", {
  path <- data.frame(mu = c(1, 10, 100), squared_error = c(0.3, 0.1, 0.2), se = 0.01)
  candidates <- list(path = path, fit = function(row) list(row = row))
  expect_identical(best_candidate(candidates), list(row = 2L, path = path))
  candidates$path <- path[3, ]
  expect_identical(best_candidate(candidates), list(row = 1L))
  # Of equal errors the first; an unknown one is never chosen.
  candidates$path <- replace(path, "squared_error", list(c(NA, 0.1, 0.1)))
  expect_identical(best_candidate(candidates)$row, 2L)
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
