# What all rules and dimension estimates have in common: faults, invariances, bits.

test_that("faults 1 to 7: what is no table of finite numbers", {
  x <- rule_points(40)
  rules <- c(plain_rules, dimension_rules)
  expect_fault_of(rules, replace(x, 17, NA), arg = "x", text = "(NA)")
  expect_fault_of(rules, replace(x, 17, NaN), arg = "x", text = "NaN")
  expect_fault_of(rules, replace(x, 17, Inf), arg = "x", text = "infinite")
  expect_fault_of(rules, matrix("a", 5, 2), arg = "x", text = "character")
  expect_fault_of(rules, data.frame(a = 1:20, b = letters[1:20]), arg = "x", text = "column b")
  expect_fault_of(rules, x[0, ], arg = "x", text = "at least")
  expect_fault_of(rules, x[1:2, ], arg = "x")
  for (name in names(rules)) {
    with_gap <- replace(x, 17, NA)
    result <- expect_condition_of(rules[[name]](with_gap, na_action = "omit"), "warning_omitted")
    expect_identical(as.numeric(result), as.numeric(suppressWarnings(rules[[name]](x[-17, ]))),
                     info = name)
  }
})

test_that("fault 16: identical points have no scale", {
  expect_fault_of(c(plain_rules, dimension_rules), matrix(1, 30, 3), arg = "x", class = "no_scale")
  same <- dist(matrix(1, 30, 2))
  for (f in list(bw_median, bw_knn, bw_kernel_sum, dim_growth, dim_mle, dim_kernel_sum)) {
    expect_fault(f(same), "x", "no_scale")
  }
})

test_that("distances: taken, or refused with the accepted classes", {
  d <- dist(rule_points(40))
  refused <- list(bw_rec, function(x) bw_msvd(x, d = 1), function(x) bw_rate(x, d = 1),
                  function(x) dim_eigengap(x, 1), dim_estimate)
  for (f in refused) expect_fault(f(d), "x", text = "data.frame")
})

test_that("fault 17: duplicates break nothing", {
  x <- rule_points(60)
  for (points in list(rbind(x, x[1:20, ]), rbind(x, x), rbind(x, x, x, x))) {
    for (name in names(plain_rules)) {
      bw <- suppressWarnings(plain_rules[[name]](points))
      expect_true(is.finite(bw) && bw > 0, info = name)
    }
    for (name in names(dimension_rules)) {
      d <- suppressWarnings(dimension_rules[[name]](points))
      expect_true(d > 0.5 && d < 3, info = name)
    }
  }
})

test_that("faults 21 and 22: extreme units: right, or refused", {
  x <- rule_points(60)
  for (unit in c(1e-160, 1e155)) {
    for (name in names(plain_rules)) {
      result <- tryCatch(suppressWarnings(plain_rules[[name]](unit * x)), error = identity)
      if (inherits(result, "error")) {
        expect_s3_class(result, "lapscale_error_argument")
        expect_match(text_of(result), "rescale", info = name)
      } else {
        plain <- as.numeric(suppressWarnings(plain_rules[[name]](x)))
        expect_equal(as.numeric(result) / unit, plain, tolerance = 1e-4, info = name)
      }
    }
    for (name in c("growth", "mle", "kernel_sum")) {
      expect_equal(as.numeric(dimension_rules[[name]](unit * x)),
                   as.numeric(dimension_rules[[name]](x)), tolerance = 1e-4, info = name)
    }
  }
})

test_that("faults 24 and 25: the bandwidth of dim_eigengap", {
  x <- rule_points(40)
  for (bad in list(0, -1, NA, Inf, c(1, 2), "a")) expect_fault(dim_eigengap(x, bad), "bandwidth")
  expect_fault(dim_eigengap(x, 1e-9), "bandwidth", "isolated")
})

test_that("faults 27 and 28: grids", {
  x <- rule_points(40)
  gridded <- c(rules_with_grid, dimension_rules[c("kernel_sum", "eigengap")])
  for (bad in list(numeric(), c(0, 1), c(-1, 1), c(NA, 1), c(1, Inf), 1, c(2, 2), c("a", "b"))) {
    for (name in names(gridded)) {
      expect_fault(gridded[[name]](x, bandwidths = bad), "bandwidths", info = name)
    }
  }
  grid <- c(0.05, 0.1, 0.2, 0.4, 0.8)
  for (name in names(gridded)) {
    quiet <- function(h) suppressWarnings(gridded[[name]](x, bandwidths = h))
    expect_message(sorted <- quiet(rev(c(grid, 0.1))), class = "lapscale_message_sorted")
    expect_identical(timeless(sorted), timeless(quiet(grid)), info = name)
  }
  expect_condition_of(dim_kernel_sum(x, bandwidths = c(0.01, 0.02)), "warning_edge")
})

test_that("fault 30: dimensions and other counts", {
  x <- rule_points(40)
  for (bad in list(0, 1.5, -1, NA, ncol(x) + 1, "a", 1:2)) {
    expect_fault(bw_msvd(x, d = bad), "d")
    expect_fault(bw_rate(x, d = bad), "d")
  }
  for (bad in list(0, 1.5, 41, "a")) {
    for (name in names(rules_with_grid)) {
      expect_fault(rules_with_grid[[name]](x, n_points = bad), "n_points", info = name)
    }
    expect_fault(dim_growth(x, n_points = bad), "n_points")
  }
  expect_fault_of(rules_with_grid, x, n_bandwidths = 3, arg = "n_bandwidths")
  expect_fault_of(c(plain_rules, dimension_rules), x, n_threads = 0, arg = "n_threads")
  expect_fault_of(rules_with_grid, x, seed = 1.5, arg = "seed")
})

test_that("random numbers stay as they are where nothing is drawn", {
  x <- rule_points(40)
  for (f in c(plain_rules, dimension_rules)) {
    withr::with_seed(1, {
      before <- rng_state()
      suppressWarnings(f(x))
      expect_identical(rng_state(), before)
    })
  }
})

test_that("scale, rotation, translation, order, empty columns: bandwidths follow", {
  x <- rule_points()
  shuffled <- withr::with_seed(4, sample(nrow(x)))
  for (name in names(plain_rules)) {
    value <- function(x) as.numeric(suppressWarnings(plain_rules[[name]](x)))
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
  x <- rule_points()
  shuffled <- withr::with_seed(4, sample(nrow(x)))
  for (name in names(dimension_rules)) {
    value <- function(x, unit = 1) as.numeric(suppressWarnings(dimension_rules[[name]](x, unit)))
    original <- value(x)
    expect_equal(value(1000 * x, 1000), original, tolerance = 1e-4, info = name)
    expect_equal(value(x[shuffled, ] %*% random_rotation(3) + 50), original, tolerance = 1e-4,
                 info = name)
    expect_equal(value(cbind(x, 0, 5)), original, tolerance = 1e-4, info = name)
  }
})

# Runs in child processes too: it names nothing but the package.
rule_bits <- function(n_threads) {
  x <- as.matrix(sample_hourglass(700, noise = 0.02, noise_dims = 2, seed = 1))
  without_clock <- function(result) {
    for (name in c("selection", "estimate")) {
      if (!is.null(attr(result, name))) attr(result, name)$facts$elapsed <- 0
    }
    result
  }
  lapply(list(
    bw_rec(x, n_threads = n_threads), bw_kernel_sum(x, n_threads = n_threads),
    bw_msvd(x, d = 2, n_points = 50, seed = 1, n_threads = n_threads),
    bw_knn(x, n_threads = n_threads), bw_median(x, n_threads = n_threads),
    bw_rate(x, d = 2, n_threads = n_threads), dim_growth(x, local = TRUE, n_threads = n_threads),
    dim_mle(x, local = TRUE, n_threads = n_threads),
    dim_kernel_sum(x, local = TRUE, n_threads = n_threads),
    dim_eigengap(x, 0.3, local = TRUE, seed = 1, n_threads = n_threads)
  ), without_clock)
}

test_that("the same bits for 1, 2 and 4 threads and on the other backend", {
  one <- rule_bits(1)
  expect_identical(rule_bits(2), one)
  expect_identical(suppressMessages(rule_bits(4)), one)
  is_tiny <- identical(Sys.getenv("RCPP_PARALLEL_BACKEND"), "tinythread")
  other <- if (is_tiny) "tbb" else "tinythread"
  there <- in_new_r(rule_bits, env = c(RCPP_PARALLEL_BACKEND = other), given = 2)
  expect_identical(there, one)
})
