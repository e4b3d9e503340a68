test_that("a graph larger than the memory allowed is refused before it is made", {
  skip_on_cran()
  x <- ellipsoid_points(300)
  # The points fit, the 90,000 edges do not.
  withr::local_options(lapscale.memory = 3e-4)
  expect_fault(heat_graph(x, 5), "bandwidth", class = "memory")
  expect_fault(heat_graph(x, 5, "dense"), "x", class = "memory")
  expect_no_error(heat_graph(x, 0.05))
  expect_no_error(heat_graph(x, 5, "knn", k = 3))
})

test_that("a few points tell that a radius graph has too many entries, before it is made", {
  skip_on_cran()
  x <- normal_points(2000, 3)
  runtime <- new_runtime(1, FALSE)
  handle <- hold_points(x, runtime)
  withr::defer(cpp_release(handle))
  options <- list(
    bandwidth = 0.5, within_radius = TRUE, cutoff = default_cutoff, local_scale = 0L, most = 1e5
  )
  entries <- length(heat_graph(x, 0.5)$weights@x)
  least <- least_entries(handle, 2000, options, runtime)
  expect_lt(least, entries)
  expect_gt(least, 0.7 * entries)
  # Where it need not, or cannot, be told.
  for (other in list(list(most = 4e6), list(local_scale = 3L), list(within_radius = FALSE))) {
    settings <- utils::modifyList(options, other)
    expect_identical(least_entries(handle, 2000, settings, runtime), 0)
  }
  withr::local_options(lapscale.memory = 0.4 * 44 * entries / 2^30)
  expect_fault(heat_graph(x, 0.5), "bandwidth", class = "memory")
  expect_no_error(heat_graph(x, 0.2))
})
