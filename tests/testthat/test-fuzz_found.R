# What the fuzzer found, each as a call that once ended in an error of R.

test_that("a risk that is known at one bandwidth only is drawn", {
  x <- normal_points(18, 3)
  risk <- quietly(
    bw_risk(x, 1, function(z) z[, 1], rep(0, 18), bandwidths = c(0.5, 1, 2), seed = 1)
  )
  expect_identical(sum(is.finite(risk$risk)), 1L)
  expect_no_error(draw_nowhere(plot(risk)))
  expect_no_error(draw_nowhere(plot(risk, mark = 1)))
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(risk), "ggplot")
})

test_that("what is no table does not stand beside a result", {
  skip_on_cran()
  fit <- embed_eigenmaps(normal_points(18, 3), 2, bandwidth = 1.5)
  clusters <- cluster_spectral(normal_points(18, 3), 2, bandwidth = 1.5, seed = 1)
  parts <- embed_eigenmaps(rbind(normal_points(18, 3), normal_points(18, 3) + 100), 2,
                           bandwidth = 1.5, components = "each")
  for (data in list(mean, structure(1:3, class = "units"))) {
    for (result in list(fit, clusters, parts)) expect_fault(augment(result, data), "data")
  }
})

test_that("a step is added to a recipe", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  for (step in list(step_embed_eigenmaps, step_embed_diffusion, step_embed_isomap, step_embed_lle,
                    step_embed_kpca)) {
    for (recipe in list(NULL, 1, mean, data.frame())) expect_fault(step(recipe), "recipe")
  }
})

test_that("what the device refuses is an error of ours, and the device is as it was", {
  skip_on_cran()
  bw <- bw_kernel_sum(selector_points())
  risk <- quietly(bw_risk(normal_points(18, 3), 1, function(z) z[, 1], rep(0, 18),
                             bandwidths = c(0.5, 1, 2), seed = 1))
  draw_nowhere({
    before <- par_settings()
    expect_fault(plot(bw, ylim = "a"), class = "picture", text = "ylim")
    expect_fault(plot(bw, col = "no colour"), class = "picture", text = "no colour")
    plot(risk)
    expect_fault(lines(risk, col = "no colour"), class = "picture")
    expect_fault(lines(bw, col = -1), class = "picture")
    expect_fault(plot(risk, col = list()), class = "picture")
    graphics::par(new = FALSE)
    expect_identical(par_settings()[c("mar", "mfrow", "oma")], before[c("mar", "mfrow", "oma")])
  })
})

test_that("a title of no words is none", {
  expect_no_error(draw_nowhere(plot(dim_mle(normal_points(18, 3), 5), main = character())))
})

test_that("a density exponent of another class is the number that it is", {
  x <- normal_points(18, 3)
  alpha <- structure(1, class = "meters")
  expect_identical(
    as.matrix(embed_diffusion(x, 2, bandwidth = 1.5, alpha = alpha)),
    as.matrix(embed_diffusion(x, 2, bandwidth = 1.5, alpha = 1))
  )
  expect_identical(
    as.matrix(embed_eigenmaps(x, 2, bandwidth = 1.5, alpha = alpha)),
    as.matrix(embed_eigenmaps(x, 2, bandwidth = 1.5, alpha = 1))
  )
})

test_that("tables with columns that are no numbers are refused where functions and lists come in", {
  x <- normal_points(18, 3)
  odd <- data.frame(a = x[, 1])
  odd$b <- as.list(1:18)
  odd$c <- diag(18)[, 1:2]
  expect_fault(bw_lepski(x, d = 1, n_bandwidths = 6, f = odd, seed = 1), "f", text = "column b")
  lists <- list(idx = odd[c("b", "c")], dist = matrix(1, 18, 3))
  expect_fault(as_heat_graph(lists, bandwidth = 1), "x")
})

test_that("a factor of one level in a formula is refused by the name of the data", {
  d <- data.frame(normal_points(18, 3), g = factor("a"), y = rep(c("a", "b", NA), 6))
  expect_fault(ssl_harmonic(y ~ ., data = d, bandwidth = 1.5), "data", text = "2 or more levels")
})

test_that("numbers of neighbors in a type of graph are numbers", {
  for (odd in list(mean, globalenv(), quote(a), "a", list(), numeric(), 1.5)) {
    expect_fault(graph_knn(k = odd), "k")
    expect_fault(graph_knn(local_scale = odd), "local_scale")
  }
  expect_identical(graph_knn(k = c(5, 9))$settings$k, c(5, 9))
})

test_that("what mgcv says of a model that it cannot fit is an error of ours", {
  skip_if_not_installed("mgcv")
  data <- data.frame(normal_points(18, 2), y = NA_real_)
  expect_error(
    quietly(bw_reml(y ~ s(X1, X2, bs = "lap", k = 6), data = data, bandwidths = c(1, 2))),
    class = "lapscale_error"
  )
})
