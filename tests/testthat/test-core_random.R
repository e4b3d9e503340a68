test_that("a seed is drawn from R's random numbers only where none is given", {
  skip_on_cran()
  draw <- function(seed = NULL) as.matrix(sample_circle(3, seed = seed))
  first <- withr::with_seed(1, draw())
  expect_identical(withr::with_seed(1, draw()), first)
  # Two numbers below 2^26, the first in front: what a script has drawn stays what it was.
  parts <- withr::with_seed(1, floor(stats::runif(2) * 2^26))
  expect_identical(draw(parts[[1]] * 2^26 + parts[[2]]), first)
  expect_identical(draw(1195744689982988), first)
  withr::with_seed(1, {
    state <- .Random.seed
    draw(17)
    expect_identical(.Random.seed, state)
    draw()
    expect_false(identical(.Random.seed, state))
  })
  # Negative seeds are seeds too, different from the positive ones.
  expect_false(identical(draw(-3), draw(3)))
  for (bad in list("1", 1.5, NA, Inf, 2^53, 1:2, TRUE)) {
    expect_fault(sample_circle(3, seed = bad), "seed")
  }
})

test_that("a call that ends in an error leaves R's random numbers, a caught one too", {
  skip_on_cran()
  x <- normal_points(40, 2)
  too_small <- c(1e-9, 1e-8)
  fails <- list(
    function() bw_lepski(x, d = 1, bandwidths = too_small),
    function() heat_graph(x, function(x, ...) bw_lepski(x, d = 1, bandwidths = too_small)),
    function() ssl_eigenmaps(x, factor(rep(c("a", NA, NA, "b"), 10)), bandwidth = 1e-5)
  )
  withr::local_seed(3)
  state <- rng_state()
  for (fail in fails) {
    expect_s3_class(tryCatch(suppressWarnings(fail()), error = identity), "lapscale_error")
    expect_identical(rng_state(), state)
  }
  suppressWarnings(bw_lepski(x, d = 1))
  expect_false(identical(rng_state(), state))
})

test_that("where there was no generator there is none after an error", {
  state <- rng_state()
  withr::defer(if (!is.null(state)) assign(".Random.seed", state, envir = globalenv()))
  if (!is.null(state)) rm(".Random.seed", envir = globalenv())
  expect_error(bw_lepski(normal_points(40, 2), d = 1, bandwidths = c(1e-9, 1e-8)))
  # normal_points() draws by a seed of its own and puts back what it found.
  expect_null(rng_state())
})
