test_that("the risk is the mean squared error of the double sum", {
  case <- lepski_case()
  theta <- atan2(case$x[, 2], case$x[, 1])
  truth <- (6 * cos(theta) * sin(theta)^2 - 3 * cos(theta)^3 - sin(theta)) / (2 * pi)
  risk <- bw_risk(case$x, d = 1, f = case$f, laplacian = truth, bandwidths = case$h,
                     validation = case$validation)
  error <- (case$estimates - truth[case$validation])^2
  expect_equal(risk$risk, colMeans(error), tolerance = 1e-4)
  expect_equal(risk$se, apply(error, 2, sd) / sqrt(60), tolerance = 1e-4)
  expect_identical(bw_oracle(risk), case$h[which.min(colMeans(error))])
  expect_equal(bw_risk_ratio(risk, case$h), colMeans(error) / min(colMeans(error)), tolerance = 1e-4)
  angle <- function(x) atan2(x[, 2], x[, 1])
  as_function <- function(x) {
    t <- angle(x)
    (6 * cos(t) * sin(t)^2 - 3 * cos(t)^3 - sin(t)) / (2 * pi)
  }
  again <- bw_risk(case$x, d = 1, f = case$f, laplacian = as_function, bandwidths = case$h,
                      validation = case$validation)
  expect_equal(again, risk)
})

test_that("several functions: risks at unit variance are summed", {
  case <- lepski_case()
  f <- cbind(case$x[, 1], 10 * case$x[, 2])
  curve <- function(f, truth) {
    bw_risk(case$x, d = 1, f = f, laplacian = truth, bandwidths = case$h,
               validation = case$validation)$risk
  }
  one <- function(f) curve(f / sd(f), -f / sd(f) / (2 * pi))
  expect_equal(curve(f, -f / (2 * pi)), one(f[, 1]) + one(f[, 2]), tolerance = 1e-9)
})

test_that("a risk curve is a data frame with manners", {
  skip_on_cran()
  case <- lepski_case()
  risk <- bw_risk(case$x, d = 1, f = case$x[, 1], laplacian = -case$x[, 1] / (2 * pi), seed = 1)
  expect_s3_class(risk, "data.frame")
  expect_identical(class(as.data.frame(risk)), "data.frame")
  expect_identical(class(risk[1:3, ]), "data.frame")
  expect_match(paste(capture.output(print(risk)), collapse = " "), "oracle")
  expect_lte(length(capture.output(print(risk))), 4)
})

test_that("refusals name the argument", {
  skip_on_cran()
  case <- lepski_case()
  with <- function(...) bw_risk(case$x, d = 1, f = case$f, bandwidths = case$h, seed = 1, ...)
  expect_fault(with(), "laplacian")
  expect_fault(with(laplacian = 1:3), "laplacian")
  expect_fault(with(laplacian = NaN * case$f), "laplacian")
  expect_fault(with(laplacian = cbind(case$f, case$f)), "laplacian")
  risk <- with(laplacian = case$f)
  expect_fault(bw_risk_ratio(risk, 100), "bandwidth")
  expect_fault(bw_risk_ratio(risk, -1), "bandwidth")
  expect_fault(bw_oracle(1), "risk")
})

test_that("a risk without rows or columns is refused", {
  risk <- structure(
    data.frame(bandwidth = numeric(), risk = numeric(), se = numeric()),
    class = c("lapscale_risk", "data.frame")
  )
  expect_error(bw_oracle(risk), class = "lapscale_error_argument")
})

test_that("estimates without any error have a ratio and a picture", {
  risk <- bw_risk(
    cbind(1:30), d = 1, f = function(z) z[, 1], laplacian = function(z) 0 * z[, 1], validation = 15L
  )
  expect_identical(min(risk$risk, na.rm = TRUE), 0)
  expect_identical(bw_risk_ratio(risk, c(2, 5)), c(1, Inf))
  draw_nowhere(expect_no_warning(plot(risk, mark = c(a = 2, b = 5))))
  panel <- picture(risk, c(a = 2))$panels[[1]]
  expect_identical(panel$log, "x")
  expect_true(all(is.finite(panel$ylim)))
  skip_if_not_installed("ggplot2")
  draw_nowhere(expect_no_error(print(ggplot2::autoplot(risk, mark = c(a = 2)))))
})

test_that("a risk is a matrix, also where no pair contributes", {
  skip_on_cran()
  case <- lepski_case()
  risk <- bw_risk(case$x, d = 1, f = case$f, laplacian = case$f, bandwidths = case$h, seed = 1)
  expect_identical(as.matrix(risk), as.matrix(as.data.frame(risk)))
  risk$risk[1] <- risk$se[1] <- NA
  expect_identical(as.matrix(risk)[1, 2:3], c(risk = NA_real_, se = NA))
})
