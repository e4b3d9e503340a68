test_that("a source says what it is and has the shape of a matrix", {
  source <- point_source(4000, 3, function(rows) matrix(0, length(rows), 3))
  expect_output(print(source), "Rows from a function: 4,000 x 3", fixed = TRUE)
  expect_identical(print_quietly(source), source)
  expect_identical(dim(source), c(4000L, 3L))
  expect_null(dimnames(source))
})

test_that("arguments of a source are refused with their name", {
  read <- function(rows) NULL
  expect_fault(point_source(0, 3, read), "n")
  expect_fault(point_source(10.5, 3, read), "n")
  expect_fault(point_source(10, "a", read), "p")
  expect_fault(point_source(10, 3, "read"), "read", text = "a function of row numbers")
  expect_fault(point_source(10, 3), "read", text = "missing")
  expect_fault(point_source(p = 3, read = read), "n", text = "missing")
})

test_that("any source holds the rows of its matrix, with their names", {
  skip_on_cran()
  x <- as_floats(normal_points(50, 3))
  for (source in sources_of(x, scratch_folder())) {
    found <- as_row_source(source)
    expect_identical(as_point_matrix(source, "x"), x, info = found$origin)
    expect_identical(found$read(c(3, 4, 50), "x"), x[c(3, 4, 50), ], info = found$origin)
  }
  skip_if_not_installed("bigmemory")
  dimnames(x) <- list(paste0("r", 1:50), c("a", "b", "c"))
  named <- big_file(x, scratch_folder())
  expect_identical(as_points(named)$names, rownames(x))
  expect_identical(dimnames(as_row_source(named)), dimnames(x))
  expect_identical(as_point_matrix(named, "x"), x)
  skip_if_not_installed("float")
  expect_identical(as_points(float::fl(x))$names, rownames(x))
  one <- float::fl(x[, 1])
  expect_identical(as_point_matrix(one, "x"), matrix(x[, 1], dimnames = list(rownames(x), NULL)))
})

test_that("a function may give any table, with row names or not", {
  table <- data.frame(a = c(0.5, 2, 3, 5), b = 1:4)
  by_table <- point_source(4, 2, function(rows) table[rows, ])
  expect_identical(unname(as_point_matrix(by_table, "x")), unname(as.matrix(table)))
  named <- as.matrix(table)
  rownames(named) <- letters[1:4]
  withr::local_options(lapscale.block_rows = 2)
  expect_identical(rownames(as_point_matrix(source_by_function(named), "x")), letters[1:4])
  half <- point_source(4, 2, function(rows) {
    if (rows[[1]] == 1) named[rows, ] else unname(named[rows, ])
  })
  expect_null(rownames(as_point_matrix(half, "x")))
  expect_identical(as_point_matrix(point_source(4, 1, function(rows) rows^2), "x"), cbind((1:4)^2))
})

test_that("what a function returns is checked, and named as `read`", {
  skip_on_cran()
  source <- function(read) point_source(40, 2, read)
  good <- function(rows) matrix(0.5, length(rows), 2)
  withr::local_options(lapscale.block_rows = 10)
  faults <- list(
    "10 rows and 2 columns for rows 1 to 10, not 9 and 2" = function(rows) good(rows[-1]),
    "not 10 and 3" = function(rows) cbind(good(rows), 1),
    "not a character matrix" = function(rows) matrix("a", length(rows), 2),
    "not NULL" = function(rows) if (rows[[1]] == 31) NULL else good(rows),
    "column b is of class character" = function(rows) data.frame(a = rows, b = "1"),
    "failed at rows 31 to 40: the line is cut" = function(rows) {
      if (rows[[1]] == 31) stop("the line is cut")
      good(rows)
    }
  )
  for (text in names(faults)) {
    expect_fault(bw_gc(source(faults[[text]])), "read", text = text)
  }
  expect_fault(predict(embed_kpca(normal_points(30, 2), 1, bandwidth = 1), source(faults[[1]])),
               "read")
})

test_that("missing values are named by row and column, and left out where that is asked for", {
  x <- normal_points(3000, 2)
  x[3000, 2] <- NaN
  expect_fault(bw_knn(source_by_function(x)), "x", text = "NaN values, first at row 3000, column 2")
  x[3000, 2] <- NA
  expect_fault(bw_knn(source_by_function(x)), "x", text = c("(NA)", "row 3000, column 2"))
  expect_warning(
    kept <- bw_knn(source_by_function(x), na_action = "omit"), class = "lapscale_warning_omitted"
  )
  expect_identical(as.numeric(kept), as.numeric(bw_knn(x[1:2999, ])))
})

test_that("a DelayedMatrix is read by the methods of its class", {
  setClass("DelayedMatrix", contains = "matrix", where = environment())
  x <- normal_points(20, 2)
  delayed <- new("DelayedMatrix", x)
  expect_output(print(as_row_source(delayed)), "Rows from a DelayedMatrix: 20 x 2", fixed = TRUE)
  expect_identical(as.numeric(bw_knn(delayed)), as.numeric(bw_knn(x)))
})
