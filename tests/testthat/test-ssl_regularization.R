test_that("a walk that may stay meets fitted values in the mean", {
  local_dense_graph()
  skip_on_cran()
  p <- square_numbers()
  w <- exp(-as.matrix(dist(p$x))^2 / p$h^2)
  w <- w / sqrt(outer(rowSums(w) - 1, rowSums(w) - 1))
  walk <- w / rowSums(w)
  free <- is.na(p$y)
  fits <- c(
    lapply(1:3, function(m) ssl_iterated(p$x, p$y, m = m, mu = 0.1, bandwidth = p$h)),
    lapply(c(0.5, 3), function(t) ssl_diffusion(p$x, p$y, t = t, mu = 0.1, bandwidth = p$h)),
    list(ssl_harmonic(p$x, p$y, bandwidth = p$h))
  )
  for (fit in fits) {
    lost <- drop(walk %*% fit$averaged) - scores_of(fit)
    # The harmonic function is met at unlabeled points without any steps.
    if (fit$method == "harmonic") expect_lt(max(abs(lost[free])), 1e-8) else
      expect_lt(sum(lost^2), sum((walk %*% scores_of(fit) - scores_of(fit))^2))
  }
})

test_that("mu to 0 interpolates, mu to infinity gives the mean on each component", {
  skip_on_cran()
  circle <- plain_circle(30)
  x <- rbind(circle, circle + 1000)
  y <- replace(normal_points(60, 1)[, 1], -c(3, 11, 20, 34, 40, 41, 55), NA)
  seen <- !is.na(y)
  for (learn in list(ssl_iterated, ssl_diffusion)) {
    expect_equal(scores_of(learn(x, y, mu = 1e-9, bandwidth = 0.5))[seen], y[seen],
                 tolerance = 1e-4)
  }
  flat <- scores_of(ssl_iterated(x, y, mu = 1e8, bandwidth = 0.5))
  means <- rep(c(mean(y[1:30], na.rm = TRUE), mean(y[31:60], na.rm = TRUE)), each = 30)
  expect_equal(flat, means, tolerance = 1e-5)
})

# Predictions of the labels from the others, at one penalty.
loo_of <- function(method, own, x, y, h) {
  part <- spectral_part(learning_problem(x, y, bandwidth = h))
  ssl_methods[[method]]$candidates(part, own)$loo(1)[, 1]
}

test_that("leave-one-out is what is predicted without the label", {
  p <- square_numbers()
  learning <- oracle_learning(p$x, p$h, 0.5)
  for (m in 1:2) {
    r <- oracle_regularizer(learning, m = m)
    without <- vapply(1:10, function(i) oracle_regularized(r, replace(p$y, i, NA), 0.05)[[i]], 0)
    expect_equal(loo_of("iterated", list(m = m, mu = 0.05), p$x, p$y, p$h), without,
                 tolerance = 1e-7)
  }
})

test_that("leave-one-out is that of a fit without the label, for high powers and long times", {
  local_dense_graph()
  skip_on_cran()
  x <- normal_points(80, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:12), NA)
  cases <- rbind(data.frame(method = "iterated", by = "m", value = c(5, 8, 10)),
                 data.frame(method = "diffusion", by = "t", value = c(10, 20)))
  for (i in seq_len(nrow(cases))) for (mu in c(1e-8, 1)) {
    own <- stats::setNames(list(cases$value[[i]], mu), c(cases$by[[i]], "mu"))
    learn <- list(iterated = ssl_iterated, diffusion = ssl_diffusion)[[cases$method[[i]]]]
    without <- vapply(1:12, function(j) {
      scores_of(do.call(learn, c(list(x, replace(y, j, NA), bandwidth = 0.6), own)))[[j]]
    }, 0)
    # Without its label a point far out follows harmonically, where a power is lost in rounding.
    compared <- if (cases$value[[i]] %in% c(8, 10) && cases$by[[i]] == "m") -4 else 1:12
    expect_equal(loo_of(cases$method[[i]], own, x, y, 0.6)[compared], without[compared],
                 tolerance = 1e-8)
  }
})

test_that("the only label of a component is predicted by the mean of the others", {
  circle <- plain_circle(20)
  y <- replace(rep(NA_real_, 40), c(2, 9, 30), c(1, 3, 7))
  found <- loo_of("iterated", list(m = 2, mu = 1e-3), rbind(circle, circle + 1000), y, 0.5)
  expect_equal(found[[3]], 2, tolerance = 1e-12)
})

test_that("the smallest and the largest penalties have their limits", {
  skip_on_cran()
  x <- normal_points(120, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:20), NA)
  small <- scores_of(ssl_iterated(x, y, m = 3, mu = 1e-8, bandwidth = 0.6))
  expect_equal(small[1:20], y[1:20], tolerance = 1e-7)
  tiny <- scores_of(ssl_iterated(x, y, m = 3, mu = 1e-15, bandwidth = 0.6))
  expect_equal(tiny, small, tolerance = 1e-5)
  for (mu in c(1e12, 1e16, 1e300)) {
    expect_equal(scores_of(ssl_iterated(x, y, m = 1, mu = mu, bandwidth = 0.6)),
                 rep(mean(y[1:20]), 120), tolerance = 1e-8)
    fit <- ssl_diffusion(x, y, t = 20, mu = mu, bandwidth = 0.6, graph = "knn", k = 8)
    expect_equal(scores_of(fit), rep(mean(y[1:20]), 120), tolerance = 1e-8)
  }
})

# The inverse of all labels is that of the model without some of them.
test_that("leave-one-out of the labels left is that of a graph with these labels only", {
  x <- rbind(normal_points(60, 2), normal_points(30, 2, 4) + 30)
  y <- replace(x[, 1]^2 + x[, 2], -c(1:20, 61:64), NA)
  part_of <- function(y) {
    problem <- learning_problem(x, y, bandwidth = 0.4, graph = "knn", k = 6)
    spectral_part(problem)
  }
  # The last leaves a component without a label.
  for (out in list(3L, c(2L, 7L, 20L), 1:19, 21:24)) {
    less <- hide_labels(part_of(y), out)
    few <- less
    few$all_rows <- few$rows
    few$penalty_caches <- NULL
    for (m in 1:3) for (mu in 10^c(-8, -3, 3)) {
      loo <- function(part) {
        regularized_loo(regularization_model(part, part$spectrum), list(power = m, time = 0), mu)
      }
      expect_equal(loo(less), loo(few), tolerance = 1e-7)
    }
  }
})
