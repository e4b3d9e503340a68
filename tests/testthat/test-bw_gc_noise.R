# A sphere in many columns: list(clean, noisy, noise of rows).
noisy_sphere <- function(n = 200, p = 300, size = 0.5, seed = 1) {
  set.seed(seed)
  z <- matrix(stats::rnorm(3 * n), n)
  clean <- z / sqrt(rowSums(z^2))
  axes <- qr.Q(qr(matrix(stats::rnorm(3 * p), p)))
  own <- size * (0.2 + 1.6 * stats::runif(n))
  noisy <- clean %*% t(axes) + own / sqrt(p) * matrix(stats::rnorm(n * p), n)
  list(clean = clean, noisy = noisy)
}

choose <- function(...) quietly(bw_gc(..., seed = 1, replicates = 0))

test_that("the choice is that of the clean data, on all routes", {
  skip_on_cran()
  data <- noisy_sphere(120, 150, 0.6)
  x <- data$noisy
  found <- choose(x, noise = "deflate", n_threads = 2)
  clean <- as.numeric(choose(data$clean))
  expect_lt(abs(found / clean - 1), 0.25)
  expect_gt(choose(x) / clean, 1.1)
  routes <- list(
    stats::dist(x), Matrix::Matrix(x, sparse = TRUE),
    point_source(nrow(x), ncol(x), function(rows) x[rows, ]), x[rev(seq_len(nrow(x))), ],
    cbind(x %*% diag(sample(c(-1, 1), 150, TRUE)), 0) + 7
  )
  curve <- function(x) {
    curve_of(choose(x, noise = "deflate", bandwidths = as.numeric(found) * 2^(-2:2)))$criterion
  }
  expected <- curve(x)
  for (route in routes) expect_equal(curve(route), expected, tolerance = 1e-6)
  expect_equal(as.numeric(choose(stats::dist(x), noise = "deflate")), as.numeric(found),
               tolerance = 1e-6)
  expect_equal(4 * found, as.numeric(choose(4 * x, noise = "deflate")), tolerance = 1e-6)
  expect_identical(as.numeric(choose(x, noise = "deflate", n_threads = 1)), as.numeric(found))
  expect_identical(glance(found)$noise, "deflate")
  expect_gt(glance(found)$noise_share, 0.5)
  expect_output(print(found), "without the noise of rows")
  expect_no_match(paste(utils::capture.output(print(found)), collapse = " "), "try noise")
  report <- tidy(bw_report(found, x))
  expect_identical(report$verdict[report$check == "noise"], "fine")
  expect_gt(report$value[report$check == "neighbors"], 3)
})

test_that("the curve is that of the deflated distances as a dist", {
  data <- noisy_sphere(80, 100)
  x <- data$noisy
  runtime <- new_runtime(1L, FALSE)
  handle <- acquire_points(x, runtime)
  on.exit(cpp_release(handle))
  s <- deflating_noise(row_noise(handle, 10L, runtime)) * cpp_unit(handle)^2
  d2 <- as.matrix(stats::dist(x))^2
  deflated <- sqrt(pmax(d2 - outer(s, s, "+"), d2 / 1000))
  diag(deflated) <- 0
  own <- as.data.frame(choose(x, noise = "deflate", bandwidths = c(0.2, 0.4, 0.8)))
  same <- as.data.frame(choose(stats::as.dist(deflated), bandwidths = c(0.2, 0.4, 0.8)))
  expect_equal(own, same, tolerance = 1e-5)
})

test_that("without noise nothing changes, and what has no meaning is refused", {
  x <- as.matrix(sample_sphere(200, seed = 1))
  expect_lt(abs(choose(x, noise = "deflate") / choose(x) - 1), 0.05)
  refused <- function(arg, ...) {
    expect_error(bw_gc(x, noise = "deflate", ...), arg, class = "lapscale_error_argument")
  }
  refused("`d`", d = 1)
  refused("`local_scale`", local_scale = 7)
  refused("`weights`", weights = rep(1, 200))
  expect_error(bw_gc(x, noise = "some"), "`noise`", class = "lapscale_error_argument")
  expect_error(bw_gc(x[rep(1, 9), ], noise = "deflate"), class = "lapscale_error_no_scale")
  iris <- as.matrix(datasets::iris[1:4])
  expect_gt(choose(iris, noise = "deflate"), 0.05)
})
