# What the public functions predict at a fold's labels when these are hidden from them.
predicted_without <- function(learn, x, y, rounds) {
  labels <- encode_labels(y, list(n_given = nrow(x), rows = seq_len(nrow(x))))
  n <- length(labels$rows)
  drawn <- labels_of_folds(labels, n_folds_of(n))
  fold <- draw_folds(drawn, x, n_folds_of(n), rounds, 1)
  found <- array(0, c(dim(labels$targets), ncol(fold)))
  for (r in seq_len(ncol(fold))) {
    for (f in unique(fold[, r])) {
      out <- labels$rows[fold[, r] == f]
      scores <- suppressWarnings(learn(x, replace(y, out, NA)))$scores
      found[fold[, r] == f, , r] <- scores[out, ]
    }
  }
  found
}

# Spectra are complete below 300 points, so that these are the same.
test_that("held-out predictions are those of a fit without the labels, choices included", {
  skip_on_cran()
  p <- two_arcs()
  seen <- seq(1, 60, by = 6)
  y <- replace(p$truth, -seen, NA)
  values <- replace(p$x[, 1]^2 + p$x[, 2], -seen, NA)
  learners <- list(
    eigenmaps = function(x, y) ssl_eigenmaps(x, y, bandwidth = 0.3, seed = 1),
    three = function(x, y) ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 0.3),
    iterated = function(x, y) ssl_iterated(x, y, m = 1:2, bandwidth = 0.3),
    given = function(x, y) ssl_iterated(x, y, mu = 0.01, bandwidth = 0.3),
    harmonic = function(x, y) ssl_harmonic(x, y, bandwidth = 0.3),
    sparse = function(x, y) ssl_harmonic(x, y, bandwidth = 0.3, graph = "knn", k = 12),
    auto = function(x, y) ssl_auto(x, y, bandwidth = 0.3, graph = "dense")
  )
  for (name in names(learners)) {
    learn <- learners[[name]]
    # The two that search through settings take most of the time: one kind of labels each.
    kinds <- switch(name, iterated = list(values), auto = list(y), list(y, values))
    for (labels in kinds) {
      held <- learn(p$x, labels)$held_out
      # Where the choice is the dear part one round is enough.
      expect_identical(dim(held)[[3]], if (name == "auto") 1L else 5L)
      rounds <- min(2L, dim(held)[[3]])
      expect_equal(held[, , seq_len(rounds), drop = FALSE],
                   predicted_without(learn, p$x, labels, rounds), tolerance = 1e-6, info = name)
    }
  }
})

# The penalties count the labels.
test_that("held-out predictions of kernel machines are those of a fit without the labels", {
  skip_on_cran()
  p <- two_arcs()
  y <- replace(p$truth, -seq(1, 60, by = 4), NA)
  values <- replace(p$x[, 1]^2 + p$x[, 2], -seq(1, 60, by = 4), NA)
  for (width in list(0.3, NULL)) {
    machine <- function(learn, ...) {
      function(x, y) {
        more <- 15 / sum(!is.na(y))
        learn(x, y, lambda_ambient = 1e-4 * more, lambda_manifold = 3 * more, bandwidth = 0.3,
              kernel_bandwidth = width, ...)
      }
    }
    least_squares <- machine(ssl_laprls)
    vectors <- machine(ssl_lapsvm)
    expect_held_out <- function(learn, y, tolerance) {
      expect_equal(learn(p$x, y)$held_out[, , 1:2, drop = FALSE],
                   predicted_without(learn, p$x, y, 2L), tolerance = tolerance)
    }
    expect_held_out(least_squares, y, 1e-6)
    expect_held_out(least_squares, values, 1e-6)
    expect_held_out(vectors, y, 1e-4)
  }
})

test_that("the error is that of the held-out predictions, beside a guess", {
  skip_on_cran()
  p <- two_arcs()
  y <- replace(p$truth, -c(1:6, 31:33), NA)
  fit <- ssl_harmonic(p$x, y, bandwidth = 0.3)
  wrong <- apply(fit$held_out[, 1, ], 2, function(s) (s > 0) != (fit$labels$class == 2L))
  one <- glance(fit)
  expect_equal(one$error, mean(wrong))
  # No error in 9 labels: two wrong and two right ones are added.
  expect_identical(one$error, 0)
  expect_equal(one$error_se, sqrt(2 * 11 / 13) / 13)
  expect_output(print(fit), "error 0% (se 10, below 33.3% with 95% confidence)", fixed = TRUE)
  expect_equal(one$error_guess, 1 / 3)
  expect_identical(one$error_method, "5-fold cross-validation")
  expect_identical(glance(ssl_auto(p$x, y, bandwidth = 0.3))$error_method,
                   "nested 5-fold cross-validation")
  values <- replace(p$x[, 1], -(1:20), NA)
  fit <- ssl_iterated(p$x, values, mu = 1, bandwidth = 0.3)
  expect_equal(glance(fit)$error, sqrt(mean((fit$held_out[, 1, ] - values[1:20])^2)))
  expect_equal(glance(fit)$error_guess, stats::sd(values[1:20]))
})

test_that("with more labels than eigenvectors the error is that of the fit all the same", {
  x <- normal_points(310, 2)
  points <- point_set(x)
  values <- replace(sin(4 * x[, 1]), -(1:110), NA)
  learn <- function(y) ssl_iterated(points, y, m = 2, mu = 1e-4, bandwidth = 0.5)
  expect_lt(spectrum_size(310L, matrix(0, 310, 310)), 110)
  fit <- learn(values)
  hidden <- which(draw_folds(fit$labels, x, 5L, 1L, 1)[, 1] == 1)
  expect_equal(fit$held_out[hidden, 1, 1], fitted(learn(replace(values, hidden, NA)))[hidden],
               tolerance = 1e-6)
})

test_that("labels that mean nothing are reported as such", {
  skip_on_cran()
  x <- normal_points(120, 2)
  reported <- vapply(1:12, function(seed) {
    seen <- withr::with_seed(seed, sample(120, 30))
    y <- replace(factor(rep(NA, 120), c("a", "b")), seen, rep(c("a", "b"), 15))
    glance(ssl_iterated(x, y, bandwidth = 1))$error
  }, 0)
  expect_lt(abs(mean(reported) - 0.5), 0.08)
  y <- replace(factor(rep(NA, 120), c("a", "b")), 1:30, rep(c("a", "b"), 15))
  expect_output(print(ssl_harmonic(x, y, bandwidth = 1)),
                "Not (clearly )?better than guessing .*\\(50%\\)")
  values <- replace(normal_points(120, 1, 7)[, 1], 31:120, NA)
  expect_output(print(ssl_iterated(x, values, m = 1, bandwidth = 1)),
                "better than guessing the mean")
})

test_that("an error below that of guessing is not called as large, but uncertain", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  shown <- function(error, guess = 0.45) {
    fit[c("error", "error_se", "error_guess")] <- list(error, 0.109, guess)
    utils::capture.output(print(fit))
  }
  expect_match(shown(0.35), "! Not clearly better than guessing the largest class (45%).",
               fixed = TRUE, all = FALSE)
  expect_match(shown(0.45), "! Not better than guessing the largest class (45%).",
               fixed = TRUE, all = FALSE)
  expect_match(shown(0.45), "Try more labels first, then other columns or another bandwidth.",
               fixed = TRUE, all = FALSE)
  expect_false(any(grepl("guessing", shown(0.33))))
  fit$labels$kind <- "regression"
  expect_match(shown(0.35), "! Not clearly better than guessing the mean (0.45)", fixed = TRUE,
               all = FALSE)
})

test_that("print() says how many classes have a label that no other can predict", {
  p <- three_clusters()
  note <- "! Too large: 1 class has a single label, which is wrong when it is hidden"
  single <- ssl_harmonic(p$x, replace(p$y, 2, NA), bandwidth = 1)
  expect_output(print(single), note, fixed = TRUE)
  expect_gte(single$error, 1 / 5)
  expect_false(any(grepl("single", utils::capture.output(print(
    ssl_harmonic(p$x, p$y, bandwidth = 1)
  )))))
  # Both labels of a class in one group are hidden together.
  grouped <- ssl_harmonic(p$x, p$y, bandwidth = 1, groups = replace(1:36, 2, 1))
  expect_output(print(grouped), "1 class has a single group", fixed = TRUE)
})

test_that("labels that cannot be spared leave no error", {
  p <- two_arcs()
  y <- replace(p$truth, -c(1, 60), NA)
  fit <- ssl_iterated(p$x, y, bandwidth = 0.3)
  expect_identical(fit$error, NA_real_)
  expect_output(print(fit), "no error of cross-validation: one label per class")
  expect_output(print(summary(fit)), "the default, because labels are few")
  expect_null(fit$held_out)
})

test_that("a hidden label without others in its component gets the mean of the others", {
  skip_on_cran()
  x <- rbind(normal_points(20, 2), normal_points(20, 2) + 1e4)
  y <- replace(rep(NA_real_, 40), c(1:6, 21), c(1:6, 30))
  for (learn in list(ssl_iterated, ssl_harmonic, ssl_eigenmaps)) {
    for (graph in c("dense", "knn")) {
      fit <- suppressWarnings(learn(x, y, bandwidth = 1, graph = graph))
      at <- which(fit$labels$rows == 21)
      expect_true(all(fit$held_out[at, 1, ] < 7), info = graph)
    }
  }
})

test_that("the folds do not depend on rows, levels or seeds", {
  skip_on_cran()
  p <- two_arcs()
  y <- replace(p$truth, -c(1:6, 31:36), NA)
  order <- rev(seq_len(60))
  fit <- ssl_auto(p$x, y, bandwidth = 0.3)
  turned <- ssl_auto(p$x[order, ], factor(y[order], c("up", "down")), bandwidth = 0.3, seed = 9)
  expect_equal(turned$error, fit$error)
  expect_equal(turned$slope, fit$slope, tolerance = 1e-6)
})

# Labels of three classes of very unequal size.
some_labels <- function() {
  x <- normal_points(60, 3)
  y <- rep(NA_character_, 60)
  y[seq(1, 60, by = 2)] <- rep(c("a", "b", "c"), c(20, 7, 3))
  list(x = x, y = y)
}

test_that("fits do not depend on the order of rows and classes", {
  skip_on_cran()
  p <- some_labels()
  y <- factor(p$y)
  order <- rev(seq_len(60))
  for (learn in list(ssl_eigenmaps, ssl_lapsvm)) {
    fit <- learn(p$x, y, bandwidth = 1, seed = 1)
    turned <- learn(p$x[order, ], factor(p$y[order], c("c", "a", "b")), bandwidth = 1, seed = 1)
    expect_identical(as.character(fitted(turned)), as.character(fitted(fit))[order])
    expect_equal(turned$error, fit$error)
    expect_equal(predict(turned, type = "prob")[order, levels(y)], predict(fit, type = "prob"),
                 tolerance = 1e-6, ignore_attr = TRUE)
  }
})

test_that("a point that nothing but its label speaks for gets the mean of the others", {
  expect_identical(leave_one_out(matrix(c(1, 2, 6)), matrix(c(1, 4, 6)), c(1, 0.5, 1))[, 1],
                   c(5, 0, 2.5))
})

test_that("errors are means over the labels of sums over the targets, with standard errors", {
  targets <- matrix(0, 3, 2)
  loo <- rbind(c(1, 0), c(1, 1), c(0, 3))
  losses <- leave_one_out_losses(1:2, function(by) by * loo, targets)
  expect_identical(losses, cbind(c(1, 2, 9), 4 * c(1, 2, 9)))
  found <- mean_losses(losses)
  expect_equal(found$squared_error, c(4, 16))
  expect_equal(found$se, c(1, 4) * sd(c(1, 2, 9)) / sqrt(3))
  expect_identical(leave_one_out_losses(1, function(by) loo[1, , drop = FALSE], matrix(0, 1, 2)),
                   matrix(1))
})
