test_that("seeds: NULL draws one number from R, a number is taken as it is", {
  skip_on_cran()
  expect_null(check_seed(NULL))
  withr::with_seed(1, {
    first <- draw_seed(NULL)
    second <- draw_seed(NULL)
  })
  expect_false(first == second)
  expect_true(first >= 0 && first < 2^53 && first == trunc(first))
  withr::with_seed(1, expect_identical(draw_seed(NULL), first))

  state <- rng_state()
  expect_identical(draw_seed(check_seed(17)), 17)
  expect_identical(rng_state(), state)
  # Negative seeds are seeds too, different from the positive ones.
  negative <- check_seed(-3)
  expect_true(negative >= 0 && negative < 2^53)
  for (bad in list("1", 1.5, NA, Inf, 2^53, 1:2, TRUE)) expect_fault(check_seed(bad), "seed")
})

test_that("a seed is drawn from R's random numbers only where none is given", {
  expect_identical(withr::with_seed(1, draw_seed(NULL)), withr::with_seed(1, draw_seed(NULL)))
  withr::with_seed(1, {
    state <- .Random.seed
    expect_identical(draw_seed(3), 3)
    expect_identical(.Random.seed, state)
    drawn <- draw_seed(NULL)
    expect_false(identical(.Random.seed, state))
  })
  expect_true(drawn >= 0 && drawn < 2^53 && drawn == floor(drawn))
  # Two numbers below 2^26, the first in front: what a script has drawn stays what it was.
  parts <- withr::with_seed(1, floor(stats::runif(2) * 2^26))
  expect_identical(withr::with_seed(1, draw_seed(NULL)), parts[[1]] * 2^26 + parts[[2]])
  expect_identical(withr::with_seed(1, draw_seed(NULL)), 1195744689982988)
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

test_that("a generator without a state is left without one, in silence", {
  withr::local_preserve_seed()
  suppressWarnings(rm(".Random.seed", envir = globalenv()))
  expect_silent(generator_restorer()())
  expect_null(rng_state())
})
