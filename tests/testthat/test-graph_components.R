test_that("components are those that edges reach, by decreasing size, ties by first point", {
  x <- rbind(
    plain_circle(5) + 300, plain_circle(8), plain_circle(5) + 600, plain_circle(3) + 900
  )
  for (kind in c("radius", "dense")) {
    found <- graph_components(heat_graph(x, 2, kind))
    expect_identical(found$count, 4L)
    expect_identical(found$sizes, c(8L, 5L, 5L, 3L))
    expect_identical(found$membership, rep(c(2L, 1L, 3L, 4L), c(5, 8, 5, 3)))
  }
})

test_that("components of random graphs are those of the dense definition", {
  skip_on_cran()
  for (seed in 1:20) {
    links <- withr::with_seed(seed, matrix(stats::runif(900) < 0.03, 30))
    w <- (links | t(links)) * 0.5
    diag(w) <- 0
    found <- graph_components(as_heat_graph(w))
    expected <- oracle_components(w)
    # The same partition.
    expect_identical(match(found$membership, unique(found$membership)),
                     match(expected, unique(expected)))
    expect_identical(found$sizes, sort(tabulate(found$membership), decreasing = TRUE))
    expect_identical(found$sizes[found$membership], tabulate(found$membership)[found$membership])
  }
})

test_that("an isolated point is a component, with or without its loop", {
  x <- rbind(ellipsoid_points(10), 1e3)
  for (self_loops in c(TRUE, FALSE)) {
    found <- graph_components(heat_graph(x, 2, self_loops = self_loops))
    expect_identical(found$sizes, c(10L, 1L))
    expect_identical(found$membership[[11]], 2L)
  }
  expect_identical(graph_components(as_heat_graph(matrix(0, 4, 4)))$membership, 1:4)
})

test_that("edges of weight zero connect nothing", {
  w <- Matrix::sparseMatrix(i = c(1, 2, 2, 3), j = c(2, 1, 3, 2), x = c(1, 1, 0, 0))
  expect_identical(graph_components(as_heat_graph(w))$sizes, c(2L, 1L))
})

test_that("membership has a value per row of the data, named like them", {
  x <- ellipsoid_points(8)
  rownames(x) <- letters[1:8]
  x[3, 1] <- NaN
  graph <- suppressWarnings(heat_graph(x, 5, na_action = "omit"))
  found <- graph_components(graph)
  expected <- stats::setNames(c(1L, 1L, NA, 1L, 1L, 1L, 1L, 1L), letters[1:8])
  expect_identical(found$membership, expected)
  expect_identical(found$sizes, 7L)
})

test_that("igraph finds the same components", {
  skip_if_not_installed("igraph")
  graph <- heat_graph(ellipsoid_points(150), 0.08)
  theirs <- igraph::components(as_igraph(graph))
  ours <- graph_components(graph)
  expect_equal(ours$count, theirs$no)
  expect_equal(ours$sizes, sort(as.integer(theirs$csize), decreasing = TRUE))
})

test_that("faint links count as none in sparse weights as in dense ones", {
  w <- withr::with_seed(1, matrix(stats::runif(400) < 0.2, 20) * 1)
  w <- (w + t(w)) / 2
  w[1:10, 11:20] <- w[11:20, 1:10] <- 0
  w[cbind(1:19, 2:20)] <- w[cbind(2:20, 1:19)] <- 0.5
  for (faint in c(0.5, 1e-8, 1e-12)) {
    w[10, 11] <- w[11, 10] <- faint
    t <- rowSums(w)
    sparse <- as_dgCMatrix(Matrix::Matrix(w, sparse = TRUE))
    for (by_smaller in c(FALSE, TRUE)) {
      found <- components_of(sparse, t, 1e-10, by_smaller)
      expect_identical(found, components_of(w, t, 1e-10, by_smaller))
      expect_identical(found$sizes, if (faint < 1e-10) c(10L, 10L) else 20L)
    }
    expect_identical(components_of(sparse)$sizes, 20L)
  }
})

test_that("a point with faint links only follows them where the smaller degree counts", {
  w <- matrix(0.5, 6, 6)
  w[6, ] <- w[, 6] <- 1e-30
  w[6, 6] <- 0
  t <- rowSums(w)
  for (weights in list(w, as_dgCMatrix(Matrix::Matrix(w, sparse = TRUE)))) {
    expect_identical(components_of(weights, t, 1e-10)$sizes, c(5L, 1L))
    expect_identical(components_of(weights, t, 1e-10, TRUE)$sizes, 6L)
  }
})
