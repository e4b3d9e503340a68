test_that("new points come in blocks, in the columns of the data, scaled as they were", {
  x <- plain_circle(30)
  e <- embed_eigenmaps(x, 2, bandwidth = 1, scale = TRUE)
  whole <- predict(e, x)
  expect_equal(whole, as.matrix(e), tolerance = 1e-6, ignore_attr = TRUE)
  for (rows in c(1, 7, 30)) {
    withr::local_options(lapscale.block_rows = rows)
    expect_identical(predict(e, source_by_function(x)), whole)
  }
})

test_that("row names of new points are those of the source", {
  x <- plain_circle(30)
  rownames(x) <- paste0("r", 1:30)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  withr::local_options(lapscale.block_rows = 7)
  expect_identical(rownames(predict(e, source_by_function(x))), rownames(x))
})

test_that("augment() has one column of each name", {
  x <- bent_strip(40)
  e <- embed_isomap(x, 2, k = 8)
  again <- augment(e, augment(e, as.data.frame(x)))
  expect_identical(names(again), c("a", "b", "c", ".embed1", ".embed2"))
  expect_equal(again, augment(e, as.data.frame(x)))
  new <- data.frame(x[1:3, ], .embed1 = 0)
  expect_identical(anyDuplicated(names(augment(e, newdata = new))), 0L)
})

test_that("with na_action = \"keep\" rows with missing values are NA, and the others as without them", {
  x <- plain_circle(60)
  rownames(x) <- paste0("r", 1:60)
  new <- x[1:12, ] + 0.01
  expected <- replace(new, TRUE, predict(e <- embed_eigenmaps(x, 2, bandwidth = 0.3), new))
  expected[c(2, 7), ] <- NA
  new[2, 1] <- NA
  new[7, 2] <- -Inf
  withr::local_options(lapscale.block_rows = 5)
  for (form in list(new, data.frame(new), source_by_function(new))) {
    found <- expect_quiet(predict(e, form, na_action = "keep"))
    expect_equal(unname(found), unname(expected))
    expect_fault(predict(e, form), "newdata")
  }
  expect_fault(predict(e, new[2, , drop = FALSE]), "newdata", text = "na_action")
  sparse <- methods::as(Matrix::Matrix(new), "generalMatrix")
  expect_identical(predict(e, sparse, na_action = "keep"), predict(e, new, na_action = "keep"))
  known <- expect_quiet(augment(e, newdata = data.frame(new)))
  expect_identical(which(is.na(known$.novelty)), c(2L, 7L))
  expect_fault(predict(e, new, na_action = "omit"), "na_action")
  parts <- embed_eigenmaps(rbind(x, x + 100), 2, bandwidth = 0.3, components = "each")
  expect_identical(unname(which(is.na(predict(parts, new, na_action = "keep")[, 1]))), c(2L, 7L))
})
