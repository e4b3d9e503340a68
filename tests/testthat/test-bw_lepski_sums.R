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
