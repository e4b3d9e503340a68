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
})

test_that("rows that coincide are one neighbor, and each of them counts in the average", {
  x <- selector_points(20)
  once <- as.numeric(bw_knn(x, k = 5))
  for (count in c(2, 12)) {
    expect_equal(as.numeric(bw_knn(x[rep(1:20, each = count), ], k = 5)), once)
    expect_equal(as.numeric(bw_knn(dist(x[rep(1:20, each = count), ]), k = 5)), once)
  }
  kth <- oracle_neighbor_distances(x, 5)[5, ]
  expect_equal(as.numeric(bw_knn(x[c(1:20, 3, 3), ], k = 5)), mean(kth[c(1:20, 3, 3)]))
  # Of three different rows there are two others.
  found <- bw_knn(x[rep(1:3, 10), ])
  expect_equal(as.numeric(found), mean(apply(as.matrix(dist(x[1:3, ])), 1, max)))
  expect_identical(glance(found)$k, 2L)
})
