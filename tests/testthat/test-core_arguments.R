test_that("counts are whole numbers within their limits, and the rest is refused by name", {
  skip_on_cran()
  x <- plain_circle(20)
  expect_identical(bw_knn(x, k = 3), bw_knn(x, k = 3L), ignore_attr = TRUE)
  for (bad in list(0, -1, 1.5, NA, NA_real_, Inf, "1", TRUE, NULL, 1:2, list(1), 3e9)) {
    expect_fault(bw_knn(x, k = bad), "k")
  }
  expect_fault(bw_knn(x, k = 20), "k", text = "below the number of rows")
  expect_fault(bw_gc(x, n_bandwidths = 1), "n_bandwidths", text = "at least 4")
})

test_that("numbers know open, closed and infinite limits", {
  skip_on_cran()
  x <- plain_circle(20)
  expect_identical(heat_graph(x, 2L)$bandwidth, 2)
  expect_s3_class(quietly(bw_gc(x, cutoff = Inf, seed = 1)), "lapscale_bandwidth")
  for (bad in list(0, -1, NA, NaN, "1", TRUE, 1:2, list(1))) {
    expect_fault(bw_gc(x, cutoff = bad), "cutoff")
  }
  expect_fault(bw_gc(x, cutoff = -Inf), "cutoff")
  expect_fault(graph_laplacian(heat_graph(x, 1), alpha = -1), "alpha", text = "at least 0")
})

test_that("flags are TRUE or FALSE only", {
  x <- plain_circle(20)
  for (bad in list(NA, 1, "TRUE", NULL, c(TRUE, FALSE))) {
    expect_fault(bw_gc(x, refine = bad), "refine")
  }
})

test_that("a choice is one of the words; the untouched default means the first", {
  x <- plain_circle(60)
  first <- bw_gc(x, seed = 1, replicates = 0L)
  expect_identical(as.numeric(bw_gc(x, minimum = "first", seed = 1, replicates = 0L)),
                   as.numeric(first))
  for (bad in list("glob", 1, NULL, NA, c("global", "first"), factor("first"))) {
    expect_fault(bw_gc(x, minimum = bad), "minimum", text = "\"first\", \"global\"")
  }
  expect_fault(embed_eigenmaps(x, "two", bandwidth = 1), "n_components",
               text = "whole number or \"gap\", not \"two\"")
})

test_that("rows keep the order given, and the first that is wrong is named", {
  skip_on_cran()
  x <- plain_circle(20)
  all <- metric_distortion(x, 1, d = 1)$distortion
  expect_identical(metric_distortion(x, 1, d = 1, points = c(3, 1))$distortion, all[c(3, 1)])
  expect_fault(metric_distortion(x, 1, points = c(1, 29)), "points", text = "29 is not")
  expect_fault(metric_distortion(x, 1, points = c(2, 2)), "points", text = "2 comes twice")
  for (bad in list(numeric(), "1", NA, 1.5, TRUE)) {
    expect_fault(metric_distortion(x, 1, points = bad), "points")
  }
})

test_that("what is not of the class that is wanted is refused with what makes one", {
  expect_fault(graph_spectrum(list(), 2), "x", text = "must be a numeric matrix")
})

test_that("tables of results take row names that occur twice", {
  x <- normal_points(40, 2)
  rownames(x) <- rep(c("a", "b"), 20)
  results <- list(
    embed_eigenmaps(x, 2), cluster_spectral(x, 2),
    ssl_harmonic(x, replace(x[, 1], -seq(1, 40, by = 5), NA)),
    ssl_harmonic(x, factor(replace(rep(NA, 40), c(1, 2, 20, 21), c("u", "v"))))
  )
  for (result in lapply(results, quietly)) {
    expect_identical(rownames(quietly(as.data.frame(result)))[1:3], c("a", "b", "a.1"))
    expect_identical(nrow(quietly(augment(result, newdata = x[1:3, ]))), 3L)
  }
})

test_that("rows are known by their names, and near names are told", {
  names <- c("Ohio", "Iowa", "Utah", "Utah")
  expect_identical(check_rows(c("Iowa", "Ohio"), 4L, "from", names), 2:1)
  expect_identical(check_rows(3, 4L, "from", names), 3L)
  expect_fault(check_rows("Ohoi", 4L, "from", names), "from", text = "Did you mean \"Ohio\"")
  expect_fault(check_rows(NA_character_, 4L, "from", names), "from", text = "no row is called")
  expect_fault(check_rows("Utah", 4L, "from", names), "from", text = "several rows")
  expect_fault(check_rows(c("Ohio", "Ohio"), 4L, "from", names), "from", text = "twice")
  expect_fault(check_rows("Ohio", 4L, "from"), "from", text = "row numbers")
})

test_that("functions with arguments of rows take their names", {
  skip_on_cran()
  x <- datasets::state.x77
  states <- c("Ohio", "Utah", "Iowa", "Texas")
  rows <- match(states, rownames(x))
  same <- function(f) expect_identical(quietly(f(states)), quietly(f(rows)))
  same(function(from) diffusion_distance(x, from, scale = TRUE))
  same(function(points) metric_distortion(x, 1, points = points, scale = TRUE))
  same(function(points) plain(bw_gc(x, points = points, scale = TRUE)))
  same(function(landmarks) as.matrix(embed_isomap(x, 2, k = 10, landmarks = landmarks)))
  graph <- quietly(heat_graph(x, 2, scale = TRUE))
  same(function(rows) as.matrix(embed_isomap(graph, 2, landmarks = rows, components = "connect")))
  m <- quietly(metric_riemannian(embed_eigenmaps(graph, 2), graph, d = 2))
  same(function(from) metric_distances(m, from))
  same(function(path) metric_length(m, path))
  same(function(validation) plain(bw_lepski(x, d = 1, validation = validation, seed = 1)))
  same(function(rows) plain(bw_test_error(x[, -2], x[, 2] > 4400, rows)))
  denoised <- quietly(noise_remove(x, scale = TRUE))
  same(function(rows) picture(denoised, "row", rows[[1]]))
})
