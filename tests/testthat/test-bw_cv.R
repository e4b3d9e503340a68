grid <- exp(seq(log(0.05), log(3), length.out = 10))

test_that("the error of cross-validation is that of fits without the fold", {
  skip_on_cran()
  p <- two_arcs()
  bw <- bw_cv(p$x, p$y, ssl_harmonic, folds = 3, bandwidths = grid, seed = 3)
  labels <- encode_labels(p$y, list(n_given = 60, rows = 1:60))
  fold <- draw_folds(labels, p$x, 3, 1, 3)[, 1]
  wrong <- vapply(1:3, function(f) {
    fit <- ssl_harmonic(p$x, replace(p$y, p$seen[fold == f], NA), bandwidth = grid[[9]])
    sum(fitted(fit)[p$seen[fold == f]] != p$truth[p$seen[fold == f]])
  }, 0)
  expect_equal(curve_of(bw)$criterion[[9]], sum(wrong) / 6)
  expect_identical(glance(bw)$method, "cv")
  expect_identical(nrow(curve_of(bw)), 10L)
})

test_that("the choice is the grid value with the least error, ties in their middle", {
  skip_on_cran()
  p <- two_arcs()
  bw <- suppressWarnings(bw_cv(p$x, p$y, ssl_harmonic, bandwidths = grid, folds = 2, seed = 1))
  curve <- curve_of(bw)
  low <- which(curve$criterion == min(curve$criterion))
  expect_identical(as.numeric(bw), curve$bandwidth[[low[[(length(low) + 1) %/% 2]]]])
  expect_identical(sum(bw_minima(bw)$chosen), 1L)
})

test_that("the test error is that on the other points", {
  skip_on_cran()
  p <- two_arcs()
  bw <- bw_test_error(p$x, p$truth, p$seen, ssl_harmonic, bandwidths = grid)
  fit <- ssl_harmonic(p$x, p$y, bandwidth = grid[[9]])
  expect_equal(curve_of(bw)$criterion[[9]], mean((fitted(fit) != p$truth)[-p$seen]))
  flags <- seq_len(60) %in% p$seen
  by_flags <- bw_test_error(p$x, p$truth, flags, ssl_harmonic, bandwidths = grid)
  expect_identical(without_time(by_flags), without_time(bw))
})

test_that("in regression the loss is squared", {
  skip_on_cran()
  x <- plain_circle(60)
  y <- replace(x[, 1], -seq(1, 60, by = 4), NA)
  error <- function(factor) {
    bw <- suppressWarnings(bw_cv(x, factor * y, ssl_harmonic, bandwidths = grid, seed = 2))
    curve_of(bw)$criterion
  }
  expect_equal(error(3) / error(1), rep(9, 10))
})

test_that("a bandwidth that isolates all points is undefined, not the end", {
  skip_on_cran()
  p <- two_arcs()
  bw <- suppressWarnings(
    bw_cv(p$x, p$y, ssl_harmonic, bandwidths = c(1e-6, 0.2, 0.4, 1), folds = 2, seed = 1)
  )
  expect_identical(is.na(curve_of(bw)$criterion), c(TRUE, FALSE, FALSE, FALSE))
  expect_gt(as.numeric(bw), 0.1)
  expect_fault(bw_cv(p$x, p$y, ssl_harmonic, bandwidths = c(1e-7, 1e-6), seed = 1),
               class = "no_criterion")
})

test_that("the default grid runs from half the nearest to the mean distance", {
  skip_on_cran()
  p <- two_arcs()
  bw <- suppressWarnings(bw_cv(p$x, p$y, ssl_harmonic, folds = 2, seed = 1))
  curve <- curve_of(bw)
  sq <- sq_distances_of(p$x)
  expect_identical(nrow(curve), 40L)
  expect_equal(curve$bandwidth[[40]], sqrt(sum(sq) / (60 * 59)), tolerance = 1e-10)
  diag(sq) <- Inf
  expect_equal(curve$bandwidth[[1]], median(sqrt(apply(sq, 1, min))) / 2)
})

test_that("arguments are checked", {
  skip_on_cran()
  p <- two_arcs()
  expect_fault(bw_cv(p$x, p$y[-1]), "y")
  expect_fault(bw_cv(p$x, rep(NA, 60)), "y")
  expect_fault(bw_cv(p$x, replace(p$y, p$seen[4:6], NA)), "y")
  expect_fault(bw_cv(p$x, p$y, learner = "ssl"), "learner")
  expect_fault(bw_cv(p$x, p$y, folds = 1), "folds")
  expect_fault(bw_cv(p$x, p$y, folds = 7), "folds")
  expect_fault(bw_cv(p$x, p$y, bandwidths = 1), "bandwidths")
  expect_fault(bw_cv(p$x, replace(p$y, p$seen[2:3], NA), folds = 2, seed = 1), "y", text = "class")
  expect_fault(bw_test_error(p$x, p$y, p$seen), "y", text = "54")
  for (bad in list(c(1, 999), c(1, 1), "a", c(TRUE, FALSE), 1:60)) {
    expect_fault(bw_test_error(p$x, p$truth, bad), "labelled")
  }
  expect_fault(bw_test_error(p$x, p$truth, 1:5), "y", text = "class")
})

test_that("rows that are left out are left out of the labeled ones", {
  skip_on_cran()
  p <- two_arcs()
  holed <- replace(p$x, p$seen[[2]], NA)
  search <- function(x, truth, labelled) {
    bw <- suppressWarnings(bw_test_error(x, truth, labelled, ssl_harmonic, bandwidths = grid,
                                         na_action = "omit"))
    curve_of(bw)
  }
  at <- p$seen[[2]]
  whole <- search(p$x[-at, ], p$truth[-at], (seq_len(60) %in% p$seen)[-at])
  expect_identical(search(holed, p$truth, p$seen), whole)
  expect_identical(search(holed, p$truth, seq_len(60) %in% p$seen), whole)
  expect_fault(bw_test_error(p$x, p$truth, logical(60)), "labelled", text = "no row")
})

test_that("regression stays one where the labels shown are 0 and 1, or all the same", {
  skip_on_cran()
  x <- normal_points(30, 2)
  for (values in list(c(0, 1, 0, 1, 1, 0, 1, 2), c(rep(0, 7), 2), c(rep(5, 7), 2))) {
    y <- c(values, rep(NA, 22))
    bw <- suppressWarnings(
      bw_cv(x, y, ssl_harmonic, folds = 8, bandwidths = c(0.5, 1, 2), seed = 1)
    )
    left_out <- vapply(1:8, function(i) {
      others <- replace(y, i, NA) + 10
      (fitted(ssl_harmonic(x, others, bandwidth = 1))[[i]] - 10 - y[[i]])^2
    }, 0)
    expect_equal(curve_of(bw)$criterion[[2]], mean(left_out))
  }
  y <- c(0, 1, x[-(1:2), 1])
  bw <- suppressWarnings(bw_test_error(x, y, 1:2, ssl_harmonic, bandwidths = c(0.5, 1, 2)))
  expect_true(all(is.finite(curve_of(bw)$criterion)))
})

test_that("few labels have as many folds as they can", {
  skip_on_cran()
  p <- two_arcs()
  y <- replace(p$y, p$seen[-c(1, 2, 5, 6)], NA)
  expect_identical(sum(!is.na(y)), 4L)
  bw <- suppressWarnings(bw_cv(p$x, y, ssl_harmonic, bandwidths = grid, seed = 1))
  expect_identical(selection(bw)$labels$title, "4-fold cross-validation")
  expect_fault(bw_cv(p$x, y, ssl_harmonic, folds = 5, bandwidths = grid), "folds")
  expect_fault(bw_cv(p$x, bandwidths = grid), "y", text = "missing")
  expect_fault(bw_test_error(p$x, p$truth, bandwidths = grid), "labelled", text = "missing")
})

test_that("a bar is moved on where there is one", {
  p <- two_arcs()
  bw <- bw_cv(p$x, p$y, ssl_harmonic, folds = 2, bandwidths = grid, seed = 1, progress = TRUE)
  expect_s3_class(bw, "lapscale_bandwidth")
})
