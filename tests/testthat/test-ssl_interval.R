test_that("intervals are the fit and the limit that the predictions of held-out labels have", {
  p <- square_numbers()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = p$h)
  found <- predict(fit, interval = "prediction", level = 0.8)
  expect_identical(colnames(found), c("fit", "lwr", "upr"))
  expect_identical(found[, "fit"], predict(fit))
  half <- unname(found[, "upr"] - found[, "fit"])
  expect_equal(half, rep(half[[1]], 40))
  expect_equal(unname(found[, "fit"] - found[, "lwr"]), half)
  # Each label as the harmonic function of the others has it; the 9th of 10 is the limit at 80%.
  loo <- vapply(1:10, function(i) {
    fitted(ssl_harmonic(p$x, replace(p$y, i, NA), bandwidth = p$h))[[i]]
  }, 0)
  folds <- abs(fit$held_out[, 1, ] - p$y[1:10])
  limits <- c(sort(abs(loo - p$y[1:10]))[[9]], sort(folds)[[ceiling(0.8 * 11 * ncol(folds))]])
  expect_equal(half[[1]], sqrt(prod(limits)), tolerance = 1e-8)
  wider <- predict(fit, p$x, interval = "prediction")
  expect_true(all(wider[, "upr"] - wider[, "lwr"] > 2 * half))
})

test_that("intervals are wider where the posterior is less sure, and cover in any unit", {
  skip_on_cran()
  x <- withr::with_seed(1, matrix(runif(600), 300))
  y <- sin(6 * x[, 1]) + 0.2 * normal_points(300, 1, 2)[, 1]
  seen <- which(x[, 1] < 0.5)[1:60]
  for (learner in list(ssl_iterated, ssl_diffusion, ssl_eigenmaps, ssl_laprls)) {
    fit <- learner(x, replace(y, -seen, NA), bandwidth = 0.2, seed = 1)
    p <- predict(fit, interval = "prediction")
    inside <- y >= p[, "lwr"] & y <= p[, "upr"]
    near <- setdiff(which(x[, 1] < 0.5), seen)
    expect_gte(mean(inside[near]), 0.8)
    width <- p[, "upr"] - p[, "lwr"]
    if (!is.null(fit$posterior)) expect_gt(mean(width[x[, 1] > 0.8]), 1.05 * mean(width[near]))
    again <- learner(x, replace(1024 * y, -seen, NA), bandwidth = 0.2, seed = 1)
    expect_equal(predict(again, interval = "prediction"), 1024 * p, tolerance = 1e-6)
    both <- predict(fit, x[1:3, ], interval = "prediction", se.fit = !is.null(fit$posterior))
    if (is.list(both)) expect_identical(names(both), c("fit", "se.fit"))
  }
})

test_that("sets hold the most probable class and all that are probable enough", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_eigenmaps(p$x, p$y, bandwidth = 1, n_eigen = 3)
  set <- predict(fit, type = "set", level = 0.8)
  expect_identical(dimnames(set), list(NULL, levels(p$truth)))
  expect_true(all(set[cbind(1:36, as.integer(predict(fit)))]))
  held <- vapply(seq_len(dim(fit$held_out)[[3]]), function(r) {
    1 - probabilities(fit$held_out[, , r], fit)[cbind(1:6, rep(1:3, each = 2))]
  }, numeric(6))
  limit <- sort(held)[[ceiling(0.8 * 7 * ncol(held))]]
  expect_identical(unname(set), unname(1 - predict(fit, type = "prob") <= limit | set))
  expect_identical(augment(fit, interval = "prediction", level = 0.8)$.set[1:2], c("ash", "ash"))
  far <- suppressWarnings(predict(fit, rbind(p$x[1, ], c(1e3, 1e3)), type = "set", level = 0.8))
  expect_identical(far[, "ash"], c(TRUE, NA))
  moons <- as.matrix(sample_moons(300, noise = 0.2, seed = 1))
  truth <- factor(rep(c("a", "b"), c(150, 150)))
  part <- replace(truth, -seq(1, 300, by = 10), NA)
  set <- predict(ssl_harmonic(moons, part, bandwidth = 0.3), type = "set", level = 0.95)
  expect_gte(mean(set[cbind(1:300, as.integer(truth))]), 0.9)
})

test_that("what has no interval is refused with the way out", {
  p <- square_numbers()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = p$h)
  expect_fault(predict(fit, interval = "prediction", level = 0.95), "level", text = "19 labels")
  expect_fault(predict(fit, interval = "prediction", level = 1), "level")
  expect_fault(predict(fit, interval = "confidence"), "interval")
  expect_fault(predict(fit, type = "set"), "type")
  expect_fault(predict(fit, type = "score", interval = "prediction"), "interval")
  classes <- ssl_harmonic(p$x, factor(p$y > 0), bandwidth = p$h)
  expect_fault(predict(classes, interval = "prediction"), "interval", text = "set")
  expect_fault(predict(classes, type = "set", prior = c(1, 1)), "prior")
  one <- ssl_harmonic(p$x, replace(rep(NA, 40), 1:2, c("a", "b")), bandwidth = p$h)
  expect_fault(predict(one, type = "set", level = 0.5), "level")
})

test_that("augment() has intervals and novelty, as.data.frame() the fit, glance() the root of the error", {
  p <- square_numbers()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = p$h)
  expect_named(augment(fit, interval = "prediction"), c("V1", "V2", ".fitted", ".lower", ".upper",
                                                          ".novelty"))
  new <- augment(fit, newdata = data.frame(a = c(0.5, NA), b = 0.5), interval = "prediction")
  expect_named(new, c("a", "b", ".fitted", ".lower", ".upper", ".novelty"))
  expect_true(all(is.na(new[2, -(1:2)])) && new$.novelty[[1]] < 1)
  expect_identical(as.data.frame(fit)$.fitted, fitted(fit))
  expect_identical(glance(fit)$rmse, fit$error)
})

test_that("an interval holds the noise of a new label where labels are taken as exact", {
  x <- matrix(seq(0, 1, length.out = 60))
  y <- sin(6 * x[, 1]) + normal_points(60, 1, 3)[, 1]
  fit <- ssl_diffusion(x, y, mu = 1e-8, bandwidth = 0.05)
  p <- predict(fit, interval = "prediction", level = 0.8)
  # A new label at a labeled point is as uncertain as if the point had none.
  expect_equal(unname(p[, "upr"] - p[, "fit"]), conformal_limit(fit, 0.8) * fit$posterior$loo_sd)
  between <- predict(fit, x[-60, , drop = FALSE] + 1 / 118, interval = "prediction", level = 0.8)
  new <- sin(6 * x[-60, 1]) + normal_points(59, 1, 4)[, 1]
  expect_gt(mean(between[, "lwr"] < new & new < between[, "upr"]), 0.7)
})

test_that("the largest level of a message is one that is taken", {
  for (n in c(2:30, 99, 1000)) {
    level <- as.numeric(largest_level(n))
    expect_lte(ceiling(level / (1 - level) - 1e-9), n)
  }
})
