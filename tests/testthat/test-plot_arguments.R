# The methods of plot() take graphical parameters, those of autoplot() none.

drawn_objects <- function() {
  x <- as.matrix(sample_swiss_roll(120, seed = 1))
  y <- replace(factor(rep(c("a", "b"), 60)), 11:120, NA)
  graph <- heat_graph(x, 3)
  e <- embed_isomap(x, 2, k = 8)
  quietly(list(
    bandwidth = bw_gc(x, d = 1, seed = 1),
    bandwidths = select_bandwidth(x, c("gc", "median"), seed = 1),
    clusters = cluster_spectral(x, 2, seed = 1),
    dimension = dim_mle(x), distortion = metric_distortion(x, 3),
    embedding = e, graph = graph, metric = metric_riemannian(e, graph, d = 2),
    parts = embed_eigenmaps(rbind(x, x + 1e3), 2, bandwidth = 3, components = "each"),
    report = bandwidth_report(3, x), sample = sample_circle(20, seed = 1),
    spectrum = graph_spectrum(graph_laplacian(graph), 4),
    ssl = ssl_harmonic(x, y, bandwidth = 3)
  ))
}

test_that("what is no argument is refused by name, with the one that may be meant", {
  skip_on_cran()
  objects <- drawn_objects()
  for (name in names(objects)) {
    draw_nowhere({
      expect_fault(plot(objects[[name]], colr = 1), "colr", text = "Did you mean `col")
      expect_fault(plot(objects[[name]], nonsense = 1), "nonsense")
      expect_no_error(plot(objects[[name]], main = "m", cex.axis = 0.8))
    })
    skip_if_not_installed("ggplot2")
    expect_fault(ggplot2::autoplot(objects[[name]], colr = 1), "colr")
    expect_fault(ggplot2::autoplot(objects[[name]], main = "m"), "main")
    draw_nowhere(expect_no_warning(print(ggplot2::autoplot(objects[[name]]))))
  }
  x <- objects$embedding
  draw_nowhere({
    expect_fault(plot(x, 1:120), text = "without a name")
    expect_fault(stats::screeplot(x, colr = 1), "colr")
    expect_fault(lines(objects$bandwidth, widht = 1), "widht")
    expect_fault(plot(objects$bandwidth, col = "nocolour"), "col", text = "nocolour")
    expect_fault(plot(objects$graph, fg = c("red", "#12")), "fg", text = "vector of length 2")
  })
})

test_that("`colour` and `color` are `col` where they are no value per row", {
  skip_on_cran()
  objects <- drawn_objects()
  for (name in c("bandwidth", "graph", "ssl", "clusters", "dimension", "sample")) {
    red <- base_calls(plot(objects[[name]], col = "red"))
    expect_identical(base_calls(plot(objects[[name]], colour = "red")), red)
    expect_identical(base_calls(plot(objects[[name]], color = "red")), red)
  }
  draw_nowhere({
    expect_fault(plot(objects$ssl, col = "red", color = "blue"), "colour")
  })
})

test_that("graphical parameters of par(), plot() and hist() are known", {
  some <- c("las", "xlim", "cex.axis", "breaks", "panel.first")
  expect_true(all(some %in% graphical_parameters()))
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  ours <- graphical_parameters()
  read_only <- c("xlog", "ylog", "cin", "cra", "csi", "cxy", "din", "page", "ylbias", "mfcol",
                 "mfg", "mfrow", "new", "plt", "usr")
  expect_length(setdiff(names(graphics::par()), c(ours, read_only)), 0)
})

test_that("near names are found, others not", {
  expect_identical(nearest_name("colr", c("columns", "colour")), "colour")
  expect_identical(nearest_name("colr", "what", c("cex", "col")), "col")
  expect_identical(nearest_name("nonsense", "what", "col"), character())
  expect_identical(nearest_name("", c("a", "b")), character())
  f <- function(alpha, ...) arguments_of_frame(environment())
  expect_identical(f(), "alpha")
  expect_identical(arguments_of_frame(new.env()), character())
})

test_that("colours and texts that no device can take are refused", {
  skip_on_cran()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  x <- sample_circle(30, seed = 1)
  h <- bw_kernel_sum(x, seed = 1)
  for (col in list(list(), data.frame(v = 1), mean, quote(f(x)), as.raw(1), NULL)) {
    expect_error(plot(h, col = col), "`col` must be colours", class = "lapscale_error_argument")
    expect_error(lines(h, col = col), "`col` must be colours", class = "lapscale_error_argument")
  }
  expect_error(plot(h, colour = list()), "`col` must be", class = "lapscale_error_argument")
  for (text in list(list(), Sys.Date(), mean, as.raw(1))) {
    expect_error(plot(h, main = text), "`main` must be text", class = "lapscale_error_argument")
  }
  for (text in list(NULL, "h", quote(h^2), expression(h), 3)) expect_silent(plot(h, xlab = text))
  for (col in list("red", 2L, NA, "#0072B2")) expect_silent(plot(h, col = col))
  risk <- risk_curve(x, 1, function(z) z[, 1], rep(0, 30), bandwidths = c(0.5, 1), seed = 1)
  expect_error(plot(risk, col = as.raw(1)), "`col` must be", class = "lapscale_error_argument")
  expect_error(lines(risk, col = list()), "`col` must be", class = "lapscale_error_argument")
  expect_error(plot(select_bandwidth(x, c("knn", "kernel_sum"), seed = 1), col = mean),
               "`col` must be", class = "lapscale_error_argument")
})
