# A curve with a value per grid point, and points whose mean it is: `noise` apart at every bandwidth
# independently.
points_around <- function(curve, noise, n = 50) {
  withr::with_seed(1, {
    shape <- matrix(stats::rnorm(n * length(curve)), n)
    shape <- sweep(shape, 2, colMeans(shape))
    sweep(noise * shape, 2, curve, "+")
  })
}

test_that("an end counts only where it is the lowest of all", {
  expect_identical(find_minima(c(0, 2, 1, 3))$index, c(1L, 3L))
  expect_identical(find_minima(c(2, 3, 1, 3))$index, 3L)
  expect_identical(find_minima(c(3, 2, 1))$index, 3L)
  expect_identical(nrow(find_minima(c(1, 1, 1))), 0L)
})

test_that("depths are the descents from the highest points on either side", {
  minima <- find_minima(c(5, 1, 4, 2, 3))
  expect_identical(minima$index, c(2L, 4L))
  expect_identical(minima$depth_left, c(4, 2))
  expect_identical(minima$depth_right, c(3, 1))
  # Without points there are no standard errors.
  expect_true(all(is.na(c(minima$z_left, minima$z_right))))
})

test_that("an end has no outer side", {
  minima <- find_minima(c(0, 2, 1, 3))
  expect_identical(minima$depth_left[[1]], NA_real_)
  expect_identical(minima$depth_right[[1]], 2)
})

test_that("z is the depth in standard errors of the paired difference", {
  curve <- c(5, 1, 4)
  values <- points_around(curve, noise = 0.5)
  minima <- find_minima(curve, values)
  difference <- values[, 1] - values[, 2]
  expect_equal(minima$z_left, mean(difference) / (sd(difference) / sqrt(length(difference))))
})

test_that("what all bandwidths share does not count as noise", {
  # Points that differ much, but all by the same at every bandwidth: the descent is certain.
  shared <- matrix(stats::qnorm(seq(0.01, 0.99, length.out = 50), sd = 10), 50, 3)
  values <- sweep(shared, 2, c(1, 0.9, 1), "+")
  minima <- find_minima(colMeans(values), values)
  expect_gt(minima$z_left, 1e6)
})

test_that("a descent within the noise is passed over, and does not hide a later one", {
  curve <- c(1, 0.999, 1, 0.5, 1)
  values <- points_around(curve, noise = 0.05)
  minima <- find_minima(colMeans(values), values)
  expect_identical(minima$index, c(2L, 4L))
  # The descent to the second counts from the highest point since the last real minimum.
  expect_equal(minima$depth_left[[2]], max(colMeans(values)[1:3]) - colMeans(values)[[4]])
  expect_identical(choose_minima(minima, colMeans(values)), c(first = 2L, global = 2L))
})

test_that("a shallow first minimum with a real descent is chosen, though a later one is deeper", {
  curve <- c(1, 0.3, 0.32, 0.1, 0.9)
  values <- points_around(curve, noise = 0.05)
  minima <- find_minima(colMeans(values), values)
  expect_identical(choose_minima(minima, colMeans(values)), c(first = 1L, global = 2L))
})

test_that("an end is never the first minimum, but may be the lowest", {
  curve <- c(0, 1, 0.5, 1)
  expect_identical(choose_minima(find_minima(curve), curve), c(first = 2L, global = 1L))
  falling <- c(3, 2, 1)
  expect_identical(
    choose_minima(find_minima(falling), falling), c(first = NA_integer_, global = 1L)
  )
  flat <- c(1, 1, 1)
  expect_identical(
    choose_minima(find_minima(flat), flat), c(first = NA_integer_, global = NA_integer_)
  )
})

test_that("undefined values are left out, their neighbors keep their places", {
  curve <- c(5, NA, 1, NaN, 4)
  minima <- find_minima(curve)
  expect_identical(minima$index, 3L)
  expect_identical(minima$depth_left, 4)
  values <- rbind(curve, curve + 1)
  expect_identical(find_minima(curve, values)$index, 3L)
})

test_that("identical values at every point: any descent is real, none is infinite uphill", {
  curve <- c(2, 1, 2)
  minima <- find_minima(curve, rbind(curve, curve, curve))
  expect_identical(minima$z_left, Inf)
  expect_identical(choose_minima(minima, curve)[["first"]], 1L)
})

test_that("bw_minima() lists each minimum of the curve once, the chosen one marked", {
  skip_on_cran()
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  minima <- bw_minima(bw)
  expect_identical(
    names(minima),
    c("bandwidth", "criterion", "se", "dimension", "distance", "depth_left", "depth_right",
      "z_left", "z_right", "eigenvalue_error", "stability", "chosen")
  )
  paper <- bw_minima(bw_gc(plain_hourglass(150), d = 1, seed = 1))
  expect_identical(
    names(paper), setdiff(names(minima), c("dimension", "distance", "eigenvalue_error"))
  )
  expect_identical(sum(minima$chosen), 1L)
  expect_identical(minima$bandwidth[minima$chosen], as.numeric(bw))
  curve <- curve_of(bw)
  expect_identical(nrow(minima), sum(diff(sign(diff(rle(curve$criterion)$values))) > 0))
  expect_fault(bw_minima(0.5), "bw")
  expect_fault(bw_minima(curve), "bw")
})

test_that("the table of a set has rows only of selectors that have minima", {
  set <- bw_select(faithful, c("gc", "median"), seed = 1)
  expect_identical(unique(bw_minima(set)$method), "gc")
})
