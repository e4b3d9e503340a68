test_that("points that all coincide have no scale", {
  expect_fault(check_spread(matrix(3, 5, 2)), "x", class = "no_scale", text = "5 points coincide")
  expect_silent(check_spread(cbind(3, c(1, 1, 1 + 1e-15))))
})

test_that("columns of very different widths are told of; constant ones do not count", {
  x <- cbind(c(0, 1, 2), c(0, 1e6, 5), 7)
  expect_condition_of(check_spread(x), "message_scale", c("`x`", "column 2"))
  expect_quiet(check_spread(cbind(x[, 1], 1e3 * x[, 1], 1e9)))
})
