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

test_that("grids: log by default, that of the paper, given ones sorted", {
  skip_on_cran()
  case <- lepski_case()
  h <- curve_of(suppressWarnings(bw_lepski(case$x, d = 1, f = case$f, seed = 1)))$bandwidth
  expect_length(h, 30)
  expect_equal(diff(log(h)), rep(diff(log(h))[1], 29))
  last <- case$validation
  x1 <- case$x[-last, ]
  nearest <- vapply(last, function(v) sqrt(min(colSums((t(x1) - case$x[v, ])^2))), 0)
  h <- suppressWarnings(bw_lepski(case$x, d = 1, f = case$f, validation = last, n_bandwidths = 5))
  h <- curve_of(h)$bandwidth
  expect_length(h, 5)
  expect_equal(h[1], median(nearest) / 2)
  rms <- sqrt(mean(as.vector(dist(x1))^2))
  expect_equal(h[5], rms)
  paper <- suppressWarnings(
    bw_lepski(case$x, d = 1, f = case$f, validation = last, grid = "paper")
  )
  # n = 460: log n = 6.13, log log n = 1.81.
  expect_equal(curve_of(paper)$bandwidth, 2 * rms * exp(-(6:2)))
  expect_message(select_case(case, bandwidths = rev(case$h)), class = "lapscale_message_sorted")
})
