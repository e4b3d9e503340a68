test_that("the curve is that of models fitted by hand, and the choice brings its graph", {
  skip_if_not_installed("mgcv")
  skip_on_cran()
  d <- square_table()
  h <- quietly(bw_reml(y ~ dose + s(a, b, bs = "lap", k = 15), d))
  curve <- as.data.frame(h)
  unit <- as.numeric(quietly(bw_gc(d[c("a", "b")], seed = 1)))
  expect_equal(curve$bandwidth[1:5], unit * c(0.35, 0.5, 0.71, 1, 1.41))
  by_hand <- lapply(curve$bandwidth, function(h) {
    lap_model(y ~ dose + s(a, b, bs = "lap", k = 15, xt = list(bandwidth = h)), d, h = h)
  })
  expect_equal(curve$criterion, vapply(by_hand, function(fit) fit$gcv.ubre[[1]], 0))
  chosen <- which.min(curve$criterion)
  expect_identical(as.numeric(h), curve$bandwidth[[chosen]])
  fit <- lap_model(y ~ dose + s(a, b, bs = "lap", k = 15, xt = list(bandwidth = h)), d, h = h)
  expect_equal(fitted(fit), fitted(by_hand[[chosen]]))
  row <- glance(h)
  expect_identical(row$method, "reml")
  expect_equal(row$edf, sum(fit$edf[-(1:2)]))
  expect_identical(row$n_functions, 15L)
  expect_identical(sum(bw_minima(h)$chosen), 1L)
  expect_output(print(h), "restricted likelihood")
  withr::local_pdf(NULL)
  expect_invisible(plot(h))
})

test_that("bandwidths are those of radius graphs", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  h <- suppressWarnings(bw_reml(y ~ s(a, b, bs = "lap", k = 10), d, bandwidths = c(0.4, 0.2, 0.3)))
  expect_identical(as.data.frame(h)$bandwidth, c(0.2, 0.3, 0.4))
  expect_condition_of(
    bw_reml(y ~ s(a, b, bs = "lap", k = 10), d, bandwidths = c(0.2, 0.21)), "warning_edge"
  )
})

test_that("terms with a bandwidth keep it, and arguments go on to gam()", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  points <- d[c("a", "b")]
  own <- 0.3
  h <- quietly(bw_reml(
    list(y ~ s(a, b, bs = "lap", k = 8, xt = list(points = points)),
         ~ s(dose, bs = "lap", k = 5, xt = list(bandwidth = own))),
    d, family = mgcv::gaulss()
  ))
  expect_identical(glance(h)$n, 60L)
  weighted <- quietly(bw_reml(y ~ s(a, b, bs = "lap", k = 8), d, weights = dose,
                              progress = FALSE, n_threads = 1))
  plain <- quietly(bw_reml(y ~ s(a, b, bs = "lap", k = 8), d))
  expect_false(identical(as.data.frame(weighted)$criterion, as.data.frame(plain)$criterion))
  # The bandwidth of scaled points is in their unit.
  scaled <- point_set(d[c("a", "b")], scale = TRUE)
  h <- quietly(bw_reml(y ~ s(a, b, bs = "lap", k = 8, xt = list(points = scaled)), d))
  expect_s3_class(
    lap_model(y ~ s(a, b, bs = "lap", k = 8, xt = list(points = scaled, bandwidth = h)), d,
              scaled = scaled, h = h), "gam"
  )
  # The formula of the caller stays as it is.
  formula <- y ~ s(a, b, bs = "lap", k = 8)
  environment(formula) <- new.env()
  quietly(bw_reml(formula, d))
  expect_length(ls(environment(formula), all.names = TRUE), 0L)
})

test_that("graphs that fall apart are left out, and formulas without a term are errors", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  h <- suppressWarnings(bw_reml(y ~ s(a, b, bs = "lap", k = 8), d, bandwidths = c(1e-4, 0.3, 0.5)))
  expect_identical(nrow(as.data.frame(h)), 2L)
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap", k = 8), d, bandwidths = 1e-4), "k", "disconnected")
  expect_fault(bw_reml(y ~ s(a, b), d), "formula")
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap", xt = list(bandwidth = 0.3)), d), "formula")
  expect_fault(bw_reml("y", d), "formula")
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap")), "data")
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap"), d, method = "ML"), "method")
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap"), d, bandwidths = -1), "bandwidths")
  expect_fault(bw_reml(y ~ s(a, b, bs = "lap"), d, bandwidths = numeric()), "bandwidths")
})

test_that("the default bandwidths go on while the lowest is at an end", {
  fit_of <- function(h, criterion) list(bandwidth = h, criterion = criterion)
  fits <- list(fit_of(0.35, 3), fit_of(0.5, 2), fit_of(1.41, 1))
  asked <- numeric()
  at <- function(criterion) function(multiple) {
    asked <<- c(asked, multiple)
    fit_of(multiple, criterion(multiple))
  }
  larger <- extend_fits(fits, at(function(m) abs(m - 4) - 3))
  expect_equal(vapply(larger, `[[`, 0, "bandwidth"), c(0.35, 0.5, 1.41, 2, 2^1.5, 4, 2^2.5))
  smaller <- extend_fits(rev(fits), at(function(m) abs(m - 0.17)))
  expect_equal(vapply(smaller[1:3], `[[`, 0, "bandwidth"), 2^(c(-6, -5, -4) / 2))
  asked <- numeric()
  expect_identical(extend_fits(fits[c(1, 3, 2)], at(identity)), fits[c(1, 3, 2)])
  expect_length(asked, 0L)
  # A graph that has no fit is the end.
  expect_length(extend_fits(fits, function(multiple) simpleCondition("no")), 3L)
})

test_that("the ends of graphs are ends of the default bandwidths, as the warning says", {
  skip_if_not_installed("mgcv")
  skip_on_cran()
  set <- withr::with_seed(1, data.frame(a = runif(80), b = runif(80)))
  set$y <- set$a + set$b
  formula <- y ~ s(a, b, bs = "lap", k = 20)
  h <- expect_condition_of(suppressMessages(bw_reml(formula, set)), "warning_edge", "smaller `k`")
  curve <- as.data.frame(h)
  expect_gte(nrow(curve), 5L)
  panel <- picture(h)$panels[[1]]
  expect_identical(panel$ylim, range(curve$criterion))
  # One that is given stays as it is.
  h <- suppressWarnings(bw_reml(formula, set, bandwidths = curve$bandwidth[1:2]))
  expect_identical(nrow(as.data.frame(h)), 2L)
})
