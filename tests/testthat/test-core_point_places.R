# Rows at one place.

test_that("places are found for matrices, sparse matrices, and distances", {
  x <- rbind(c(1, 0), c(0, 2), c(1, 0), c(-0, 2), c(3, 3))
  expected <- list(first = c(1L, 2L, 5L), index = c(1L, 2L, 1L, 2L, 3L), count = c(2L, 2L, 1L))
  expect_identical(group_equal_rows(x), expected)
  expect_identical(group_equal_rows(as_sparse(x)), expected)
  distances <- as_points(stats::dist(x), kinds = "distances")$x
  expect_identical(group_equal_rows(distances), expected)
  some <- pick_points(distances, expected$first)
  expect_equal(unclass(some), as.matrix(stats::dist(x[expected$first, ])), ignore_attr = TRUE)
  expect_identical(pick_points(x, 1:5), x)
})

test_that("points are merged where most of them coincide, and count as often as they come", {
  x <- checked_points(rbind(matrix(0, 6, 2), diag(2)))
  merged <- merge_copies(x)
  expect_identical(merged$x, rbind(c(0, 0), diag(2)))
  expect_identical(merged$mass, c(6, 1, 1))
  expect_identical(merge_copies(checked_points(diag(4))), checked_points(diag(4)))
})

# What looks at nearest neighbors gives each row of a place what one has that stands alone, in time
# that is linear in the rows.

# Every row twice, in another order, and some of them many times.
copied_rows <- function(n) c(rev(seq_len(n)), seq_len(n), rep(1:3, 10))

test_that("embeddings of copies are those of the different rows", {
  skip_on_cran()
  x <- bent_strip(80)
  at <- copied_rows(80)
  local <- list(
    function(x) embed_lle(x, 2), function(x) embed_lle(x, 2, method = "modified"),
    function(x) embed_lle(x, 2, k = 10, method = "hessian"), function(x) embed_ltsa(x, 2, k = 10)
  )
  new <- x[1:5, ] + 0.01
  for (f in local) {
    one <- f(x)
    many <- quietly(f(x[at, ]))
    expect_lt(off_by(plain_matrix(many), plain_matrix(one)[at, ]), 1e-6)
    expect_lt(off_by(predict(many, new), predict(one, new)), 1e-6)
    expect_equal(predict(many, x[at, ]), as.matrix(many))
  }
  # Classical scaling knows how many there are of each.
  one <- embed_isomap(x, 2, k = 8)
  twice <- quietly(embed_isomap(rbind(x, x), 2, k = 8))
  expect_lt(off_by(plain_matrix(twice), rbind(plain_matrix(one), plain_matrix(one))), 1e-8)
  expect_equal(twice$eigenvalues, 2 * one$eigenvalues)
  radius <- quietly(embed_isomap(rbind(x, x), 2, radius = 0.6))
  expect_equal(radius$eigenvalues, 2 * embed_isomap(x, 2, radius = 0.6)$eigenvalues)
  expect_equal(embed_columns(twice)$share, embed_columns(one)$share)
})

test_that("a graph of nearest neighbors joins the nearest places, of points, distances, and files", {
  x <- bent_strip(40)
  at <- copied_rows(40)
  lists <- function(x, ...) as.matrix(heat_graph(x, 0.5, type = "knn", k = 5, ...))
  one <- unname(lists(x))
  expected <- (one + diag(40))[at, at]
  diag(expected) <- 0
  copies <- unname(x[at, ])
  expect_equal(lists(copies), expected)
  expect_equal(lists(stats::dist(copies)), expected)
  expect_identical(lists(Matrix::Matrix(copies, sparse = TRUE)), lists(copies))
  mutual <- unname(lists(x, symmetry = "mutual"))
  expect_equal(unname(lists(copies, symmetry = "mutual"))[1:40, 1:40], mutual[40:1, 40:1])
  source <- point_source(nrow(copies), 3, function(rows) copies[rows, ])
  withr::local_options(lapscale.paged = TRUE)
  expect_identical(suppressMessages(lists(source)), lists(copies))
})

test_that("many copies are quick, or an error that says that there are copies", {
  skip_on_cran()
  x <- bent_strip(30)
  many <- rbind(matrix(0, 20000, 3), x)
  for (f in list(
    function(x) embed_lle(x, 2), function(x) embed_lle(x, 2, k = 10, method = "hessian"),
    function(x) embed_ltsa(x, 2)
  )) {
    y <- plain_matrix(quietly(f(many)))
    expect_true(all(is.finite(y)))
    expect_identical(y[1, ], y[20000, ])
  }
  withr::local_options(lapscale.memory = 1)
  expect_fault(heat_graph(many, 1, type = "knn", k = 5), "x", class = "memory", text = "coincide")
  chosen <- quietly(bw_gc(many, seed = 1))
  expect_equal(as.numeric(chosen), as.numeric(quietly(
    bw_gc(rbind(0, x), weights = c(20000, rep(1, 30)), seed = 1)
  )))
  expect_identical(glance(chosen)$n, 20030L)
})

test_that("where most rows are copies, spectral methods take a vertex for each place", {
  skip_on_cran()
  x <- matrix(unclass(sample_swiss_roll(150, seed = 3)), 150)
  at <- c(rep(1:5, each = 400), 1:150)
  rows <- x[at, ]
  # As the graph of all rows, which is a graph that is given and is not looked at again.
  of_graph <- function(embed, ...) {
    quietly(embed(heat_graph(rows, 4), 2, ...))
  }
  for (embed in list(embed_eigenmaps, embed_diffusion)) {
    e <- quietly(embed(rows, 2, bandwidth = 4))
    expect_equal(as.vector(e$eigenvalues), of_graph(embed)$eigenvalues, tolerance = 1e-8)
    expect_lt(off_by(plain_matrix(e), plain_matrix(of_graph(embed))), 1e-5)
    expect_equal(predict(e, rows[c(1, 2001, 2100), ]), as.matrix(e)[c(1, 2001, 2100), ])
    expect_identical(nrow(augment(e)), nrow(rows))
    expect_identical(as.matrix(e)[2001, ], as.matrix(e)[1, ])
  }
  types <- c("symmetric", "random_walk", "unnormalized")
  for (type in types) {
    e <- quietly(embed_eigenmaps(rows, 2, bandwidth = 4, type = type))
    expected <- of_graph(embed_eigenmaps, type = type)
    expect_equal(e$eigenvalues, expected$eigenvalues, tolerance = 1e-8)
    expect_lt(off_by(plain_matrix(e), plain_matrix(expected)), 1e-5)
  }
  own <- rep(1:3, 50)[at]
  groups <- cluster_spectral(rows + 30 * own, 3, bandwidth = 10)
  expect_identical(sum(table(groups$cluster, own) > 0), 3L)
  expect_identical(tidy(groups)$size, tabulate(groups$cluster))
  expect_identical(as.integer(predict(groups, rows + 30 * own)), groups$cluster)
  layout <- as.matrix(embed_layout(rows))
  expect_identical(layout[2001:2005, ], layout[c(1, 401, 801, 1201, 1601), ])
  parts <- quietly(embed_eigenmaps(rows, 2, bandwidth = 1, components = "largest"))
  expect_true(anyNA(as.matrix(parts)))
  expect_identical(parts$rows, which(!is.na(as.matrix(parts)[, 1])))
})

test_that("numbers are learned of copies as of single rows, each label by itself", {
  skip_on_cran()
  x <- withr::with_seed(3, as.matrix(expand.grid(0:9, 0:9)) + stats::runif(200, -0.3, 0.3))
  z <- 2 * x[, 1] - x[, 2] + 3
  known <- seq(1, 100, by = 7)
  at <- rep(1:100, each = 15)
  first <- match(known, at)
  fit <- ssl_hessian(x[at, ], replace(z[at], -first, NA), mu = 0.1, seed = 1)
  expect_equal(fitted(fit), z[at], tolerance = 1e-6)
  noisy <- z + rep(c(-1, 1), 50)
  one <- ssl_hessian(x, replace(noisy, -known, NA), mu = 0.1, seed = 1)
  many <- ssl_hessian(x[at, ], replace(noisy[at], -first, NA), mu = 0.1, seed = 1)
  expect_equal(fitted(many), fitted(one)[at], tolerance = 1e-6)
  new <- x[1:4, ] + 0.02
  expect_equal(predict(many, new), predict(one, new), tolerance = 1e-6)
})
