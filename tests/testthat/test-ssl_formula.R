test_that("a formula gives the fit of the matrix", {
  skip_on_cran()
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  z <- data.frame(b = p$x[1:5, 2], a = p$x[1:5, 1] + 0.01)
  for (name in names(ssl_fixed)) {
    plain <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    fit <- ssl_fixed[[name]](y ~ ., data = d, bandwidth = 0.3)
    expect_equal(scores_of(fit), scores_of(plain), tolerance = 1e-12, info = name)
    expect_equal(scores_of(fit, z), scores_of(plain, as.matrix(z[c("a", "b")])), tolerance = 1e-12)
  }
})

test_that("terms are transformed, factors become columns, in newdata too", {
  p <- two_arcs()
  d <- data.frame(a = exp(p$x[, 1]), b = p$x[, 2], g = rep(c("u", "v", "w"), 20), y = p$y)
  fit <- ssl_harmonic(y ~ log(a) + b + g, data = d, bandwidth = 1)
  x <- cbind(p$x, d$g == "v", d$g == "w")
  expect_equal(scores_of(fit), scores_of(ssl_harmonic(x, p$y, bandwidth = 1)))
  expect_equal(scores_of(fit, d[c(3, 8), ]), scores_of(fit)[c(3, 8)])
  expect_fault(predict(fit, d["a"]), "newdata")
  expect_fault(predict(fit, transform(d, g = "new")), "newdata")
})

test_that("faults of formula and data are named", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  expect_fault(ssl_harmonic(y ~ c, data = d, bandwidth = 1), "data")
  expect_fault(ssl_harmonic(~ a + b, data = d, bandwidth = 1), "x")
  expect_fault(ssl_harmonic(y ~ ., data = transform(d, a = replace(a, 3, NA)), bandwidth = 1), "x")
})

test_that("functions of the caller are found again, columns of the data nowhere else", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  local({
    double <- function(v) 2 * v
    fit <- ssl_harmonic(y ~ double(a) + b, data = d, bandwidth = 0.3)
    b <- 1:60
    expect_identical(predict(fit, d), fitted(fit))
    expect_fault(predict(fit, d["a"]), "newdata", text = "b is missing")
  })
})

test_that("conditions name the function that was called", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  caught <- tryCatch(ssl_lapsvm(y ~ ., data = d, bandwidth = -1), error = identity)
  expect_match(as.character(caught$call)[[1]], "ssl_lapsvm", fixed = TRUE)
  caught <- tryCatch(
    ssl_harmonic(y ~ ., data = d, bandwidth = 1e-3, graph = "knn", k = 1), warning = identity
  )
  expect_match(as.character(caught$call)[[1]], "ssl_harmonic", fixed = TRUE)
})

test_that("names are those of the fit to the columns, whatever row names the data have", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  named <- data.frame(d, row.names = paste0("p", 1:60))
  for (data in list(d, named, named[60:1, ], structure(d, row.names = 101:160))) {
    fit <- ssl_harmonic(y ~ ., data = data, bandwidth = 0.3)
    plain <- ssl_harmonic(data[c("a", "b")], data$y, bandwidth = 0.3)
    expect_identical(fitted(fit), fitted(plain))
    expect_identical(residuals(fit), residuals(plain))
    expect_identical(predict(fit, data[3:4, ]), predict(plain, data[3:4, c("a", "b")]))
  }
  expect_null(names(fitted(ssl_harmonic(y ~ ., data = d, bandwidth = 0.3))))
})

test_that("na.action of formulas is understood, elsewhere the right spelling is said", {
  skip_on_cran()
  p <- two_arcs()
  d <- data.frame(a = replace(p$x[, 1], 5, NA), b = p$x[, 2], y = p$y)
  fit <- function(...) suppressWarnings(ssl_harmonic(y ~ ., data = d, bandwidth = 0.3, ...))
  wanted <- fitted(fit(na_action = "omit"))
  for (given in list(na.omit, na.exclude, "na.omit")) {
    expect_identical(fitted(fit(na.action = given)), wanted)
  }
  expect_fault(fit(na.action = na.fail), "x", text = "row 5")
  for (bad in list(na.pass, "na.pass", "omit", 1, NULL)) {
    expect_fault(fit(na.action = bad), "na.action", text = "`na_action`")
  }
  expect_fault(fit(na.action = na.omit, na_action = "omit"), "na.action")
  expect_fault(ssl_harmonic(p$x, p$y, na.action = na.omit), "na.action", text = "`na_action`")
})
