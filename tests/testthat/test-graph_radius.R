test_that("graph_radius() is described by its settings", {
  expect_output(print(graph_radius()), sub("graph_", "", "graph_radius"))
  expect_s3_class(graph_radius(), "lapscale_graph_type")
})
