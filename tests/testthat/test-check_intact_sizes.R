test_that("as many rows as there is no memory for are refused", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 0.2)
  x <- normal_points(20, 3)
  y <- factor(replace(rep(NA, 20), c(1:2, 10:11), c("a", "b", "a", "b")))
  fit <- ssl_harmonic(x, y, bandwidth = 1.5)
  fit$n_given <- 1e9
  for (takes in list(stats::fitted, stats::residuals, stats::predict)) {
    expect_error(takes(fit), "`object` is too large", class = "lapscale_error_memory")
  }
  fit$n_given <- 1e300
  expect_error(stats::fitted(fit), "n_given", class = "lapscale_error_argument")
  graph <- heat_graph(x, 1)
  graph$n_given <- 1e9
  expect_error(graph_components(graph), "`graph` is too large", class = "lapscale_error_memory")
  expect_error(graph_spectrum(graph_laplacian(graph), 2), "`laplacian` is too large",
               class = "lapscale_error_memory")
})

test_that("a source of more columns than memory holds numbers is refused for its size", {
  skip_on_cran()
  skip_on_os(c("windows", "mac", "solaris"))
  withr::local_options(lapscale.memory = 1)
  wide <- row_source(10, 1e9, function(rows) stop("never read"))
  expect_error(quietly(bw_median(wide)), "GB", class = "lapscale_error_memory")
})
