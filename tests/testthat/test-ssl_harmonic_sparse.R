test_that("dense elimination and sparse iteration agree", {
  local_dense_graph()
  x <- plain_hourglass(300)
  y <- replace(x[, 3], -seq(1, 300, by = 11), NA)
  dense <- ssl_harmonic(x, y, bandwidth = 0.5)
  sparse <- ssl_harmonic(x, y, bandwidth = 0.5, graph = "radius", cutoff = 20)
  expect_equal(scores_of(sparse), scores_of(dense), tolerance = 1e-8)
  expect_equal(sparse$held_out, dense$held_out, tolerance = 1e-8)
})

test_that("where iteration takes few steps there is no factor", {
  skip_on_cran()
  graph <- heat_graph(sample_sphere(1500, seed = 1), 0.6, "radius")
  part <- list(
    weights = graph$weights, degree = rowSums(as.matrix(graph$weights)), n = 1500L,
    rows = c(3L, 70L), targets = matrix(1:2, 2), runtime = new_runtime(1, FALSE)
  )
  expect_gt(length(graph$weights@x), 1500^2 / 3)
  given <- seq_len(1500) %in% part$rows
  values <- matrix(replace(numeric(1500), part$rows, 1:2))
  found <- solve_harmonic_sparse(part, values, part$rows, NULL)
  expect_gt(found$iterations, 0L)
  expect_lt(expected_steps(part), 4 * found$iterations)
  settled <- replace(part, "targets", list(matrix(0, 2)))
  expect_identical(expected_steps(settled), 0L)
  expect_null(free_factor(settled))
})

test_that("errors are the same by a factor and by iteration", {
  x <- plain_hourglass(500)
  y <- replace(ifelse(x[, 3] > 0.3, "a", "b"), -seq(1, 500, by = 9), NA)
  graph <- heat_graph(x, 0.3, "knn", k = 8)
  fit <- ssl_harmonic(graph, y)
  folds <- draw_folds(labels_of_folds(fit$labels, 5L), graph$order, 5L, 3L, 1)
  hidden <- which(folds[, 1] == folds[1, 1])
  again <- ssl_harmonic(graph, replace(y, fit$labels$rows[hidden], NA))
  expect_equal(fit$held_out[hidden, 1, 1], scores_of(again)[fit$labels$rows[hidden]],
               tolerance = 1e-7)
})

test_that("a graph that is too large to be eliminated is warned of", {
  w <- rings(c(30, 30), rbind(c(1, 31, 1e-12)))
  weights <- sparse_graph(w)$weights
  part <- list(
    weights = weights, degree = rowSums(w), runtime = new_runtime(1, FALSE), call = NULL
  )
  given <- seq_len(60) %in% c(2, 9)
  values <- matrix(replace(numeric(60), c(2, 9), c(1, 2)))
  expect_warning(
    found <- eliminate_harmonic(part, given, values, max_seconds = -1), "too large to be eliminated",
    class = "lapscale_warning_convergence"
  )
  expect_identical(found$values[given], c(1, 2))
  expect_lt(abs(eliminate_harmonic(part, given, values)$values[40] - 1.5), 0.5)
})

test_that("the Laplacian of the points without labels is that of Matrix", {
  x <- matrix(cpp_uniform(400, 1, 0), ncol = 2)
  for (self_loops in c(FALSE, TRUE)) {
    w <- heat_graph(x, 0.1, self_loops = self_loops)$weights
    degree <- Matrix::rowSums(w) + 1e-3
    free <- which(seq_len(200) %% 3 > 0)
    part <- list(weights = w, degree = degree, runtime = new_runtime(2, FALSE))
    want <- Matrix::Diagonal(x = degree[free]) - w[free, free]
    expect_identical(free_laplacian(part, free), as_dgCMatrix(want))
  }
})
