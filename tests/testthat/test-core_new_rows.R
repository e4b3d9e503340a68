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
