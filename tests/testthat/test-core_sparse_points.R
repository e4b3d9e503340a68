# Sparse matrices as points: what is found is that of the dense matrix, which is not made.

# Three topics of words that overlap little; two rows coincide, many are as far from the mean as
# others. Large enough to stay sparse.
sparse_topics <- function(n = 1100, p = 2000) {
  set.seed(1)
  topic <- rep_len(1:3, n)
  word <- vapply(topic, function(t) sample(600 * (t - 1) + 1:100, 60), numeric(60))
  x <- Matrix::sparseMatrix(i = rep(seq_len(n), each = 60), j = as.vector(word), x = 1, dims = c(n, p))
  x[2, ] <- x[5, ]
  list(x = x, topic = topic)
}
sparse_data <- sparse_topics()
sparse <- sparse_data$x
dense <- as.matrix(sparse)

test_that("such a matrix stays sparse, and its rows are in the order of dense ones", {
  skip_on_cran()
  expect_s4_class(as_points(sparse, kinds = "sparse")$x, "dgCMatrix")
  expect_identical(canonical_order(sparse), canonical_order(dense))
  expect_identical(first_equal_row(sparse), first_equal_row(dense))
  # Negative and positive entries, those that coincide, and rows without an entry.
  few <- matrix(c(0, 0, 0, -1, 0, 2, 1, 0, 0, -1, 0, 1, 0, -1, 1), ncol = 3, byrow = TRUE)
  few <- few[c(1:5, 4), ]
  as_sparse_few <- methods::as(few, "CsparseMatrix")
  expect_identical(canonical_order(as_sparse_few), canonical_order(few))
})

test_that("bandwidths and dimensions are those of the dense matrix", {
  skip_on_cran()
  same <- function(f, ...) {
    found <- lapply(list(sparse, dense), function(x) as.numeric(quietly(f(x, ...))))
    expect_equal(found[[1L]], found[[2L]], tolerance = 1e-8)
  }
  same(bw_gc, seed = 1)
  same(bw_knn)
  same(bw_median)
  same(bw_kernel_sum)
  same(dim_mle)
  same(dim_growth)
  expect_identical(
    as.data.frame(bw_select(sparse, c("knn", "median"))),
    as.data.frame(bw_select(dense, c("knn", "median")))
  )
})

test_that("graphs, embeddings, clusters and learners are those of the dense matrix", {
  skip_on_cran()
  truth <- factor(sparse_data$topic)
  y <- replace(truth, -(1:30), NA)
  at <- 31:60
  fits <- list(
    function(x) as.matrix(heat_graph(x, 8, type = "knn", k = 9)),
    function(x) {
      e <- embed_diffusion(x, 2, bandwidth = 8)
      expect_equal(unname(predict(e, x[at, ])), unname(as.matrix(e)[at, ]), tolerance = 1e-6)
      expect_equal(predict(e, x[at, ]), predict(e, as.matrix(x[at, ])), tolerance = 1e-12)
      e$eigenvalues
    },
    function(x) cluster_spectral(x, 3, bandwidth = 8, seed = 1)$cluster,
    function(x) {
      fit <- ssl_harmonic(x, y, bandwidth = 4)
      expect_gt(mean(fitted(fit) == truth), 0.9)
      list(fitted(fit), predict(fit, x[at, ]), predict(fit, x[at, ] * 1e200))
    }
  )
  for (fit in fits) expect_equal(quietly(fit(sparse)), quietly(fit(dense)), tolerance = 1e-8)
})

test_that("missing and infinite entries are told or left out", {
  x <- sparse
  x[3, 7] <- NA
  x[9, 2] <- Inf
  expect_fault(bw_knn(x), "x", text = "row 9, column 2")
  left <- quietly(bw_knn(x, na_action = "omit"))
  expect_equal(as.numeric(left), as.numeric(bw_knn(sparse[-c(3, 9), ])))
})
