# Coordinates of the layout of a table.

table_of_groups <- function() {
  set <- unique(iris)
  list(x = as.matrix(set[1:4]), class = as.integer(set$Species))
}

# The share of points whose class most of their 5 nearest neighbors do not have.
neighbor_errors <- function(y, class) {
  near <- oracle_nearest_lists(y, 5)
  mean(vapply(seq_len(nrow(y)), function(i) {
    which.max(tabulate(class[near[i, ]])) != class[[i]]
  }, NA))
}

shape_off_by <- function(a, b) max(abs(stats::dist(a) - stats::dist(b))) / max(stats::dist(b))

test_that("groups of a table are apart, and neighbors are kept", {
  set <- table_of_groups()
  e <- embed_layout(set$x)
  y <- plain_matrix(e)
  expect_equal(dim(y), c(nrow(set$x), 2L))
  expect_equal(colMeans(y), c(0, 0), tolerance = 1e-10)
  expect_lt(neighbor_errors(y, set$class), 0.05)
  expect_gt(embed_quality(e, set$x)$trustworthiness, 0.98)
  expect_s3_class(e, "lapscale_layout")
  expect_gt(generics::glance(e)$cost, 0)
})

test_that("the cost is that of the definition", {
  x <- table_of_groups()$x[1:40, ]
  y <- plain_matrix(embed_layout(x, k = 39, anchor = 0))
  sq <- sq_distances_of(x)
  walk <- t(vapply(seq_len(40), function(i) {
    entropy <- function(rate) {
      p <- exp(-rate * (sq[i, -i] - min(sq[i, -i])))
      p <- p / sum(p)
      -sum(p[p > 0] * log(p[p > 0])) - log(39 / 2)
    }
    rate <- stats::uniroot(entropy, c(1e-3, 1e4), tol = 1e-12)$root
    p <- replace(exp(-rate * sq[i, ]), i, 0)
    p / sum(p)
  }, numeric(40)))
  p <- (walk + t(walk)) / 80
  cost <- function(y) {
    near <- 1 / (1 + sq_distances_of(y))
    diag(near) <- 0
    q <- near / sum(near)
    sum(p[p > 0] * log(p[p > 0] / q[p > 0]))
  }
  e <- embed_layout(x, k = 39, anchor = 0)
  expect_equal(e$settings$cost, cost(y), tolerance = 1e-5)
  # It is nearly a minimum: no point has much to gain from a step.
  slope <- vapply(seq_along(y), function(at) {
    step <- replace(numeric(length(y)), at, 1e-4)
    (cost(y + step) - cost(y - step)) / 2e-4
  }, 0)
  expect_lt(max(abs(slope)), 1e-3)
})

test_that("the picture does not depend on the order of the rows, on copies, or on threads", {
  set <- table_of_groups()
  x <- rbind(set$x, set$x[1:3, ])
  rows <- withr::with_seed(1, sample(nrow(x)))
  y <- plain_matrix(embed_layout(x, n_threads = 1))
  expect_identical(plain_matrix(embed_layout(x, n_threads = 2)), y)
  expect_lt(shape_off_by(plain_matrix(embed_layout(x[rows, ])), y[rows, ]), 1e-10)
  expect_identical(y[nrow(x) - 2:0, ], y[1:3, ])
})

test_that("rounding and rotations are not amplified", {
  x <- table_of_groups()$x
  y <- plain_matrix(embed_layout(x))
  rotation <- qr.Q(qr(matrix(withr::with_seed(2, stats::rnorm(16)), 4)))
  expect_lt(shape_off_by(plain_matrix(embed_layout(x %*% rotation)), y), 1e-6)
  expect_lt(shape_off_by(plain_matrix(embed_layout(3 * x + 10)), y), 1e-6)
  # Without ties, of which noise would make other neighbors.
  x <- x + withr::with_seed(3, stats::rnorm(length(x), sd = 0.01))
  noisy <- x + withr::with_seed(4, stats::rnorm(length(x), sd = 1e-10))
  expect_lt(shape_off_by(plain_matrix(embed_layout(noisy)), plain_matrix(embed_layout(x))), 1e-6)
})

test_that("a circle stays closed, and noise stays in one", {
  x <- sample_circle(600, seed = 1)
  y <- plain_matrix(embed_layout(x))[order(atan2(as.matrix(x)[, 2], as.matrix(x)[, 1])), ]
  step <- sqrt(rowSums((y - y[c(2:600, 1), ])^2))
  expect_lt(max(step), 15 * stats::median(step))
  noise <- matrix(withr::with_seed(1, stats::runif(800)), 400)
  expect_length(embed_layout(noise)$components$sizes, 1)
})

test_that("it starts where it is told, and the anchor holds it there", {
  x <- table_of_groups()$x
  start <- stats::prcomp(x)$x[, 1:2]
  aligned <- function(e) min(stats::cancor(plain_matrix(e), start)$cor)
  by_start <- plain_matrix(embed_layout(x, init = start))
  expect_lt(shape_off_by(by_start, plain_matrix(embed_layout(x))), 1e-6)
  expect_gt(aligned(embed_layout(x, anchor = 10)), aligned(embed_layout(x, anchor = 0)))
  expect_error(embed_layout(x, init = start[-1, ]), "`init` must have 149 rows",
               class = "lapscale_error_argument")
})

test_that("strong attraction gives Laplacian eigenmaps", {
  x <- bent_strip(300)
  e <- plain_matrix(embed_eigenmaps(x, 2, components = "connect"))
  y <- plain_matrix(embed_layout(x, exaggeration = 100, init = "eigenmaps"))
  expect_gt(min(stats::cancor(e, y)$cor), 0.97)
  # Of the same graph, from wherever it starts.
  graph <- heat_graph(as.matrix(sample_swiss_roll(400, seed = 1)), type = "knn", k = 12)
  e <- plain_matrix(embed_eigenmaps(graph, 2))
  y <- plain_matrix(embed_layout(graph, exaggeration = 1000, init = e[, 2:1] + 0.1 * e^2))
  expect_gt(min(stats::cancor(e, y)$cor), 0.99)
})

test_that("a dist, sparse points, and a graph are laid out", {
  set <- table_of_groups()
  y <- plain_matrix(embed_layout(set$x))
  expect_lt(shape_off_by(plain_matrix(embed_layout(stats::dist(set$x))), y), 1e-5)
  sparse <- Matrix::Matrix(set$x, sparse = TRUE)
  expect_lt(shape_off_by(plain_matrix(embed_layout(sparse)), y), 1e-5)
  graph <- heat_graph(set$x, type = "knn", k = 15, local_scale = 7)
  g <- embed_layout(graph)
  expect_lt(neighbor_errors(plain_matrix(g), set$class), 0.06)
  expect_output(print(g), "2 components: 99, 50 points", fixed = TRUE)
  by_points <- embed_layout(set$x, graph = "knn", k = 15, local_scale = 7)
  expect_lt(neighbor_errors(plain_matrix(by_points), set$class), 0.06)
  expect_equal(ncol(plain_matrix(embed_layout(set$x, 3))), 3)
  expect_equal(ncol(plain_matrix(embed_layout(set$x[, 1:2], 1))), 1)
})

test_that("rows with weights count as so many", {
  x <- table_of_groups()$x
  e <- embed_layout(x, weights = rep(2, nrow(x)))
  expect_lt(shape_off_by(plain_matrix(e), plain_matrix(embed_layout(x))), 1e-8)
  expect_false(identical(
    plain_matrix(embed_layout(x, weights = seq_len(nrow(x)))), plain_matrix(e)
  ))
})

test_that("neighbors may be approximate", {
  skip_if_not_installed("rnndescent")
  set <- table_of_groups()
  e <- embed_layout(set$x, neighbors = "descent")
  expect_lt(neighbor_errors(plain_matrix(e), set$class), 0.06)
  expect_gt(generics::glance(e)$recall, 0.9)
})

test_that("more points than are summed exactly are laid out by the tree", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(2500, seed = 1))
  e <- embed_layout(x)
  expect_gt(embed_quality(e, x, n_points = 200, seed = 1)$trustworthiness, 0.95)
  expect_output(print(e), "(among 2000 of the points)", fixed = TRUE)
})

test_that("new points fall beside their neighbors, and points of the fit where they are", {
  set <- table_of_groups()
  fit <- seq(1, nrow(set$x), 2)
  e <- embed_layout(set$x[fit, ])
  y <- plain_matrix(e)
  expect_equal(unname(predict(e, set$x[fit[1:5], ])), y[1:5, ])
  new <- unname(predict(e, set$x[-fit, ]))
  near <- t(apply(new, 1, function(at) order(colSums((t(y) - at)^2))[1:5]))
  class <- set$class[fit]
  errors <- vapply(seq_len(nrow(new)), function(i) {
    which.max(tabulate(class[near[i, ]])) != set$class[-fit][[i]]
  }, NA)
  expect_lt(mean(errors), 0.08)
  expect_equal(unname(predict(e, set$x[-fit, ][3, , drop = FALSE])), new[3, , drop = FALSE])
})

test_that("what is wrong is said by name", {
  x <- table_of_groups()$x
  refused <- function(...) expect_error(..., class = "lapscale_error_argument")
  refused(embed_layout(x, exaggeration = 0), "`exaggeration`")
  refused(embed_layout(x, anchor = -1), "`anchor`")
  refused(embed_layout(x, perplexity = 30), "`perplexity` is not an argument")
  refused(embed_layout(x, init = "random"), "`init`")
  refused(embed_layout(x, 4), "`n_components`")
  refused(embed_layout(x, k = 149), "`k` = 149 must be below")
  refused(embed_layout(x[1:2, ]), "at least 3 rows")
  expect_error(embed_layout(x[rep(1, 20), ]), class = "lapscale_error_no_scale")
})

test_that("pairs that the layout tore apart are drawn", {
  x <- sample_sphere(300, seed = 1)
  e <- embed_layout(x)
  torn <- e$settings$torn
  expect_gt(nrow(torn), 0)
  y <- plain_matrix(e)
  length <- sqrt(rowSums((y[torn[, 1], ] - y[torn[, 2], ])^2))
  near <- apply(oracle_nearest(as.matrix(x), 5), 1, which)
  typical <- stats::median(unlist(lapply(seq_along(near), function(i) {
    sqrt(colSums((t(y[near[[i]], , drop = FALSE]) - y[i, ])^2))
  })))
  expect_gt(min(length), 2 * typical)
  layers <- function(...) vapply(picture(e, ...)$panels[[1]]$layers, `[[`, "", "kind")
  expect_setequal(layers(edges = TRUE), c("segments", "points"))
  expect_setequal(layers(), "points")
  expect_error(plot(embed_isomap(x, 2, k = 8), edges = TRUE), "`edges`",
               class = "lapscale_error_argument")
})

test_that("print says that attraction too strong for so few points draws lines", {
  says_lines <- function(exaggeration) {
    e <- embed_layout(iris[1:4], exaggeration = exaggeration)
    any(grepl("draws groups as lines", capture.output(print(e)), fixed = TRUE))
  }
  expect_identical(vapply(c(1, 1.5, 4), says_lines, NA), c(FALSE, FALSE, TRUE))
})

test_that("tidy() has no columns for what a layout does not have", {
  expect_identical(tidy(embed_layout(iris[1:30, 1:4])), data.frame(component = 1:2))
  expect_named(tidy(embed_isomap(iris[1:30, 1:4], 2)), c("component", "eigenvalue", "residual"))
})
