test_that("the bound of proposition 2.1 stands in for v", {
  case <- lepski_case()
  bound <- list(C_F = 1, volume = 2 * pi, C = 0.5, C1 = 0.2)
  bw <- select_case(case, calibration = "jump", variance_bound = bound)
  # By numerical integration over the line.
  integral <- function(q) {
    g <- function(u) (0.5 * abs(u)^(q + 2) / 2 + 0.2 * abs(u)^q) * exp(-u^2 / 4)
    stats::integrate(g, -Inf, Inf)$value / (4 * pi)
  }
  b <- case$h / 2
  omega <- 3 * 2^(-0.5)
  kernel <- (8 * pi)^(-0.5)
  big <- 3 * 2 * pi / sqrt(4 * pi)
  alpha <- b^2 * (2 * integral(4) + big + 3 * omega * kernel) + b^4 * (integral(6) + 3 * big) / 2
  size <- (2 * omega * kernel + alpha) / (case$n1 * b^3)
  expect_equal(curve_of(bw)$variance / (2 * glance(bw)$a), size, tolerance = 1e-6)
  expect_fault(select_case(case, variance_bound = list(C_F = 1)), "variance_bound")
  # On the flat line C may be 0.
  bound$C <- 0
  expect_s3_class(select_case(case, variance_bound = bound), "lapscale_bandwidth")
  bound$C <- -1
  expect_fault(select_case(case, variance_bound = bound), "variance_bound$C")
})

test_that("bandwidths that hardly any pair supports are not judged", {
  case <- lepski_case()
  bw <- select_case(case, bandwidths = c(1e-6, 1e-5, case$h))
  expect_true(all(is.na(curve_of(bw)$criterion[1:2])))
  expect_equal(
    curve_of(bw)$criterion[-(1:2)], curve_of(select_case(case))$criterion, tolerance = 1e-6
  )
  expect_identical(as.numeric(bw), as.numeric(select_case(case)))
  expect_fault(select_case(case, bandwidths = c(1e-6, 1e-5)), "bandwidths", "no_criterion")
})

test_that("distances between estimates are those of the double sum", {
  case <- lepski_case()
  bw <- select_case(case)
  expect_equal(curve_of(bw)$bandwidth, case$h)
  got <- pair_matrix(bw)
  want <- oracle_distances(case$estimates)
  up <- upper.tri(want)
  expect_equal(got[up], want[up], tolerance = 1e-4)
})

test_that("the noise is the sample variance of the terms", {
  case <- lepski_case()
  bw <- select_case(case)
  last <- case$validation
  x1 <- case$x[-last, ]
  variance_of <- function(terms) {
    mean(vapply(last, function(v) {
      u <- terms(case$x[v, ], case$f[v])
      mean((u - mean(u))^2) / case$n1
    }, 0))
  }
  b <- case$h / 2
  terms <- function(k) function(y, f_y) oracle_terms(x1, case$f[-last], y, f_y, b[k], 1)
  own <- vapply(seq_along(b), function(k) variance_of(terms(k)), 0)
  expect_equal(curve_of(bw)$variance, own, tolerance = 1e-4)
  noise <- pair_matrix(bw, "noise")
  for (pair in list(c(1, 2), c(2, 5), c(4, 8), c(7, 8))) {
    difference <- function(y, f_y) terms(pair[1])(y, f_y) - terms(pair[2])(y, f_y)
    expect_equal(noise[pair[1], pair[2]], variance_of(difference), tolerance = 1e-3)
  }
})

test_that("the normalized operator: estimates are those of its definition", {
  case <- lepski_case(300, 20)
  last <- case$validation
  truth <- rep(0, nrow(case$x))
  risk <- bw_risk(case$x, d = 1, f = case$f, laplacian = truth, bandwidths = case$h,
                     validation = last, operator = "normalized")
  want <- vapply(case$h, function(h) {
    mean(vapply(last, function(v) {
      oracle_ratio(case$x[-last, ], case$f[-last], case$x[v, ], case$f[v], h)^2
    }, 0))
  }, 0)
  known <- is.finite(risk$risk)
  expect_gt(sum(known), 5)
  expect_equal(risk$risk[known], want[known], tolerance = 1e-4)
})

test_that("the normalized operator: the variance is that of the influence of the points", {
  # Even points, whose density is constant, and a slow function.
  t <- 2 * pi * seq_len(240) / 240
  x <- rbind(cbind(cos(t), sin(t)), cbind(cos(1:6 + 0.01), sin(1:6 + 0.01)))
  f <- x[, 1]
  h <- c(0.2, 0.3)
  bw <- suppressWarnings(bw_lepski(x, d = 1, f = f, bandwidths = h, validation = 241:246,
                                   operator = "normalized"))
  influence <- lapply(h, function(one) {
    vapply(241:246, function(v) oracle_influence(x[1:240, ], f[1:240], x[v, ], f[v], one), f[1:240])
  })
  variance <- vapply(influence, function(one) mean(colSums(one^2)), 0)
  expect_equal(curve_of(bw)$variance, variance, tolerance = 0.02)
  noise <- mean(colSums((influence[[1]] - influence[[2]])^2))
  expect_equal(as.data.frame(bw, what = "pairs")$noise, noise, tolerance = 0.02)
  expect_match(capture.output(print(bw))[[1]], "normalized")
  expect_identical(suppressWarnings(update(update(bw, calibration = "jump"),
                                           calibration = "variance"))[[1]], bw[[1]])
})

test_that("the normalized operator: units of x and f, and few neighbors are not judged", {
  case <- lepski_case()
  choose <- function(...) select_case(case, operator = "normalized", ...)
  bw <- choose()
  other <- choose(x = 8 * case$x, bandwidths = 8 * case$h, f = 4 * case$f)
  expect_identical(as.numeric(other), 8 * as.numeric(bw))
  expect_equal(curve_of(other)$criterion * 8^4 / 16, curve_of(bw)$criterion, tolerance = 1e-6)
  jump <- function(bw) glance(suppressWarnings(update(bw, calibration = "jump")))$a
  # a v has the unit of the variance.
  expect_equal(jump(other) / 8^3 * 8^4 / 16, jump(bw), tolerance = 1e-6)
  sparse <- choose(bandwidths = c(0.01, case$h))
  expect_identical(curve_of(sparse)$criterion[[1]], NA_real_)
  expect_fault(select_case(case, operator = "best"), "operator")
})
