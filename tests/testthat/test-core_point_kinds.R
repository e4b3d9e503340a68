kinds_of <- function(x) {
  withr::local_options(lapscale.paged = TRUE)
  paged <- as_points(point_source(nrow(x), ncol(x), function(rows) x[rows, , drop = FALSE]),
                     kinds = "paged")
  list(
    matrix = x, sparse = as_sparse(x), paged = paged$x,
    distances = as_points(dist(x), kinds = "distances")$x
  )
}

test_that("points of every kind have the same size, rows, order, and number", {
  x <- normal_points(30, 3)
  kinds <- kinds_of(x)
  for (kind in names(kinds)) {
    points <- kinds[[kind]]
    expect_identical(nrow(points), 30L, info = kind)
    expect_identical(canonical_order(points), canonical_order(x), info = kind)
    expect_identical(is_in_memory(points), kind != "paged")
    expect_identical(has_columns(points), kind %in% c("matrix", "paged"))
    if (kind != "distances") {
      expect_identical(unname(as.matrix(points[c(4, 2), , drop = FALSE])), x[c(4, 2), ], info = kind)
      expect_identical(unname(whole_points(points)), x, info = kind)
      expect_identical(half_widths(points), half_widths(x), info = kind)
      expect_equal(largest_coordinate(points), max(abs(x)), info = kind)
    }
  }
  # A column of zeros is no larger than the others.
  small <- kinds_of(cbind(1e-120 * x, 0))
  expect_equal(largest_coordinate(small$paged), largest_coordinate(small$matrix), tolerance = 1e-12)
})

test_that("points of every kind are held for the same search, and new ones are of their kind", {
  x <- normal_points(30, 3)
  runtime <- new_runtime(1L, FALSE)
  near <- lapply(kinds_of(x), function(points) {
    handle <- suppressMessages(acquire_points(points, runtime))
    on.exit(cpp_release(handle))
    cpp_neighbor_distances(handle, 2L, runtime)
  })
  for (kind in names(near)) expect_equal(near[[kind]], near$matrix, tolerance = 1e-12, info = kind)
  expect_s4_class(as_same_kind(as_sparse(x), x[1:2, ]), "dgCMatrix")
  expect_identical(as_same_kind(x, as_sparse(x)), x)
  expect_fault(as_same_kind(x, x[, 1:2]), "newdata", text = "3 columns")
})
