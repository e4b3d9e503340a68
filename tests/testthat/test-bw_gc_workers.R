test_that("values and degrees found by workers, each a part, have the bits of those found here", {
  skip_on_cran()
  local_functions(list(min_work_shared = 0, min_degree_seconds = 0))
  local_daemons(2)
  runtime <- new_runtime(1L, FALSE)
  for (p in c(3L, 40L)) {
    x <- matrix(cpp_uniform(1500 * p, 1, 0), 1500)
    # So many bandwidths that a table of degrees is made of few points.
    problem <- list(
      n = 1500L, rows = seq(3L, 1500L, by = 60L), bandwidths = seq(0.3, 1.2, length.out = 2000),
      runtime = runtime, checked = list(x = x), handle = acquire_points(x, runtime)
    )
    curves <- lapply(c(TRUE, FALSE), function(subsample) {
      list(
        k = NA, measure = new_gc_measure(NULL, FALSE), bandwidths = problem$bandwidths, stretch = 1,
        options = gc_options(1L, 4, 1, "squared", subsample, 1, problem$n)
      )
    })
    pool <- open_gc_pool(problem, curves, list(d = NULL, cutoff = 4))
    for (curve in 1:2) {
      held <- acquire_measure(problem, curves, curve, pool)
      alone <- acquire_measure(problem, curves, curve, NULL)
      for (h in list(c(0.3, 0.5, 0.77, 1.2), 0.51)) {
        expect_identical(held$measure(h), alone$measure(h), info = paste(p, curve))
      }
      expect_length(pool$kept[[paste("curve", curve)]], 16)
      held$free()
      alone$free()
      expect_null(pool$kept[[paste("curve", curve)]])
    }
    close_pool(pool)
    cpp_release(problem$handle)
  }
})
