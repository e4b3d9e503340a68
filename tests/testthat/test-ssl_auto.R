test_that("the candidate that is chosen is fitted", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_auto(p$x, p$y, bandwidth = 0.3)
  path <- tidy(fit, "path")
  expect_identical(sum(path$candidate == "iterated"), 24L)
  score <- path$squared_error
  few <- path$candidate == "eigenmaps"
  score[few] <- pmax(score[few], neighbour_means(score[few]))
  best <- path[which.min(score), ]
  expect_identical(fit$parameters$method, best$candidate)
  same <- if (best$candidate == "iterated") {
    ssl_iterated(p$x, p$y, m = best$m, mu = best$mu, bandwidth = 0.3)
  } else {
    ssl_eigenmaps(p$x, p$y, n_eigen = best$n_eigen, bandwidth = 0.3)
  }
  expect_identical(fit$scores, same$scores)
  expect_equal(mean(rowSums((fit$loo - fit$labels$targets)^2)), best$squared_error)
})

test_that("leave-one-out of eigenvectors is what is predicted without the label", {
  skip_on_cran()
  x <- plain_circle(60)
  y <- replace(x[, 1] + 0.2 * x[, 2]^3, -seq(1, 60, by = 5), NA)
  path <- tidy(ssl_auto(x, y, bandwidth = 0.5), "path")
  few <- path[path$candidate == "eigenmaps", ]
  seen <- which(!is.na(y))
  for (k in c(1, 3, 5)) {
    errors <- vapply(seen, function(i) {
      fit <- ssl_eigenmaps(x, replace(y, i, NA), n_eigen = k, bandwidth = 0.5)
      scores_of(fit)[[i]] - y[[i]]
    }, 0)
    expect_equal(few$squared_error[few$n_eigen == k], mean(errors^2), tolerance = 1e-7)
  }
})

# Candidates: four numbers of eigenvectors and two penalties, by their losses at the labels.
made_up <- function(losses, reach = 0) {
  list(
    path = data.frame(n_eigen = c(1:4, NA, NA), squared_error = colMeans(losses)), losses = losses,
    at = function(row, points) matrix(if (row == 5) reach else 0, length(points))
  )
}

test_that("a number of eigenvectors is judged with its neighbours", {
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

test_that("a number on the roll is learnt as well as the iterated Laplacian learns it", {
  skip_on_cran()
  for (seed in 1:2) {
    roll <- sample_swiss_roll(400, seed = seed)
    p <- attr(roll, "parameters")
    target <- p[, "arc_length"] / 10 + p[, "height"] / 20
    y <- replace(target, -seq(1, 400, by = 10), NA)
    error <- function(fit) test_error(fit, target) / stats::sd(target)
    expect_lt(error(ssl_auto(roll, y, bandwidth = 2)), 0.15)
  }
})

# Eigenvectors and powers run far off between earthquakes that lie apart.
test_that("values stay near the labels", {
  skip_on_cran()
  x <- scale(as.matrix(datasets::quakes[seq(1, 1000, by = 3), c(1, 2, 4, 5)]))
  depth <- datasets::quakes$depth[seq(1, 1000, by = 3)] / 100
  y <- replace(depth, -seq(1, 334, by = 7), NA)
  fit <- ssl_auto(x, y, bandwidth = 0.4)
  expect_lt(test_error(fit, depth), 1.1 * stats::sd(depth))
})

test_that("no random numbers are used", {
  skip_on_cran()
  p <- two_arcs()
  before <- rng_state()
  ssl_auto(p$x, p$y, bandwidth = 0.3)
  expect_identical(rng_state(), before)
})

test_that("any methods with candidates may be chosen among", {
  p <- two_arcs()
  part <- spectral_part(learning_problem(p$x, p$y, bandwidth = 0.3, seed = 1))
  learnt <- learn_best(part, list(diffusion = list(t = c(1, 2)), eigenmaps = list()))
  expect_named(learnt$path, c("candidate", "t", "mu", "n_eigen", "squared_error", "se"))
  expect_identical(is.na(learnt$path$n_eigen), learnt$path$candidate == "diffusion")
  own <- learnt$parameters[-1]
  path <- learnt$path[learnt$path$candidate == learnt$parameters$method, ]
  best <- path[Reduce(`&`, Map(function(name, value) path[[name]] == value, names(own), own)), ]
  expect_identical(nrow(best), 1L)
  expect_equal(mean(rowSums((learnt$loo - part$targets)^2)), best$squared_error)
})

test_that("the errors on the benchmark sets stay within what was measured", {
  skip_unless_extended()
  for (set in list(list("digit1", 2.6), list("bci", 50), list("g241c", 13.8))) {
    h <- bw_gc(benchmark_set(set[[1]])$x, seed = 1)
    expect_lt(benchmark_error(set[[1]], function(x, y) ssl_auto(x, y, bandwidth = h)), set[[2]])
  }
})
