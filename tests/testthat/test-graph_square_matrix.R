test_that("square matrices: what is wrong is told with the first entry", {
  expect_fault(check_square(matrix(0, 2, 3)), "x", text = "2 x 3")
  expect_fault(check_square(matrix(0, 1, 1)), "x", text = "1 x 1")
  as_sparse <- function(m) as_general(Matrix::Matrix(m, sparse = TRUE))
  m <- matrix(c(0, 1, 2, 1, 0, 3, 2, 3, 0), 3)
  expect_equal(as.matrix(as_symmetric(as_sparse(m), "weights")), m)
  expect_fault(as_symmetric(as_sparse(replace(m, 2, -1)), "weights"), "x",
               text = "entry 2, 1 is -1")
  expect_fault(as_symmetric(as_sparse(replace(m, 6, NA)), "distances"), "x",
               text = "entry 3, 2 is NA")
  expect_fault(as_symmetric(as_sparse(replace(m, 4, 9)), "weights"), "x", text = "symmetric")
})

test_that("differences of rounding are averaged, with a message; larger ones show in the error", {
  m <- matrix(c(0, 1, 1 + 1e-13, 0), 2)
  symmetric <- expect_condition_of(
    as_symmetric(as_general(Matrix::Matrix(m, sparse = TRUE)), "weights"), "message_symmetrised",
    "`x`"
  )
  expect_identical(as.matrix(symmetric), t(as.matrix(symmetric)))
  m[1, 2] <- 1 + 1e-9
  asymmetric <- as_general(Matrix::Matrix(m, sparse = TRUE))
  error <- expect_fault(as_symmetric(asymmetric, "weights"), "x")
  # The two numbers in the message must differ, or the reader does not see what is wrong.
  expect_match(text_of(error), "are 1 and 1.000000001.", fixed = TRUE)
})

test_that("asymmetry is seen beside an entry that is much larger", {
  d <- unname(as.matrix(dist(normal_points(6, 2))))
  d[1, 2] <- 1e9
  d[2, 1] <- 1e9 * (1 + 2e-15)
  d[3, 4] <- 1e-5
  d[4, 3] <- 2e-5
  for (values in c("distances", "weights")) {
    dense <- methods::new("dgeMatrix", x = c(d), Dim = dim(d))
    for (x in list(d, as_sparse(d), dense)) {
      error <- expect_fault(as_heat_graph(x, 1e-5, values = values), "x", text = "symmetric")
      expect_match(text_of(error), "entries (3, 4|4, 3)")
    }
  }
})

test_that("a plain matrix becomes a sparse one entry by entry", {
  m <- matrix(c(0, 1, NA, 0, -2, 0, 3, 0, Inf), 3)
  expect_identical(unname(as.matrix(as_sparse(m))), m)
  expect_s4_class(as_sparse(m > 0 & !is.na(m)), "dgCMatrix")
  expect_identical(as_sparse(diag(4))@x, rep(1, 4))
})
