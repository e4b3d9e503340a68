# The learning graph of points, as methods that look at its spectrum are given it.
part_of <- function(x, y, type = "dense", h = 0.5) {
  k <- if (type == "knn") 8
  learning_part(learning_problem(x, y, bandwidth = h, graph = type, k = k))
}

test_that("eigenpairs are those of I - S, on a dense graph and a sparse one", {
  x <- normal_points(80, 2)
  y <- replace(x[, 1], -(1:20), NA)
  for (type in c("dense", "knn")) {
    part <- part_of(x, y, type)
    root <- sqrt(part$degree)
    exact <- eigen(diag(part$n) - as.matrix(part$weights) / outer(root, root), symmetric = TRUE)
    found <- learning_spectrum(part, 12L)
    last <- rev(seq_len(part$n))[1:12]
    expect_equal(found$values, pmax(exact$values[last], 0), tolerance = 1e-8, info = type)
    expect_lt(space_difference(found$vectors, exact$vectors[, last], exact$values[last]), 1e-6)
    expect_identical(found$n_null, 1L)
    expect_true(found$exact_null)
  }
})

test_that("components have an eigenvalue 0 each, exactly", {
  x <- rbind(normal_points(30, 2), normal_points(30, 2, 2) + 100)
  part <- part_of(x, replace(x[, 1], -c(1:5, 31:35), NA), "knn")
  found <- learning_spectrum(part, 6L)
  expect_identical(found$n_null, 2L)
  expect_identical(found$values[1:2], c(0, 0))
  expect_gt(found$values[[3]], 1e-6)
})

test_that("functions of the walk: eigenvectors of P of mean square 1 by degree, the constant first", {
  x <- rbind(normal_points(30, 2), normal_points(30, 2, 2) + 100)
  for (n in c(30, 60)) {
    part <- part_of(x[seq_len(n), ], replace(x[seq_len(n), 1], -c(1:5, 31:35), NA), "knn")
    found <- walk_functions(learning_spectrum(part, 6L), part$degree)
    expect_identical(found$columns[, 1], rep(1, n))
    expect_equal(colSums(part$degree * found$columns^2) / sum(part$degree), rep(1, 6))
    expect_equal(walk_step(part, found$columns), found$columns %*% diag(found$eigenvalues),
                 tolerance = 1e-7)
    # The indicators of the components are combinations of the columns.
    membership <- membership_of(part$weights, part$degree)
    own <- qr(found$columns[, seq_len(max(membership))])
    for (c in seq_len(max(membership))) {
      expect_lt(max(abs(qr.resid(own, as.numeric(membership == c)))), 1e-10)
    }
  }
})

test_that("a point far away is no piece of its own in the spectrum while the walk leaves it", {
  x <- rbind(withr::with_seed(1, matrix(stats::runif(40), 20)), c(11, 0))
  part <- part_of(x, replace(x[, 1], -(1:5), NA), h = 1)
  expect_lt(part$degree[[21]], 1e-20)
  found <- expect_silent(learning_spectrum(part, 21L))
  expect_true(all(found$converged))
  expect_identical(found$n_null, 1L)
  root <- sqrt(part$degree)
  exact <- eigen(diag(21) - part$weights / outer(root, root), symmetric = TRUE)$values
  expect_equal(found$values, pmax(rev(exact), 0), tolerance = 1e-10)
})
