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

test_that("new columns are matched by name, whatever the rows come in, or refused", {
  skip_on_cran()
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 8)
  turned <- x[1:8, c(3, 1, 2)]
  expected <- predict(e, x[1:8, ])
  # The names of later blocks stand in another order.
  source <- row_source(8, 3, function(rows) if (rows[[1L]] == 1) x[rows, ] else turned[rows, ])
  withr::with_options(list(lapscale.block_rows = 4), {
    expect_equal(predict(e, source), expected, ignore_attr = TRUE)
    expect_equal(as.matrix(source), x[1:8, ])
  })
  forms <- list(
    turned, as.data.frame(turned), Matrix::Matrix(turned, sparse = TRUE),
    row_source(8, 3, function(rows) turned[rows, ]),
    row_source(8, 3, function(rows) as.data.frame(turned)[rows, ])
  )
  for (new in forms) {
    found <- suppressMessages(predict(e, new))
    expect_equal(found, expected, ignore_attr = TRUE)
  }
  by_rows <- embed_isomap(row_source(60, 3, function(rows) x[rows, ]), 2, k = 8)
  expect_equal(suppressMessages(predict(by_rows, turned)), expected)
  at <- suppressMessages(laplacian_at(x, function(x) x[, "a"], turned, 0.5, 2))
  expect_equal(at, laplacian_at(x, function(x) x[, "a"], x[1:8, ], 0.5, 2))
  for (names in list(c("a", "a", "b"), c("a", "", "c"), c("c", NA, "a"), c("", "", ""))) {
    new <- `colnames<-`(unname(x[1:8, ]), names)
    tables <- list(
      new, Matrix::Matrix(new, sparse = TRUE), row_source(8, 3, function(rows) new[rows, ]),
      stats::setNames(as.data.frame(new), names)
    )
    for (table in tables) expect_fault(predict(e, table), "newdata", text = "by name")
    expect_fault(laplacian_at(x, function(x) x[, 1], new, 0.5, 2), "y", text = "by name")
  }
  # Further columns do not matter, and without names it is the place that counts.
  more <- cbind(turned, x = 1, x = 2)
  expect_equal(suppressMessages(predict(e, more)), expected, ignore_attr = TRUE)
  expect_equal(predict(e, unname(x[1:8, ])), expected, ignore_attr = TRUE)
  fit <- ssl_harmonic(g ~ a + b, data.frame(x, g = rep(c("u", NA, "v"), 20)), bandwidth = 0.5)
  twice <- stats::setNames(data.frame(1, 2, 3), c("a", "b", "b"))
  expect_fault(predict(fit, twice), "newdata", text = "comes twice")
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
