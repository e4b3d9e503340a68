counted <- function(n = 40) {
  x <- unclass(sample_circle(n, noise = 0.05, seed = 1))
  w <- withr::with_seed(1, sample(1:4, n, TRUE))
  list(x = x, w = w, repeated = x[rep(seq_len(n), w), ], of = rep(seq_len(n), w))
}

test_that("whole numbers are repeated rows: spectra, embeddings and predictions", {
  p <- counted()
  spectrum <- function(x, ...) {
    graph <- heat_graph(x, 0.4, type = "dense", self_loops = TRUE, ...)
    graph_spectrum(graph_laplacian(graph, alpha = 0.7), 6)$values
  }
  expect_equal(spectrum(p$x, weights = p$w), spectrum(p$repeated), tolerance = 1e-8)
  for (f in list(embed_eigenmaps, embed_diffusion)) {
    e <- quietly(f(p$x, 3, bandwidth = 0.4, self_loops = TRUE, weights = p$w))
    r <- quietly(f(p$repeated, 3, bandwidth = 0.4, self_loops = TRUE))
    expect_equal(unname(as.matrix(e)[p$of, ]), unname(as.matrix(r)), tolerance = 1e-6)
    new <- cbind(1.02, 0.1)
    expect_equal(predict(e, new), predict(r, new), tolerance = 1e-6)
    expect_equal(predict(e, p$x), as.matrix(e), tolerance = 1e-8)
  }
})

test_that("whole numbers are repeated rows: independent coordinates", {
  p <- withr::with_seed(11, {
    x <- cbind(runif(80) * 3, runif(80))
    w <- sample(0:4, 80, TRUE)
    list(x = x, w = w, of = rep(1:80, w))
  })
  for (s in 2:3) {
    fit <- function(x, ...) {
      quietly(embed_eigenmaps(x, s, bandwidth = 0.5, coordinates = "independent",
                              self_loops = TRUE, ...))
    }
    e <- fit(p$x, weights = p$w)
    r <- fit(p$x[p$of, ])
    expect_identical(e$selected, r$selected)
    expect_equal(e$candidates$independence[[1]], r$candidates$independence[[1]], tolerance = 1e-8)
    a <- unname(as.matrix(e)[p$of, ])
    b <- unname(as.matrix(r))
    expect_lt(max(abs(a - b * rep(sign(colSums(a * b)), each = nrow(b)))), 1e-8)
  }
})

test_that("whole numbers are repeated rows: the curve of bw_gc(), in few columns and in many", {
  p <- counted()
  h <- c(0.1, 0.2, 0.4, 0.8)
  wide <- function(x) cbind(x, 0.01 * sin(outer(x[, 1], 1:40)))
  for (x in list(p$x, wide(p$x))) {
    for (d in list(NULL, 1)) {
      curve <- function(x, ...) {
        as.data.frame(quietly(bw_gc(x, d = d, bandwidths = h, seed = 1, ...)))$criterion
      }
      expect_equal(curve(x, weights = p$w), curve(x[p$of, ]), tolerance = 1e-4)
    }
  }
})

test_that("means over given or drawn points are weighted", {
  p <- counted()
  h <- c(0.1, 0.2, 0.4, 0.8)
  curve <- function(x, ...) {
    as.data.frame(quietly(bw_gc(x, bandwidths = h, refine = FALSE, replicates = 0, ...)))$criterion
  }
  all <- curve(p$x, weights = p$w, d = 1, seed = 1)
  expect_equal(curve(p$x, weights = p$w, d = 1, seed = 1, points = 40:1), all, tolerance = 1e-10)
  some <- curve(p$x, weights = p$w, d = 1, seed = 1, points = c(2, 5, 7))
  known <- curve(p$repeated, d = 1, seed = 1, points = which(p$of %in% c(2, 5, 7)))
  expect_equal(some, known, tolerance = 1e-4)
  # Without weights each point that is given counts once, in the order that is given.
  expect_identical(draw_points(p$x, 3L, 1, 1, c(9L, 2L, 5L)), c(9L, 2L, 5L))
  # Of points that stand for too many observations to be repeated, and of a few drawn ones, the mean
  # over all seeds is the weighted mean.
  f <- sin(3 * p$x[, 1])
  drawn <- list(n = 7L, mass = p$w, place = 1:40)
  given <- list(n = 3L, mass = 1000 * p$w, place = 4:6)
  for (of in list(drawn, given)) {
    means <- vapply(1:2000, function(seed) {
      mean(f[draw_points(p$x, of$n, seed, of$mass, of$place)])
    }, 0)
    truth <- stats::weighted.mean(f[of$place], of$mass[of$place])
    expect_lt(abs(mean(means) - truth), 4 * stats::sd(means) / sqrt(2000))
    expect_gt(abs(mean(f[of$place]) - truth), 8 * stats::sd(means) / sqrt(2000))
  }
})

test_that("whole numbers are repeated rows: learners, from points and from graphs", {
  skip_on_cran()
  p <- counted(60)
  angle <- atan2(p$x[, 2], p$x[, 1])
  known <- function(y) replace(y, -(1:14), NA)
  class <- known(factor(ifelse(p$x[, 1] > 0.1, "a", "b")))
  number <- known(sin(2 * angle))
  # The dual of the vector machine stops at 1e-7.
  expect_repeated <- function(learner, y, ..., type = "dense", tolerance = 1e-8) {
    fits <- list(
      quietly(learner(p$x, y, bandwidth = 0.4, graph = type, weights = p$w, ...)),
      quietly(learner(p$repeated, y[p$of], bandwidth = 0.4, graph = type, ...))
    )
    # Machines take no graphs.
    if (!has_machine(fits[[1]])) {
      graph <- function(...) heat_graph(..., bandwidth = 0.4, type = type, self_loops = TRUE)
      fits <- c(fits, list(
        quietly(learner(graph(p$x, weights = p$w), y, ...)),
        quietly(learner(graph(p$repeated), y[p$of], ...))
      ))
    }
    of <- list(p$of, seq_along(p$of), p$of, seq_along(p$of))
    scores <- Map(function(fit, rows) unname(as.matrix(scores_of(fit))[rows, ]), fits, of[seq_along(fits)])
    for (one in scores) expect_equal(one, scores[[2]], tolerance = tolerance)
    new <- rbind(c(1.02, 0.1), c(-0.5, 0.8))
    expect_equal(predict(fits[[1]], new), predict(fits[[2]], new), tolerance = tolerance)
  }
  has_machine <- function(fit) !is.null(fit$machine)
  for (alpha in c(0, 1)) {
    y <- if (alpha == 0) class else number
    expect_repeated(ssl_harmonic, y, alpha = alpha)
    expect_repeated(ssl_eigenmaps, y, n_eigen = 5, alpha = alpha, type = "radius")
    expect_repeated(ssl_iterated, y, mu = 0.01, alpha = alpha)
    expect_repeated(ssl_diffusion, y, mu = 0.1, alpha = alpha, type = "radius")
    expect_repeated(ssl_laprls, y, kernel_bandwidth = 0.5, alpha = alpha)
    expect_repeated(ssl_harmonic, class, class_mass = TRUE, alpha = alpha)
    expect_repeated(ssl_poisson, class, alpha = alpha)
    expect_repeated(ssl_poisson, class, class_prior = c(0.3, 0.7), alpha = alpha, type = "radius")
    expect_repeated(ssl_lapsvm, class, kernel_bandwidth = 0.5, alpha = alpha, tolerance = 1e-6)
    expect_repeated(ssl_lapsvm, class, kernel_bandwidth = 0.5, solver = "primal", alpha = alpha)
  }
})

test_that("of other weights the ratios matter, for labels too", {
  p <- counted(60)
  y <- replace(p$x[, 1]^2, -(1:14), NA)
  fit <- function(w) quietly(ssl_iterated(p$x, y, mu = 1, bandwidth = 0.4, weights = w))
  expect_equal(fitted(fit(p$w / 7)), fitted(fit(p$w / 9)), tolerance = 1e-10)
  # A penalty that leaves constants only makes the weighted mean of the labels.
  labels <- c(0, 2, rep(NA, 58))
  w <- c(0.9, 0.3, rep(1, 58))
  flat <- quietly(ssl_iterated(p$x, labels, mu = 1e9, bandwidth = 0.4, weights = w))
  expect_equal(unname(fitted(flat)), rep(1 / 2, 60), tolerance = 1e-6)
})

test_that("weights of 1 and other multiples change nothing, zero leaves a row out", {
  p <- counted()
  plain <- quietly(bw_gc(p$x, seed = 1))
  expect_identical(c(quietly(bw_gc(p$x, seed = 1, weights = rep(1, 40)))), c(plain))
  expect_identical(c(quietly(bw_gc(p$x, seed = 1, weights = rep(0.3, 40)))), c(plain))
  expect_equal(c(quietly(bw_gc(p$x, seed = 1, weights = p$w / 7))),
               c(quietly(bw_gc(p$x, seed = 1, weights = p$w / 9))))
  w <- replace(p$w, 3, 0)
  e <- quietly(embed_eigenmaps(p$x, 2, bandwidth = 0.4, weights = w))
  expect_identical(which(is.na(as.matrix(e)[, 1])), 3L)
  expect_equal(unname(as.matrix(e)[-3, ]), unname(as.matrix(
    quietly(embed_eigenmaps(p$x[-3, ], 2, bandwidth = 0.4, weights = w[-3]))
  )))
})

test_that("clusters and learners take weights, which go to landmarks too", {
  p <- counted(60)
  clusters <- quietly(cluster_spectral(p$x, 2, bandwidth = 0.4, weights = p$w))
  expect_s3_class(clusters, "lapscale_clusters")
  y <- factor(ifelse(p$x[, 1] > 0, "a", "b"))
  y[-(1:10)] <- NA
  learners <- list(
    ssl_harmonic, ssl_eigenmaps, ssl_iterated, ssl_diffusion, ssl_laprls, ssl_lapsvm, ssl_poisson
  )
  for (f in learners) {
    fit <- quietly(f(p$x, y, bandwidth = 0.4, weights = p$w))
    expect_s3_class(fit, "lapscale_ssl")
  }
  expect_identical(
    fitted(quietly(ssl_harmonic(p$x, y, bandwidth = 0.4, weights = p$w))),
    fitted(quietly(ssl_harmonic(p$x, y, bandwidth = 0.4, weights = 2 * p$w)))
  )
  few <- quietly(embed_eigenmaps(p$x, 2, bandwidth = 0.6, landmarks = 20, weights = p$w))
  all <- quietly(embed_eigenmaps(p$x, 2, bandwidth = 0.6, weights = p$w))
  expect_gt(abs(stats::cor(as.matrix(few)[, 1], as.matrix(all)[, 1])), 0.9)
})

test_that("refusals name the weights", {
  x <- counted()$x
  y <- replace(x[, 1], 5:40, NA)
  for (w in list(rep(-1, 40), rep(1, 39), rep(NA_real_, 40), "a", rep(0, 40), rep(Inf, 40))) {
    expect_fault(bw_gc(x, weights = w), "weights")
    expect_fault(heat_graph(x, 0.4, weights = w), "weights")
    expect_fault(embed_eigenmaps(x, 2, bandwidth = 0.4, weights = w), "weights")
    expect_fault(cluster_spectral(x, 2, bandwidth = 0.4, weights = w), "weights")
    expect_fault(ssl_harmonic(x, y, bandwidth = 0.4, weights = w), "weights")
  }
  expect_fault(bw_gc(x, weights = replace(rep(1, 40), 7, -2)), "weights", text = "not -2 at row 7")
  expect_fault(bw_gc(x, weights = replace(rep(1, 40), 5:6, NA)), "weights", text = "not NA at row 5")
  expect_fault(bw_gc(x, weights = 1:39), "weights", text = "length 39")
  expect_fault(bw_gc(x, weights = c(1, 0, rep(2, 38)), points = 2), "points", text = "weight 0")
  missing <- replace(x, 3, NA)
  expect_fault(quietly(bw_gc(missing, weights = rep(1:2, 20), points = 3, na_action = "omit")),
               "points", text = "missing values")
  far <- stats::dist(x)
  expect_fault(bw_gc(far, weights = rep(1, 40)), "weights")
  expect_fault(heat_graph(far, 0.4, weights = rep(1, 40)), "weights")
  expect_fault(embed_eigenmaps(far, 2, bandwidth = 0.4, weights = rep(1, 40)), "weights")
  graph <- heat_graph(x, 0.4)
  expect_fault(embed_eigenmaps(graph, 2, weights = rep(1, 40)), "weights")
  expect_fault(ssl_harmonic(graph, y, weights = rep(1, 40)), "weights")
  weighted <- heat_graph(x, 0.4, weights = 1:40)
  expect_fault(graph_laplacian(weighted, "unnormalized"), "type")
})

test_that("errors of bw_cv() are those of weighted fits", {
  p <- counted(60)
  y <- replace(p$x[, 1]^2, -(1:14), NA)
  w <- replace(p$w, 40, 0)
  h <- c(0.2, 0.4, 0.8)
  error <- function(learner, x = p$x, w) {
    quietly(bw_cv(x, y, learner, bandwidths = h, seed = 1, weights = w, na_action = "omit"))
  }
  own <- error(ssl_harmonic, w = w)
  anothers <- error(function(...) ssl_harmonic(...), w = w)
  expect_equal(as.data.frame(own)$criterion, as.data.frame(anothers)$criterion)
  plain <- as.data.frame(error(ssl_harmonic, w = rep(1, 60)))$criterion
  expect_gt(max(abs(as.data.frame(own)$criterion / plain - 1)), 0.01)
  gap <- error(ssl_harmonic, replace(p$x, 40, NA), p$w)
  expect_equal(as.data.frame(gap)$criterion, as.data.frame(own)$criterion)
})
