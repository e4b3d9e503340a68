test_that("what is taken off brings few nearest neighbors to distance zero", {
  found <- list(noise = c(1, 1, 1, 1), nearest = c(2L, 1L, 4L, 3L), sq_nearest = c(1, 4, 4, 4))
  expect_identical(deflating_noise(found), 0.5 * found$noise)
  found$sq_nearest <- c(9, 9, 9, 9)
  expect_identical(deflating_noise(found), found$noise)
  expect_identical(deflating_noise(list(noise = numeric(4), nearest = 2:5, sq_nearest = 1:4)),
                   numeric(4))
  # Copies leave nothing to take off.
  found$sq_nearest <- numeric(4)
  expect_identical(deflating_noise(found), numeric(4))
})

test_that("deflated distances are less the noise of both ends", {
  x <- matrix(c(0, 0, 1, 3, 5, 1, 4, 4, 2, 2), 5)
  runtime <- new_runtime(1L, FALSE)
  handle <- acquire_points(x, runtime)
  on.exit(cpp_release(handle))
  unit <- cpp_unit(handle)
  s <- c(0, 0.5, 1, 0, 2)
  raw <- as.matrix(stats::dist(x))^2
  wanted <- pmax(raw - outer(s, s, "+"), raw / 1000)
  deflated <- cpp_deflated_points(handle, s / unit^2, runtime)
  on.exit(cpp_release(deflated), add = TRUE)
  lists <- nearest_lists(deflated, 4L, runtime)
  found <- matrix(0, 5, 5)
  found[cbind(list_rows(lists), lists$index)] <- (lists$distance * unit)^2
  expect_equal(found, unname(wanted - diag(diag(wanted))), tolerance = 1e-12)
  expect_equal(cpp_rms_distance(deflated)^2, sum(found) / 20, tolerance = 1e-12)
})

test_that("the noise of rows that coincide is that of different rows", {
  angle <- seq(0, 6, length.out = 60)
  x <- cbind(cos(angle), sin(angle), matrix(0, 60, 38)) + normal_points(60, 40, 1) / 20
  once <- as.numeric(noise_level(x))
  for (count in c(2, 5, 12)) {
    at <- rep(1:60, each = count)
    expect_equal(as.numeric(noise_level(x[at, ])), once[at], tolerance = 1e-10)
    expect_equal(as.numeric(noise_level(stats::dist(x[at, ]))), once[at], tolerance = 1e-6)
  }
  some <- as.numeric(noise_level(rbind(x, x[1:5, ])))
  expect_equal(some, once[c(1:60, 1:5)], tolerance = 1e-10)
  bw <- function(x) as.numeric(quietly(bw_gc(x, noise = "deflate", seed = 1)))
  expect_lt(abs(bw(rbind(x, x[1:6, ])) / bw(x) - 1), 0.15)
  expect_error(noise_level(x[c(1, 1, 2, 2, 3), ]), "4 different rows",
               class = "lapscale_error_argument")
})

test_that("equal noise of a whole table is read from its smaller singular values", {
  x <- withr::with_seed(1, {
    angle <- stats::runif(200, 0, 2 * pi)
    axes <- qr.Q(qr(matrix(stats::rnorm(40), 20)))
    noise <- 0.1 * matrix(stats::rnorm(4000), 200)
    structure(cbind(cos(angle), sin(angle)) %*% t(axes) + noise, noise = sum(noise^2))
  })
  squares <- function(x) svd(scale(x, scale = FALSE), 0, 0)$d^2
  expect_equal(bulk_noise(squares(x), 199, 20), attr(x, "noise"), tolerance = 0.1)
  expect_equal(bulk_noise(squares(8 * x), 199, 20), 64 * bulk_noise(squares(x), 199, 20))
  # No noise, a smooth spectrum, and too few columns to tell.
  smooth <- exp(-outer(seq_len(60), seq_len(40), "-")^2 / 50)
  expect_identical(bulk_noise(squares(smooth), 59, 40), NA_real_)
  expect_identical(bulk_noise(c(4, 1), 59, 20), NA_real_)
  expect_identical(bulk_noise(rep(1, 9), 100, 9), NA_real_)
})

test_that("quantiles of singular values of noise are those of the law of Marchenko and Pastur", {
  for (ratio in c(0.1, 0.5, 1)) {
    edges <- (1 + c(-1, 1) * sqrt(ratio))^2
    density <- function(v) sqrt(pmax((edges[[2]] - v) * (v - edges[[1]]), 0)) / (2 * pi * ratio * v)
    quarters <- noise_quantiles(ratio, c(0.25, 0.5))
    for (i in 1:2) {
      below <- stats::integrate(density, edges[[1]] + 1e-12, quarters[[i]], subdivisions = 2000L)
      expect_equal(below$value, c(0.25, 0.5)[[i]], tolerance = 2e-3)
    }
  }
})
