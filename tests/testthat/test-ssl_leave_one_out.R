test_that("a point that nothing but its label speaks for gets the mean of the others", {
  expect_identical(leave_one_out(matrix(c(1, 2, 6)), matrix(c(1, 4, 6)), c(1, 0.5, 1))[, 1],
                   c(5, 0, 2.5))
})

test_that("errors are means over the labels of sums over the targets, with standard errors", {
  targets <- matrix(0, 3, 2)
  loo <- rbind(c(1, 0), c(1, 1), c(0, 3))
  losses <- leave_one_out_losses(1:2, function(by) by * loo, targets)
  expect_identical(losses, cbind(c(1, 2, 9), 4 * c(1, 2, 9)))
  found <- mean_losses(losses)
  expect_equal(found$squared_error, c(4, 16))
  expect_equal(found$se, c(1, 4) * sd(c(1, 2, 9)) / sqrt(3))
  expect_identical(leave_one_out_losses(1, function(by) loo[1, , drop = FALSE], matrix(0, 1, 2)),
                   matrix(1))
})
