skip_if_not_installed("bigmemory")

output <- function(n, s, folder, type = "double", name = basename(tempfile("to"))) {
  bigmemory::filebacked.big.matrix(
    n, s, type = type, backingfile = paste0(name, ".bk"), backingpath = folder,
    descriptorfile = paste0(name, ".desc")
  )
}

test_that("predictions are written by blocks, the same as those that are returned", {
  skip_on_cran()
  x <- plain_circle(120)
  new <- plain_circle(50, seed = 2)
  y <- factor(ifelse(x[, 1] > 0, "a", "b"))
  few <- replace(y, 10:120, NA)
  fits <- list(
    embed_eigenmaps(x, 2, bandwidth = 0.3), embed_isomap(x, 2), embed_lle(x, 2),
    embed_kpca(x, 2, bandwidth = 1), embed_kpca(x, 1, kernel = "linear")
  )
  expected <- lapply(fits, predict, new)
  harmonic <- ssl_harmonic(x, few, bandwidth = 0.3)
  machine <- ssl_laprls(x, few, bandwidth = 0.3)
  labels <- lapply(list(harmonic, machine), predict, new, type = "prob")
  numbers <- ssl_harmonic(x, replace(x[, 1], 10:120, NA), bandwidth = 0.3)
  line <- predict(numbers, new)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3, seed = 1)
  group <- predict(clusters, new)
  withr::local_options(lapscale.block_rows = 7)
  folder <- scratch_folder()
  for (i in seq_along(fits)) {
    for (given in list(new, source_by_function(new))) {
      to <- output(50, ncol(expected[[i]]), folder)
      found <- withVisible(predict(fits[[i]], given, to = to))
      expect_false(found$visible)
      expect_identical(found$value, to)
      expect_identical(to[, , drop = FALSE], expected[[i]])
    }
    expect_identical(predict(fits[[i]], new), expected[[i]])
  }
  to <- output(50, 2, folder)
  predict(harmonic, new, type = "prob", to = to)
  expect_identical(to[, ], unname(labels[[1]]))
  predict(machine, new, type = "prob", to = to)
  expect_identical(to[, ], unname(labels[[2]]))
  to <- output(50, 1, folder)
  predict(numbers, new, to = to)
  expect_identical(to[, 1], line)
  to <- output(50, 1, folder, "integer")
  predict(clusters, new, to = to)
  expect_identical(to[, 1], unname(group))
})

test_that("an output may be a file of floats, in memory, a part, or a file per column", {
  x <- plain_circle(60)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  expected <- predict(e, x)
  folder <- scratch_folder()
  floats <- output(60, 2, folder, "float")
  predict(e, x, to = floats)
  expect_identical(as_floats(expected), floats[, ])
  memory <- bigmemory::big.matrix(60, 2, type = "float")
  expect_silent(predict(e, x, to = memory))
  expect_identical(as_floats(expected), memory[, ])
  columns <- big_file(matrix(0, 60, 2), folder, "columns", separated = TRUE)
  predict(e, x, to = columns)
  expect_identical(expected, columns[, ])
  whole <- big_file(matrix(0, 62, 4), folder, "whole")
  predict(e, x, to = bigmemory::sub.big.matrix(whole, 2, 61, 2, 3))
  expect_identical(whole[, ], rbind(0, cbind(0, expected, 0), 0))
  skip_if_not_installed("bigstatsr")
  fbm <- getExportedValue("bigstatsr", "FBM")(60, 2, backingfile = file.path(folder, "fbm"))
  predict(e, x, to = fbm)
  expect_identical(fbm[], expected)
})

test_that("rows without a place are NA in an output, with the warning of the matrix", {
  x <- plain_circle(120)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  new <- rbind(x[1:5, ], 100, x[6:10, ], -100)
  withr::local_options(lapscale.block_rows = 4)
  for (type in c("double", "float")) {
    to <- output(12, 2, scratch_folder(), type)
    expect_warning(
      predict(e, new, to = to), "2 rows are too far .*6.*12", class = "lapscale_warning_far"
    )
    expect_identical(which(is.na(as_point_matrix(to, "x")[, 1])), c(6L, 12L))
  }
  fit <- ssl_harmonic(x, replace(x[, 1], 10:120, NA), bandwidth = 0.3)
  to <- output(12, 1, scratch_folder())
  expect_warning(
    predict(fit, new, to = to), "2 rows are too far .*6.*12", class = "lapscale_warning_far"
  )
})

test_that("numbers that floats have not are refused, and FLT_MIN is not taken for missing", {
  to <- output(2, 1, scratch_folder(), "float")
  written <- check_output(to, 2, 1)
  expect_fault(written$write(1:2, matrix(c(1, 1e39))), "to", class = "file", text = "cannot hold 1e+39")
  written$write(1:2, matrix(c(2^-126, Inf)))
  found <- as_point_matrix(to, "x")
  expect_equal(found[[1]], 2^-126, tolerance = 1e-6)
  expect_identical(found[[2]], Inf)
})

test_that("outputs of another shape or kind are refused before anything is computed", {
  skip_on_cran()
  x <- plain_circle(60)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  folder <- scratch_folder()
  expect_fault(predict(e, x, to = matrix(0, 60, 2)), "to", text = "an FBM or a big.matrix")
  expect_fault(predict(e, x, to = output(60, 3, folder)), "to",
               text = c("60 rows and 2 columns", "60 and 3"))
  expect_fault(predict(e, x, to = output(59, 2, folder)), "to", text = "59 and 2")
  expect_fault(predict(e, x, to = output(60, 2, folder, "integer")), "to", text = "not integer")
  expect_fault(predict(e, x, to = output(60, 2, folder, "char")), "to", text = "not of type char")
  expect_fault(predict(e, to = output(60, 2, folder)), "to", text = "`newdata`, which is missing")
  few <- replace(factor(x[, 1] > 0), 10:60, NA)
  fit <- ssl_harmonic(x, few, bandwidth = 0.3)
  expect_fault(predict(fit, x, to = output(60, 2, folder)), "to", text = "\"prob\"")
  expect_fault(predict(fit, to = output(60, 2, folder)), "to", text = "missing")
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3, seed = 1)
  expect_fault(predict(clusters, to = output(60, 1, folder)), "to", text = "missing")
  locked <- output(60, 2, folder, name = "to")
  bigmemory::flush(locked)
  locked <- bigmemory::attach.big.matrix(file.path(folder, "to.desc"), readonly = TRUE)
  expect_fault(predict(e, x, to = locked), "to", text = "read-only")
})

test_that("new points of a source are checked before anything is computed", {
  x <- plain_circle(60)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  withr::local_options(lapscale.block_rows = 7)
  to <- output(60, 2, scratch_folder())
  bad <- x
  bad[60, 2] <- NaN
  bad[23, 1] <- NA
  expect_fault(predict(e, source_by_function(bad), to = to), "newdata",
               text = "(NA), first at row 23, column 1 (2 in all)")
  expect_identical(to[, ], matrix(0, 60, 2))
  expect_fault(predict(e, source_by_function(cbind(x, 1))), "newdata", text = "it has 3")
})

test_that("columns of a source are matched by name, those of a function by position", {
  skip_on_cran()
  withr::local_options(bigmemory.allow.dimnames = TRUE)
  x <- plain_circle(60)
  colnames(x) <- c("a", "b")
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  turned <- big_file(cbind(extra = 0, x[, 2:1]), scratch_folder())
  expect_message(found <- predict(e, turned), class = "lapscale_message_reordered")
  expect_identical(found, predict(e, x))
  expect_identical(predict(e, source_by_function(unname(x))), predict(e, x))
  expect_fault(predict(e, big_file(cbind(b = x[, 1], c = 1), scratch_folder())), "newdata",
               text = "a is missing")
})

test_that("a full disk is an error that names the file, and R lives", {
  skip_on_os(c("windows", "mac", "solaris"))
  folder <- small_disk()
  x <- plain_circle(60)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  many <- point_source(2e5, 2, function(rows) x[rep_len(1:60, length(rows)), ])
  to <- output(2e5, 2, folder, name = "to")
  expect_fault(predict(e, many, to = to), "to", class = "file",
               text = c("to.bk cannot be written", "the disk is full"))
})
