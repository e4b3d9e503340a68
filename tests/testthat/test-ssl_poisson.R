# Potentials by the pseudo-inverse of L = D - W: sources of the targets less their mean.
oracle_field <- function(w, rows, targets) {
  laplacian <- diag(rowSums(w)) - w
  sources <- matrix(0, nrow(w), ncol(targets))
  sources[rows, ] <- targets - rep(colMeans(targets), each = nrow(targets))
  e <- eigen(laplacian, symmetric = TRUE)
  inverse <- ifelse(e$values > 1e-9 * e$values[[1]], 1 / e$values, 0)
  u <- e$vectors %*% (inverse * crossprod(e$vectors, sources))
  u - rep(colSums(rowSums(w) * u) / sum(w), each = nrow(w))
}

oracle_unit <- function(w, u) sqrt(sum(rowSums(w) * u^2) / sum(w) / ncol(u))

oracle_potentials <- function(w, rows, targets) {
  u <- oracle_field(w, rows, targets)
  u / oracle_unit(w, u)
}

three_classes <- function() {
  x <- withr::with_seed(3, matrix(stats::rnorm(120), 60))
  y <- factor(c("a", "b", "c")[1 + (x[, 1] > 0) + (x[, 1] > 0 & x[, 2] > 0)])
  seen <- unlist(Map(utils::head, split(seq_along(y), y), c(3, 2, 2)))
  list(x = x, y = replace(y, -seen, NA))
}

test_that("scores are potentials of the labels, on dense and on sparse graphs", {
  p <- three_classes()
  dense <- heat_graph(p$x, 1, type = "dense", self_loops = FALSE)
  nearest <- heat_graph(p$x, 1, type = "knn", k = 6, self_loops = FALSE)
  for (y in list(p$y, factor(replace(p$y, which(p$y == "c"), "a")))) {
    for (graph in list(dense, nearest)) {
      fit <- ssl_poisson(graph, y, alpha = 0)
      w <- as.matrix(graph)
      wanted <- oracle_potentials(w, fit$labels$rows, fit$labels$targets)
      expect_equal(fit$scores, wanted, tolerance = 1e-8, ignore_attr = TRUE)
    }
  }
  # By iteration.
  local_functions(list(free_factor = function(...) NULL))
  fit <- ssl_poisson(nearest, p$y, alpha = 0)
  wanted <- oracle_potentials(as.matrix(nearest), fit$labels$rows, fit$labels$targets)
  expect_equal(fit$scores, wanted, tolerance = 1e-7, ignore_attr = TRUE)
})

test_that("a label is predicted from the potentials of the others", {
  p <- three_classes()
  # Five labels are hidden one by one.
  y <- replace(factor(replace(p$y, which(p$y == "c"), "a")), which(!is.na(p$y))[c(1, 7)], NA)
  for (type in c("dense", "knn")) {
    graph <- heat_graph(p$x, 1, type = type, k = if (type == "knn") 6)
    fit <- ssl_poisson(graph, y, alpha = 0)
    w <- as.matrix(graph)
    rows <- fit$labels$rows
    targets <- fit$labels$targets
    expect_length(rows, 5)
    unit <- oracle_unit(w, oracle_field(w, rows, targets))
    without <- vapply(seq_along(rows), function(i) {
      oracle_field(w, rows[-i], targets[-i, , drop = FALSE])[rows[[i]]] / unit
    }, 0)
    expect_equal(fit$held_out[, 1, 1], without, tolerance = 1e-7)
  }
})

test_that("what iteration does not reach is factored", {
  p <- three_classes()
  graph <- heat_graph(p$x, 1, type = "knn", k = 6, self_loops = FALSE)
  failed <- function(...) list(values = NULL, iterations = 9L, residual = Inf)
  local_functions(list(expected_steps = function(...) 0, cpp_potentials_sparse = failed))
  fit <- ssl_poisson(graph, p$y)
  wanted <- oracle_potentials(as.matrix(graph), fit$labels$rows, fit$labels$targets)
  expect_equal(fit$scores, wanted, tolerance = 1e-8, ignore_attr = TRUE)
})

test_that("a component with one class has that class", {
  x <- rbind(normal_points(20, 2), normal_points(20, 2, 2) + 100)
  y <- factor(replace(rep(NA, 40), c(1, 2, 3, 25), c("a", "b", "b", "a")))
  fit <- ssl_poisson(x, y, bandwidth = 1)
  expect_identical(as.character(fitted(fit)[21:40]), rep("a", 20))
  expect_identical(as.character(fitted(fit)[1]), "a")
  expect_identical(as.character(fitted(fit)[3]), "b")
})

test_that("one label a class is enough where harmonic functions are flat", {
  x <- sample_moons(400, noise = 0.05, seed = 1)
  moon <- factor(attr(x, "parameters")[, "moon"])
  fit <- ssl_poisson(x, replace(moon, -match(1:2, moon), NA), bandwidth = 0.2)
  expect_lt(ssl_error(fit, moon), 0.02)
  expect_identical(fit$graph$type, "knn")
  expect_identical(fitted(fit), predict(fit, x))
})

test_that("a prior sets the shares of the classes", {
  p <- three_classes()
  for (prior in list(c(0.2, 0.2, 0.6), c(c = 0.1, a = 0.7, b = 0.2))) {
    fit <- ssl_poisson(p$x, p$y, class_prior = prior, bandwidth = 1)
    share <- prior
    if (!is.null(names(prior))) share <- prior[levels(p$y)]
    expect_lt(max(abs(colMeans(softmax(10 * fit$scores)) - share)), 1e-3)
  }
  expect_identical(tidy(fit)$value[tidy(fit)$parameter == "class_prior"], "0.7, 0.2, 0.1")
  expect_match(paste(capture.output(print(fit)), collapse = " "), "class_prior = 0.7, 0.2, 0.1")
  two <- factor(replace(p$y, which(p$y == "c"), "a"))
  many <- vapply(c(0.2, 0.8), function(a) {
    mean(fitted(ssl_poisson(p$x, two, class_prior = c(a, 1 - a), bandwidth = 1)) == "a")
  }, 0)
  expect_lt(max(abs(many - c(0.2, 0.8))), 0.15)
  expect_fault(ssl_poisson(p$x, p$y, class_prior = c(1, 2), bandwidth = 1), "class_prior")
  expect_fault(ssl_poisson(p$x, p$x[, 1], bandwidth = 1), "y", text = "classes")
})

test_that("a grounded Laplacian is inverted with full relative accuracy", {
  w <- withr::with_seed(1, matrix(stats::runif(81), 9))
  w <- w + t(w)
  ground <- seq_len(9) / 9
  expected <- solve(diag(rowSums(w) - diag(w) + ground) - w + diag(diag(w)))
  expect_equal(grounded_inverse(w, ground), expected, tolerance = 1e-13)
  # A chain of weak links: potentials are sums of 1 / link up to the nearer of the two points.
  link <- 10^-(5 * 1:8)
  w <- matrix(0, 8, 8)
  w[cbind(1:7, 2:8)] <- link[-1]
  expected <- outer(1:8, 1:8, function(i, j) cumsum(1 / link)[pmin(i, j)])
  found <- grounded_inverse(w + t(w), c(link[[1]], rep(0, 7)))
  expect_lt(max(abs(found / expected - 1)), 1e-13)
  expect_identical(grounded_inverse(matrix(0, 0, 0), numeric()), matrix(0, 0, 0))
})

test_that("the order of rows does not count where clusters hang together by weak links", {
  x <- scale(as.matrix(quakes[withr::with_seed(4, sample(1000, 150)), 1:3]))
  y <- replace(factor(x[, 1] > 0), -seq(1, 150, by = 5), NA)
  fit <- ssl_poisson(x, y, bandwidth = 0.1, graph = "dense")
  back <- ssl_poisson(x[150:1, ], y[150:1], bandwidth = 0.1, graph = "dense")
  expect_equal(back$scores[150:1, , drop = FALSE], fit$scores, tolerance = 1e-10)
  expect_identical(fitted(back)[150:1], fitted(fit))
})
