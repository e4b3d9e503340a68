# Faults 24 to 31, invariances and threads for every selector: rows are the selectors, one test per
# row of the tables of faults and of invariances.

test_that("fault 27: grids that are none; sorted with a message", {
  x <- rule_points(60)
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
  x <- rule_points(60)
  for (name in names(searching)) {
    expect_fault(searching[[name]](x, bandwidths = 0.3), "bandwidths", info = name)
    expect_fault(searching[[name]](x, bandwidths = c(0.3, 0.3)), "bandwidths", info = name)
  }
  # Grids on one side of the optimum.
  beside <- list(
    gc = c(0.3, 0.35, 0.4), lepski = c(0.3, 0.35, 0.4), rec = c(0.8, 1, 2),
    kernel_sum = c(0.01, 0.015, 0.02)
  )
  for (name in names(beside)) {
    noted <- conditions_of(found <- searching[[name]](x, bandwidths = beside[[name]]))
    if (glance(found)$at_edge) {
      expect_true("lapscale_warning_edge" %in% noted$classes, info = name)
      expect_true(as.numeric(found) %in% range(beside[[name]]), info = name)
    }
  }
  expect_true(glance(quietly(bw_rec(x, bandwidths = beside$rec)))$at_edge)
  expect_true(glance(quietly(bw_kernel_sum(x, bandwidths = beside$kernel_sum)))$at_edge)
})

test_that("fault 29: a criterion that is flat or unknown at some bandwidths, or at all", {
  x <- rule_points(60)
  # Far below the distances nothing is seen, far above everything is alike.
  for (name in setdiff(names(searching), "lepski")) {
    found <- quietly(searching[[name]](x, bandwidths = c(1e-6, 1e-5, faults_grid, 1e5, 1e6)))
    expect_true(is.finite(found) && found > 0, info = name)
    expect_true(found >= 1e-3 && found <= 1e3, info = name)
    curve <- curve_of(found)
    expect_identical(nrow(curve), 9L, info = name)
    expect_false(any(is.nan(curve$criterion) & !is.na(curve$criterion)), info = name)
    expect_true(is.finite(curve$criterion[curve$bandwidth == 0.2]), info = name)
  }
  # Bandwidths at which no pair is seen cannot be judged by noise either.
  found <- quietly(bw_lepski(x, d = 1, seed = 1, bandwidths = c(1e-6, 1e-5, faults_grid)))
  expect_gt(as.numeric(found), 1e-3)
  # Nothing to choose from: refused, or a warning that says so; never a value in silence.
  for (name in names(searching)) {
    noted <- NULL
    result <- tryCatch(
      noted <- conditions_of(searching[[name]](x, bandwidths = c(1e-9, 2e-9, 4e-9))),
      error = identity
    )
    if (inherits(result, "error")) {
      expect_s3_class(result, "lapscale_error")
    } else {
      expect_true(any(startsWith(noted$classes, "lapscale_warning_")), info = name)
    }
  }
})

test_that("fault 30: dimensions that are none", {
  x <- rule_points(60)
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

test_that("scale, shift, rotation and empty columns: every bandwidth follows", {
  x <- rule_points()
  for (name in names(every_selector)) {
    value <- function(x) as.numeric(quietly(every_selector[[name]](x)))
    original <- value(x)
    for (unit in c(1e-6, 7, 1e6)) {
      expect_equal(value(unit * x) / unit, original, tolerance = 1e-4, info = name)
    }
    expect_equal(value(x + 1e3), original, tolerance = 1e-3, info = name)
    # Lepski's functions are the principal components, which turn with the points.
    expect_equal(value(x %*% random_rotation(3)), original, tolerance = 1e-3, info = name)
    expect_equal(value(cbind(x, 0, 5)), original, tolerance = 1e-3, info = name)
  }
})

test_that("a table is its numbers, whatever its class; the rows' order does not matter", {
  x <- round(100 * rule_points(60))
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

test_that("small and odd tables: one column, five rows, far from the origin", {
  line <- rule_points(60)[, 1, drop = FALSE]
  far <- rule_points(60) + 1e8
  few <- rule_points(5)
  for (name in names(every_selector)) {
    for (x in list(line, far)) {
      found <- as.numeric(quietly(every_selector[[name]](x)))
      expect_true(is.finite(found) && found > 0, info = name)
    }
    if (name %in% c("knn", "cv", "test_error")) next
    found <- tryCatch(as.numeric(quietly(every_selector[[name]](few))), lapscale_error = identity)
    if (!inherits(found, "error")) expect_true(is.finite(found) && found > 0, info = name)
  }
})

test_that("the same bits for any number of threads", {
  x <- rule_points()
  for (name in names(every_selector)) {
    one <- timeless(quietly(every_selector[[name]](x, n_threads = 1)))
    for (n in c(2, 3)) {
      expect_identical(timeless(quietly(every_selector[[name]](x, n_threads = n))), one,
                       info = name)
    }
  }
})
