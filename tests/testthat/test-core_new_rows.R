test_that("new points come in blocks, in the columns of the data, scaled as they were", {
  x <- plain_circle(30)
  scaling <- find_scaling(x)
  for (new in list(x, source_by_function(x))) {
    rows <- as_new_rows(new, x, NULL, scaling)
    expect_identical(rows$n, 30L)
    expect_identical(rows$read(4:9), scale_points(x, scaling)[4:9, ])
    expect_identical(rows$read(1:30), scale_points(x, scaling))
  }
  expect_identical(unlist(place_blocks(200000, 3)), 1:200000)
  expect_identical(lengths(place_blocks(10000, 3750)), c(rep(1118L, 8), 1056L))
  expect_length(place_blocks(0, 3), 0)
})

test_that("row names of new points are those of the source", {
  x <- plain_circle(30)
  rownames(x) <- paste0("r", 1:30)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
  withr::local_options(lapscale.block_rows = 7)
  expect_identical(rownames(predict(e, source_by_function(x))), rownames(x))
  expect_identical(as_new_rows(source_by_function(x), x, NULL)$names, rownames(x))
})

test_that("blocks of very many columns have fewer rows", {
  expect_identical(block_rows(1e5, 60000), 1024)
  expect_identical(block_rows(1e5, 1e6), 67)
  expect_identical(block_rows(10, 1e9), 1)
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
