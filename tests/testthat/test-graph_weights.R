test_that("distances give the graph that the points give", {
  skip_on_cran()
  x <- ellipsoid_points(60)
  d <- dist(x)
  kinds <- list(
    list(), list(cutoff = 1.2), list(k = 5), list(type = "knn", k = 5),
    list(type = "knn", k = 5, symmetry = "mutual"), list(type = "knn", k = 5, cutoff = 0.8),
    list(type = "dense"), list(self_loops = FALSE), list(local_scale = 4),
    list(local_scale = 4, type = "knn", k = 3), list(local_scale = 4, type = "dense")
  )
  for (kind in kinds) {
    from_points <- do.call(heat_graph, c(list(x, 0.6), kind))
    from_distances <- do.call(heat_graph, c(list(d, 0.6), kind))
    expect_equal(as.matrix(from_distances), as.matrix(from_points), tolerance = 1e-12)
    expect_identical(class(from_distances$weights), class(from_points$weights))
    parts <- c("bandwidth", "type", "cutoff", "self_loops", "k", "symmetry", "local_scale")
    expect_identical(from_distances[parts], from_points[parts])
  }
})

test_that("ties are settled alike for points and for distances", {
  grid <- as.matrix(expand.grid(1:5 + 0, 1:4 + 0))
  grid <- rbind(grid, grid[1:3, ])
  for (symmetry in c("union", "mutual")) {
    expect_equal(as.matrix(heat_graph(dist(grid), 1, "knn", k = 3, symmetry = symmetry)),
                 as.matrix(heat_graph(grid, 1, "knn", k = 3, symmetry = symmetry)))
  }
})

test_that("labels are the row names", {
  x <- ellipsoid_points(5)
  rownames(x) <- letters[1:5]
  expect_identical(rownames(as.matrix(heat_graph(dist(x), 1))), letters[1:5])
})

test_that("a local scale needs no bandwidth", {
  d <- dist(ellipsoid_points(12))
  expect_identical(heat_graph(d, local_scale = 3)$bandwidth, 1)
  expect_fault(heat_graph(d, -1, local_scale = 3), "bandwidth")
})

test_that("distances that are none are refused with the pair", {
  skip_on_cran()
  d <- dist(ellipsoid_points(5))
  at <- function(value) replace(d, 6, value)  # points 2 and 4
  for (value in c(NA, -1, Inf, NaN)) {
    expect_fault(heat_graph(at(value), 1), "x", text = "points 2 and 4")
  }
  expect_fault(heat_graph(dist(matrix(1, 4, 2)), 1), "x", class = "no_scale")
  expect_fault(heat_graph(dist(matrix(1, 1, 2)), 1), "x", text = "2 points")
  expect_fault(heat_graph(d, 1, neighbours = 1), "neighbours")
})

test_that("a scale is a distance to another place, whatever the points are", {
  x <- ellipsoid_points(20)
  x <- rbind(x, x[c(1, 1, 1), ])
  graph <- as.matrix(expect_silent(heat_graph(dist(x), local_scale = 3)))
  expect_equal(graph, as.matrix(heat_graph(x, local_scale = 3)), tolerance = 1e-12)
})

test_that("a dist whose attributes do not fit is refused", {
  skip_on_cran()
  x <- normal_points(20, 3)
  broken <- function(name, value) {
    d <- stats::dist(x)
    attr(d, name) <- value
    d
  }
  words <- stats::dist(x)
  storage.mode(words) <- "character"
  damaged <- list(
    broken("Size", NULL), broken("Size", NaN), broken("Size", 21L), broken("Size", "a"),
    broken("Labels", 1:3), words
  )
  calls <- list(
    function(d) heat_graph(d, 1), bw_median, function(d) embed_isomap(d, k = 5), dim_mle,
    function(d) cluster_spectral(d, 2, bandwidth = 1), bw_knn
  )
  for (d in damaged) {
    for (f in calls) {
      expect_error(f(d), "is no dist that dist\\(\\) makes", class = "lapscale_error_argument")
    }
  }
})

test_that("the graph says how its bandwidth was chosen", {
  far <- dist(iris[1:4])
  lists <- list(idx = cbind(2:1), dist = cbind(c(1, 1)))
  h <- bw_knn(iris[1:4])
  expect_identical(heat_graph(far, "knn")$method, "knn")
  expect_output(print(heat_graph(far, "median")), "bandwidth [0-9.]+ \\(median\\)")
  near <- as.matrix(far)
  for (graph in list(
    heat_graph(far, h), as_heat_graph(far, h), as_heat_graph(lists, h),
    as_heat_graph(near, h, values = "distances"), as_heat_graph(exp(-near), h, values = "weights"),
    as_heat_graph(Matrix::Matrix(near, sparse = TRUE), h, values = "distances")
  )) {
    expect_identical(graph[c("bandwidth", "method")], list(bandwidth = plain(h), method = "knn"))
  }
  expect_identical(heat_graph(far, 0.5)$method, "given")
  expect_identical(heat_graph(far, local_scale = 7)$method, "given")
  expect_identical(as_heat_graph(exp(-near))$method, "given")
})
