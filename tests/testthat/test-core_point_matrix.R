test_that("tables of all accepted classes become the same double matrix", {
  m <- matrix(c(1, 2, 3, 0, 5, 6, 0, 0, 9), 3)
  integers <- m
  storage.mode(integers) <- "integer"
  tables <- list(
    matrix = m, integer = integers, data.frame = as.data.frame(m),
    Matrix = Matrix::Matrix(m), sparse = Matrix::Matrix(m, sparse = TRUE),
    symmetric = Matrix::forceSymmetric(Matrix::Matrix(crossprod(m), sparse = TRUE))
  )
  if (requireNamespace("tibble", quietly = TRUE)) {
    tables$tibble <- tibble::as_tibble(as.data.frame(m))
  }
  for (class in setdiff(names(tables), "symmetric")) {
    expect_identical(as_points(tables[[class]])$x, m, info = class)
  }
  expect_identical(as_points(tables$symmetric)$x, crossprod(m))
  logical <- m > 2
  expect_identical(as_points(logical)$x, logical + 0)
  expect_identical(as_points(sample_circle(5, seed = 1))$x, plain_circle(5))
})

test_that("the column that makes a matrix text is named", {
  expect_fault(bw_gc(as.matrix(iris)), "x", text = "Column Species is not numeric")
  table <- as.matrix(iris)
  expect_fault(bw_gc(unname(table)), "x", text = "Column 5 is not numeric")
  for (other in list(table[, 1:4], unname(table[, 5, drop = FALSE]))) {
    fault <- tryCatch(bw_gc(other), error = conditionMessage)
    expect_match(fault, "not a character matrix")
    expect_no_match(fault, "leave it out")
  }
})

test_that("a vector is a column, and its names are those of the rows", {
  points <- as_points(c(a = 1, b = 2, c = 4))
  expect_identical(points$x, matrix(c(1, 2, 4)))
  expect_identical(points$names, c("a", "b", "c"))
})

test_that("row names travel apart from the numbers; automatic ones are none", {
  m <- matrix(1:6 + 0, 3, dimnames = list(c("u", "v", "w"), NULL))
  expect_identical(as_points(m)$names, c("u", "v", "w"))
  expect_null(dimnames(as_points(m)$x))
  expect_null(as_points(data.frame(a = 1:3))$names)
  expect_identical(as_points(data.frame(a = 1:3, row.names = c("u", "v", "w")))$names,
                   c("u", "v", "w"))
})

test_that("other classes are refused with the accepted ones named", {
  skip_on_cran()
  for (bad in list("a", list(1, 2), NULL, factor(1:4), Sys.Date() + 1:4, mean, quote(x),
                   array(1:8, c(2, 2, 2)), matrix("a", 3, 3), matrix(1i, 3, 3),
                   matrix(list(1, 2, 3, 4), 2))) {
    expect_fault(as_points(bad), "x", text = "a numeric matrix, a data.frame")
  }
  expect_fault(as_points(dist(1:4)), "x", text = "coordinates")
})

test_that("a table with a column that is no number is refused by the name of the column", {
  skip_on_cran()
  good <- data.frame(u = 1:4, v = c(TRUE, FALSE, TRUE, TRUE))
  expect_identical(as_points(good)$x, cbind(1:4, c(1, 0, 1, 1)))
  for (bad in list(letters[1:4], factor(1:4), Sys.Date() + 1:4, I(list(1, 2, 3, 4)), complex(4))) {
    table <- good
    table$w <- bad
    expect_fault(as_points(table), "x", text = "column w")
  }
  for (when in list(Sys.Date() + 1:4, Sys.time() + 1:4)) {
    expect_fault(bw_gc(data.frame(u = 1:4, when)), "x", text = "for a series see `stats::embed()`")
  }
  # A difference of times is a number with a unit: refused rather than stripped of it.
  table <- good
  table$w <- as.difftime(1:4, units = "mins")
  expect_fault(as_points(table), "x", text = "column w")
})

test_that("64-bit integers, which a double matrix would misread, are refused", {
  many <- structure(c(1, 2, 3), class = "integer64")
  expect_fault(as_points(many), "x")
  expect_fault(as_points(data.frame(a = 1:3, b = I(many))), "x", text = "column b")
})

test_that("what was given is not changed", {
  m <- matrix(1:6 + 0, 3)
  before <- m + 0
  as_points(m)
  heat_graph(m, 1)
  bw_gc(normal_points(30, 2), seed = 1)
  expect_identical(m, before)
})

test_that("a vector or a series is points on a line, several series a point for each time", {
  v <- c(3, 1, 4, 1.5, 9)
  column <- as_points(matrix(v))
  expect_identical(as_points(v)$x, column$x)
  expect_identical(as_points(stats::ts(v, start = 1990))$x, column$x)
  both <- cbind(v, rev(v))
  expect_identical(as_points(stats::ts(both))$x, unname(both))
  x <- stats::ts(cumsum(v))
  expect_identical(plain(bw_median(x)), plain(bw_median(matrix(cumsum(v)))))
})

test_that("a matrix column of a data frame is taken for its columns, in new data too", {
  x <- plain_circle(60)
  table <- data.frame(id = 1:60)
  table$at <- I(x)
  expect_identical(as.numeric(bw_gc(table["at"], seed = 1)), as.numeric(bw_gc(x, seed = 1)))
  e <- embed_eigenmaps(table["at"], 2, bandwidth = 0.3)
  expect_equal(unname(predict(e, table[3:5, "at", drop = FALSE])), unname(as.matrix(e)[3:5, ]))
  table$at <- I(array("a", c(60, 1)))
  expect_fault(bw_gc(table["at"]), "x", text = "at")
})

test_that("S4 objects that contain a matrix, numbers, or a data frame are taken as what they contain", {
  classes <- c(matrix4 = "matrix", numbers4 = "numeric", frame4 = "data.frame")
  for (name in names(classes)) methods::setClass(name, contains = classes[[name]])
  withr::defer(for (name in names(classes)) methods::removeClass(name))
  x <- unname(normal_points(30, 3))
  expect_identical(as_point_matrix(methods::new("matrix4", x), "x"), x)
  numbers <- as_point_matrix(methods::new("numbers4", x[, 1]), "x")
  expect_identical(unname(numbers), x[, 1, drop = FALSE])
  frame <- as_point_matrix(methods::new("frame4", as.data.frame(x)), "x")
  expect_identical(unname(frame), x)
  expect_identical(as.numeric(bw_gc(methods::new("matrix4", x), seed = 1)),
                   as.numeric(bw_gc(x, seed = 1)))
})

test_that("all columns that are no numbers are named, with what makes them numbers", {
  x <- data.frame(a = 1:4 + 0, b = factor(c("u", "v", NA, "v")), c = c("s", "t", "t", "s"))
  for (words in c("columns b, c are of class factor, character", "type.convert")) {
    expect_fault(check_columns(x, "x"), "x", text = words)
  }
  expect_fault(check_columns(x[1:2], "x"), "x", text = "column b is of class factor")
  # How a column is learned is said by functions that learn.
  learn <- "To learn a column as labels, use a formula, as in `ssl_auto(label ~ ., x)`."
  expect_fault(ssl_harmonic(x[1:2], 1:4), "x", text = learn)
  expect_fault(bw_cv(x[1:2], 1:4), "x", text = learn)
  for (call in list(dim_estimate, graph_columns, bw_gc, point_set)) {
    said <- tryCatch(call(x[1:2]), error = conditionMessage)
    expect_match(said, "has an indicator column per class[.]$")
  }
  advice <- strsplit(advice_on_classes(TRUE), "`")[[1]][[2]]
  x <- utils::type.convert(x, as.is = FALSE)
  rownames(x) <- c("A", "B", "C", "D")
  numbers <- eval(parse(text = gsub("{arg}", "x", advice, fixed = TRUE)))
  expect_identical(colnames(numbers), c("a", "bu", "bv", "cs", "ct"))
  expect_identical(numbers[, "bv"], c(A = 0, B = 1, C = NA, D = 1))
  one <- strsplit(advice_on_classes(FALSE), "`")[[1]][[2]]
  numbers <- eval(parse(text = gsub("{arg}", "x[1:2]", one, fixed = TRUE)))
  expect_identical(numbers[, "bu"], c(A = 1, B = 0, C = NA, D = 0))
})
