test_that("two columns of the rows kept, from tables of any kind", {
  of <- list(n_given = 4L, rows = c(1L, 3L, 4L))
  x <- cbind(a = c(1, 2, 3, 4), b = c(5, 6, 7, 8), c = 0)
  expected <- x[c(1, 3, 4), 1:2]
  for (table in list(x, as.data.frame(x), Matrix::Matrix(x))) {
    expect_identical(resolve_place(table, of), expected)
    expect_identical(place_labels(resolve_place(table, of)), c("a", "b"))
  }
  line <- resolve_place(x[, 1], of)
  expect_identical(unname(line), cbind(c(1, 3, 4), 0))
  expect_identical(place_labels(line), c("coordinate 1", ""))
  expect_identical(place_labels(unname(x[, 1:2])), c("coordinate 1", "coordinate 2"))
  expect_identical(place_labels(resolve_place(x[, 1, drop = FALSE], of)), c("a", ""))
})

test_that("an embedding is drawn in its coordinates, with rows that are NA", {
  x <- two_strips()
  e <- suppressWarnings(embed_isomap(x, 1, k = 10, components = "largest"))
  place <- resolve_place(e, list(n_given = 100L, rows = seq_len(100)))
  expect_identical(unname(place), cbind(plain_matrix(e), 0))
  expect_identical(place_labels(place), c("coordinate 1", ""))
})

test_that("what gives no places is refused by name", {
  skip_on_cran()
  of <- list(n_given = 3L, rows = 1:3)
  expect_fault(resolve_place("a", of), "coordinates")
  expect_fault(resolve_place(diag(4), of), "coordinates", text = "3 rows")
  expect_fault(resolve_place(matrix(0, 3, 0), of), "coordinates", text = "0 columns")
  expect_fault(resolve_place(cbind(c(1, NA, NA), c(NA, 1, 1)), of), "coordinates", text = "finite")
})

test_that("unless that is said, points are drawn as they are, or by principal components", {
  x <- cbind(c(1, 2, 4), c(0, 3, 1), c(5, 1, 1))
  expect_identical(unname(place_of_points(x[, 1:2])), x[, 1:2])
  expect_identical(colnames(place_of_points(x[, 1:2])), c("column 1", "column 2"))
  expect_identical(colnames(place_of_points(x[, 1:2], c("a", "b"))), c("a", "b"))
  expect_identical(place_labels(place_of_points(x[, 1, drop = FALSE])), c("column 1", ""))
  place <- place_of_points(x, c("a", "b", "c"))
  expect_identical(colnames(place), paste("principal component", 1:2))
  expect_equal(abs(unname(place)), abs(unname(stats::prcomp(x)$x[, 1:2])))
})
