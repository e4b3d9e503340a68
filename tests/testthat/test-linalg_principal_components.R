test_that("they are those of prcomp(), scores included", {
  for (x in list(normal_points(60, 4), normal_points(5, 12))) {
    want <- stats::prcomp(x)
    kept <- seq_len(min(ncol(x), nrow(x) - 1L))
    for (unit in c(1, 2^40)) {
      found <- principal_components(x, unit)
      expect_equal(sqrt(found$values[kept] / (nrow(x) - 1)) * unit, want$sdev[kept])
      expect_equal(abs(crossprod(found$axes[, kept], want$rotation[, kept])), diag(length(kept)),
                   ignore_attr = TRUE)
      scores <- principal_scores(x, found, kept) * unit
      expect_equal(abs(scores), abs(unname(want$x[, kept])), tolerance = 1e-10)
      expect_equal(crossprod(scores)[1, 2], 0, tolerance = 1e-10)
    }
  }
})

test_that("leading scores leave out what does not vary", {
  x <- cbind(normal_points(50, 2), 3) %*% diag(c(2, 1, 5))
  expect_equal(dim(leading_scores(x, 3)), c(50L, 2L))
  expect_equal(dim(leading_scores(x, 1)), c(50L, 1L))
  centred <- x - rep(colMeans(x), each = 50)
  expect_equal(rowSums(leading_scores(x, 3)^2), rowSums((centred / max(abs(centred)))^2))
  # Squares that would overflow.
  expect_equal(abs(leading_scores(x * 2^700, 2)), abs(leading_scores(x, 2)))
})
