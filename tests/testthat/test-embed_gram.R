test_that("leading eigenpairs are those of the dense solver, for plain and sparse matrices", {
  m <- tcrossprod(normal_points(30, 4)) - diag(30)
  want <- eigen(m, symmetric = TRUE)
  runtime <- new_runtime(1, FALSE)
  for (matrix in list(m, as_general(Matrix::Matrix(m, sparse = TRUE)))) {
    found <- leading_eigenpairs(matrix, 3L, runtime)
    expect_equal(found$values, want$values[1:3], tolerance = 1e-9)
    expect_lt(off_by(found$vectors, want$vectors[, 1:3]), 1e-6)
  }
  expect_identical(leading_eigenpairs(matrix(0, 4, 4), 2L, runtime)$values, c(0, 0))
})

test_that("centring takes both means away", {
  m <- tcrossprod(normal_points(12, 3) + 5)
  centring <- diag(12) - 1 / 12
  expect_equal(double_centred(m), centring %*% m %*% centring, tolerance = 1e-12)
})

test_that("what is zero but for rounding is zero, and said so", {
  expect_identical(inverse_root(c(4, 0)), c(0.5, 0))
  kept <- expect_condition_of(null_small(c(1, 0.5, 1e-12), NULL), "warning_rank", "2 positive")
  expect_identical(kept, c(1, 0.5, 0))
  expect_identical(expect_quiet(null_small(c(1, 1e-9), NULL)), c(1, 1e-9))
})

test_that("without a positive eigenvalue there is nothing to embed", {
  wanted <- list(rule = "number", count = 1L)
  expect_fault(gram_eigenpairs(-diag(5), wanted, new_runtime(1, FALSE)), class = "no_positive")
})
