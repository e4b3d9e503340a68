# Added to the diagonal of what is factored.
shift <- 1e-9

# Both ways to the large end of the spectrum.

shifted_solver <- function(m, order = seq_len(nrow(m)), runtime = new_runtime(1, FALSE)) {
  cpp_sparse_factor(m, order, -1, 1 + shift, runtime)
}

walk_of <- function(x, ...) {
  walk_operator(graph_laplacian(heat_graph(x, ...)), new_runtime(2, FALSE))$matrix
}

shared_space <- function(a, b) {
  min(svd(crossprod(qr.Q(qr(a)), qr.Q(qr(b))))$d)
}

test_that("the inverse and the filter find the same as a dense solver", {
  skip_on_cran()
  runtime <- new_runtime(2, FALSE)
  for (x in list(sample_circle(500, seed = 1), sample_swiss_roll(600, seed = 2))) {
    m <- walk_of(x, as.numeric(bw_knn(x, k = 10)), "knn", k = 10)
    known <- null_vectors(graph_laplacian(heat_graph(x, as.numeric(bw_knn(x, k = 10)), "knn",
                                                     k = 10)), 1)
    dense <- eigen(as.matrix(m), symmetric = TRUE)
    # Up to a gap, so that the space is one.
    k <- max(which(dense$values[1:9] - dense$values[2:10] > 1e-4))
    for (solver in list(NULL, shifted_solver(m))) {
      pairs <- cpp_largest_eigenpairs(m, k, known, solver, shift, runtime)
      expect_equal(pairs$values, dense$values[1:k], tolerance = 1e-12)
      expect_lt(max(pairs$residuals), 1e-10)
      expect_gt(shared_space(pairs$vectors, dense$vectors[, 1:k, drop = FALSE]), 1 - 1e-9)
    }
  }
})

test_that("curves are solved by the inverse, bodies by the filter", {
  thin <- sample_circle(2000, seed = 1)
  walk <- walk_of(thin, as.numeric(bw_knn(thin, k = 10)), "knn", k = 10)
  expect_true(cpp_eigenpairs_plan(walk, 3)$by_inverse)
  body <- matrix(cpp_uniform(2000 * 6, 1, 0), ncol = 6)
  walk <- walk_of(body, as.numeric(bw_knn(body, k = 10)), "knn", k = 10)
  expect_false(cpp_eigenpairs_plan(walk, 3)$by_inverse)
})

test_that("points that hang on the rest by small weights ask for the inverse", {
  skip_on_cran()
  x <- normal_points(1000, 2)
  graph <- heat_graph(x, 0.2)
  laplacian <- suppressWarnings(graph_laplacian(graph))
  k <- graph_components(graph)$count + 2
  m <- walk_operator(laplacian, new_runtime(2, FALSE))$matrix
  expect_true(cpp_eigenpairs_plan(m, k)$by_inverse)
  dense <- eigen(as.matrix(m), symmetric = TRUE, only.values = TRUE)$values[seq_len(k)]
  values <- graph_spectrum(laplacian, k, "linear")$values
  expect_lt(max(abs(values - (1 - dense) * 4 / 0.2^2)), 1e-11)
})

test_that("the factor is one of the shifted matrix, in any order", {
  x <- sample_circle(60, seed = 5)
  m <- walk_of(x, 0.3)
  order <- order(cpp_uniform(60, 3, 0))
  parts <- shifted_solver(m, order)
  factor <- matrix(0, 60, 60)
  for (s in seq_len(length(parts$super) - 1L)) {
    columns <- (parts$super[[s]] + 1L):parts$super[[s + 1L]]
    rows <- parts$s[(parts$pi[[s]] + 1L):parts$pi[[s + 1L]]] + 1L
    factor[rows, columns] <- parts$x[(parts$px[[s]] + 1L):parts$px[[s + 1L]]]
  }
  factor[upper.tri(factor)] <- 0
  eliminated <- parts$order + 1L
  shifted <- diag(1 + shift, 60) - as.matrix(m)
  expect_equal(tcrossprod(factor), unname(shifted[eliminated, eliminated]), tolerance = 1e-14)
  expect_identical(shifted_solver(m, order, new_runtime(2, FALSE)), parts)
  expect_error(shifted_solver(m, order[-1]), "`order` is 59, not 60")
  # In another order the same equations are solved.
  v <- matrix(cpp_uniform(60, 2, 0))
  one <- new_runtime(1, FALSE)
  plain <- cpp_cholesky_solve(shifted_solver(m), v, one)
  expect_equal(cpp_cholesky_solve(shifted_solver(m, order), v, one), plain, tolerance = 1e-6)
})

test_that("the solver solves, and refuses what is not positive definite", {
  x <- sample_circle(400, seed = 3)
  m <- walk_of(x, 0.2)
  v <- matrix(cpp_uniform(400, 2, 0))
  solved <- cpp_cholesky_solve(shifted_solver(m), v, new_runtime(1, FALSE))
  expect_equal(as.matrix((1 + shift) * solved - m %*% solved), v, tolerance = 1e-4)
  expect_null(shifted_solver(m * 3))
})

test_that("components come with their multiplicities by the inverse", {
  ring <- sample_circle(200, seed = 4)
  x <- rbind(ring, ring + 10, ring + 20)
  laplacian <- graph_laplacian(heat_graph(x, 0.4))
  m <- walk_operator(laplacian, new_runtime(2, FALSE))$matrix
  expect_true(cpp_eigenpairs_plan(m, 9)$by_inverse)
  spectrum <- graph_spectrum(laplacian, 9)
  expect_equal(spectrum$values[1:3], rep(0, 3))
  expect_equal(spectrum$values[c(4, 7)], spectrum$values[c(5, 8)], tolerance = 1e-9)
  expect_true(all(spectrum$converged))
})

test_that("the result does not depend on the number of threads, whichever way", {
  for (n_columns in c(2, 6)) {
    x <- matrix(cpp_uniform(1500 * n_columns, 5, 0), ncol = n_columns)
    laplacian <- graph_laplacian(heat_graph(x, 0.5, "knn", k = 8))
    one <- graph_spectrum(laplacian, 4, n_threads = 1)
    expect_identical(graph_spectrum(laplacian, 4, n_threads = 2), one)
  }
})

test_that("the leading eigenpairs of any symmetric matrix are those of eigen()", {
  m <- tcrossprod(normal_points(320, 6)) - 3 * diag(320)
  want <- eigen(m, symmetric = TRUE)
  runtime <- new_runtime(1, FALSE)
  for (given in list(m, as_dgCMatrix(Matrix::Matrix(m, sparse = TRUE)))) {
    found <- leading_eigenpairs(given, 5L, runtime)
    expect_equal(found$values, want$values[1:5])
    expect_gt(shared_space(found$vectors, want$vectors[, 1:5]), 1 - 1e-9)
  }
  nothing <- leading_eigenpairs(matrix(0, 4, 4), 2L, runtime)
  expect_identical(nothing, list(values = c(0, 0), vectors = diag(1, 4, 2)))
})

test_that("graphs in pieces are solved piece by piece", {
  skip_on_cran()
  runtime <- new_runtime(2, FALSE)
  x <- rbind(sample_circle(320, seed = 1), sample_circle(40, seed = 2) + 5, cbind(20, 1:2), c(50, 0))
  graph <- heat_graph(x, 0.4)
  laplacian <- suppressWarnings(graph_laplacian(graph))
  sparse <- walk_operator(laplacian, runtime)$matrix
  for (m in list(sparse, as.matrix(sparse))) {
    dense <- eigen(as.matrix(m), symmetric = TRUE)
    for (k in c(7L, 12L)) {
      known <- null_vectors(laplacian, k)
      pairs <- largest_eigenpairs(m, k, known, runtime)
      expect_equal(pairs$values, dense$values[seq_len(k)], tolerance = 1e-12)
      expect_equal(crossprod(pairs$vectors), diag(k), tolerance = 1e-8)
      expect_equal(as.matrix(m %*% pairs$vectors), pairs$vectors %*% diag(pairs$values),
                   tolerance = 1e-8)
      expect_lt(max(pairs$residuals), 1e-9)
      expect_identical(pairs$vectors[, seq_len(ncol(known))], known)
    }
  }
})

test_that("plain matrices: by blocks, at once where eigenvalues crowd, else by the filter", {
  skip_on_cran()
  runtime <- new_runtime(2, FALSE)
  x <- sample_circle(420, seed = 1)
  solved <- function(h, k) {
    laplacian <- graph_laplacian(heat_graph(x, h, "dense"))
    m <- walk_operator(laplacian, runtime)$matrix
    dense <- eigen(m, symmetric = TRUE)
    pairs <- largest_eigenpairs(m, k, null_vectors(laplacian, k), runtime)
    expect_equal(pairs$values, dense$values[seq_len(k)], tolerance = 1e-11)
    expect_lt(max(pairs$residuals), 1e-10)
    expect_gt(shared_space(pairs$vectors, dense$vectors[, seq_len(k)]), 1 - 1e-8)
  }
  solved(0.5, 5L)
  solved(0.5, 31L)
  solved(0.03, 5L)
})

test_that("a factor that does not fit is refused before it is made", {
  skip_on_cran()
  x <- sample_circle(5000, seed = 1)
  m <- walk_of(x, as.numeric(bw_knn(x, k = 10)), "knn", k = 10)
  known <- null_vectors(graph_laplacian(heat_graph(x, as.numeric(bw_knn(x, k = 10)), "knn",
                                                   k = 10)), 1)
  withr::local_options(lapscale.memory = 1e-6)
  expect_error(largest_eigenpairs(m, 3, known, new_runtime(1, FALSE)), "a Cholesky factor of",
               class = "lapscale_error_memory")
})

test_that("large graphs have the eigenvalues that are found one vector at a time", {
  skip_on_cran()
  x <- sample_swiss_roll(21000, seed = 1)
  laplacian <- graph_laplacian(heat_graph(x, as.numeric(bw_knn(x, k = 10)), "knn", k = 10))
  two <- graph_spectrum(laplacian, 4, n_threads = 2)
  expect_identical(graph_spectrum(laplacian, 4, n_threads = 1), two)
  expect_true(all(two$converged))
  # Beyond 28, one at a time.
  many <- graph_spectrum(laplacian, 32)
  expect_equal(many$values[2:4], two$values[2:4], tolerance = 1e-8)
  expect_gt(shared_space(two$vectors, many$vectors[, 1:4]), 1 - 1e-12)
})

test_that("groups of points find what the methods for other graphs find, and all copies", {
  # A sphere and its mirror image: eigenvalues come nearly twice.
  x <- as.matrix(sample_sphere(700, seed = 1))
  x <- rbind(x, t(t(x) * c(-1, 1, 1) + c(2.1, 0, 0)))
  laplacian <- graph_laplacian(heat_graph(x, 0.25))
  spectrum <- function() graph_spectrum(laplacian, 8, n_threads = 2)
  grouped <- spectrum()
  expect_lt(max(grouped$residuals), 1e-10)
  expect_identical(graph_spectrum(laplacian, 8, n_threads = 1)$vectors, grouped$vectors)
  local_functions(list(max_coarse = 0L))
  expect_equal(grouped$values, spectrum()$values, tolerance = 1e-10)
  spaces <- svd(crossprod(qr.Q(qr(grouped$vectors)), qr.Q(qr(spectrum()$vectors))))$d
  expect_gt(min(spaces), 1 - 1e-8)
  # A search that does not get there leaves it to them.
  local_functions(list(max_coarse = 28L, max_coarse_products = 1L))
  expect_equal(spectrum()$values, grouped$values, tolerance = 1e-10)
})

test_that("the complete graph has one group", {
  n <- 310
  w <- Matrix::sparseMatrix(i = rep(seq_len(n), n), j = rep(seq_len(n), each = n), x = 1)
  spectrum <- graph_spectrum(graph_laplacian(as_heat_graph(w)), 3)
  expect_equal(spectrum$values, c(0, 1, 1), tolerance = 1e-9)
})
