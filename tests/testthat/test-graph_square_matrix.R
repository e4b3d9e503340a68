test_that("square matrices: what is wrong is told with the first entry", {
  expect_fault(check_square(matrix(0, 2, 3)), "x", text = "2 x 3")
  expect_fault(check_square(matrix(0, 1, 1)), "x", text = "1 x 1")
  as_sparse <- function(m) as_general(Matrix::Matrix(m, sparse = TRUE))
  m <- matrix(c(0, 1, 2, 1, 0, 3, 2, 3, 0), 3)
  expect_equal(as.matrix(as_symmetric(as_sparse(m), "weights")), m)
  expect_fault(as_symmetric(as_sparse(replace(m, 2, -1)), "weights"), "x",
               text = "entry 2, 1 is -1")
  expect_fault(as_symmetric(as_sparse(replace(m, 6, NA)), "distances"), "x",
               text = "entry 3, 2 is NA")
  expect_fault(as_symmetric(as_sparse(replace(m, 4, 9)), "weights"), "x", text = "symmetric")
})

test_that("differences of rounding are averaged, with a message; larger ones show in the error", {
  m <- matrix(c(0, 1, 1 + 1e-13, 0), 2)
  symmetric <- expect_condition_of(
    as_symmetric(as_general(Matrix::Matrix(m, sparse = TRUE)), "weights"), "message_symmetrised",
    "`x`"
  )
  expect_identical(as.matrix(symmetric), t(as.matrix(symmetric)))
  m[1, 2] <- 1 + 1e-9
  asymmetric <- as_general(Matrix::Matrix(m, sparse = TRUE))
  error <- expect_fault(as_symmetric(asymmetric, "weights"), "x")
  # The two numbers in the message must differ, or the reader does not see what is wrong.
  expect_match(text_of(error), "are 1 and 1.000000001.", fixed = TRUE)
})

test_that("asymmetry is seen beside an entry that is much larger", {
  skip_on_cran()
  d <- unname(as.matrix(dist(normal_points(6, 2))))
  d[1, 2] <- 1e9
  d[2, 1] <- 1e9 * (1 + 2e-15)
  d[3, 4] <- 1e-5
  d[4, 3] <- 2e-5
  for (values in c("distances", "weights")) {
    dense <- methods::new("dgeMatrix", x = c(d), Dim = dim(d))
    for (x in list(d, as_sparse(d), dense)) {
      error <- expect_fault(as_heat_graph(x, 1e-5, values = values), "x", text = "symmetric")
      expect_match(text_of(error), "entries (3, 4|4, 3)")
    }
  }
})

test_that("a plain matrix becomes a sparse one entry by entry", {
  m <- matrix(c(0, 1, NA, 0, -2, 0, 3, 0, Inf), 3)
  expect_identical(unname(as.matrix(as_sparse(m))), m)
  expect_s4_class(as_sparse(m > 0 & !is.na(m)), "dgCMatrix")
  expect_identical(as_sparse(diag(4))@x, rep(1, 4))
})

test_that("distances, weights and edges of pairs are told from points", {
  x <- normal_points(12, 2)
  near <- unname(as.matrix(dist(x)))
  expect_identical(pairs_like(near), "a matrix of distances")
  expect_identical(pairs_like(exp(-near^2)), "a matrix of weights")
  expect_identical(pairs_like((near < 1) - diag(12)), "a matrix of edges")
  expect_identical(pairs_like(cor(t(x))), "a matrix of correlations")
  expect_identical(pairs_like(cor(normal_points(30, 5))), "a matrix of correlations")
  points <- list(
    x, near[, -1], near[1:2, 1:2], -near, near + diag(12:1), near * (1:12), diag(4),
    matrix(1, 3, 3), matrix(0, 3, 3), toeplitz(1:4), replace(near, 2, NA),
    replace(near, c(2, 13), -1), -diag(3)
  )
  for (m in points) expect_null(pairs_like(m))
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
    select_bandwidth = function(x) select_bandwidth(x, c("median", "knn")),
    embed_eigenmaps = embed_eigenmaps, embed_isomap = embed_isomap, embed_lle = embed_lle,
    embed_kpca = embed_kpca, ssl = function(x) ssl_harmonic(x, y),
    laprls = function(x) ssl_laprls(x, y), cluster_spectral = function(x) cluster_spectral(x, 2),
    report = function(x) bandwidth_report("median", x),
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
  correlations <- cor(normal_points(60, 12))
  for (table in list(correlations, as.data.frame(correlations))) {
    expect_warning(bw_median(table), "looks like a matrix of correlations of 12 points",
                   class = "lapscale_warning_pairs")
  }
})
