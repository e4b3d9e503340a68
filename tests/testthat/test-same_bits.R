# Results do not depend on threads or on thread backends; only in the last bits on instruction
# levels. Functions that reach other code on large data have a test of their own.

# All heavy computations on small data, as plain R objects. Runs in child processes too, so it
# names nothing but the package.
all_results <- function(n_threads) {
  options(lapscale.threads = n_threads)
  quietly <- function(expr) suppressMessages(suppressWarnings(expr))
  without_clock <- function(result) {
    for (name in c("selection", "estimate")) {
      if (!is.null(attr(result, name))) attr(result, name)$facts$elapsed <- 0
    }
    result
  }
  narrow <- as.matrix(sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1))
  wide <- as.matrix(sample_sphere(150, noise = 0.05, noise_dims = 32, seed = 1))
  y <- factor(narrow[, 3] > 0)
  few <- replace(y, -seq(1, 400, by = 9), NA)
  graph <- heat_graph(narrow, 0.3)
  numbers <- quietly(list(
    narrow = bw_gc(narrow, d = 2, seed = 1), wide = bw_gc(wide, d = 2, seed = 1, n_points = 60),
    free = bw_gc(narrow, seed = 1), knn = bw_gc(narrow, graph = "knn", k = 12, seed = 1),
    lepski = bw_lepski(narrow, d = 2, seed = 1), rec = bw_rec(narrow),
    kernel_sum = bw_kernel_sum(narrow), msvd = bw_msvd(narrow, d = 2, n_points = 50, seed = 1),
    neighbors = bw_knn(narrow), median = bw_median(narrow), rate = bw_rate(narrow, d = 2),
    cv = bw_cv(narrow, few, ssl_iterated, bandwidths = c(0.1, 0.3, 0.5), seed = 1),
    test_error = bw_test_error(narrow, y, 1:40, ssl_laprls, bandwidths = c(0.1, 0.3, 0.5)),
    growth = dim_growth(narrow, local = TRUE), mle = dim_mle(narrow, local = TRUE),
    slope = dim_kernel_sum(narrow, local = TRUE),
    eigengap = dim_eigengap(narrow, 0.3, local = TRUE, seed = 1),
    boundary = boundary_distance(narrow, 0.3, 2, seed = 1), denoised = noise_remove(wide, seed = 1)
  ))
  embeddings <- quietly(list(
    eigenmaps = embed_eigenmaps(narrow, 2, bandwidth = 0.5),
    diffusion = embed_diffusion(narrow, 2, bandwidth = 0.5, t = "multiscale"),
    isomap = embed_isomap(narrow, 2, k = 10),
    landmarks = embed_isomap(narrow, 2, k = 10, landmarks = 40, seed = 1),
    lle = embed_lle(narrow, 2, k = 10), modified = embed_lle(narrow, 2, k = 10, method = "modified"),
    kpca = embed_kpca(narrow, 2, bandwidth = 0.5)
  ))
  fits <- quietly(list(
    eigenmaps = ssl_eigenmaps(narrow, few, bandwidth = 0.5, n_eigen = 3),
    iterated = ssl_iterated(narrow, few, bandwidth = 0.5, graph = "knn", k = 9),
    diffusion = ssl_diffusion(narrow, few, bandwidth = 0.5),
    harmonic = ssl_harmonic(narrow, few, bandwidth = 0.5),
    laprls = ssl_laprls(narrow, few, bandwidth = 0.5), lapsvm = ssl_lapsvm(narrow, few, bandwidth = 0.5)
  ))
  new <- narrow[1:150, ] + 0.01
  metric <- metric_riemannian(narrow[, 1:2], graph, 2)
  list(
    numbers = lapply(numbers, without_clock),
    embeddings = lapply(embeddings, as.matrix), places = lapply(embeddings, predict, new),
    scores = lapply(fits, predict, type = "score"),
    new_scores = lapply(fits, predict, new, type = "score"),
    pointwise = graph_laplacian_at(
      narrow, narrow[, 1:2], wide[1:9, seq_len(ncol(narrow))], c(0.5, 1), f_y = wide[1:9, 1:2],
      scale = "laplacian"
    ),
    local = metric_distortion(narrow, 0.5, d = 2), metric = metric[c("H", "G")],
    distances = metric_distances(metric, 1:3),
    common = unclass(embed_common(narrow, narrow[, 1:2], bandwidth = 0.5, test = TRUE, seed = 1,
                                  n_permutations = 19)),
    rows = predict(embeddings$isomap, as.matrix(embeddings$isomap) + 0.01, type = "data"),
    graphs = lapply(list(
      radius = graph, dense = heat_graph(wide, 1, "dense"), nearest = heat_graph(wide, 1, "knn", k = 7),
      scaled = heat_graph(narrow, local_scale = 5)
    ), function(graph) graph$weights),
    spectrum = graph_spectrum(graph_laplacian(graph), 8)
  )
}

# The same of points in many columns, of distances, and of a matrix that stays sparse.
wide_results <- function(n_threads) {
  options(lapscale.threads = n_threads)
  quietly <- function(expr) suppressMessages(suppressWarnings(expr))
  many <- as.matrix(sample_sphere(260, noise = 0.05, noise_dims = 280, seed = 1))
  distances <- dist(many[, 1:20])
  angle <- 2 * pi * (1:150) / 150
  along <- outer(angle, angle, function(a, b) pmin(abs(a - b), 2 * pi - abs(a - b)))
  word <- function(i) 40 * (i %% 7) + (i * seq_len(15)) %% 61
  sparse <- Matrix::sparseMatrix(
    i = rep(1:1050, each = 15), j = 1 + unlist(lapply(1:1050, word)), x = 1, dims = c(1050, 2001)
  )
  y <- replace(rep(c("a", "b"), 130), -(1:30), NA)
  of_points <- function(x) {
    e <- embed_diffusion(x, 2, bandwidth = 1)
    fit <- ssl_harmonic(x, y, bandwidth = 1)
    new <- if (inherits(x, "dist")) as.matrix(x)[1:40, ] else x[1:40, ]
    list(
      gc = bw_gc(x, seed = 1), nearest = bw_gc(x, seed = 1, graph = "knn", k = 9),
      kernel_sum = bw_kernel_sum(x), graph = heat_graph(x, 1)$weights, map = as.matrix(e),
      placed = predict(e, new), score = predict(fit, new, type = "score"),
      groups = cluster_spectral(x, 3, bandwidth = 1, seed = 1)$cluster
    )
  }
  found <- quietly(list(
    many = of_points(many), rec = bw_rec(many), growth = dim_growth(many, seed = 1),
    eigengap = dim_eigengap(many, 1, seed = 1), distances = of_points(distances),
    not_euclidean = bw_gc(as.dist(along), seed = 1), sparse = list(
      gc = bw_gc(sparse, seed = 1), near = heat_graph(sparse, 4, "knn", k = 8)$weights,
      placed = predict(
        embed_eigenmaps(sparse, 2, bandwidth = 6, graph = "knn", k = 10), sparse[1:40, ]
      )
    )
  ))
  without_clock <- function(value) {
    for (name in c("selection", "estimate")) {
      if (!is.null(attr(value, name))) attr(value, name)$facts$elapsed <- 0
    }
    if (is.list(value) && !is.data.frame(value)) value[] <- lapply(value, without_clock)
    value
  }
  without_clock(found)
}

test_that("the same bits for any number of threads", {
  skip_on_cran()
  withr::local_options(lapscale.threads = NULL)
  expect_identical(suppressMessages(all_results(3)), all_results(1))
  expect_identical(wide_results(3), wide_results(1))
})

test_that("the same bits on both thread backends", {
  skip_if(identical(Sys.getenv("RCPP_PARALLEL_BACKEND"), "tinythread"), "compared on tbb")
  for (results in list(all_results, wide_results)) {
    here <- withr::with_options(list(lapscale.threads = NULL), results(2))
    there <- in_new_r(results, env = c(RCPP_PARALLEL_BACKEND = "tinythread"), given = 2)
    expect_identical(there, here)
  }
})

test_that("instruction levels agree to rounding", {
  skip_on_cran()
  x <- plain_hourglass(400)
  wide <- as.matrix(sample_sphere(150, noise = 0.05, noise_dims = 32, seed = 1))
  results <- function() {
    graph <- heat_graph(x, 0.3)
    list(
      narrow = bw_gc(x, d = 2, seed = 1),
      knn = quietly(bw_gc(x, graph = "knn", k = 12, seed = 1)),
      wide = bw_gc(wide, d = 2, seed = 1, n_points = 60),
      local = metric_distortion(x, 0.5, d = 2),
      graphs = list(
        graph, heat_graph(wide, 1, "dense"), heat_graph(wide, 1, "knn", k = 7),
        heat_graph(x, local_scale = 5)
      ),
      spectrum = graph_spectrum(graph_laplacian(graph), 8)
    )
  }
  best <- results()
  for (level in c("baseline", "avx2", "avx512")) {
    found <- withr::with_options(list(lapscale.simd = level), results())
    for (name in c("narrow", "knn")) {
      expect_equal(curve_of(found[[name]])$criterion, curve_of(best[[name]])$criterion,
                   tolerance = 1e-10)
    }
    # Directions in many columns come from an iteration that stops at 1e-7.
    expect_equal(curve_of(found$wide)$criterion, curve_of(best$wide)$criterion, tolerance = 1e-6)
    expect_equal(as.numeric(found$narrow), as.numeric(best$narrow), tolerance = 1e-6)
    expect_equal(found$local$distortion, best$local$distortion, tolerance = 1e-10)
    expect_equal(lapply(found$graphs, as.matrix), lapply(best$graphs, as.matrix), tolerance = 1e-10)
    values <- best$spectrum$values
    expect_equal(found$spectrum$values, values, tolerance = 1e-10)
    expect_lt(space_difference(found$spectrum$vectors, best$spectrum$vectors, values), 1e-6)
  }
})

# Wherever the rows come from, and however they are cut into blocks.

test_that("selectors, dimensions and graphs have the same bits on every source of the same rows", {
  skip_on_cran()
  x <- as_floats(plain_hourglass(400))
  jobs <- list(
    gc = function(x) curve_of(bw_gc(x, d = 1, n_points = 60, n_bandwidths = 12, seed = 1)),
    gc_free = function(x) curve_of(bw_gc(x, n_bandwidths = 8, seed = 1)),
    lepski = function(x) as.numeric(bw_lepski(x, d = 2, n_validation = 60, seed = 1)),
    rec = function(x) curve_of(bw_rec(x, n_bandwidths = 8, seed = 1)),
    kernel_sum = function(x) curve_of(bw_kernel_sum(x, n_bandwidths = 12)),
    knn = function(x) as.numeric(bw_knn(x, k = 7)),
    median = function(x) as.numeric(bw_median(x)),
    rate = function(x) as.numeric(bw_rate(x, d = 2)),
    growth = function(x) as.numeric(dim_growth(x)),
    mle = function(x) as.numeric(dim_mle(x)),
    radius = function(x) heat_graph(x, 0.4)$weights,
    nearest = function(x) heat_graph(x, 0.4, type = "knn", k = 8)$weights,
    eigenmaps = function(x) as.matrix(embed_eigenmaps(x, 2, bandwidth = 0.4)),
    harmonic = function(x) {
      predict(ssl_harmonic(x, replace(rep(NA, 400), 1:4, 1:4), bandwidth = 0.4), type = "score")
    },
    at = function(x) graph_laplacian_at(x, y = x, bandwidth = 0.4, d = 2, scale = "density")
  )
  run <- function(x) suppressMessages(suppressWarnings(lapply(jobs, function(job) job(x))))
  expected <- run(x)
  withr::local_options(lapscale.block_rows = 37)
  sources <- sources_of(x, scratch_folder())
  for (name in names(sources)) expect_identical(run(sources[[name]]), expected, info = name)
})

test_that("every predict() takes a source as newdata", {
  skip_on_cran()
  x <- as_floats(plain_circle(120))
  new <- as_floats(plain_circle(50, seed = 2))
  rownames(new) <- paste0("p", 1:50)
  y <- factor(ifelse(x[, 1] > 0, "a", "b"))
  fits <- list(
    embed_eigenmaps(x, 2, bandwidth = 0.3), embed_isomap(x, 2), embed_lle(x, 2),
    embed_kpca(x, 2, bandwidth = 1), embed_kpca(x, 1, kernel = "linear"),
    ssl_harmonic(x, replace(y, 10:120, NA), bandwidth = 0.3),
    ssl_laprls(x, replace(y, 10:120, NA), bandwidth = 0.3),
    cluster_spectral(x, 2, bandwidth = 0.3, seed = 1)
  )
  withr::local_options(lapscale.block_rows = 7)
  for (fit in fits) {
    found <- predict(fit, source_by_function(new))
    expect_identical(found, predict(fit, new), info = class(fit)[[1]])
  }
})

# Done on two threads, by daemons and by the workers of a plan().
routes <- list(
  threads = function(run) run(2L),
  daemons = function(run) with_daemons(2, run),
  plan = function(run) {
    withr::defer(future::plan("sequential"))
    future::plan("multisession", workers = 2)
    run(1L)
  }
)

with_daemons <- function(n, run) {
  local_daemons(n)
  run(1L)
}

test_that("points in memory and rows that are read have the same bits by every route", {
  skip_on_cran()
  skip_if_not_installed("mirai")
  skip_if_not_installed("future")
  x <- as_floats(plain_hourglass(260))
  fit <- embed_eigenmaps(x[1:150, ], 2, bandwidth = 0.5)
  values <- sqrt(1:260)
  jobs <- list(
    gc = function(x) curve_of(bw_gc(x, d = 1, n_points = 50, n_bandwidths = 8, seed = 1)),
    gc_free = function(x) curve_of(bw_gc(x, n_points = 50, n_bandwidths = 8, seed = 1)),
    lepski = function(x) as.numeric(bw_lepski(x, d = 2, f = values, n_bandwidths = 8, seed = 1)),
    kernel_sum = function(x) curve_of(bw_kernel_sum(x, n_bandwidths = 8)),
    slope = function(x) as.numeric(dim_kernel_sum(x)),
    growth = function(x) as.numeric(dim_growth(x, seed = 1)),
    mle = function(x) as.numeric(dim_mle(x)),
    nearest = function(x) heat_graph(x, 0.4, type = "knn", k = 8)$weights,
    predict = function(x) predict(fit, x)
  )
  run <- function(x, n_threads) {
    withr::local_options(lapscale.threads = n_threads)
    suppressMessages(suppressWarnings(lapply(jobs, function(job) job(x))))
  }
  # So that workers are asked for little, and blocks are many.
  local_functions(list(min_work_shared = 0, min_seconds_shared = 0))
  withr::local_options(lapscale.block_rows = 61)
  expected <- run(x, 1L)
  sources <- list(matrix = x, by_function = source_by_function(x))
  for (route in names(routes)) {
    routes[[route]](function(n_threads) {
      for (source in names(sources)) {
        expect_identical(run(sources[[source]], n_threads), expected, info = paste(source, route))
      }
    })
  }
})
