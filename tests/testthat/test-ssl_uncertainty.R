# Spreads by definition: noise times the root of the diagonal of (J + mu R)^-1.
oracle_spread <- function(r, y, mu, noise) {
  noise * sqrt(diag(solve(diag(as.numeric(!is.na(y))) + mu * r, tol = 0)))
}

# The labels' errors by leave-one-out, over what it knows of each label's spread.
oracle_noise <- function(r, y, mu) {
  seen <- which(!is.na(y))
  z <- vapply(seen, function(i) {
    less <- replace(y, i, NA)
    apart <- oracle_regularized(r, less, mu)[[i]] - y[[i]]
    apart^2 / (1 + oracle_spread(r, less, mu, 1)[[i]]^2)
  }, 0)
  sqrt(mean(z))
}

test_that("standard errors are those of the Gaussian process", {
  local_dense_graph()
  p <- square_numbers()
  learning <- oracle_learning(p$x, p$h, 0.5)
  for (case in list(
    list(learn = ssl_iterated, own = list(m = 2), oracle = list(m = 2), mu = 0.1),
    list(learn = ssl_diffusion, own = list(t = 1), oracle = list(t = 1), mu = 0.3)
  )) {
    r <- do.call(oracle_regularizer, c(list(learning), case$oracle))
    fit <- do.call(case$learn, c(list(p$x, p$y, bandwidth = p$h, mu = case$mu), case$own))
    found <- predict(fit, se.fit = TRUE)
    expect_identical(found$fit, fitted(fit))
    expected <- oracle_spread(r, p$y, case$mu, oracle_noise(r, p$y, case$mu))
    expect_equal(unname(found$se.fit), expected, tolerance = 1e-5)
  }
})

test_that("points to label next are the least sure ones, one after the other", {
  local_dense_graph()
  p <- square_numbers()
  r <- oracle_regularizer(oracle_learning(p$x, p$h, 0.5), m = 2)
  fit <- ssl_iterated(p$x, p$y, bandwidth = p$h, m = 2, mu = 0.1)
  y <- p$y
  expected <- vapply(1:4, function(i) {
    spread <- replace(oracle_spread(r, y, 0.1, 1), !is.na(y), 0)
    y[[which.max(spread)]] <<- 0
    which.max(spread)
  }, 0L)
  expect_identical(ssl_next(fit, 4), expected)
  expect_error(ssl_next(fit, 31), "between 1 and 30", class = "lapscale_error_argument")
  labelled <- ssl_iterated(p$x, p$x[, 1], bandwidth = p$h, m = 2, mu = 0.1)
  expect_fault(ssl_next(labelled), "fit", text = "labels at all its points")
  expect_error(ssl_next(1), "`fit`", class = "lapscale_error_argument")
  other <- ssl_harmonic(p$x, p$y, bandwidth = p$h)
  expect_error(ssl_next(other), "no posterior mean", class = "lapscale_error_argument")
})

test_that("rows that were left out keep their numbers", {
  p <- square_numbers()
  x <- rbind(NA, p$x)
  fit <- suppressWarnings(
    ssl_iterated(x, c(NA, p$y), bandwidth = p$h, m = 2, mu = 0.1, na_action = "omit")
  )
  whole <- ssl_iterated(p$x, p$y, bandwidth = p$h, m = 2, mu = 0.1)
  expect_identical(ssl_next(fit, 3), ssl_next(whole, 3) + 1L)
  expect_equal(predict(fit, se.fit = TRUE)$se.fit[-1], predict(whole, se.fit = TRUE)$se.fit,
               ignore_attr = TRUE)
})

test_that("the truncated spectrum says nearly the same, and so do landmarks and new points", {
  skip_on_cran()
  roll <- sample_swiss_roll(400, seed = 1)
  t <- attr(roll, "parameters")[, "arc_length"] / 10
  y <- replace(t + withr::with_seed(1, stats::rnorm(400, 0, 0.1)), -seq(1, 400, by = 10), NA)
  r <- oracle_regularizer(oracle_learning(as.matrix(roll), 2, 0.5), m = 2)
  fit <- ssl_iterated(roll, y, bandwidth = 2, mu = 1)
  found <- predict(fit, se.fit = TRUE)$se.fit
  expected <- oracle_spread(r, y, 1, oracle_noise(r, y, 1))
  expect_lt(stats::median(abs(log(found / expected))), 0.05)
  few <- ssl_iterated(roll, y, bandwidth = 2, mu = 1, landmarks = 300)
  few <- predict(few, se.fit = TRUE)$se.fit
  expect_lt(stats::median(abs(log(few / expected))), 0.2)
  new <- predict(fit, as.matrix(roll)[seq(2, 400, by = 20), ] + 1e-3, se.fit = TRUE)$se.fit
  expect_lt(max(abs(log(new / found[seq(2, 400, by = 20)]))), 0.3)
})

# Nominal 95%: the penalty is chosen as well, and an arc's length is smoother than the prior.
test_that("bands hold most of the truth", {
  skip_on_cran()
  inside <- vapply(1:10, function(seed) {
    roll <- sample_swiss_roll(250, seed = seed)
    t <- attr(roll, "parameters")[, "arc_length"] / 10
    seen <- seq(seed, 250, by = 8)
    y <- replace(t + withr::with_seed(seed, stats::rnorm(250, 0, 0.1)), -seen, NA)
    p <- predict(ssl_iterated(roll, y, bandwidth = 2), se.fit = TRUE)
    mean(abs(p$fit - t)[-seen] < 1.96 * p$se.fit[-seen])
  }, 0)
  expect_gt(mean(inside), 0.75)
  expect_lt(mean(inside), 0.99)
})

test_that("of classes the scores have standard errors, a column per level", {
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  found <- predict(fit, se.fit = TRUE, type = "score")
  expect_identical(found$fit, predict(fit, type = "score"))
  expect_identical(dim(found$se.fit), dim(found$fit))
  expect_true(all(found$se.fit > 0))
  expect_error(predict(fit, se.fit = TRUE), "score", class = "lapscale_error_argument")
})

test_that("equal labels have no standard errors", {
  p <- square_numbers()
  seen <- which(!is.na(p$y))
  for (y in list(replace(p$y, seen[-1], NA), replace(p$y, seen, 2))) {
    fit <- suppressWarnings(ssl_iterated(p$x, y, bandwidth = p$h, mu = 0.1))
    expect_true(all(is.na(predict(fit, se.fit = TRUE)$se.fit)))
    expect_true(all(is.na(predict(fit, p$x[1:3, ], se.fit = TRUE)$se.fit)))
    expect_length(ssl_next(fit, 2), 2)
  }
})

test_that("points to label next are known whatever ssl_auto() took", {
  skip_on_cran()
  p <- two_arcs()
  numbers <- ssl_auto(p$x, replace(p$x[, 1], -p$seen, NA), seed = 1)
  for (fit in list(numbers, suppressWarnings(ssl_auto(p$x, p$y, seed = 1)))) {
    found <- ssl_next(fit, 3)
    expect_length(unique(found), 3)
    expect_false(any(found %in% p$seen))
  }
  # Where another method was chosen they are those of the iterated Laplacian on the same graph.
  if (is.null(numbers$posterior)) {
    expect_named(numbers$substitute_posterior, c("root", "diagonal", "noise"))
  }
  expect_fault(ssl_next(ssl_harmonic(p$x, p$y, bandwidth = 0.3)), "fit", text = "interval")
})

test_that("a part without labels is named first, and nothing is unsure beyond all labels", {
  skip_on_cran()
  x <- rbind(normal_points(40, 2), normal_points(30, 2) + 30, normal_points(10, 2) - 30)
  y <- c(1:5, rep(NA, 75))
  for (learn in list(ssl_iterated, ssl_diffusion)) {
    parts <- cut(ssl_next(quietly(learn(x, y, bandwidth = 1)), 3), c(0, 40, 70, 80), labels = FALSE)
    expect_identical(parts[parts > 1], c(2L, 3L))
  }
  x <- withr::with_seed(1, matrix(rnorm(2400), 600))
  x[599:600, ] <- 4 + 0.01 * x[1:2, ]
  y <- replace(x[, 1], 61:600, NA)
  fit <- quietly(ssl_iterated(x, y, bandwidth = 1.2))
  ends <- quietly(predict(fit, interval = "prediction"))
  expect_true(all(is.na(ends[, "lwr"]) | ends[, "upr"] - ends[, "lwr"] <= 20 * sd(y, na.rm = TRUE)))
  expect_lt(max(quietly(predict(fit, se.fit = TRUE))$se.fit), 1e3)
})

test_that("standard errors come with whatever ssl_auto() chose, at new points too", {
  skip_on_cran()
  roll <- sample_swiss_roll(250, seed = 1)
  along <- parameter_of(roll, "arc_length") / 10
  y <- replace(along, -seq(1, 250, by = 5), NA)
  fit <- suppressMessages(ssl_auto(roll, y, seed = 1))
  expect_identical(tidy(fit)$value[tidy(fit)$parameter == "method"], "laprls")
  found <- predict(fit, se.fit = TRUE)
  expect_equal(found$fit, fitted(fit))
  expect_true(all(found$se.fit > 0))
  # Its size is that of its own errors, and intervals hold the truth.
  expect_gt(mean(abs(found$fit - along) <= 2 * found$se.fit), 0.8)
  expect_lt(median(found$se.fit), 5 * ssl_error(fit, along))
  new <- predict(fit, as.matrix(roll)[1:5, ] + 1e-4, se.fit = TRUE)
  expect_equal(new$fit, found$fit[1:5], tolerance = 0.01, ignore_attr = TRUE)
  expect_true(all(is.finite(new$se.fit) & new$se.fit > 0))
  twice <- suppressMessages(ssl_auto(roll, 2 * y, seed = 1))
  expect_equal(predict(twice, se.fit = TRUE)$se.fit, 2 * found$se.fit, tolerance = 1e-6)
  # Intervals are as wide everywhere, as without them.
  interval <- predict(fit, interval = "prediction")
  expect_lt(diff(range(interval[, "upr"] - interval[, "lwr"])), 1e-8)
  expect_no_match(capture.output(print(fit)), "se.fit")
})

test_that("a fit without standard errors says so before they are asked for", {
  p <- two_arcs()
  fit <- ssl_auto(p$x, replace(p$truth, -c(1, 60), NA), seed = 1)
  fit$substitute_posterior <- fit$posterior <- NULL
  expect_output(print(fit), "no standard errors")
  expect_fault(predict(fit, type = "score", se.fit = TRUE), "object")
})
