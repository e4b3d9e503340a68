test_that("some of the parts are a list of parts", {
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
    expect_named(placed, c("a", "b", "c", ".part", ".embed1", ".embed2"))
    expect_identical(placed$.part, 1:2)
    expect_equal(unname(as.matrix(placed[5:6])), matrix(want, 2))
  }
  expect_identical(dim(augment(parts, newdata = x[1, ])), c(1L, 6L))
  expect_identical(dim(augment(parts, newdata = x[0, ])), c(0L, 6L))
  graph <- suppressWarnings(heat_graph(x, 0.5))
  expect_named(augment(embed_eigenmaps(graph, 2, components = "each")), names(table))
})
