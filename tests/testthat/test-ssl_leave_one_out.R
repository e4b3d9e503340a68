test_that("a point that nothing but its label speaks for gets the mean of the others", {
  expect_identical(leave_one_out(matrix(c(1, 2, 6)), matrix(c(1, 4, 6)), c(1, 0.5, 1))[, 1],
                   c(5, 0, 2.5))
})

test_that("errors are means over the labels of sums over the targets, with standard errors", {
  targets <- matrix(0, 3, 2)
  loo <- rbind(c(1, 0), c(1, 1), c(0, 3))
  expect_identical(leave_one_out_error(loo, targets), c(4, sd(c(1, 2, 9)) / sqrt(3)))
  both <- leave_one_out_errors(1:2, function(by) by * loo, targets)
  expect_equal(both$squared_error, c(4, 16))
  expect_equal(both$se[[2]], 4 * both$se[[1]])
  expect_identical(rownames(leave_one_out_errors(1, function(by) loo, targets)), "1")
})
