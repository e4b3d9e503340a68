test_that("a result is drawn by both devices, with the arguments of its picture", {
  clusters <- quietly(cluster_spectral(two_strips(), 3, bandwidth = 1))
  spectrum <- graph_spectrum(graph_laplacian(heat_graph(sample_circle(60, seed = 1), 0.5)), 4)
  expect_s3_class(clusters, "lapscale_result")
  expect_identical(picture_arguments(clusters, list("gap")), list(what = "gap"))
  expect_identical(picture_arguments(clusters, list(1, what = "gap")),
                   list(coordinates = 1, what = "gap"))
  expect_fault(picture_arguments(clusters, as.list(1:6)), text = "without a name")
  expect_fault(picture_arguments(spectrum, list(breaks = 3)), "breaks")
  skip_if_not_installed("ggplot2")
  gaps <- ggplot2::autoplot(clusters, "gap")
  named <- ggplot2::autoplot(clusters, what = "gap")
  expect_identical(ggplot2::layer_data(gaps), ggplot2::layer_data(named))
  expect_fault(ggplot2::autoplot(spectrum, main = "m"), "main")
})

test_that("`color` is `colour`", {
  scales <- structure(list(), class = c("lapscale_scales", "lapscale_result"))
  expect_identical(picture_arguments(scales, list(color = 1:3)), list(colour = 1:3))
})

test_that("the table of a result is that of tidy(), with row names", {
  spectrum <- graph_spectrum(graph_laplacian(heat_graph(sample_circle(60, seed = 1), 0.5)), 3)
  expect_identical(as.data.frame(spectrum), tidy(spectrum))
  expect_identical(row.names(as.data.frame(spectrum, c("a", "b", "c"))), c("a", "b", "c"))
  expect_fault(as.data.frame(spectrum, c("a", "a", "b")), "row.names")
  expect_fault(as.data.frame(spectrum, nonsense = 1), "nonsense")
})

test_that("results say that they cannot be updated, and have one row of facts", {
  x <- plain_matrix(sample_circle(60, seed = 1))
  graph <- heat_graph(x, 0.5)
  laplacian <- graph_laplacian(graph)
  spectrum <- graph_spectrum(laplacian, 3)
  expect_fault(update(spectrum, k = 4), "object", text = "keep its call")
  expect_fault(update(embed_eigenmaps(graph, 2), n_components = 3), "object")
  expect_fault(update(graph, bandwidth = 1), "object")
  fit <- quietly(ssl_harmonic(x, replace(rep(NA, 60), c(1, 30), 0:1)))
  expect_fault(update(fit), "object")
  expect_identical(glance(spectrum)[1:4],
                   data.frame(n = 60L, n_eigenvalues = 3L, type = "geometric", alpha = 1))
  expect_identical(glance(laplacian),
                   data.frame(n = 60L, type = "geometric", alpha = 1, bandwidth = 0.5))
  local <- metric_distortion(x, 0.5, points = 1:9)
  expect_equal(glance(local)$distortion, mean(local$distortion))
})
