# Faults 27 to 30 of the fault table, and small tables, for every selector. What is wrong with the
# points, and estimates of the dimension: test-faults_estimates.R.

test_that("fault 27: grids that are none; sorted with a message", {
  skip_on_cran()
  x <- selector_points(60)
  for (name in names(searching)) {
    search <- searching[[name]]
    for (bad in list(numeric(), c(0, 1), c(-1, 1), c(NA, 1), c(1, Inf), c("a", "b"), list(1, 2))) {
      expect_fault(search(x, bandwidths = bad), "bandwidths", info = name)
    }
    noted <- conditions_of(sorted <- search(x, bandwidths = rev(c(faults_grid, 0.1))))
    expect_true("lapscale_message_sorted" %in% noted$classes, info = name)
    expect_identical(timeless(sorted), timeless(quietly(search(x, bandwidths = faults_grid))),
                     info = name)
  }
})

test_that("fault 28: one value leaves nothing to choose; an optimum at the edge is flagged", {
  local_dense_graph()
  skip_on_cran()
  x <- selector_points(60)
  for (name in names(searching)) {
    expect_fault(searching[[name]](x, bandwidths = 0.3), "bandwidths", info = name)
    expect_fault(searching[[name]](x, bandwidths = c(0.3, 0.3)), "bandwidths", info = name)
  }
  # Grids on one side of the optimum, and their end that is nearest to it.
  beside <- list(
    gc = list(grid = c(0.8, 1, 2), end = 0.8),
    lepski = list(grid = c(0.3, 0.35, 0.4), end = 0.4),
    rec = list(grid = c(0.8, 1, 2), end = 0.8),
    cv = list(grid = c(0.8, 1, 2), end = 0.8),
    msvd = list(grid = c(5, 10, 20), end = 5),
    kernel_sum = list(grid = c(0.01, 0.015, 0.02), end = 0.02)
  )
  for (name in names(beside)) {
    noted <- conditions_of(found <- searching[[name]](x, bandwidths = beside[[name]]$grid))
    expect_true("lapscale_warning_edge" %in% noted$classes, info = name)
    expect_identical(as.numeric(found), beside[[name]]$end, info = name)
    expect_true(glance(found)$at_edge, info = name)
  }
})

test_that("fault 29: a criterion that is flat or unknown at some bandwidths, or at all", {
  skip_on_cran()
  x <- selector_points(60)
  # Far below the distances nothing is seen, far above everything is alike.
  for (name in setdiff(names(searching), "lepski")) {
    found <- quietly(searching[[name]](x, bandwidths = c(1e-6, 1e-5, faults_grid, 1e5, 1e6)))
    expect_true(is.finite(found) && found > 0, info = name)
    expect_true(found >= 1e-3 && found <= 1e3, info = name)
    curve <- curve_of(found)
    expect_identical(nrow(curve), 9L, info = name)
    expect_false(any(is.infinite(curve$criterion)), info = name)
    expect_true(is.finite(curve$criterion[curve$bandwidth == 0.2]), info = name)
  }
  # Bandwidths at which no pair is seen cannot be judged by noise either.
  found <- quietly(bw_lepski(x, d = 1, seed = 1, bandwidths = c(1e-6, 1e-5, faults_grid)))
  expect_gt(as.numeric(found), 1e-3)
  # Nothing to choose from: refused; but rebuilding has the nearest neighbor at any bandwidth,
  # which is a flat curve and a warning that says so.
  nothing <- c(1e-9, 2e-9, 4e-9)
  for (name in setdiff(names(searching), "rec")) {
    expect_fault(searching[[name]](x, bandwidths = nothing), class = "no_criterion", info = name)
  }
  expect_condition_of(bw_rec(x, bandwidths = nothing), "warning_no_minimum", "flat")
})

test_that("fault 30: dimensions that are none", {
  skip_on_cran()
  x <- selector_points(60)
  with_dimension <- list(
    gc = function(d) bw_gc(x, d = d, seed = 1), lepski = function(d) bw_lepski(x, d = d, seed = 1),
    msvd = function(d) bw_msvd(x, d = d), rate = function(d) bw_rate(x, d = d)
  )
  for (name in names(with_dimension)) {
    for (bad in list(0, -1, 1.5, NA, Inf, "a", 1:2, ncol(x) + 1)) {
      expect_fault(with_dimension[[name]](bad), "d", info = name)
    }
    expect_fault(with_dimension[[name]](9), "d", text = "3", info = name)
  }
})

test_that("small and odd tables: one column, five rows, far from the origin", {
  skip_on_cran()
  line <- selector_points(60)[, 1, drop = FALSE]
  far <- selector_points(60) + 1e8
  few <- selector_points(5)
  for (name in names(every_selector)) {
    for (x in list(line, far)) {
      found <- as.numeric(quietly(every_selector[[name]](x)))
      expect_true(is.finite(found) && found > 0, info = name)
    }
  }
  # Too few to have five neighbors, or labels of both classes to hide and to show.
  too_few <- c("knn", "cv", "test_error")
  for (name in setdiff(names(every_selector), too_few)) {
    found <- as.numeric(quietly(every_selector[[name]](few)))
    expect_true(is.finite(found) && found > 0, info = name)
  }
  expect_fault(every_selector$knn(few), "k")
  for (name in c("cv", "test_error")) {
    expect_fault(quietly(every_selector[[name]](few)), "y", info = name)
  }
})

test_that("an argument that there is not is refused with the one that is meant", {
  skip_on_cran()
  x <- selector_points(60)
  y <- replace(rep(c("a", "b"), 30), 7:60, NA)
  calls <- c(
    lapply(c(plain_selectors, dimension_estimates), function(f) function(...) f(x, ...)),
    list(
      gc = function(...) bw_gc(x, ...), lepski = function(...) bw_lepski(x, d = 1, ...),
      cv = function(...) bw_cv(x, y, ...), test_error = function(...) bw_test_error(x, y, 1:6, ...),
      select = function(...) bw_select(x, ...),
      select_one = function(...) bw_select(x, "gc", gc = list(...)),
      estimate = function(...) dim_estimate(x, ...),
      report = function(...) bw_report(1, x, ...),
      distortion = function(...) metric_distortion(x, 1, ...),
      risk = function(...) bw_risk(x, 1, x[, 1], 0, ...),
      isomap = function(...) embed_isomap(x, ...), kpca = function(...) embed_kpca(x, ...),
      lle = function(...) embed_lle(x, ...), eigenmaps = function(...) embed_eigenmaps(x, ...),
      diffusion = function(...) embed_diffusion(x, ...),
      clusters = function(...) cluster_spectral(x, 2, ...),
      graph = function(...) heat_graph(x, 1, ...), labels = function(...) ssl_harmonic(x, y, ...)
    )
  )
  for (name in names(calls)) {
    expect_fault(calls[[name]](na.action = "na.omit"), "na.action",
                 text = "Did you mean `na_action`?", info = name)
  }
})

# The fault table, rows 27 to 30: grids of bandwidths, and the dimension.

test_that("fault 27: grids that are empty, unsorted, repeated or not positive", {
  skip_on_cran()
  x <- plain_circle(60)
  for (bad in list(numeric(), c(0.1, 0), c(-1, 1), c(NA, 1), c(1, Inf), "a")) {
    expect_fault(bw_gc(x, bandwidths = bad, seed = 1), "bandwidths")
  }
  grid <- c(0.05, 0.1, 0.2, 0.4, 0.8)
  expected <- bw_gc(x, bandwidths = grid, seed = 1)
  for (given in list(rev(grid), grid[c(3, 1, 5, 2, 4, 3)])) {
    found <- expect_condition_of(bw_gc(x, bandwidths = given, seed = 1), "message_sorted")
    expect_identical(without_time(found), without_time(expected))
  }
})

test_that("fault 28: one value is no grid; a choice at an end is warned of and flagged", {
  skip_on_cran()
  x <- plain_hourglass(150)
  expect_fault(bw_gc(x, bandwidths = 0.2, seed = 1), "bandwidths", text = "nothing to choose")
  expect_fault(bw_gc(x, bandwidths = c(0.2, 0.2), seed = 1), "bandwidths")
  h <- as.numeric(bw_gc(x, seed = 1))
  low <- expect_condition_of(
    bw_gc(x, bandwidths = h * c(1.5, 2, 4), seed = 1), "warning_edge", "smallest"
  )
  high <- expect_condition_of(
    bw_gc(x, bandwidths = h / c(4, 2, 1.5), seed = 1), "warning_edge", "largest"
  )
  # Where the curve still falls, the choice is the first bandwidth that is not told apart from the end.
  expect_equal(as.numeric(low), h * 1.5)
  expect_true(high > h / 2 && high <= h / 1.5)
  for (bw in list(low, high)) {
    expect_true(glance(bw)$at_edge)
    expect_output(print(bw), "end of the range")
  }
  expect_false(glance(bw_gc(x, seed = 1))$at_edge)
})

test_that("fault 29: bandwidths where the criterion is undefined are marked, the rest is used", {
  # One point only counts, and it sees others from a bandwidth of about 20 on.
  x <- rbind(ellipsoid_points(40), c(80, 0, 0))
  grid <- c(1, 2, 40, 60, 80, 100, 140)
  bw <- suppressWarnings(bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = grid, seed = 1))
  curve <- curve_of(bw)
  expect_identical(is.na(curve$criterion), curve$n_points == 0)
  expect_identical(which(is.na(curve$criterion)), 1:2)
  expect_true(as.numeric(bw) >= 40)
  expect_output(print(summary(bw)), "undefined at 2 bandwidths")
  expect_fault(
    bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = c(1, 2), seed = 1),
    class = "no_criterion"
  )
  # A flat criterion is a warning, and the middle.
  flat <- expect_condition_of(
    bw_gc(x, points = 41, bandwidths = c(1, 2, 4), seed = 1), "warning_no_minimum", "flat"
  )
  expect_identical(as.numeric(flat), 2)
})

test_that("fault 30: dimensions that are none, or more than there are columns", {
  skip_on_cran()
  for (bad in list(0, -1, 1.5, 4, NA, Inf, "2", c(1, 2))) {
    expect_fault_of(takes_dimension, bad, arg = "d", text = "between 1 and 3")
  }
  needed <- takes_dimension[names(takes_dimension) != "bw_gc"]
  expect_fault_of(needed, NULL, arg = "d", text = "between 1 and 3")
  graph <- heat_graph(normal_points(9, 3), 1)
  for (bad in list(0, -1, 1.5, NA, "2")) {
    expect_fault(graph_laplacian(graph, "unnormalized", d = bad), "d")
  }
})
