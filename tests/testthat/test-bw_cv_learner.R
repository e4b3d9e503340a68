grid <- exp(seq(log(0.05), log(3), length.out = 10))

test_that("arguments reach the learner, and the seed leaves R's random numbers", {
  skip_on_cran()
  p <- two_arcs()
  before <- rng_state()
  bw <- bw_cv(p$x, p$y, bandwidths = grid, seed = 1, n_eigen = 2)
  expect_identical(rng_state(), before)
  expect_identical(without_time(bw_cv(p$x, p$y, bandwidths = grid, seed = 1, n_eigen = 2)),
                   without_time(bw))
  expect_fault(bw_cv(p$x, p$y, ssl_harmonic, bandwidths = grid, seed = 1, n_eigen = 2), "n_eigen")
})

test_that("the learner computes as the selector does: threads, seed, no progress", {
  skip_on_cran()
  p <- two_arcs()
  heard <- new.env()
  spy <- function(x, y, bandwidth, ...) {
    heard$given <- list(...)
    ssl_harmonic(x, y, bandwidth = bandwidth)
  }
  bw_cv(p$x, p$y, spy, folds = 2, bandwidths = grid, seed = 7, n_threads = 1)
  expect_identical(heard$given, list(seed = 7, n_threads = 1L, progress = FALSE))
  few <- function(x, y, bandwidth) ssl_harmonic(x, y, bandwidth = bandwidth)
  expect_quiet(bw_test_error(p$x, p$truth, p$seen, few, bandwidths = grid))
})

test_that("what cannot learn is refused at the door, what is no fit as soon as it is seen", {
  p <- two_arcs()
  search <- function(learner, ...) bw_cv(p$x, p$y, learner, bandwidths = grid, seed = 1, ...)
  expect_fault(search(function(x, y) 1), "learner", text = "`bandwidth`")
  expect_fault(search(function(x, bandwidth) 1), "learner", text = "`y`")
  expect_fault(search(mean), "learner", text = "lapscale_ssl")
  expect_fault(search(function(x, y, bandwidth) list(1)), "learner", text = "lapscale_ssl")
  expect_fault(search(ssl_harmonic, bandwidth = 3), "bandwidth")
  expect_fault(bw_cv(p$x, p$y, bandwidths = grid, n_eign = 3), "n_eign", text = "ssl_eigenmaps()")
})
