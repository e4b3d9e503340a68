# The third moment, and the tail that it gives, by simulation and in small spaces.

test_that("the skewness is that of quadratic forms of normal vectors over their length", {
  set.seed(1)
  x <- matrix(rnorm(120), 60)
  for (h in c(0.4, 2)) {
    w <- oracle_weights(x, h)
    # The centered matrix on the space of vectors that add up to 0, and its trace there taken away.
    basis <- qr.Q(qr(cbind(1, diag(60))))[, 2:60]
    m <- crossprod(basis, w %*% basis)
    values <- eigen(m - diag(mean(diag(m)), 59), TRUE, only.values = TRUE)$values
    exact <- 8 * sum(values^3) / (2 * sum(values^2))^1.5
    expect_equal(graph_skewness(w / sum(w), rowSums(w) / sum(w)), exact, tolerance = 1e-8)
    sparse <- methods::as(w / sum(w), "CsparseMatrix")
    expect_equal(graph_skewness(sparse, rowSums(w) / sum(w)), exact, tolerance = 1e-8)
    # Means over pairs and triples leave out the diagonal: nearly the same.
    expect_equal(sampled_skewness(w), exact, tolerance = 0.1)
  }
})

test_that("a sample of the points has the skewness of all", {
  x <- as.matrix(sample_circle(1000, noise = 0.05, seed = 1))
  w <- oracle_weights(x, 0.3)
  all <- graph_skewness(w / sum(w), rowSums(w) / sum(w))
  expect_equal(sampled_skewness(w[1:200, 1:200]), all, tolerance = 0.1)
})

test_that("the tail is that of the gamma distribution, on either side, and of the normal one", {
  x <- c(-3, 0, 2, 5)
  expect_equal(upper_tail(x, rep(2, 4)), c(1, pexp(x[-1] + 1, lower.tail = FALSE)))
  expect_equal(upper_tail(x, rep(-2, 4)), c(pexp(1 - x[1:2]), 0, 0))
  expect_equal(upper_tail(x, rep(0, 4)), pnorm(x, lower.tail = FALSE))
  expect_equal(upper_tail(x, rep(2e-4, 4)), upper_tail(x, rep(0, 4)), tolerance = 1e-2)
})

test_that("small p-values are as frequent as they should be", {
  skip_on_cran()
  set.seed(2)
  x <- scale(as.matrix(iris[1:4]))
  y <- matrix(stats::rnorm(150 * 20000), 150)
  p <- as.data.frame(graph_test(heat_graph(x, 2), y))$p.value
  for (level in c(0.05, 0.01, 0.002)) {
    expect_true(mean(p <= level) > 0.7 * level && mean(p <= level) < 1.4 * level)
  }
})

test_that("the sums of weights are those of the definition, and 0 without weights", {
  runtime <- new_runtime(1, FALSE)
  w <- oracle_weights(as.matrix(iris[1:40, 1:4]), 1)
  diag(w) <- 0
  want <- list(total = sum(w), square = sum(w^2) / sum(w)^2,
               degree_square = sum(rowSums(w)^2) / sum(w)^2)
  sparse <- as_dgCMatrix(methods::as(w, "CsparseMatrix"))
  for (weights in list(w, sparse)) {
    expect_equal(weight_sums(weights, runtime)[names(want)], want, tolerance = 1e-12)
    nothing <- weight_sums(0 * weights, runtime)
    expect_identical(unlist(nothing, use.names = FALSE), numeric(4))
  }
  # A matrix with one half stored is a graph like that with both.
  y <- iris$Sepal.Width[1:40]
  half <- Matrix::forceSymmetric(sparse)
  expect_s4_class(half, "dsCMatrix")
  expect_identical(as.data.frame(graph_test(half, y)), as.data.frame(graph_test(sparse, y)))
})
