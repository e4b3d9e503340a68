test_that("blocks cover all rows once, in order, and are neither short nor long", {
  shapes <- list(c(0, 3), c(1, 1), c(1023, 5), c(1025, 5), c(1e5, 3), c(1e6, 1), c(5000, 4e4))
  for (shape in shapes) {
    blocks <- row_blocks(shape[[1]], shape[[2]])
    expect_identical(as.numeric(unlist(blocks)), as.numeric(seq_len(shape[[1]])))
    sizes <- lengths(blocks)
    expect_true(all(sizes[-length(sizes)] >= 1024))
    expect_true(all(sizes == 1024 | sizes * shape[[2]] <= max(2^23, 1024 * shape[[2]])))
  }
  withr::local_options(lapscale.block_rows = 7)
  expect_identical(row_blocks(10, 3), list(1:7, 8:10))
})

test_that("a source that does not fit into memory is refused with its size", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 0.001)
  many <- row_source(1e5, 3, function(rows) stop("nothing is read"))
  expect_fault(bw_rec(many), "x", class = "memory", text = "0.00224 GB")
})

test_that("rows that are no longer finite when they are read again are an error", {
  x <- plain_circle(60)
  # Whole up to the given reading, then with a missing value.
  spoilt_after <- function(readings) {
    row_source(60, 2, function(rows) {
      readings <<- readings - 1
      if (readings < 0) x[1, 1] <- NaN
      x[rows, ]
    })
  }
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  expect_fault(predict(e, spoilt_after(1)), "newdata", class = "file", text = "were changed")
  skip_on_os("windows")
  withr::local_options(lapscale.paged = TRUE)
  expect_fault(suppressMessages(bw_rate(spoilt_after(1), d = 1)), "x", class = "file",
               text = "were changed")
})

test_that("blocks of a file are read into one place, others as they come", {
  x <- matrix(stats::rnorm(60), 20)
  file <- withr::local_tempfile()
  writeBin(as.vector(x), file)
  layout <- list(
    path = file, type = "double", offset = 0, column_rows = 20, first_row = 0, first_column = 0,
    n = 20, p = 3
  )
  read <- block_reader(source_of_file(layout, "a file"), "x")
  first <- read(1:8)
  expect_identical(first, x[1:8, ])
  expect_identical(read(9:16), x[9:16, ])
  expect_identical(first, x[9:16, ])
  expect_identical(read(17:20), x[17:20, ])
  expect_identical(first, x[9:16, ])
  read <- block_reader(row_source(20, 3, function(rows) x[rows, ]), "x")
  first <- read(1:8)
  expect_identical(read(9:16), x[9:16, ])
  expect_identical(first, x[1:8, ])
})
