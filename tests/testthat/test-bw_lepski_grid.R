test_that("grids: log by default, that of the paper, given ones sorted", {
  skip_on_cran()
  case <- lepski_case()
  h <- curve_of(suppressWarnings(bw_lepski(case$x, d = 1, f = case$f, seed = 1)))$bandwidth
  expect_length(h, 30)
  expect_equal(diff(log(h)), rep(diff(log(h))[1], 29))
  last <- case$validation
  x1 <- case$x[-last, ]
  nearest <- vapply(last, function(v) sqrt(min(colSums((t(x1) - case$x[v, ])^2))), 0)
  h <- suppressWarnings(bw_lepski(case$x, d = 1, f = case$f, validation = last, n_bandwidths = 5))
  h <- curve_of(h)$bandwidth
  expect_length(h, 5)
  expect_equal(h[1], median(nearest) / 2)
  rms <- sqrt(mean(as.vector(dist(x1))^2))
  expect_equal(h[5], rms)
  paper <- suppressWarnings(
    bw_lepski(case$x, d = 1, f = case$f, validation = last, grid = "paper")
  )
  # n = 460: log n = 6.13, log log n = 1.81.
  expect_equal(curve_of(paper)$bandwidth, 2 * rms * exp(-(6:2)))
  expect_message(select_case(case, bandwidths = rev(case$h)), class = "lapscale_message_sorted")
})

test_that("bandwidths that hardly any pair supports are not judged", {
  case <- lepski_case()
  bw <- select_case(case, bandwidths = c(1e-6, 1e-5, case$h))
  expect_true(all(is.na(curve_of(bw)$criterion[1:2])))
  expect_equal(
    curve_of(bw)$criterion[-(1:2)], curve_of(select_case(case))$criterion, tolerance = 1e-6
  )
  expect_identical(as.numeric(bw), as.numeric(select_case(case)))
  expect_fault(select_case(case, bandwidths = c(1e-6, 1e-5)), "bandwidths", "no_criterion")
})
