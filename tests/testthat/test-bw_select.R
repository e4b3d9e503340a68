several_names <- c("gc", "rec", "kernel_sum", "knn", "median", "rate")

test_that("one name is that selector", {
  skip_on_cran()
  x <- selector_points()
  arguments <- list(
    gc = list(seed = 1), lepski = list(d = 1, seed = 1), rec = list(), msvd = list(d = 1),
    kernel_sum = list(), knn = list(k = 9), median = list(), rate = list(d = 1)
  )
  for (name in names(arguments)) {
    # On so few points Lepski's choice is an end of the grid.
    direct <- suppressWarnings(do.call(paste0("bw_", name), c(list(x), arguments[[name]])))
    by_name <- suppressWarnings(do.call(bw_select, c(list(x, name), arguments[[name]])))
    expect_identical(timeless(by_name), timeless(direct), info = name)
  }
  expect_identical(timeless(bw_select(x, seed = 1)), timeless(bw_gc(x, seed = 1)))
})

test_that("several names keep the results of each", {
  skip_on_cran()
  x <- selector_points()
  set <- bw_select(x, several_names, d = 1, seed = 1, knn = list(k = 9))
  expect_s3_class(set, "lapscale_bandwidths")
  expect_identical(names(set), several_names)
  expect_identical(timeless(set$rec), timeless(bw_rec(x, seed = 1)))
  expect_identical(timeless(set$knn), timeless(bw_knn(x, k = 9)))
  expect_identical(timeless(set[["rate"]]), timeless(bw_rate(x, d = 1)))
})

test_that("too many threads are said once", {
  found <- conditions_of(
    bw_select(selector_points(), c("rec", "knn", "median"), seed = 1, n_threads = 1e9)
  )
  expect_identical(found$classes, "lapscale_message_threads")
})

test_that("any selector may be given what selectors share, alone and with others", {
  skip_on_cran()
  x <- selector_points()
  shared <- list(seed = 1, n_threads = 1, na_action = "error", progress = FALSE)
  for (name in setdiff(several_names, "rate")) {
    alone <- do.call(bw_select, c(list(x, name), shared))
    expect_equal(as.numeric(alone), as.numeric(bw_select(x, name, seed = 1)))
  }
  expect_equal(as.numeric(bw_select(x, "rate", d = 1, seed = 1)),
               as.numeric(bw_rate(x, d = 1)))
  expect_named(bw_select(x, c("knn", "rate"), d = 1, seed = 1), c("knn", "rate"))
  expect_fault(bw_select(x, "knn", seed = "one"), "seed")
  expect_fault(bw_select(x, "knn", seeds = 1), "seeds", text = "bw_knn()")
})

test_that("distances are refused by the name of the selector that needs more, before any runs", {
  eurodist <- datasets::eurodist
  for (method in list(c("median", "rec"), "rec")) {
    expect_fault(bw_select(eurodist, method), "x",
                 text = c("for \"rec\", not a dist", "\"kernel_sum\", \"knn\", \"median\""))
  }
  found <- suppressWarnings(bw_select(eurodist, selectors_that("by_distance"), seed = 1))
  expect_named(found, selectors_that("by_distance"))
})

test_that("a set is of the same weighted points", {
  x <- as.matrix(sample_sphere(100, seed = 1))
  w <- rep(c(1, 5), each = 50)
  both <- quietly(bw_select(x, c("gc", "kernel_sum"), weights = w, seed = 1))
  expect_equal(c(both$kernel_sum), c(quietly(bw_kernel_sum(x, weights = w))))
  expect_equal(c(both$gc), c(quietly(bw_gc(x, weights = w, seed = 1))))
  expect_fault(
    bw_select(x, c("gc", "kernel_sum"), gc = list(weights = w)), "weights", text = "`gc` has another"
  )
  expect_fault(bw_select(x, c("gc", "median"), weights = w), "weights", text = "median")
})

test_that("multiples of local scales do not stand beside distances", {
  x <- as.matrix(sample_circle(60, seed = 1))
  expect_fault(bw_select(x, c("gc", "median"), local_scale = 20), "local_scale")
})
