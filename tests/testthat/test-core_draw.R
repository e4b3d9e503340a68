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

test_that("points are drawn by what they are, not by where they stand", {
  x <- as.matrix(sample_hourglass(1500, noise = 0.02, noise_dims = 2, seed = 1))
  set.seed(4)
  other <- sample(1500)
  drawn <- draw_points(x, NULL, 1)
  expect_length(drawn, 500)
  expect_identical(x[other, ][draw_points(x[other, ], NULL, 1), ], x[drawn, ])
})

test_that("values are taken evenly, the ends among them", {
  expect_identical(take_evenly(1:5, 10L), 1:5)
  expect_identical(take_evenly(11:21, 6L), c(11L, 13L, 15L, 17L, 19L, 21L))
})
