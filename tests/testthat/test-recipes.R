# The recipes of CONTRIBUTING.md, as they stand on the page, in an environment whose parent is the
# package's namespace.
recipes <- function() {
  page <- test_path("..", "..", "CONTRIBUTING.md")
  skip_if_not(file.exists(page), "CONTRIBUTING.md is not part of the built package")
  lines <- readLines(page, encoding = "UTF-8")
  begin <- grep("^ *```r$", lines)
  found <- new.env(parent = asNamespace("lapscale"))
  for (at in begin) {
    end <- at + which(grepl("^ *```$", lines[-seq_len(at)]))[[1]]
    eval(parse(text = lines[seq(at + 1L, end - 1L)]), found)
  }
  found
}

test_that("the embedding of the recipe is a projection that predicts, prints, and refuses", {
  recipe <- recipes()
  local_functions(list(
    embeddings = c(embeddings, list(projection = recipe$projection_embedding()))
  ))
  x <- normal_points(40, 5)
  embed <- function(x, ...) recipe$embed_projection(x, 2, seed = 1, ...)
  e <- embed(x)
  expect_s3_class(e, "lapscale_projection")
  y <- as.matrix(e)
  expect_identical(dim(y), c(40L, 2L))
  # Linear: as its definition has it, and so at new points.
  expect_lt(max(abs(stats::lm.fit(cbind(1, x), y)$residuals)), 1e-12)
  move <- predict(e, x[1, , drop = FALSE] + 1) - y[1, ]
  expect_equal(predict(e, x[3:5, ] + 1), y[3:5, ] + rep(move, each = 3), ignore_attr = TRUE)
  expect_equal(as.matrix(embed(x + 7)), y, tolerance = 1e-12)
  expect_equal(as.matrix(embed(cbind(x, 3))), y, tolerance = 1e-12)
  expect_output(print(e), "Random projection")
  expect_fault(recipe$embed_projection(x, "gap"), "n_components")
  expect_fault(embed(x, aplha = 1), "aplha", text = "is not an argument")
  expect_fault(embed(replace(x, 2, NA)), "x")
})

test_that("the selector of the recipe is twice the median distance to the nearest point", {
  recipe <- recipes()
  x <- normal_points(40, 3)
  apart <- as.matrix(stats::dist(x))
  diag(apart) <- Inf
  bw <- recipe$bw_spacing(x)
  expect_equal(as.numeric(bw), 2 * stats::median(apply(apart, 1, min)))
  expect_equal(as.numeric(recipe$bw_spacing(3 * x)), 3 * as.numeric(bw))
  expect_output(print(bw), "Spacing")
  expect_output(print(recipe$bw_spacing(x, scale = TRUE)), "columns scaled")
  expect_identical(heat_graph(x, bw)$bandwidth, as.numeric(bw))
  expect_fault(recipe$bw_spacing(x, multiple = 0), "multiple")
  expect_fault(recipe$bw_spacing(x, mulitple = 1), "mulitple", text = "is not an argument")
  spacing <- new_selector(recipe$bw_spacing)
  local_functions(list(all_selectors = c(all_selectors, list(spacing = spacing))))
  expect_identical(heat_graph(x, "spacing")$bandwidth, as.numeric(bw))
})

test_that("the type of graph of the recipe joins points by the neighbors that they share", {
  recipe <- recipes()
  local_functions(list(graph_types = c(graph_types, list(shared = recipe$shared_type()))))
  x <- normal_points(40, 3)
  type <- recipe$graph_shared(6)
  expect_output(print(type), "shared nearest neighbors")
  nearest <- apply(as.matrix(stats::dist(x)), 1, function(row) order(row)[2:7])
  count <- outer(1:40, 1:40, Vectorize(function(i, j) sum(nearest[, i] %in% nearest[, j])))
  graph <- heat_graph(x, 1, type)
  expect_equal(as.matrix(graph$weights), (count / 6) * (1 - diag(40)), ignore_attr = TRUE)
  expect_identical(heat_graph(x, 1, "shared", k = 6)$weights, graph$weights)
  expect_output(print(graph), "^Graph: .*shared nearest neighbors")
  expect_fault(recipe$graph_shared(0), "k")
  expect_fault(heat_graph(x, 1, recipe$graph_shared(40)), "k")
  expect_identical(heat_graph(x, 1, "shared")$k, 15L)
  expect_fault(bw_gc(x, graph = "shared"), "graph")
  # Weights that count neighbors have no use for other settings, nor for a bandwidth.
  expect_fault(heat_graph(x, 1, "shared", k = 6, local_scale = 3), "local_scale")
  expect_fault(heat_graph(x, 1, "shared", k = 6, symmetry = "mutual"), "symmetry")
  expect_fault(embed_eigenmaps(x, 2, bandwidth = 1, graph = "shared", cutoff = 2), "cutoff")
  index <- t(nearest)
  expect_fault(heat_graph(x, 1, "shared", k = 6, neighbors = index), "neighbors")
  expect_identical(heat_graph(x, 1, "shared", k = 6, cutoff = Inf)$weights, graph$weights)
  y <- replace(x[, 1] > 0, 1:20, NA)
  expect_fault(ssl_harmonic(x, y, bandwidth = 1, graph = "shared", cutoff = 2), "cutoff")
  for (shared in list(type, "shared")) {
    expect_fault(bw_cv(x, y, ssl_harmonic, graph = shared, seed = 1), "graph", text = "bandwidth")
  }
  # What uses graphs takes it.
  e <- embed_eigenmaps(x, 2, bandwidth = 1, graph = type)
  expect_output(print(e), "shared nearest neighbors (k = 6)", fixed = TRUE)
  # New points by the neighbors that their lists share, in the eigenvector equation of the walk.
  new <- x[1:3, ] + 0.1
  to_new <- sapply(1:3, function(i) {
    own <- order(rowSums((x - rep(new[i, ], each = 40))^2))[1:6]
    sapply(1:40, function(j) sum(nearest[, j] %in% own)) / 6
  })
  plain <- embed_eigenmaps(x, 2, bandwidth = 1, graph = type, alpha = 0)
  reference <- stats::lm.fit(crossprod(to_new, as.matrix(plain)) / colSums(to_new),
                             predict(plain, new))
  expect_lt(max(abs(reference$residuals)), 1e-8)
  expect_length(cluster_spectral(x, 2, bandwidth = 1, graph = type)$cluster, 40L)
  y <- replace(rep(c("a", "b"), each = 20), -c(1:4, 21:24), NA)
  expect_identical(ssl_harmonic(x, factor(y), bandwidth = 1, graph = type)$graph$type, "shared")
})

test_that("the learner of the recipe propagates labels, and has errors and predictions", {
  recipe <- recipes()
  local_functions(list(
    ssl_methods = c(ssl_methods, list(propagation = recipe$propagation_method()))
  ))
  arcs <- two_arcs()
  learn <- function(...) {
    recipe$ssl_propagation.default(arcs$x, arcs$y, bandwidth = 0.5, alpha = 0, graph = "dense", ...)
  }
  fit <- learn(steps = 3)
  weights <- exp(-as.matrix(stats::dist(arcs$x))^2 / 0.25)
  diag(weights) <- 0
  f <- rep(0, 60)
  labels <- ifelse(arcs$y[arcs$seen] == "up", 1, -1)
  for (step in 1:3) {
    f[arcs$seen] <- labels
    f <- as.vector(weights %*% f) / rowSums(weights)
  }
  f[arcs$seen] <- labels
  score <- predict(fit, type = "score")
  expect_equal(abs(unname(score[, 1])), abs(unname(f)), tolerance = 1e-10)
  expect_identical(fitted(fit), factor(ifelse((f > 0), "up", "down")), ignore_attr = TRUE)
  expect_output(print(fit), "Label propagation.*steps = 3")
  expect_true(is.finite(fit$error))
  expect_identical(predict(fit, arcs$x + 1e-9), fitted(fit), ignore_attr = TRUE)
  expect_fault(learn(steps = 0), "steps")
  expect_fault(learn(stpes = 1), "stpes", text = "is not an argument")
})
