# The rule that chooses, on curves that are made.

test_that("what stays counts as all steps do, what leaves for itself, with half of its noise", {
  steps <- function(self, distance, moving, noise) {
    lapply(list(self = self, distance = distance, moving = moving, noise = noise), matrix)
  }
  # One tenth stays; the rest is spread evenly over 9 points: sqrt(1 / 9) is their noise.
  even <- steps(0.1, 0.3, 0.2, sqrt(0.1^2 + 9 * 0.1^2))
  expect_equal(c(step_distance(even)), 0.1 * 0.3 + 0.9 * (0.2 + 0.5 / 3))
  # A point alone has no step, nor has one without weights.
  expect_identical(c(step_distance(steps(1, 1, 1, 1))), 1)
  expect_identical(c(step_distance(steps(NaN, NaN, NaN, NaN))), 1)
  expect_equal(c(step_distance(steps(0.5, 0.4, 0.9, sqrt(0.5^2 + 0.5^2)))), 0.5 * 0.4 + 0.5)
})

test_that("the choice is where the curve meets what is not told apart from its lowest point", {
  h <- 2^(1:6)
  chosen <- function(height, between = TRUE) {
    choose_scales(list(bandwidth = h, height = height, between = between))
  }
  height <- c(1, 0.5, 0.2, 0.21, 0.6, 1)
  bottom <- sqrt(0.2^2 + 0.15^2)  # 0.25, five sixths of the way from 0.5 to 0.2
  expect_equal(chosen(height)$first, 4 * 2^((0.5 - bottom) / 0.3))
  expect_identical(chosen(height)$bottom, 3:4)
  # The rise from 0.2 to 0.21 is added to the curve: it ends where 0.22 to 0.61 + 0.4 passes 0.25.
  expect_equal(chosen(height)$end, 32 / 2^((1 - bottom) / 0.78))
  expect_identical(chosen(height, FALSE)$end, 16)
  expect_identical(chosen(height, FALSE)$first, 8)
  expect_identical(chosen(height)$global, chosen(height)$first)
  # Two valleys alike: the first; the deeper one is the global.
  two <- chosen(c(1, 0.5, 0.8, 0.49, 0.9, 1))
  expect_equal(two$first, 4 / 2^((sqrt(0.5^2 + 0.15^2) - 0.5) / 0.5))
  expect_identical(two$global, 16)
  # Where nothing is told apart nothing is chosen.
  expect_identical(chosen(rep(1, 6))$first, NA_real_)
  expect_identical(chosen(c(0.96, 0.955, 0.954, 0.953, 0.952, 0.951))$first, NA_real_)
  expect_identical(chosen(c(0.2, 0.5, 0.9, 1, 1, 1))$first, 2)
})

test_that("of a flat bottom the first bandwidth that holds the points together is the choice", {
  chosen <- function(isolated) {
    choose_scales(list(bandwidth = 2^(1:6), height = c(1, 0.5, 0.49, 0.49, 0.9, 1), between = TRUE,
                       isolated = isolated))$first
  }
  expect_lt(chosen(c(1, 0.1, 0, 0, 0, 0)), 4)
  expect_identical(chosen(c(1, 0.5, 0.1, 0, 0, 0)), 8)
  expect_identical(chosen(c(1, 0.5, 0.3, 0.1, 0, 0)), 16)
  # None does: the first, as without.
  expect_identical(chosen(rep(1, 6)), chosen(NULL))
})

test_that("clusters among scattered points get a bandwidth that holds them together", {
  skip_on_cran()
  set.seed(113)
  widths <- 10^runif(sample(2:4, 1), -1.2, 0)
  cluster <- sample(length(widths), 300, replace = TRUE)
  centers <- matrix(rnorm(6 * length(widths), 0, 3), length(widths))
  x <- centers[cluster, ] + widths[cluster] * matrix(rnorm(1800), 300)
  x[1:81, ] <- switch(sample(3, 1), rnorm(486, 0, 6), runif(486, -10, 10), 3 * rt(486, 2))
  bw <- quietly(bw_gc(x, seed = 1, replicates = 0L))
  # The criterion is equal at 0.77, where a third of the points are isolated.
  curve <- as.data.frame(bw)
  smaller <- curve$bandwidth < bw / 4
  expect_equal(min(curve$criterion[smaller]), min(curve$criterion))
  isolated <- function(h) {
    table <- tidy(bw_report(h, x))
    table$value[table$check == "isolated"]
  }
  expect_gt(isolated(min(curve$bandwidth[curve$criterion == min(curve$criterion)])), 0.25)
  expect_lt(isolated(bw), 0.05)
})

test_that("the plotted curve is lowest first at the choice, whatever its shape", {
  for (s in 1:30) {
    height <- 0.5 + cumsum(normal_points(40, 1, seed = s)[, 1]) / 20
    height <- pmax(height, 0.05)
    h <- 1.2^(1:40)
    found <- choose_scales(list(bandwidth = h, height = height, between = TRUE))
    if (is.na(found$first)) next
    at <- which.min(step_criterion(height))
    expect_true(found$first <= h[[at]] && found$first >= h[[max(1, at - 1)]])
  }
})

test_that("once it has decided nothing that follows changes the choice", {
  skip_on_cran()
  h <- 1.2^(1:40)
  choose <- function(height) {
    choose_scales(list(bandwidth = h[seq_along(height)], height = height, between = TRUE))$first
  }
  decided <- 0
  for (s in 1:30) {
    height <- pmax(0.5 + cumsum(normal_points(40, 1, seed = s)[, 1]) / 10, 0.02)
    from <- deciding_index(height)
    if (is.infinite(from)) next
    decided <- decided + 1
    for (end in from:40) expect_identical(choose(height[1:end]), choose(height))
    # Not even zeros.
    expect_identical(choose(c(height[1:from], numeric(40 - from))), choose(height[1:from]))
  }
  expect_gt(decided, 15)
  expect_identical(deciding_index(c(1, 0.5, 0.2, 0.3)), Inf)
  expect_identical(deciding_index(c(1, 0.5, 0.2, 0.3, 0.4)), 5L)
  expect_identical(deciding_index(c(1, 0.5, 0.2, 0.3, 0.4), lower = 0.45), 4L)
})

test_that("the error to expect falls with the points, and is not known where there is no ground", {
  expected <- function(staying = 0.1, dimension = 2, plain = 0.3, moving = 2) {
    at <- list(distance = 0.3, staying = staying, dimension = dimension, plain = plain,
               moving = moving)
    expected_eigenvalue_error(at, 900)
  }
  expect_equal(expected(), 0.05)
  expect_identical(expected(staying = 0.6), NA_real_)
  expect_identical(expected(dimension = 0.4), NA_real_)
  expect_identical(expected(plain = 0.4), 1)
  expect_equal(expected(plain = 0.4, moving = 2.6), 0.05)
})

test_that("strands that edges join are expected to spoil the eigenvalues", {
  x <- sample_swiss_roll(500, seed = 1)
  bw <- bw_gc(x, seed = 1, replicates = 0L)
  expect_match(utils::capture.output(print(bw)), "short circuits", all = FALSE)
  expect_identical(glance(bw)$eigenvalue_error, 1)
  table <- tidy(bw_report(bw, x))
  expect_identical(table$value[table$check == "eigenvalue_error"], 1)
})

test_that("the errors that are expected have the size of true ones", {
  skip_on_cran()
  quotient <- vapply(1:6, function(s) {
    x <- sample_sphere(300, seed = s)
    bw <- bw_gc(x, seed = 1)
    graph <- heat_graph(x, bw, self_loops = FALSE)
    values <- graph_spectrum(graph_laplacian(graph), 9, scale = "heat")$values[2:9]
    mean(abs(values / attr(x, "spectrum")(9)[2:9] - 1)) / glance(bw)$eigenvalue_error
  }, 0)
  expect_true(all(quotient > 0.25 & quotient < 4))
})

test_that("a floor lifts the choice, and the bottom reaches up to it", {
  table <- list(bandwidth = 1:6, height = c(0.9, 0.5, 0.1, 0.1, 0.5, 0.9), between = TRUE)
  free <- choose_scales(table)
  expect_gt(free$first, 2)
  expect_lt(free$first, 3)
  expect_identical(free$raised, c(first = FALSE, global = FALSE))
  table$floor <- 2
  expect_identical(choose_scales(table), free)
  table$floor <- 5.5
  lifted <- choose_scales(table)
  expect_identical(lifted[c("first", "global", "end")],
                   list(first = 5.5, global = 5.5, end = NA_real_))
  expect_identical(lifted$bottom, 3:5)
  # A choice among given bandwidths is one of them, and none is above the curve.
  table$between <- FALSE
  expect_identical(choose_scales(table)$first, 6L)
  expect_identical(choose_scales(table)$raised, c(first = TRUE, global = TRUE))
  table$floor <- 100
  expect_equal(choose_scales(table)$first, 6)
})
