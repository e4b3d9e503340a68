test_that("each: one embedding per component, which tables and matrices join", {
  x <- two_strips()
  parts <- embed_isomap(x, 2, k = 10, components = "each")
  expect_length(parts, 2)
  expect_lt(off_by(as.matrix(parts[[2]])[61:100, ], embed_isomap(x[61:100, ], 2, k = 10)), 1e-6)
  expect_identical(as.matrix(parts)[1:60, ], as.matrix(parts[[1]])[1:60, ])
  expect_output(print(parts), "2 embeddings")
  small <- rbind(bent_strip(60), bent_strip(3, seed = 2) + 50)
  few <- expect_condition_of(embed_eigenmaps(small, 5, bandwidth = 0.5, components = "each"),
                             "warning_disconnected")
  expect_length(few, 1)
})

test_that("new points go to the component of their nearest point", {
  skip_on_cran()
  x <- two_strips()
  new <- rbind(bent_strip(5, seed = 8) + 50, bent_strip(7, seed = 9))[c(6:12, 1:5), ]
  for (name in c("eigenmaps", "diffusion", "isomap", "lle", "kpca_isomap")) {
    parts <- embed_methods[[name]](x, components = "each")
    y <- predict(parts, new)
    expect_identical(attr(y, "part"), rep(1:2, c(7, 5)), label = name)
    expect_identical(y[1:7, ], predict(parts[[1]], new[1:7, ]), label = name)
    expect_identical(y[8:12, ], predict(parts[[2]], new[8:12, ]), label = name)
    fitted <- predict(parts, x)
    attr(fitted, "part") <- NULL
    expect_equal(fitted, as.matrix(parts), tolerance = 1e-8, label = name)
    expect_identical(predict(parts), as.matrix(parts))
    expect_identical(dim(predict(parts, new[0, ])), c(0L, 2L))
  }
})

test_that("new points: what has no place is NA or refused, as for one embedding", {
  x <- two_strips()
  parts <- embed_methods$eigenmaps(x, components = "each")
  y <- expect_condition_of(predict(parts, rbind(x[1:2, ], x[3, ] + 1e4)), "warning_far", "row 3")
  expect_true(all(is.na(y[3, ])) && all(is.finite(y[1:2, ])))
  expect_fault(predict(parts, x[, 1:2]), "newdata")
  expect_fault(predict(parts, x, colour = 1), "colour")
  graph <- suppressWarnings(heat_graph(x, 0.5))
  graph$points <- NULL
  expect_fault(predict(embed_eigenmaps(graph, 2, components = "each"), x), "object", "no_points")
})

test_that("the largest gap may leave parts with different numbers of coordinates", {
  skip_on_cran()
  x <- rbind(cbind(cospi(1:80 / 40), sinpi(1:80 / 40)), cbind(1:50 / 20, 9))
  parts <- embed_eigenmaps(x, "gap", bandwidth = 0.3, components = "each")
  expect_identical(unname(is.na(as.matrix(parts)[c(1, 100), ])),
                   cbind(c(FALSE, FALSE), c(FALSE, TRUE)))
  placed <- expect_quiet(predict(parts, x[c(1, 100), ]))
  expect_equal(unname(placed), unname(as.matrix(parts)[c(1, 100), ]), ignore_attr = TRUE)
})

test_that("tables of the parts", {
  x <- two_strips()
  parts <- embed_isomap(x, 2, k = 10, components = "each")
  expect_identical(tidy(parts)$part, c(1L, 1L, 2L, 2L))
  expect_identical(glance(parts)$n, c(60L, 40L))
})

test_that("summaries of the parts", {
  parts <- embed_isomap(two_strips(), 2, k = 10, components = "each")
  expect_length(summary(parts), 2)
  expect_output(print(summary(parts)), "eigenvalue.*eigenvalue")
})

test_that("some of the parts are a list of parts", {
  skip_on_cran()
  x <- two_strips()
  parts <- embed_isomap(x, 2, k = 10, components = "each")
  expect_s3_class(parts[2], "lapscale_embedding_list")
  expect_identical(parts[], parts)
  expect_identical(parts[c(TRUE, TRUE)], parts)
  expect_identical(predict(parts[2], x[61:63, ])[, 1:2],
                   predict(parts[[2]], x[61:63, ]))
  expect_true(all(is.na(as.matrix(parts[2])[1:60, ])))
  for (i in list(0, 3, "a", NA, integer(), list(1))) expect_fault(parts[i], "i")
})

test_that("coordinates beside the data, with the number of the part", {
  skip_on_cran()
  x <- two_strips()
  colnames(x) <- c("a", "b", "c")
  parts <- embed_isomap(x, 2, k = 10, components = "each")
  table <- as.data.frame(parts)
  expect_named(table, c(".part", ".embed1", ".embed2"))
  expect_identical(table$.part, rep(1:2, c(60, 40)))
  expect_identical(unname(as.matrix(table[-1])), unname(as.matrix(parts)))
  expect_equal(as.matrix(augment(parts)[1:3]), x, ignore_attr = TRUE)
  expect_identical(augment(parts, data = data.frame(id = 1:100))$id, 1:100)
  expect_fault(augment(parts, data = x[1:3, ]), "data")
  expect_fault(augment(parts, k = 1), "k")
  want <- predict(parts, x[c(1, 70), ])
  new <- x[c(1, 70), ]
  given <- list(new, as.data.frame(new), Matrix::Matrix(new, sparse = TRUE))
  for (newdata in given) {
    placed <- augment(parts, newdata = newdata)
    expect_named(placed, c("a", "b", "c", ".part", ".embed1", ".embed2", ".novelty"))
    expect_identical(placed$.part, 1:2)
    expect_equal(unname(as.matrix(placed[5:6])), matrix(want, 2))
  }
  expect_identical(dim(augment(parts, newdata = x[1, ])), c(1L, 7L))
  expect_identical(dim(augment(parts, newdata = x[0, ])), c(0L, 7L))
  graph <- suppressWarnings(heat_graph(x, 0.5))
  graph$points <- NULL
  expect_named(augment(embed_eigenmaps(graph, 2, components = "each")), names(table))
})

test_that("the way back needs the embedding of each place", {
  x <- rbind(as.matrix(sample_circle(60, seed = 1)), as.matrix(sample_circle(60, seed = 2)) + 30)
  parts <- quietly(embed_eigenmaps(x, 2, components = "each"))
  expect_fault(predict(parts, matrix(0, 1, 2), type = "data"), "newdata", text = ".part")
  expect_fault(predict(parts, data.frame(.part = 3L, a = 0, b = 0), type = "data"), "newdata")
  rows <- predict(parts[[1]], parts[[1]]$coordinates[1:3, ], type = "data")
  back <- predict(parts, type = "data")
  expect_identical(dim(back), dim(x))
  expect_equal(back[as.data.frame(parts)$.part == 2, ],
               predict(parts[[2]], type = "data")[parts[[2]]$rows, ], ignore_attr = TRUE)
  expect_equal(predict(parts, as.data.frame(parts)[1:3, ], type = "data"), rows,
               ignore_attr = TRUE)
  expect_equal(predict(parts, predict(parts, x[c(1, 61), ]), type = "data"), back[c(1, 61), ],
               tolerance = 1e-6, ignore_attr = TRUE)
  expect_warning(predict(parts, data.frame(.part = c(2L, 1L), a = c(0, 1e3), b = 0),
                         type = "data"), "row 2", class = "lapscale_warning_far")
})
