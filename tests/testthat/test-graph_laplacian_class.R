test_that("%*% is the product with the dense matrix, for vectors and matrices", {
  skip_on_cran()
  x <- ellipsoid_points(40)
  f <- normal_points(40, 3, seed = 2)
  for (kind in c("radius", "dense")) {
    for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
      laplacian <- graph_laplacian(heat_graph(x, 0.5, kind), type)
      dense <- as.matrix(laplacian)
      expect_equal(laplacian %*% f, dense %*% f)
      expect_equal(as.vector(laplacian %*% f[, 1]), as.vector(dense %*% f[, 1]))
      expect_equal(laplacian %*% (f[, 1] > 0), dense %*% (f[, 1] > 0))
    }
  }
})

test_that("products carry the names of the rows and of the columns of f", {
  x <- ellipsoid_points(6)
  rownames(x) <- letters[1:6]
  laplacian <- graph_laplacian(heat_graph(x, 1))
  f <- matrix(1:12, 6, dimnames = list(NULL, c("u", "v")))
  expect_identical(dimnames(laplacian %*% f), list(letters[1:6], c("u", "v")))
  expect_identical(rownames(laplacian %*% 1:6), letters[1:6])
  expect_null(dimnames(graph_laplacian(heat_graph(unname(x), 1)) %*% 1:6))
  expect_identical(dimnames(as.matrix(laplacian)), list(letters[1:6], letters[1:6]))
  expect_identical(rownames(methods::as(laplacian, "CsparseMatrix")), letters[1:6])
})

test_that("dim(), diag() and as() agree with the dense matrix", {
  skip_on_cran()
  kinds <- expand.grid(
    kind = c("radius", "dense"), type = c("symmetric", "unnormalized"), loops = c(TRUE, FALSE),
    stringsAsFactors = FALSE
  )
  for (i in seq_len(nrow(kinds))) {
    graph <- heat_graph(ellipsoid_points(25), 0.7, kinds$kind[[i]], self_loops = kinds$loops[[i]])
    laplacian <- graph_laplacian(graph, kinds$type[[i]])
    dense <- as.matrix(laplacian)
    expect_identical(dim(laplacian), c(25L, 25L))
    expect_equal(unname(diag(laplacian)), diag(dense))
    sparse <- methods::as(laplacian, "CsparseMatrix")
    expect_s4_class(sparse, "dgCMatrix")
    expect_equal(as.matrix(sparse), dense)
    expect_equal(dense, t(dense))
  }
})

test_that("as() knows the sparse classes by their names", {
  skip_on_cran()
  x <- ellipsoid_points(25)
  rownames(x) <- letters[1:25]
  for (kind in c("radius", "dense")) {
    for (type in c("geometric", "symmetric", "unnormalized")) {
      laplacian <- graph_laplacian(heat_graph(x, 0.7, kind), type)
      expected <- methods::as(laplacian, "CsparseMatrix")
      for (class in c("sparseMatrix", "dgCMatrix")) {
        expect_identical(methods::as(laplacian, class), expected, info = class)
      }
    }
  }
})

test_that("f of another length or kind is refused", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(10), 1))
  for (bad in list(1:9, "a", letters[1:10], matrix(1, 9, 2), NULL, list(1))) {
    expect_fault(laplacian %*% bad, "y")
  }
})

test_that("Laplacians print what they are", {
  graph <- heat_graph(plain_circle(30), 0.5)
  expect_snapshot(transform = hide_numbers, {
    graph_laplacian(graph)
    graph_laplacian(graph, "random_walk")
    graph_laplacian(graph, "symmetric", alpha = 0.5)
    graph_laplacian(graph, "unnormalized")
    graph_laplacian(graph, "unnormalized", d = 1)
    graph_laplacian(heat_graph(plain_circle(30), 0.5, "dense"))
  })
})

test_that("as.matrix() of a large Laplacian is refused before it is made", {
  skip_on_cran()
  laplacian <- suppressWarnings(graph_laplacian(heat_graph(ellipsoid_points(300), 0.05)))
  withr::local_options(lapscale.memory = 1e-5)
  expect_fault(as.matrix(laplacian), "x", class = "memory")
})

test_that("a Laplacian is stored and read with all it is", {
  laplacian <- graph_laplacian(heat_graph(plain_circle(60), 0.5))
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(laplacian, file)
  expect_identical(readRDS(file), laplacian)
})

test_that("head() and tail() are rows of the sparse matrix", {
  laplacian <- graph_laplacian(heat_graph(iris[1:4], 0.5))
  rows <- as(laplacian, "CsparseMatrix")
  expect_identical(head(laplacian, 2), rows[1:2, ])
  expect_identical(unname(as.matrix(tail(laplacian, 2))), unname(as.matrix(rows[149:150, ])))
})
