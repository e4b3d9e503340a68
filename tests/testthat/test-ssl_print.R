test_that("print and summary say what was learned", {
  skip_on_cran()
  p <- three_clusters()
  shown <- function(fit, ...) utils::capture.output(print(summary(fit, ...)))
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  expect_match(shown(fit)[[1]], "Iterated Laplacian: 3 classes from 6 labels on 36 points")
  expect_match(shown(fit), "selected by leave-one-out: mu = ", all = FALSE)
  expect_match(shown(fit, p$truth), "0% wrong", all = FALSE)
  fit <- ssl_eigenmaps(p$x, p$x[, 1], n_eigen = 3, bandwidth = 1)
  expect_match(shown(fit)[[1]], ": regression (numbers, no classes) from 36 labels", fixed = TRUE)
  expect_match(shown(fit), "bound: bias", all = FALSE)
  expect_match(shown(ssl_lapsvm(p$x, p$y, bandwidth = 1)), "support vector", all = FALSE)
  sparse <- ssl_harmonic(p$x, p$y, bandwidth = 1, graph = "knn", k = 12)
  expect_match(shown(sparse)[[2]], "12 nearest neighbors")
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 1)
    expect_identical(print_quietly(fit), fit)
  }
})

test_that("print() says who chose, summary() where the probabilities come from", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_laprls(p$x, p$y, lambda_ambient = 1e-4, bandwidth = 0.3)
  expect_output(print(fit), "bandwidth 0.3 (given), alpha = 0.5 (default)", fixed = TRUE)
  expect_output(print(fit), "given: lambda_ambient = 1e-04", fixed = TRUE)
  expect_output(print(summary(fit)), "softmax of the scores times [0-9.]+ .estimated by nested 5-fold")
  harmonic <- suppressWarnings(
    ssl_harmonic(p$x, p$y, bandwidth = 0.3, graph = "knn", k = 4, cutoff = 3)
  )
  expect_output(print(summary(harmonic, p$y)), "none with a known label")
  expect_output(print(harmonic), "4 nearest neighbors within 3 bandwidths")
  expect_output(print(summary(harmonic)), "first label that a random walk meets, to the power")
  expect_identical(nobs(fit), 60L)
})

test_that("the bound has no bias where no eigenvalue is left", {
  p <- three_clusters()
  fit <- ssl_eigenmaps(p$x, p$x[, 1], n_eigen = 35, bandwidth = 1)
  shown <- utils::capture.output(print(summary(fit)))
  expect_match(shown, "bound: no bias", all = FALSE)
  expect_false(any(grepl("NA", shown)))
})

test_that("a parameter at an end of what was tried says whether to mind", {
  fit <- list(path = data.frame(mu = 10^(-2:2)), parameters = list(mu = 0.01))
  expect_match(end_of_path(fit, "mu"), "smallest tried: labels are taken as exact, no need to act")
  fit$parameters$mu <- 100
  expect_match(end_of_path(fit, "mu"), "largest tried: nearly constant")
  fit$parameters$mu <- 1
  expect_identical(end_of_path(fit, "mu"), "")
  few <- list(path = data.frame(n_eigen = 1:5), parameters = list(n_eigen = 1))
  expect_identical(end_of_path(few, "n_eigen"), "")
  few$parameters$n_eigen <- 5
  expect_match(end_of_path(few, "n_eigen"), "supply a larger number")
  # ssl_auto() takes no such argument.
  few$method <- "auto"
  expect_match(end_of_path(few, "n_eigen"), "n_eigen = ) takes larger ones")
  machine <- list(path = data.frame(lambda_manifold = 1:3), parameters = list(lambda_manifold = 3))
  expect_match(end_of_path(machine, "lambda_manifold"), "largest tried")
  machine$method <- "auto"
  expect_identical(end_of_path(machine, "lambda_manifold"), "")
  # Every parameter of a path has words.
  expect_setequal(names(meaning_of_ends), path_parameters)
})

test_that("the summary of a fit from few labels warns of its probabilities", {
  p <- three_clusters()
  said <- function(y) capture.output(print(summary(ssl_harmonic(p$x, y, bandwidth = 1))))
  expect_true(any(grepl("Few labels: do not take", said(p$y))))
  x <- normal_points(80, 2)
  y <- replace(rep(c("a", "b"), 40), 61:80, NA)
  expect_false(any(grepl("Few labels: do not take",
                         capture.output(print(summary(ssl_harmonic(x, y, bandwidth = 1)))))))
})
