cap <- function() {
  x <- unclass(sample_sphere(500, seed = 1))
  x[x[, 3] > 0.2, ]
}

# What is left of b by the best similarity of a, as a share of its spread.
misfit_of <- function(a, b) {
  moved <- embed_align(plain_matrix(a), unname(b), scale = TRUE)
  sqrt(sum((moved - b)^2) / sum(sweep(b, 2, colMeans(b))^2))
}

test_that("the gradient is that of the sum of squares, which is that of the eigenvalues", {
  x <- cap()
  graph <- quietly(heat_graph(x, 0.5))
  runtime <- new_runtime(1L, FALSE)
  walk <- walk_with_loops(graph, runtime)
  degree <- row_totals(weights_with_loops(graph, runtime), runtime)
  f <- x + withr::with_seed(1, 0.1 * normal_points(nrow(x), 3))
  loss <- function(f) cpp_isometry_loss(walk, degree, t(f), 2 / 0.5^2, 2L, runtime)
  h <- metric_riemannian(f, graph, 2)$H
  off <- t(apply(h, 1, function(a) eigen(matrix(a, 3), TRUE)$values)) - rep(c(1, 1, 0), each = nrow(f))
  expect_equal(loss(f)$squares, mean(rowSums(off^2)), tolerance = 1e-10)
  expect_equal(loss(f)$distortion, mean(apply(abs(off), 1, max)), tolerance = 1e-10)
  move <- withr::with_seed(2, normal_points(nrow(x), 3))
  slope <- (loss(f + 1e-5 * move)$squares - loss(f - 1e-5 * move)$squares) / 2e-5
  expect_equal(sum(t(loss(f)$gradient) * move), slope, tolerance = 1e-6)
})

test_that("the distortion of a cap never increases, and its height keeps some", {
  skip_on_cran()
  e <- quietly(embed_eigenmaps(cap(), 2, bandwidth = 0.4))
  r <- quietly(embed_relax(e))
  expect_gt(length(r$distortion), 1)
  expect_true(all(diff(r$distortion) < 0))
  expect_lt(min(r$distortion), 0.6 * r$distortion[[1]])
  expect_gt(min(r$distortion), 0.02)
  expect_equal(predict(r, cap()), as.matrix(r))
  expect_output(print(r), "Riemannian relaxation.*of Laplacian eigenmaps")
  shown <- paste(format(r$distortion[c(1, length(r$distortion))], digits = 2), collapse = " to ")
  expect_output(print(r), paste("mean distortion", shown), fixed = TRUE)
  expect_output(print(r), "bandwidth 0.4", fixed = TRUE)
})

test_that("a cap does not fold, and a long strip does not coil", {
  skip_on_cran()
  x <- unclass(sample_sphere(1600, seed = 1))
  x <- x[x[, 3] > 0.2, ]
  # Seen from above, the distances along the sphere from the pole.
  polar <- x[, 1:2] * acos(x[, 3]) / sqrt(1 - x[, 3]^2)
  r <- quietly(embed_relax(embed_eigenmaps(x, 2, bandwidth = 0.3)))
  expect_gt(embed_quality(r, n_points = 300, seed = 1)$trustworthiness, 0.999)
  expect_lt(misfit_of(r, polar), 0.1)
  expect_lt(min(r$distortion), 0.6 * r$distortion[[1]])
  strip <- withr::with_seed(2, cbind(5.5 * stats::runif(1500), stats::runif(1500)))[1:1000, ]
  expect_lt(misfit_of(quietly(embed_relax(embed_ltsa(strip, 2), bandwidth = 0.25)), strip), 0.1)
})

test_that("a roll whose leading eigenvectors are functions of each other comes out flat", {
  skip_on_cran()
  # Both the leading and the independent coordinates of this roll end in a fold.
  x <- sample_swiss_roll(1200, seed = 7)
  flat <- attr(x, "parameters")[, c("arc_length", "height")]
  expect_lt(misfit_of(quietly(embed_relax(embed_eigenmaps(x, 2, bandwidth = 2.11))), flat), 0.1)
  x <- sample_swiss_roll(1000, seed = 1)
  flat <- attr(x, "parameters")[, c("arc_length", "height")]
  r <- quietly(embed_relax(embed_eigenmaps(x, 2, bandwidth = 2)))
  expect_lt(misfit_of(r, flat), 0.1)
  # New points are as near to their true places as the points of the fit.
  new <- sample_swiss_roll(200, seed = 9)
  placed <- predict(embed_align(r, unname(flat), scale = TRUE), new)
  off <- rowSums((placed - attr(new, "parameters")[, c("arc_length", "height")])^2)
  expect_lt(sqrt(mean(off) / sum(apply(flat, 2, stats::var))), 1.2 * misfit_of(r, flat))
  # In the unit of the data.
  expect_equal(c(stats::dist(apply(plain_matrix(r), 2, range))), c(stats::dist(apply(flat, 2, range))),
               tolerance = 0.25)
})

test_that("an isometry stays one", {
  skip_on_cran()
  flat <- withr::with_seed(2, cbind(stats::runif(400, 0, 1.5), stats::runif(400)))
  e <- embed_kpca(flat, 2, kernel = "linear")
  r <- embed_relax(e, bandwidth = 0.2)
  expect_lt(misfit_of(r, flat), 0.1)
  expect_true(all(diff(r$distortion) < 0))
})

test_that("threads change nothing, a rotation little, and scaled columns are remembered", {
  skip_on_cran()
  x <- unname(cap())
  relaxed <- function(x, ..., n_threads = 1) {
    e <- embed_isomap(x, 2, k = 10, ...)
    quietly(embed_relax(e, bandwidth = 0.5, max_eigenvectors = 14, n_threads = n_threads))
  }
  r <- relaxed(x)
  expect_identical(plain_matrix(relaxed(x, n_threads = 3)), plain_matrix(r))
  expect_lt(misfit_of(relaxed(x %*% qr.Q(qr(normal_points(3, 3))) + 1), plain_matrix(r)), 0.02)
  scaled <- relaxed(x * rep(c(1, 10, 100), each = nrow(x)), scale = TRUE)
  expect_equal(predict(scaled, x * rep(c(1, 10, 100), each = nrow(x))), as.matrix(scaled))
  x[7, 2] <- NA
  left_out <- suppressWarnings(relaxed(x, na_action = "omit"))
  expect_identical(which(is.na(as.matrix(left_out)[, 1])), 7L)
})

test_that("refusals name the argument", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 10)
  expect_fault(embed_relax(x), "e")
  far <- quietly(embed_eigenmaps(stats::dist(x), 2, bandwidth = 0.5))
  expect_fault(embed_relax(far), "e")
  local <- quietly(embed_eigenmaps(x, 2, bandwidth = 1, local_scale = 8))
  expect_fault(embed_relax(e, d = 3), "d")
  expect_fault(embed_relax(e, bandwidth = -1), "bandwidth")
  expect_fault(embed_relax(e, max_eigenvectors = 1), "max_eigenvectors")
  expect_fault(quietly(embed_relax(e, bandwidth = 1e-9)), "bandwidth", class = "isolated")
  expect_fault(embed_relax(embed_eigenmaps(x, 2, bandwidth = 0.5, landmarks = 30)), "e")
  graph <- quietly(heat_graph(x, 0.5))
  graph$points <- NULL
  expect_fault(embed_relax(embed_eigenmaps(graph, 2)), "e", class = "no_points")
})

test_that("a start whose coordinates are functions of each other is unfolded", {
  skip_on_cran()
  x <- withr::with_seed(1, cbind(5.5 * stats::runif(600), stats::runif(600)))
  for (coordinates in c("leading", "independent")) {
    e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3, coordinates = coordinates))
    relaxed <- quietly(embed_relax(e))
    expect_true(all(diff(relaxed$distortion) <= 1e-9))
    quality <- embed_quality(relaxed, n_points = 200, seed = 1)
    expect_gt(quality$trustworthiness, 0.99)
    expect_gt(quality$distance_correlation, 0.98)
  }
})
