# Columns of very different units, one of them constant.
unlike_columns <- function(n = 60, seed = 1) {
  x <- cbind(selector_points(n, seed) %*% diag(c(1, 1e-3, 50)), 7)
  x[, 1] <- x[, 1] + 1e4
  x
}

# base::scale(), a constant column at zero.
oracle_scale <- function(x) {
  scaled <- scale(x)
  scaled[is.nan(scaled)] <- 0
  matrix(scaled, nrow(x))
}

test_that("the columns are those of scale(), a constant one is zero", {
  x <- unlike_columns()
  checked <- as_points(x, list(scale = TRUE))
  expect_equal(checked$x, oracle_scale(x), tolerance = 1e-14)
  expect_identical(checked$x[, 4], rep(0, 60))
  expect_null(as_points(x)$scaling)
  # Not finite rows do not count; squares of large numbers do not overflow; order changes no bit.
  omitted <- quietly(as_points(rbind(x, NA), list(scale = TRUE, na_action = "omit")))
  expect_identical(omitted$x, checked$x)
  large <- as_points(x * 1e300, list(scale = TRUE))$x
  expect_equal(large, checked$x, tolerance = 1e-10)
  o <- order(x[, 2])
  expect_identical(as_points(x[o, ], list(scale = TRUE))$x, checked$x[o, ])
})

test_that("every selector and every estimate of the dimension chooses as on scale(x)", {
  skip_on_cran()
  x <- unlike_columns()
  z <- oracle_scale(x)
  y <- replace(factor(x[, 1] > 1e4), 30:60, NA)
  rules <- c(plain_selectors, dimension_estimates, list(
    gc = function(x, ...) bw_gc(x, d = 1, seed = 1, ...),
    without_d = function(x, ...) bw_gc(x, d = NULL, seed = 1, ...),
    lepski = function(x, ...) bw_lepski(x, d = 1, seed = 1, ...),
    cv = function(x, ...) bw_cv(x, y, n_bandwidths = 5, seed = 1, ...),
    test_error = function(x, ...) {
      bw_test_error(x, factor(x[, 1] > mean(x[, 1])), 1:30, n_bandwidths = 5, ...)
    },
    consensus = function(x, ...) dim_estimate(x, bandwidth = 0.6, seed = 1, ...)
  ))
  for (name in names(rules)) {
    scaled <- quietly(rules[[name]](x, scale = TRUE))
    expect_equal(plain(scaled), plain(quietly(rules[[name]](z))), tolerance = 1e-9, info = name)
    expect_match(capture.output(print(scaled)), "columns scaled", all = FALSE, info = name)
  }
})

test_that("a set scales once, for all of its rules", {
  x <- unlike_columns()
  set <- bw_select(x, c("gc", "knn", "median"), scale = TRUE, seed = 1)
  expect_identical(timeless(set$gc), timeless(bw_gc(x, scale = TRUE, seed = 1)))
  expect_identical(timeless(set$knn), timeless(bw_knn(x, scale = TRUE)))
  expect_fault(bw_select(x, c("gc", "knn"), scale = TRUE, knn = list(scale = FALSE)),
               "scale", text = "`knn` has another")
  expect_identical(plain(bw_select(x, "knn", knn = list(scale = TRUE))), plain(set$knn))
})

test_that("embeddings are those of scale(x), and place new points by the scaling of the fit", {
  skip_on_cran()
  x <- unlike_columns()
  z <- oracle_scale(x)
  named <- as.data.frame(x)
  embeddings <- list(
    eigenmaps = function(x, ...) embed_eigenmaps(x, bandwidth = 1.5, ...),
    diffusion = function(x, ...) embed_diffusion(x, bandwidth = 1.5, ...),
    isomap = function(x, ...) embed_isomap(x, k = 12, ...),
    lle = function(x, ...) embed_lle(x, k = 12, ...),
    modified = function(x, ...) embed_lle(x, k = 12, method = "modified", ...),
    heat = function(x, ...) embed_kpca(x, bandwidth = 1.5, ...),
    linear = function(x, ...) embed_kpca(x, kernel = "linear", ...),
    kernel_isomap = function(x, ...) embed_kpca(x, kernel = "isomap", k = 12, ...),
    kernel_lle = function(x, ...) embed_kpca(x, kernel = "lle", k = 12, ...)
  )
  for (name in names(embeddings)) {
    e <- quietly(embeddings[[name]](named, scale = TRUE))
    want <- quietly(embeddings[[name]](z))
    expect_equal(as.matrix(e), as.matrix(want), tolerance = 1e-8, ignore_attr = TRUE, info = name)
    expect_equal(predict(e, named[1:9, ]), as.matrix(e)[1:9, ], tolerance = 1e-8,
                 ignore_attr = TRUE, info = name)
    expect_equal(augment(e)[names(named)], named, tolerance = 1e-14, ignore_attr = TRUE)
    expect_match(capture.output(print(e)), "columns scaled", all = FALSE, info = name)
    expect_equal(embed_quality(e, named, k = 5)$trustworthiness,
                 embed_quality(want, z, k = 5)$trustworthiness, info = name)
  }
  parts <- rbind(x, x + rep(c(1e6, 0, 0, 0), each = 60))
  each <- quietly(embed_eigenmaps(parts, 2, bandwidth = 0.5, components = "each", scale = TRUE))
  expect_equal(predict(each, parts[c(1, 70), ]), as.matrix(each)[c(1, 70), ], tolerance = 1e-8,
               ignore_attr = TRUE)
  expect_equal(as.matrix(augment(each)[, 1:4]), parts, tolerance = 1e-12, ignore_attr = TRUE)
})

test_that("learning is that on scale(x), with a formula too", {
  skip_on_cran()
  x <- unlike_columns()
  z <- oracle_scale(x)
  truth <- factor(x[, 1] > 1e4)
  y <- replace(truth, 25:60, NA)
  table <- data.frame(x, y = y)
  learners <- list(
    ssl_auto, ssl_eigenmaps, ssl_harmonic, function(...) ssl_iterated(..., mu = 0.01),
    function(...) ssl_diffusion(..., mu = 0.01), ssl_laprls, ssl_lapsvm
  )
  for (learner in learners) {
    fit <- quietly(learner(x, y, bandwidth = 1, seed = 1, scale = TRUE))
    want <- quietly(learner(z, y, bandwidth = 1, seed = 1))
    expect_equal(predict(fit, type = "score"), predict(want, type = "score"), tolerance = 1e-8)
    new <- x[50:60, ] + 1e-4
    shifted <- scale_points(new, fit$scaling)
    expect_equal(predict(fit, new, "score"), predict(want, shifted, "score"), tolerance = 1e-8)
    by_formula <- quietly(learner(y ~ ., data = table, bandwidth = 1, seed = 1, scale = TRUE))
    expect_equal(predict(by_formula, table[50:60, 1:4], "score"),
                 predict(fit, x[50:60, ], "score"), tolerance = 1e-8, ignore_attr = TRUE)
    expect_match(capture.output(print(fit)), "columns scaled", all = FALSE)
  }
})

test_that("a graph of scaled columns says so", {
  x <- unlike_columns()
  graph <- heat_graph(x, bandwidth = 1, scale = TRUE)
  expect_equal(graph$weights, heat_graph(oracle_scale(x), bandwidth = 1)$weights,
               tolerance = 1e-10)
  expect_match(capture.output(print(graph)), "columns scaled", all = FALSE)
})

test_that("a bandwidth of scaled columns is not taken for one of others", {
  skip_on_cran()
  x <- unlike_columns()
  y <- replace(factor(x[, 1] > 1e4), 25:60, NA)
  scaled <- bw_gc(x, scale = TRUE, seed = 1)
  other <- quietly(bw_gc(x, seed = 1))
  uses <- list(
    function(bw, ...) embed_eigenmaps(x, bandwidth = bw, ...),
    function(bw, ...) embed_kpca(x, bandwidth = bw, ...),
    function(bw, ...) heat_graph(x, bw, ...),
    function(bw, ...) ssl_harmonic(x, y, bandwidth = bw, ...),
    function(bw, ...) dim_eigengap(x, bw, ...),
    function(bw, ...) metric_distortion(x, bw, ...)
  )
  # The scale of graph_spectrum() is that of eigenvalues.
  expect_error(graph_spectrum(x, 3, bandwidth = scaled), "Use `point_set(x, scale = TRUE)`",
               fixed = TRUE)
  expect_error(embed_kpca(x, bandwidth = scaled), "Set `scale = TRUE` here too", fixed = TRUE)
  for (use in uses) {
    expect_fault(quietly(use(scaled)), "bandwidth", text = "with `scale = TRUE`")
    expect_error(quietly(use(function(x) bw_gc(x, scale = TRUE, seed = 1))),
                 "was selected with", class = "lapscale_error_argument")
    expect_fault(quietly(use(other, scale = TRUE)), "bandwidth", text = "without `scale = TRUE`")
    expect_no_error(quietly(use(scaled, scale = TRUE)))
    expect_no_error(quietly(use(bw_gc, scale = TRUE)))
    expect_no_error(quietly(use(plain(scaled))))
  }
  expect_null(selection(other)$scaling)
  lepski <- quietly(bw_lepski(x, d = 1, scale = TRUE, seed = 1))
  again <- list(update(scaled, minimum = "global"), quietly(update(lepski, calibration = "jump")))
  for (bw in again) {
    expect_fault(heat_graph(x, bw), "bandwidth", text = "with `scale = TRUE`")
  }
})

test_that("report and graph_laplacian_at() scale as the bandwidth was", {
  skip_on_cran()
  x <- unlike_columns(150)
  z <- oracle_scale(x)
  bw <- quietly(bw_gc(x, scale = TRUE, seed = 1))
  want <- tidy(bw_report(plain(bw), z))
  expect_equal(tidy(bw_report(bw, x))[-2], want[-2])
  expect_equal(tidy(bw_report(plain(bw), x, scale = TRUE))$value, want$value,
               tolerance = 1e-8)
  expect_fault(bw_report(bw, x[, 1:2]), "bw", text = "4 columns")
  expect_fault(bw_report(quietly(bw_gc(x, seed = 1)), x, scale = TRUE), "bw")
  expect_fault(bw_report(1, x, scale = NA), "scale")
  f <- function(p) p[, 2] * p[, 3]
  expect_equal(
    graph_laplacian_at(x, f, x[1:4, ], bw, scale = "laplacian"),
    graph_laplacian_at(z, f(x), z[1:4, ], plain(bw), f_y = f(x[1:4, ]), scale = "laplacian"),
    tolerance = 1e-8
  )
  expect_fault(graph_laplacian_at(x[, 1:3], f, x[1:4, 1:3], bw, d = 1), "bandwidth")
})

test_that("what has no columns refuses", {
  skip_on_cran()
  x <- unlike_columns()
  graph <- heat_graph(x, bandwidth = 60)
  distances <- dist(x)
  expect_fault(embed_eigenmaps(graph, scale = TRUE), "scale", text = "a graph")
  expect_fault(embed_isomap(graph, scale = TRUE), "scale", text = "a graph")
  expect_fault(embed_isomap(distances, scale = TRUE), "scale", text = "a dist")
  expect_fault(heat_graph(distances, 1, scale = TRUE), "scale", text = "a dist")
  for (rule in list(bw_knn, bw_median, bw_kernel_sum, dim_growth, dim_mle, dim_kernel_sum)) {
    expect_fault(rule(distances, scale = TRUE), "scale", text = "a dist")
  }
  expect_fault(bw_select(distances, c("knn", "median"), scale = TRUE), "scale")
  for (bad in list(NA, "robust", 1, NULL, c(TRUE, FALSE))) {
    expect_fault(bw_knn(x, scale = bad), "scale")
  }
  expect_fault(bw_knn(matrix(7, 9, 2), scale = TRUE), class = "no_scale")
})

test_that("a step of a recipe scales", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  table <- as.data.frame(unlike_columns()[, 1:3])
  step <- step_embed_eigenmaps(recipes::recipe(~., table), recipes::all_predictors(),
                               bandwidth = 1.5, options = list(scale = TRUE))
  prepped <- recipes::prep(step, training = table)
  want <- embed_eigenmaps(table, 2, bandwidth = 1.5, scale = TRUE)
  expect_equal(as.matrix(recipes::bake(prepped, table[1:9, ])), as.matrix(want)[1:9, ],
               tolerance = 1e-8, ignore_attr = TRUE)
})

test_that("a scaled bandwidth is refused on points of other spread", {
  bw <- bw_gc(faithful, scale = TRUE, seed = 1)
  short <- faithful[faithful$eruptions < 3, ]
  expect_fault(heat_graph(short, bw, scale = TRUE), "bandwidth", text = "other points")
  expect_fault(heat_graph(faithful[, 1, drop = FALSE], bw, scale = TRUE), "bandwidth")
  # Columns of a report and of a Laplacian at new points are known by their names.
  turned <- faithful[, 2:1]
  expect_equal(glance(bw_report(bw, turned)), glance(bw_report(bw, faithful)))
  at <- function(x) graph_laplacian_at(x, rowSums(x), x[1:3, ], bw, d = 1, f_y = rowSums(x[1:3, ]))
  expect_equal(at(turned), at(faithful))
  other <- stats::setNames(faithful, c("eruptions", "pause"))
  expect_fault(bw_report(bw, other), "bw", text = "waiting")
  expect_fault(at(other), "bandwidth", text = "waiting")
  # Without names they are taken by position.
  expect_equal(glance(bw_report(bw, unname(as.matrix(faithful)))),
               glance(bw_report(bw, faithful)))
  # Another order of the same rows has the same scale.
  expect_s3_class(heat_graph(faithful[272:1, ], bw, scale = TRUE), "lapscale_graph")
})

test_that("a constant column that scaling leaves out is named once, at the fit", {
  skip_on_cran()
  x <- cbind(selector_points(60), 7)
  named <- as.data.frame(x)
  names(named) <- c("a", "b", "c", "d")[seq_len(ncol(x))]
  y <- replace(rep(c("a", "b"), 30), 13:60, NA)
  fits <- list(
    embed_eigenmaps = function(x) embed_eigenmaps(x, 2, bandwidth = 1, scale = TRUE),
    embed_isomap = function(x) embed_isomap(x, 2, k = 8, scale = TRUE),
    embed_lle = function(x) embed_lle(x, 2, scale = TRUE),
    bw_gc = function(x) bw_gc(x, scale = TRUE, seed = 1),
    bw_median = function(x) bw_median(x, scale = TRUE),
    dim_mle = function(x) dim_mle(x, scale = TRUE),
    ssl_harmonic = function(x) ssl_harmonic(x, y, bandwidth = 1, scale = TRUE),
    cluster_spectral = function(x) cluster_spectral(x, 2, bandwidth = 1, scale = TRUE),
    chosen = function(x) embed_eigenmaps(x, 2, bandwidth = "gc", scale = TRUE),
    scales = function(x) embed_scales(x, scale = TRUE, seed = 1),
    scales_of_set = function(x) embed_scales(x, c(1, 2), scale = TRUE),
    bw_select = function(x) bw_select(x, c("gc", "knn"), scale = TRUE, seed = 1),
    report = function(x) bw_report("median", x, scale = TRUE),
    dim_estimate = function(x) dim_estimate(x, scale = TRUE, seed = 1),
    ssl_auto = function(x) ssl_auto(x, y, scale = TRUE)
  )
  last <- ncol(x)
  forms <- list(x, named, Matrix::Matrix(x, sparse = TRUE))
  for (name in names(fits)) {
    # All forms for the first; what comes after takes one of them in turn.
    turn <- match(name, names(fits))
    for (form in if (turn == 1L) forms else forms[turn %% 3L + 1L]) {
      said <- conditions_of(fits[[name]](form))
      own <- said$classes == "lapscale_message_constant"
      expect_identical(sum(own), 1L, info = name)
      what <- if (is.data.frame(form)) names(named)[[last]] else last
      expect_match(said$texts[own], paste("column", what, "is constant"), info = name)
    }
  }
  fit <- quietly(embed_eigenmaps(x, 2, bandwidth = 1, scale = TRUE))
  expect_silent(predict(fit, x))
  expect_no_message(as_points(x), class = "lapscale_message_constant")
  expect_no_message(as_points(x[, -last], list(scale = TRUE)), class = "lapscale_message_constant")
  said <- conditions_of(as_points(cbind(x, 1, 2), list(scale = TRUE)))
  expect_match(said$texts, "columns .* are constant and left out")
})

test_that("a column that varies by rounding alone is constant", {
  x <- normal_points(40, 2)
  for (value in c(0.3, 1e6, -1e-9)) {
    rounded <- cbind(x, value * (1 + .Machine$double.eps * rep(0:1, 20)))
    for (form in list(rounded, as.data.frame(rounded), Matrix::Matrix(rounded, sparse = TRUE))) {
      expect_message(e <- embed_eigenmaps(form, 2, bandwidth = 1, scale = TRUE),
                     "is constant", class = "lapscale_message_constant")
      expect_equal(e$eigenvalues, embed_eigenmaps(x, 2, bandwidth = 1, scale = TRUE)$eigenvalues)
    }
  }
  # Far from zero a column may still vary.
  expect_no_message(as_points(cbind(x, 1e8 + 1:40), list(scale = TRUE)))
})

test_that("weights count rows in means and standard deviations", {
  x <- withr::with_seed(11, cbind(10 * stats::runif(80)^2, stats::runif(80)))
  w <- withr::with_seed(12, sample(0:4, 80, TRUE))
  of <- rep(1:80, w)
  scaled <- function(x, ...) as_points(x, list(scale = TRUE, ...))
  expect_equal(scaled(x, weights = w)$x[match(of, which(w > 0)), ], scaled(x[of, ])$x,
               tolerance = 1e-12)
  expect_identical(scaled(x, weights = rep(0.3, 80)), scaled(x))
  # Others are divided by their mean: their multiples give the same.
  expect_equal(scaled(x, weights = (w + 1) / 7)$x, scaled(x, weights = (w + 1) / 9)$x)
  shares <- (w + 0.5) / mean(w + 0.5)
  known <- sqrt(colSums(shares * sweep(x, 2, colSums(shares * x) / 80)^2) / 79)
  found <- scaled(x, weights = shares)$scaling
  expect_equal(found$sd * found$unit, known, tolerance = 1e-12)
  # Ties and all, in any order.
  tied <- round(x, 1)
  o <- withr::with_seed(13, sample(80))
  expect_identical(scaled(tied[o, ], weights = shares[o])$x, scaled(tied, weights = shares)$x[o, ])
  labels <- replace(x[, 2], -(1:20), NA)
  fit <- function(x, y, ...) {
    quietly(ssl_harmonic(x, y, bandwidth = 0.5, graph = "dense", scale = TRUE, ...))
  }
  expect_equal(fitted(fit(x, labels, weights = w))[of], fitted(fit(x[of, ], labels[of])),
               tolerance = 1e-8)
})
