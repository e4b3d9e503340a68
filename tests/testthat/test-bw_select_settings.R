test_that("settings go to the selectors that have them; others are refused", {
  skip_on_cran()
  x <- selector_points(40)
  expect_fault(bw_select(x, "magic"), "method", text = "magic")
  expect_fault(bw_select(x, 3), "method")
  expect_fault(bw_select(x, character()), "method")
  expect_fault(bw_select(x, c("rec", "rec")), "method", text = "twice")
  expect_fault(bw_select(x, "rec", multiple = 2), "multiple", text = "bw_rec()")
  expect_fault(bw_select(x, c("rec", "median"), multiple = 2), "multiple")
  expect_fault(bw_select(x, c("rec", "knn"), knn = 9), "knn", text = "list")
  expect_fault(
    bw_select(x, c("rec", "knn"), knn = list(seed = 9)), "seed", text = "bw_knn()"
  )
  expect_fault(bw_select(x, c("rec", "knn"), gc = list(d = 9)), "gc")
  expect_fault(bw_select(x, "rec", 3), NULL, text = "names")
  expect_fault(bw_select(x, "cv"), "y", text = "bw_cv()")
  expect_fault(bw_select(x, c("rec", "test_error"), y = side_of(x)), "labelled")
  expect_fault(bw_select(replace(x, 1, NA), c("rec", "median")), "x", text = "(NA)")
  expect_fault(bw_select(matrix(1, 9, 2), c("rec", "median")), "x", "no_scale")
  # Errors show the call of the user.
  error <- tryCatch(bw_select(x, "knn", k = 0), error = identity)
  expect_identical(as.character(conditionCall(error)[[1]]), "bw_select")
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
    quietly(bw_select(x, y = y, seed = 1, bandwidths = grid, learner = learner, ...))
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
    bw_select(x, c("rec", "cv"), y = y, learner = ssl_harmonic, n_eigen = 2), "n_eigen",
    text = "bw_cv() or of the learner ssl_harmonic()"
  )
  expect_identical(as.character(conditionCall(error)[[1]]), "bw_select")
  expect_fault(bw_select(x, c("rec", "cv"), y = y, cv = list(n_eign = 2)), "n_eign",
               text = "bw_cv() or of the learner ssl_eigenmaps()")
  expect_fault(bw_select(x, c("rec", "cv"), y = y, learner = 3), "learner")
  expect_fault(bw_select(x, c("knn", "cv"), y = y, learner = function(...) 1, knn = 9),
               "knn", text = "list")
  expect_fault(bw_select(x, "rec", gc = list(gc = list(d = 3))), "gc")
  expect_fault(bw_select(x, "gc", gc = list(gc = list(d = 3))), "gc", text = "bw_gc()")
  expect_fault(bw_select(x, "gc", d = 1, d = 2), "d", text = "twice")
})

test_that("a selector may have an argument of its own name", {
  x <- selector_points()
  minimax <- timeless(bw_rate(x, d = 1, rate = "minimax"))
  by_name <- function(...) timeless(bw_select(x, "rate", ...))
  expect_identical(by_name(d = 1, rate = "minimax"), minimax)
  expect_identical(by_name(rate = list(d = 1, rate = "minimax")), minimax)
  set <- bw_select(x, c("rate", "median"), d = 1, rate = "minimax")
  expect_identical(timeless(set$rate), minimax)
})

test_that("a list under the name of no selector that runs is an argument like others", {
  x <- selector_points()
  y <- replace(x[, 1], 11:nrow(x), NA)
  given <- NULL
  learner <- function(x, y, bandwidth, rule) {
    given <<- rule
    ssl_harmonic(x, y, bandwidth = bandwidth)
  }
  quietly(bw_select(x, "cv", y = y, learner = learner, rule = list(1, "two"), seed = 1,
                           n_bandwidths = 4))
  expect_identical(given, list(1, "two"))
})
