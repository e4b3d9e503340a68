test_that("columns are eigenvectors of the dense walk, scaled by its stationary distribution", {
  x <- bent_strip()
  h <- 0.4
  e <- embed_eigenmaps(x, 4, bandwidth = h)
  y <- plain_matrix(e)
  corrected <- oracle_corrected(oracle_weights(x, h, oracle_graph_cutoff), 1)
  p <- corrected$weights / corrected$degree
  mass <- corrected$degree / sum(corrected$degree)
  expect_lt(max(abs(p %*% y - y * rep(exp(-e$eigenvalues * h^2 / 4), each = nrow(y)))), 1e-9)
  with_constant <- cbind(1, y)
  expect_equal(crossprod(with_constant, mass * with_constant), diag(5), tolerance = 1e-9)
  expect_false(is.unsorted(e$eigenvalues))
  expect_identical(rownames(as.matrix(e)), rownames(x))
  expect_true(all(apply(y, 2, max) >= apply(-y, 2, max)))
})

test_that("the circle has cos and sin as its first pair, whatever the density", {
  angle <- withr::with_seed(1, 2 * pi * stats::rbeta(600, 2, 2))
  angle <- c(angle, 2 * pi * (1:300) / 300)
  e <- embed_eigenmaps(cbind(cos(angle), sin(angle)), 2, bandwidth = 0.25)
  fit <- summary(stats::lm(cbind(cos(angle), sin(angle)) ~ plain_matrix(e)))
  expect_gt(min(vapply(fit, function(f) f$r.squared, 0)), 0.99)
})

test_that("a graph as x gives the same embedding, and knows its points", {
  x <- bent_strip()
  e <- embed_eigenmaps(heat_graph(x, 0.4), 3)
  expect_identical(as.matrix(e), as.matrix(embed_eigenmaps(x, 3, bandwidth = 0.4)))
  new <- x[1:9, ] + 0.01
  expect_identical(predict(e, new), predict(embed_eigenmaps(x, 3, bandwidth = 0.4), new))
  bare <- embed_eigenmaps(as(heat_graph(x, 0.4), "CsparseMatrix"), 3)
  expect_fault(predict(bare, x), "object", "no_points")
  expect_fault(embed_eigenmaps(heat_graph(x, 0.4), 3, bandwidth = 1), "bandwidth")
})

test_that("a NULL bandwidth is chosen by bw_gc()", {
  x <- bent_strip()
  bw <- suppressWarnings(bw_gc(x, seed = 1))
  e <- suppressWarnings(embed_eigenmaps(x, 2, seed = 1))
  expect_equal(e$bandwidth, as.numeric(bw))
  expect_output(print(e), "(gc)", fixed = TRUE)
})

test_that("the gap finds the number of clusters, and the two of the circle", {
  clusters <- rbind(normal_points(40, 2) / 9, normal_points(40, 2, 2) / 9 + 1.5,
                    normal_points(40, 2, 3) / 9 - 1.5)
  expect_equal(ncol(as.matrix(embed_eigenmaps(clusters, "gap", bandwidth = 0.7))), 2)
  circle <- sample_circle(300, seed = 1)
  expect_equal(ncol(as.matrix(embed_eigenmaps(circle, "gap", bandwidth = 0.4))), 2)
})

test_that("rows with missing values are NA in the result", {
  x <- bent_strip()
  x[7, 2] <- NA
  e <- expect_condition_of(embed_eigenmaps(x, 2, bandwidth = 0.4, na_action = "omit"),
                           "warning_omitted")
  expect_identical(unname(which(is.na(as.matrix(e)[, 1]))), 7L)
  expect_equal(unname(as.matrix(e)[-7, ]),
               plain_matrix(embed_eigenmaps(x[-7, ], 2, bandwidth = 0.4)))
  expect_equal(unname(predict(e, x[-7, ])), unname(as.matrix(e)[-7, ]))
})

test_that("n_components and other arguments are checked", {
  skip_on_cran()
  x <- bent_strip(30)
  for (bad in list(0, -1, 1.5, 30, NA, c(2, 3), NULL, TRUE, "many")) {
    expect_fault(embed_eigenmaps(x, bad, bandwidth = 0.5), "n_components")
  }
  expect_fault(embed_eigenmaps(x, 2, bandwidth = 0.5, variance = 1.2), "variance")
  expect_fault(embed_eigenmaps(x, 2, bandwidth = 0.5, colour = 1), "colour")
  expect_fault(embed_eigenmaps(x, 2, bandwidth = 0.5, type = "best"), "type")
  expect_identical(embed_eigenmaps(x, 2, bandwidth = 0.5, graph = "knn"),
                   embed_eigenmaps(x, 2, bandwidth = 0.5, graph = graph_knn(10)))
})

test_that("with a graph, arguments about points are refused", {
  graph <- heat_graph(bent_strip(40), 0.5)
  expect_fault(embed_eigenmaps(graph, 2, graph = "knn"), "graph")
  expect_fault(embed_diffusion(graph, 2, na_action = "omit"), "na_action")
  expect_fault(embed_diffusion(graph, 2, na_action = "drop"), "na_action")
  expect_fault(embed_eigenmaps(bent_strip(40), 2, bandwidth = 1, graph = "foo"), "graph")
})

test_that("conditions report the call that the user made", {
  skip_on_cran()
  x <- bent_strip(40)
  called <- function(expr) as.character(conditionCall(rlang::catch_cnd(expr))[[1]])
  for (bad in list(matrix(1, 9, 2), x)) {
    expect_identical(called(embed_eigenmaps(bad, 2, bandwidth = -1)), "embed_eigenmaps")
    expect_identical(called(embed_diffusion(bad, 2, bandwidth = -1)), "embed_diffusion")
    expect_identical(called(embed_kpca(bad, 2, bandwidth = -1)), "embed_kpca")
  }
  expect_identical(called(embed_eigenmaps(x, 2, bandwidth = 1, colour = 1)), "embed_eigenmaps")
  expect_identical(called(heat_graph(x, -1)), "heat_graph")
})

test_that("eigenvalues are those of graph_spectrum(), for points, graphs, distances and lists", {
  x <- bent_strip(80)
  h <- 0.5
  for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
    for (self_loops in c(FALSE, TRUE)) {
      graph <- heat_graph(x, h, self_loops = self_loops)
      want <- graph_spectrum(graph_laplacian(graph, type), 4)$values[-1]
      e <- embed_eigenmaps(x, 3, bandwidth = h, type = type, self_loops = self_loops)
      expect_identical(e$eigenvalues, want)
      expect_identical(e$scree[1:3], want)
      expect_equal(embed_eigenmaps(heat_graph(dist(x), h, self_loops = self_loops), 3,
                                   type = type)$eigenvalues, want, tolerance = 1e-9)
    }
  }
  near <- as.matrix(dist(x))
  index <- t(apply(near, 1, order))[, 2:11]
  lists <- list(idx = index, dist = matrix(near[cbind(rep(1:80, 10), c(index))], 80))
  for (self_loops in c(FALSE, TRUE)) {
    of_lists <- embed_eigenmaps(lists, 3, bandwidth = h, self_loops = self_loops)
    of_points <- embed_eigenmaps(x, 3, bandwidth = h, graph = "knn", k = 10,
                                 self_loops = self_loops)
    expect_equal(of_lists$eigenvalues, of_points$eigenvalues, tolerance = 1e-9)
  }
  expect_equal(embed_eigenmaps(lists, 3, bandwidth = h)$eigenvalues,
               embed_eigenmaps(x, 3, bandwidth = h, graph = "knn", k = 10)$eigenvalues)
  for (given in list(heat_graph(x, h), as(heat_graph(x, h), "CsparseMatrix"))) {
    expect_fault(embed_eigenmaps(given, 2, self_loops = TRUE), "self_loops")
  }
})

test_that("a coordinate whose eigenvalue of the walk is not positive has none, with a warning", {
  x <- bent_strip(30)
  e <- expect_condition_of(embed_eigenmaps(x, 29, bandwidth = 0.5), "warning_no_logarithm",
                           "eigenvalues are NA")
  d <- embed_diffusion(x, 29, bandwidth = 0.5)
  expect_identical(is.na(e$eigenvalues), d$eigenvalues <= 1e-14)
  expect_true(anyNA(e$eigenvalues) && !anyNA(as.matrix(e)))
  expect_output(print(summary(e)), "NA")
  draw_nowhere(screeplot(e))
  expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-6)
})

test_that("without a bandwidth each point has a scale in proportion to its neighbors' distance", {
  x <- withr::with_seed(1, matrix(rexp(240), 80))
  e <- quietly(embed_eigenmaps(x, 3, seed = 1))
  h <- as.numeric(bw_gc(x, seed = 1))
  expect_equal(e$bandwidth, h)
  distances <- as.matrix(dist(x))
  near <- t(apply(distances, 1, order))[, 2:11]
  linked <- matrix(FALSE, 80, 80)
  linked[cbind(rep(1:80, 10), as.vector(near))] <- TRUE
  to_7 <- apply(distances, 1, function(d) sort(d)[[8]])
  own <- h * to_7 / exp(mean(log(to_7)))
  w <- exp(-distances^2 / outer(own, own)) * (linked | t(linked))
  diag(w) <- 0
  pairs <- eigen(diag(80) - w / sqrt(outer(rowSums(w), rowSums(w))), symmetric = TRUE)
  wanted <- (pairs$vectors / sqrt(rowSums(w)))[, 79:77]
  expect_equal(e$eigenvalues, pairs$values[79:77], tolerance = 1e-6)
  expect_equal(abs(diag(cor(as.matrix(e), wanted))), rep(1, 3), tolerance = 1e-6)
  expect_identical(unname(predict(e, x[1:4, ])), unname(as.matrix(e)[1:4, ]))
  # The density exponent is 0, and another graph is taken as soon as one is asked for.
  expect_identical(e$settings$alpha, 0)
  expect_identical(embed_eigenmaps(x, 2, bandwidth = 1)$settings$alpha, 1)
  expect_fault(embed_eigenmaps(x, 2, bw_median, graph = "knn", k = 9, local_scale = 7), "bandwidth")
  # A bandwidth far below the neighbors' distances would leave the points apart.
  wide <- withr::with_seed(1, matrix(rnorm(100 * 300), 100))
  graph <- quietly(embed_eigenmaps(wide, 1, seed = 1))
  expect_gte(graph$settings$multiple, 0.5)
  # Of copies there are no such distances.
  expect_silent(quietly(embed_diffusion(wide[rep(1:12, each = 9), 1:3], 2, seed = 1)))
})

test_that("pictures have a graph of their own, more coordinates that of the theory", {
  x <- as.matrix(sample_moons(80, noise = 0.05, seed = 1))
  graph_of <- function(...) quietly(embed_eigenmaps(x, ..., seed = 1))
  expect_identical(as.integer(glance(graph_of(3))$k), 10L)
  four <- graph_of(4)
  expect_equal(four$eigenvalues,
               graph_spectrum(graph_laplacian(quietly(heat_graph(x, seed = 1))), 5)$values[-1])
  expect_equal(plain_matrix(four), plain_matrix(graph_of(4, bandwidth = bw_gc)))
})
