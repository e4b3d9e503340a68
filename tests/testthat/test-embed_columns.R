test_that("a coordinate is explained by the columns along which it changes", {
  x <- withr::with_seed(1, cbind(
    a = 3 * stats::runif(300), b = stats::runif(300), c = 1e-3 * stats::rnorm(300)
  ))
  e <- embed_kpca(x, 2, kernel = "linear")
  found <- embed_columns(e)
  expect_equal(colSums(found$share), c(.embed1 = 1, .embed2 = 1))
  expect_gt(found$share["a", 1], 0.95)
  expect_gt(found$share["b", 2], 0.95)
  expect_identical(tidy(found)$column[c(1, 4)], c("a", "b"))
  expect_output(print(found, n = 1), "coordinate 2: b (9.|100)%")
  expect_equal(ncol(as.data.frame(found)), 4L)
})

# Shares and directions by a singular value decomposition for each point.
oracle_columns <- function(x, y, d, k) {
  nearest <- oracle_nearest_lists(x, k)
  gradients <- lapply(seq_len(nrow(x)), function(i) {
    patch <- c(i, nearest[i, ])
    offset <- scale(x[patch, , drop = FALSE], scale = FALSE)
    axes <- svd(offset, d, d)
    axes$v %*% (crossprod(axes$u, y[patch, , drop = FALSE]) / axes$d[seq_len(d)])
  })
  total <- function(f) Reduce(`+`, lapply(gradients, f))
  squares <- total(function(g) g^2)
  list(share = squares / rep(colSums(squares), each = ncol(x)),
       direction = total(identity) / total(abs))
}

test_that("shares are those of gradients in the tangent planes, for any number of threads", {
  x <- bent_strip(80)
  # Few columns, and more than there are neighbors.
  wide <- cbind(x, sin(1:80 %o% 1:30) / 50)
  for (points in list(x, wide)) {
    e <- embed_isomap(points, 2, k = 10)
    found <- embed_columns(e, d = 2, k = 12)
    expected <- oracle_columns(points, plain_matrix(e), 2, 12)
    expect_equal(found$share, expected$share, ignore_attr = TRUE)
    expect_equal(found$direction, expected$direction, ignore_attr = TRUE)
    expect_identical(embed_columns(e, d = 2, k = 12, n_threads = 2), found)
  }
})

test_that("pictures draw with both devices", {
  e <- embed_isomap(bent_strip(60), 2, k = 8)
  found <- embed_columns(e)
  withr::with_pdf(NULL, expect_identical(plot(found, n = 2), found))
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(found), "ggplot")
})

test_that("refusals name the argument", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 8)
  expect_fault(embed_columns(x), "e")
  expect_fault(embed_columns(quietly(embed_eigenmaps(stats::dist(x), 2, bandwidth = 0.5))), "e")
  for (no_table in list("Catholic", 3, x[, 1], stats::dist(x))) {
    expect_fault(embed_columns(e, no_table), "x", text = "a table with the 60 rows")
  }
  expect_fault(embed_columns(e, d = 0), "d")
  expect_fault(embed_columns(e, k = 60), "k")
  expect_fault(embed_columns(e, d = 2, k = 2), "k")
  graph <- quietly(heat_graph(x, 0.5))
  graph$points <- NULL
  expect_fault(embed_columns(embed_eigenmaps(graph, 2)), "e", class = "no_points")
})

test_that("the points can be given, in the order of the columns, as to embed_quality()", {
  x <- bent_strip()
  e <- embed_isomap(x, 2, k = 10)
  expect_equal(embed_columns(e, x), embed_columns(e))
  of_graph <- embed_isomap(heat_graph(x, 1), 2)
  expect_identical(rownames(embed_columns(of_graph, x)$share), colnames(x))
  expect_fault(embed_columns(of_graph), NULL, class = "no_points")
  expect_fault(embed_columns(e, x[1:5, ]), "x")
})

test_that("columns of a table explain an embedding of its distances", {
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  e <- quietly(embed_eigenmaps(stats::dist(x), 2, bandwidth = 2.5))
  expect_equal(embed_columns(e, x)$share,
               embed_columns(quietly(embed_eigenmaps(x, 2, bandwidth = 2.5)))$share,
               tolerance = 1e-5, ignore_attr = TRUE)
  expect_fault(embed_columns(e), "e")
})

test_that("directions are the signs of the slopes, and both ways is 0", {
  x <- as.matrix(expand.grid(a = seq(-1, 1, length.out = 15), b = seq(0, 4, length.out = 20)))
  e <- embed_kpca(x, 2, kernel = "linear")
  slope <- sign(stats::cor(as.matrix(e), x))
  expect_equal(embed_columns(e)$direction["b", 1], slope[[1, "b"]])
  e$coordinates[, 1] <- x[, "b"] + x[, "a"]^2
  direction <- embed_columns(e)$direction[, 1]
  expect_gt(direction[["b"]], 0.9)
  expect_lt(abs(direction[["a"]]), 0.1)
  expect_output(print(embed_columns(e)), "a [0-9]+% \\(\\+-\\)")
})

test_that("another table of the same rows explains an embedding", {
  scores <- stats::prcomp(iris[1:4])$x[, 1:2]
  e <- quietly(embed_isomap(scores, 2, k = 10))
  other <- quietly(embed_columns(e, iris[1:4]))
  expect_setequal(rownames(other$share), names(iris)[1:4])
  expect_identical(rownames(other$share)[which.max(other$share[, 1])], "Petal.Length")
  # A table that turns the points has the same gradients, turned.
  turn <- qr.Q(qr(matrix(c(1, 2, 3, 4, 1, 0), 3)))
  turned <- structure(scores %*% t(turn), dimnames = list(NULL, c("u", "v", "w")))
  expect_lt(max(abs(colSums(embed_columns(e, turned)$share) - 1)), 1e-10)
  expect_fault(embed_columns(e, iris[1:9, 1:4]), "x")
  # Points without names have a table of another width as another table too, with its own scaling.
  unnamed <- quietly(embed_isomap(unname(scores), 2, k = 10, scale = TRUE))
  named <- quietly(embed_isomap(scores, 2, k = 10, scale = TRUE))
  expect_silent(found <- embed_columns(unnamed, iris[1:4]))
  expect_identical(found, embed_columns(named, iris[1:4]))
})

test_that("columns explain clusters by the differences of means", {
  skip_on_cran()
  clusters <- cluster_spectral(iris[1:4], 3, seed = 1)
  columns <- embed_columns(clusters, iris)
  z <- scale(as.matrix(iris[1:4]))
  means <- rowsum(z, clusters$cluster) / tabulate(clusters$cluster)
  expect_equal(unname(sign(means[2, ])),
               unname(columns$direction[colnames(means), 2]))
  expect_equal(columns$share["Petal.Length", 1] / columns$share["Sepal.Width", 1],
               means[[1, 3]]^2 / means[[1, 2]]^2)
  expect_equal(unname(colSums(columns$share)), c(1, 1, 1))
  expect_output(print(columns), "cluster 1: ")
  expect_drawn(picture(columns))
  of_graph <- cluster_spectral(as(heat_graph(as.matrix(iris[1:4]), 1), "CsparseMatrix"), 2)
  expect_fault(embed_columns(of_graph), "x")
})

test_that("columns of several tables are those of all of them, scaled as in the fit", {
  states <- as.data.frame(datasets::state.x77)[-5]
  e <- embed_common(state = states, arrests = datasets::USArrests, scale = TRUE, seed = 1)
  columns <- embed_columns(e)
  expect_identical(
    rownames(columns$share),
    c(paste0("state.", names(states)), paste0("arrests.", names(datasets::USArrests)))
  )
  expect_equal(embed_columns(e, states)$share, embed_columns(e, scale(states))$share)
})
