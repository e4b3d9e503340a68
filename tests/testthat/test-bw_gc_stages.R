x_hourglass <- function(n) sample_hourglass(n, noise = 0.02, noise_dims = 5, seed = 1)
quiet_gc <- function(...) suppressWarnings(bw_gc(..., seed = 1))

test_that("a curve that ends early has the choice and the bits of the whole one", {
  skip_on_cran()
  cases <- list(
    list(x_hourglass(2000)), list(sample_torus(1500, seed = 2), d = 1),
    list(sample_swiss_roll(1200, seed = 3), d = 1, inverse = TRUE),
    list(x_hourglass(2000), alpha = 0:1)
  )
  ended <- 0
  for (arguments in cases) {
    early <- do.call(quiet_gc, c(arguments, full = FALSE))
    whole <- do.call(quiet_gc, c(arguments, full = TRUE))
    expect_identical(plain(early), plain(whole))
    expect_identical(confint(early), confint(whole))
    drawn <- as.data.frame(early)
    expect_identical(drawn, as.data.frame(whole)[seq_len(nrow(drawn)), ])
    expect_true(glance(whole)$full)
    expect_identical(glance(early)$full, nrow(drawn) == nrow(as.data.frame(whole)))
    ended <- ended + !glance(early)$full
  }
  expect_gte(ended, 2)
})

test_that("what ends early says so", {
  skip_on_cran()
  x <- x_hourglass(2000)
  bw <- quiet_gc(x, full = FALSE)
  expect_false(glance(bw)$full)
  expect_output(print(bw), "curve drawn to .*full = TRUE goes on to")
  expect_output(print(summary(bw)), "curve drawn to")
  expect_error(update(bw, minimum = "global"), "full = TRUE", class = "lapscale_error_no_minimum")
  expect_identical(plain(update(bw, minimum = "first")), plain(bw))
  expect_silent(grDevices::pdf(NULL))
  expect_silent(plot(bw))
  grDevices::dev.off()
  expect_identical(sum(local_minima(bw)$chosen), 1L)
  expect_s3_class(bandwidth_report(bw, x, seed = 1), "lapscale_report")
  set <- suppressWarnings(select_bandwidth(x, c("gc", "knn"), seed = 1, gc = list(full = FALSE)))
  expect_identical(plain(set$gc), plain(bw))
  expect_output(print(quiet_gc(x, full = TRUE)), "bandwidths from")
})

test_that("what is asked for to the end is drawn to the end", {
  skip_on_cran()
  x <- x_hourglass(1500)
  expect_true(glance(quiet_gc(x))$full)
  expect_true(glance(quiet_gc(x, full = FALSE, minimum = "global"))$full)
  expect_true(glance(quiet_gc(x, full = FALSE, graph = "knn", k = 10))$full)
  h <- as.data.frame(quiet_gc(x, full = FALSE))$bandwidth
  given <- quiet_gc(x, full = FALSE, bandwidths = h)
  expect_true(glance(given)$full)
  expect_true(glance(quiet_gc(x[1:900, ], full = FALSE))$full)
  expect_identical(quiet_gc(x), quiet_gc(x, full = TRUE), ignore_attr = TRUE)
  for (bad in list(NA, "yes", 1, c(TRUE, TRUE))) expect_fault(bw_gc(x, full = bad), "full")
})

test_that("stages are wanted of many points with a grid of their own", {
  expect_true(wants_stages(NULL, 50001, "dense", FALSE))
  expect_true(wants_stages(TRUE, 50001, "dense", FALSE))
  expect_false(wants_stages(NULL, 50000, "dense", FALSE))
  expect_false(wants_stages(TRUE, 50000, "dense", FALSE))
  expect_true(wants_stages(FALSE, 1000, "dense", FALSE))
  expect_false(wants_stages(FALSE, 999, "dense", FALSE))
  expect_false(wants_stages(FALSE, 1e6, "knn", FALSE))
  expect_false(wants_stages(FALSE, 1e6, "dense", TRUE))
})

# A curve of heights with a share of pairs that is joined; n so large that all shares are small.
made_values <- function(height, degree = seq_along(height)) {
  each <- function(value) matrix(value, 4, length(height), byrow = TRUE)
  list(
    distance = each(height), dimension = each(2), normal = each(0), noise = each(0.001),
    self = each(0.1), degree = each(degree)
  )
}

test_that("a first minimum has decided once nothing later can outdo it", {
  grid <- 1.25^(1:12)
  n <- 1e6
  scout <- function(ahead) list(last = 12L, n = n, values = made_values(c(numeric(12), ahead)))
  decided <- function(height, ahead = 0) {
    step_has_decided(grid, made_values(height), scout(ahead), n)
  }
  deep <- c(1, 0.9, 0.5, 0.2, 0.05, 0.03, 0.04, 0.1, 0.2, 0.3, 0.4, 0.5)
  expect_true(decided(deep))
  # a shallow one only if the rest was seen to be no deeper
  shallow <- deep + 0.1
  expect_false(decided(shallow, 0))
  expect_true(decided(shallow, 0.3))
  expect_false(decided(shallow, c(0.3, 0.08)))
  # rows ahead at which nearly everything is joined do not count
  blob <- list(last = 12L, n = n, values = made_values(c(numeric(12), 0), c(1:12, n)))
  expect_true(step_has_decided(grid, made_values(shallow), blob, n))
  # no minimum, no barrier yet, a bottom that goes on
  expect_false(decided(seq(1, 0.1, length.out = 12)))
  expect_false(decided(c(seq(1, 0.03, length.out = 10), 0.035, 0.04)))
  expect_false(decided(c(1, 0.5, 0.03, rep(0.05, 8), 0.3)))
})

test_that("with d the first real minimum decides, if it is real from both sides", {
  grid <- 1.25^(1:8)
  noise <- matrix(c(-1, 1, -1, 1) * 1e-3 * rep(1:8, each = 4), 4)
  values <- function(height) noise + rep(height, each = 4)
  decided <- function(height) metric_has_decided(grid, values(height), FALSE)
  expect_true(decided(c(0.9, 0.5, 0.2, 0.1, 0.2, 0.4, 0.5, 0.6)))
  expect_false(decided(c(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.1, 0.6)))
  expect_false(decided(seq(0.9, 0.1, length.out = 8)))
  expect_false(decided(c(0.9, 0.5, 0.2, 0.1, 0.102, 0.104, 0.103, 0.105)))
})

test_that("where the first stage ends is seen by the scout, if there is an end", {
  seen <- step_means(1.25^(1:12), made_values(c(1, 0.9, 0.1, 0.05, 0.08, 0.2, 3:8 / 10)), 1e6)
  last <- step_decided(seen)
  expect_true(last > 6 && last <= 12)
  expect_identical(step_decided(step_means(1.25^(1:4), made_values(4:1 / 10), 1e6)), Inf)
  expect_identical(metric_decided(1.25^(1:4), matrix(4:1 / 10, 3, 4, byrow = TRUE), FALSE), Inf)
})

test_that("a scout of points that all coincide sees nothing", {
  x <- rbind(matrix(0, 1999, 2), c(-1, -1))
  problem <- list(
    checked = list(x = x), n = 2000L, runtime = new_runtime(1L, FALSE), bandwidths = 1:4 / 4,
    handle = hold_points(x, new_runtime(1L, FALSE))
  )
  on.exit(cpp_release(problem$handle))
  expect_null(scout_curve(problem, list(staged = TRUE), 1))
  expect_null(scout_curve(problem, list(staged = FALSE), 1))
})

test_that("rows spread over the points do not change with their order", {
  x <- matrix(cpp_uniform(600, 1, 0), 300)
  runtime <- new_runtime(1L, FALSE)
  handle <- hold_points(x, runtime)
  rows <- cpp_spread_rows(handle, 40)
  expect_length(unique(rows), 40)
  again <- hold_points(x[300:1, ], runtime)
  expect_identical(x[300:1, ][cpp_spread_rows(again, 40), ], x[rows, ])
  expect_identical(sort(cpp_spread_rows(handle, 300)), 1:300)
  for (held in list(handle, again)) cpp_release(held)
})

test_that("the scout is small in thousands of columns", {
  expect_equal(scout_rows(1e6, 3), 10000)
  expect_equal(scout_rows(1e6, 1600), 10000)
  expect_equal(scout_rows(1e6, 3750), 4473)
  expect_equal(scout_rows(5001, 3), 2500)
})

test_that("stages have a range each, or one where they share their degrees", {
  grid <- c(1, 2, 4, 8, 16)
  expect_identical(stage_ranges(grid, NULL), list(grid))
  expect_identical(stage_ranges(grid, list(last = 3L)), list(c(1, 2, 4), c(4, 8, 16)))
  expect_identical(stage_ranges(grid, list(last = 3L), shares_degrees = TRUE), list(grid))
})
