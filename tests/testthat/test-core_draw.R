test_that("the points of the mean: all up to 1000, else 500, distinct, by seed", {
  x <- as.matrix(sample_torus(1001, seed = 1))
  expect_setequal(draw_points(x[1:1000, ], NULL, 1), 1:1000)
  drawn <- draw_points(x, NULL, 1)
  expect_length(drawn, 500L)
  expect_identical(anyDuplicated(drawn), 0L)
  expect_true(all(drawn >= 1 & drawn <= 1001))
  expect_identical(draw_points(x, NULL, 1), drawn)
  expect_false(setequal(draw_points(x, NULL, 2), drawn))
  expect_setequal(draw_points(x[1:7, ], 7L, 1), 1:7)
})

test_that("drawn rows are uniform: every row is as likely as any other", {
  # 2000 draws of 5 in 20: each count is binomial(2000, 1/4); 5 standard deviations.
  counts <- tabulate(unlist(lapply(1:2000, function(seed) cpp_sample_rows(20, 5, seed))), 20)
  expect_true(all(abs(counts - 500) < 5 * sqrt(2000 * 0.25 * 0.75)))
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

test_that("points are drawn by what they are, not by where they stand", {
  x <- as.matrix(sample_hourglass(1500, noise = 0.02, noise_dims = 2, seed = 1))
  set.seed(4)
  other <- sample(1500)
  drawn <- draw_points(x, NULL, 1)
  expect_length(drawn, 500)
  expect_identical(x[other, ][draw_points(x[other, ], NULL, 1), ], x[drawn, ])
})

test_that("another order of the rows gives the same bits in every selector", {
  skip_on_cran()
  samples <- list(
    as.matrix(sample_hourglass(1300, noise = 0.02, noise_dims = 2, seed = 1)),
    unname(as.matrix(datasets::quakes)), unname(as.matrix(datasets::faithful)),
    as.matrix(sample_circle(300, seed = 1))
  )
  selectors <- list(
    gc = function(x) bw_gc(x, seed = 1), steps = function(x) bw_gc(x, d = NULL, seed = 1),
    lepski = function(x) bw_lepski(x, d = 2, seed = 1), rec = function(x) bw_rec(x, seed = 1),
    msvd = function(x) bw_msvd(x, d = 2, seed = 1),
    kernel_sum = function(x) bw_kernel_sum(x, seed = 1), knn = bw_knn, median = bw_median,
    mle = dim_mle, growth = dim_growth
  )
  set.seed(7)
  for (x in samples) {
    other <- sample(nrow(x))
    for (selector in selectors) {
      given <- suppressMessages(suppressWarnings(selector(x)))
      turned <- suppressMessages(suppressWarnings(selector(x[other, , drop = FALSE])))
      expect_identical(as.numeric(turned), as.numeric(given))
    }
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

test_that("a generator without a state is left without one, in silence", {
  withr::local_preserve_seed()
  suppressWarnings(rm(".Random.seed", envir = globalenv()))
  expect_silent(generator_restorer()())
  expect_null(rng_state())
})
