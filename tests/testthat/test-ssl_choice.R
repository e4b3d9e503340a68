# Candidates: four numbers of eigenvectors and two penalties, by their losses at the labels.
made_up <- function(losses, reach = 0) {
  list(
    path = data.frame(n_eigen = c(1:4, NA, NA), squared_error = colMeans(losses)), losses = losses,
    predictions = function(row, points) matrix(if (row == 5) reach else 0, length(points))
  )
}

test_that("the least loss decides: of numbers squares, of classes surprise", {
  candidate <- function(labels, ...) {
    fields <- list(method = "iterated", loo = matrix(c(...)), is_nearest = TRUE)
    c(fields, list(losses = candidate_losses(fields, labels)))
  }
  numbers <- list(targets = matrix(c(1, 0, 0, 0)), kind = "regression", rows = 1:4)
  numeric <- list(candidate(numbers, 0, 1, 1, 0), candidate(numbers, 1, 0, 1, 0),
                  candidate(numbers, 0, 0, 0, 0))
  expect_identical(choose_candidate(numeric, numbers), 2L)
  classes <- list(targets = matrix(c(1, 1, -1, -1)), kind = "classes", rows = 1:4,
                  class = c(2L, 2L, 1L, 1L), used = 1:2)
  sure <- candidate(classes, 0.9, 1.1, 0.1, -1)
  smaller <- candidate(classes, 0.5, 0.6, -0.4, -0.5)
  expect_identical(choose_candidate(list(sure, smaller), classes), 2L)
})

test_that("what is usual gives way only to what is clearly better", {
  candidate <- function(method, ..., near = FALSE) {
    list(method = method, losses = c(...), is_nearest = near)
  }
  numbers <- list(targets = matrix(0, 4), kind = "regression", rows = 1:4)
  machine <- candidate("laprls", 1, 1, 1, 1)
  # Better by 0.2 on average, with a standard error of 0.245, and of 0.191.
  noisy <- candidate("iterated", 0.2, 0.6, 1.2, 1.2)
  better <- candidate("iterated", 0.4, 0.6, 1, 1.2)
  expect_identical(choose_candidate(list(noisy, machine), numbers), 2L)
  expect_identical(choose_candidate(list(better, machine), numbers), 1L)
  # Of one method there is no usual one.
  expect_identical(choose_candidate(list(machine, candidate("laprls", 1, 1, 1, 0.9)), numbers), 2L)

  # Of classes it takes 2.5 standard errors: 0.3 is 1.6 of its own, and 0.5 is 2.9.
  classes <- list(targets = matrix(1, 4), kind = "classes", rows = 1:4, class = rep(1:2, 2))
  clear <- candidate("harmonic", 0.2, 0.2, 0.8, 0.8)
  unclear <- candidate("harmonic", 0.3, 0.5, 0.9, 1.1)
  expect_identical(choose_candidate(list(unclear, machine), classes), 2L)
  expect_identical(choose_candidate(list(clear, machine), classes), 1L)
  # The iterated Laplacian on the nearest neighbors is as usual as the machine, elsewhere it is not.
  usual <- candidate("iterated", 0.9, 0.9, 1, 1, near = TRUE)
  expect_identical(choose_candidate(list(unclear, machine, usual), classes), 3L)
  usual$is_nearest <- FALSE
  expect_identical(choose_candidate(list(unclear, machine, usual), classes), 2L)
  usual$is_nearest <- TRUE
  expect_identical(choose_candidate(list(unclear, usual), classes), 1L)
})

test_that("a number of eigenvectors is judged with its neighbors", {
  losses <- rbind(c(5, 1, 5, 4, 3, 6), c(5, 1, 5, 4, 3, 6))
  classes <- list(n = 3, labels = list(kind = "classes"), targets = matrix(c(-1, 1)))
  expect_identical(choose_steady(made_up(losses), classes), 5L)
  losses[, 5] <- 4
  expect_identical(choose_steady(made_up(losses), classes), 2L)
})

test_that("in regression a penalty goes first, and what goes far beyond the labels last", {
  numbers <- list(n = 3, labels = list(kind = "regression"), targets = matrix(c(0, 1)))
  losses <- rbind(c(2, 2, 2, 2, 1, 9), c(2, 2, 2, 2, 3.5, 9), c(2, 2, 2, 2, 3, 9))
  expect_identical(choose_steady(made_up(losses), numbers), 5L)
  expect_identical(choose_steady(made_up(losses + rep(c(0, 1, 0), c(12, 3, 3))), numbers), 1L)
  expect_identical(choose_steady(made_up(losses, reach = 2.1), numbers), 1L)
  expect_identical(choose_steady(made_up(losses, reach = -0.9), numbers), 5L)
})

test_that("numbers that go far beyond the labels give way to the next best, here and in each fold", {
  skip_on_cran()
  candidate <- function(method, loss, ...) {
    list(method = method, losses = rep(loss, 4), is_nearest = TRUE, values = matrix(c(...)))
  }
  taken <- function(candidates, labels) learn_best(candidates, labels, identity)$method
  numbers <- list(targets = matrix(c(-1, 0, 1, 2)), kind = "regression", rows = 1:4)
  far <- candidate("iterated", 0.1, 1, 30)
  near <- candidate("diffusion", 0.2, 1, NA)
  expect_identical(taken(list(far, near), numbers), "diffusion")
  expect_identical(taken(list(near, far), numbers), "diffusion")
  expect_identical(taken(list(far, candidate("harmonic", 0.2, 30, 1)), numbers), "harmonic")
  classes <- list(targets = matrix(c(-1, -1, 1, 1)), kind = "classes", rows = 1:4,
                  class = c(1L, 1L, 2L, 2L), used = 1:2)
  expect_identical(taken(list(far, near), classes), "iterated")

  # Points with long tails: the error was 48,000 times too large, that of one hidden label.
  set.seed(7)
  x <- matrix(stats::rt(240, 3), 120)
  y <- x[, 1] + cos(x[, 2]) + stats::rnorm(120, 0, 0.1)
  fit <- quietly(ssl_auto(x, replace(y, seq(1, 120, by = 2), NA), seed = 1))
  expect_lt(fit$error, 4 * ssl_error(fit, y))
  # Losses of numbers are squares in the unit of the labels.
  path <- tidy(fit, "path")
  path <- path[path$candidate == "harmonic" & !is.na(path$loss), ]
  expect_equal(path$loss, path$squared_error, tolerance = 1e-8)
})
