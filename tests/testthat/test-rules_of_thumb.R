# bw_knn(), bw_median(), bw_rate()

test_that("knn: a multiple of the mean or median distance to neighbour k", {
  x <- rule_points()
  kth <- oracle_neighbor_distances(x, 9)[9, ]
  expect_equal(as.numeric(bw_knn(x, k = 9)), mean(kth))
  expect_equal(as.numeric(bw_knn(x, k = 9, multiple = 2.5, statistic = "median")),
               2.5 * median(kth))
  expect_equal(as.numeric(bw_knn(dist(x), k = 9)), mean(kth))
  # A known answer: points at 0, ..., 9, second neighbours at 1, but at the ends at 2.
  expect_equal(as.numeric(bw_knn(matrix(as.numeric(0:9)), k = 2)), 1.2)
})

test_that("knn: refusals", {
  x <- rule_points(20)
  expect_fault(bw_knn(x, k = 20), "k", text = "20")
  expect_fault(bw_knn(x, k = 0), "k")
  expect_fault(bw_knn(x, k = 2.5), "k")
  expect_fault(bw_knn(dist(x), k = 20), "k")
  expect_fault(bw_knn(x, k = 5, multiple = -1), "multiple")
  expect_fault(bw_knn(x, k = 5, multiple = 1e308 * 10), "multiple")
  expect_fault(bw_knn(x, k = 5, statistic = "mode"), "statistic")
  expect_fault(bw_knn(rbind(x, x, x), k = 2, statistic = "median"), "x", "no_scale")
})

test_that("median: exact, for even and odd numbers of pairs, for few and many points", {
  for (n in c(3, 4, 5, 33, 60, 61, 300)) {
    x <- normal_points(n, 2, seed = n)
    expect_equal(as.numeric(bw_median(x)), median(dist(x)), tolerance = 1e-14, info = n)
  }
  ties <- round(2 * normal_points(100, 2))
  expect_equal(as.numeric(bw_median(ties)), median(dist(ties)), tolerance = 1e-14)
  expect_equal(as.numeric(bw_median(dist(ties))), median(dist(ties)))
  # One far point: nearly all distances are tiny in the unit of the data.
  far <- rbind(1e-12 * normal_points(40, 2), c(1e3, 0))
  expect_equal(as.numeric(bw_median(far)), median(dist(far)), tolerance = 1e-12)
})

test_that("median: of a part of the points, and where half the pairs coincide", {
  x <- normal_points(2000, 2)
  part <- bw_median(x, n_points = 500, seed = 2)
  expect_equal(as.numeric(part), median(dist(x)), tolerance = 0.1)
  expect_identical(as.numeric(bw_median(x, n_points = 500, seed = 2)), as.numeric(part))
  expect_fault(bw_median(rbind(matrix(0, 30, 2), 1)), "x", "no_scale")
  expect_fault(bw_median(x, n_points = 2), "n_points")
})

test_that("rate: the root mean squared distance times the order of n", {
  x <- normal_points(100, 3)
  rms <- sqrt(mean(dist(x)^2))
  expect_equal(as.numeric(bw_rate(x, d = 2)), rms * 100^(-1 / 8))
  expect_equal(as.numeric(bw_rate(x, d = 3, rate = "minimax")), 2 * rms * 100^(-1 / 7))
  expect_message(bw_rate(as.matrix(sample_circle(300, seed = 1))),
                 class = "lapscale_message_dimension")
  expect_fault(bw_rate(x, d = 1, rate = "fast"), "rate")
})

test_that("rules without a curve print, summarise and say that there is no curve to draw", {
  x <- rule_points(40)
  for (name in names(rules_without_grid)) {
    bw <- rules_without_grid[[name]](x)
    expect_identical(nrow(curve_of(bw)), 1L)
    expect_true(is.na(curve_of(bw)$criterion))
    expect_identical(glance(bw)$n_minima, 0L)
    expect_false(glance(bw)$at_edge)
    expect_identical(nrow(local_minima(bw)), 0L)
    expect_match(utils::capture.output(print(bw))[[1]], name)
    expect_gt(length(utils::capture.output(print(summary(bw)))), 0)
    expect_message(draw_nowhere(plot(bw)), class = "lapscale_message_no_curve")
    expect_fault(update(bw, minimum = "first"), "minimum", "no_minimum")
    if (requireNamespace("ggplot2", quietly = TRUE)) {
      picture <- expect_condition_of(ggplot2::autoplot(bw), "message_no_curve", name)
      expect_s3_class(picture, "ggplot")
    }
  }
})
