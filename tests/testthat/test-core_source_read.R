test_that("a source that does not fit into memory is refused with its size", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 0.001)
  many <- point_source(1e5, 3, function(rows) stop("nothing is read"))
  expect_fault(bw_rec(many), "x", class = "memory", text = "0.00224 GB")
})

test_that("rows that are no longer finite when they are read again are an error", {
  x <- plain_circle(60)
  # Whole up to the given reading, then with a missing value.
  spoilt_after <- function(readings) {
    point_source(60, 2, function(rows) {
      readings <<- readings - 1
      if (readings < 0) x[1, 1] <- NaN
      x[rows, ]
    })
  }
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  expect_fault(predict(e, spoilt_after(2)), "newdata", class = "file", text = "were changed")
  skip_on_os("windows")
  withr::local_options(lapscale.paged = TRUE)
  expect_fault(suppressMessages(bw_rate(spoilt_after(1), d = 1)), "x", class = "file",
               text = "were changed")
})
