test_that("points of the fit have their own coordinates, near ones nearly; far ones none", {
  x <- bent_strip(80)
  for (type in c("random_walk", "symmetric", "unnormalized")) {
    e <- embed_eigenmaps(x, 2, bandwidth = 0.5, type = type)
    expect_equal(unname(predict(e, x)), plain_matrix(e), tolerance = 1e-8, info = type)
    # Without loops a point next to one of the fit sees it, which that point itself does not.
    e <- embed_eigenmaps(x, 2, bandwidth = 0.5, type = type, self_loops = TRUE)
    near <- unname(predict(e, x[5:6, ] + 1e-7))
    expect_equal(near, plain_matrix(e)[5:6, ], tolerance = 1e-4, info = type)
  }
  expect_true(all(is.na(suppressWarnings(predict(e, x[1:2, ] + 1e6)))))
})
