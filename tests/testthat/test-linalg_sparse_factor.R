# A walk's matrix with spectrum in [-1, 1], a dgCMatrix.
walk_matrix <- function(n) {
  x <- sample_swiss_roll(n, seed = 1)
  walk_operator(graph_laplacian(heat_graph(x, 3, "knn", k = 8)), new_runtime(1, FALSE))$matrix
}

test_that("the core solves as base R does, in any order of the rows", {
  skip_on_cran()
  n <- 400
  m <- walk_matrix(n)
  b <- matrix(cpp_uniform(n * 5, 1, 0), n)
  for (order in list(seq_len(n), order(cpp_uniform(n, 2, 0)), cpp_cholesky_plan(m, Inf)$order)) {
    for (way in list(c(-1, 1.01), c(0.5, 2))) {
      want <- solve(way[[1]] * as.matrix(m) + diag(way[[2]], n), b)
      for (runtime in list(new_runtime(1, FALSE), new_runtime(2, FALSE))) {
        factor <- cpp_sparse_factor(m, order, way[[1]], way[[2]], runtime)
        expect_equal(cpp_cholesky_solve(factor, b, runtime), want, tolerance = 1e-12)
        expect_equal(cpp_cholesky_solve(factor, b[, 1, drop = FALSE], runtime),
                     want[, 1, drop = FALSE], tolerance = 1e-12)
      }
    }
  }
})

test_that("a shift is added to the diagonal, also where that holds no entry", {
  path <- as_general(
    Matrix::bandSparse(50, k = 1, diagonals = list(rep(-0.5, 49)), symmetric = TRUE)
  )
  runtime <- new_runtime(1, FALSE)
  b <- matrix(cpp_uniform(50, 1, 0), 50)
  factor <- cpp_sparse_factor(path, 50:1, 1, 1.01, runtime)
  expect_equal(cpp_cholesky_solve(factor, b, runtime), solve(as.matrix(path) + diag(1.01, 50), b),
               tolerance = 1e-12)
  expect_null(cpp_sparse_factor(path, 1:50, 1, 0.5, runtime))
})

test_that("the last bit does not depend on the number of threads", {
  m <- walk_matrix(300)
  b <- matrix(cpp_uniform(300 * 9, 1, 0), 300)
  solved <- lapply(1:2, function(threads) {
    runtime <- new_runtime(threads, FALSE)
    cpp_cholesky_solve(cpp_sparse_factor(m, 1:300, -1, 1.01, runtime), b, runtime)
  })
  expect_identical(solved[[1]], solved[[2]])
})
