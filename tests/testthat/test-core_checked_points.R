test_that("na_action = \"omit\" keeps the complete rows and says so", {
  m <- normal_points(6, 2)
  m[2, 1] <- NA
  m[5, 2] <- Inf
  kept <- expect_condition_of(
    as_points(m, list(na_action = "omit")), "warning_omitted", c("`x`", "2 rows", "row 2")
  )
  expect_identical(kept$rows, c(1L, 3L, 4L, 6L))
  expect_identical(kept$x, m[kept$rows, ])
  expect_identical(kept$n_given, 6L)
  expect_fault(as_points(m[1:4, ] * NA, list(na_action = "omit")), "x", text = "without missing")
  expect_quiet(as_points(m[c(1, 3, 4), ], list(na_action = "omit")))
})

test_that("the first value that is not finite is found, with its kind", {
  skip_on_cran()
  m <- normal_points(6, 3)
  place <- function(value) replace(m, cbind(4, 2), value)
  expect_fault(as_points(place(NA)), "x", text = "(NA), first at row 4, column 2")
  expect_fault(as_points(place(NaN)), "x", text = "NaN values, first at row 4, column 2")
  expect_fault(as_points(place(-Inf)), "x", text = "infinite values, first at row 4, column 2")
  expect_fault(as_points(replace(m, 1:7, NA)), "x", text = "7 in all")
  # Only NA can be omitted by a word, and only where the caller takes it: there it is offered.
  said <- function(x, ...) text_of(tryCatch(as_points(x, list(...)), error = identity))
  expect_match(said(place(NA), na_action = "error"), "na_action")
  expect_no_match(said(place(NaN), na_action = "error"), "na_action")
  expect_no_match(said(place(NA)), "na_action")
  e <- embed_kpca(m, 1, kernel = "linear")
  expect_match(text_of(tryCatch(predict(e, place(NA)), error = identity)), "\"keep\"")
  expect_no_match(text_of(tryCatch(embed_quality(e, place(NA)), error = identity)), "na_action")
})

test_that("too few rows and no column are refused with the least number", {
  expect_fault(as_points(matrix(0, 2, 2)), "x", text = "at least 3 rows")
  expect_fault(as_points(matrix(0, 0, 2)), "x", text = "0 rows")
  expect_fault(as_points(matrix(0, 3, 0)), "x", text = "0 columns")
  expect_identical(nrow(as_points(matrix(0, 2, 2), min_rows = 2L)$x), 2L)
})

test_that("rows are matched to those that were kept", {
  x <- plain_circle(20)
  x[2, 1] <- NA
  at <- function(points) {
    quietly(metric_distortion(x, 1, d = 1, points = points, na_action = "omit"))
  }
  expect_identical(at(c(4, 1))$distortion,
                   metric_distortion(x[-2, ], 1, d = 1, points = c(3, 1))$distortion)
  expect_fault(at(c(1, 2)), "points", text = "row 2")
})

test_that("rows and columns with missing values are counted and named", {
  air <- airquality[1:4]
  where <- "(44 in all), in 42 of 153 rows (Ozone, Solar.R); finite"
  expect_fault(embed_layout(air), "x", text = where)
  expect_fault(as_points(unname(as.matrix(air))), "x", text = "in 42 of 153 rows; finite")
  e <- embed_kpca(air[3:4], 1)
  expect_fault(predict(e, airquality[c("Temp", "Wind")] * air$Ozone), "newdata",
               text = "in 37 of 153 rows (Wind, Temp); finite")
})
