# What changes no bandwidth and no dimension, or changes it in a known way: every selector.

test_that("scale, shift, rotation and empty columns: every bandwidth follows", {
  skip_on_cran()
  x <- selector_points()
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
