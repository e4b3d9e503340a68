test_that("points may be a table, a matrix, or a point set, in any order of columns", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  d$b <- 20 * d$b
  fit <- function(points) {
    lap_model(y ~ s(a, b, bs = "lap", k = 12, xt = list(points = points)), d, points = points)
  }
  new <- data.frame(a = c(0.4, 0.6), b = c(8, 11))
  plain <- quietly(fit(NULL))
  for (points in list(d, as.matrix(d[c("b", "a")]), unname(as.matrix(d[c("a", "b")])))) {
    expect_equal(predict(quietly(fit(points)), new), predict(plain, new))
  }
  scaled <- fit(point_set(d[c("b", "a")], scale = TRUE))
  scaled_before <- transform(d, a = as.numeric(scale(a)), b = as.numeric(scale(b)))
  by_hand <- lap_model(y ~ s(a, b, bs = "lap", k = 12), scaled_before)
  expect_equal(fitted(scaled), fitted(by_hand))
  expect_equal(
    as.numeric(predict(scaled, new)),
    as.numeric(predict(by_hand, data.frame(a = (new$a - mean(d$a)) / sd(d$a),
                                           b = (new$b - mean(d$b)) / sd(d$b))))
  )
})

test_that("graphs, types of graphs, and bandwidths are taken", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  fit <- function(xt) lap_model(y ~ s(a, b, bs = "lap", k = 12, xt = xt), d, xt = xt)
  radius <- fit(list(bandwidth = 0.3))
  graph <- heat_graph(d[c("a", "b")], 0.3)
  expect_equal(fitted(fit(list(graph = graph))), fitted(radius))
  expect_equal(fitted(fit(list(graph = graph_radius(), bandwidth = 0.3))), fitted(radius))
  usual <- default_multiple * as.numeric(quietly(bw_gc(d[c("a", "b")], seed = 1)))
  expect_equal(fitted(fit(list(bandwidth = usual))), fitted(fit(NULL)))
  nearest <- fit(list(graph = graph_knn(6, local_scale = 6)))$smooth[[1]]$basis$graph
  expect_identical(nearest$k, 6L)
  scales <- oracle_local_scales(as.matrix(d[c("a", "b")]), 6)
  expect_equal(nearest$bandwidth, exp(mean(log(scales))))
  expect_s3_class(fit(list(graph = graph_dense(), bandwidth = bw_gc)), "gam")
  expect_equal(fitted(fit(list(graph = "knn", bandwidth = 0.3))),
               fitted(fit(list(graph = graph_knn(), bandwidth = 0.3))))
})

test_that("points and graphs that do not suit the term are errors", {
  skip_if_not_installed("mgcv")
  d <- square_table(40)
  fit <- function(...) {
    lap_model(y ~ s(a, b, bs = "lap", k = 10, xt = xt), d, xt = list(...))
  }
  expect_fault(fit(points = d["a"]), "xt = list(points = )")
  expect_fault(fit(points = matrix(0, 60, 3)), "xt = list(points = )")
  expect_fault(fit(points = 1:9), "xt = list(points = )")
  expect_fault(fit(points = point_set(d[c("a", "b", "dose")])), "xt = list(points = )")
  expect_fault(fit(points = d[c("a", "b")] + 100), "points", text = "40")
  graph <- heat_graph(d[c("a", "b")], 0.3)
  expect_fault(fit(graph = as_heat_graph(graph$weights)), "xt = list(graph = )", "no_points")
  expect_fault(fit(graph = graph, bandwidth = 0.3), "xt = list(bandwidth = )")
  expect_fault(fit(graph = heat_graph(d[c("a", "dose")], 0.3)), "xt = list(graph = )")
  expect_fault(fit(graph = "nearest"), "xt = list(graph = )")
  expect_fault(fit(graph = graph_knn(40)), text = "`k` of the graph = 40")
  expect_fault(fit(bandwidth = -1), "xt = list(bandwidth = )")
  expect_fault(suppressWarnings(fit(bandwidth = 1e-4)), "k", "disconnected")
  isolated <- conditions_of(try(fit(bandwidth = 1e-4), silent = TRUE))
  expect_match(isolated$texts, "at `xt = list(bandwidth = )` = 1e-04", fixed = TRUE, all = FALSE)
  coincide <- rep(0.5, 40)
  d$a <- d$b <- coincide
  expect_fault(fit(), "s(a, b)", "no_scale")
})

test_that("nearest neighbors are the default if a radius leaves too many components", {
  d <- square_table(60)[c("a", "b")]
  points <- check_term_points(as.matrix(d), c("a", "b"))
  loose <- new_term_graph(list(type = "radius", multiple = 1e-3, is_default = TRUE))
  runtime <- new_runtime(1L, FALSE)
  built <- suppressWarnings(build_term_graph(points, loose, 10L, runtime))
  expect_identical(built$graph$k, smooth_k)
})

test_that("columns of different units are named, without the `scale` that mgcv takes for another", {
  found <- conditions_of(lap_model(mag ~ s(lat, depth, bs = "lap", k = 10), quakes[1:200, ]))
  expect_match(found$texts, "`s(lat, depth)`: column", fixed = TRUE, all = FALSE)
  expect_match(found$texts, "Scale these columns in the data", all = FALSE)
  expect_no_match(found$texts, "scale = TRUE", fixed = TRUE)
})
