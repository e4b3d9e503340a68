test_that("local_minima() lists each minimum of the curve once, the chosen one marked", {
  skip_on_cran()
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  minima <- local_minima(bw)
  expect_identical(
    names(minima),
    c("bandwidth", "criterion", "se", "dimension", "depth_left", "depth_right", "z_left", "z_right",
      "stability", "chosen")
  )
  paper <- local_minima(bw_gc(plain_hourglass(150), d = 1, seed = 1))
  expect_identical(names(paper), setdiff(names(minima), "dimension"))
  expect_identical(sum(minima$chosen), 1L)
  expect_identical(minima$bandwidth[minima$chosen], as.numeric(bw))
  curve <- curve_of(bw)
  expect_identical(nrow(minima), length(turning_points(curve$criterion)))
  expect_fault(local_minima(0.5), "bw")
  expect_fault(local_minima(curve), "bw")
})

test_that("the table of a set has rows only of selectors that have minima", {
  set <- select_bandwidth(faithful, c("gc", "median"), seed = 1)
  expect_identical(unique(local_minima(set)$method), "gc")
})
