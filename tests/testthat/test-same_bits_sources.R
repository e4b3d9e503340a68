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
    at = function(x) laplacian_at(x, y = x, bandwidth = 0.4, d = 2, scale = "density")
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
