# A symmetric positive definite matrix: a walk's I - M, shifted.
shifted_walk <- function(n, shift = 0.01) {
  x <- sample_swiss_roll(n, seed = 1)
  laplacian <- graph_laplacian(heat_graph(x, 3, "knn", k = 8))
  m <- walk_operator(laplacian, new_runtime(1, FALSE))$matrix
  Matrix::forceSymmetric(Matrix::Diagonal(n, 1 + shift) - m)
}

test_that("the core solves as Matrix does, in any order of the rows", {
  n <- 400
  a <- shifted_walk(n)
  b <- matrix(cpp_uniform(n * 5, 1, 0), n)
  want <- as.matrix(Matrix::solve(a, b))
  runtime <- new_runtime(2, FALSE)
  order <- order(cpp_uniform(n, 2, 0))
  for (perm in c(FALSE, TRUE)) {
    direct <- cholesky_solver(sparse_cholesky(a, perm))
    turned <- cholesky_solver(sparse_cholesky(a[order, order], perm), order)
    expect_type(direct, "list")
    expect_equal(cpp_cholesky_solve(direct, b, runtime), want, tolerance = 1e-12)
    expect_equal(cpp_cholesky_solve(turned, b, runtime), want, tolerance = 1e-12)
    expect_equal(cpp_cholesky_solve(turned, b[, 1, drop = FALSE], runtime), want[, 1, drop = FALSE],
                 tolerance = 1e-12)
  }
})

test_that("a shift is added to the diagonal, also where that holds no entry", {
  path <- Matrix::bandSparse(50, k = 1, diagonals = list(rep(-0.5, 49)), symmetric = TRUE)
  b <- matrix(cpp_uniform(50, 1, 0), 50)
  for (m in list(path, shifted_walk(50))) {
    found <- as.matrix(Matrix::solve(sparse_cholesky(m, TRUE, 1.01), b))
    expect_equal(found, solve(as.matrix(m) + diag(1.01, 50), b), tolerance = 1e-12)
  }
  expect_null(sparse_cholesky(path, FALSE, 0.5))
})

test_that("the last bit does not depend on the number of threads", {
  a <- shifted_walk(300)
  solver <- cholesky_solver(sparse_cholesky(a, TRUE))
  b <- matrix(cpp_uniform(300 * 9, 1, 0), 300)
  expect_identical(
    cpp_cholesky_solve(solver, b, new_runtime(1, FALSE)),
    cpp_cholesky_solve(solver, b, new_runtime(2, FALSE))
  )
})

test_that("a factor without supernodes is solved with by Matrix", {
  n <- 200
  a <- shifted_walk(n)
  order <- rev(seq_len(n))
  simplicial <- Matrix::Cholesky(a[order, order], LDL = FALSE, super = FALSE)
  solver <- cholesky_solver(simplicial, order)
  expect_type(solver, "closure")
  b <- matrix(cpp_uniform(n * 3, 1, 0), n)
  expect_equal(cpp_cholesky_solve(solver, b, new_runtime(1, FALSE)), as.matrix(Matrix::solve(a, b)),
               tolerance = 1e-12)
  expect_equal(cpp_cholesky_solve(cholesky_solver(Matrix::Cholesky(a, super = FALSE)), b,
                                  new_runtime(1, FALSE)),
               as.matrix(Matrix::solve(a, b)), tolerance = 1e-12)
})

test_that("what is not positive definite has no factor and no solver, and does not warn", {
  expect_no_warning(factor <- sparse_cholesky(-shifted_walk(50), FALSE))
  expect_null(factor)
  expect_null(cholesky_solver(NULL))
})
