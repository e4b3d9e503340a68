x_sphere <- function(n) sample_sphere(n, seed = 1)
quiet_gc <- function(..., n_bandwidths = 80) {
  suppressWarnings(bw_gc(..., n_bandwidths = n_bandwidths, seed = 1))
}

test_that("a curve that ends early has the choice and the bits of the whole one", {
  skip_on_cran()
  cases <- list(
    list(x_sphere(2000)), list(sample_torus(1500, seed = 2), d = 1, n_bandwidths = 40),
    list(sample_swiss_roll(1200, seed = 3), d = 1, inverse = TRUE),
    list(x_sphere(2000), alpha = 0:1)
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
  x <- x_sphere(2000)
  bw <- quiet_gc(x, full = FALSE)
  expect_false(glance(bw)$full)
  expect_output(print(bw), "curve drawn to .*full = TRUE goes on to")
  expect_output(print(summary(bw)), "curve drawn to")
  expect_error(update(bw, minimum = "global"), "full = TRUE", class = "lapscale_error_no_minimum")
  expect_identical(plain(update(bw, minimum = "first")), plain(bw))
  expect_silent(grDevices::pdf(NULL))
  expect_silent(plot(bw))
  grDevices::dev.off()
  expect_identical(sum(bw_minima(bw)$chosen), 1L)
  expect_s3_class(bw_report(bw, x, seed = 1), "lapscale_report")
  set <- suppressWarnings(bw_select(x, c("gc", "knn"), seed = 1, gc = list(full = FALSE, n_bandwidths = 80)))
  expect_identical(plain(set$gc), plain(bw))
  expect_output(print(quiet_gc(x, full = TRUE)), "bandwidths from")
})

test_that("what is asked for to the end is drawn to the end", {
  skip_on_cran()
  x <- x_sphere(1500)
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

test_that("with d the first real minimum decides, if it is real from both sides", {
  grid <- 1.25^(1:8)
  noise <- matrix(c(-1, 1, -1, 1) * 1e-3 * rep(1:8, each = 4), 4)
  values <- function(height) noise + rep(height, each = 4)
  decided <- function(height) has_decided_with_d(grid, values(height), FALSE)
  expect_true(decided(c(0.9, 0.5, 0.2, 0.1, 0.2, 0.4, 0.5, 0.6)))
  expect_false(decided(c(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.1, 0.6)))
  expect_false(decided(seq(0.9, 0.1, length.out = 8)))
  expect_false(decided(c(0.9, 0.5, 0.2, 0.1, 0.102, 0.104, 0.103, 0.105)))
})

test_that("a pilot of points that all coincide sees nothing", {
  x <- rbind(matrix(0, 1999, 2), c(-1, -1))
  problem <- list(
    checked = list(x = x), n = 2000L, runtime = new_runtime(1L, FALSE), bandwidths = 1:4 / 4,
    handle = acquire_points(x, new_runtime(1L, FALSE))
  )
  on.exit(cpp_release(problem$handle))
  expect_null(pilot_stage_ends(problem, list(staged = TRUE), 1))
  expect_null(pilot_stage_ends(problem, list(staged = FALSE), 1))
})

test_that("rows spread over the points do not change with their order", {
  x <- matrix(cpp_uniform(600, 1, 0), 300)
  runtime <- new_runtime(1L, FALSE)
  handle <- acquire_points(x, runtime)
  rows <- cpp_spread_rows(handle, 40)
  expect_length(unique(rows), 40)
  again <- acquire_points(x[300:1, ], runtime)
  expect_identical(x[300:1, ][cpp_spread_rows(again, 40), ], x[rows, ])
  expect_identical(sort(cpp_spread_rows(handle, 300)), 1:300)
  for (held in list(handle, again)) cpp_release(held)
})
