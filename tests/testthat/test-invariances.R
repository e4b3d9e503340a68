# FAULTS, table of invariances: what is done to the points, and what it must do to bandwidths,
# graphs and spectra.

# All that is compared, at bandwidths that follow the scale of the points.
results_of <- function(x, scale = 1) {
  graph <- heat_graph(x, 0.5 * scale)
  near <- heat_graph(x, 0.5 * scale, "knn", k = 6)
  list(
    bw = bw_gc(x, d = 2, seed = 1), graph = as.matrix(graph), near = as.matrix(near),
    spectrum = graph_spectrum(graph_laplacian(graph), 6),
    distortion = metric_distortion(x, 0.5 * scale, d = 2, seed = 1)$distortion
  )
}

# Of the points that most tests change.
delayedAssign("original", results_of(ellipsoid_points(100)))

expect_same_results <- function(changed, original, scale = 1, order = NULL, tolerance = 1e-9) {
  n <- nrow(original$graph)
  order <- if (is.null(order)) seq_len(n) else order
  # The criterion agrees to rounding; the end of the range, found by bisection to 1 %, and the
  # refined minimum, by search to 0.1 %, follow it.
  expect_equal(as.numeric(changed$bw), scale * as.numeric(original$bw), tolerance = 1e-6)
  expect_equal(curve_of(changed$bw)$bandwidth, scale * curve_of(original$bw)$bandwidth,
               tolerance = tolerance)
  expect_equal(curve_of(changed$bw)$criterion, curve_of(original$bw)$criterion,
               tolerance = tolerance)
  expect_equal(bw_minima(changed$bw)$z_left, bw_minima(original$bw)$z_left, tolerance = 1e-6)
  expect_equal(changed$graph, original$graph[order, order], tolerance = tolerance)
  expect_equal(changed$near, original$near[order, order], tolerance = tolerance)
  expect_equal(changed$distortion, original$distortion[order], tolerance = tolerance)
  expect_equal(scale^2 * changed$spectrum$values, original$spectrum$values, tolerance = tolerance)
  expect_lt(
    space_difference(
      changed$spectrum$vectors, original$spectrum$vectors[order, ], original$spectrum$values
    ), 1e-6
  )
}

test_that("translation changes nothing", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  for (shift in c(1, 1e3, -1e5)) {
    # Adding rounds the points to |shift| 1e-16, which is what distances can differ by.
    changed <- results_of(x + rep(shift * c(1, -2, 0.5), each = 100))
    expect_same_results(changed, original, tolerance = 1e-10 + 1e-12 * abs(shift))
  }
})

test_that("an exact translation changes not a bit", {
  x <- round(ellipsoid_points(100) * 2^20) / 2^20
  original <- results_of(x)
  changed <- results_of(x + 2^20)
  expect_identical(without_time(changed$bw), without_time(original$bw))
  expect_identical(changed[-1], original[-1])
})

test_that("rotations and reflections change nothing", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  for (seed in 1:3) expect_same_results(results_of(x %*% random_rotation(3, seed)), original)
  expect_same_results(results_of(x %*% diag(c(-1, 1, 1))), original)
  wide <- wide_points(80)
  expect_equal(
    curve_of(bw_gc(wide %*% random_rotation(40), d = 2, seed = 1))$criterion,
    curve_of(bw_gc(wide, d = 2, seed = 1))$criterion, tolerance = 1e-5
  )
})

test_that("another unit multiplies the bandwidth and divides the spectrum by its square", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  for (scale in c(10, 1e-6, 12345)) {
    expect_same_results(results_of(scale * x, scale), original, scale)
  }
})

test_that("a power of two as the unit changes not a bit", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  scale <- 2^-30
  changed <- results_of(scale * x, scale)
  expect_identical(changed$graph, original$graph)
  expect_identical(changed$near, original$near)
  expect_identical(changed$distortion, original$distortion)
  grid <- c(0.1, 0.2, 0.4, 0.8, 1.6)
  criterion <- function(scale) {
    curve_of(bw_gc(scale * x, d = 2, bandwidths = scale * grid, refine = FALSE, seed = 1))$criterion
  }
  expect_identical(criterion(scale), criterion(1))
})

test_that("another order of the rows permutes the results", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  for (seed in 1:3) {
    order <- withr::with_seed(seed, sample(100))
    changed <- results_of(x[order, ])
    expect_same_results(changed, original, order = order)
    components <- graph_components(heat_graph(x[order, ], 0.1))
    expect_identical(components$sizes, graph_components(heat_graph(x, 0.1))$sizes)
  }
})

test_that("constant columns change nothing, at whatever value", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  expect_same_results(results_of(cbind(x, 0)), original)
  expect_same_results(results_of(cbind(1e9, x, -7)), original)
  # Enough of them to take the route of many columns: directions to 1e-7 there.
  many <- cbind(x, matrix(3, 100, 40))
  expect_equal(curve_of(bw_gc(many, d = 2, seed = 1))$criterion, curve_of(original$bw)$criterion,
               tolerance = 1e-5)
})

test_that("every point twice: degrees double, P keeps its eigenvalues and has n more of zero", {
  x <- ellipsoid_points(60)
  h <- 0.5
  # With self loops a point sees itself as its copy sees it.
  graph_of <- function(x) heat_graph(x, h, self_loops = TRUE)
  one <- graph_laplacian(graph_of(x))
  two <- graph_laplacian(graph_of(x[rep(1:60, 2), ]))
  degree <- function(x) summary(graph_of(x))$degree
  expect_equal(degree(x[rep(1:60, 2), ]), 2 * degree(x))
  first <- graph_spectrum(one, 60, "linear")$values
  all <- graph_spectrum(two, 120, "linear")$values
  expect_equal(all, sort(c(first, rep(4 / h^2, 60))), tolerance = 1e-9 * 4 / h^2)
})

test_that("every point twice: the distortion is the same at every bandwidth", {
  # Weights, means and covariances double, and so do the degrees, which P divides out.
  x <- ellipsoid_points(60)
  expect_equal(metric_distortion(x[rep(1:60, 2), ], 0.5, d = 2, points = 1:60)$distortion,
               metric_distortion(x, 0.5, d = 2)$distortion, tolerance = 1e-10)
  expect_equal(as.numeric(bw_gc(x[rep(1:60, 2), ], d = 2, seed = 1)),
               as.numeric(bw_gc(x, d = 2, seed = 1)), tolerance = 0.01)
})

test_that("a table is its numbers, whatever its class", {
  skip_on_cran()
  x <- round(10 * ellipsoid_points(60))
  original <- results_of(x, 10)
  integers <- x
  storage.mode(integers) <- "integer"
  tables <- list(
    integers, as.data.frame(x), Matrix::Matrix(x), Matrix::Matrix(x, sparse = TRUE)
  )
  if (requireNamespace("tibble", quietly = TRUE)) {
    tables <- c(tables, list(tibble::as_tibble(as.data.frame(x))))
  }
  for (table in tables) {
    changed <- results_of(table, 10)
    expect_identical(without_time(changed$bw), without_time(original$bw))
    expect_identical(changed[-1], original[-1])
  }
  # A dist is enough for a graph.
  expect_equal(as.matrix(heat_graph(dist(x), 5)), original$graph, tolerance = 1e-12)
  logical <- x > 0
  expect_identical(heat_graph(logical, 1)$weights, heat_graph(logical + 0, 1)$weights)
})

test_that("noise of the size of rounding changes results by rounding", {
  skip_on_cran()
  x <- ellipsoid_points(100)
  noisy <- x * (1 + 1e-15 * normal_points(100, 3, seed = 9))
  changed <- results_of(noisy)
  expect_same_results(changed, original, tolerance = 1e-10)
  expect_equal(changed$graph, original$graph, tolerance = 1e-13)
})

test_that("more columns than points: the same as after rotation into the space they span", {
  x <- wide_points(20)
  inside <- svd(sweep(x, 2, colMeans(x)))
  small <- inside$u[, 1:19] %*% diag(inside$d[1:19])
  expect_equal(as.matrix(heat_graph(x, 2)), as.matrix(heat_graph(small, 2)), tolerance = 1e-10)
  expect_equal(curve_of(bw_gc(x, d = 2, seed = 1))$criterion,
               curve_of(bw_gc(small, d = 2, seed = 1))$criterion, tolerance = 1e-5)
})

# What changes no bandwidth and no dimension, or changes it in a known way: every selector.

test_that("scale, shift, rotation and empty columns: every bandwidth follows", {
  skip_on_cran()
  x <- selector_points()
  for (name in names(every_selector)) {
    value <- function(x) as.numeric(quietly(every_selector[[name]](x)))
    original <- value(x)
    for (unit in c(1e-6, 1e6)) {
      expect_equal(value(unit * x) / unit, original, tolerance = 1e-4, info = name)
    }
    expect_equal(value(x + 1e3), original, tolerance = 1e-3, info = name)
    # Lepski's functions are the principal components, which turn with the points.
    expect_equal(value(x %*% random_rotation(3)), original, tolerance = 1e-3, info = name)
    expect_equal(value(cbind(x, 0, 5)), original, tolerance = 1e-3, info = name)
  }
})

test_that("a table is its numbers, whatever its class; the rows' order does not matter", {
  skip_on_cran()
  x <- round(100 * selector_points(60))
  integers <- x
  storage.mode(integers) <- "integer"
  tables <- list(integers, as.data.frame(x), Matrix::Matrix(x))
  if (requireNamespace("tibble", quietly = TRUE)) {
    tables <- c(tables, list(tibble::as_tibble(as.data.frame(x))))
  }
  shuffled <- withr::with_seed(4, sample(nrow(x)))
  for (name in names(every_selector)) {
    original <- timeless(quietly(every_selector[[name]](x)))
    for (table in tables) {
      expect_identical(timeless(quietly(every_selector[[name]](table))), original, info = name)
    }
  }
  # Those whose rows are not named by labels or a validation sample.
  for (name in setdiff(names(every_selector), c("lepski", "cv", "test_error"))) {
    expect_equal(as.numeric(quietly(every_selector[[name]](x[shuffled, ]))),
                 as.numeric(quietly(every_selector[[name]](x))), tolerance = 1e-4, info = name)
  }
  rows <- seq(1, 60, by = 6)
  expect_equal(
    as.numeric(quietly(bw_lepski(x[shuffled, ], d = 1, validation = match(rows, shuffled)))),
    as.numeric(quietly(bw_lepski(x, d = 1, validation = rows))), tolerance = 1e-4
  )
})

test_that("closer still where nothing is drawn and no labels are hidden", {
  skip_on_cran()
  x <- selector_points()
  shuffled <- withr::with_seed(4, sample(nrow(x)))
  for (name in names(plain_selectors)) {
    value <- function(x) as.numeric(suppressWarnings(plain_selectors[[name]](x)))
    original <- value(x)
    for (c in c(1e-6, 7, 1e6)) {
      expect_equal(value(c * x) / c, original, tolerance = 1e-6, info = name)
    }
    expect_equal(value(x %*% random_rotation(3)), original, tolerance = 1e-4, info = name)
    expect_equal(value(x + 1e3), original, tolerance = 1e-4, info = name)
    expect_equal(value(x[shuffled, ]), original, tolerance = 1e-4, info = name)
    expect_equal(value(cbind(x, 0, 5)), original, tolerance = 1e-4, info = name)
    expect_identical(value(as.data.frame(x)), original, info = name)
  }
})

test_that("dimensions see neither scale nor rotation nor order nor empty columns", {
  skip_on_cran()
  x <- selector_points()
  shuffled <- withr::with_seed(4, sample(nrow(x)))
  for (name in names(dimension_estimates)) {
    estimate <- dimension_estimates[[name]]
    value <- function(x, unit = 1) as.numeric(suppressWarnings(estimate(x, unit)))
    original <- value(x)
    expect_equal(value(1000 * x, 1000), original, tolerance = 1e-4, info = name)
    expect_equal(value(x[shuffled, ] %*% random_rotation(3) + 50), original, tolerance = 1e-4,
                 info = name)
    expect_equal(value(cbind(x, 0, 5)), original, tolerance = 1e-4, info = name)
  }
})
