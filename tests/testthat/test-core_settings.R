test_that("control is the same as its settings one by one", {
  x <- plain_circle(60)
  expect_identical(
    timeless(bw_gc(x, seed = 1, control = bw_control(n_points = 30, replicates = 0))),
    timeless(bw_gc(x, seed = 1, n_points = 30, replicates = 0))
  )
  expect_fault(bw_median(x, control = bw_control(refine = FALSE)), "refine")
  expect_fault(bw_gc(x, n_points = 30, control = bw_control(n_points = 30)), "n_points")
  expect_fault(bw_gc(x, control = list(n_points = 30)), "control")
  expect_output(print(bw_control(n_points = 30)), "n_points = 30")
})

test_that("settings of `...` are known by name, and others are refused with the nearest", {
  x <- plain_circle(40)
  expect_fault(bw_gc(x, sclae = TRUE), "sclae", text = "scale")
  expect_fault(bw_knn(x, n_thread = 1), "n_thread", text = "n_threads")
  expect_true(all(c("metric", "n_threads", "n_points") %in% argument_names(bw_gc)))
  expect_false("..." %in% argument_names(bw_gc))
  expect_true("..." %in% argument_names(bw_cv))
})

test_that("no setting of `...` is the beginning of an argument before it, which R would complete", {
  namespace <- asNamespace("lapscale")
  for (name in ls(namespace)) {
    f <- get(name, namespace)
    if (!is.function(f)) next
    settings <- names(dot_settings(f))
    before <- names(formals(f))[seq_len(match("...", names(formals(f)), nomatch = 1L) - 1L)]
    for (setting in setdiff(settings, before)) {
      expect_false(any(startsWith(before, setting)), info = paste(name, setting))
    }
  }
})
