# On one graph, that of the single methods.
auto_on_one <- function(...) ssl_auto(..., graph = "dense")

# Candidates: four numbers of eigenvectors and two penalties, by their losses at the labels.
made_up <- function(losses, reach = 0) {
  list(
    path = data.frame(n_eigen = c(1:4, NA, NA), squared_error = colMeans(losses)), losses = losses,
    at = function(row, points) matrix(if (row == 5) reach else 0, length(points))
  )
}

test_that("leave-one-out of each method is what is predicted without the label", {
  skip_on_cran()
  x <- plain_circle(60)
  y <- replace(x[, 1] + 0.2 * x[, 2]^3, -seq(1, 60, by = 2), NA)
  path <- tidy(auto_on_one(x, y, bandwidth = 0.5), "path")
  seen <- which(!is.na(y))
  left_out <- function(learner, ...) {
    mean(vapply(seen, function(i) {
      scores_of(learner(x, replace(y, i, NA), ..., bandwidth = 0.5, graph = "dense"))[[i]] - y[[i]]
    }, 0)^2)
  }
  error <- function(candidate, ...) {
    own <- list(...)
    row <- path$candidate == candidate
    for (name in names(own)) row <- row & path[[name]] %in% own[[name]]
    path$squared_error[row]
  }
  # Errors of numbers of eigenvectors are those at all points, most of which these labels see.
  for (k in c(1, 3, 5)) {
    expect_equal(error("eigenmaps", n_eigen = k), left_out(ssl_eigenmaps, n_eigen = k),
                 tolerance = 0.01)
  }
  expect_equal(error("iterated", m = 2, mu = 0.1), left_out(ssl_iterated, m = 2, mu = 0.1),
               tolerance = 1e-7)
  expect_equal(error("diffusion", t = 2, mu = 0.1), left_out(ssl_diffusion, t = 2, mu = 0.1),
               tolerance = 1e-7)
  expect_equal(error("harmonic"), left_out(ssl_harmonic), tolerance = 1e-7)
})

# The scores at a label are in whatever unit is best: their direction is compared.
test_that("so are the potentials of Poisson learning", {
  p <- three_clusters()
  problem <- learning_problem(p$x, p$y, bandwidth = 3, alpha = 0)
  problem[c("method", "tried")] <- list(auto_method(), tried_methods)
  one <- prepare_graph(problem, list(settings = plain_settings(problem$graph), h = problem$h))
  offers <- offers_of(list(one), problem$labels, seq_along(p$seen))
  names(offers) <- vapply(offers, function(offer) offer$method, "")
  left_out <- t(vapply(seq_along(p$seen), function(j) {
    predict(ssl_poisson(p$x, replace(p$y, p$seen[[j]], NA), bandwidth = 3, graph = "dense"),
            type = "score")[p$seen[[j]], ]
  }, numeric(3)))
  unit <- sqrt(rowSums(offers$poisson$loo^2) / rowSums(left_out^2))
  expect_equal(offers$poisson$loo, unit * unname(left_out), tolerance = 1e-6)
})

test_that("the least loss decides: of numbers squares, of classes surprise", {
  offer <- function(labels, ...) {
    found <- list(method = "iterated", loo = matrix(c(...)))
    c(found, list(losses = offer_losses(found, labels)))
  }
  numbers <- list(targets = matrix(c(1, 0, 0, 0)), kind = "regression", rows = 1:4)
  numeric <- list(offer(numbers, 0, 1, 1, 0), offer(numbers, 1, 0, 1, 0),
                  offer(numbers, 0, 0, 0, 0))
  expect_identical(choose_offer(numeric, numbers), 2L)
  classes <- list(targets = matrix(c(1, 1, -1, -1)), kind = "classes", rows = 1:4,
                  class = c(2L, 2L, 1L, 1L), used = 1:2)
  sure <- offer(classes, 0.9, 1.1, 0.1, -1)
  smaller <- offer(classes, 0.5, 0.6, -0.4, -0.5)
  expect_identical(choose_offer(list(sure, smaller), classes), 2L)
})

test_that("the machine gives way to what is better by a standard error only", {
  offer <- function(method, ...) list(method = method, losses = c(...))
  numbers <- list(targets = matrix(0, 4), kind = "regression", rows = 1:4)
  machine <- offer("laprls", 1, 1, 1, 1)
  # Better by 0.2 on average, with a standard error of 0.245, and of 0.191.
  noisy <- offer("iterated", 0.2, 0.6, 1.2, 1.2)
  better <- offer("iterated", 0.4, 0.6, 1, 1.2)
  expect_identical(choose_offer(list(noisy, machine), numbers), 2L)
  expect_identical(choose_offer(list(better, machine), numbers), 1L)
  # Of one method there is no usual one.
  expect_identical(choose_offer(list(machine, offer("laprls", 1, 1, 1, 0.9)), numbers), 2L)
})

test_that("a number of eigenvectors is judged with its neighbors", {
  losses <- rbind(c(5, 1, 5, 4, 3, 6), c(5, 1, 5, 4, 3, 6))
  classes <- list(n = 3, labels = list(kind = "classes"), targets = matrix(c(-1, 1)))
  expect_identical(choose_steady(made_up(losses), classes), 5L)
  losses[, 5] <- 4
  expect_identical(choose_steady(made_up(losses), classes), 2L)
  expect_equal(neighbour_means(c(3, 6, 9)), c(4, 6, 8))
  expect_identical(neighbour_means(2), 2)
})

test_that("in regression a penalty goes first, and what goes far beyond the labels last", {
  numbers <- list(n = 3, labels = list(kind = "regression"), targets = matrix(c(0, 1)))
  losses <- rbind(c(2, 2, 2, 2, 1, 9), c(2, 2, 2, 2, 3.5, 9), c(2, 2, 2, 2, 3, 9))
  expect_identical(choose_steady(made_up(losses), numbers), 5L)
  expect_identical(choose_steady(made_up(losses + rep(c(0, 1, 0), c(12, 3, 3))), numbers), 1L)
  expect_identical(choose_steady(made_up(losses, reach = 2.1), numbers), 1L)
  expect_identical(choose_steady(made_up(losses, reach = -0.9), numbers), 5L)
})
