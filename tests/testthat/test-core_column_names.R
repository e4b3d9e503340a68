test_that("new columns are matched by name, whatever the rows come in, or refused", {
  skip_on_cran()
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 8)
  turned <- x[1:8, c(3, 1, 2)]
  expected <- predict(e, x[1:8, ])
  # The names of later blocks stand in another order.
  source <- point_source(8, 3, function(rows) if (rows[[1L]] == 1) x[rows, ] else turned[rows, ])
  withr::with_options(list(lapscale.block_rows = 4), {
    expect_equal(predict(e, source), expected, ignore_attr = TRUE)
    expect_equal(as.matrix(source), x[1:8, ])
  })
  forms <- list(
    turned, as.data.frame(turned), Matrix::Matrix(turned, sparse = TRUE),
    point_source(8, 3, function(rows) turned[rows, ]),
    point_source(8, 3, function(rows) as.data.frame(turned)[rows, ])
  )
  for (new in forms) {
    found <- suppressMessages(predict(e, new))
    expect_equal(found, expected, ignore_attr = TRUE)
  }
  by_rows <- embed_isomap(point_source(60, 3, function(rows) x[rows, ]), 2, k = 8)
  expect_equal(suppressMessages(predict(by_rows, turned)), expected)
  at <- suppressMessages(graph_laplacian_at(x, function(x) x[, "a"], turned, 0.5, 2))
  expect_equal(at, graph_laplacian_at(x, function(x) x[, "a"], x[1:8, ], 0.5, 2))
  for (names in list(c("a", "a", "b"), c("a", "", "c"), c("c", NA, "a"), c("", "", ""))) {
    new <- `colnames<-`(unname(x[1:8, ]), names)
    tables <- list(
      new, Matrix::Matrix(new, sparse = TRUE), point_source(8, 3, function(rows) new[rows, ]),
      stats::setNames(as.data.frame(new), names)
    )
    for (table in tables) expect_fault(predict(e, table), "newdata", text = "by name")
    expect_fault(graph_laplacian_at(x, function(x) x[, 1], new, 0.5, 2), "y", text = "by name")
  }
  # Further columns do not matter, and without names it is the place that counts.
  more <- cbind(turned, x = 1, x = 2)
  expect_equal(suppressMessages(predict(e, more)), expected, ignore_attr = TRUE)
  expect_equal(predict(e, unname(x[1:8, ])), expected, ignore_attr = TRUE)
  fit <- ssl_harmonic(g ~ a + b, data.frame(x, g = rep(c("u", NA, "v"), 20)), bandwidth = 0.5)
  twice <- stats::setNames(data.frame(1, 2, 3), c("a", "b", "b"))
  expect_fault(predict(fit, twice), "newdata", text = "comes twice")
})

test_that("tables with different columns are bound, also those without rows", {
  a <- data.frame(x = 1:2, chosen = TRUE)
  b <- data.frame(y = "b", chosen = FALSE)
  bound <- bind_filled(list(a, b, a[0, ]), last = "chosen")
  expect_identical(bound, data.frame(x = c(1:2, NA), y = c(NA, NA, "b"),
                                     chosen = c(TRUE, TRUE, FALSE)))
  expect_identical(names(bind_filled(list(a, b))), c("x", "chosen", "y"))
})

test_that("columns with names keep them if others have none", {
  x <- matrix(0, 1, 3, dimnames = list(NULL, c("a", "", NA)))
  expect_identical(name_some_columns(1:3, x), c("a", "column 2", "column 3"))
  expect_identical(name_some_columns(1:3, unname(x)), 1:3)
  expect_identical(name_some_columns(c("a", "b"), as.data.frame(x[, 1:2])), c("a", "b"))
})
