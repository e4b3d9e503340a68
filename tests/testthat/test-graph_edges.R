test_that("sums and neighbors are those of the rows, with or without loops", {
  runtime <- new_runtime(1, FALSE)
  w <- as.matrix(heat_graph(rbind(plain_circle(20), c(9, 9)), 0.4, self_loops = TRUE))
  for (loops in c(TRUE, FALSE)) {
    if (!loops) diag(w) <- 0
    others <- rowSums(w > 0) - loops
    for (weights in list(w, as_dgCMatrix(Matrix::Matrix(w, sparse = TRUE)))) {
      expect_equal(row_totals(weights, runtime), rowSums(w), tolerance = 1e-14)
      expect_equal(neighbor_counts(weights), others, ignore_attr = TRUE)
    }
  }
})

test_that("weights times columns are those of Matrix, columns named alike", {
  x <- matrix(cpp_uniform(600, 1, 0), ncol = 2)
  weights <- heat_graph(x, 0.1)$weights
  f <- cbind(a = cpp_uniform(300, 2, 0), b = seq_len(300))
  expect_equal(times_weights(weights, f), as.matrix(weights %*% f))
  expect_equal(times_weights(as.matrix(weights), f), times_weights(weights, f))
  logical <- matrix(rep(c(TRUE, FALSE), 300), 300)
  expect_equal(times_weights(weights, logical), as.matrix(weights %*% (logical + 0)))
  expect_error(cpp_sparse_product(weights, f[-1, ]), "The size of `f`")
})
