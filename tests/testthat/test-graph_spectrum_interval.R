spectrum_at <- function(x, h, k, ..., type = "geometric") {
  graph_spectrum(graph_laplacian(heat_graph(x, h), type), k, ...)
}

test_that("intervals follow from half samples at a larger bandwidth", {
  skip_on_cran()
  x <- as.matrix(sample_circle(80, seed = 1))
  h <- 0.5
  for (type in c("geometric", "doubly_stochastic")) {
    found <- spectrum_at(x, h, 4, interval = 0.9, seed = 3, type = type)
    w <- exp(-as.matrix(stats::dist(x))^2 / h^2)
    w <- w[upper.tri(w) & w > 1e-6]
    factor <- 2^(1 / (max(1, 2 * sum(-w * log(w)) / sum(w)) + 4))
    halves <- vapply(1:12, function(half) {
      at <- canonical_order(x)[sort(order(cpp_uniform(80, draw_seed(3), half))[1:40])]
      graph <- heat_graph(x[at, ], factor * h, cutoff = default_cutoff / factor)
      graph_spectrum(graph_laplacian(graph, type), 4)$values
    }, numeric(4))
    off <- rowMeans(halves) - found$values
    margin <- stats::qnorm(0.95) * sqrt(apply(halves, 1, stats::sd)^2 + 4 * off^2)
    margin[1] <- 0
    expect_equal(found$upper, found$values + margin + found$boundary, tolerance = 1e-6)
    expect_equal(found$lower, pmax(found$values - margin, 0), tolerance = 1e-6)
  }
  expect_identical(names(as.data.frame(found))[5:6], c("lwr", "upr"))
  expect_identical(tidy(found), as.data.frame(found))
  expect_output(print(found), "90% intervals")
  expect_silent(picture(found))
  expect_null(spectrum_at(x, h, 4)$lower)
  expect_equal(unname(confint(found)), cbind(found$lower, found$upper))
  expect_identical(colnames(confint(found)), c("5 %", "95 %"))
  wide <- confint(found, 2:3, level = 0.99)
  half <- (found$values - found$lower)[2:3] * stats::qnorm(0.995) / stats::qnorm(0.95)
  expect_equal(wide[, 2], (found$values + found$boundary)[2:3] + half, ignore_attr = TRUE)
  expect_error(confint(spectrum_at(x, h, 4)), "`interval`", class = "lapscale_error_argument")
  expect_error(confint(found, 5), "`parm`", class = "lapscale_error_argument")
  expect_error(confint(found, level = 1), "`level`", class = "lapscale_error_argument")
})

test_that("a boundary adds to the upper end what it takes off eigenvalues", {
  skip_on_cran()
  string <- function(n, closed, seed) {
    set.seed(seed)
    along <- stats::runif(n)
    if (closed) return(cbind(cos(2 * pi * along), sin(2 * pi * along)) / 2)
    cbind(along, stats::runif(n) / 2)
  }
  added <- vapply(1:4, function(seed) {
    vapply(c(FALSE, TRUE), function(closed) {
      found <- spectrum_at(string(300, closed, seed), 0.15, 3, interval = 0.9, seed = 1)
      mean(found$boundary[-1] / found$values[-1])
    }, 0)
  }, numeric(2))
  expect_gt(mean(added[1, ]), 0.06)
  expect_lt(mean(added[2, ]), 0.045)
  # The definition, by sums over pairs, with observations that count several times.
  x <- string(60, FALSE, 1)
  mass <- rep(1:3, 20)
  laplacian <- graph_laplacian(heat_graph(x, 0.3, weights = mass))
  found <- suppressWarnings(graph_spectrum(laplacian, 4, interval = 0.9, seed = 1))
  w <- as.matrix(laplacian@weights)
  own <- laplacian@degree / laplacian@graph$mass
  quotient <- function(w, f) sum(w * outer(f, f, "-")^2) / sum(rowSums(w) * f^2)
  even <- w / sqrt(outer(own, own))
  ratio <- apply(found$vectors[, -1], 2, function(f) quotient(even, f) / quotient(w, f))
  expect_equal(found$boundary, c(0, found$values[-1] * pmax(ratio - 1, 0)), tolerance = 1e-6)
  # Without the correction for density, degrees say nothing about a boundary.
  walk <- spectrum_at(x, 0.3, 3, interval = 0.9, type = "random_walk")
  expect_identical(walk$boundary, numeric(3))
})

test_that("the standard error of vectors is near their error, and falls as points are added", {
  found <- vapply(c(100, 400), function(n) {
    x <- as.matrix(sample_circle(n, seed = 1))
    spectrum <- spectrum_at(x, 3 / sqrt(n), 3, interval = 0.9, seed = 1)
    truth <- stats::cancor(spectrum$vectors[, -1], x)$cor
    c(error = sqrt(mean(1 - truth^2)), said = spectrum$vector_error)
  }, numeric(2))
  expect_lt(found["said", 2], found["said", 1])
  expect_true(all(found["said", ] > found["error", ] & found["said", ] < 4 * found["error", ]))
})

test_that("the jackknife in closed form is the derivative by the weights of points", {
  skip_on_cran()
  x <- as.matrix(sample_circle(50, noise = 0.05, seed = 1))
  laplacian_with <- function(m) {
    graph_laplacian(heat_graph(x, 0.8, type = "dense", weights = m, self_loops = TRUE), "geometric")
  }
  values <- function(m) graph_spectrum(laplacian_with(m), 4)$values
  plain <- laplacian_with(rep(1, 50))
  runtime <- new_runtime(1L, FALSE)
  bottom <- first_eigenpairs(bottom_of_spectrum(plain, 4L, runtime), 4L)
  heat <- on_heat_scale(bottom$values, plain)
  found <- jackknife_sd(plain, uncorrected_weights(plain, runtime), heat, bottom$vectors, runtime)
  # Whole numbers are taken as they are, so that one point alone changes.
  slope <- vapply(1:50, function(i) {
    (values(replace(rep(1e6, 50), i, 1e6 + 1e3)) - values(rep(1e6, 50))) / 1e-3
  }, numeric(4))
  expect_equal(found[-1], sqrt(rowSums(slope^2))[-1], tolerance = 1e-2)
})

test_that("intervals need the heat scale", {
  x <- as.matrix(sample_circle(40, seed = 1))
  expect_error(spectrum_at(x, 0.5, 3, scale = "linear", interval = 0.9), "`interval`",
               class = "lapscale_error_argument")
  expect_error(spectrum_at(x, 0.5, 3, interval = 1), "`interval`",
               class = "lapscale_error_argument")
})

test_that("eigenvalues that half of the points do not have have no interval", {
  laplacian <- graph_laplacian(heat_graph(normal_points(12, 2), 2, self_loops = TRUE))
  found <- quietly(graph_spectrum(laplacian, 8, interval = 0.9, seed = 1))
  expect_true(all(is.na(found$lower[7:8])))
  expect_true(is.finite(found$lower[[2]]))
})

test_that("intervals of local scales are those of half samples at the scales of all points", {
  x <- withr::with_seed(1, normal_points(60, 2))
  graph <- heat_graph(x, 1.2, "dense", local_scale = 8)
  d <- graph$own_scales$dimension
  s <- graph$own_scales$scale
  w <- unname(as.matrix(graph))
  pairs <- w[w > 0 & w < 1]
  factor <- 2^(1 / (min(max(2 * sum(-pairs * log(pairs)) / sum(pairs), 1), 10) + 4))
  halves <- vapply(1:12, function(half) {
    rows <- canonical_order(x)[sort(order(cpp_uniform(60, 3, half))[1:30])]
    k <- w[rows, rows]^(1 / factor^2)
    diag(k) <- 0
    walk <- k * outer(s[rows]^(-d / 2 - 1), s[rows]^(-d / 2 - 1))
    dense <- list(laplacian = 4 / (factor * 1.2 * s[rows])^2 * (diag(30) - walk / rowSums(walk)),
                  scale = s[rows], measure = rowSums(walk) * s[rows]^2)
    oracle_heat_values(dense, factor * 1.2, 4)
  }, numeric(4))
  spectrum <- quietly(graph_spectrum(graph, 4, interval = 0.9, alpha = 0, seed = 3))
  values <- oracle_heat_values(oracle_local(x, 1.2, 8, 0, d), 1.2, 4)
  margin <- stats::qnorm(0.95) *
    sqrt(apply(halves, 1, stats::sd)^2 + 4 * (rowMeans(halves) - values)^2)
  expect_equal(spectrum$upper[-1], (values + margin)[-1], tolerance = 1e-6)
  expect_equal(spectrum$lower[-1], pmax(values - margin, 0)[-1], tolerance = 1e-6)
  expect_identical(spectrum$edge, 0)
})
