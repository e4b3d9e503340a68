test_that("coordinates are the bottom of the dense (I - W)'(I - W)", {
  for (n in c(90, 320)) {
    x <- unname(bent_strip(n))
    near <- oracle_nearest_lists(x, 9)
    w <- matrix(0, n, n)
    for (i in seq_len(n)) {
      w[i, near[i, ]] <- oracle_barycentre(x[near[i, ], ], x[i, ], 1e-3)
    }
    pairs <- eigen(crossprod(diag(n) - w), symmetric = TRUE)
    e <- embed_lle(x, 3, k = 9)
    expect_lt(off_by(e, sqrt(n) * pairs$vectors[, n - 1:3]), 1e-5)
    expect_equal(e$eigenvalues, pairs$values[n - 1:3], tolerance = 1e-5)
  }
})

test_that("columns are centred, uncorrelated, of mean square 1", {
  y <- plain_matrix(embed_lle(bent_strip(300), 3, k = 10))
  expect_lt(max(abs(colMeans(y))), 1e-9)
  expect_equal(crossprod(y) / nrow(y), diag(3), tolerance = 1e-9)
})

test_that("a flat sheet is unrolled up to a linear map", {
  flat <- withr::with_seed(2, cbind(stats::runif(300, 0, 1.3), stats::runif(300)))
  turned <- flat %*% t(qr.Q(qr(normal_points(5, 2))))
  fit <- summary(stats::lm(flat ~ plain_matrix(embed_lle(turned, 2, k = 12))))
  expect_gt(min(vapply(fit, function(f) f$r.squared, 0)), 0.97)
})

test_that("neighbours that all coincide leave numbers finite", {
  x <- bent_strip(60)
  piled <- rbind(x, x[rep(5, 15), ])
  found <- conditions_of(embed_lle(piled, 2, k = 10, components = "keep"))
  expect_true(all(is.finite(as.matrix(found$value))))
  expect_true("lapscale_message_duplicates" %in% found$classes)
  expect_fault(embed_lle(x, 2, k = 10, ridge = 0), "ridge")
})
