labels_of <- function(y) {
  encode_labels(y, list(n_given = length(y), rows = seq_along(y)))
}

test_that("factors, characters, logicals become targets of their classes", {
  y <- c("b", NA, "a", "c", "b")
  for (kind in list(y, factor(y))) {
    labels <- labels_of(kind)
    expect_identical(labels$levels, c("a", "b", "c"))
    expect_identical(labels$rows, c(1L, 3L, 4L, 5L))
    expect_identical(labels$targets, rbind(c(-1, 1, -1), c(1, -1, -1), c(-1, -1, 1), c(-1, 1, -1)))
  }
  labels <- labels_of(c(TRUE, NA, FALSE, TRUE))
  expect_identical(labels$levels, c("FALSE", "TRUE"))
  expect_identical(labels$targets, matrix(c(1, -1, 1)))
})

test_that("numbers are regression, but 0/1 and -1/1 are classes with a message", {
  labels <- expect_quiet(labels_of(c(1, NA, 2)))
  expect_identical(labels$kind, "regression")
  expect_identical(labels$targets, matrix(c(1, 2)))
  for (low in c(0, -1)) {
    labels <- expect_condition_of(labels_of(c(1, NA, low)), "message_classes", format(low))
    expect_identical(labels$targets, matrix(c(1, -1)))
    expect_identical(labels$levels, c(format(low), "1"))
  }
  expect_identical(labels_of(c(1L, 5L, NA))$kind, "regression")
})

test_that("-1 among whole numbers without NA may mean unknown, which is a message", {
  for (y in list(c(-1, 0, 1, 2), c(-1L, 3L, -1L))) {
    labels <- expect_condition_of(labels_of(y), "message_classes", "replace(y, y == -1, NA)")
    expect_identical(labels$kind, "regression")
  }
  for (y in list(c(-1, 0, 1, NA), c(-1, 0.5), c(-2, -1, 3), as_regression(c(-1, 0, 2)))) {
    expect_identical(expect_quiet(labels_of(y))$kind, "regression")
  }
})

test_that("an unused level is kept, without a code", {
  labels <- labels_of(factor(c("a", "c", NA), c("a", "b", "c")))
  expect_identical(labels$used, c(1L, 3L))
  expect_identical(expand_scores(matrix(c(0.5, -2)), labels),
                   rbind(c(a = -0.5, b = -1, c = 0.5), c(2, -1, -2)))
  expect_identical(as.character(classes_of(matrix(c(0.5, -2)), labels)), c("c", "a"))
})

test_that("one class is not enough", {
  expect_fault(labels_of(factor(c("a", NA, "a"))), "y", text = "one class")
  expect_fault(suppressMessages(labels_of(c(1, NA, 1))), "y", text = "one class")
})

test_that("a matrix of one column is a vector", {
  expect_identical(labels_of(matrix(c(1, NA, 3))[, 1]), encode_labels(
    matrix(c(1, NA, 3)), list(n_given = 3, rows = 1:3)
  ))
})

test_that("rows left out of the points are left out of the labels", {
  labels <- encode_labels(c("a", "b", NA, "a"), list(n_given = 4, rows = 1:2))
  expect_identical(labels$rows, 1:2)
  x <- normal_points(20, 2)
  for (y in list(c(1, 2.5), c("a", "b"), factor(c("a", "b")), c(0, 1))) {
    y <- y[c(1:2, rep(NA, 18))]
    left_out <- "all rows with a label are left out"
    expect_fault(ssl_harmonic(x, y, weights = rep(0:1, c(2, 18))), "y", text = left_out)
    missing <- replace(x, 1:2, NA)
    suppressWarnings(
      expect_fault(ssl_harmonic(missing, y, na_action = "omit"), "y", text = left_out)
    )
  }
})

test_that("a level NA is no label", {
  y <- addNA(factor(c("a", "b", NA, "a")))
  labels <- encode_labels(y, list(n_given = 4, rows = 1:4))
  expect_identical(labels$levels, c("a", "b"))
  expect_identical(labels$rows, c(1L, 2L, 4L))
  expect_fault(encode_labels(addNA(factor(c(NA, NA))), list(n_given = 2, rows = 1:2)), "y")
})

test_that("means of all targets, and of the others", {
  targets <- matrix(c(1, 2, 6, 0, 0, 3), 3)
  expect_identical(mean_targets(targets, 2), rbind(c(3, 1), c(3, 1)))
  expect_identical(mean_of_others(targets), cbind(c(4, 3.5, 1.5), c(1.5, 1.5, 0)))
  expect_identical(mean_of_others(matrix(5)), matrix(0))
})

test_that("ties go to the class of the most labels", {
  labels <- list(class = c(1, 2, 2, 3, 3))
  scores <- rbind(c(0, 0, 0), c(1, 0, 0), c(NA, -1, -1), c(1, 0, 1))
  expect_identical(best_column(scores, labels), c(2L, 1L, 2L, 3L))
  expect_identical(best_column(matrix(c(0, -1)), list(class = c(1, 2, 2))), 2:1)
})

test_that("empty labels are classes, with a word on it", {
  p <- two_arcs()
  y <- as.character(p$truth)
  y[-p$seen] <- ""
  for (labels in list(y, factor(y), replace(y, y == "", " "))) {
    fit <- expect_condition_of(ssl_harmonic(p$x, labels, bandwidth = 0.3), "warning_empty_label",
                               "54 points")
    expect_identical(length(fit$labels$levels), 3L)
  }
  expect_quiet(ssl_harmonic(p$x, factor(p$y, c("", "down", "up")), bandwidth = 0.3))
})

test_that("places are counted whose labels disagree, not those that are labeled twice alike", {
  x <- cbind(c(1, 1, 2, 2, 3, 4, 4, 5), 0)
  labels <- list(rows = 1:7, class = c("a", "b", "a", "a", "b", "b", "a"))
  warned <- function(labels) conditions_of(warn_conflicts(labels, x))$texts
  expect_match(warned(labels), "^2 points of `x` have more than one label")
  labels$class[[7]] <- "b"
  expect_match(warned(labels), "^1 point of `x` has more than one label")
  labels$class[[2]] <- "a"
  expect_length(warned(labels), 0)
})

test_that("what is no label is refused", {
  skip_on_cran()
  expect_fault(check_labels(c(NA, NA), 2), "y", text = "no label")
  expect_fault(check_labels(c(1, NaN, 2), 3), "y", text = "NaN")
  expect_fault(check_labels(c(1, Inf, 2), 3), "y", text = "Inf")
  expect_fault(check_labels(list(1, 2), 2), "y")
  expect_fault(check_labels(complex(3), 3), "y")
  expect_fault(check_labels(Sys.Date() + 1:3, 3), "y")
  expect_fault(check_labels(1:3, 4), "y", text = "3")
  expect_identical(check_labels(matrix(c(1, NA, 3)), 3), c(1, NA, 3))
})
