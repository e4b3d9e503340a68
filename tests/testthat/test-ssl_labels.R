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
  # Numbers that occur again may be classes; others, and I(), are numbers without a word.
  some <- expect_condition_of(labels_of(c(1, 2, 3, 3, NA)), "message_classes", "Use `factor(y)`")
  expect_identical(some$kind, "regression")
  for (y in list(I(c(1, 2, 3, 3, NA)), c(1, 2, 3, 4, NA), c(1, 2, 2.5, 2))) expect_quiet(labels_of(y))
  expect_condition_of(labels_of(factor(c(-1, 0, 1, 2))), "message_classes", "class \"-1\"")
  for (y in list(c(-1, 0, 1, NA), c(-1, 0.5), c(-2, -1, 3))) {
    expect_identical(expect_quiet(labels_of(y))$kind, "regression")
  }
})

test_that("an unused level is kept, and predicted nowhere", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, factor(p$y, c(levels(factor(p$y)), "unused")), bandwidth = 0.3)
  expect_true("unused" %in% levels(fitted(fit)))
  expect_false("unused" %in% as.character(fitted(fit)))
})

test_that("one class is not enough", {
  expect_fault(labels_of(factor(c("a", NA, "a"))), "y", text = "one class")
  # Equal numbers are numbers, whichever number it is.
  for (one in c(0, 1, -1, 2)) expect_identical(labels_of(c(one, NA, one))$kind, "regression")
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
  told <- function(y) {
    found <- conditions_of(ssl_harmonic(x, c(y, NA), bandwidth = 1))
    grep("more than one class", found$texts, value = TRUE)
  }
  expect_match(told(c("a", "b", "a", "a", "b", "b", "a")), "^2 points of `x` have.*row 1")
  expect_match(told(c("a", "b", "a", "a", "b", "b", "b")), "^1 point of `x` has")
  expect_length(told(c("a", "a", "a", "a", "b", "b", "b")), 0)
})

test_that("what is no label is refused", {
  skip_on_cran()
  x <- cbind(1:3, 0)
  refused <- function(y, text = NULL) {
    expect_fault(ssl_harmonic(x, y, bandwidth = 1), "y", text = text)
  }
  refused(c(NA, NA, NA), "no label")
  refused(c(1, NaN, 2), "NaN")
  refused(c(1, Inf, 2), "Inf")
  refused(list(1, 2, 3))
  refused(complex(3))
  refused(Sys.Date() + 1:3)
  refused(1:4, "3")
  column <- quietly(ssl_harmonic(x, matrix(c(1, NA, 3)), bandwidth = 1))
  expect_equal(fitted(column), fitted(quietly(ssl_harmonic(x, c(1, NA, 3), bandwidth = 1))))
})

test_that("numbers that were read as words are a message", {
  x <- cbind(1:12, 0)
  y <- replace(as.character(1:12 %/% 5 + 0.5), 6:9, NA)
  expect_message(ssl_harmonic(x, y, bandwidth = 2), "as.numeric", class = "lapscale_message_classes")
  expect_no_message(ssl_harmonic(x, 1:12 > 6, bandwidth = 2))
  expect_no_message(ssl_harmonic(x, factor(1:12 %/% 5), bandwidth = 2))
})
