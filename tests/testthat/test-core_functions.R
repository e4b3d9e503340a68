test_that("a function, its values and a table of them are the same functions", {
  x <- ellipsoid_points(20)
  checked <- as_points(x)
  f <- function(x) cbind(x[, 1], x[, 2]^2)
  expected <- cbind(x[, 1], x[, 2]^2)
  expect_identical(resolve_functions(f, checked, x), expected)
  expect_identical(resolve_functions(expected, checked, x), expected)
  expect_identical(resolve_functions(data.frame(a = x[, 1], b = x[, 2]^2), checked, x), expected)
  expect_identical(resolve_functions(x[, 1], checked, x), cbind(x[, 1]))
  expect_identical(resolve_functions(x[, 1] > 0, checked, x), cbind(as.numeric(x[, 1] > 0)))
})

test_that("a function is given the points that are kept, with the names of their columns", {
  x <- ellipsoid_points(20)
  colnames(x) <- c("u", "v", "w")
  x[4, 2] <- NA
  checked <- suppressWarnings(as_points(x, list(na_action = "omit")))
  by_name <- resolve_functions(function(x) x[, "w"], checked, x)
  expect_identical(by_name, unname(cbind(x[-4, "w"])))
  # Values are for all rows, and may be anything where a row is left out.
  expect_identical(resolve_functions(replace(x[, "w"], 4, NA), checked, x), by_name)
})

test_that("what is no finite value per row is refused, and so is a constant", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  checked <- as_points(x)
  refused <- function(f, text) {
    expect_fault(resolve_functions(f, checked, x), "f", text = text)
  }
  refused("a", "must give numbers")
  refused(function(x) array(1, c(20, 1, 1)), "must give numbers")
  refused(matrix(0, 20, 0), "a column or more")
  refused(x[-1, 1], "20 in all, not 19")
  refused(replace(x[, 1], 7, Inf), "at row 7")
  refused(rep(2, 20), "is constant")
  refused(cbind(x[, 1], 3), "column 2, is constant")
})
