test_that("knn: a multiple of the mean or median distance to neighbor k", {
  x <- selector_points()
  kth <- oracle_neighbor_distances(x, 9)[9, ]
  expect_equal(as.numeric(bw_knn(x, k = 9)), mean(kth))
  expect_equal(as.numeric(bw_knn(x, k = 9, multiple = 2.5, statistic = "median")),
               2.5 * median(kth))
  expect_equal(as.numeric(bw_knn(dist(x), k = 9)), mean(kth))
  # A known answer: points at 0, ..., 9, second neighbors at 1, but at the ends at 2.
  expect_equal(as.numeric(bw_knn(matrix(as.numeric(0:9)), k = 2)), 1.2)
})

test_that("knn: refusals", {
  skip_on_cran()
  x <- selector_points(20)
  expect_fault(bw_knn(x, k = 20), "k", text = "20")
  expect_fault(bw_knn(x, k = 0), "k")
  expect_fault(bw_knn(x, k = 2.5), "k")
  expect_fault(bw_knn(dist(x), k = 20), "k")
  expect_fault(bw_knn(x, k = 5, multiple = -1), "multiple")
  expect_fault(bw_knn(x, k = 5, multiple = 1e308 * 10), "multiple")
  expect_fault(bw_knn(x, k = 5, statistic = "mode"), "statistic")
  expect_fault(bw_knn(rbind(x, x, x), k = 2, statistic = "median"), "x", "no_scale")
})
