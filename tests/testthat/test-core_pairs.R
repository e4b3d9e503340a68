# What the warning calls a table that looks as if it held pairs of points.
looks_like <- function(x) {
  told <- conditions_of(try(as_points(x, kinds = "sparse"), silent = TRUE))
  text <- told$texts[told$classes == "lapscale_warning_pairs"]
  sub(".*looks like (a matrix of [a-z]+) .*", "\\1", gsub("\n", " ", text))
}

test_that("distances, weights and edges of pairs are told from points", {
  x <- normal_points(12, 2)
  near <- unname(as.matrix(dist(x)))
  expect_identical(looks_like(near), "a matrix of distances")
  expect_identical(looks_like(exp(-near^2)), "a matrix of weights")
  expect_identical(looks_like((near < 1) - diag(12)), "a matrix of edges")
  expect_identical(looks_like(cor(t(x))), "a matrix of correlations")
  expect_identical(looks_like(cor(normal_points(30, 5))), "a matrix of correlations")
  points <- list(
    x, near[, -1], near[1:2, 1:2], -near, near + diag(12:1), near * (1:12), diag(4),
    matrix(1, 3, 3), matrix(0, 3, 3), toeplitz(1:4), replace(near, c(2, 13), -1), -diag(3)
  )
  for (m in points) expect_length(looks_like(m), 0)
})

test_that("points that look like pairs are warned of once, whatever takes them", {
  skip_on_cran()
  x <- as.matrix(sample_moons(60, noise = 0.05, seed = 1))
  near <- as.matrix(dist(x))
  y <- replace(rep(c("a", "b"), 30), 13:60, NA)
  takers <- list(
    bw_gc = function(x) bw_gc(x, seed = 1), bw_median = bw_median, bw_knn = bw_knn,
    bw_kernel_sum = bw_kernel_sum, bw_rate = function(x) bw_rate(x, 2), dim_mle = dim_mle,
    dim_eigengap = dim_eigengap, dim_estimate = dim_estimate, heat_graph = heat_graph,
    bw_select = function(x) bw_select(x, c("median", "knn")),
    embed_eigenmaps = embed_eigenmaps, embed_isomap = embed_isomap, embed_lle = embed_lle,
    embed_kpca = embed_kpca, ssl = function(x) ssl_harmonic(x, y),
    laprls = function(x) ssl_laprls(x, y), cluster_spectral = function(x) cluster_spectral(x, 2),
    report = function(x) bw_report("median", x),
    scales = function(x) embed_scales(x, c(1, 2, 3)),
    data.frame = function(x) bw_median(as.data.frame(x)),
    Matrix = function(x) bw_median(Matrix::Matrix(x, sparse = TRUE))
  )
  for (name in names(takers)) {
    said <- conditions_of(suppressMessages(takers[[name]](near)))
    warned <- said$classes == "lapscale_warning_pairs"
    expect_identical(sum(warned), 1L, info = name)
    expect_match(said$texts[warned], "looks like a matrix of distances of 60 points", fixed = TRUE)
    expect_match(said$texts[warned], "as.dist(x)", fixed = TRUE)
  }
  e <- suppressWarnings(embed_eigenmaps(near, 2))
  expect_silent(predict(e, near))
  # Roots of rounding errors on the diagonal, as cosines have them.
  expect_length(looks_like(replace(near, cbind(1:60, 1:60), 4e-8 * max(near) * (1:60 %% 2))), 1)
  expect_length(looks_like(replace(near, cbind(1:60, 1:60), 1e-3 * max(near) * (1:60 %% 2))), 0)
  correlations <- cor(normal_points(60, 12))
  for (table in list(correlations, as.data.frame(correlations))) {
    expect_warning(bw_median(table), "looks like a matrix of correlations of 12 points",
                   class = "lapscale_warning_pairs")
  }
})

test_that("tables that look like pairs are warned of if entries are missing, and if they are sparse", {
  correlations <- replace(cor(normal_points(60, 12)), cbind(c(3, 5), c(5, 3)), NA)
  diag(correlations)[[1L]] <- NA
  for (table in list(correlations, as.data.frame(correlations))) {
    expect_warning(bw_median(table[1:12, ], na_action = "omit"),
                   "looks like a matrix of correlations of 12 points",
                   class = "lapscale_warning_pairs") |> suppressWarnings()
  }
  ring <- Matrix::bandSparse(1500, k = c(-1, 1), diagonals = list(rep(1, 1499), rep(1, 1499)))
  expect_true(methods::is(quietly(as_points(ring, kinds = "sparse"))$x, "dgCMatrix"))
  expect_warning(as_points(ring, kinds = "sparse"), "looks like a matrix of edges of 1500 points",
                 class = "lapscale_warning_pairs")
  expect_length(looks_like(as_sparse(diag(40))), 0)
})

test_that("a table of genes by cells is told from one of cells by genes", {
  genes <- withr::with_seed(1, matrix(
    stats::rpois(1000 * 30, exp(stats::rnorm(1000, 0, 1.5))), 1000,
    dimnames = list(paste0("gene", 1:1000), paste0("cell", 1:30))
  ))
  said <- function(x) {
    text <- character()
    withCallingHandlers(suppressWarnings(bw_median(x)), lapscale_message_transposed = function(m) {
      text <<- c(text, text_of(m))  # nolint: undesirable_operator_linter.
      invokeRestart("muffleMessage")
    }, message = function(m) invokeRestart("muffleMessage"))
    text
  }
  for (x in list(genes, log1p(genes), as.data.frame(genes), Matrix::Matrix(genes, sparse = TRUE))) {
    expect_match(said(x), "use `t(x)`", fixed = TRUE)
  }
  depth <- genes * rep(seq(0.5, 2, length.out = 30), each = 1000)
  expect_length(said(log1p(depth)), 1L)
  noise <- withr::with_seed(2, matrix(stats::rexp(30000), 1000, dimnames = dimnames(genes)))
  # As many columns as rows are told apart in counts.
  more <- withr::with_seed(1, matrix(
    stats::rnbinom(100 * 200, mu = exp(stats::rnorm(100, 0, 1.5)), size = 2), 100,
    dimnames = list(paste0("gene", 1:100), NULL)
  ))
  expect_match(said(more), "use `t(x)`", fixed = TRUE)
  expect_match(said(Matrix::Matrix(more, sparse = TRUE)), "use `t(x)`", fixed = TRUE)
  days <- more
  rownames(days) <- format(as.Date("2020-01-01") + 1:100)
  for (x in list(more + 0.5, more + 1, days, t(more), unname(more))) expect_length(said(x), 0L)
  for (x in list(t(genes), unname(genes), noise, genes[1:100, 1:5])) expect_length(said(x), 0L)
})

test_that("a series of single times proposes windows, which are no series", {
  series <- stats::ts(cbind(sin(1:40), cos(1:40)))
  expect_message(bw_knn(series, 5), "embed\\(", class = "lapscale_message_series")
  expect_message(bw_knn(series[, 1], 5), "embed\\(", class = "lapscale_message_series")
  expect_no_message(bw_knn(stats::embed(series, 3), 5))
  expect_no_message(bw_knn(as.data.frame(series), 5))
})
