# Faults of the selectors and estimates of the dimension that look for nothing but points.

test_that("faults 1 to 7: what is no table of finite numbers", {
  skip_on_cran()
  x <- selector_points(40)
  functions <- c(plain_selectors, dimension_estimates)
  expect_fault_of(functions, replace(x, 17, NA), arg = "x", text = "(NA)")
  expect_fault_of(functions, replace(x, 17, NaN), arg = "x", text = "NaN")
  expect_fault_of(functions, replace(x, 17, Inf), arg = "x", text = "infinite")
  expect_fault_of(functions, matrix("a", 5, 2), arg = "x", text = "character")
  expect_fault_of(functions, data.frame(a = 1:20, b = letters[1:20]), arg = "x", text = "column b")
  expect_fault_of(functions, x[0, ], arg = "x", text = "at least")
  expect_fault_of(functions, x[1:2, ], arg = "x")
  for (name in names(functions)) {
    with_gap <- replace(x, 17, NA)
    f <- functions[[name]]
    result <- expect_condition_of(f(with_gap, na_action = "omit"), "warning_omitted")
    expect_identical(as.numeric(result), as.numeric(suppressWarnings(functions[[name]](x[-17, ]))),
                     info = name)
  }
})

test_that("fault 16: identical points have no scale", {
  skip_on_cran()
  expect_fault_of(c(plain_selectors, dimension_estimates), matrix(1, 30, 3), arg = "x",
                  class = "no_scale")
  same <- dist(matrix(1, 30, 2))
  for (f in list(bw_median, bw_knn, bw_kernel_sum, dim_growth, dim_mle, dim_kernel_sum)) {
    expect_fault(f(same), "x", "no_scale")
  }
})

test_that("distances: taken, or refused with the accepted classes", {
  skip_on_cran()
  d <- dist(selector_points(40))
  refused <- list(bw_rec, function(x) bw_msvd(x, d = 1), function(x) bw_rate(x, d = 1),
                  function(x) dim_eigengap(x, 1))
  for (f in refused) expect_fault(f(d), "x", text = "data.frame")
})

test_that("arguments are checked and used with a dist too", {
  skip_on_cran()
  x <- selector_points()
  for (f in list(dim_growth, bw_kernel_sum, dim_kernel_sum, bw_median)) {
    expect_fault(f(dist(x), n_points = 500), "n_points")
    expect_fault(f(dist(x), seed = 1.5), "seed")
    expect_fault(f(dist(x), n_threads = -1), "n_threads")
    expect_equal(as.numeric(f(dist(x), n_points = 40, seed = 1)),
                 as.numeric(f(x, n_points = 40, seed = 1)), tolerance = 1e-3)
  }
  expect_fault(bw_knn(dist(x), n_threads = "a"), "n_threads")
  expect_fault(dim_mle(dist(x), progress = 3), "progress")
})

test_that("fault 17: duplicates break nothing", {
  skip_on_cran()
  x <- selector_points(60)
  for (points in list(rbind(x, x[1:20, ]), rbind(x, x), rbind(x, x, x, x))) {
    for (name in names(plain_selectors)) {
      bw <- suppressWarnings(plain_selectors[[name]](points))
      expect_true(is.finite(bw) && bw > 0, info = name)
    }
    for (name in names(dimension_estimates)) {
      d <- suppressWarnings(dimension_estimates[[name]](points))
      expect_true(d > 0.5 && d < 3, info = name)
    }
  }
})

test_that("faults 21 and 22: extreme units: right, or refused", {
  skip_on_cran()
  x <- selector_points(60)
  for (unit in c(1e-160, 1e155)) {
    for (name in names(plain_selectors)) {
      result <- tryCatch(suppressWarnings(plain_selectors[[name]](unit * x)), error = identity)
      if (inherits(result, "error")) {
        expect_s3_class(result, "lapscale_error_argument")
        expect_match(text_of(result), "rescale", info = name)
      } else {
        plain <- as.numeric(suppressWarnings(plain_selectors[[name]](x)))
        expect_equal(as.numeric(result) / unit, plain, tolerance = 1e-4, info = name)
      }
    }
    for (name in c("growth", "mle", "kernel_sum")) {
      expect_equal(as.numeric(dimension_estimates[[name]](unit * x)),
                   as.numeric(dimension_estimates[[name]](x)), tolerance = 1e-4, info = name)
    }
  }
})

test_that("faults 27 and 28: grids", {
  skip_on_cran()
  x <- selector_points(40)
  gridded <- c(selectors_with_grid, dimension_estimates[c("kernel_sum", "eigengap")])
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
  skip_on_cran()
  x <- selector_points(40)
  for (bad in list(0, 1.5, -1, NA, ncol(x) + 1, "a", 1:2)) {
    expect_fault(bw_msvd(x, d = bad), "d")
    expect_fault(bw_rate(x, d = bad), "d")
  }
  for (bad in list(0, 1.5, 41, "a")) {
    for (name in names(selectors_with_grid)) {
      expect_fault(selectors_with_grid[[name]](x, n_points = bad), "n_points", info = name)
    }
    expect_fault(dim_growth(x, n_points = bad), "n_points")
  }
  expect_fault_of(selectors_with_grid, x, n_bandwidths = 3, arg = "n_bandwidths")
  expect_fault_of(c(plain_selectors, dimension_estimates), x, n_threads = 0, arg = "n_threads")
  expect_fault_of(selectors_with_grid, x, seed = 1.5, arg = "seed")
})

test_that("random numbers stay as they are where nothing is drawn", {
  x <- selector_points(40)
  for (f in c(plain_selectors, dimension_estimates)) {
    withr::with_seed(1, {
      before <- rng_state()
      suppressWarnings(f(x))
      expect_identical(rng_state(), before)
    })
  }
})
