# So many points are searched by blocks of products.
by_blocks <- 500L

test_that("leading eigenpairs are those of the dense solver, for plain and sparse matrices", {
  m <- tcrossprod(normal_points(30, 4)) - diag(30)
  want <- eigen(m, symmetric = TRUE)
  runtime <- new_runtime(1, FALSE)
  for (matrix in list(m, as_dgCMatrix(Matrix::Matrix(m, sparse = TRUE)))) {
    found <- leading_eigenpairs(matrix, 3L, runtime)
    expect_equal(found$values, want$values[1:3], tolerance = 1e-9)
    expect_lt(off_by(found$vectors, want$vectors[, 1:3]), 1e-6)
  }
  expect_identical(leading_eigenpairs(matrix(0, 4, 4), 2L, runtime)$values, c(0, 0))
})

# Kernel matrices that are searched by blocks, stored or not, beside the dense formula.

plane_points <- function(n, columns) normal_points(n, columns) %*% diag(2^-(seq_len(columns) - 1))

test_that("a search by blocks finds what the dense formula says, for new points too", {
  skip_on_cran()
  for (columns in c(2, 31)) {
    x <- plane_points(by_blocks + 30, columns)
    kernel <- exp(-sq_distances_of(x))
    want <- oracle_kernel_pca(kernel, 4)
    e <- embed_kpca(x, 4, bandwidth = 1)
    expect_lt(off_by(e, want), 1e-8)
    expect_equal(e$eigenvalues, colSums(want^2), tolerance = 1e-10)
    expect_lt(max(e$residuals), 1e-9)
    expect_identical(is.null(e$settings$entries), columns > 2)
    expect_equal(predict(e, x[1:9, ] + 1e-9), as.matrix(e)[1:9, ], tolerance = 1e-6)
  }
})

test_that("few points, and a share of variance, take the stored kernel", {
  skip_on_cran()
  x <- plane_points(by_blocks + 1, 2)
  expect_null(embed_kpca(x[-(1:5), ], 2, bandwidth = 1)$settings$entries)
  by_share <- embed_kpca(x, variance = 0.5, bandwidth = 1)
  expect_null(by_share$settings$entries)
  by_count <- embed_kpca(x, length(by_share$eigenvalues), bandwidth = 1)
  expect_output(print(by_count), "million weights, not stored")
  expect_lt(off_by(by_count, by_share), 1e-8)
})

test_that("eigenvalues that crowd are told apart with the stored kernel", {
  skip_on_cran()
  x <- plane_points(by_blocks, 3)
  h <- 0.02
  e <- suppressMessages(embed_kpca(x, 3, bandwidth = h))
  want <- oracle_kernel_pca(exp(-sq_distances_of(x) / h^2), 3)
  expect_equal(e$eigenvalues, colSums(want^2), tolerance = 1e-9)
  expect_lt(max(e$residuals), 1e-9)
})

test_that("points without neighbors are said to be so, those all in one place at this scale not", {
  x <- plane_points(by_blocks, 2)
  expect_condition_of(suppressMessages(embed_kpca(x, 2, bandwidth = 1e-6)), "warning_isolated")
  # The kernel is nearly linear there.
  expect_quiet(embed_kpca(x, 2, bandwidth = 1e6))
})

test_that("the same bits for any number of threads, stored or not", {
  skip_on_cran()
  withr::local_options(lapscale.threads = NULL)
  for (columns in c(2, 31)) {
    x <- plane_points(by_blocks + 100, columns)
    one <- embed_kpca(x, 3, bandwidth = 0.8, n_threads = 1)
    expect_identical(embed_kpca(x, 3, bandwidth = 0.8, n_threads = 3), one)
  }
})

test_that("memory is refused before the work", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 1e-4)
  x <- plane_points(2000, 2)
  expect_fault(embed_kpca(x, 2, bandwidth = 1), "x", "memory", text = "vectors of 2000 points")
  expect_fault(embed_kpca(x, variance = 0.5, bandwidth = 1), "x", "memory")
})
