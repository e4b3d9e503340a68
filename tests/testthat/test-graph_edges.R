test_that("pairs stand at both ends, loops on the diagonal, zeros are kept", {
  m <- matrix_of_pairs(c(1, 2), c(3, 3), c(5, 0), 3)
  expect_identical(unname(as.matrix(m)), rbind(c(0, 0, 5), 0, c(5, 0, 0)))
  expect_length(m@x, 4L)
  looped <- matrix_of_pairs(1, 2, 7, 3, loops = 1:3)
  expect_identical(unname(as.matrix(looped)), rbind(c(1, 7, 0), c(7, 1, 0), c(0, 0, 1)))
  expect_length(matrix_of_pairs(integer(), integer(), numeric(), 4)@x, 0L)
})

test_that("edges are added to dense and sparse weights alike", {
  dense <- diag(4)
  dense[1, 2] <- dense[2, 1] <- 0.5
  want <- dense
  want[cbind(c(1, 3, 4, 4), c(4, 4, 1, 3))] <- c(2, 3, 2, 3)
  sparse <- as_general(Matrix::Matrix(dense, sparse = TRUE))
  expect_identical(add_edges(dense, c(1, 3), c(4, 4), c(2, 3)), want)
  added <- add_edges(sparse, c(1, 3), c(4, 4), c(2, 3))
  expect_s4_class(added, "dgCMatrix")
  expect_identical(unname(as.matrix(added)), want)
})

test_that("sums and neighbors are those of the rows, with or without loops", {
  runtime <- new_runtime(1, FALSE)
  w <- as.matrix(heat_graph(rbind(plain_circle(20), c(9, 9)), 0.4, self_loops = TRUE))
  for (loops in c(TRUE, FALSE)) {
    if (!loops) diag(w) <- 0
    others <- rowSums(w > 0) - loops
    for (weights in list(w, as_general(Matrix::Matrix(w, sparse = TRUE)))) {
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
