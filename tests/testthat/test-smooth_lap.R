test_that("on a regular polygon each frequency is shrunk by its eigenvalue", {
  skip_if_not_installed("mgcv")
  n <- 60
  t <- 2 * pi * (seq_len(n) - 1) / n
  d <- data.frame(a = cos(t), b = sin(t), y = rowSums(sapply(1:3, function(j) cos(j * t))))
  graph <- heat_graph(as.matrix(d[1:2]), 0.3)
  lambda <- quietly(graph_spectrum(graph_laplacian(graph), 7))$values[2 * (1:3)]
  for (m in c(1, 2.5)) {
    fit <- lap_model(y ~ s(a, b, bs = "lap", k = 15, m = m, sp = 2, xt = list(bandwidth = 0.3)),
                     d, m = m)
    kept <- vapply(1:3, function(j) 2 * mean(fitted(fit) * cos(j * t)), 0)
    rho <- (1 / kept - 1) / lambda^m
    expect_equal(rho, rep(rho[[1]], 3), tolerance = 1e-6)
  }
})

test_that("the fit is the penalized regression on the eigenvectors of the dense Laplacian", {
  skip_if_not_installed("mgcv")
  d <- square_table(60)
  x <- as.matrix(d[c("a", "b")])
  h <- 0.2
  fit <- lap_model(y ~ dose + s(a, b, bs = "lap", k = 8, m = 2, xt = list(bandwidth = h)), d,
                   h = h)
  w <- oracle_weights(x, h, sqrt(-log(1e-6)))
  walk <- oracle_walk(w, 1)
  pairs <- eigen(walk)
  order <- order(-Re(pairs$values))[1:8]
  vectors <- Re(pairs$vectors[, order])
  vectors <- vectors / rep(sqrt(colMeans(vectors^2)), each = 60)
  lambda <- -log(Re(pairs$values[order]))
  design <- cbind(d$dose, vectors)
  rho <- fit$sp / fit$smooth[[1]]$S.scale
  penalty <- diag(c(0, 0, rho * (lambda[-1] / lambda[[2]])^2))
  hat <- design %*% solve(crossprod(design) + penalty, crossprod(design, d$y))
  expect_equal(as.numeric(fitted(fit)), as.numeric(hat), tolerance = 1e-6)
})

test_that("families, by =, select, bam(), te() and several predictors work", {
  skip_if_not_installed("mgcv")
  skip_on_cran()
  d <- square_table(200)
  counts <- lap_model(count ~ dose + s(a, b, bs = "lap", k = 20), d, family = poisson())
  expect_gt(cor(log(fitted(counts)), sin(4 * d$a)), 0.9)
  groups <- lap_model(y ~ group + s(a, b, bs = "lap", k = 20, by = group), d)
  expect_length(groups$smooth, 2L)
  expect_gt(cor(fitted(groups), d$y), 0.9)
  # A term that explains nothing vanishes.
  noise <- lap_model(y ~ s(a, b, bs = "lap", k = 20) + s(dose, bs = "lap", k = 8), d, select = TRUE)
  expect_lt(summary(noise)$s.table[2, "edf"], 0.5)
  big <- lap_model(y ~ s(a, b, bs = "lap", k = 20), d, fitter = mgcv::bam, method = "fREML")
  expect_gt(cor(fitted(big), d$y), 0.9)
  tensor <- lap_model(y ~ te(a, b, dose, d = c(2, 1), bs = c("lap", "cr"), k = c(10, 4)), d)
  expect_gt(cor(fitted(tensor), d$y), 0.9)
  scales <- lap_model(list(y ~ s(a, b, bs = "lap", k = 10), ~ s(dose, bs = "lap", k = 5)), d,
                      family = mgcv::gaulss())
  expect_gt(cor(fitted(scales)[, 1], d$y), 0.9)
})

test_that("bam() extends the basis of some rows to all while it fits, and predictions stay NA", {
  skip_if_not_installed("mgcv")
  skip_on_cran()
  d <- square_table(1200)
  d$a[[1200]] <- 30
  fit <- lap_model(y ~ s(a, b, bs = "lap", k = 10, xt = list(points = points)), d,
                   points = d[1:1199, c("a", "b")], fitter = function(...) {
                     mgcv::bam(..., chunk.size = 100)
                   }, method = "fREML")
  expect_false(anyNA(fitted(fit)))
  far <- expect_condition_of(predict(fit, data.frame(a = 30, b = 0)), "warning_far")
  expect_true(is.na(far))
})

test_that("a model that was saved predicts the same", {
  skip_if_not_installed("mgcv")
  d <- square_table()
  fit <- lap_model(y ~ s(a, b, bs = "lap", k = 15), d)
  file <- withr::local_tempfile()
  saveRDS(fit, file)
  new <- data.frame(a = c(0.3, 0.61), b = c(0.45, 0.5))
  expect_identical(predict(readRDS(file), new, se.fit = TRUE), predict(fit, new, se.fit = TRUE))
  # Points that were given are kept once, as the graph has them.
  expect_null(fit$smooth[[1]]$xt)
})

test_that("terms of one and of two variables are drawn", {
  skip_if_not_installed("mgcv")
  d <- square_table()
  fit <- lap_model(y ~ s(dose, bs = "lap", k = 8) + s(a, b, bs = "lap", k = 15), d)
  withr::local_pdf(NULL)
  expect_quiet(plot(fit, pages = 1))
  expect_quiet(plot(fit, select = 2, scheme = 2))
  expect_no_error(suppressWarnings(mgcv::vis.gam(fit, view = c("a", "b"))))
})

test_that("what a term cannot take is an error that names it", {
  skip_if_not_installed("mgcv")
  d <- square_table(40)
  fit <- function(formula, ...) lap_model(formula, d, ...)
  expect_fault(fit(y ~ s(a, group, bs = "lap")), "group")
  expect_fault(fit(y ~ s(a, b, bs = "lap", k = 41)), "k", text = "40")
  expect_fault(fit(y ~ s(a, b, bs = "lap", k = 2)), "k")
  expect_fault(fit(y ~ s(a, b, bs = "lap", m = 0)), "m")
  expect_fault(fit(y ~ s(a, b, bs = "lap", m = 1:2)), "m")
  expect_fault(fit(y ~ s(a, b, bs = "lap", xt = list(pts = 1))), "xt", text = "pts")
  expect_fault(fit(y ~ s(a, b, bs = "lap", xt = list(far = "no"))), "xt = list(far = )")
  expect_fault(fit(y ~ s(a, b, bs = "lap", xt = 3)), "xt")
  d$a[[7]] <- Inf
  expect_fault(fit(y ~ s(a, b, bs = "lap")), "a", text = "finite")
})

test_that("only a number of functions that was given can be too large for the graph", {
  skip_if_not_installed("mgcv")
  expect_quiet(lap_model(Volume ~ s(Girth, Height, bs = "lap"), trees))
  expect_condition_of(lap_model(Volume ~ s(Girth, Height, bs = "lap", k = 14), trees),
                      "warning_no_logarithm", "7 of the 14")
})

test_that("the p-value of a term without effect is uniform", {
  skip_if_not_installed("mgcv")
  skip_on_cran()
  d <- square_table(80)
  p <- vapply(1:30, function(seed) {
    d$y <- stats::qnorm(cpp_uniform(80, seed, 1))
    summary(lap_model(y ~ s(a, b, bs = "lap", k = 15), d))$s.pv
  }, 0)
  # 7 of 30 or more have probability 0.0006 at level 5%.
  expect_lt(sum(p < 0.05), 7L)
  expect_gt(sum(p > 0.5), 5L)
})
