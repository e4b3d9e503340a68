test_that("lengths and distances are those of the flat strip", {
  u <- as.matrix(expand.grid(seq(0, 2, by = 0.05), seq(0, 1, by = 0.05)))
  x <- cbind(cos(u[, 1]), sin(u[, 1]), u[, 2])
  graph <- heat_graph(x, 0.12)
  m <- metric_riemannian(embed_eigenmaps(x, 2, bandwidth = 0.12), graph, d = 2)
  row <- which(abs(u[, 2] - 0.5) < 1e-9)
  row <- row[order(u[row, 1])][6:36]
  expect_equal(metric_length(m, row), 1.5, tolerance = 0.1)
  expect_equal(metric_length(m, rev(row)), metric_length(m, row))
  d <- metric_distances(m, from = row[c(1, 31)])
  expect_equal(dim(d), c(2L, nrow(x)))
  expect_equal(d[1, row[[31]]], d[2, row[[1]]])
  expect_equal(d[[1, row[[31]]]], 1.5, tolerance = 0.1)
  expect_equal(d[[1, row[[1]]]], 0)
})

test_that("a scaled embedding has the same distances; units of the data scale them", {
  x <- bent_strip()
  f <- plain_matrix(embed_isomap(x, 2, k = 10))
  one <- metric_distances(metric_riemannian(f, heat_graph(x, 0.4), 2), 1)
  expect_equal(metric_distances(metric_riemannian(8 * f, heat_graph(x, 0.4), 2), 1), one)
  expect_equal(metric_distances(metric_riemannian(f, heat_graph(8 * x, 3.2), 2), 1), 8 * one)
})

test_that("distances that memory does not hold are refused before they are made", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(200, seed = 1))
  metric <- metric_riemannian(x, heat_graph(x, 0.5), 2)
  withr::local_options(lapscale.memory = 1e-4)
  expect_fault(metric_distances(metric, 1:200), "from", class = "memory")
  expect_identical(dim(metric_distances(metric, 1:3)), c(3L, 200L))
})

test_that("no distance is below the straight line, also where long edges cut off the curvature", {
  x <- as.matrix(sample_sphere(300, seed = 1))
  from <- c(1L, 50L, 200L)
  straight <- as.matrix(stats::dist(x))[from, ]
  truth <- acos(pmin(pmax(tcrossprod(x[from, ], x), -1), 1))
  for (local_scale in list(NULL, 20)) {
    graph <- heat_graph(x, if (is.null(local_scale)) 0.4 else 1, local_scale = local_scale)
    found <- metric_distances(metric_riemannian(x, graph, d = 2), from)
    expect_true(all(found >= straight * (1 - 1e-9)))
    expect_equal(stats::median((found / truth)[truth > 0.5]), 0.92, tolerance = 0.05)
  }
})

test_that("straight edges are the distances of points, also of some of them", {
  x <- bent_strip()
  graph <- heat_graph(x, 0.4)
  edges <- as.matrix(straight_edges(graph))
  expect_equal(edges[edges > 0], as.matrix(stats::dist(x))[edges > 0], ignore_attr = TRUE)
  f <- replace(x, 3, NA)
  found <- metric_distances(metric_riemannian(f, graph, 2), 5)
  expect_true(all(found[-3] >= as.matrix(stats::dist(x))[5, -3] * (1 - 1e-9)))
})

test_that("a path is as long as the distance, along edges, also past points that coincide", {
  x <- bent_strip(150)
  x <- rbind(x, x[1:20, ], x[1:20, ])
  rownames(x) <- paste0("r", seq_len(nrow(x)))
  m <- quietly(metric_riemannian(x[, 1:2], heat_graph(x, 0.4), 2))
  lengths <- as.matrix(edge_lengths(m, new_runtime(1L, FALSE)))
  distances <- metric_distances(m, c(1, 151, 90))
  for (from in c(1, 151, 90)) for (to in c(171, 3, 60, 149)) {
    path <- metric_path(m, from, to)
    steps <- lengths[cbind(path[-1], path[-length(path)])]
    expect_identical(unname(path[c(1, length(path))]), as.integer(c(from, to)))
    expect_identical(anyDuplicated(path), 0L)
    expect_equal(sum(steps), distances[[paste0("r", from), to]], tolerance = 1e-9)
    # Steps of length 0 lead from a point to its copy only.
    copies <- unname(rowSums(abs(x[path[-1], , drop = FALSE] - x[path[-length(path)], ]))) == 0
    expect_true(all(copies[steps == 0]))
  }
  expect_identical(metric_path(m, "r5", "r5"), c(r5 = 5L))
  # A copy from which no edge leads on.
  places <- cbind(c(0, 1, 2, 2, 2, 3), 0)
  weights <- matrix(0, 6, 6)
  joined <- rbind(c(1, 2), c(2, 4), c(3, 5), c(4, 5), c(4, 6))
  weights[joined] <- weights[joined[, 2:1]] <- 1
  dead_end <- metric_riemannian(places, as_heat_graph(weights, 1, values = "weights"), d = 1)
  expect_identical(metric_path(dead_end, 1, 5), c(1L, 2L, 4L, 5L))
  expect_fault(metric_path(m, 1:2, 3), "from", text = "one row")
  expect_fault(metric_path(m, 1, 999), "to")
  y <- replace(x, cbind(7, 1:3), NA)
  expect_fault(metric_path(quietly(metric_riemannian(y[, 1:2], heat_graph(x, 0.4), 2)), 1, 7), "to")
  apart <- rbind(x[1:40, ], x[1:40, ] + 50)
  m <- quietly(metric_riemannian(apart[, 1:2], heat_graph(apart, 0.6), 2))
  expect_fault(metric_path(m, 1, 41), "to", text = "no path leads from row 1 to row 41")
})
