graph_methods <- ssl_fixed[setdiff(names(ssl_fixed), c("laprls", "lapsvm"))]
# The automatic choice tries more on points.
alike_on_graphs <- graph_methods[setdiff(names(graph_methods), "auto")]

test_that("a graph of points gives the fit of the points", {
  skip_on_cran()
  p <- three_clusters()
  x <- data.frame(p$x, row.names = paste0("p", 1:36))
  dense <- heat_graph(x, 1, type = "dense")
  for (name in names(alike_on_graphs)) {
    fit <- graph_methods[[name]](dense, p$y)
    plain <- graph_methods[[name]](x, p$y, bandwidth = 1, graph = "dense")
    kept <- c("scores", "parameters", "alpha", "bandwidth", "error", "names", "rows", "n_given",
              "path")
    expect_equal(fit[kept], plain[kept], tolerance = 1e-12, info = name)
    expect_identical(fitted(fit), fitted(plain))
    expect_identical(residuals(fit), residuals(plain))
    expect_identical(nobs(fit), 36L)
    # Self loops do not count, small weights hardly.
    sparse <- graph_methods[[name]](heat_graph(x, 1, self_loops = FALSE), p$y)
    expect_identical(fitted(sparse), fitted(plain))
    expect_equal(sparse$scores, plain$scores, tolerance = 1e-3)
  }
})

test_that("folds are those of the points, whatever is drawn", {
  skip_on_cran()
  p <- two_arcs()
  y <- p$truth
  graph <- heat_graph(p$x, 0.3, type = "dense")
  fit <- ssl_eigenmaps(graph, y, seed = 3)
  expect_identical(fit$path, ssl_eigenmaps(p$x, y, bandwidth = 0.3, seed = 3)$path)
  o <- withr::with_seed(1, sample(60))
  other <- ssl_eigenmaps(heat_graph(p$x[o, ], 0.3, type = "dense"), y[o], seed = 3)
  expect_equal(other$path, fit$path)
})

test_that("bare weights: no points, alpha 0, loops left out", {
  skip_on_cran()
  p <- three_clusters()
  w <- exp(-sq_distances_of(p$x))
  for (name in names(graph_methods)) {
    fit <- graph_methods[[name]](as_heat_graph(w), p$y)
    expect_identical(fit$alpha, 0)
    if (name != "auto") {
      points <- graph_methods[[name]](p$x, p$y, bandwidth = 1, alpha = 0, graph = "dense")
      expect_equal(fit$scores, points$scores, tolerance = 1e-8, info = name)
    }
    expect_identical(graph_methods[[name]](as_heat_graph(w), p$y, alpha = 0.5)$alpha, 0.5)
    expect_true(is.na(glance(fit)$bandwidth))
    expect_output(print(fit), "graph as given")
    expect_no_match(paste(capture.output(print(fit)), collapse = " "), "bandwidth")
    expect_fault(predict(fit, p$x), "object", class = "no_points")
    expect_identical(predict(fit, type = "class"), fitted(fit))
    expect_fault(plot(fit, "fit"), "coordinates")
  }
  numbers <- replace(p$x[, 1], -p$seen, NA)
  expect_equal(fitted(ssl_harmonic(as_heat_graph(w), numbers)),
               fitted(ssl_harmonic(p$x, numbers, bandwidth = 1, alpha = 0)), tolerance = 1e-8)
  rule <- ssl_eigenmaps(as_heat_graph(w), p$y, n_eigen = "rule", d = 3)
  expect_identical(rule$parameters$n_eigen, max(2L, rule_size(6, 3, 1)))
})

test_that("components without a label, graphs without an edge", {
  w <- kronecker(diag(3), matrix(1, 4, 4))
  y <- replace(rep(NA, 12), c(1, 5), c("a", "b"))
  fit <- expect_condition_of(ssl_harmonic(as_heat_graph(w), y), "warning_unlabelled",
                             c("4 points", "More edges of `x`"))
  expect_identical(as.character(fitted(fit))[1:8], rep(c("a", "b"), each = 4))
  expect_fault(ssl_harmonic(as_heat_graph(diag(5)), c("a", "b", NA, NA, NA)), "x", "isolated")
  expect_fault(ssl_harmonic(as_heat_graph(1 - diag(2)), c("a", "b")), "x", text = "3 points")
})

test_that("sparse graphs stay sparse, dense ones are learned on as such", {
  expect_true(is.matrix(plain_if_full(as_sparse(matrix(1, 9, 9)))))
  expect_identical(diag(set_loops(matrix(1, 3, 3), 0)), c(0, 0, 0))
  chain <- as_sparse(diag(40) + (abs(outer(1:40, 1:40, "-")) == 1))
  sparse <- set_loops(plain_if_full(chain), 0)
  expect_s4_class(sparse, "dgCMatrix")
  expect_identical(length(sparse@x), 78L)
})

test_that("what needs points is refused", {
  skip_on_cran()
  p <- two_arcs()
  graph <- heat_graph(p$x, 0.3)
  for (name in c("laprls", "lapsvm")) {
    expect_fault(ssl_fixed[[name]](graph, p$y), "x", text = c("must be points", "ssl_iterated()"))
  }
  expect_fault(ssl_harmonic(graph, p$y, bandwidth = 1), "bandwidth")
  expect_fault(ssl_harmonic(graph, p$y, k = 3), "k", text = "if `x` is a graph")
  expect_fault(ssl_harmonic(graph, p$y, graph = "knn"), "graph")
  expect_fault(ssl_harmonic(graph, p$y, landmarks = 30), "landmarks")
  expect_fault(ssl_harmonic(graph, p$y, scale = TRUE), "scale")
  expect_fault(ssl_harmonic(graph, p$y, na_action = "omit"), "na_action")
  expect_fault(ssl_harmonic(graph, p$y[-1]), "y")
  expect_fault(ssl_harmonic(graph, p$y, alpha = -1), "alpha")
})

test_that("pictures of graphs take coordinates", {
  p <- two_arcs()
  fit <- ssl_harmonic(heat_graph(p$x, 0.3), p$y)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(fit, coordinates = p$x), fit)
})

test_that("an alpha beyond double precision is named", {
  x <- sample_circle(30, seed = 1)
  y <- replace(rep(c("a", "b"), 15), 5:30, NA)
  expect_error(
    ssl_eigenmaps(cbind(x, 3 * x), y, bandwidth = 0.05, graph = "knn", k = 3, alpha = 1e4),
    "`alpha` = 10000 is too large", class = "lapscale_error_argument"
  )
})

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

test_that("all of the spectrum of a small graph, less of a large one, never more than there is", {
  size <- vapply(c(3, 300, 301, 3000, 10000, 10001, 1e6), spectrum_size, 0)
  expect_equal(size, c(3, 300, 100, 100, 100, 50, 50))
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
