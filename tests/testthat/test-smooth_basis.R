# The basis at the rows of a table, without a model.
basis_of <- function(x, size = 10L, graph = nearest_graph(6L), power = 2) {
  rows <- as.matrix(x)
  term <- list(points = check_term_points(rows, colnames(rows)), type = graph)
  new_term_basis(term, size, power, new_runtime(1L, FALSE))
}
basis_at <- function(basis, rows, ...) {
  extend_basis(basis, as.matrix(rows), new_runtime(1L, FALSE), ...)
}

test_that("rows at points get their own values, whatever their order", {
  d <- square_table(80)[c("a", "b")]
  basis <- basis_of(d)
  expect_equal(basis_at(basis, d[80:1, ]), basis$values[80:1, ])
  expect_equal(colMeans(basis$values^2), rep(1, 10))
  expect_identical(basis$values[, 1], rep(1, 80))
  turned <- basis_of(d[80:1, ])
  expect_equal(abs(turned$values[80:1, 2]), abs(basis$values[, 2]), tolerance = 1e-6)
  expect_equal(turned$penalty, basis$penalty, tolerance = 1e-6)
})

test_that("rows that come twice are one point", {
  d <- square_table(40)[c("a", "b")]
  expect_identical(nrow(basis_of(d[rep(1:40, 3), ])$x), 40L)
})

test_that("interpolation weights are those of the local linear fit", {
  x <- matrix(cpp_uniform(16, 3, 0), 8)
  weight <- seq(8, 1) / 36
  row <- c(0.4, 0.6)
  offsets <- x - rep(row, each = 8)
  found <- linear_weights(weight, offsets)
  # Its ridge is a share of the mean of both variances of the neighbors.
  center <- colSums(weight * offsets)
  centered <- offsets - rep(center, each = 8)
  covariance <- crossprod(sqrt(weight) * centered)
  ridge <- interpolation_ridge * sum(diag(covariance)) / 2
  slope <- solve(covariance + diag(2) * ridge, center)
  expect_equal(found, weight - weight * drop(centered %*% slope))
  expect_equal(sum(found), 1)
  # Neighbors in one place have no slope.
  expect_identical(linear_weights(weight, 0 * offsets), weight)
})

test_that("the interpolation is continuous at the points", {
  d <- square_table(80)[c("a", "b")]
  basis <- basis_of(d)
  expect_equal(basis_at(basis, d[1:5, ] + 1e-9), basis$values[1:5, ], tolerance = 1e-6)
})

test_that("a constant stays constant and a smooth function is interpolated", {
  d <- square_table(400)[c("a", "b")]
  basis <- basis_of(d, size = 6L)
  inside <- data.frame(a = c(0.31, 0.52, 0.7), b = c(0.6, 0.44, 0.3))
  at <- basis_at(basis, inside)
  expect_equal(at[, 1], rep(1, 3))
  nearest <- vapply(1:3, function(i) {
    which.min((d$a - inside$a[[i]])^2 + (d$b - inside$b[[i]])^2)
  }, 0L)
  expect_lt(max(abs(at[, 2:3] - basis$values[nearest, 2:3])), 0.3)
})

test_that("rows far from all points, or in a gap, are NA with one warning each", {
  # Two strands of 200 points, joined at one end.
  u <- matrix(cpp_uniform(800, 5, 0), ncol = 2)
  x <- rbind(cbind(3 * u[, 1], 0.4 * u[, 2] + rep(c(0, 0.65), 200)), cbind(0, seq(0.4, 0.65, 0.04)))
  colnames(x) <- c("a", "b")
  basis <- basis_of(x, size = 30L, graph = nearest_graph(5L))
  far <- expect_condition_of(basis_at(basis, cbind(a = 9, b = 9)), "warning_far", "too far")
  expect_true(all(is.na(far)))
  gap <- cbind(a = c(2, 2), b = c(0.525, 0.2))
  between <- expect_condition_of(basis_at(basis, gap), "warning_far", "between parts")
  expect_identical(is.na(between[, 2]), c(TRUE, FALSE))
  expect_false(anyNA(expect_quiet(basis_at(basis, rbind(gap, 9), far = "keep"))))
})

test_that("components have levels of their own, which are penalized like the first function", {
  d <- square_table(60)[c("a", "b")]
  d$a[31:60] <- d$a[31:60] + 50
  basis <- basis_of(d)
  expect_identical(basis$graph$n_components, 2L)
  expect_equal(basis$penalty[1:3], c(0, 1, 1))
  expect_fault(basis_of(d, size = 2L), "k", "disconnected")
})

test_that("eigenvalues without a logarithm are raised to the largest that has one", {
  expect_condition_of(
    penalty <- term_penalty(c(0, 1, 3, NA, NA), 2), "warning_no_logarithm", "2 of the 5"
  )
  expect_identical(penalty, c(0, 1, 9, 9, 9))
  expect_identical(expect_quiet(term_penalty(c(0, 2, 4), 1)), c(0, 1, 2))
  # Weak edges between parts are no reason for a penalty of 1e12 on everything else.
  expect_identical(term_penalty(c(0, 1e-6, 1, 2), 2), c(0, 1, 1, 4))
})
