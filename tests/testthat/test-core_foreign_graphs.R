# A ring of 12 points with two chords as weights, plain.
ring_weights <- function() {
  w <- matrix(0, 12, 12)
  w[cbind(1:12, c(2:12, 1))] <- 1
  w[cbind(c(1, 5), c(4, 9))] <- 0.5
  w + t(w)
}

sparse_ring <- function() as(as(ring_weights(), "CsparseMatrix"), "generalMatrix")

test_that("what is a graph: lists, igraph, sparse symmetric weights; points are not", {
  lists <- list(idx = matrix(c(2, 1), 2), dist = matrix(1, 2))
  expect_true(is_foreign_graph(lists))
  expect_true(is_foreign_graph(sparse_ring()))
  expect_true(is_foreign_graph(as(sparse_ring(), "symmetricMatrix")))
  expect_true(is_foreign_graph(as(sparse_ring(), "nMatrix")))
  expect_true(is_foreign_graph(-sparse_ring()))
  points <- list(
    ring_weights(), data.frame(id = 1:3, dist = 1:3), sparse_ring()[, -1],
    sparse_ring() * (1:12), list(a = 1), dist(1:3), 1:3, NULL,
    Matrix::Matrix(ring_weights(), sparse = FALSE), heat_graph(cbind(1:4), 1)
  )
  for (x in points) expect_false(is_foreign_graph(x))
  broken <- sparse_ring()
  broken@x[[1]] <- NA
  expect_true(is_foreign_graph(broken))
  broken@i[[1]] <- 99L
  expect_false(is_foreign_graph(broken))
})

test_that("a sparse symmetric matrix with a negative entry is no graph and no table of points", {
  skip_on_cran()
  signed <- sparse_ring()
  signed[4, 1] <- signed[1, 4] <- -1
  y <- replace(rep(NA, 12), c(1, 7), c("a", "b"))
  functions <- list(
    cluster_spectral = function(x) cluster_spectral(x, 2, bandwidth = 1),
    embed_eigenmaps = function(x) embed_eigenmaps(x, 2, bandwidth = 1),
    embed_diffusion = function(x) embed_diffusion(x, 2), embed_isomap = embed_isomap,
    embed_lle = embed_lle, embed_kpca = embed_kpca,
    ssl_harmonic = function(x) ssl_harmonic(x, y, bandwidth = 1),
    ssl_eigenmaps = function(x) ssl_eigenmaps(x, y), ssl_laprls = function(x) ssl_laprls(x, y),
    as_heat_graph = as_heat_graph, as_heat_graph = function(x) as_heat_graph(x, 1), bw_gc = bw_gc,
    dim_mle = dim_mle, heat_graph = heat_graph
  )
  correlations <- Matrix::Matrix(cor(normal_points(40, 12)), sparse = TRUE)
  missing <- replace(signed, cbind(c(6, 7), c(7, 6)), NA)
  one_sided <- replace(signed, cbind(2, 11), NA)
  for (x in list(signed, as(signed, "symmetricMatrix"), correlations, missing, one_sided)) {
    for (name in names(functions)) {
      expect_fault(functions[[name]](x), "x", text = "which is negative")
    }
  }
  # Nor do missing entries make a table of it, with or without a negative one.
  omitting <- list(
    cluster_spectral = function(x) cluster_spectral(x, 2, na_action = "omit"),
    embed_eigenmaps = function(x) embed_eigenmaps(x, 2, bandwidth = 1, na_action = "omit"),
    ssl_harmonic = function(x) ssl_harmonic(x, y, na_action = "omit"),
    embed_isomap = function(x) embed_isomap(x, na_action = "omit"),
    bw_gc = function(x) bw_gc(x, na_action = "omit")
  )
  for (name in names(omitting)) {
    expect_fault(omitting[[name]](missing), "x", text = "which is negative")
  }
  for (name in names(omitting)[1:3]) {
    expect_fault(omitting[[name]](replace(missing, cbind(c(1, 4), c(4, 1)), 1)), "x", text = "is NA")
  }
  # Nothing is said of tables that are not symmetric.
  table <- signed[, c(2:12, 1)]
  expect_no_error(quietly(embed_eigenmaps(table, 2, bandwidth = 3)))
})
