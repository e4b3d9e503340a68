test_that("which graph is taken where none is given", {
  expect_identical(default_graph("kernel")$name, "radius")
  expect_identical(default_graph("picture", 6)$settings$k, 5L)
  expect_identical(default_graph("picture")$settings$k, 10L)
  expect_identical(default_graph("layout")$settings$k, 36L)
  expect_identical(default_graph("learning", 3000)$name, "dense")
  expect_identical(default_graph("learning", 3001)$name, "radius")
  expect_identical(default_graph("learning", 3001, n_within = 1000)$name, "knn")
  expect_true(takes_picture_graph(list(is_picture = TRUE), 2L))
  expect_false(takes_picture_graph(list(is_picture = TRUE), 4L))
  expect_false(takes_picture_graph(list(bandwidth = 1)))
})

test_that("a point has at most the neighbors that there are", {
  numbers <- c(1, 2, 5, Inf)
  expect_identical(vapply(numbers, usual_neighbors, 0L, type = "knn"), c(1L, 1L, 4L, 10L))
  of_default <- function(n, purpose) default_graph(purpose, n)$settings$k
  expect_identical(vapply(numbers, of_default, 0L, "sparse"), c(1L, 1L, 4L, 10L))
  expect_identical(vapply(numbers, of_default, 0L, "layout"), c(1L, 1L, 4L, 36L))
})
