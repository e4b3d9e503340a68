test_that("R and the core cut off at the same weights", {
  core <- cpp_cutoffs()
  expect_identical(core[["graph"]], default_cutoff)
  expect_identical(core[["graph"]], sqrt(-log(1e-6)))
  for (f in list(bw_gc, metric_distortion)) {
    expect_identical(core[["consistency"]], eval(formals(f)$cutoff))
  }
})
