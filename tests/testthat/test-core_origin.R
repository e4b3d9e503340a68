# Results say how they were made.

made_with <- function(x) as.data.frame(glance(x))[c("seed", "version")]
here <- as.character(utils::packageVersion("lapscale"))
x <- as.matrix(sample_moons(150, noise = 0.1, seed = 1))

test_that("results have the seed that was given, and the version", {
  skip_on_cran()
  y <- replace(rep(c("a", "b", "c"), length.out = nrow(x)), -seq(1, nrow(x), by = 10), NA)
  results <- list(
    bw_gc(x, seed = 3), embed_layout(x, seed = 3), cluster_spectral(x, 3, seed = 3),
    ssl_auto(x, y, seed = 3), bw_select(x, c("knn", "median"), seed = 3),
    embed_isomap(x, 2, k = 20, seed = 3)
  )
  for (result in results) {
    expect_equal(made_with(result), data.frame(seed = rep(3, nrow(made_with(result))), version = here))
  }
})

test_that("a seed that was drawn repeats the result", {
  y <- matrix(sin(1:3600), 1200)
  set.seed(1)
  first <- bw_gc(y)
  seed <- glance(first)$seed
  expect_false(is.na(seed))
  again <- bw_gc(y, seed = seed)
  expect_identical(as.numeric(again), as.numeric(first))
  expect_identical(as.data.frame(again), as.data.frame(first))
})

test_that("all that a call draws has one seed", {
  for (f in list(
    function(...) cluster_spectral(x, 3, assign = "kmeans", ...),
    function(...) embed_isomap(x, 2, k = 20, landmarks = 40, ...),
    function(...) embed_eigenmaps(x, 2, bandwidth = bw_gc, landmarks = 60, ...)
  )) {
    set.seed(1)
    first <- quietly(f())
    seed <- glance(first)$seed
    expect_false(is.na(seed))
    again <- quietly(f(seed = seed))
    expect_identical(as.data.frame(again), as.data.frame(first))
    expect_false(identical(glance(quietly(f()))$seed, seed))
  }
})

test_that("what draws nothing has a version and no seed", {
  expect_equal(made_with(bw_knn(x)), data.frame(seed = NA_real_, version = here))
  expect_equal(made_with(heat_graph(x, 1)), data.frame(seed = NA_real_, version = here))
})

test_that("a result that is made from another has its origin, and files keep it", {
  bw <- bw_gc(x, seed = 3)
  expect_identical(made_with(update(bw, minimum = "global")), made_with(bw))
  several <- bw_select(x, c("knn", "median"), seed = 3)
  expect_identical(made_with(several[1]), made_with(several)[1, ])
  expect_equal(made_with(several$median)$version, here)
  file <- withr::local_tempfile(fileext = ".rds")
  saveRDS(bw, file)
  expect_identical(made_with(readRDS(file)), made_with(bw))
  # Numbers that are computed with it are plain numbers.
  expect_null(attributes(2 * bw))
})

test_that("summaries end with it", {
  line <- paste0("Made by lapscale ", here, ", seed 3")
  expect_output(print(summary(bw_gc(x, seed = 3))), line, fixed = TRUE)
  expect_output(print(summary(cluster_spectral(x, 3, seed = 3))), line, fixed = TRUE)
  expect_output(print(summary(embed_layout(x, seed = 3))), line, fixed = TRUE)
  old <- bw_gc(x, seed = 3)
  attr(old, "origin") <- NULL
  expect_identical(made_with(old), data.frame(seed = NA_real_, version = NA_character_))
})

test_that("what draws nothing has no seed, also if its steps have one of their own", {
  expect_identical(made_with(graph_test(heat_graph(x, 1), x[, 1]^2))$seed, NA_real_)
  said <- capture.output(print(summary(graph_test(heat_graph(x, 1), x[, 1]^2))))
  expect_identical(said[[length(said)]], paste("Made by lapscale", here))
  expect_equal(made_with(graph_test(heat_graph(x, 1), x[, 1]^2, seed = 3))$seed, 3)
  drawn <- made_with(graph_test(heat_graph(x, 1), x[, 1]^2, n_permutations = 9))$seed
  expect_gt(drawn, 0)
  # What is made of a drawn bandwidth, or of a graph of it, has the seed of that.
  graph <- heat_graph(x, bw_gc(x, seed = 3))
  expect_identical(made_with(graph)$seed, 3)
  expect_identical(made_with(embed_eigenmaps(graph, 2))$seed, 3)
  moved <- quietly(noise_remove(x, seed = 5))
  expect_identical(made_with(heat_graph(moved, bw_gc(x, seed = 3)))$seed, NA_real_)
  expect_identical(made_with(quietly(dim_estimate(x)))$seed, NA_real_)
  expect_identical(made_with(quietly(bw_msvd(x)))$seed, NA_real_)
  expect_identical(made_with(quietly(metric_riemannian(embed_isomap(x, 2), d = 2)))$seed, NA_real_)
})
