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
  risk <- risk_curve(x, d = 1, f = wave, laplacian = truth, seed = 1)
  for (calibration in c("variance", "jump")) {
    bw <- bw_lepski(x, d = 1, f = wave, calibration = calibration, seed = 1)
    expect_lt(risk_ratio(risk, bw), 4)
  }
  x <- as.matrix(sample_sphere(4200, seed = 3))
  f <- function(x) x[, 1] * x[, 2]
  risk <- risk_curve(x, d = 2, f = f, laplacian = function(x) -6 * f(x) / (4 * pi), seed = 1)
  expect_lt(risk_ratio(risk, bw_lepski(x, d = 2, f = f, seed = 1)), 4)
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
  gc <- bw_gc(case$x, seed = 1)
  expect_fault(update(gc, calibration = "jump"), "calibration")
  expect_fault(as.data.frame(gc, what = "path"), "what")
})

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

test_that("print names selector and calibration", {
  case <- lepski_case()
  for (calibration in c("variance", "jump")) {
    bw <- select_case(case, calibration = calibration)
    text <- capture.output(print(bw), print(summary(bw)))
    expect_match(text[[1]], "lepski")
    expect_match(paste(text, collapse = " "), if (calibration == "jump") "main jump" else "noise")
  }
})

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
  risk <- risk_curve(case$x, d = 1, f = case$f, laplacian = truth, bandwidths = case$h,
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

test_that("the choice for the normalized operator is near its oracle, with an uneven density too", {
  skip_on_cran()
  t <- withr::with_seed(2, {
    t <- runif(20000, 0, 2 * pi)
    t[runif(20000) * 1.7 < 1 + 0.7 * cos(t)][1:4200]
  })
  x <- cbind(cos(t), sin(t))
  wave <- function(x) cos(3 * atan2(x[, 2], x[, 1]))
  risk <- risk_curve(x, d = 1, f = wave, laplacian = function(x) -9 * wave(x), seed = 1,
                     operator = "normalized")
  bw <- bw_lepski(x, d = 1, f = wave, seed = 1, operator = "normalized")
  expect_lt(risk_ratio(risk, bw), 3)
})
