test_that("extreme penalties have finite limits, with a message", {
  skip_on_cran()
  p <- two_arcs()
  pairs <- list(c(0, 1), c(1, 0), c(0, 0), c(1e-300, 1e-300), c(1e300, 1), c(1, 1e300))
  for (learn in list(ssl_laprls, ssl_lapsvm)) for (pair in pairs) {
    fit <- suppressMessages(suppressWarnings(
      learn(p$x, p$y, lambda_ambient = pair[[1]], lambda_manifold = pair[[2]], bandwidth = 0.3)
    ))
    expect_true(all(is.finite(scores_of(fit))), info = paste(pair, collapse = ", "))
  }
  expect_condition_of(
    ssl_laprls(p$x, p$y, lambda_ambient = 0, lambda_manifold = 1, bandwidth = 0.3), "message_ridge"
  )
  # Without any penalty: interpolation.
  fit <- suppressMessages(
    ssl_laprls(p$x, p$x[, 1], lambda_ambient = 1e-300, lambda_manifold = 0, bandwidth = 0.3,
               kernel_bandwidth = 0.3)
  )
  expect_equal(scores_of(fit), p$x[, 1], tolerance = 1e-4)
})

test_that("beyond the dense limit functions live on some of the points", {
  p <- two_arcs()
  whole <- ssl_laprls(p$x, p$y, bandwidth = 0.3, seed = 1)
  at <- function(rows) {
    local_functions(list(kernel_centres = function(problem) list(centres = rows, radius = 0)))
    ssl_laprls(p$x, p$y, bandwidth = 0.3, seed = 1)
  }
  some <- at(sort(c(p$seen, 10:25, 40:55)))
  expect_gt(mean(fitted(some) == p$truth), 0.95)
  expect_equal(scores_of(some, p$x), scores_of(some), tolerance = 1e-10)
  expect_gt(mean(fitted(some) == fitted(whole)), 0.95)
})

test_that("kernel_centres() are all points, or the labeled ones and 400 that cover the others", {
  skip_on_cran()
  problem <- function(x) {
    list(checked = list(x = x), labels = list(rows = c(3L, 2999L)), runtime = new_runtime(1, FALSE))
  }
  expect_identical(kernel_centres(problem(matrix(0, 3000))), list(centres = 1:3000, radius = 0))
  x <- normal_points(5000, 2)
  cover <- kernel_centres(problem(x))
  expect_true(all(c(3L, 2999L) %in% cover$centres) && !anyDuplicated(cover$centres))
  expect_length(cover$centres, 402L)
  nearest <- apply(x, 1, function(p) sqrt(min(colSums((t(x[cover$centres, ]) - p)^2))))
  expect_equal(cover$radius, max(nearest), tolerance = 1e-12)
  # Fewer places than centers.
  few <- kernel_centres(problem(x[rep(1:50, 100), ]))
  expect_identical(few$radius, 0)
  expect_length(few$centres, 50L)
})

test_that("beyond the dense limit the kernel leaves no holes between its centers", {
  skip_on_cran()
  n <- 3600L
  moons <- sample_moons(n, noise = 0.12, seed = 1)
  moon <- factor(attr(moons, "parameters")[, "moon"])
  y <- replace(moon, -round(seq(1, n, length.out = 12)), NA)
  for (learn in list(ssl_laprls, ssl_lapsvm)) {
    fit <- learn(moons, y, bandwidth = 0.05)
    expect_gt(fit$parameters$kernel_bandwidth, 0.1)
    expect_lt(mean(fitted(fit) != moon), 0.02)
  }
  fit <- ssl_laprls(moons, y, bandwidth = 0.05, kernel_bandwidth = 0.07)
  expect_identical(fit$parameters$kernel_bandwidth, 0.07)
})

test_that("penalties, kernels and labels are checked", {
  skip_on_cran()
  p <- two_arcs()
  for (learn in list(ssl_laprls, ssl_lapsvm)) {
    for (bad in list(-1, NA_real_, Inf, "1", c(1, 2))) {
      expect_fault(learn(p$x, p$y, lambda_ambient = bad, lambda_manifold = 1, bandwidth = 0.3),
                   "lambda_ambient")
      expect_fault(learn(p$x, p$y, lambda_manifold = bad, bandwidth = 0.3), "lambda_manifold")
    }
    expect_fault(learn(p$x, p$y, kernel_bandwidth = 0, bandwidth = 0.3), "kernel_bandwidth")
  }
  expect_fault(ssl_lapsvm(p$x, p$x[, 1], bandwidth = 0.3), "y", text = "classes")
  expect_fault(ssl_lapsvm(p$x, p$y, bandwidth = 0.3, solver = "none"), "solver")
})

test_that("without an ambient penalty the fit is near its limit, smooth on the graph alone", {
  local_dense_graph()
  skip_on_cran()
  x <- normal_points(150, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:20), NA)
  learning <- oracle_learning(x, 0.6, 0.5)
  l <- (diag(learning$degree) - learning$weights) / mean(learning$degree)
  limit <- drop(solve(diag(rep(1:0, c(20, 130))) + 20 / 150^2 * l, ifelse(is.na(y), 0, y)))
  for (ambient in c(0, 1e-300, 1e-16)) {
    expect_message(
      fit <- ssl_laprls(x, y, lambda_ambient = ambient, lambda_manifold = 1, bandwidth = 0.6),
      class = "lapscale_message_ridge"
    )
    expect_lt(max(abs(scores_of(fit) - limit)), 0.1 * diff(range(limit)))
  }
})

test_that("the width of the kernel is a number, a selector, or its name", {
  skip_on_cran()
  p <- two_arcs()
  wide <- as.double(bw_median(p$x))
  for (width in list(wide, bw_median(p$x), bw_median, "median")) {
    fit <- ssl_laprls(p$x, p$y, bandwidth = 0.3, kernel_bandwidth = width, seed = 1)
    expect_identical(fit$parameters$kernel_bandwidth, wide)
  }
  for (bad in list("wide", "cv", -1, c(1, 2))) {
    expect_fault(ssl_laprls(p$x, p$y, bandwidth = 0.3, kernel_bandwidth = bad), "kernel_bandwidth")
  }
})

test_that("penalties in the same ratio share their equations, others do not", {
  p <- two_arcs()
  problem <- learning_problem(p$x, p$y, bandwidth = 0.3)
  candidates_of <- function(ambient, manifold) {
    penalties <- list(ambient = ambient, manifold = manifold)
    machine_candidates(problem, list(kernel_bandwidth = 0.3, penalties = penalties))
  }
  ambient <- c(2^-4, 2^-6, 2^-6)
  manifold <- c(2^4, 2^2, 2^3)
  together <- candidates_of(ambient, manifold)
  apart <- Map(function(a, m) candidates_of(a, m)[[1]], ambient, manifold)
  expect_identical(together, apart)
  expect_identical(together[[1]]$deformed$gram, together[[2]]$deformed$gram)
  expect_false(identical(together[[2]]$deformed$gram, together[[3]]$deformed$gram))
})
