test_that("the share of wrong classes among the points that had no label", {
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  expect_identical(ssl_error(fit, p$truth), 0)
  # Of the wrong ones one had a label, which does not count.
  wrong <- replace(p$truth, c(1, 5, 20), c("birch", "birch", "cedar"))
  expect_identical(ssl_error(fit, wrong), 2 / 30)
  expect_identical(ssl_error(fit, as.character(wrong)), 2 / 30)
  expect_identical(ssl_error(fit, addNA(wrong)), 2 / 30)
  # Truth that is not known counts neither as right nor as wrong.
  expect_identical(ssl_error(fit, replace(wrong, c(5, 6), NA)), 1 / 28)
  expect_identical(ssl_error(fit, addNA(replace(wrong, c(5, 6), NA))), 1 / 28)
})

test_that("the root mean squared error in regression", {
  p <- three_clusters()
  truth <- p$x[, 1]
  fit <- ssl_harmonic(p$x, replace(truth, -p$seen, NA), bandwidth = 1)
  error <- (fitted(fit) - truth)[-p$seen]
  expect_equal(ssl_error(fit, truth), sqrt(mean(error^2)))
  expect_equal(ssl_error(fit, replace(truth, 3, NA)), sqrt(mean(error[-1]^2)))
})

test_that("rows without points are left out; without a known truth there is no error", {
  p <- three_clusters()
  fit <- suppressWarnings(
    ssl_harmonic(replace(p$x, 5, NA), p$y, bandwidth = 1, na_action = "omit")
  )
  expect_identical(ssl_error(fit, replace(p$truth, 5, "birch")), 0)
  expect_identical(ssl_error(fit, p$y), NA_real_)
  numbers <- ssl_harmonic(p$x, p$x[, 1], bandwidth = 1)
  expect_identical(ssl_error(numbers, p$x[, 1]), NA_real_)
  expect_output(print(summary(numbers, p$x[, 1])), "none with a known label")
})

test_that("a class that is missing is wrong, and a number that is missing is the mean of the labels", {
  x <- cbind(1:15)
  truth <- rep(c("a", "b", "a"), each = 5)
  # As a learner of another package may leave them.
  without_last <- function(fit) {
    fit$scores[11:15, ] <- NA
    fit
  }
  fit <- without_last(ssl_iterated(x, replace(truth, -c(1, 10), NA), bandwidth = 1))
  expect_identical(which(is.na(fitted(fit))), 11:15)
  expect_identical(ssl_error(fit, truth), mean(c((fitted(fit) != truth)[2:9], rep(1, 5))))
  numbers <- without_last(ssl_iterated(x, replace(x[, 1], -c(1, 10), NA), bandwidth = 1))
  answers <- replace(fitted(numbers), 11:15, 5.5)[-c(1, 10)]
  truth <- x[-c(1, 10), 1]
  off <- answers - truth
  expect_equal(ssl_error(numbers, x[, 1]), sqrt(mean(off^2)))
  expect_equal(ssl_error(numbers, x[, 1], "mae"), mean(abs(off)))
  spread <- sum((truth - mean(truth))^2)
  expect_equal(ssl_error(numbers, x[, 1], "r_squared"), 1 - sum(off^2) / spread)
  expect_equal(answer_losses(fitted(numbers)[11:12], c(5.5, 7.5), numbers), c(0, 4))
})

test_that("ssl_confusion() counts the unlabeled points, and refuses a regression", {
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  expect_identical(sum(ssl_confusion(fit, p$truth)), 30L)
  wrong <- replace(p$truth, c(1, 5), c("birch", "birch"))
  expect_identical(ssl_confusion(fit, wrong)[["ash", "birch"]], 1L)
  expect_identical(sum(ssl_confusion(fit, replace(p$truth, 5, NA))), 29L)
  numbers <- ssl_harmonic(p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 1)
  expect_fault(ssl_confusion(numbers, p$x[, 1]), "fit", text = "ssl_error()")
})

test_that("what does not go with the fit is refused by both", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  numbers <- ssl_harmonic(p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 1)
  for (compare in list(ssl_error, ssl_confusion)) {
    expect_fault(compare(fit), "truth", text = "missing")
    expect_fault(compare(fit, p$truth[-1]), "truth")
    expect_fault(compare(fit, replace(as.character(p$truth), 5, "elm")), "truth", text = "elm")
    expect_fault(compare(p$x, p$truth), "fit")
    expect_fault(compare(numbers, p$truth), "truth")
  }
})

test_that("other measures of classes are what they say", {
  x <- rbind(matrix(sin(1:60) / 3, 30), matrix(cos(1:40) / 3, 20) + 2)
  truth <- rep(c("a", "b"), c(30, 20))
  y <- replace(rep(NA_character_, 50), c(1, 2, 31, 32), c("a", "a", "b", "b"))
  # A few labels are wrong, so that there are errors of either class.
  truth[c(5, 6, 7, 40)] <- c("b", "b", "b", "a")
  fit <- ssl_harmonic(x, y, bandwidth = 0.7)
  tested <- which(is.na(y))
  wrong <- fitted(fit)[tested] != truth[tested]
  expect_identical(ssl_error(fit, truth), ssl_error(fit, truth, "error"))
  expect_equal(ssl_error(fit, truth, "error"), mean(wrong))
  by_class <- c(mean(wrong[truth[tested] == "a"]), mean(wrong[truth[tested] == "b"]))
  expect_equal(ssl_error(fit, truth, "balanced"), mean(by_class))
  chance <- predict(fit, type = "prob")
  expect_equal(
    ssl_error(fit, truth, "log_loss"),
    mean(vapply(tested, function(i) -log(max(chance[i, truth[[i]]], 1e-15)), 0))
  )
  expect_error(ssl_error(fit, truth, "rmse"), "`metric`", class = "lapscale_error_argument")
})

test_that("other measures of numbers are what they say, in any unit", {
  x <- cbind(seq(0, 3, length.out = 60))
  truth <- sin(x[, 1])
  y <- replace(truth, -seq(1, 60, by = 6), NA)
  fit <- ssl_iterated(x, y, bandwidth = 0.3)
  tested <- which(is.na(y))
  off <- fitted(fit)[tested] - truth[tested]
  expect_equal(ssl_error(fit, truth), sqrt(mean(off^2)))
  expect_equal(ssl_error(fit, truth, "mae"), mean(abs(off)))
  total <- sum((truth[tested] - mean(truth[tested]))^2)
  expect_equal(ssl_error(fit, truth, "r_squared"), 1 - sum(off^2) / total)
  large <- ssl_iterated(x, 1e200 * y, bandwidth = 0.3)
  expect_equal(ssl_error(large, 1e200 * truth, "mae"), 1e200 * ssl_error(fit, truth, "mae"))
  expect_equal(ssl_error(large, 1e200 * truth, "r_squared"), ssl_error(fit, truth, "r_squared"))
  expect_error(ssl_error(fit, truth, "balanced"), "`metric`", class = "lapscale_error_argument")
})

test_that("new points are predicted and compared in the same way", {
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  new <- p$x + 0.01
  truth <- replace(as.character(p$truth), 1:2, c("cedar", NA))
  predicted <- predict(fit, new)
  expect_identical(ssl_error(fit, truth, newdata = new), mean((predicted != truth)[-2]))
  chance <- predict(fit, new, type = "prob")[cbind(seq_along(truth), match(truth, levels(p$truth)))]
  expect_equal(ssl_error(fit, truth, "log_loss", newdata = new), -mean(log(pmax(chance, 1e-15))[-2]))
  expect_identical(sum(ssl_confusion(fit, truth, newdata = new)), length(truth) - 1L)
  expect_identical(ssl_error(fit, truth[3:4], newdata = new[3:4, ]), 0)
  expect_fault(ssl_error(fit, truth[-1], newdata = new), "truth", text = "`newdata`")
  # A row without a prediction is wrong.
  far <- rbind(new[3:4, ], 1e6)
  expect_identical(quietly(ssl_error(fit, truth[3:5], newdata = far)), 1 / 3)
  numbers <- ssl_iterated(p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 1)
  expect_equal(ssl_error(numbers, p$x[, 1], "mae", newdata = new),
               mean(abs(predict(numbers, new) - p$x[, 1])))
})
