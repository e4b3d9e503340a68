# Each column on the graph of the others, which is made here without it.

tested <- function(...) {
  table <- as.data.frame(graph_columns(...))
  table[order(table$column), ]
}

# A table of which columns 1 and 2 lie on a curve, with names in alphabetical order.
curve_with_noise <- function(n, extra = 3) {
  t <- stats::runif(n)
  x <- cbind(3 * sin(1.5 * t), 3 * t^2, matrix(stats::rnorm(n * extra), n))
  x[, 1:2] <- x[, 1:2] + 0.1 * stats::rnorm(2 * n)
  colnames(x) <- letters[seq_len(ncol(x))]
  x
}

# What graph_test() and the walk say of column j on a graph of the columns outside `left_out`.
oracle_column <- function(x, h, j, left_out = j, mass = rep(1, nrow(x)), edges = NULL) {
  w <- oracle_weights(x[, -left_out, drop = FALSE], h)
  if (!is.null(edges)) w <- w * edges
  w <- w * outer(mass, mass)
  test <- as.data.frame(graph_test(as_heat_graph(methods::as(w, "CsparseMatrix")), x[, j]))
  z <- x[, j] - sum(mass * x[, j]) / sum(mass)
  walk <- w / rowSums(w)
  list(test = test, share = max(0, 1 - sum(mass * (z - walk %*% z)^2) / sum(mass * z^2)))
}

expect_columns <- function(table, x, ...) {
  for (j in seq_len(ncol(x))) {
    expected <- oracle_column(x, j = j, ...)
    for (part in c("estimate", "expectation", "variance")) {
      expect_equal(table[[part]][[j]], expected$test[[part]], tolerance = 1e-8)
    }
    # The skewness comes from means over pairs and triples of rows instead of traces.
    expect_equal(table$skewness[[j]], expected$test$skewness, tolerance = 0.15)
    expect_equal(table$share[[j]], expected$share, tolerance = 1e-8)
  }
}

test_that("each column is tested on exactly the graph of the others", {
  set.seed(1)
  x <- curve_with_noise(100)
  expect_columns(tested(x, 0.8), x, h = 0.8)
  m <- sample(1:3, 100, TRUE)
  expect_columns(tested(x, 0.8, weights = m), x, h = 0.8, mass = m)
})

test_that("the columns of a group are left out together", {
  set.seed(2)
  x <- curve_with_noise(70)
  group <- c("u", NA, "v", "v", "u")
  members <- list(c(1, 5), 2, 3:4, 3:4, c(1, 5))
  table <- tested(x, 0.8, groups = group, n_permutations = 19, seed = 1)
  for (j in 1:5) {
    expected <- oracle_column(x, 0.8, j, members[[j]])
    expect_equal(table$estimate[[j]], expected$test$estimate, tolerance = 1e-8)
    expect_equal(table$share[[j]], expected$share, tolerance = 1e-8)
  }
  expect_identical(table$group, group)
  # The order of columns, and of rows, changes nothing.
  order <- c(3, 5, 1, 4, 2)
  other <- tested(x[70:1, order], 0.8, groups = group[order], n_permutations = 19, seed = 1)
  expect_equal(other, table, ignore_attr = TRUE)
})

test_that("with nearest neighbors, the edges do not know the column", {
  set.seed(3)
  x <- curve_with_noise(90)
  table <- tested(x, 0.8, k = 8)
  for (j in 1:5) {
    # Each of the few columns is a fold.
    expected <- oracle_column(x, 0.8, j, edges = oracle_nearest(x[, -j], 8))
    expect_equal(table$estimate[[j]], expected$test$estimate, tolerance = 1e-8)
    expect_equal(table$share[[j]], expected$share, tolerance = 1e-8)
  }
})

test_that("folds of several columns leave out all of them where neighbors are found", {
  set.seed(4)
  x <- curve_with_noise(60, extra = 21)
  table <- tested(x, 3, k = 10, n_permutations = 9, seed = 1)
  for (j in c(1, 13, 23)) {
    fold <- which((seq_len(23) - 1) %% 10 == (j - 1) %% 10)
    expected <- oracle_column(x, 3, j, edges = oracle_nearest(x[, -fold], 10))
    expect_equal(table$estimate[[j]], expected$test$estimate, tolerance = 1e-8)
    expect_equal(table$share[[j]], expected$share, tolerance = 1e-8)
  }
  expect_true(all(table$p.value >= 0.1))
})

test_that("permutations have the moments of the test, and share.null the mean of the share", {
  skip_on_cran()
  set.seed(5)
  x <- curve_with_noise(40)
  w <- oracle_weights(x[, -1], 0.8)
  walk <- w / rowSums(w)
  shares <- replicate(4000, {
    z <- sample(x[, 1]) - mean(x[, 1])
    1 - sum((z - walk %*% z)^2) / sum(z^2)
  })
  table <- tested(x, 0.8, n_permutations = 999, seed = 1)
  expect_equal(table$share.null[[1]], mean(shares), tolerance = 0.02)
  noise <- 3:5
  by_moments <- tested(x, 0.8)$p.value
  expect_true(all(abs(table$p.value[noise] - by_moments[noise]) < 0.04))
})

test_that("results are the same for any number of threads and any order of rows", {
  set.seed(6)
  x <- curve_with_noise(130)
  for (k in list(NULL, 9)) {
    table <- tested(x, 0.8, k = k, n_permutations = 9, seed = 1)
    expect_identical(tested(x, 0.8, k = k, n_permutations = 9, seed = 1, n_threads = 1), table)
    order <- sample(130)
    expect_identical(tested(x[order, ], 0.8, k = k, n_permutations = 9, seed = 1), table)
  }
})

test_that("units and shifts of columns are those of the distances", {
  set.seed(7)
  x <- curve_with_noise(80)
  table <- tested(x, 0.8)
  for (unit in c(1e-160, 1e150)) {
    expect_equal(tested(unit * x, unit * 0.8), table, tolerance = 1e-7)
  }
  expect_equal(tested(x + rep(c(1e6, 0, -50, 3, 0), each = 80), 0.8), table, tolerance = 1e-6)
  scaled <- tested(x %*% diag(c(1, 10, 1e3, 1, 1e-5)) |> `colnames<-`(letters[1:5]), scale = TRUE,
                   seed = 1)
  expect_equal(scaled, tested(x, scale = TRUE, seed = 1), tolerance = 1e-7)
})

test_that("noise is not called significant, and the columns of a curve are", {
  p <- vapply(1:40, function(s) {
    set.seed(s)
    tested(curve_with_noise(100), 1.2)$p.value
  }, numeric(5))
  expect_true(mean(p[1:2, ] < 0.01) > 0.95)
  noise <- mean(p[3:5, ] <= 0.05)
  expect_true(noise > 0.005 && noise < 0.12)
})

test_that("the bandwidth is that of bw_gc(), or the distance to near neighbors", {
  set.seed(8)
  x <- curve_with_noise(100)
  h <- glance(graph_columns(x, seed = 1))$bandwidth
  expect_equal(h, max(bw_gc(x, seed = 1), bw_knn(x)), ignore_attr = TRUE)
  expect_identical(glance(graph_columns(x, bw_median(x)))$bandwidth, as.numeric(bw_median(x)))
})

test_that("columns that are nearly the same are named, unless they are in one group", {
  set.seed(9)
  x <- curve_with_noise(60)
  x <- cbind(x, z = -x[, 2] + 1e-3 * stats::rnorm(60))
  expect_condition_of(graph_columns(x, 0.8), "message_alike", "b and z")
  expect_quiet(graph_columns(x, 0.8, groups = c(1, 2, 3, 4, 5, 2)))
})

test_that("a point set is taken as it is, unless its metric mixes columns", {
  set.seed(11)
  x <- curve_with_noise(60)
  expect_identical(tested(point_set(x, scale = TRUE), seed = 1), tested(x, scale = TRUE, seed = 1))
  expect_fault(graph_columns(point_set(x, metric = "cosine")), "metric")
  expect_fault(graph_columns(point_set(dist(x))), "x", text = "columns")
})

test_that("what cannot be tested is named", {
  set.seed(10)
  x <- curve_with_noise(30)
  expect_fault(graph_columns(x[, 1, drop = FALSE]), "x", text = "column")
  expect_fault(graph_columns(dist(x)), "x", text = "columns")
  expect_fault(graph_columns(x, metric = "cosine"), "metric", text = "mix all columns")
  expect_fault(graph_columns(x, groups = 1:3), "groups")
  expect_fault(graph_columns(x, groups = rep(1, 5)), "groups")
  expect_fault(graph_columns(x, k = 30), "k")
  expect_fault(graph_columns(x, 0.8, n_permutations = 1.5), "n_permutations")
  expect_fault(graph_columns(x[1:3, ]), "x")
  for (other in list(x, as.data.frame(x))) {
    expect_fault(graph_columns(x, other), "bandwidth", text = "graph_test() takes other variables")
  }
  flat <- expect_condition_of(tested(cbind(x, z = 1), 0.8), "warning_constant", "z")
  expect_true(is.na(flat$p.value[[6]]) && is.na(flat$share[[6]]))
  expect_equal(flat[1:5, ]$estimate, tested(x, 0.8)$estimate)
  far <- expect_condition_of(tested(x, 1e-3), "warning_isolated")
  expect_true(all(is.na(far$p.value)))
  with_gap <- rbind(x, NA)
  expect_identical(expect_condition_of(tested(with_gap, 0.8, na_action = "omit"),
                                       "warning_omitted"), tested(x, 0.8))
})

test_that("memory is refused before it is used", {
  skip_on_cran()
  old <- options(lapscale.memory = 1e-4)
  on.exit(options(old))
  expect_error(graph_columns(matrix(stats::rnorm(1e4), 500), 1, n_permutations = 999),
               class = "lapscale_error_memory")
})

test_that("distances that overflow in units of the bandwidth are an error", {
  x <- selector_points(30)
  for (k in list(Inf, 5)) expect_fault(graph_columns(1e155 * x, 1, k = k), "x", text = "rescale")
  expect_condition_of(graph_columns(1e145 * x, 1), "warning_isolated")
})

test_that("columns beside those with names are numbered", {
  x <- cbind(as.matrix(iris[1:40, 1:3]), matrix(cpp_uniform(80, 1, 0), 40))
  test <- graph_columns(x, 1)
  expect_setequal(as.data.frame(test)$column, c(names(iris)[1:3], "column 4", "column 5"))
})
