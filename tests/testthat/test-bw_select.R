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
    by_name <- suppressWarnings(do.call(select_bandwidth, c(list(x, name), arguments[[name]])))
    expect_identical(timeless(by_name), timeless(direct), info = name)
  }
  expect_identical(timeless(select_bandwidth(x, seed = 1)), timeless(bw_gc(x, seed = 1)))
})

test_that("several names keep the results of each", {
  skip_on_cran()
  x <- selector_points()
  set <- select_bandwidth(x, several_names, d = 1, seed = 1, knn = list(k = 9))
  expect_s3_class(set, "lapscale_bandwidths")
  expect_identical(names(set), several_names)
  expect_identical(timeless(set$rec), timeless(bw_rec(x, seed = 1)))
  expect_identical(timeless(set$knn), timeless(bw_knn(x, k = 9)))
  expect_identical(timeless(set[["rate"]]), timeless(bw_rate(x, d = 1)))
})

test_that("settings go to the selectors that have them; others are refused", {
  skip_on_cran()
  x <- selector_points(40)
  expect_fault(select_bandwidth(x, "magic"), "method", text = "magic")
  expect_fault(select_bandwidth(x, 3), "method")
  expect_fault(select_bandwidth(x, character()), "method")
  expect_fault(select_bandwidth(x, c("rec", "rec")), "method", text = "twice")
  expect_fault(select_bandwidth(x, "rec", multiple = 2), "multiple", text = "bw_rec()")
  expect_fault(select_bandwidth(x, c("rec", "median"), multiple = 2), "multiple")
  expect_fault(select_bandwidth(x, c("rec", "knn"), knn = 9), "knn", text = "list")
  expect_fault(
    select_bandwidth(x, c("rec", "knn"), knn = list(seed = 9)), "seed", text = "bw_knn()"
  )
  expect_fault(select_bandwidth(x, c("rec", "knn"), gc = list(d = 9)), "gc")
  expect_fault(select_bandwidth(x, "rec", 3), NULL, text = "names")
  expect_fault(select_bandwidth(x, "cv"), "y", text = "bw_cv()")
  expect_fault(select_bandwidth(x, c("rec", "test_error"), y = side_of(x)), "labelled")
  expect_fault(select_bandwidth(replace(x, 1, NA), c("rec", "median")), "x", text = "(NA)")
  expect_fault(select_bandwidth(matrix(1, 9, 2), c("rec", "median")), "x", "no_scale")
  # Errors show the call of the user.
  error <- tryCatch(select_bandwidth(x, "knn", k = 0), error = identity)
  expect_identical(as.character(conditionCall(error)[[1]]), "select_bandwidth")
})

test_that("what one selector has an argument for does not reach the learner of another", {
  skip_on_cran()
  x <- selector_points(60)
  y <- half_labels(x)
  grid <- c(0.2, 0.4, 0.8)
  heard <- new.env()
  learner <- function(x, y, bandwidth, alpha = 0.5) {
    heard$alpha <- unique(c(heard$alpha, alpha))
    ssl_harmonic(x, y, bandwidth = bandwidth, alpha = alpha)
  }
  of <- function(...) {
    heard$alpha <- NULL
    quietly(select_bandwidth(x, y = y, seed = 1, bandwidths = grid, learner = learner, ...))
  }
  both <- of(c("gc", "cv"), alpha = 0, d = 1)
  expect_identical(heard$alpha, 0.5)
  expect_identical(glance(both$gc)$alpha, 0)
  expect_identical(timeless(of(c("rec", "cv"), minimum = "first")$cv), timeless(both$cv))
  # Under the selector's name, or where no other selector takes it, it does.
  of(c("gc", "cv"), cv = list(alpha = 0), d = 1)
  expect_identical(heard$alpha, 0)
  of(c("rec", "cv"), alpha = 0)
  expect_identical(heard$alpha, 0)
  of("cv", alpha = 1)
  expect_identical(heard$alpha, 1)
})

test_that("an argument that neither selector nor learner has is refused before anything runs", {
  skip_on_cran()
  x <- selector_points(60)
  y <- half_labels(x)
  error <- expect_fault(
    select_bandwidth(x, c("rec", "cv"), y = y, learner = ssl_harmonic, n_eigen = 2), "n_eigen",
    text = "bw_cv() or of the learner ssl_harmonic()"
  )
  expect_identical(as.character(conditionCall(error)[[1]]), "select_bandwidth")
  expect_fault(select_bandwidth(x, c("rec", "cv"), y = y, cv = list(n_eign = 2)), "n_eign",
               text = "bw_cv() or of the learner ssl_eigenmaps()")
  expect_fault(select_bandwidth(x, c("rec", "cv"), y = y, learner = 3), "learner")
  expect_fault(select_bandwidth(x, c("knn", "cv"), y = y, learner = function(...) 1, knn = 9),
               "knn", text = "list")
  expect_fault(select_bandwidth(x, "rec", gc = list(gc = list(d = 3))), "gc")
  expect_fault(select_bandwidth(x, "gc", gc = list(gc = list(d = 3))), "gc", text = "bw_gc()")
  expect_fault(select_bandwidth(x, "gc", d = 1, d = 2), "d", text = "twice")
})

test_that("a selector may have an argument of its own name", {
  x <- selector_points()
  minimax <- timeless(bw_rate(x, d = 1, rate = "minimax"))
  by_name <- function(...) timeless(select_bandwidth(x, "rate", ...))
  expect_identical(by_name(d = 1, rate = "minimax"), minimax)
  expect_identical(by_name(rate = list(d = 1, rate = "minimax")), minimax)
  set <- select_bandwidth(x, c("rate", "median"), d = 1, rate = "minimax")
  expect_identical(timeless(set$rate), minimax)
})

test_that("a list under the name of no selector that runs is an argument like others", {
  x <- selector_points()
  y <- replace(x[, 1], 11:nrow(x), NA)
  given <- NULL
  learner <- function(x, y, bandwidth, rule) {
    given <<- rule
    ssl_eigenmaps(x, y, bandwidth = bandwidth)
  }
  quietly(select_bandwidth(x, "cv", y = y, learner = learner, rule = list(1, "two"), seed = 1,
                           n_bandwidths = 4))
  expect_identical(given, list(1, "two"))
})

test_that("too many threads are said once", {
  found <- conditions_of(
    select_bandwidth(selector_points(), c("rec", "knn", "median"), seed = 1, n_threads = 1e9)
  )
  expect_identical(found$classes, "lapscale_message_threads")
})

test_that("any selector may be given what selectors share, alone and with others", {
  skip_on_cran()
  x <- selector_points()
  shared <- list(seed = 1, n_threads = 1, na_action = "error", progress = FALSE)
  for (name in setdiff(several_names, "rate")) {
    alone <- do.call(select_bandwidth, c(list(x, name), shared))
    expect_equal(as.numeric(alone), as.numeric(select_bandwidth(x, name, seed = 1)))
  }
  expect_equal(as.numeric(select_bandwidth(x, "rate", d = 1, seed = 1)),
               as.numeric(bw_rate(x, d = 1)))
  expect_named(select_bandwidth(x, c("knn", "rate"), d = 1, seed = 1), c("knn", "rate"))
  expect_fault(select_bandwidth(x, "knn", seed = "one"), "seed")
  expect_fault(select_bandwidth(x, "knn", seeds = 1), "seeds", text = "bw_knn()")
})

test_that("distances are refused by the name of the selector that needs more, before any runs", {
  eurodist <- datasets::eurodist
  for (method in list(c("median", "rec"), "rec")) {
    expect_fault(select_bandwidth(eurodist, method), "x",
                 text = c("for \"rec\", not a dist", "\"kernel_sum\", \"knn\", \"median\""))
  }
  found <- suppressWarnings(select_bandwidth(eurodist, distance_selectors, seed = 1))
  expect_named(found, distance_selectors)
})

test_that("a set is of the same weighted points", {
  x <- as.matrix(sample_sphere(100, seed = 1))
  w <- rep(c(1, 5), each = 50)
  both <- quietly(select_bandwidth(x, c("gc", "kernel_sum"), weights = w, seed = 1))
  expect_equal(c(both$kernel_sum), c(quietly(bw_kernel_sum(x, weights = w))))
  expect_equal(c(both$gc), c(quietly(bw_gc(x, weights = w, seed = 1))))
  expect_fault(
    select_bandwidth(x, c("gc", "kernel_sum"), gc = list(weights = w)), "weights", text = "`gc` has another"
  )
  expect_fault(select_bandwidth(x, c("gc", "median"), weights = w), "weights", text = "median")
})
