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
