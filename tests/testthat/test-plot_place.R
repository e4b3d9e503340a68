test_that("points are drawn in the first two columns of the rows kept, of tables of any kind", {
  fit <- list(n_given = 4L, rows = c(1L, 3L, 4L))
  x <- cbind(a = c(1, 2, 3, 4), b = c(5, 6, 7, 8), c = 0)
  for (table in list(x, as.data.frame(x), Matrix::Matrix(x))) {
    expect_equal(resolve_place(table, fit), x[fit$rows, 1:2], ignore_attr = "dimnames")
    expect_identical(colnames(resolve_place(table, fit)), c("a", "b"))
  }
  line <- resolve_place(x[, 1], fit)
  expect_identical(unname(line), cbind(c(1, 3, 4), 0))
  expect_identical(colnames(line), c("coordinate 1", ""))
  e <- suppressWarnings(embed_isomap(two_strips(), 1, k = 10, components = "largest"))
  place <- resolve_place(e, list(n_given = 100L, rows = seq_len(100)))
  expect_identical(unname(place), cbind(plain_matrix(e), 0))
  for (bad in list("a", x[-1, ], matrix(0, 4, 0), cbind(c(1, NA, NA, NA), c(NA, 1, 1, 1)))) {
    expect_fault(resolve_place(bad, fit), "coordinates")
  }
})
