# Moran's I by its definition and its moments over all assignments of values to points.

oracle_moran <- function(w, z) {
  z <- z - mean(z)
  sum(outer(z, z) * w) / sum(w) * length(z) / sum(z^2)
}

# Every order of n numbers, one per row.
all_orders <- function(n) {
  if (n == 1L) return(matrix(1L))
  smaller <- all_orders(n - 1L)
  do.call(rbind, lapply(seq_len(n), function(first) {
    cbind(first, matrix(setdiff(seq_len(n), first)[smaller], ncol = n - 1L))
  }))
}

tested <- function(...) as.data.frame(graph_test(...))

test_that("estimate, expectation, and variance are those over all assignments", {
  set.seed(1)
  x <- matrix(rnorm(14), 7)
  w <- oracle_weights(x, 1.5)
  y <- cbind(a = rexp(7), b = c(0, 0, 0, 0, 1, 0, 1))
  table <- tested(heat_graph(x, 1.5, graph_dense()), y)
  orders <- all_orders(7)
  for (j in 1:2) {
    every <- apply(orders, 1, function(o) oracle_moran(w, y[o, j]))
    expect_equal(table$estimate[[j]], oracle_moran(w, y[, j]), tolerance = 1e-10)
    expect_equal(table$expectation[[j]], mean(every), tolerance = 1e-10)
    expect_equal(table$variance[[j]], mean((every - mean(every))^2), tolerance = 1e-10)
  }
  expect_equal(table$p.value, upper_tail(table$statistic, table$skewness))
  expect_equal(table$p.adjusted, p.adjust(table$p.value, "BH"))
})

test_that("p-values by permutations are those of all assignments", {
  set.seed(2)
  x <- matrix(rnorm(14), 7)
  y <- rexp(7)
  w <- oracle_weights(x, 1.5)
  every <- apply(all_orders(7), 1, function(o) oracle_moran(w, y[o]))
  exact <- mean(every >= oracle_moran(w, y) - 1e-12)
  p <- tested(heat_graph(x, 1.5, graph_dense()), y, n_permutations = 9999, seed = 1)$p.value
  expect_lt(abs(p - exact), 4 * sqrt(exact * (1 - exact) / 1e4))
})

test_that("ties count as reached: of values that are equal for nearly all points", {
  x <- cbind(1:6, 0)
  # Every assignment of a single 1 to a ring of equal weights has the same I.
  ring <- outer(1:6, 1:6, function(i, j) as.numeric(abs(i - j) %in% c(1, 5)))
  ring <- as_heat_graph(methods::as(ring, "CsparseMatrix"))
  table <- suppressWarnings(tested(ring, c(1, 0, 0, 0, 0, 0), n_permutations = 50, seed = 1))
  expect_true(is.na(table$p.value) || table$p.value == 1)
})

test_that("any graph, any form of responses, and any number of threads give one result", {
  set.seed(3)
  x <- matrix(rnorm(300), 100)
  y <- cbind(a = x[, 1] + rnorm(100), b = rpois(100, 0.4), c = rnorm(100))
  for (type in list(graph_radius(), graph_knn(6), graph_dense())) {
    graph <- heat_graph(x, 0.8, type)
    table <- tested(graph, y, n_permutations = 19, seed = 1)
    expect_identical(tested(graph, as.data.frame(y), n_permutations = 19, seed = 1), table)
    expect_identical(tested(graph, Matrix::Matrix(y, sparse = TRUE), 19, seed = 1), table)
    expect_identical(tested(graph, y, 19, seed = 1, n_threads = 1), table)
    expect_equal(tested(as.matrix(graph) |> methods::as("CsparseMatrix"), y)$estimate,
                 table$estimate)
    order <- sample(100)
    shuffled <- heat_graph(x[order, ], 0.8, type)
    expect_identical(tested(shuffled, y[order, ], n_permutations = 19, seed = 1), table)
    expect_equal(tested(graph, y[, 2], 19, seed = 1)$p.value, table$p.value[[2]])
  }
})

test_that("self loops do not count, and weights of rows multiply those of edges", {
  set.seed(4)
  x <- matrix(rnorm(60), 30)
  y <- rnorm(30)
  m <- sample(1:4, 30, TRUE)
  for (type in c("radius", "dense")) {
    plain <- tested(heat_graph(x, 1, type = type), y)
    expect_equal(tested(heat_graph(x, 1, type = type, self_loops = TRUE), y), plain)
    table <- tested(heat_graph(x, 1, type = type, weights = m, self_loops = TRUE), y)
    w <- oracle_weights(x, 1, if (type == "radius") oracle_graph_cutoff else Inf)
    expect_equal(table$estimate, oracle_moran(w * outer(m, m), y), tolerance = 1e-10)
  }
})

test_that("rows that were left out of the graph are left out of the responses", {
  set.seed(5)
  x <- matrix(rnorm(80), 40)
  y <- rnorm(40)
  x[7, 2] <- y[7] <- NA
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(tested(graph, y), tested(heat_graph(x[-7, ], 1), y[-7]))
})

test_that("extreme numbers and shifts change nothing", {
  set.seed(6)
  graph <- heat_graph(matrix(rnorm(80), 40), 1)
  y <- rexp(40)
  table <- tested(graph, y)
  for (factor in c(1e-300, 1e300, -1)) expect_equal(tested(graph, factor * y), table)
  expect_equal(tested(graph, 1e8 + y)$p.value, table$p.value, tolerance = 1e-6)
})

test_that("a response that depends on the graph is found, and independent ones are not too often", {
  set.seed(7)
  x <- sample_circle(150, seed = 1)
  graph <- heat_graph(x, 0.3)
  y <- cbind(x[, 1] + rnorm(150), matrix(rexp(150 * 300), 150))
  p <- tested(graph, y, n_permutations = 99, seed = 1)$p.value
  expect_equal(p[[1]], 0.01)
  expect_true(mean(p[-1] <= 0.05) > 0.015 && mean(p[-1] <= 0.05) < 0.095)
})

test_that("what cannot be tested is named", {
  x <- matrix(rnorm(80), 40)
  graph <- heat_graph(x, 1)
  expect_fault(graph_test(graph, 1:3), "y", text = "40 rows")
  expect_fault(graph_test(graph, c(NA, 1:39)), "y", text = "missing")
  expect_fault(graph_test(graph, factor(rep(1:2, 20))), "y", text = "model.matrix")
  words <- data.frame(a = rep(letters[1:20], 2))
  expect_fault(graph_test(graph, words), "y", text = "numeric columns")
  expect_fault(graph_test(x, x), "graph")
  expect_fault(graph_test(graph, x, n_permutations = -1), "n_permutations")
  expect_fault(graph_test(graph, x, seed = "a"), "seed")
  expect_fault(graph_test(heat_graph(x[1:3, ], 9), 1:3), "graph", text = "4 points")
  empty <- suppressWarnings(heat_graph(x, 1e-6))
  expect_fault(graph_test(empty, x), "graph", "no_edges")
  y <- rnorm(40)
  table <- expect_condition_of(tested(graph, cbind(1, y)), "warning_constant")
  expect_true(is.na(table$p.value[[1]]) && !is.na(table$p.value[[2]]))
  flat <- suppressWarnings(heat_graph(x, 1e12, graph_dense()))
  flat <- expect_condition_of(tested(flat, y), "warning_degenerate")
  expect_true(is.na(flat$p.value))
})

test_that("responses of which the graph was made are named", {
  set.seed(8)
  x <- matrix(rnorm(80), 40)
  graph <- heat_graph(x, 1)
  expect_condition_of(graph_test(graph, cbind(rnorm(40), 3 * x[, 2] + 1)), "message_same", "1 column")
  expect_quiet(graph_test(graph, cbind(rnorm(40), x[, 2] + rnorm(40))))
})

test_that("igraphs are taken", {
  skip_if_not_installed("igraph")
  graph <- heat_graph(matrix(rnorm(80), 40), 1)
  y <- rnorm(40)
  expect_equal(tested(as_igraph(graph), y), tested(graph, y))
})

test_that("a graph of principal components of the responses says so, few columns or many", {
  skip_on_cran()
  set.seed(1)
  on <- function(points, y) graph_test(heat_graph(points, graph = graph_knn(10)), y)
  components <- function(y, scale = FALSE) stats::prcomp(y, scale. = scale, rank. = 5)$x
  for (columns in c(20, 145, 400)) {
    y <- matrix(rnorm(150 * columns), 150)
    for (points in list(components(y), components(y, TRUE))) {
      expect_condition_of(on(points, y), "message_same", c("principal", "graph_columns()"))
    }
    expect_quiet(on(matrix(rnorm(450), 150), y))
  }
  sparse <- Matrix::rsparsematrix(150, 400, 0.2)
  expect_condition_of(on(components(as.matrix(sparse)), sparse), "message_same")
  # Of many more columns than rows every direction is nearly an eigenvector.
  expect_quiet(on(matrix(rnorm(80), 40), matrix(rnorm(40 * 1e4), 40)))
})

test_that("so does one whose points a response is a linear function of", {
  y <- cbind(sum = rowSums(iris[1:2]), square = iris[[1]]^2)
  graph <- heat_graph(iris[1:2], graph = graph_knn(10))
  expect_condition_of(graph_test(graph, y), "message_same", "1 column is a linear function")
  expect_quiet(graph_test(graph, y[, "square"]))
  expect_quiet(graph_test(graph, iris[3:4]))
})
