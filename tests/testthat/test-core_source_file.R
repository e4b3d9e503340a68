skip_if_not_installed("bigmemory")

test_that("a file that is cut short or gone is an error that names it, and R lives", {
  skip_on_cran()
  x <- normal_points(3000, 2)
  folder <- scratch_folder()
  big <- big_file(x, folder)
  path <- file.path(folder, "x.bk")
  before <- bw_knn(big)
  con <- file(path, "r+b")
  seek(con, 8 * 3000, rw = "write")
  truncate(con)
  close(con)
  expect_fault(
    bw_knn(big), "x", class = "file", text = c("x.bk is too short", "24000 bytes of 48000")
  )
  unlink(path)
  expect_fault(bw_knn(big), "x", class = "file", text = "x.bk cannot be opened")
  embedding <- embed_kpca(x[1:30, ], 1, bandwidth = 1)
  expect_fault(predict(embedding, big), "newdata", class = "file", text = "x.bk")
})

test_that("missing values in files are those of the packages that wrote them", {
  skip_on_cran()
  folder <- scratch_folder()
  missing <- list(float = 2^-126, integer = NA_integer_, double = NA_real_)
  for (type in names(missing)) {
    big <- big_file(matrix(1:12, 6), folder, paste0("na_", type), type)
    path <- file.path(folder, paste0("na_", type, ".bk"))
    values <- if (type == "integer") c(1:9, NA, 11:12) else replace(1:12 + 0, 10, missing[[type]])
    writeBin(values, path, size = if (type == "double") 8L else 4L)
    expect_fault(bw_knn(big), "x", text = c("missing values (NA)", "row 4, column 2"))
  }
  writeBin(replace(1:12 + 0, 10, NaN), file.path(folder, "na_float.bk"), size = 4L)
  attached <- bigmemory::attach.big.matrix(file.path(folder, "na_float.desc"))
  expect_fault(bw_knn(attached), "x", text = c("NaN values", "row 4, column 2"))
  skip_if_not_installed("float")
  expect_fault(bw_knn(float::fl(matrix(c(1:9, NA, 11, 12), 6))), "x",
               text = c("missing values (NA)", "row 4, column 2"))
})

test_that("types that hold no measurements are refused", {
  skip_on_cran()
  for (type in c("char", "short")) {
    big <- big_file(matrix(1:12, 6), scratch_folder(), type = type)
    expect_fault(bw_knn(big), "x", text = c("double, float or integer", "not of type"))
  }
  in_memory <- bigmemory::big.matrix(6, 2, type = "char")
  expect_fault(bw_knn(in_memory), "x", text = "not of type char")
})

test_that("whole numbers in a file are numbers", {
  skip_on_cran()
  x <- matrix(as.integer(100 * normal_points(300, 2)), 300)
  big <- big_file(x, scratch_folder(), type = "integer")
  expect_identical(as.numeric(bw_knn(big)), as.numeric(bw_knn(x)))
})

test_that("a single column of a big.matrix with a file per column", {
  skip_on_cran()
  skip_if_not_installed("bigmemory")
  x <- normal_points(100, 3)
  folder <- withr::local_tempdir()
  whole <- bigmemory::as.big.matrix(
    x, separated = TRUE, backingpath = folder, backingfile = "s", descriptorfile = "s.desc"
  )
  third <- bigmemory::sub.big.matrix(whole, firstCol = 3, lastCol = 3)
  expect_identical(as.numeric(bw_median(third)), as.numeric(bw_median(x[, 3, drop = FALSE])))
})

test_that("a big.matrix that was saved and loaded is refused by name", {
  skip_on_cran()
  file <- tempfile()
  saveRDS(bigmemory::as.big.matrix(normal_points(30, 2)), file)
  lost <- readRDS(file)
  expect_fault(bw_knn(lost), "x", text = "attach.big.matrix")
  embedding <- embed_kpca(normal_points(30, 2), 1, bandwidth = 1)
  expect_fault(predict(embedding, lost), "newdata", text = "attach.big.matrix")
  expect_fault(predict(embedding, normal_points(30, 2), to = lost), "to", text = "attach")
})
