test_that("the mean offset is inverted", {
  b <- seq(0, 0.99, by = 0.01)
  expect_equal(inverse_offset(offset_length(b)), b, tolerance = 1e-6)
  expect_equal(inverse_offset(c(1, 1e-9)), c(0, Inf))
})

test_that("an offset that may be chance does not put a point near the boundary", {
  offsets <- list(length = c(0.3, 0.3, 0), noise = c(0.1, 0.2, 0), reach = c(0.2, 0.2, 1.5), count = 9)
  near <- boundary_in_bandwidths(offsets)
  expect_equal(near[2], 0.5 + near[1] / 5)
  expect_identical(near[3], Inf)
  # Few neighbors inside, many at the rim.
  inside <- vapply(1:4, function(seed) {
    disk <- withr::with_seed(seed, list(r = stats::runif(400)^0.35, a = stats::runif(400, 0, 2 * pi)))
    b <- boundary_distance(disk$r * cbind(cos(disk$a), sin(disk$a)), bandwidth = 0.15, d = 2)
    mean(b[disk$r < 0.7] < 0.075)
  }, 0)
  expect_lt(mean(inside), 0.03)
})

test_that("reports and spectra say how much of the data is edge, and closed manifolds have none", {
  skip_on_cran()
  # The share within half a bandwidth of the boundary of a square is 1 - (1 - h)^2.
  square <- withr::with_seed(1, matrix(stats::runif(1200), 600))
  h <- 0.1
  report <- bw_report(h, square)
  expect_equal(report$edge, 1 - (1 - h)^2, tolerance = 0.15)
  expect_output(print(report), "No check speaks against this bandwidth for plots.*    Edge: 1.*% of the points look near a boundary")
  spectrum <- quietly(graph_spectrum(graph_laplacian(heat_graph(square, h)), 4, interval = 0.9))
  expect_equal(spectrum$edge, report$edge)
  expect_identical(spectrum$edge_d, 2)
  expect_output(print(spectrum), "Edge: 1.* look near a boundary \\(d = 2\\) or are noisy")
  order <- order(square[, 1])
  expect_equal(bw_report(h, square[order, ])$edge, report$edge)
  expect_equal(bw_report(1e6 * h, 1e6 * square)$edge, report$edge)
  # The two ends of an arc are few points.
  angle <- withr::with_seed(1, stats::runif(300, 0, 4))
  expect_lt(bw_report(0.15, cbind(cos(angle), sin(angle)))$edge, 0.1)
  expect_gt(bw_report(0.15, cbind(cos(angle), sin(angle)))$edge, 0)
  closed <- list(circle = sample_circle(300, seed = 1), sphere = sample_sphere(500, seed = 1),
                 torus = sample_torus(700, seed = 1))
  for (x in closed) {
    graph <- quietly(heat_graph(x, seed = 1))
    spectrum <- quietly(graph_spectrum(graph_laplacian(graph), 3, interval = 0.9, seed = 1))
    expect_identical(spectrum$edge, 0)
    expect_false(any(grepl("Edge", utils::capture.output(print(spectrum)))))
    expect_identical(quietly(bw_report(graph$bandwidth, x))$edge, 0)
  }
})

test_that("what is not known is not said", {
  square <- withr::with_seed(1, matrix(stats::runif(1200), 600))
  # Hardly any neighbors, distances in place of columns, and a graph without its points.
  expect_identical(bw_report(0.02, square)$edge, 0)
  expect_identical(bw_report(0.1, stats::dist(square))$edge, 0)
  graph <- as_heat_graph(heat_graph(square, 0.1)$weights, 0.1, "weights")
  spectrum <- quietly(graph_spectrum(graph_laplacian(graph, alpha = 1), 3, interval = 0.9))
  expect_identical(spectrum$edge, 0)
})

test_that("a report says for which dimension its share of edge is", {
  x <- quakes[1:2]
  report <- bw_report(1.7, x)
  expect_output(print(report), "look near a boundary \\(d = 1\\)")
  bw <- bw_gc(x, d = 2, seed = 1, replicates = 0)
  report <- bw_report(bw, x)
  expect_identical(report$edge_d, 2)
  expect_output(print(report), "near a boundary \\(d = 2\\)")
  near <- glance(boundary_distance(x, bw, d = 2))$share_near
  expect_equal(report$edge, near, tolerance = 0.25)
})
