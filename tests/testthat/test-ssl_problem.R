# Faults and invariances of all methods of semi-supervised learning.

test_that("labels are checked (FAULTS 42, 44)", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) {
    learn <- function(y) ssl_fixed[[name]](p$x, y, bandwidth = 0.3)
    expect_fault(learn(rep(NA, 60)), "y", info = name)
    expect_fault(learn(replace(p$y, 4:6 + 27, NA)), "y", text = "one class", info = name)
    expect_fault(learn(p$y[-1]), "y", info = name)
    expect_fault(learn(replace(p$x[, 1], 5, NaN)), "y", info = name)
  }
})

test_that("graphs, bandwidths, exponents, seeds and threads are checked", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) {
    learn <- function(..., bandwidth = 0.3) ssl_fixed[[name]](p$x, p$y, ..., bandwidth = bandwidth)
    for (bad in list(-1, 0, NA, c(1, 2), "a")) {
      expect_fault(learn(bandwidth = bad), "bandwidth", info = name)
    }
    expect_fault(learn(alpha = -1), "alpha", info = name)
    expect_fault(learn(graph = "tree"), "graph", info = name)
    expect_fault(learn(graph = "knn", k = 60), "k", info = name)
    expect_fault(learn(graph = "dense", k = 5), "k", info = name)
    expect_fault(learn(cutoff = 0), "cutoff", info = name)
    expect_fault(learn(seed = 0.5), "seed", info = name)
    expect_fault(learn(n_threads = 0), "n_threads", info = name)
    expect_fault(learn(unknown = 1), "unknown", info = name)
    expect_fault(learn(bandwidth = 1e-5), "bandwidth", class = "isolated", info = name)
  }
})

test_that("all points labeled is supervised learning (FAULTS 42)", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$truth, bandwidth = 0.3)
    expect_gt(mean(fitted(fit) == p$truth), 0.95)
  }
})

test_that("one number is enough for a constant (FAULTS 42)", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_numeric)) {
    fit <- ssl_numeric[[name]](p$x, replace(rep(NA, 60), 7, 5), bandwidth = 0.3)
    expect_true(all(is.finite(fitted(fit))), info = name)
  }
  fit <- ssl_eigenmaps(p$x, replace(rep(NA, 60), 7, 5), bandwidth = 0.3)
  expect_equal(fitted(fit), rep(5, 60))
  expect_identical(fit$chosen, c(n_eigen = "one label"))
  two <- replace(rep(NA, 60), c(7, 40), c(5, 6))
  expect_s3_class(
    suppressWarnings(bw_cv(p$x, two, folds = 2, bandwidths = c(0.2, 0.3, 0.5), seed = 1)),
    "lapscale_bandwidth"
  )
})

test_that("a component without labels gets the mean of the labels, with a warning (FAULTS 43)", {
  local_dense_graph()
  skip_on_cran()
  p <- two_arcs()
  x <- rbind(p$x, plain_circle(20) + 500)
  y <- factor(c(as.character(p$y), rep(NA, 20)))
  y[1] <- NA
  for (name in setdiff(names(ssl_fixed), c("laprls", "lapsvm"))) {
    alone <- ssl_fixed[[name]](p$x, y[1:60], bandwidth = 0.3)
    fit <- expect_condition_of(
      ssl_fixed[[name]](x, y, bandwidth = 0.3), "warning_unlabelled",
      c("20 points", "1 component", "mean of all labels")
    )
    expect_equal(scores_of(fit)[1:60], scores_of(alone), tolerance = 1e-8, info = name)
    # Three labels of one class, two of the other.
    expect_equal(scores_of(fit)[61:80], rep(-1 / 5, 20), info = name)
  }
  for (name in c("laprls", "lapsvm")) {
    fit <- expect_condition_of(
      ssl_fixed[[name]](x, y, bandwidth = 0.3), "warning_unlabelled", "the kernel alone decides"
    )
    expect_true(all(is.finite(scores_of(fit))))
  }
})

test_that("a labeled point without neighbors keeps its label", {
  p <- two_arcs()
  x <- rbind(p$x, c(100, 100))
  for (name in c("eigenmaps", "iterated", "harmonic")) {
    fit <- ssl_fixed[[name]](x, c(as.character(p$y), "up"), bandwidth = 0.3)
    expect_identical(scores_of(fit)[[61]], 1)
    expect_gt(mean(fitted(fit)[1:60] == p$truth), 0.9)
  }
})

test_that("one place with two labels is counted and learned from (FAULTS 45)", {
  skip_on_cran()
  p <- two_arcs()
  # At another place two labels agree.
  x <- rbind(p$x, p$x[1, ], p$x[2, ], p$x[2, ])
  y <- c(as.character(p$y), "down", "up", "up")
  for (name in names(ssl_fixed)) {
    fit <- expect_condition_of(
      ssl_fixed[[name]](x, y, bandwidth = 0.3), "warning_conflict", "1 point"
    )
    expect_true(all(is.finite(scores_of(fit))), info = name)
    expect_gt(mean(fitted(fit)[2:60] == p$truth[-1]), 0.8)
  }
})

test_that("repeated points with different numbers are no conflict of classes", {
  p <- square_numbers()
  expect_no_warning(expect_message(
    ssl_harmonic(rbind(p$x, p$x[1, ]), c(p$y, 9), bandwidth = p$h), "repeated measurements",
    class = "lapscale_message_conflict"
  ))
})

test_that("rows permuted, data moved, turned and scaled: the same answers", {
  skip_on_cran()
  p <- two_arcs()
  order <- withr::with_seed(1, sample(60))
  turned <- cbind(p$x, 0) %*% random_rotation(3) + 5
  for (name in names(ssl_fixed)) {
    learn <- ssl_fixed[[name]]
    tolerance <- if (name == "lapsvm") 1e-5 else 1e-7
    s <- scores_of(learn(p$x, p$y, bandwidth = 0.3))
    expect_equal(scores_of(learn(p$x[order, ], p$y[order], bandwidth = 0.3)), s[order],
                 tolerance = tolerance, info = name)
    expect_equal(scores_of(learn(turned, p$y, bandwidth = 0.3)), s, tolerance = tolerance,
                 info = name)
    expect_equal(scores_of(learn(1024 * p$x, p$y, bandwidth = 1024 * 0.3)), s,
                 tolerance = tolerance, info = name)
  }
})

test_that("classes renamed and reordered: answers renamed", {
  skip_on_cran()
  p <- three_clusters()
  other <- factor(c(ash = "z", birch = "y", cedar = "x")[as.character(p$y)], c("x", "y", "z"))
  for (name in names(ssl_fixed)) {
    a <- fitted(ssl_fixed[[name]](p$x, p$y, bandwidth = 1))
    b <- fitted(ssl_fixed[[name]](p$x, other, bandwidth = 1))
    expect_identical(unname(a), p$truth, info = name)
    expect_identical(c(z = "ash", y = "birch", x = "cedar")[as.character(b)],
                     stats::setNames(as.character(a), as.character(b)), info = name)
  }
})

test_that("rows with missing values are left out and come back as NA", {
  skip_on_cran()
  p <- two_arcs()
  x <- replace(p$x, 20, NA)
  rownames(x) <- paste0("r", 1:60)
  for (name in names(ssl_fixed)) {
    fit <- expect_condition_of(
      ssl_fixed[[name]](x, p$y, bandwidth = 0.3, na_action = "omit"), "warning_omitted"
    )
    expect_identical(names(fitted(fit)), rownames(x))
    expect_identical(unname(which(is.na(fitted(fit)))), 20L)
    without <- ssl_fixed[[name]](p$x[-20, ], p$y[-20], bandwidth = 0.3)
    expect_equal(scores_of(fit)[-20], scores_of(without), tolerance = 1e-10)
  }
})

test_that("a given bandwidth, a selection and a selector agree", {
  p <- two_arcs()
  h <- bw_gc(p$x, seed = 1)
  by <- function(bandwidth) ssl_harmonic(p$x, p$y, bandwidth = bandwidth, seed = 1)
  expect_identical(by(h)$scores, by(as.numeric(h))$scores)
  expect_identical(by(bw_gc)$scores, by(h)$scores)
  expect_identical(by(h)$bandwidth_method, "gc")
})

test_that("a sparse graph follows k", {
  x <- plain_hourglass(300)
  y <- replace(x[, 3], -(1:20), NA)
  arguments <- learning_arguments(x, y, alpha = 0, bandwidth = 0.4, graph = "knn", k = 7, seed = 1)
  problem <- ssl_graph(arguments, harmonic_method())
  expect_identical(unname(as.matrix(problem$weights) > 0), oracle_nearest(x, 7))
})

test_that("what only faint weights join to labels has none, in sparse weights as in dense ones", {
  skip_on_cran()
  ring <- withr::with_seed(1, Matrix::bandSparse(
    150, k = 1:3, diagonals = lapply(1:3, function(k) stats::runif(150) + 0.1), symmetric = TRUE
  ))
  w <- as.matrix(Matrix::bdiag(ring, ring))
  w[150, 151] <- w[151, 150] <- 1e-20
  y <- replace(rep(NA, 300), c(1, 5, 7, 100), c("a", "b", "a", "b"))
  for (learn in list(ssl_iterated, ssl_eigenmaps)) {
    fits <- lapply(list(w, Matrix::Matrix(w, sparse = TRUE)), function(weights) {
      expect_quiet(learn(as_heat_graph(weights), y))
    })
    expect_identical(fits[[2]]$n_unseen, 0L)
    expect_equal(fits[[2]]$scores, fits[[1]]$scores, tolerance = 1e-6)
    # What the link leads to has the value of its end.
    expect_equal(fits[[1]]$scores[151:300], rep(fits[[1]]$scores[[150]], 150))
  }
  # Elimination follows them.
  for (weights in list(w, Matrix::Matrix(w, sparse = TRUE))) {
    fit <- ssl_harmonic(as_heat_graph(weights), y)
    expect_equal(fit$scores[151:300], rep(fit$scores[[150]], 150))
  }
})

test_that("the default graph is that of nearest neighbors, unless these leave points out", {
  x <- normal_points(60, 2)
  y <- replace(rep(NA_real_, 60), 1:6, c(1, 2, 3, 2, 1, 2))
  same <- function(x, y, ...) {
    fitted(quietly(ssl_harmonic(x, y, seed = 1))) -
      fitted(quietly(ssl_harmonic(x, y, seed = 1, ...)))
  }
  expect_true(all(same(x, y, graph = "knn") == 0))
  # The second half has no label among its neighbors, but is joined to the first by all pairs.
  apart <- rbind(x, x + 6)
  y <- c(y, rep(NA, 60))
  expect_true(all(same(apart, y, graph = "dense") == 0))
  expect_false(all(same(apart, y, graph = "knn") == 0))
  # A bandwidth is that of all pairs, as in heat_graph().
  expect_identical(fitted(ssl_harmonic(x, y[1:60], bandwidth = 1)),
                   fitted(ssl_harmonic(heat_graph(x, 1, graph_dense()), y[1:60], alpha = 0.5)))
  # Weighted rows are copies only where all pairs are joined.
  weighted <- function(...) {
    fitted(quietly(ssl_harmonic(x, y[1:60], bandwidth = 1, weights = rep(1:2, 30), ...)))
  }
  expect_identical(weighted(), weighted(graph = "dense"))
})
