test_that("f in its forms", {
  skip_on_cran()
  case <- lepski_case()
  cube <- function(x) x[, 1]^3 + x[, 2]
  original <- curve_of(select_case(case))
  expect_identical(curve_of(select_case(case, f = cube)), original)
  expect_identical(curve_of(select_case(case, f = matrix(case$f))), original)
  expect_identical(curve_of(select_case(case, f = data.frame(case$f))), original)
  two <- cbind(case$f, case$x[, 2]^2)
  both <- curve_of(select_case(case, f = two))$criterion
  expect_equal(curve_of(select_case(case, f = two[, 2:1]))$criterion, both, tolerance = 1e-9)
  expect_equal(
    curve_of(select_case(case, f = two %*% diag(c(100, 0.01))))$criterion, both, tolerance = 1e-9
  )
  # Sums of the distances of each, at unit variance.
  distance <- function(f) pair_matrix(select_case(case, f = f / sd(f)))
  expect_equal(
    pair_matrix(select_case(case, f = two)), distance(two[, 1]) + distance(two[, 2]),
    tolerance = 1e-9
  )
  named <- case$x
  colnames(named) <- c("u", "v")
  expect_equal(
    curve_of(select_case(case, x = named, f = function(x) x[, "u"]^3 + x[, "v"])), original
  )
})

test_that("without f the leading principal components are taken", {
  x <- cbind(ellipsoid_points(300), 0)
  components <- stats::prcomp(x)$x
  h <- c(0.2, 0.4, 0.8, 1.6)
  choose <- function(...) suppressWarnings(bw_lepski(x, bandwidths = h, seed = 1, ...))
  expect_equal(
    curve_of(choose(d = 1))$criterion, curve_of(choose(d = 1, f = components[, 1:2]))$criterion,
    tolerance = 1e-6
  )
  # No more than there are.
  expect_equal(
    curve_of(choose(d = 4))$criterion, curve_of(choose(d = 4, f = components[, 1:3]))$criterion,
    tolerance = 1e-6
  )
})

test_that("without d it is estimated and said so", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(1500, seed = 1))
  expect_message(bw <- bw_lepski(x, f = x[, 1], seed = 1), "`d`",
                 class = "lapscale_message_dimension", fixed = TRUE)
  expect_identical(glance(bw)$d, 2L)
  x <- as.matrix(sample_circle(1000, seed = 1))
  f <- x[, 1]^3
  expect_identical(glance(suppressMessages(bw_lepski(x, f = f, seed = 1)))$d, 1L)
})

test_that("the split: seeded, repeatable, given", {
  skip_on_cran()
  case <- lepski_case()
  criterion <- function(...) {
    curve_of(suppressWarnings(
      bw_lepski(case$x, d = 1, f = case$f, bandwidths = case$h, ...)
    ))$criterion
  }
  expect_identical(criterion(seed = 1), criterion(seed = 1))
  expect_false(identical(criterion(seed = 1), criterion(seed = 2)))
  expect_identical(withr::with_seed(3, criterion()), withr::with_seed(3, criterion()))
  before <- rng_state()
  criterion(seed = 5)
  expect_identical(rng_state(), before)
  bw <- suppressWarnings(bw_lepski(case$x, d = 1, f = case$f, bandwidths = case$h, seed = 1))
  expect_identical(glance(bw)$n_validation, 46L)
  expect_identical(glance(bw)$n, 460L)
})

test_that("all rows but two may be for validation", {
  case <- lepski_case()
  with <- function(n) select_case(case, validation = NULL, n_validation = n, seed = 1)
  expect_identical(glance(with(458))$n_validation, 458L)
  expect_fault(with(459), "n_validation")
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
