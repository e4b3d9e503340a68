# The range of bw_gc(), what it chooses, and its edges.

test_that("the default range: weights numerically the identity, root mean squared distance", {
  skip_on_cran()
  for (x in list(ellipsoid_points(), wide_points(), plain_circle(200))) {
    expected <- oracle_bandwidth_range(x)
    found <- range(curve_of(suppressWarnings(bw_gc(x, seed = 1)))$bandwidth)
    # The lower end is found to 1 %, from below.
    expect_lte(found[[1]], expected[[1]] * (1 + 1e-9))
    expect_gte(found[[1]], expected[[1]] / 1.011)
    expect_equal(found[[2]], expected[[2]])
  }
})

test_that("pairs of coinciding points do not enter the range", {
  x <- ellipsoid_points()
  twice <- rbind(x, x[1:10, ])
  found <- curve_of(bw_gc(twice, seed = 1))$bandwidth
  expect_lte(found[[1]], oracle_bandwidth_range(twice)[[1]] * (1 + 1e-9))
  expect_gte(found[[1]], oracle_bandwidth_range(twice)[[1]] / 1.011)
})

test_that("the default grid is even in log h, as long as asked, never coarser than 1.25", {
  skip_on_cran()
  x <- ellipsoid_points()
  for (n in c(4, 60, 100)) {
    grid <- curve_of(bw_gc(x, n_bandwidths = n, seed = 1))$bandwidth
    step <- diff(log(grid))
    expect_equal(step, rep(step[[1]], length(step)))
    expect_lte(exp(step[[1]]), 1.25)
    expect_gte(length(grid), n)
  }
  expect_length(grid, 100L)
})

test_that("the distortion tends to 1 where every point is isolated", {
  curve <- curve_of(bw_gc(ellipsoid_points(), seed = 1))
  expect_equal(curve$criterion[[1]], 1, tolerance = 1e-3)
})

test_that("a bandwidth far above the data sees a point: distortion 1", {
  x <- ellipsoid_points()
  local <- metric_distortion(x, 1e4 * max(dist(x)))
  expect_equal(local$distortion, rep(1, 120), tolerance = 1e-6)
})

test_that("the choice is a local minimum of the definition, not of the grid alone", {
  skip_on_cran()
  for (seed in 1:5) {
    x <- plain_hourglass(150, seed = seed)
    h <- as.numeric(bw_gc(x, d = 1, seed = 1))
    near <- oracle_gc_curve(x, h * c(0.97, 1, 1.03), cutoff = oracle_gc_cutoff)
    expect_lte(near[[2]], min(near))
  }
})

test_that("the first minimum that a real descent reaches is chosen, not a deeper one after it", {
  skip_on_cran()
  # Noise across a line gives a minimum below the width of the line and one along it.
  x <- withr::with_seed(1, cbind(stats::runif(800, 0, 20), stats::rnorm(800, sd = 0.15)))
  bw <- bw_gc(x, d = 1, seed = 1)
  minima <- bw_minima(bw)
  real <- which(minima$z_left > 3 & !is.na(minima$depth_right))
  expect_identical(which(minima$chosen), real[[1]])
  expect_identical(as.numeric(bw), minima$bandwidth[[real[[1]]]])
  global <- bw_gc(x, d = 1, minimum = "global", seed = 1)
  expect_identical(as.numeric(global), minima$bandwidth[[which.min(minima$criterion)]])
  expect_identical(without_time(update(bw, minimum = "global")), without_time(global))
})

test_that("refine = FALSE chooses a grid value, refining where the curve meets the tolerance", {
  skip_on_cran()
  x <- plain_hourglass()
  coarse <- bw_gc(x, refine = FALSE, seed = 1)
  fine <- bw_gc(x, seed = 1)
  expect_true(as.numeric(coarse) %in% curve_of(coarse)$bandwidth)
  expect_identical(curve_of(coarse), curve_of(fine))
  expect_lte(as.numeric(fine), as.numeric(coarse))
  # Within the grid values beside it.
  step <- curve_of(fine)$bandwidth[[2]] / curve_of(fine)$bandwidth[[1]]
  expect_lte(abs(log(fine / coarse)), log(step))
})

test_that("two real scales of the data show as two minima", {
  skip_on_cran()
  # 25 tight clusters on a circle: within the clusters the data are isotropic and two-dimensional.
  x <- withr::with_seed(2, {
    angle <- rep(2 * pi * (1:25) / 25, each = 40)
    cbind(cos(angle), sin(angle)) + 0.004 * matrix(stats::rnorm(2000), 1000)
  })
  minima <- bw_minima(bw_gc(x, d = 1, seed = 1))
  expect_gte(sum(minima$z_left > 3, na.rm = TRUE), 2)
})

test_that("a vector of alpha: the value with the least distortion at its choice", {
  skip_on_cran()
  x <- plain_hourglass(200)
  alphas <- c(0, 0.5, 1)
  apart <- lapply(alphas, function(alpha) bw_gc(x, alpha = alpha, seed = 1))
  lowest <- vapply(apart, function(bw) bw_minima(bw)$criterion[bw_minima(bw)$chosen], 0)
  together <- bw_gc(x, alpha = alphas, seed = 1)
  expect_identical(without_time(together), without_time(apart[[which.min(lowest)]]))
  expect_identical(glance(together)$alpha, alphas[[which.min(lowest)]])
})

test_that("a vector of k: the value with the least distortion at its choice", {
  skip_on_cran()
  x <- plain_hourglass(200)
  counts <- c(6L, 15L, 40L)
  apart <- lapply(counts, function(k) suppressWarnings(bw_gc(x, graph = "knn", k = k, seed = 1)))
  lowest <- vapply(apart, function(bw) bw_minima(bw)$criterion[bw_minima(bw)$chosen], 0)
  together <- suppressWarnings(bw_gc(x, graph = "knn", k = counts, seed = 1))
  expect_identical(without_time(together), without_time(apart[[which.min(lowest)]]))
  expect_identical(glance(together)$k, counts[[which.min(lowest)]])
  chosen <- suppressWarnings(bw_gc(x, graph = "knn", seed = 1))
  expect_true(glance(chosen)$k %in% c(5, 10, 20, 40, 80))
  expect_true(is.na(glance(bw_gc(x, seed = 1))$k))
})

test_that("`points` are the points of the mean, in any order", {
  skip_on_cran()
  x <- ellipsoid_points()
  rows <- c(7, 99, 3, 50)
  expect_equal(criterion_of(x, d = 1, points = rows),
               oracle_gc_curve(x, bandwidths_of_oracle, rows = rows), tolerance = 1e-10)
  expect_equal(criterion_of(x, points = rev(rows)), criterion_of(x, points = rows))
  expect_identical(glance(bw_gc(x, points = 1:50, seed = 1))$n_points, 50L)
})

test_that("`n_points` of them are drawn by the seed, the same at every bandwidth", {
  skip_on_cran()
  x <- plain_hourglass(400)
  draw <- function(seed) bw_gc(x, n_points = 60, seed = seed)
  expect_identical(without_time(draw(1)), without_time(draw(1)))
  expect_false(identical(curve_of(draw(1)), curve_of(draw(2))))
  rows <- draw_points(x, 60, 1)
  expect_identical(without_time(draw(1)), without_time(bw_gc(x, points = rows, seed = 1)))
  expect_true(all(curve_of(draw(1))$n_points == 60))
})

test_that("another draw of points hardly moves the choice without d", {
  skip_on_cran()
  x <- plain_hourglass(600)
  chosen <- vapply(1:5, function(seed) {
    as.numeric(bw_gc(x, n_points = 150, seed = seed))
  }, 0)
  expect_lt(max(chosen) / min(chosen), 1.1)
})

test_that("a seed leaves R's random numbers alone; without one set.seed() works", {
  skip_on_cran()
  x <- plain_hourglass(300)
  state <- rng_state()
  bw_gc(x, n_points = 50, seed = 3)
  metric_distortion(x, 0.5, seed = 3)
  heat_graph(x, seed = 3)
  expect_identical(rng_state(), state)
  one <- withr::with_seed(11, bw_gc(x, n_points = 50))
  two <- withr::with_seed(11, bw_gc(x, n_points = 50))
  other <- withr::with_seed(12, bw_gc(x, n_points = 50))
  expect_identical(curve_of(one), curve_of(two))
  expect_false(identical(curve_of(one), curve_of(other)))
  withr::with_seed(11, {
    before <- rng_state()
    bw_gc(x, n_points = 50)
    expect_false(identical(rng_state(), before))
  })
})

test_that("three points, and as many dimensions as columns, give a number", {
  triangle <- rbind(c(0, 0), c(1, 0), c(0, 2))
  for (d in 1:2) {
    bw <- suppressWarnings(bw_gc(triangle, d = d, seed = 1))
    expect_true(is.finite(bw) && bw > 0)
    curve <- curve_of(bw)
    expect_equal(curve$criterion, oracle_gc_curve(triangle, curve$bandwidth, d = d),
                 tolerance = 1e-6)
  }
})

test_that("rows left out by na_action count for nothing; `points` are rows of what was given", {
  skip_on_cran()
  x <- ellipsoid_points()
  holes <- rbind(x[1:10, ], NA, x[11:120, ], c(1, NaN, 0))
  expect_condition_of(bw_gc(holes, na_action = "omit", seed = 1), "warning_omitted", "2 rows")
  with_holes <- suppressWarnings(bw_gc(holes, na_action = "omit", seed = 1))
  expect_identical(without_time(with_holes), without_time(bw_gc(x, seed = 1)))
  expect_equal(
    suppressWarnings(criterion_of(holes, points = c(12, 13), na_action = "omit")),
    criterion_of(x, points = c(11, 12))
  )
  expect_fault(
    suppressWarnings(bw_gc(holes, points = 11, na_action = "omit", seed = 1)), "points",
    text = "row 11"
  )
})

test_that("a metric that is singular at every point and bandwidth is an error of its own class", {
  line <- cbind(seq(0, 1, length.out = 30), 0)
  expect_fault(bw_gc(line, d = 2, inverse = TRUE, seed = 1), class = "no_criterion")
})

test_that("directions that the data do not have are distorted by 1, never NaN", {
  line <- cbind(seq(0, 1, length.out = 30), 0)
  curve <- curve_of(suppressWarnings(bw_gc(line, d = 2, seed = 1)))
  expect_true(all(curve$criterion >= 1 - 1e-12))
  expect_true(all(is.finite(curve$criterion)))
  wide <- cbind(line, matrix(0, 30, 40))
  expect_equal(curve_of(suppressWarnings(bw_gc(wide, d = 2, seed = 1)))$criterion, curve$criterion,
               tolerance = 1e-6)
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  wrong <- list(
    d = 0, d = 4, d = 1.5, bandwidths = "a", n_bandwidths = 3, n_points = 1, n_points = 21,
    points = 21, minimum = "deepest", inverse = 1, pca_weights = "none", refine = NA, alpha = -1,
    graph = "sparse", k = 3, cutoff = 0, cutoff = "far", subsample = NULL, seed = "a",
    n_threads = 0, na_action = "drop", progress = 2
  )
  for (i in seq_along(wrong)) {
    arguments <- c(list(x), wrong[i])
    if (!"seed" %in% names(arguments)) arguments$seed <- 1
    expect_fault(do.call(bw_gc, arguments), names(wrong)[[i]], info = names(wrong)[[i]])
  }
  expect_fault(bw_gc(x, graph = "knn", k = 20, seed = 1), "k")
})

test_that("messages of bw_gc()", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  expect_snapshot(messages_of(
    bw_gc("a"),
    bw_gc(x, d = 4),
    bw_gc(x, d = "two"),
    bw_gc(x, bandwidths = 1),
    bw_gc(x, bandwidths = c(1, -1)),
    bw_gc(x, bandwidths = c(2, 1, 3), seed = 1),
    bw_gc(x, minimum = "last"),
    bw_gc(x, points = 21),
    bw_gc(x, k = 5),
    bw_gc(x, alpha = -1),
    bw_gc(x, n_threads = 0),
    bw_gc(x, seed = 1.5),
    bw_gc(x, bandwidths = c(1, 2), points = 1:20, seed = 1),
    bw_gc(matrix(1, 5, 2)),
    bw_gc(cbind(1:9, 0), d = 2, inverse = TRUE, seed = 1)
  ))
})

test_that("up to 1000 points all are used, of more 500", {
  skip_on_cran()
  x <- normal_points(1001, 2)
  expect_identical(glance(bw_gc(x[-1, ], seed = 1))$n_points, 1000L)
  expect_identical(glance(bw_gc(x, seed = 1))$n_points, 500L)
})

# bw_gc() on manifolds and data whose bandwidth is known.

test_that("more data, smaller bandwidth", {
  skip_on_cran()
  chosen <- vapply(c(250, 1000, 4000), function(n) {
    x <- as.matrix(sample_circle(n, noise = 0.02, seed = 5))
    as.numeric(bw_gc(x, n_points = 250, seed = 1))
  }, 0)
  expect_true(all(diff(chosen) < 0))
})

test_that("on a sphere D(h) dips deep for d = 2 and rises on both sides", {
  skip_on_cran()
  for (seed in 1:5) {
    x <- as.matrix(sample_sphere(800, seed = seed))
    curve <- curve_of(bw_gc(x, d = 2, n_points = 100, seed = 1))
    lowest <- min(curve$criterion)
    expect_lt(lowest, 0.3)
    expect_gt(curve$criterion[[1]], 0.8)
    expect_gt(curve$criterion[[nrow(curve)]], 2 * lowest)
  }
})

test_that("a subspace of the manifold's dimension or less is undistorted at the choice", {
  skip_on_cran()
  # The flat torus is flat, so the distortion at the best bandwidth is small for d = 1 and d = 2 and
  # must be near 1 for d = 3, which no flat neighborhood fills.
  x <- as.matrix(sample_flat_torus(2500, seed = 1))
  at <- as.numeric(bw_gc(x, d = 2, n_points = 100, seed = 1))
  distortion <- vapply(1:3, function(d) {
    mean(metric_distortion(x, at, d = d, points = 1:100)$distortion)
  }, 0)
  expect_lt(distortion[[1]], 0.25)
  expect_lt(distortion[[2]], 0.25)
  expect_gt(distortion[[3]], 0.7)
})

test_that("published bandwidths are found on Digit1 and BCI (Tables 1 and 2 of the paper)", {
  skip_on_cran()
  # Digit1: .744 from a grid of unknown step. BCI: 3.77 in one table, 5.34 in the other.
  bandwidths <- exp(seq(log(0.3), log(3), length.out = 12))
  x <- benchmark_set("digit1")$x
  h <- as.numeric(bw_gc(x, d = 1, bandwidths = bandwidths, n_points = 60, seed = 1))
  expect_equal(h, 0.744, tolerance = 0.08)
  x <- benchmark_set("bci")$x
  h <- as.numeric(bw_gc(x, d = 1, bandwidths = 5 * bandwidths, n_points = 200, seed = 1))
  expect_true(h > 3.77 / 1.08 && h < 5.34 * 1.08)
})

test_that("published bandwidths on g241c, and on Digit1 for d = 2 and 3", {
  skip_unless_extended()
  x <- benchmark_set("g241c")$x
  expect_equal(as.numeric(bw_gc(x, d = 1, n_points = 200, seed = 1)), 7.38, tolerance = 0.08)
  x <- benchmark_set("digit1")$x
  h <- vapply(2:3, function(d) as.numeric(bw_gc(x, d = d, n_points = 200, seed = 1)), 0)
  expect_equal(h, c(0.767, 0.781), tolerance = 0.08)
})

test_that("a choice that is looked up has the seed by which it was made", {
  p <- point_set(as.matrix(sample_circle(60, noise = 0.1, seed = 1)))
  seeds <- vapply(1:2, function(i) glance(embed_eigenmaps(p, 2, bandwidth = bw_gc))$seed, 0)
  expect_false(anyNA(seeds))
  expect_identical(seeds[[1]], seeds[[2]])
})

test_that("local scales in many columns are those of the few that these are", {
  skip_on_cran()
  x <- withr::with_seed(1, normal_points(80, 3))
  turn <- qr.Q(qr(withr::with_seed(2, normal_points(90, 90))))[, 1:3]
  wide <- x %*% t(turn)
  curve <- function(x, ...) {
    table <- as.data.frame(quietly(
      bw_gc(x, bandwidths = 2^seq(-2, 2, 0.5), seed = 1, ...)
    ))
    table[setdiff(names(table), "elapsed")]
  }
  settings <- list(
    list(local_scale = 10), list(local_scale = 10, d = 1),
    list(local_scale = 10, weights = rep(1:2, 40)), list(graph = graph_knn(12, local_scale = 10))
  )
  for (args in settings) {
    expect_equal(do.call(curve, c(list(wide), args)), do.call(curve, c(list(x), args)),
                 tolerance = 1e-4)
  }
  expect_equal(curve(stats::dist(x), local_scale = 10), curve(x, local_scale = 10),
               tolerance = 1e-4)
  expect_identical(curve(wide, local_scale = 10, n_threads = 1),
                   curve(wide, local_scale = 10, n_threads = 2))
  # On a cycle, whose distances are not Euclidean, all scales are equal.
  steps <- abs(outer(1:60, 1:60, "-"))
  cycle <- stats::as.dist(pmin(steps, 60 - steps))
  scale <- heat_graph(cycle, 1, "dense", local_scale = 6)$own_scales$scale[[1]]
  grid <- 2^seq(-2, 2, 0.5)
  local <- quietly(bw_gc(cycle, bandwidths = 0.75 * grid, local_scale = 6, seed = 1))
  one <- quietly(bw_gc(cycle, bandwidths = scale * grid, seed = 1))
  expect_equal(as.data.frame(local)$distance, as.data.frame(one)$distance, tolerance = 1e-6)
})
