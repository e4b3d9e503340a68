test_that("without noise the table hardly moves, and its estimated risk is small", {
  x <- plain_matrix(sample_circle(120, noise_dims = 20, seed = 1))
  z <- quietly(noise_remove(x, seed = 1))
  expect_lt(sqrt(mean((as.matrix(z) - x)^2)), 0.03 * stats::sd(x))
})

test_that("bandwidths are compared as long as the risk falls, first to the smaller ones", {
  tried <- function(risks, start) {
    seen <- integer()
    table <- descend(seq_along(risks), start, function(h) {
      seen <<- c(seen, h)
      if (!is.na(risks[[h]])) data.frame(bandwidth = h, time = 1:2, risk = risks[[h]] + 0:1)
    })
    list(seen = seen, best = table$bandwidth[which.min(table$risk)])
  }
  expect_identical(tried(c(1, 2, 3, 4), 2), list(seen = 2:1, best = 1L))
  expect_identical(tried(c(3, 2, 1, 4), 2), list(seen = c(2L, 1L, 3L, 4L), best = 3L))
  expect_identical(tried(c(3, 2, 4, 1), 2), list(seen = c(2L, 1L, 3L), best = 2L))
  # Without weights there is no risk.
  expect_identical(tried(c(NA, NA, NA, 5), 2), list(seen = c(2L, 1L, 3L, 4L), best = 4L))
  expect_null(tried(c(NA, NA), 1)$best)
  expect_identical(tried(7, 2), list(seen = 1L, best = 1L))
})

test_that("singular values only raise the noise, and never to all of the table", {
  x <- plain_matrix(sample_circle(80, noise = 0.1, noise_dims = 20, seed = 1))
  # In the unit of the problem.
  noise_if <- function(total) {
    local_functions(list(bulk_noise = function(...) total))
    problem <- noise_problem(checked_points(x), 1, new_runtime(1L, FALSE))
    c(sum(problem$noise), sum(problem$x^2))
  }
  by_triangles <- noise_if(NA_real_)[[1L]]
  all <- noise_if(NA_real_)[[2L]]
  expect_equal(noise_if(1.5 * by_triangles)[[1L]], 1.5 * by_triangles)
  for (total in c(0.5 * by_triangles, 0.99 * all)) {
    expect_identical(noise_if(total)[[1L]], by_triangles)
  }
})
