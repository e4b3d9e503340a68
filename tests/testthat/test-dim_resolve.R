test_that("a dimension that is given is taken; else it is estimated, with a message", {
  skip_on_cran()
  x <- selector_points()
  checked <- as_points(x)
  expect_identical(expect_quiet(resolve_dimension(2L, checked, 1)), 2L)
  d <- expect_condition_of(resolve_dimension(NULL, checked, 1), "message_dimension", "`d`")
  expect_identical(d, as.integer(quietly(dim_estimate(x, seed = 0))))
  # Of many points a part is enough.
  cube <- withr::with_seed(1, matrix(runif(3 * 2500), 2500))
  expect_identical(quietly(resolve_dimension(NULL, as_points(cube), 1)), 3L)
})

test_that("what some estimates cannot say the others do", {
  # Too few points for growth.
  few <- cbind(c(0, 1, 2, 3, 4.5), 0)
  expect_identical(quietly(resolve_dimension(NULL, as_points(few), 1)), 1L)
})

test_that("estimates that disagree are said to", {
  noisy <- as.matrix(sample_circle(400, noise = 0.03, noise_dims = 6, seed = 1))
  said <- conditions_of(resolve_dimension(NULL, as_points(noisy), 1))
  expect_identical(said$value, 1L)
  expect_identical(said$classes, "lapscale_message_dimension")
  expect_match(said$texts, "they disagree")
})

test_that("for shared points it is estimated once", {
  points <- share_points(selector_points(), NULL, 1)
  on.exit(free_points(points))
  d <- expect_condition_of(resolve_dimension(NULL, points$checked, 1), "message_dimension")
  expect_identical(expect_quiet(resolve_dimension(NULL, points$checked, 1)), d)
})

test_that("a gap in neighborhoods of few points has no vote and is not looked for", {
  x <- normal_points(60, 12)
  points <- share_points(x, NULL, 1)
  on.exit(free_points(points))
  looked_for <- FALSE
  local_functions(list(dim_eigengap = function(...) looked_for <<- TRUE))
  expect_null(suppressWarnings(eigengap_with_vote(points, 1, FALSE)))
  expect_false(looked_for)
  circle <- share_points(as.matrix(sample_circle(200, seed = 1)), NULL, 1)
  withr::defer(free_points(circle))
  eigengap_with_vote(circle, 1, FALSE)
  expect_true(looked_for)
})

test_that("the dimension that is found on the way has no unit", {
  skip_on_cran()
  x <- withr::with_seed(1, cbind(rnorm(60), rnorm(60), runif(60)))
  plain <- quietly(bw_rate(x))
  for (unit in 2^c(-900, -500, 530, 900)) {
    expect_equal(as.numeric(quietly(bw_rate(x * unit))) / unit, as.numeric(plain),
                 tolerance = 1e-12)
  }
})
