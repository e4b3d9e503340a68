test_that("igraph: there and back, weights and distances", {
  skip_if_not_installed("igraph")
  x <- ellipsoid_points(30)
  rownames(x) <- paste0("p", 1:30)
  for (self_loops in c(TRUE, FALSE)) {
    graph <- heat_graph(x, 0.5, self_loops = self_loops)
    there <- as_igraph(graph)
    expect_false(any(igraph::is.loop(there)))
    back <- as_heat_graph(there)
    expect_equal(as.matrix(back), as.matrix(graph), tolerance = 1e-12)
    expect_identical(back$bandwidth, 0.5)
    expect_identical(back$self_loops, self_loops)
  }
  ring <- igraph::make_ring(4)
  adjacent <- rbind(c(0, 1, 0, 1), c(1, 0, 1, 0), c(0, 1, 0, 1), c(1, 0, 1, 0))
  expect_equal(as.matrix(as_heat_graph(ring)), adjacent)
  expect_equal(as.matrix(as_heat_graph(ring, self_loops = TRUE)), adjacent + diag(4))
  ring <- igraph::set_edge_attr(ring, "weight", value = c(0, 1, 2, 3))
  distances <- as.matrix(as_heat_graph(ring, 1, values = "distances"))
  expect_equal(distances[1, ], c(1, 1, 0, exp(-9)))
  expect_fault(as_heat_graph(ring, values = "distances"), "bandwidth")
})

test_that("igraph: what has no undirected weights is refused", {
  skip_on_cran()
  skip_if_not_installed("igraph")
  expect_fault(as_heat_graph(igraph::make_ring(4, directed = TRUE)), "x")
  ring <- igraph::set_edge_attr(igraph::make_ring(4), "weight", value = c(-1, 1, 1, 1))
  expect_fault(as_heat_graph(ring), "x")
  text <- igraph::set_edge_attr(ring, "weight", value = letters[1:4])
  expect_fault(as_heat_graph(text), "x", text = "character vector")
  expect_fault(as_heat_graph(ring, values = "lengths"), "values")
  expect_fault(as_heat_graph(ring, loops = TRUE), "loops")
  # In the user's call.
  for (call in list(
    quote(as_heat_graph(igraph::make_ring(10, directed = TRUE))), quote(as_heat_graph(ring)),
    quote(as_heat_graph(igraph::make_ring(4), "a")),
    quote(as_heat_graph(igraph::make_ring(4), values = "distances"))
  )) {
    error <- tryCatch(eval(call), error = identity)
    expect_identical(error$call, call)
  }
})

test_that("igraph: two edges between the same points are the nearer one, not their sum", {
  skip_if_not_installed("igraph")
  double <- igraph::make_graph(c(1, 2, 1, 2, 2, 3), directed = FALSE)
  double <- igraph::set_edge_attr(double, "weight", value = c(1, 2, 1))
  found <- tryCatch(as.matrix(as_heat_graph(double, 1, values = "distances"))[1, 2],
                    lapscale_error_argument = function(e) exp(-1))
  expect_equal(found, exp(-1))
})
