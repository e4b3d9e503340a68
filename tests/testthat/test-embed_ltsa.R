# The sum over all neighborhoods of the projection on what is orthogonal to `functions`, of the
# coordinates in the tangent plane.
oracle_alignment <- function(x, k, d, bends) {
  n <- nrow(x)
  near <- cbind(seq_len(n), oracle_nearest_lists(x, k))
  m <- matrix(0, n, n)
  for (i in seq_len(n)) {
    at <- near[i, ]
    plane <- stats::prcomp(x[at, ])$x[, seq_len(d), drop = FALSE]
    m[at, at] <- m[at, at] + bends(plane)
  }
  m
}

# Projections on what is orthogonal to affine functions, and on the quadratic part of it.
no_affine <- function(plane) diag(nrow(plane)) - tcrossprod(qr.Q(qr(cbind(1, plane))))
quadratic_part <- function(plane) {
  products <- cbind(plane[, 1]^2, plane[, 2]^2, plane[, 1] * plane[, 2])
  tcrossprod(qr.Q(qr(no_affine(plane) %*% products)))
}

# Share of the flat coordinates that no affine map of an embedding has.
lost_of_flat <- function(e, flat) {
  fit <- stats::lm.fit(cbind(1, plain_matrix(e)), flat)
  max(colSums(as.matrix(fit$residuals)^2) / colSums(sweep(flat, 2, colMeans(flat))^2))
}

both_methods <- list(
  ltsa = list(fit = function(x, ...) embed_ltsa(x, ...), bends = no_affine),
  hessian = list(
    fit = function(x, ...) embed_lle(x, ..., method = "hessian"), bends = quadratic_part
  )
)

test_that("coordinates are the bottom of the dense sum over all neighborhoods", {
  for (n in c(90, 260)) {
    x <- unname(bent_strip(n))
    for (method in both_methods) {
      pairs <- eigen(oracle_alignment(x, 9, 2, method$bends), symmetric = TRUE)
      e <- method$fit(x, 2, k = 9)
      expect_lt(off_by(e, sqrt(n) * pairs$vectors[, n - 1:2]), 1e-5)
      expect_equal(e$eigenvalues, pairs$values[n - 1:2], tolerance = 1e-5)
    }
  }
})

test_that("a flat sheet is recovered to rounding, in few columns or in many", {
  flat <- withr::with_seed(2, cbind(stats::runif(200, 0, 1.3), stats::runif(200)))
  for (r in c(3, 30)) {
    turned <- flat %*% t(qr.Q(qr(normal_points(r, 2))))
    for (method in both_methods) expect_lt(lost_of_flat(method$fit(turned, 2, k = 9), flat), 1e-12)
  }
})

test_that("a roll with a hole is unrolled to its rectangle, and new points land on it", {
  roll <- holed_roll()
  old <- seq_len(500)
  for (method in both_methods) {
    expect_lt(lost_of_flat(method$fit(roll$x, 2, k = 10), roll$flat), 0.01)
    e <- method$fit(roll$x[old, ], 2, k = 10)
    fit <- stats::lm.fit(cbind(1, plain_matrix(e)), roll$flat[old, ])
    placed <- cbind(1, predict(e, roll$x[-old, ])) %*% fit$coefficients
    expect_lt(max(abs(placed - roll$flat[-old, ])), 0.2)
    expect_identical(predict(e, roll$x[old, ]), as.matrix(e))
  }
})

test_that("a curve in two coordinates, points on a line, and duplicates leave numbers finite", {
  line <- cbind(seq_len(60)^1.1, 0, 0)
  strip <- bent_strip(60)
  piled <- rbind(strip, strip[rep(5, 15), ])
  expect_lt(lost_of_flat(embed_ltsa(line, 1, k = 6), line[, 1, drop = FALSE]), 1e-12)
  for (method in both_methods) {
    e <- suppressMessages(method$fit(line, 2, k = 6))
    expect_true(all(is.finite(as.matrix(e))))
    e <- suppressMessages(method$fit(piled, 2, k = 10))
    expect_true(all(is.finite(as.matrix(e))))
    expect_identical(unique(plain_matrix(e)[c(5, 61:75), ]), plain_matrix(e)[5, , drop = FALSE])
    e <- method$fit(two_strips(), 2, k = 8, components = "connect")
    expect_true(all(is.finite(as.matrix(e))))
  }
})

test_that("they need as many neighbors as there are functions to tell apart", {
  x <- bent_strip(40)
  expect_fault(embed_ltsa(x, 3, k = 3), "k", text = "at least 4")
  expect_fault(embed_lle(x, 3, k = 8, method = "hessian"), "k", text = "at least 9")
  expect_fault(embed_ltsa(x, "gap", k = 8), "n_components", text = "a number")
  expect_fault(embed_ltsa(x, 2, ridge = 1), "ridge")
  expect_identical(embed_lle(x, 5, method = "hessian")$settings$k, 20L)
  expect_identical(embed_ltsa(x)$settings$k, 12L)
  expect_output(print(embed_lle(x, 2, method = "hessian")), "Hessian, 12 neighbors")
})

test_that("tangent planes that are one choice of many are said to be", {
  skip_on_cran()
  said <- function(fit, x, d, k) {
    found <- conditions_of(fit(x, d, k = k))
    sum(grepl("tangent planes are one choice of many", found$texts))
  }
  simplex <- diag(30)
  cubes <- as.matrix(expand.grid(0:3, 0:3, 0:3)) %*% random_rotation(3, 1)
  for (method in both_methods) {
    for (x in list(simplex, as.data.frame(simplex), cbind(simplex, 0)[30:1, ], cubes)) {
      expect_identical(said(method$fit, x, 2, 12), 1L)
    }
    expect_identical(said(method$fit, Matrix::Matrix(cbind(simplex, 0), sparse = TRUE), 2, 12), 1L)
    # Planes that the data lie in, and those of a bent surface, are the only ones.
    expect_identical(said(method$fit, cubes, 3, 12), 0L)
    expect_identical(said(method$fit, as.matrix(expand.grid(1:7, 1:6)), 2, 8), 0L)
    expect_identical(said(method$fit, unname(bent_strip(90)), 2, 9), 0L)
  }
  expect_identical(said(embed_ltsa, as.matrix(expand.grid(1:7 + 0, 1:6 + 0)), 1, 8), 1L)
})
