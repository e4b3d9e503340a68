test_that("variance: criterion, bias and choice follow from the pairs", {
  bw <- select_case(lepski_case())
  curve <- curve_of(bw)
  excess <- pair_matrix(bw) - pair_matrix(bw, "noise") - 4 * pair_matrix(bw, "se")
  excess[!upper.tri(excess)] <- 0
  expect_equal(curve$bias, pmax(0, apply(excess, 2, max)))
  expect_equal(curve$criterion, curve$bias + curve$variance)
  expect_identical(as.numeric(bw), curve$bandwidth[which.min(curve$criterion)])
  expect_true(all(curve$se > 0))
  expect_identical(nrow(as.data.frame(bw, what = "path")), 0L)
  expect_true(is.na(glance(bw)$a))
})

test_that("jump: criterion and choice follow from a0 and the double sum", {
  case <- lepski_case(1500, 80)
  bw <- select_case(case, calibration = "jump")
  a0 <- glance(bw)$a
  curve <- curve_of(bw)
  distance <- oracle_distances(case$estimates)
  expect_equal(curve$variance, 2 * a0 * case$v, tolerance = 1e-12)
  expect_equal(curve$criterion, curve$bias + curve$variance)
  at <- oracle_choice(distance, case$v, a0, 2 * a0)
  expect_equal(as.numeric(bw), case$h[at])
  path <- as.data.frame(bw, what = "path")
  expect_named(path, c("a", "bandwidth", "jump"))
  expect_identical(sum(path$jump), 1L)
  expect_equal(a0, 1.1 * path$a[path$jump])
})

test_that("the risk of the choice is near that of the oracle on circle and sphere", {
  skip_on_cran()
  wave <- function(x) cos(3 * atan2(x[, 2], x[, 1]))
  x <- as.matrix(sample_circle(4200, seed = 3))
  truth <- -9 * wave(x) / (2 * pi)
  risk <- bw_risk(x, d = 1, f = wave, laplacian = truth, seed = 1)
  for (calibration in c("variance", "jump")) {
    bw <- bw_lepski(x, d = 1, f = wave, calibration = calibration, seed = 1)
    expect_lt(bw_risk_ratio(risk, bw), 4)
  }
  x <- as.matrix(sample_sphere(4200, seed = 3))
  f <- function(x) x[, 1] * x[, 2]
  risk <- bw_risk(x, d = 2, f = f, laplacian = function(x) -6 * f(x) / (4 * pi), seed = 1)
  expect_lt(bw_risk_ratio(risk, bw_lepski(x, d = 2, f = f, seed = 1)), 4)
})

test_that("scale: bandwidths, distances and a follow the unit of x and of f", {
  skip_on_cran()
  case <- lepski_case(800, 60)
  for (calibration in c("variance", "jump")) {
    bw <- select_case(case, calibration = calibration)
    for (c in c(7, 1e-4)) {
      other <- select_case(case, x = c * case$x, bandwidths = c * case$h, calibration = calibration)
      expect_equal(as.numeric(other), c * as.numeric(bw), tolerance = 1e-12)
      expect_equal(pair_matrix(other) * c^6, pair_matrix(bw), tolerance = 1e-4)
      if (calibration == "jump") expect_equal(glance(other)$a * c^3, glance(bw)$a, tolerance = 1e-4)
    }
    other <- select_case(case, f = 5 - 3 * case$f, calibration = calibration)
    expect_identical(as.numeric(other), as.numeric(bw))
    expect_equal(pair_matrix(other), 9 * pair_matrix(bw), tolerance = 1e-8)
  }
  default <- function(c) {
    as.numeric(suppressWarnings(bw_lepski(c * case$x, d = 1, f = case$f, seed = 1)))
  }
  expect_equal(default(1e5) / 1e5, default(1), tolerance = 1e-9)
  expect_error(select_case(case, x = 1e150 * case$x, bandwidths = 1e150 * case$h),
               "`x`", class = "lapscale_error_argument", fixed = TRUE)
})

test_that("rotation, translation, order and empty columns change nothing", {
  case <- lepski_case()
  criterion <- function(...) curve_of(select_case(case, ...))$criterion
  original <- criterion()
  expect_equal(criterion(x = case$x %*% random_rotation(2) + 100), original, tolerance = 1e-4)
  expect_equal(criterion(x = cbind(case$x, 3)), original, tolerance = 1e-6)
  expect_equal(criterion(x = as.data.frame(case$x)), original)
  order <- rev(seq_len(nrow(case$x)))
  expect_equal(
    criterion(x = case$x[order, ], f = case$f[order], validation = match(case$validation, order)),
    original, tolerance = 1e-8
  )
})

test_that("an optimum at an end is flagged with a warning", {
  case <- lepski_case()
  low <- function() {
    bw_lepski(case$x, d = 1, f = case$f, bandwidths = c(0.05, 0.06, 0.07),
              validation = case$validation)
  }
  expect_warning(bw <- low(), class = "lapscale_warning_edge")
  expect_true(glance(bw)$at_edge)
  # Everything differs from everything: the smallest.
  expect_warning(
    bw <- bw_lepski(case$x, d = 1, f = cos(8 * atan2(case$x[, 2], case$x[, 1])),
                    bandwidths = c(0.3, 0.6, 1.2, 2), validation = case$validation),
    class = "lapscale_warning_edge"
  )
  expect_identical(as.numeric(bw), 0.3)
})

test_that("the other calibration follows from the object", {
  skip_on_cran()
  case <- lepski_case()
  variance <- select_case(case)
  jump <- select_case(case, calibration = "jump")
  updated <- suppressWarnings(update(variance, calibration = "jump"))
  expect_identical(without_time(updated), without_time(jump))
  expect_identical(
    without_time(suppressWarnings(update(jump, calibration = "variance"))), without_time(variance)
  )
  expect_fault(update(jump, calibration = "leap"), "calibration")
  expect_fault(update(jump, minimum = "first"), "minimum")
  expect_identical(update(jump, minimum = "global"), jump)
  gc <- bw_gc(case$x, seed = 1)
  expect_fault(update(gc, calibration = "jump"), "calibration")
  expect_fault(as.data.frame(gc, what = "path"), "what")
})

test_that("print names selector and calibration", {
  case <- lepski_case()
  for (calibration in c("variance", "jump")) {
    bw <- select_case(case, calibration = calibration)
    text <- capture.output(print(bw), print(summary(bw)))
    expect_match(text[[1]], "lepski")
    expect_match(paste(text, collapse = " "), if (calibration == "jump") "main jump" else "noise")
  }
})

test_that("refusals name the argument", {
  skip_on_cran()
  case <- lepski_case()
  with <- function(...) select_case(case, ...)
  expect_fault(with(f = case$f[-1]), "f")
  expect_fault(with(f = replace(case$f, 3, NA)), "f", text = "row 3")
  expect_fault(with(f = letters[1:10]), "f")
  expect_fault(with(f = rep(2, 460)), "f", text = "constant")
  expect_fault(with(f = cbind(case$f, 1)), "f", text = "column 2")
  expect_fault(with(f = function(x) x[1:3, 1]), "f")
  expect_fault(with(d = 0), "d")
  expect_fault(with(d = 3), "d", text = "2")
  expect_fault(with(d = 1.5), "d")
  expect_fault(with(bandwidths = 0.3), "bandwidths")
  expect_fault(with(bandwidths = c(0.3, NA)), "bandwidths")
  expect_fault(with(validation = c(1, 1000)), "validation")
  expect_fault(with(validation = c(1, 1)), "validation")
  expect_fault(with(validation = 1:459), "validation")
  expect_fault(with(validation = NULL, n_validation = 0), "n_validation")
  expect_fault(with(validation = NULL, n_validation = 460), "n_validation")
  expect_fault(with(calibration = "best"), "calibration")
  expect_fault(with(grid = "fine", bandwidths = NULL), "grid")
  expect_fault(with(n_bandwidths = 1), "n_bandwidths")
  expect_fault(with(x = replace(case$x, 5, NA)), "x")
  expect_fault(with(x = 0 * case$x), "x", "no_scale")
})

test_that("rows with missing values are left out on request", {
  case <- lepski_case()
  x <- rbind(NA, case$x)
  f <- c(7, case$f)
  expect_warning(
    bw <- bw_lepski(x, d = 1, f = f, bandwidths = case$h, validation = 1 + case$validation,
                    na_action = "omit"),
    class = "lapscale_warning_omitted"
  )
  expect_identical(curve_of(bw), curve_of(select_case(case)))
  expect_fault(
    suppressWarnings(bw_lepski(x, d = 1, f = f, validation = 1, na_action = "omit")), "validation"
  )
})

test_that("the choice for the normalized operator is near its oracle, with an uneven density too", {
  skip_on_cran()
  t <- withr::with_seed(2, {
    t <- runif(20000, 0, 2 * pi)
    t[runif(20000) * 1.7 < 1 + 0.7 * cos(t)][1:4200]
  })
  x <- cbind(cos(t), sin(t))
  wave <- function(x) cos(3 * atan2(x[, 2], x[, 1]))
  risk <- bw_risk(x, d = 1, f = wave, laplacian = function(x) -9 * wave(x), seed = 1,
                     operator = "normalized")
  bw <- bw_lepski(x, d = 1, f = wave, seed = 1, operator = "normalized")
  expect_lt(bw_risk_ratio(risk, bw), 3)
})
