# A circle in many columns, the noise of each row of its own size: list(x, noise).
noisy_circle <- function(n = 250, p = 300, size = 0.5) {
  t <- 2 * pi * uniform(n, seed = 1)
  own <- size * (0.2 + 1.6 * uniform(n, seed = 2))
  set.seed(3)
  e <- own / sqrt(p) * matrix(stats::rnorm(n * p), n)
  axes <- qr.Q(qr(matrix(stats::rnorm(2 * p), p)))
  list(x = cbind(cos(t), sin(t)) %*% t(axes) + e, noise = rowSums(e^2))
}

uniform <- function(n, seed) {
  set.seed(seed)
  stats::runif(n)
}

test_that("the noise is the mean of the products of offsets to nearest neighbors", {
  x <- noisy_circle(60, 30)$x
  d <- as.matrix(stats::dist(x))
  estimate <- function(i, near) {
    products <- tcrossprod(x[near, ] - rep(x[i, ], each = 6))
    mean(products[upper.tri(products)])
  }
  first <- vapply(1:60, function(i) estimate(i, order(d[i, ])[2:7]), 0)
  slow <- vapply(1:60, function(i) {
    near <- order(d[i, ])[2:13]
    estimate(i, near[order(d[i, near]^2 - pmax(first[near], 0))[1:6]])
  }, 0)
  slow <- pmax(slow, 0) * sum(slow) / sum(pmax(slow, 0))
  quiet <- function(...) suppressWarnings(noise_level(..., k = 6))
  expect_equal(as.numeric(quiet(x)), slow, tolerance = 1e-10)
  expect_equal(as.numeric(quiet(stats::dist(x))), slow, tolerance = 1e-8)
  expect_equal(as.numeric(quiet(Matrix::Matrix(x, sparse = TRUE))), slow, tolerance = 1e-8)
  expect_equal(as.numeric(quiet(point_source(nrow(x), ncol(x), function(rows) x[rows, ]))), slow,
               tolerance = 1e-10)
  expect_identical(quiet(x, n_threads = 1), quiet(x, n_threads = 3))
  expect_equal(as.numeric(quiet(2 * x + 5)), 4 * slow, tolerance = 1e-8)
})

test_that("it is that of the rows in many columns, and 0 without noise", {
  data <- noisy_circle()
  noise <- noise_level(data$x)
  expect_gt(stats::cor(as.numeric(noise), data$noise), 0.95)
  expect_lt(abs(mean(noise) / mean(data$noise) - 1), 0.1)
  expect_gt(glance(noise)$share, 0.5)
  expect_lt(glance(noise_level(sample_circle(300, seed = 1)))$share, 0.02)
  expect_warning(
    far <- noise_level(matrix(uniform(400 * 60, seed = 1), 400)), class = "lapscale_warning_not_near"
  )
  expect_output(print(far), "neighbors are not near")
  expect_output(print(noise), "deflate")
  set.seed(1)
  equal <- noisy_circle(size = 0)$x + 0.5 / sqrt(300) * matrix(stats::rnorm(250 * 300), 250)
  expect_output(print(noise_level(equal)), "principal components")
})

test_that("rows are compared by their direction if asked", {
  x <- noisy_circle(60, 30)$x
  length <- sqrt(rowSums(x^2))
  quiet <- function(...) suppressWarnings(as.numeric(noise_level(..., k = 6)))
  expect_equal(quiet(x, metric = "cosine"), quiet(x / length), tolerance = 1e-10)
  expect_error(noise_level(stats::dist(x), metric = "cosine"), "`metric`",
               class = "lapscale_error_argument")
})

test_that("it is a vector with a row per row of the data", {
  x <- noisy_circle(40, 20)$x
  rownames(x) <- paste0("r", seq_len(40))
  x[3, 1] <- NA
  noise <- suppressWarnings(noise_level(x, na_action = "omit"))
  expect_named(noise[1:2], c("r1", "r2"))
  expect_true(is.na(noise[3]))
  expect_identical(as.data.frame(noise), tidy(noise))
  expect_identical(augment(noise, x)$.noise, as.numeric(noise))
  expect_error(augment(noise, x[1:5, ]), class = "lapscale_error_argument")
  expect_fault(augment(noise, heat_graph(x[-3, ], 1)), "data", text = "must be a table")
  expect_named(augment(noise, augment(noise, data.frame(a = x[, 1]))), c("a", ".noise"))
  expect_named(glance(noise), c("n", "k", "share", "near", "spread", "seed", "version"))
  expect_error(noise_level(x[-3, ], k = 2), "`k`", class = "lapscale_error_argument")
  expect_error(noise_level(1e-200 * x[-3, ]), class = "lapscale_error_argument")
})

test_that("the print-out says that noise is underestimated in few columns", {
  x <- noisy_circle(60, 49)$x
  remark <- "underestimated in fewer than 50 columns"
  expect_output(print(suppressWarnings(noise_level(x))), remark, fixed = TRUE)
  shown <- function(x) capture.output(print(suppressWarnings(noise_level(x))))
  expect_no_match(shown(cbind(x, 0)), remark)
  expect_no_match(shown(stats::dist(x)), remark)
})
