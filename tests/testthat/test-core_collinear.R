# Columns that others determine.

said <- function(x) {
  texts <- character()
  withCallingHandlers(bw_gc(x, seed = 1, replicates = 0L), lapscale_message_collinear = function(m) {
    texts <<- c(texts, conditionMessage(m))
    invokeRestart("muffleMessage")
  }, message = function(m) invokeRestart("muffleMessage"))
  texts
}

test_that("copies, multiples, and sums of other columns are named, once", {
  skip_on_cran()
  x <- as.matrix(iris[1:4])
  expect_length(said(x), 0L)
  expect_match(said(cbind(x, again = x[, 2])), "column again is a copy of column Sepal.Width")
  expect_match(said(cbind(x, twice = 2 * x[, 1] + 5)),
               "column twice is a multiple of column Sepal.Length")
  expect_match(said(cbind(x, total = rowSums(x))), "column total is the sum of Sepal.Length")
  expect_match(said(cbind(x, mean = rowMeans(x[, 1:2]))), "column mean is a multiple of the sum")
  expect_match(said(cbind(x, opposite = -2 * (x[, 1] + x[, 2]))),
               "column opposite is a multiple of the sum of Sepal.Length, Sepal.Width")
  expect_length(said(cbind(x, twice = 2 * x[, 1], thrice = 3 * x[, 1])), 1L)
  # In any unit and far from zero.
  expect_match(said(1e150 * cbind(x, total = rowSums(x))), "total")
  expect_match(said(1e4 + cbind(x, twice = 2 * x[, 1])), "twice")
})

test_that("what only looks collinear is not named", {
  x <- as.matrix(iris[1:4])
  # Nearly a copy, a rotation into more columns, compositions, centered rows, and few rows.
  expect_length(said(cbind(x, near = x[, 1] + 1e-4 * sin(seq_len(150)))), 0L)
  turn <- qr.Q(qr(matrix(sin(1:36), 6)))
  expect_length(said(cbind(x, 0, 0) %*% turn), 0L)
  expect_length(said(x / rowSums(x)), 0L)
  expect_length(said(x - rowMeans(x)), 0L)
  expect_length(said(x[c(1, 60, 120, 140), ]), 0L)
})

test_that("a relation that holds on a part of the rows only is none", {
  skip_on_cran()
  x <- cbind(a = sin(1:5000), b = cos(1:5000)^2)
  x <- cbind(x, c = x[, "a"])
  expect_match(said(x), "column c is a copy of column a")
  # A row that no sample of evenly spaced rows has.
  x[2, "c"] <- 3
  expect_length(said(x), 0L)
})

test_that("indicators of the levels of a factor are no copies of each other", {
  cars <- transform(mtcars, am = factor(am), vs = factor(vs), gear = factor(gear))
  contrasts <- lapply(Filter(is.factor, cars), contrasts, FALSE)
  x <- model.matrix(~ . - 1, cars, contrasts.arg = contrasts)
  expect_length(said(x), 0L)
  expect_length(said(scale(x)), 0L)
  expect_match(said(cbind(x, again = x[, "am0"])), "column again is a copy of column am0")
})
