test_that("grids are sorted and made distinct, with a message where that changes them", {
  x <- plain_circle(60)
  told <- function(h) conditions_of(bw_kernel_sum(x, bandwidths = h))
  grid_of <- function(found) curve_of(found$value)$bandwidth
  expect_identical(grid_of(told(c(1, 2, 4))), c(1, 2, 4))
  expect_false("lapscale_message_sorted" %in% told(1:3)$classes)
  sorted <- told(c(4, 1, 2, 1))
  expect_match(sorted$texts[sorted$classes == "lapscale_message_sorted"], "`bandwidths`")
  expect_identical(grid_of(sorted), c(1, 2, 4))
})

test_that("grids that are no grids are refused", {
  skip_on_cran()
  x <- plain_circle(20)
  for (bad in list(numeric(), "a", matrix(1:4, 2), list(1, 2), TRUE, c(-1, 1), c(0, 1),
                   c(1, NA), c(1, Inf), 1, c(1, 1))) {
    expect_fault(quietly(bw_kernel_sum(x, bandwidths = bad)), "bandwidths")
  }
  expect_fault(bw_kernel_sum(x, bandwidths = c(1, 2, -3)), "bandwidths", text = "element 3 is -3")
})

test_that("the default grid is even in log h, no step above 1.25", {
  x <- plain_circle(60)
  for (points in list(x, rbind(x, 1e5))) {
    grid <- curve_of(quietly(bw_gc(points, d = 1, refine = FALSE, seed = 1)))$bandwidth
    expect_equal(diff(log(grid)), rep(log(grid[[2]] / grid[[1]]), length(grid) - 1))
    expect_lte(grid[[2]] / grid[[1]], 1.25 * (1 + 1e-12))
    expect_gte(length(grid), 40)
  }
})

test_that("more bandwidths than any grid has are refused by their own name, before work", {
  skip_on_cran()
  x <- normal_points(20, 3)
  many <- seq(0.1, 1, length.out = 1e5 + 1)
  y <- rep(c("a", "b"), 10)
  calls <- list(
    function(...) bw_gc(x, ...), function(...) bw_kernel_sum(x, ...),
    function(...) bw_kernel_sum(stats::dist(x), ...), function(...) bw_lepski(x, d = 1, ...),
    function(...) bw_cv(x, y, ssl_harmonic, ...)
  )
  for (call in calls) {
    expect_fault(call(bandwidths = many), text = "`bandwidths` must hold at most 1e+05 values")
    expect_fault(call(n_bandwidths = 1e9), "n_bandwidths", text = "at most 1e+05")
  }
  expect_fault(dim_growth(x, n_radii = 1e7), "n_radii", text = "at most 1e+05")
})
