# On one graph, that of the single methods.
auto_on_one <- function(...) ssl_auto(..., graph = "dense")

test_that("the candidate that is chosen is fitted", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_auto(p$x, p$y, seed = 1)
  path <- tidy(fit, "path")
  # The 5 nearest leave a part without a label.
  expect_identical(unique(path$graph), c("10 nearest neighbors", "dense graph"))
  tried <- path[path$candidate == "iterated", ]
  expect_true(all(table(paste(tried$graph, tried$bandwidth)) == 24L))
  expect_gt(length(unique(path$bandwidth)), 1)
  # A bandwidth is that of the one graph that the other methods learn on.
  one <- ssl_auto(p$x, p$y, bandwidth = 0.3)
  expect_identical(unique(tidy(one, "path")$graph), "dense graph")
  expect_identical(unique(tidy(one, "path")$bandwidth), 0.3)
  expect_identical(one$scores, auto_on_one(p$x, p$y, bandwidth = 0.3)$scores)
  selected <- bw_gc(p$x, seed = 1)
  expect_identical(unique(tidy(ssl_auto(p$x, p$y, bandwidth = selected), "path")$bandwidth),
                   as.double(selected))
  for (fit in list(fit, one)) {
    own <- fit$parameters[-1L]
    same <- do.call(get(paste0("ssl_", fit$parameters$method)), c(list(p$x, p$y), own, list(
      bandwidth = fit$bandwidth, graph = fit$graph$type, k = fit$graph$k
    )))
    expect_identical(fit$scores, same$scores)
    expect_identical(predict(fit, p$x[1:3, ] + 0.01), predict(same, p$x[1:3, ] + 0.01))
  }
})

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

test_that("what is known of hidden labels is what a fit without them says", {
  skip_on_cran()
  p <- two_arcs()
  problem <- learning_problem(p$x, p$y, bandwidth = 0.3)
  problem[c("method", "tried")] <- list(auto_method(), tried_methods)
  prepared <- list(prepare_graph(
    problem, list(settings = plain_settings(problem$graph), h = problem$h)
  ))
  out <- c(2L, 5L)
  offers <- offers_of(prepared, problem$labels, seq_along(p$seen)[-out])
  for (offer in offers[vapply(offers, function(offer) offer$method == "harmonic", NA)]) {
    fit <- ssl_harmonic(p$x, replace(p$y, p$seen[out], NA), bandwidth = 0.3, graph = "dense")
    expect_equal(offer$at(out)[, 1L], fit$scores[p$seen[out], 1L], tolerance = 1e-7)
  }
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

test_that("with one label a class Poisson learning on the nearest neighbors is taken", {
  p <- two_arcs()
  fit <- ssl_auto(p$x, replace(p$truth, -c(1, 31), NA), seed = 1)
  expect_identical(fit$parameters$method, "poisson")
  expect_identical(fit$graph$type, "knn")
  expect_true(is.na(fit$error))
})

test_that("a fit says what was chosen, and by what", {
  p <- two_arcs()
  told <- tidy(ssl_auto(p$x, p$y, seed = 1))
  by <- stats::setNames(told$chosen, told$parameter)
  expect_identical(unname(by[c("bandwidth", "method", "graph")]), rep("leave-one-out", 3L))
  told <- tidy(auto_on_one(p$x, p$y, bandwidth = 0.3))
  by <- stats::setNames(told$chosen, told$parameter)
  expect_identical(unname(by[c("bandwidth", "method", "graph")]),
                   c("given", "leave-one-out", "given"))
})

# In the units of the labels, whatever units they are learned in.
test_that("the error of a regression is in the units of the labels", {
  x <- plain_circle(60)
  f <- 1000 * x[, 1] + 300
  fit <- ssl_auto(x, replace(f, -seq(1, 60, by = 5), NA), bandwidth = 0.5)
  expect_equal(fit$error_guess, stats::var(f[seq(1, 60, by = 5)]))
  expect_lt(fit$error, 0.05 * fit$error_guess)
  expect_lt(max(abs(residuals(fit)), na.rm = TRUE), 100)
})

# Candidates: four numbers of eigenvectors and two penalties, by their losses at the labels.
made_up <- function(losses, reach = 0) {
  list(
    path = data.frame(n_eigen = c(1:4, NA, NA), squared_error = colMeans(losses)), losses = losses,
    at = function(row, points) matrix(if (row == 5) reach else 0, length(points))
  )
}

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

test_that("a number on the roll is learned as well as the iterated Laplacian learns it", {
  skip_on_cran()
  for (seed in 1:2) {
    roll <- sample_swiss_roll(400, seed = seed)
    p <- attr(roll, "parameters")
    target <- p[, "arc_length"] / 10 + p[, "height"] / 20
    y <- replace(target, -seq(1, 400, by = 10), NA)
    error <- function(fit) test_error(fit, target) / stats::sd(target)
    expect_lt(error(ssl_auto(roll, y, seed = seed)),
              1.25 * error(ssl_iterated(roll, y, bandwidth = 2)))
  }
})

test_that("graph = \"auto\" is the best graph for a single method", {
  skip_on_cran()
  p <- two_arcs()
  learners <- list(iterated = ssl_iterated, eigenmaps = ssl_eigenmaps, harmonic = ssl_harmonic,
                   laprls = ssl_laprls, poisson = ssl_poisson)
  for (name in names(learners)) {
    learn <- learners[[name]]
    fit <- learn(p$x, p$y, graph = "auto", seed = 1)
    expect_identical(fit$method, name)
    path <- tidy(fit, "path")
    chosen <- path$graph == name_graph(fit$graph) & path$bandwidth == fit$bandwidth
    expect_true(min(path$loss, na.rm = TRUE) %in% path$loss[chosen], info = name)
    expect_gt(nrow(unique(path[c("graph", "bandwidth")])), 2)
    # The same on that graph, if it has the same parameters.
    same <- do.call(learn, c(list(p$x, p$y), fit$parameters, list(
      bandwidth = fit$bandwidth, graph = fit$graph$type, k = fit$graph$k
    )))
    expect_equal(fit$scores, same$scores, tolerance = 1e-10, info = name)
    by <- with(tidy(fit), stats::setNames(chosen, parameter))
    expect_identical(unname(by[c("bandwidth", "graph")]), rep("leave-one-out", 2L), info = name)
    expect_lte(fit$error, 0.2)
  }
  expect_identical(with(tidy(fit <- ssl_iterated(p$x, p$y, m = 2, mu = 0.1, graph = "auto")),
                        chosen[parameter %in% c("m", "mu")]), rep("given", 2))
  expect_drawn(picture(ssl_iterated(p$x, p$y, graph = "auto", seed = 1), "path"))
  expect_fault(ssl_lapsvm(p$x, p$y, graph = "auto"), "graph")
  expect_fault(ssl_harmonic(p$x, p$y, class_mass = TRUE, graph = "auto"), "graph")
  graph <- heat_graph(p$x, 0.3)
  expect_fault(ssl_harmonic(graph, p$y, graph = "auto"), "graph")
  # Too many labels to be compared: as without.
  x <- normal_points(700, 2)
  y <- replace(x[, 1] > 0, 601:700, NA)
  expect_identical(fitted(ssl_harmonic(x, y, graph = "auto", seed = 1)),
                   fitted(ssl_harmonic(x, y, seed = 1)))
})

test_that("a kernel machine goes on at new points from the labels' mean", {
  skip_on_cran()
  x <- normal_points(120, 3)
  z <- 100 + x[, 1] + x[, 2] / 2
  fit <- ssl_auto(x, replace(z, -seq(1, 120, by = 3), NA), seed = 1)
  expect_identical(fit$parameters$method, "laprls")
  expect_equal(predict(fit, x), fitted(fit), tolerance = 1e-9)
  expect_lt(max(abs(predict(fit, x + 0.01) - z)), 1)
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

test_that("the errors on the benchmark sets stay within what was measured", {
  skip_unless_extended()
  for (set in list(list("digit1", 2.6), list("bci", 50), list("g241c", 13.8))) {
    expect_lt(benchmark_error(set[[1]], function(x, y) ssl_auto(x, y, seed = 1)), set[[2]])
  }
})
