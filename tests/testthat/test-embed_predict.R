test_that("points of the fit get their own coordinates, in every method", {
  skip_on_cran()
  x <- bent_strip()
  for (name in names(embed_methods)) {
    e <- embed_methods[[name]](x)
    expect_lt(max(abs(predict(e, x) - as.matrix(e))) / max(abs(as.matrix(e))), 1e-8,
              label = name)
    expect_identical(predict(e), as.matrix(e))
  }
})

test_that("the extension is exact for every type of graph and Laplacian", {
  skip_on_cran()
  x <- bent_strip()
  graphs <- list(
    list(graph = "dense"), list(k = 5, self_loops = FALSE), list(self_loops = FALSE),
    list(graph = "knn", k = 12), list(graph = "knn", k = 12, symmetry = "mutual"),
    list(local_scale = 7, bandwidth = 1)
  )
  for (graph in graphs) {
    for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
      settings <- utils::modifyList(list(x, 3, bandwidth = 0.5, type = type), graph)
      e <- suppressWarnings(do.call(embed_eigenmaps, settings))
      # Without the table of the fit's own points that nearest-neighbor graphs fall back on, and
      # without the means that stand for eigenvectors which vary between neighbors.
      e$model$exact <- TRUE
      e$model["rough"] <- list(NULL)
      error <- max(abs(predict(e, x) - as.matrix(e))) / max(abs(as.matrix(e)))
      expect_lt(error, 1e-8, label = paste(type, paste(names(graph), collapse = " ")))
    }
  }
})

test_that("new points are placed by the plain formula", {
  x <- bent_strip()
  new <- bent_strip(10, seed = 8)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.5, alpha = 0.5, type = "random_walk")
  degree <- rowSums(oracle_weights(x, 0.5, oracle_graph_cutoff))
  lambda <- exp(-e$eigenvalues * 0.5^2 / 4)
  for (i in 1:10) {
    sq <- colSums((t(x) - new[i, ])^2)
    w <- exp(-sq / 0.25) * (sq <= (oracle_graph_cutoff * 0.5)^2) / sqrt(degree)
    want <- colSums(w / sum(w) * plain_matrix(e)) / lambda
    expect_equal(unname(predict(e, new)[i, ]), want, tolerance = 1e-10)
  }
  expect_identical(predict(e, new)[3, , drop = FALSE], predict(e, new[3, , drop = FALSE]))
})

test_that("Isomap and LLE place new points by their formulas", {
  skip_on_cran()
  x <- bent_strip()
  new <- bent_strip(6, seed = 8)
  lle <- embed_lle(x, 2, k = 9)
  isomap <- embed_isomap(x, 2, k = 9)
  geodesic <- oracle_geodesics(unname(x), 9)
  for (i in 1:6) {
    distance <- sqrt(colSums((t(x) - new[i, ])^2))
    near <- order(distance)[1:9]
    w <- oracle_barycentre(unname(x)[near, ], new[i, ], 1e-3)
    expect_equal(unname(predict(lle, new)[i, ]), colSums(w * plain_matrix(lle)[near, ]))
    to_all <- apply(distance[near] + geodesic[near, ], 2, min)
    y <- plain_matrix(isomap)
    want <- -colSums(y * (to_all^2 - rowMeans(geodesic^2))) / (2 * isomap$eigenvalues)
    expect_equal(unname(predict(isomap, new)[i, ]), want, tolerance = 1e-8)
  }
})

test_that("columns are matched by name; other tables are refused", {
  skip_on_cran()
  x <- bent_strip()
  e <- embed_eigenmaps(x, 2, bandwidth = 0.5)
  turned <- expect_condition_of(predict(e, x[1:9, c(3, 1, 2)]), "message_reordered")
  expect_identical(turned, predict(e, x[1:9, ]))
  expect_identical(predict(e, as.data.frame(x[1:9, ])), predict(e, x[1:9, ]))
  expect_fault(predict(e, x[, 1:2]), "newdata", text = "c is missing")
  expect_fault(predict(e, unname(x)[, 1:2]), "newdata", text = "3 columns")
  expect_fault(predict(e, cbind(a = NA_real_, b = 1, c = 1)), "newdata", text = "NA")
  expect_fault(predict(e, matrix("a", 2, 3)), "newdata")
  expect_fault(predict(e, x, colour = 1), "colour")
  expect_identical(dim(predict(e, x[0, ])), c(0L, 2L))
})

test_that("names that do not tell columns apart are not used; more columns are no other order", {
  x <- bent_strip()
  twin <- x
  colnames(twin) <- c("a", "a", "b")
  e <- embed_isomap(twin, 2, k = 10)
  expect_identical(expect_quiet(predict(e, twin)), predict(e, x))
  expect_lt(max(abs(predict(e, twin) - as.matrix(e))), 1e-10)
  e <- embed_isomap(x, 2, k = 10)
  expect_identical(expect_quiet(predict(e, cbind(z = 1, x[, 1:2], y = 2, x[, 3, drop = FALSE]))),
                   predict(e, x))
  expect_condition_of(predict(e, cbind(z = 1, x[, 3:1])), "message_reordered")
  expect_fault(predict(e, cbind(x, a = 1)), "newdata", text = "comes twice")
  turned <- expect_condition_of(predict(e, x[4, c("c", "a", "b")]), "message_reordered")
  expect_equal(unname(turned), unname(predict(e, x)[4, , drop = FALSE]))
})

test_that("augment() takes what predict() takes", {
  x <- bent_strip()
  e <- embed_isomap(x, 2, k = 10)
  one <- augment(e, newdata = x[4, ])
  expect_identical(unname(as.matrix(one)), unname(cbind(x, as.matrix(e), 0)[4, , drop = FALSE]))
  expect_named(one, c("a", "b", "c", ".embed1", ".embed2", ".novelty"))
  turned <- suppressMessages(augment(e, newdata = x[4, c("c", "a", "b")]))
  expect_identical(turned, one)
  sparse <- augment(e, newdata = Matrix::Matrix(x[1:3, ], sparse = TRUE))
  expect_identical(sparse, augment(e, newdata = x[1:3, ]))
  expect_identical(augment(e, newdata = data.frame(x[1:3, ], s = 7))$s, c(7, 7, 7))
  line <- embed_kpca(matrix(c(1, 2, 4, 9)), 1, "linear")
  expect_equal(nrow(augment(line, newdata = c(5, 6))), 2)
})

test_that("a point without neighbors gets its own coordinates", {
  skip_on_cran()
  z <- rbind(bent_strip(), 500)
  for (f in list(embed_diffusion, embed_eigenmaps)) {
    e <- suppressWarnings(f(z, 2, bandwidth = 0.5, self_loops = FALSE))
    placed <- expect_quiet(predict(e, z))
    expect_equal(placed, as.matrix(e), tolerance = 1e-8)
    expect_condition_of(predict(e, rbind(z[151, ] + 1, z[151, ])), "warning_far", "row 1")
  }
})

test_that("what lies far away is NA or placed, method by method, as the page says", {
  skip_on_cran()
  x <- bent_strip()
  far <- x[1, , drop = FALSE] + 1e3
  for (name in setdiff(names(embed_methods), "kpca_linear")) {
    e <- suppressMessages(suppressWarnings(embed_methods[[name]](x)))
    expect_true(all(is.na(expect_condition_of(predict(e, far), "warning_far"))), label = name)
    expect_true(all(is.finite(expect_quiet(predict(e, far, far = "keep")))), label = name)
  }
  # A linear projection goes on everywhere.
  e <- embed_methods$kpca_linear(x)
  expect_identical(expect_quiet(predict(e, far)), predict(e, far, far = "keep"))
})

test_that("points far away are NA with a warning", {
  skip_on_cran()
  x <- bent_strip()
  e <- embed_diffusion(x, 2, bandwidth = 0.5)
  y <- expect_condition_of(predict(e, rbind(x[1:2, ], x[3, ] + 1e4)), "warning_far", "row 3")
  expect_true(all(is.na(y[3, ])) && !any(is.nan(y[3, ])) && all(is.finite(y[1:2, ])))
  for (name in names(embed_methods)) {
    placed <- suppressWarnings(predict(embed_methods[[name]](x), x[1, , drop = FALSE] + 1e150))
    expect_false(any(is.nan(placed)), label = name)
  }
})

test_that("a fit can be saved and used again", {
  skip_on_cran()
  x <- bent_strip()
  file <- withr::local_tempfile()
  for (f in embed_methods) {
    e <- f(x)
    saveRDS(e, file)
    expect_identical(predict(readRDS(file), x[1:5, ] + 0.01), predict(e, x[1:5, ] + 0.01))
  }
})

test_that("augment() gives a tibble for a tibble, the same as for a data.frame", {
  skip_if_not_installed("tibble")
  table <- as.data.frame(scale(datasets::swiss))
  tibble_given <- tibble::as_tibble(table)
  one <- embed_eigenmaps(table, 1, 2)
  x <- rbind(table, table + 100)
  parts <- embed_eigenmaps(x, 1, 2, components = "each")
  same <- function(found, expected) {
    expect_s3_class(found, "tbl_df")
    expect_equal(as.data.frame(found), expected, ignore_attr = "row.names")
  }
  same(augment(one, data = tibble_given), augment(one, data = table))
  same(augment(one, newdata = tibble_given[1:3, ]), augment(one, newdata = table[1:3, ]))
  same(augment(parts, data = tibble::as_tibble(x)), augment(parts, data = x))
  same(augment(parts, newdata = tibble_given[1:3, ]), augment(parts, newdata = table[1:3, ]))
  expect_identical(class(augment(one, data = table)), "data.frame")
})

test_that("far points of an embedding in one coordinate are placed as well if they are kept", {
  x <- as.matrix(sample_circle(100, seed = 1))
  e <- quietly(embed_eigenmaps(x, 1, bandwidth = 0.3, graph = "radius"))
  expect_identical(is.na(quietly(predict(e, rbind(c(9, 9), x[1, ])))), matrix(c(TRUE, FALSE)))
  expect_true(all(is.finite(quietly(predict(e, rbind(c(9, 9), x[1, ]), far = "keep")))))
})
