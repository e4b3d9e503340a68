strip <- function(n = 600) withr::with_seed(1, cbind(5.5 * stats::runif(n), stats::runif(n)))

test_that("on a strip the second coordinate is a mode of the width", {
  x <- strip()
  e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3))
  expect_identical(e$selected, 1:2)
  expect_output(print(e), "Coordinate 2 is nearly a function of coordinate 1")
  diffusion <- embed_diffusion(x, 2, bandwidth = e$bandwidth)
  expect_output(print(diffusion), "`coordinates = \"independent\"` of embed_eigenmaps()",
                fixed = TRUE)
  i <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3, coordinates = "independent"))
  expect_identical(i$selected[[1]], 1L)
  expect_gt(i$selected[[2]], 4)
  expect_identical(i$candidates$set[[1]], paste(i$selected, collapse = ", "))
  expect_output(print(i), "independent|eigenvalues")
  expect_false(any(grepl("function of", capture.output(print(i)))))
  width <- function(e) summary(stats::lm(x[, 2] ~ stats::poly(as.matrix(e)[, 2], 2)))$r.squared
  expect_gt(width(i), 0.85)
  expect_lt(width(e), 0.1)
  expect_equal(predict(i, x), as.matrix(i), tolerance = 1e-6)
  moved <- x + withr::with_seed(2, 0.001 * stats::rnorm(length(x)))
  expect_equal(predict(i, moved), as.matrix(i), tolerance = 0.05)
  all <- quietly(embed_eigenmaps(x, 14, bandwidth = 0.3))
  within <- stats::lm.fit(as.matrix(all), as.matrix(i))
  expect_lt(max(abs(within$residuals)), 1e-6)
  expect_equal(unname(i$eigenvalues[[1]]), all$eigenvalues[[1]])
  expect_equal(is.na(i$residuals), c(FALSE, TRUE))
})

test_that("both sides of a strip are recovered from different samples", {
  skip_on_cran()
  for (seed in 1:3) {
    x <- withr::with_seed(seed, cbind(5.5 * stats::runif(1500), stats::runif(1500)))
    e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.25, coordinates = "independent"))
    quadratic <- cbind(1, as.matrix(e), as.matrix(e)^2)
    rest <- colSums(stats::lm.fit(quadratic, x)$residuals^2)
    expect_true(all(1 - rest / colSums(scale(x, scale = FALSE)^2) >= 0.9))
  }
})

test_that("coordinates are turned to where the squares of cosines of gradients are least", {
  x <- strip(150)
  graph <- quietly(heat_graph(x, 0.4))
  walk <- walk_with_loops(graph, new_runtime(1L, FALSE))
  p <- t(as.matrix(walk))
  width <- cos(pi * x[, 2])
  long <- cos(pi * x[, 1] / 5.5)
  v <- cbind(long, width * (1 + long), width * (1 - long))
  v <- v / rep(sqrt(colSums(v^2)), each = nrow(v))
  gamma <- function(f, g) {
    vapply(seq_along(f), function(i) sum(p[i, ] * (f - f[[i]]) * (g - g[[i]])), 0)
  }
  loss <- function(turned) {
    f <- v %*% turned
    mean(gamma(f[, 1], f[, 2])^2 / gamma(f[, 1], f[, 1]))
  }
  found <- turn_apart(v, c(1, 10, 10.2), 1:2, walk)
  expect_equal(colSums(found^2), c(1, 1))
  expect_identical(found[, 1] != 0, c(TRUE, FALSE, FALSE))
  angles <- seq(0, pi, length.out = 400)
  losses <- vapply(angles, function(a) loss(cbind(c(1, 0, 0), c(0, cos(a), sin(a)))), 0)
  expect_lte(loss(found), min(losses) * (1 + 1e-12))
  expect_gt(abs(stats::cor(v %*% found[, 2], width)), 0.9)
  # Eigenvalues that are far apart are not mixed.
  expect_identical(turn_apart(v, c(1, 10, 20), 1:2, walk) != 0, diag(3)[, 1:2] != 0)
})

test_that("independent coordinates of a sphere and a circle are the leading ones", {
  x <- sample_sphere(400, seed = 1)
  e <- quietly(embed_eigenmaps(x, 3, bandwidth = 0.5, coordinates = "independent"))
  expect_setequal(e$selected, 1:3)
  circle <- quietly(embed_eigenmaps(sample_circle(200, seed = 1), 2, bandwidth = 0.3))
  expect_false(any(grepl("function of", capture.output(print(circle)))))
})

test_that("the score is the mean logarithm of a volume, as its definition has it", {
  x <- strip(150)
  graph <- quietly(heat_graph(x, 0.4))
  runtime <- new_runtime(1L, FALSE)
  f <- as.matrix(quietly(embed_eigenmaps(graph, 5)))
  h <- metric_riemannian(f, graph, 2)$H
  score <- function(set) {
    mean(vapply(seq_len(nrow(f)), function(i) {
      u <- eigen(matrix(h[i, , ], 5), TRUE)$vectors[set, 1:2]
      u <- u / rep(sqrt(colSums(u^2)), each = nrow(u))
      log(max(det(crossprod(u)), 1e-20)) / 2
    }, 0))
  }
  found <- rank_independent(f, 1:5, 2L, 2L, walk_with_loops(graph, runtime), runtime)$candidates
  for (r in seq_len(nrow(found))) {
    set <- as.integer(strsplit(found$set[[r]], ", ")[[1]])
    expect_equal(found$independence[[r]], score(set), tolerance = 1e-6)
  }
})

test_that("refusals name the argument", {
  x <- strip(100)
  e <- function(s, coordinates) embed_eigenmaps(x, s, bandwidth = 0.5, coordinates = coordinates)
  expect_fault(e("gap", "independent"), "coordinates")
  expect_fault(e(2, "other"), "coordinates")
})

test_that("coordinates of groups that hardly touch are printed", {
  # 149 values within 1e-4 of two: polynomials of degree 5 in them have no basis.
  e <- quietly(embed_eigenmaps(as.matrix(iris[, 1:4]), 2, bandwidth = 0.5555))
  expect_output(print(e), "eigenvalues")
})

test_that("components are told apart and nothing else is turned by them", {
  x <- rbind(strip(150), strip(150) + 50)
  graph <- quietly(heat_graph(x, 0.5))
  e <- quietly(embed_eigenmaps(graph, 3, coordinates = "independent"))
  expect_true(all(is.finite(as.matrix(e))))
  expect_identical(e$selected[[1]], 1L)
  # Without an edge every coordinate tells points apart.
  alone <- quietly(embed_eigenmaps(strip(20), 2, bandwidth = 1e-9, coordinates = "independent"))
  expect_identical(sort(unique(c(as.matrix(alone)) != 0)), c(FALSE, TRUE))
  expect_true(all(is.finite(as.matrix(alone))))
})

test_that("more coordinates than there are sets to search are refused", {
  expect_fault(
    embed_eigenmaps(normal_points(80, 5), 20, bandwidth = 3, coordinates = "independent"),
    "n_components"
  )
})

test_that("the note on a repeated coordinate comes first, and not for separate groups", {
  shown <- function(e) paste(capture.output(print(e)), collapse = "\n")
  roll <- shown(quietly(embed_eigenmaps(sample_swiss_roll(600, seed = 1), 2)))
  expect_match(roll, "coordinates = \"independent\"", fixed = TRUE)
  expect_no_match(roll, "Principal components")
  apart <- rep(c(0, 20, 50), each = 100) + normal_points(300, 4)
  expect_no_match(shown(quietly(embed_eigenmaps(apart, 2))), "function of coordinate 1")
})
