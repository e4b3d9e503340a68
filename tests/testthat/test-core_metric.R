rows_of <- function(metric, x) {
  if (metric == "correlation") x <- x - rowMeans(x)
  x / sqrt(rowSums(x^2))
}

quietly <- function(expr) suppressWarnings(suppressMessages(expr))

test_that("a metric is Euclidean on the rows that it maps: selectors and dimensions", {
  x <- normal_points(80, 5) + 1
  rate <- function(x, ...) bw_rate(x, d = 2, ...)
  chosen <- list(bw_gc, bw_rec, bw_knn, bw_median, bw_kernel_sum, rate, dim_growth, dim_mle)
  for (metric in c("cosine", "correlation")) {
    for (choose in chosen) {
      expect_equal(
        plain(quietly(choose(x, metric = metric))), plain(quietly(choose(rows_of(metric, x)))),
        tolerance = 1e-8
      )
    }
  }
})

test_that("embeddings, clusters, and learners place new points in the metric of the fit", {
  x <- normal_points(90, 5) + 1
  old <- seq_len(70)
  y <- replace(x[old, 1] > 1, 21:70, NA)
  fits <- list(
    function(x, ...) embed_eigenmaps(x, 2, bandwidth = 1, ...),
    function(x, ...) embed_isomap(x, 2, k = 8, ...), function(x, ...) embed_lle(x, 2, k = 8, ...),
    function(x, ...) embed_kpca(x, 2, bandwidth = 1, ...),
    function(x, ...) cluster_spectral(x, 2, bandwidth = 1, ...),
    function(x, ...) ssl_laprls(x, y, bandwidth = 1, kernel_bandwidth = 1, ...),
    function(x, ...) ssl_harmonic(x, y, bandwidth = 1, ...)
  )
  for (metric in c("cosine", "correlation")) {
    mapped <- rows_of(metric, x)
    for (fit in fits) {
      expect_equal(
        predict(fit(x[old, ], metric = metric), x[-old, ]),
        predict(fit(mapped[old, ]), mapped[-old, ]), tolerance = 1e-5
      )
    }
  }
})

test_that("lengths of rows do not matter, sparse rows stay sparse, and what has no direction is told", {
  x <- normal_points(40, 4)
  expect_equal(plain(bw_knn(x * 2^(1:40), metric = "cosine")), plain(bw_knn(x, metric = "cosine")))
  expect_equal(plain(bw_knn(x * 1e300, metric = "cosine")), plain(bw_knn(x, metric = "cosine")))
  sparse <- as_sparse(x * (x > 0.3) + (col(x) == 1L))
  expect_equal(
    normalize_rows(sparse, "cosine", "x", 1:40), as_sparse(rows_of("cosine", as.matrix(sparse)))
  )
  zero <- replace(x, 7 + 40 * 0:3, 0)
  expect_fault(bw_knn(zero, metric = "cosine"), "x", text = "row 7")
  expect_fault(bw_knn(replace(x, 7 + 40 * 0:3, 0.3), metric = "correlation"), "x", text = "row 7")
  fit <- embed_isomap(x, 2, k = 8, metric = "cosine")
  expect_fault(predict(fit, rbind(x[1:2, ], 0)), "newdata", text = "row 3")
})

test_that("a bandwidth remembers its metric, and distances and graphs have none", {
  x <- normal_points(60, 4)
  bw <- bw_knn(x, metric = "cosine")
  expect_fault(heat_graph(x, bw), "bandwidth", text = "\"cosine\"")
  expect_fault(heat_graph(x, bw_knn(x), metric = "cosine"), "bandwidth", text = "\"euclidean\"")
  expect_quiet(heat_graph(x, bw, metric = "cosine"))
  expect_output(print(bw), "cosine metric")
  expect_equal(
    metric_distortion(x, bw, 2, metric = "cosine")$distortion,
    metric_distortion(rows_of("cosine", x), plain(bw), 2)$distortion
  )
  expect_fault(bw_knn(dist(x), metric = "cosine"), "metric", text = "dist")
  expect_fault(embed_eigenmaps(heat_graph(x, 2), 2, metric = "cosine"), "metric", text = "graph")
  expect_fault(bw_knn(x, metric = "manhattan"), "metric")
  several <- bw_select(x, c("knn", "median"), metric = "cosine")
  expect_identical(plain(several$knn), plain(bw))
})
