# A graph of points that is not stored, beside the same graph stored.

dense_sphere <- function(n = 2100) sample_sphere(n, seed = 1)

# So that few points have more weights than are stored.
few_weights <- 1e5
local_few_stored <- function(frame = parent.frame()) {
  local_functions(list(min_matrix_free = few_weights), frame)
}

same_space <- function(a, b, tolerance = 1e-6) {
  cosines <- svd(crossprod(qr.Q(qr(a)), qr.Q(qr(b))))$d
  expect_gt(min(cosines), 1 - tolerance)
}

test_that("eigenmaps of a graph that is not stored are those of the stored graph", {
  skip_on_cran()
  local_few_stored()
  x <- dense_sphere(700)
  cases <- data.frame(self_loops = c(TRUE, TRUE, TRUE, FALSE),
                      type = c("geometric", "random_walk", "symmetric", "geometric"))
  for (case in seq_len(nrow(cases))) {
    self_loops <- cases$self_loops[case]
    type <- cases$type[case]
    embed <- function(x, ...) embed_eigenmaps(x, 3, type = type, alpha = 1, ...)
    stored <- embed(heat_graph(x, 0.6, self_loops = self_loops))
    fit <- embed(x, bandwidth = 0.6, self_loops = self_loops)
    expect_null(stored$settings$entries)
    expect_gt(fit$settings$entries, few_weights)
    expect_equal(fit$eigenvalues, stored$eigenvalues, tolerance = 1e-9)
    expect_lt(max(fit$residuals), 1e-7)
    same_space(as.matrix(fit), as.matrix(stored))
  }
})

test_that("a diffusion map of a graph that is not stored is extended to new points", {
  skip_on_cran()
  x <- as.matrix(dense_sphere())
  stored <- embed_diffusion(x, 3, bandwidth = 0.6, variance = NULL, graph = "dense")
  fit <- embed_diffusion(x, 3, bandwidth = 0.6, cutoff = 3.7)
  expect_equal(fit$eigenvalues, stored$eigenvalues, tolerance = 1e-9)
  new <- as.matrix(sample_sphere(40, seed = 2))
  same_space(predict(fit, new), predict(stored, new))
  expect_equal(predict(fit, x[1:5, ]), as.matrix(fit)[1:5, ], tolerance = 1e-6)
})

test_that("small graphs, graphs in pieces and graphs with other edges are stored", {
  skip_on_cran()
  local_few_stored()
  x <- as.matrix(dense_sphere(400))
  entries <- function(x, ...) quietly(embed_eigenmaps(x, 2, bandwidth = 0.6, ...))$settings$entries
  expect_gt(entries(x), few_weights)
  expect_null(entries(x[1:300, ]))
  expect_null(entries(rbind(x, x + 10)))
  expect_null(entries(x, cutoff = 0.5))
  expect_null(entries(x, graph = "knn", k = 10))
  expect_null(entries(cbind(x, matrix(0, 400, 100))))
  expect_null(entries(x, type = "unnormalized"))
})

test_that("a graph that is not stored: the same bits for any number of threads", {
  skip_on_cran()
  x <- dense_sphere()
  fit <- function(n) as.matrix(embed_eigenmaps(x, 2, bandwidth = 0.6, n_threads = n))
  expect_identical(fit(3), fit(1))
  order <- rev(seq_len(nrow(x)))
  three <- function(x) as.matrix(embed_eigenmaps(x, 3, bandwidth = 0.6))
  same_space(three(as.matrix(x)[order, ])[order, ], three(x), 1e-9)
})

test_that("print says that the weights were not stored; a bandwidth beyond all is warned of", {
  skip_on_cran()
  x <- dense_sphere()
  expect_output(print(embed_eigenmaps(x, 2, bandwidth = 0.6)), "4.4 million weights,\\s+not stored")
  local_few_stored()
  expect_warning(
    expect_warning(embed_eigenmaps(x[1:330, ], 2, bandwidth = 1e5),
                   class = "lapscale_warning_degenerate"),
    class = "lapscale_warning_no_logarithm"
  )
})

test_that("weights near 1 are no degenerate graph", {
  skip_on_cran()
  turn <- 2 * pi * seq_len(2100) / 2100
  expect_no_warning(embed_eigenmaps(cbind(cos(turn), sin(turn)), 2, bandwidth = 30))
})

test_that("points that coincide, a single column, and two clusters that just meet", {
  skip_on_cran()
  withr::local_seed(1)
  local_few_stored()
  x <- as.matrix(sample_sphere(120, seed = 1))
  sets <- list(
    x[rep(seq_len(120), each = 3), ], matrix(stats::runif(360, 0, 3)),
    rbind(cbind(stats::runif(180), 0), cbind(stats::runif(180) + 3, 0))
  )
  for (x in sets) {
    stored <- embed_eigenmaps(heat_graph(x, 1), 2)
    fit <- embed_eigenmaps(x, 2, bandwidth = 1)
    expect_gt(fit$settings$entries, 0)
    expect_equal(fit$eigenvalues, stored$eigenvalues, tolerance = 1e-7)
    same_space(as.matrix(fit), as.matrix(stored))
  }
})

test_that("vectors that do not fit into memory are refused before they are searched", {
  skip_on_cran()
  withr::local_options(lapscale.memory = 1e-3)
  expect_error(embed_eigenmaps(dense_sphere(), 2, bandwidth = 0.6),
               class = "lapscale_error_memory")
})

test_that("without a small skeleton the search keeps its products, with the same spectrum", {
  skip_on_cran()
  x <- sample_hourglass(4000, noise = 0.02, noise_dims = 10, seed = 1)
  free <- embed_eigenmaps(x, 3, bandwidth = 0.45, n_threads = 1)
  expect_false(is.null(free$settings$entries))
  twice <- embed_eigenmaps(x, 3, bandwidth = 0.45, n_threads = 2)
  expect_identical(as.matrix(twice), as.matrix(free))
  stored <- embed_eigenmaps(heat_graph(x, 0.45), 3)
  expect_equal(free$eigenvalues, stored$eigenvalues, tolerance = 1e-9)
  same_space(as.matrix(free), as.matrix(stored), 1e-8)
})

test_that("a spectrum that products do not reach is found from stored weights", {
  skip_on_cran()
  local_few_stored()
  x <- dense_sphere(700)
  y <- replace(rep(NA, 700), 1:20, rep(c("a", "b"), 10))
  stored <- embed_eigenmaps(heat_graph(x, 0.6, self_loops = FALSE), 3)
  learned <- ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 0.6)
  local_functions(list(max_block_products = 1L, max_coarse_products = 0L,
                       krylov_columns = function(n, k) 0))
  said <- conditions_of(fit <- embed_eigenmaps(x, 3, bandwidth = 0.6, self_loops = FALSE))
  expect_gt(fit$settings$entries, few_weights)
  expect_false("lapscale_warning_convergence" %in% said$classes)
  expect_equal(fit$eigenvalues, stored$eigenvalues, tolerance = 1e-9)
  expect_lt(max(fit$residuals), 1e-8)
  same_space(as.matrix(fit), as.matrix(stored))
  again <- ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 0.6)
  expect_equal(predict(again, type = "score"), predict(learned, type = "score"), tolerance = 1e-6)
  # Without memory for them the warning stays.
  local_functions(list(stored_weights = function(weights) NULL))
  expect_warning(embed_eigenmaps(x, 3, bandwidth = 0.6, self_loops = FALSE),
                 class = "lapscale_warning_convergence")
})

test_that("the walk between cells finds what the search without it finds", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(2500, seed = 1))
  fit <- function(h, n_threads = 1) embed_eigenmaps(x, 4, bandwidth = h, n_threads = n_threads)
  for (h in c(0.25, 0.2)) {
    cells <- fit(h)
    expect_gt(cells$settings$entries, 5e5)
    expect_lt(max(cells$residuals), 1e-7)
    expect_identical(as.matrix(fit(h, 3)), as.matrix(cells))
    stored <- embed_eigenmaps(heat_graph(x, h), 4)
    expect_equal(cells$eigenvalues, stored$eigenvalues, tolerance = 1e-8)
    same_space(as.matrix(cells), as.matrix(stored))
    local_functions(list(max_coarse_products = 0L))
    without <- fit(h)
    expect_equal(cells$eigenvalues, without$eigenvalues, tolerance = 1e-8)
    same_space(as.matrix(cells), as.matrix(without))
    local_functions(list(max_coarse_products = 60L))
  }
  # Few neighbors are stored.
  expect_null(fit(0.1)$settings$entries)
})

test_that("a dense graph that is not stored has the spectrum of the stored one", {
  skip_on_cran()
  local_few_stored()
  x <- rbind(as.matrix(sample_swiss_roll(700, seed = 1)), c(40, 10, 10))
  x[701, ] <- x[1, ] + c(5, 0, 0)
  for (self_loops in c(FALSE, TRUE)) {
    # The last point carries a coordinate.
    embed <- function(x, ...) {
      suppressWarnings(embed_diffusion(x, 3, graph = "dense", self_loops = self_loops, ...))
    }
    fit <- embed(x, bandwidth = 2)
    expect_gt(fit$settings$entries, few_weights)
    graph <- heat_graph(x, 2, type = "dense", self_loops = self_loops)
    stored <- suppressWarnings(embed_diffusion(graph, 3))
    expect_equal(fit$eigenvalues, stored$eigenvalues, tolerance = 1e-9)
    expect_equal(abs(as.matrix(fit)), abs(as.matrix(stored)), tolerance = 1e-4)
  }
  # In pieces at the usual cutoff: stored.
  expect_null(embed(rbind(x[1:700, ], 1e3), bandwidth = 2)$settings$entries)
  # What products do not reach is stored after all.
  local_functions(list(max_block_products = 1L, max_coarse_products = 0L))
  again <- embed(x, bandwidth = 2)
  expect_equal(again$eigenvalues, fit$eigenvalues, tolerance = 1e-9)
})

test_that("stored weights are those that products take", {
  skip_on_cran()
  x <- dense_sphere()
  runtime <- new_runtime(NULL, FALSE)
  settings <- list(type = "radius", cutoff = default_cutoff, self_loops = FALSE)
  expect_null(matrix_free_weights(list(x = as.matrix(x)[1:1900, ]), 0.6, settings, 4, runtime))
  weights <- matrix_free_weights(list(x = as.matrix(x)), 0.6, settings, 4, runtime)
  expect_gt(weights$n_entries, min_matrix_free)
  weights$factor <- weights$totals^-0.5
  stored <- stored_weights(weights)
  expect_s4_class(stored, "dgCMatrix")
  f <- cbind(x[, 1], 1)
  expect_equal(unname(times_weights(stored, f)), unname(times_weights(weights, f)))
  withr::with_options(list(lapscale.memory = 1e-4), expect_null(stored_weights(weights)))
})

# Learning on radius graphs whose weights are not stored, beside the same graphs stored.

labelled_sphere <- function(n = 500, n_labels = 40) {
  x <- as.matrix(sample_sphere(n, seed = 1))
  truth <- ifelse(x[, 3] > 0.3, "a", ifelse(x[, 1] > 0, "b", "c"))
  list(x = x, truth = truth, y = replace(truth, -seq(7, n, length.out = n_labels), NA))
}

test_that("functions on a graph that is not stored are those of the stored one", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  h <- 0.5
  stored <- heat_graph(p$x, h, k = 10)
  methods <- list(
    function(...) ssl_eigenmaps(..., seed = 1), function(...) ssl_eigenmaps(..., n_eigen = 6),
    ssl_harmonic, function(...) ssl_iterated(..., m = 2),
    function(...) ssl_diffusion(..., t = 1, mu = 1e-3), ssl_auto
  )
  for (learn in methods) {
    fit <- learn(p$x, p$y, bandwidth = h, graph = "radius")
    same <- learn(stored, p$y, alpha = 0.5)
    expect_gt(fit$graph$entries, few_weights)
    expect_null(same$graph$entries)
    expect_equal(fit$scores, same$scores, tolerance = 1e-6)
    expect_equal(fit$averaged, same$averaged, tolerance = 1e-6)
    expect_equal(fit$held_out, same$held_out, tolerance = 1e-6)
    expect_equal(fit$bound, same$bound, tolerance = 1e-6)
    expect_output(print(fit), "million weights,\\s+not stored")
    expect_equal(predict(fit, p$x[1:9, ], type = "score"),
                 predict(fit, type = "score")[1:9, , drop = FALSE], tolerance = 0.2)
  }
})

test_that("numbers are learned too", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  y <- replace(p$x[, 3], is.na(p$y), NA)
  fit <- ssl_harmonic(p$x, y, bandwidth = 0.5, graph = "radius")
  same <- ssl_harmonic(heat_graph(p$x, 0.5), y, alpha = 0.5)
  expect_equal(scores_of(fit), scores_of(same), tolerance = 1e-7)
})

test_that("weights are stored where points lie apart, edges are added or matrices are needed", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  entries <- function(fit) fit$graph$entries
  expect_null(entries(ssl_eigenmaps(p$x, p$y, n_eigen = 3, bandwidth = 0.1, graph = "radius")))
  far <- rbind(p$x, c(3, 0, 0))
  few <- replace(p$y, -match(c("a", "c"), p$y), NA)
  for (unit in c(1, 1e9)) {
    of_unit <- function(x, y) ssl_harmonic(unit * x, y, bandwidth = unit / 2, graph = "radius")
    expect_null(entries(of_unit(far, c(few, NA))))
    expect_gt(entries(of_unit(p$x, few)), few_weights)
  }
  expect_null(entries(ssl_laprls(p$x, p$y, bandwidth = 0.5, graph = "radius")))
  expect_null(entries(ssl_eigenmaps(p$x, p$y, n_eigen = 3, bandwidth = 0.5, graph = "radius",
                                    landmarks = 400)))
})

test_that("the same bits for any number of threads", {
  skip_on_cran()
  withr::local_options(lapscale.threads = NULL)
  local_few_stored()
  p <- labelled_sphere(900)
  iterated <- function(...) ssl_iterated(..., mu = 1e-3)
  for (learn in list(function(...) ssl_eigenmaps(..., n_eigen = 4), ssl_harmonic, iterated)) {
    scores <- function(n) {
      suppressMessages(
        learn(p$x, p$y, bandwidth = 0.5, graph = "radius", n_threads = n)
      )[c("scores", "held_out")]
    }
    expect_identical(scores(3), scores(1))
  }
})

test_that("memory is refused before the work", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  withr::local_options(lapscale.memory = 1e-4)
  expect_fault(ssl_harmonic(p$x, p$y, bandwidth = 0.5, graph = "radius"), "x", "memory",
               text = "vectors of 500 points")
})

test_that("the loop of a point has its factor from both ends", {
  weights <- list(self_loops = TRUE, factor = c(0.5, 2), n = 2L)
  expect_identical(loop_weights(structure(weights, class = "lapscale_matrix_free")), c(0.25, 4))
  weights$self_loops <- FALSE
  expect_identical(loop_weights(structure(weights, class = "lapscale_matrix_free")), c(0, 0))
})
