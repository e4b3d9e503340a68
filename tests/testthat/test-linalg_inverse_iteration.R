constant <- function(n) matrix(1 / sqrt(n), n)

test_that("the bottom of F F' is that of a dense solver, above and below the dense limit", {
  runtime <- new_runtime(2, FALSE)
  for (n in c(120, 420)) {
    ring <- Matrix::bandSparse(n, k = c(-n + 1, -1, 0, 1, n - 1),
                               diagonals = list(-0.5, rep(-0.5, n), rep(1, n), rep(-0.5, n), -0.5))
    weights <- 1 + cpp_uniform(n, 1, 0) / 10
    factor <- as_dgCMatrix(ring %*% Matrix::Diagonal(x = weights))
    dense <- eigen(as.matrix(Matrix::tcrossprod(factor)), symmetric = TRUE)
    found <- expect_quiet(inverse_iteration(factor, 6, constant(n), runtime))
    expect_lt(max(abs(found$values - rev(dense$values)[1:6])), 1e-13)
    expect_equal(crossprod(found$vectors), diag(6), tolerance = 1e-10)
    # Up to a gap: pairs come together.
    space <- dense$vectors[, n - 0:4]
    expect_equal(tcrossprod(found$vectors[, 1:5]), tcrossprod(space), tolerance = 1e-6)
    expect_identical(inverse_iteration(factor, 6, constant(n), new_runtime(1, FALSE)), found)
  }
})

test_that("known vectors come first, and may be all that is asked for", {
  factor <- as_dgCMatrix(Matrix::Diagonal(30))
  known <- qr.Q(qr(cbind(1, 1:30)))
  found <- inverse_iteration(factor, 2, known, new_runtime(1, FALSE))
  expect_identical(found, list(values = c(0, 0), vectors = known, residuals = c(0, 0)))
  expect_identical(inverse_iteration(factor, 3, known, new_runtime(1, FALSE))$vectors[, 1:2], known)
})

test_that("an iteration that does not settle says so, with all columns and their residuals", {
  # Eigenvalues so close together that inverse iteration hardly tells them apart.
  factor <- as_dgCMatrix(Matrix::Diagonal(x = seq(1, 1.001, length.out = 300)))
  found <- expect_condition_of(
    inverse_iteration(factor, 3, constant(300), new_runtime(1, FALSE)),
    "warning_convergence", "2 eigenvectors of 3 did not settle in 300 rounds"
  )
  expect_equal(crossprod(found$vectors), diag(3))
  expect_gt(max(found$residuals), 1e-8)
})

test_that("an iteration settles where any basis of a space is as good", {
  found <- expect_quiet(
    inverse_iteration(as_dgCMatrix(Matrix::Diagonal(300)), 3, constant(300), new_runtime(1, FALSE))
  )
  expect_equal(found$values, c(0, 1, 1))
  expect_equal(crossprod(found$vectors), diag(3))
  expect_lt(max(found$residuals), 1e-12)
})

test_that("a matrix that rounding leaves indefinite is shifted until it has a factor", {
  m <- Matrix::Diagonal(40, c(rep(1, 39), -1e-12))
  runtime <- new_runtime(1, FALSE)
  factor <- barely_shifted_factor(m, runtime)
  b <- matrix(1, 40)
  solved <- cpp_cholesky_solve(factor, b, runtime)
  expect_equal(solved[1:39], rep(1, 39), tolerance = 1e-9)
  expect_gt(solved[40], 1e9)
  expect_null(barely_shifted_factor(Matrix::Diagonal(40, c(rep(1, 39), -1)), runtime))
})

test_that("a matrix without any factor is an error and not left to a dense solver", {
  for (entry in c(NaN, 1e200)) {
    factor <- as_dgCMatrix(Matrix::Diagonal(x = replace(rep(1, 300), 7, entry)))
    expect_error(inverse_iteration(factor, 3, constant(300), new_runtime(1, FALSE)),
                 "not finite", class = "lapscale_error_convergence")
  }
})

test_that("a factor that does not fit into memory is refused before it is made", {
  skip_on_cran()
  n <- 300
  diagonals <- list(rep(2, n), rep(-1, n - 1))
  factor <- as_dgCMatrix(Matrix::bandSparse(n, k = 0:1, diagonals = diagonals))
  withr::local_options(lapscale.memory = 1e-6)
  expect_error(
    inverse_iteration(factor, 3, constant(n), new_runtime(1, FALSE)),
    class = "lapscale_error_memory"
  )
})

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
  path <- as_dgCMatrix(
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
