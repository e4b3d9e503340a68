test_that("the points of the mean: all up to 1000, else 500, distinct, by seed", {
  expect_identical(draw_points(1000L, NULL, 1), 1:1000)
  drawn <- draw_points(1001L, NULL, 1)
  expect_length(drawn, 500L)
  expect_identical(drawn, sort(unique(drawn)))
  expect_true(all(drawn >= 1 & drawn <= 1001))
  expect_identical(draw_points(1001L, NULL, 1), drawn)
  expect_false(identical(draw_points(1001L, NULL, 2), drawn))
  expect_identical(draw_points(7L, 7L, 1), 1:7)
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
})
