test_that("a prior reweights probabilities by what the shares of the labels were", {
  skip_on_cran()
  p <- two_arcs()
  y <- replace(p$y, which(!is.na(p$y))[1:2], NA)
  fit <- ssl_iterated(p$x, y, bandwidth = 0.3)
  share <- table(y) / sum(!is.na(y))
  plain <- predict(fit, p$x[1:9, ], type = "prob")
  prior <- stats::setNames(c(0.2, 0.8), levels(y))
  expected <- sweep(plain, 2, prior / as.vector(share), "*")
  expected <- expected / rowSums(expected)
  found <- predict(fit, p$x[1:9, ], type = "prob", prior = prior)
  expect_equal(found, expected)
  # By name, in any unit, by the order of the levels; of the fit's own points too.
  expect_equal(predict(fit, p$x[1:9, ], type = "prob", prior = rev(3 * prior)), expected)
  expect_equal(predict(fit, p$x[1:9, ], type = "prob", prior = unname(prior)), expected)
  expect_equal(predict(fit, type = "prob", prior = prior)[1:9, ], expected, ignore_attr = TRUE)
  expect_identical(as.integer(predict(fit, prior = prior)[1:9]), max.col(expected))
  expect_equal(predict(fit, type = "prob", prior = share), predict(fit, type = "prob"))
})

test_that("class masses may be given", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.5, class_mass = c(0.8, 0.2))
  free <- setdiff(1:60, p$seen)
  mass <- colMeans((as.matrix(predict(fit, type = "score"))[free, ] + 1) / 2)
  expect_equal(unname(mass), c(0.8, 0.2))
  shares <- as.vector(table(p$y)) / length(p$seen)
  expect_equal(
    scores_of(ssl_harmonic(p$x, p$y, bandwidth = 0.5, class_mass = shares)),
    scores_of(ssl_harmonic(p$x, p$y, bandwidth = 0.5, class_mass = TRUE))
  )
})

test_that("priors are checked", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  for (bad in list(0.5, c(1, -1), c(1, NA), c(u = 1, v = 1), "a", c(1, 1, 1))) {
    expect_fault(predict(fit, prior = bad), "prior")
  }
  expect_fault(predict(fit, type = "score", prior = c(1, 1)), "prior")
  expect_fault(ssl_harmonic(p$x, p$y, bandwidth = 0.3, class_mass = c(1, 2, 3)), "class_mass")
  expect_fault(ssl_harmonic(p$x, p$x[, 1], bandwidth = 0.3, class_mass = TRUE), "class_mass")
  expect_fault(predict(ssl_harmonic(p$x, p$x[, 1], bandwidth = 0.3), prior = c(1, 1)), "prior")
})

test_that("names of a prior that are not the classes are said", {
  levels <- c("a", "b", "c")
  labels <- list(kind = "classes", levels = c(levels, "unseen"), used = 1:3)
  refused <- function(prior, text) {
    expect_fault(resolve_prior(prior, labels, "prior"), "prior", text = text)
  }
  refused(c(a = 1, bb = 1, c = 1), "\"bb\" is none")
  refused(c(a = 1, unseen = 1, c = 1), "\"unseen\" is none")
  refused(c(a = 1, 1, c = 1), "element 2 has no name")
  refused(stats::setNames(1:3, c("a", "b", NA)), "element 3 has no name")
  refused(c(a = 1, b = 1, b = 1), "\"b\" comes twice")
  refused(c(a = 1, b = 1, c = 1, b = 1), "\"b\" comes twice")
  refused(c(a = 1, c = 1), "\"b\" is missing")
  refused(c(1, 1), "must be 3 positive numbers")
  refused(c(a = 1, b = -2, c = 1), "element 2 is -2")
  expect_identical(resolve_prior(c(c = 2, a = 1, b = 1), labels, "prior"), c(0.25, 0.25, 0.5))
})
