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

test_that("columns are centered, uncorrelated, of mean square 1", {
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

test_that("neighbors that all coincide leave numbers finite", {
  x <- bent_strip(60)
  piled <- rbind(x, x[rep(5, 15), ])
  found <- conditions_of(embed_lle(piled, 2, k = 10, components = "keep"))
  expect_true(all(is.finite(as.matrix(found$value))))
  expect_true("lapscale_message_duplicates" %in% found$classes)
  expect_fault(embed_lle(x, 2, k = 10, ridge = 0), "ridge")
})

test_that("modified: coordinates are the bottom of the dense sum over all weight vectors", {
  skip_on_cran()
  for (n in c(70, 71, 260)) {
    x <- unname(bent_strip(n))
    pairs <- eigen(oracle_modified_lle(x, 8, 2, 1e-3), symmetric = TRUE)
    e <- embed_lle(x, 2, k = 8, method = "modified")
    expect_lt(off_by(e, sqrt(n) * pairs$vectors[, n - 1:2]), 1e-5)
    expect_equal(e$eigenvalues, pairs$values[n - 1:2], tolerance = 1e-5)
  }
})

test_that("modified: a roll with a hole is unrolled to its rectangle, which standard bends", {
  roll <- holed_roll()
  lost <- function(...) {
    fit <- stats::lm.fit(cbind(1, plain_matrix(embed_lle(roll$x, 2, k = 10, ...))), roll$flat)
    max(colSums(fit$residuals^2) / colSums(sweep(roll$flat, 2, colMeans(roll$flat))^2))
  }
  expect_lt(lost(method = "modified"), 0.01)
  expect_gt(lost(), 0.05)
})

test_that("modified: a flat sheet is recovered but for the ridge", {
  flat <- withr::with_seed(2, cbind(stats::runif(200, 0, 1.3), stats::runif(200)))
  turned <- flat %*% t(qr.Q(qr(normal_points(5, 2))))
  for (ridge in c(1e-3, 1e-6)) {
    e <- embed_lle(turned, 2, k = 9, ridge = ridge, method = "modified")
    fit <- stats::lm.fit(cbind(1, plain_matrix(e)), flat)
    expect_lt(max(abs(fit$residuals)), 3 * ridge)
  }
})

test_that("modified: new points are placed next to their neighbors on the rectangle", {
  roll <- holed_roll()
  old <- seq_len(500)
  e <- embed_lle(roll$x[old, ], 2, k = 10, method = "modified")
  fit <- stats::lm.fit(cbind(1, plain_matrix(e)), roll$flat[old, ])
  placed <- cbind(1, predict(e, roll$x[-old, ])) %*% fit$coefficients
  expect_lt(max(abs(placed - roll$flat[-old, ])), 0.15)
  expect_identical(predict(e, roll$x[old, ]), as.matrix(e))
})

test_that("modified: it takes a number of coordinates, and more neighbors than those", {
  x <- bent_strip(40)
  expect_fault(embed_lle(x, 3, k = 3, method = "modified"), "k", text = "`n_components` = 3")
  expect_fault(embed_lle(x, "gap", k = 8, method = "modified"), "n_components", text = "a number")
  expect_fault(embed_lle(x, 2, k = 8, method = "exact"), "method")
  expect_output(print(embed_lle(x, 2, k = 8, method = "modified")), "several weights")
  # Lists that are longer for the edges that join components.
  joined <- embed_lle(two_strips(), 2, k = 8, method = "modified", components = "connect")
  expect_true(all(is.finite(as.matrix(joined))))
  piled <- rbind(x, x[rep(5, 15), ])
  found <- conditions_of(embed_lle(piled, 2, k = 8, method = "modified", components = "keep"))
  expect_true(all(is.finite(as.matrix(found$value))))
})

test_that("an iteration settles where a coordinate is one of two, or all are rounding", {
  # One coordinate of the two that a ring's eigenvalue has.
  turn <- 1:300 / 150
  ring <- cbind(cospi(turn), sinpi(turn))
  e <- expect_condition_of(embed_lle(ring, 1, k = 6), "message_multiple")
  expect_output(print(summary(e)), "Column 1 nearly shares its eigenvalue")
  expect_lt(max(abs(stats::lm.fit(ring, plain_matrix(e))$residuals)), 1e-6)
  # Weights that are exact, so that all eigenvalues are rounding.
  grid <- as.matrix(expand.grid(1:18, 1:18))
  expect_lt(max(expect_quiet(embed_lle(grid, 2, k = 8, ridge = 1e-9))$eigenvalues), 1e-12)
})

test_that("points that coincide get the same coordinates, and predict() gives them these", {
  skip_on_cran()
  x <- bent_strip(150)
  twice <- rbind(x, x)
  for (f in list(
    function(x) embed_lle(x, 2, k = 12), function(x) embed_lle(x, 2, k = 12, method = "modified"),
    function(x) embed_kpca(x, 2, kernel = "lle", k = 12)
  )) {
    e <- suppressMessages(f(twice))
    expect_identical(plain_matrix(e)[1:150, ], plain_matrix(e)[151:300, ])
    expect_identical(predict(e, twice), as.matrix(e))
  }
})

test_that("`k` is 12 unless there are fewer others", {
  x <- normal_points(13, 3)
  expect_identical(without_time(embed_lle(x)), without_time(embed_lle(x, k = 12)))
  expect_identical(embed_lle(x[1:10, ])$settings$k, embed_lle(x[1:10, ], k = 9)$settings$k)
})

test_that("coordinates of a plane are not said to be one of many functions", {
  skip_on_cran()
  hessian <- function(x) conditions_of(embed_lle(x, 2, k = 20, method = "hessian"))$texts
  flat <- as.matrix(expand.grid(0:9, 0:7)) + normal_points(80, 2) / 20
  expect_false(any(grepl("shares its eigenvalue", hessian(flat))))
  expect_lt(max(embed_lle(flat, 2, k = 20, method = "hessian")$eigenvalues), 1e-12)
})

test_that("the fewest neighbors that a method needs are enough, one fewer are an error", {
  x <- as.matrix(sample_swiss_roll(100, seed = 1))
  for (method in c("modified", "hessian")) {
    k <- min_neighbors(method, list(count = 2L))
    expect_identical(dim(as.matrix(quietly(embed_lle(x, 2, method = method, k = k)))), c(100L, 2L))
    expect_fault(embed_lle(x, 2, method = method, k = k - 1), "k")
  }
})
