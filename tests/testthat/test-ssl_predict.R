test_that("a point of the fit gets its fitted value (FAULTS 41)", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    expect_equal(scores_of(fit, p$x), scores_of(fit), tolerance = 1e-10, info = name)
    expect_identical(predict(fit), fitted(fit), info = name)
    z <- p$x[1:9, ] + 0.01
    expect_equal(scores_of(fit, z[4, , drop = FALSE]), scores_of(fit, z)[[4]], tolerance = 1e-12)
    expect_equal(scores_of(fit, z[4, ]), scores_of(fit, z)[[4]], tolerance = 1e-12)
  }
})

test_that("copies of a point of the fit get the mean of their values", {
  p <- two_arcs()
  x <- rbind(p$x, p$x[1, ])
  fit <- suppressWarnings(ssl_harmonic(x, c(as.character(p$y), "down"), bandwidth = 0.3))
  expect_equal(scores_of(fit, p$x[1, , drop = FALSE]), 0)
})

test_that("new points take one step of the walk from where they are", {
  local_dense_graph()
  p <- square_numbers()
  z <- withr::with_seed(2, matrix(runif(30), 15))
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_harmonic(p$x, p$y, bandwidth = p$h, alpha = alpha)
    expect_equal(scores_of(fit, z), oracle_extension(p$x, z, scores_of(fit), p$h, alpha),
                 tolerance = 1e-12)
  }
})

test_that("in a sparse graph new points follow its neighborhoods", {
  x <- plain_hourglass(300)
  z <- plain_hourglass(40, seed = 2)
  y <- replace(x[, 3], -seq(1, 300, by = 10), NA)
  fit <- ssl_harmonic(x, y, bandwidth = 0.5, graph = "knn", k = 5, alpha = 0)
  weights <- oracle_kernel(z, x, 0.5)
  weights <- weights * (t(apply(-weights, 1, rank)) <= 5)
  expect_equal(scores_of(fit, z), drop(weights %*% scores_of(fit)) / rowSums(weights),
               tolerance = 1e-10)
  fit <- ssl_harmonic(x, y, bandwidth = 0.5, graph = "radius", cutoff = 1, k = 3, alpha = 0)
  weights <- oracle_kernel(z, x, 0.5)
  weights <- weights * (weights >= exp(-1) | t(apply(-weights, 1, rank)) <= 3)
  expect_equal(predict(fit, z, type = "score", far = "keep"), drop(weights %*% scores_of(fit)) / rowSums(weights),
               tolerance = 1e-10)
})

test_that("far from all points nothing is predicted, unless that is asked for (FAULTS 40)", {
  skip_on_cran()
  p <- two_arcs()
  far <- rbind(c(-1e6, 1e6), p$x[2, ] + 0.01)
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    s <- expect_condition_of(
      predict(fit, far, type = "score"), "warning_far", c("1 row", "row 1")
    )
    expect_identical(is.na(s[, 1]), c(TRUE, FALSE))
    expect_identical(is.na(suppressWarnings(predict(fit, far))), c(TRUE, FALSE))
    expect_false(anyNA(expect_quiet(predict(fit, far, far = "keep"))))
  }
  fit <- ssl_fixed$harmonic(p$x, p$y, bandwidth = 0.3)
  nearest <- which.min(rowSums(sweep(p$x, 2, far[1, ])^2))
  expect_equal(scores_of(fit, far, far = "keep")[[1]], scores_of(fit)[[nearest]])
  fit <- ssl_fixed$laprls(p$x, p$y, bandwidth = 0.3)
  expect_identical(scores_of(fit, far, far = "keep")[[1]], 0)
})

test_that("newdata is checked (FAULTS 39)", {
  skip_on_cran()
  p <- two_arcs()
  named <- data.frame(a = p$x[, 1], b = p$x[, 2])
  for (name in c("harmonic", "laprls")) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    for (bad in list(cbind(p$x, 1), p$x[, 1], matrix(c(1, NA), 1), matrix("a", 1, 2), list(1, 2))) {
      expect_fault(predict(fit, bad), "newdata", info = name)
    }
    expect_identical(predict(fit, p$x, type = "class"), predict(fit, p$x))
    expect_fault(predict(fit, p$x, type = "classes"), "type")
    expect_fault(predict(fit, p$x, types = "prob"), "types")
    fit <- ssl_fixed[[name]](named, p$y, bandwidth = 0.3)
    s <- expect_condition_of(predict(fit, named[1:5, 2:1], type = "score"), "message_reordered")
    expect_equal(s, predict(fit, named[1:5, ], type = "score"))
    expect_fault(predict(fit, data.frame(a = 1, c = 2)), "newdata", text = "b")
    # Names that only one side has do not matter.
    expect_equal(unname(predict(fit, p$x[1:5, ], type = "score")), unname(s))
  }
})

test_that("row names of newdata come back", {
  p <- three_clusters()
  z <- p$x[1:4, ] + 0.01
  rownames(z) <- letters[1:4]
  fit <- ssl_fixed$iterated(p$x, p$y, bandwidth = 1)
  expect_identical(names(predict(fit, z)), letters[1:4])
  expect_identical(rownames(predict(fit, z, type = "prob")), letters[1:4])
})

test_that("a fit predicts the same after saveRDS, in another R (FAULTS 50)", {
  skip_on_cran()
  p <- two_arcs()
  z <- p$x[1:9, ] + 0.01
  fits <- lapply(ssl_fixed, function(learn) learn(p$x, p$y, bandwidth = 0.3))
  here <- lapply(fits, predict, z, type = "score")
  there <- in_new_r(
    function(given) lapply(given$fits, predict, given$z, type = "score"),
    given = list(fits = fits, z = z)
  )
  expect_identical(there, here)
})

test_that("points that differ from those of the fit by rounding get their fitted values", {
  local_dense_graph()
  skip_on_cran()
  p <- two_arcs()
  file <- withr::local_tempfile()
  utils::write.csv(p$x, file, row.names = FALSE)
  read <- unname(as.matrix(utils::read.csv(file)))
  expect_false(identical(read, p$x))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    for (close in list(read, p$x + 1e-9)) {
      expect_equal(scores_of(fit, close), scores_of(fit), tolerance = 1e-6, info = name)
    }
  }
  # Only those: a little further on, the point of the fit is a neighbor like others.
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  z <- p$x + 1e-5
  expect_equal(scores_of(fit, z), oracle_extension(p$x, z, scores_of(fit), 0.3, 0.5),
               tolerance = 1e-12)
  expect_gt(max(abs(scores_of(fit, z) - scores_of(fit))[p$seen]), 0.05)
  expect_lt(max(abs(scores_of(fit, z) - scores_of(fit))[-p$seen]), 1e-3)
})

test_that("no new points have no labels, of the right type", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    none <- p$x[0, ]
    expect_identical(predict(fit, none), p$truth[0], info = name)
    for (type in c("prob", "score")) {
      found <- predict(fit, none, type = type)
      expect_identical(dim(found), c(0L, 2L), info = name)
      expect_identical(colnames(found), levels(p$truth), info = name)
    }
  }
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  expect_identical(predict(ssl_harmonic(y ~ a + b, d, bandwidth = 0.3), d[0, ]), p$truth[0])
  numbers <- ssl_harmonic(p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 0.3)
  expect_identical(predict(numbers, p$x[0, ]), numeric())
  expect_fault(predict(numbers, p$x[0, 1, drop = FALSE]), "newdata", text = "2 columns")
})

test_that("points so far that squares overflow get the value of the nearest in their direction", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  directions <- rbind(c(1, 0.3), c(-1, 0.2), c(0.1, -1))
  near <- predict(fit, 1e5 * directions, type = "score", far = "keep")
  for (far in c(1e12, 1e160, 1e300, 1.7e308)) {
    expect_equal(expect_quiet(predict(fit, far * directions, type = "score", far = "keep")), near)
  }
  expect_condition_of(predict(fit, 1e300 * directions), "warning_far", "are NA")
})

test_that("a level without an interval or a set is an error", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  for (type in c("response", "class", "prob", "score")) {
    expect_fault(predict(fit, p$x[1:3, ], type = type, level = 0.9), "level", text = "set")
  }
  expect_identical(dim(predict(fit, p$x[1:3, ], type = "set", level = 0.5)), c(3L, 2L))
})
