# The fault table and the invariances for embeddings.

test_that("faults 1 to 7: what is not a table of finite numbers is refused, and why is said", {
  skip_on_cran()
  x <- bent_strip(40)
  with_na <- x
  with_na[17, 3] <- NA
  with_nan <- x
  with_nan[5, 2] <- NaN
  with_inf <- x
  with_inf[6, 1] <- -Inf
  expect_fault_of(embed_methods, with_na, arg = "x", text = "(NA), first at row 17, column 3")
  expect_fault_of(embed_methods, with_nan, arg = "x", text = "NaN values, first at row 5")
  expect_fault_of(embed_methods, with_inf, arg = "x", text = "infinite values, first at row 6")
  for (bad in list("a", list(1), matrix("a", 9, 2), matrix(1i, 9, 2), NULL)) {
    expect_fault_of(embed_methods, bad, arg = "x")
  }
  expect_fault_of(embed_methods, data.frame(x, v = "a"), arg = "x", text = "column v")
  expect_fault_of(embed_methods, matrix(0, 2, 3), arg = "x", text = "at least 3 rows")
})

test_that("faults 8, 16, 24, 34, 49: arguments out of range are refused before any work", {
  skip_on_cran()
  x <- bent_strip(40)
  for (k in list(0, 40, 1.5, NA)) {
    expect_fault(embed_isomap(x, 2, k = k), "k")
    expect_fault(embed_lle(x, 2, k = k), "k")
  }
  expect_fault_of(embed_methods, matrix(1, 40, 3), arg = "x", class = "no_scale")
  for (h in list(0, -1, NA, Inf, c(1, 2))) {
    expect_fault(embed_eigenmaps(x, 2, bandwidth = h), "bandwidth")
    expect_fault(embed_diffusion(x, 2, bandwidth = h), "bandwidth")
    expect_fault(embed_kpca(x, 2, bandwidth = h), "bandwidth")
  }
  for (count in list(0, -1, 1.5, 40, NA, c(2, 3))) {
    for (f in list(embed_isomap, embed_lle, embed_kpca, embed_diffusion)) {
      expect_fault(f(x, count), "n_components")
    }
  }
  for (threads in list(0, -1, NA, "2")) {
    expect_fault_of(embed_methods, x, n_threads = threads, arg = "n_threads")
  }
})

test_that("faults 1 and 11: omitted rows are padded; integers are as doubles", {
  skip_on_cran()
  x <- bent_strip(60)
  x[9, 1] <- NA
  whole <- matrix(as.integer(round(100 * bent_strip(60))), 60)
  for (name in names(embed_methods)) {
    e <- suppressMessages(expect_condition_of(embed_methods[[name]](x, na_action = "omit"),
                                              "warning_omitted"))
    expect_identical(unname(which(is.na(as.matrix(e)[, 2]))), 9L, label = name)
  }
  integers <- suppressMessages(embed_isomap(whole, 2, k = 10))
  expect_identical(as.matrix(suppressMessages(embed_isomap(whole + 0, 2, k = 10))),
                   as.matrix(integers))
})

test_that("faults 21 and 22: tiny and huge scales are embedded rightly or refused", {
  skip_on_cran()
  x <- bent_strip(60)
  for (scale in c(1e-160, 1e-100, 1e100, 1e155)) {
    for (f in list(
      function(x, c) embed_eigenmaps(x, 2, bandwidth = 0.5 * c),
      function(x, c) embed_lle(x, 2, k = 10),
      function(x, c) embed_kpca(x, 2, bandwidth = 0.5 * c),
      function(x, c) embed_isomap(x, 2, k = 10),
      function(x, c) embed_kpca(x, 2, "linear")
    )) {
      y <- tryCatch(f(scale * x, scale), lapscale_error = function(e) NULL)
      if (is.null(y)) next
      y <- plain_matrix(y)
      want <- plain_matrix(f(x, 1))
      expect_lt(off_by(y / max(abs(y)), want / max(abs(want))), 1e-6)
    }
  }
})

test_that("rotation, translation, order of rows, zero columns and tables change nothing", {
  skip_on_cran()
  x <- unname(bent_strip())
  turn <- qr.Q(qr(normal_points(3, 3)))
  order <- withr::with_seed(1, sample(nrow(x)))
  for (name in names(embed_methods)) {
    f <- embed_methods[[name]]
    want <- plain_matrix(f(x))
    if (!name %in% depends_on_axes) expect_lt(off_by(f(x %*% turn), want), 1e-5, label = name)
    expect_lt(off_by(f(x + 1e3), want), 1e-5, label = name)
    expect_lt(off_by(f(x[order, ]), want[order, ]), 1e-5, label = name)
    expect_lt(off_by(f(cbind(x, 0)), want), 1e-5, label = name)
    expect_identical(plain_matrix(f(as.data.frame(x))), want, label = name)
  }
})

test_that("the same bits for 1, 2 and 4 threads, fits and predictions", {
  skip_on_cran()
  x <- bent_strip(320)
  new <- bent_strip(40, seed = 3)
  for (name in names(embed_methods)) {
    one <- embed_methods[[name]](x, n_threads = 1)
    for (n_threads in c(2, 4)) {
      many <- suppressMessages(embed_methods[[name]](x, n_threads = n_threads))
      expect_identical(as.matrix(many), as.matrix(one), label = name)
      expect_identical(suppressMessages(predict(one, new, n_threads = n_threads)),
                       predict(one, new, n_threads = 1), label = name)
    }
  }
  m <- function(n_threads) {
    graph <- heat_graph(x, 0.3)
    suppressMessages(
      metric_distances(metric_riemannian(x, graph, 2, n_threads), 1:3, n_threads)
    )
  }
  expect_identical(m(2), m(1))
})

test_that("methods of the object: tables, summaries and pictures", {
  skip_on_cran()
  x <- bent_strip()
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  before <- graphics::par("mar", "mfrow")
  for (f in embed_methods) {
    e <- f(x)
    expect_lte(length(capture.output(print(e))), 6L)
    shown <- capture.output(print(summary(e)))
    expect_true(any(grepl("eigenvalue", shown)) || !has_eigenvalues(e))
    expect_identical(plot(e, colour = x[, 1]), e)
    expect_identical(plot(e, col = "grey50"), e)
    if (has_eigenvalues(e)) expect_identical(screeplot(e), e) else expect_fault(screeplot(e), "x")
    expect_equal(nrow(tidy(e)), 2)
    expect_equal(dim(glance(e))[[1]], 1L)
    table <- augment(e)
    expect_equal(unname(as.matrix(table[c("a", "b", "c")])), unname(x))
    expect_equal(unname(as.matrix(table[c(".embed1", ".embed2")])), plain_matrix(e))
    expect_equal(names(augment(e, newdata = x[1:3, ]))[4:5], c(".embed1", ".embed2"))
  }
  expect_fault(plot(e, colour = 1:3), "colour")
  expect_fault(plot(e, columns = 3), "columns")
  expect_fault(augment(e, data = x[1:3, ]), "data")
  plot(metric_riemannian(e, heat_graph(x, 0.4), 2), col = "grey50")
  expect_identical(graphics::par("mar", "mfrow"), before)
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(e, colour = x[, 1]), "ggplot")
  expect_s3_class(ggplot2::autoplot(metric_riemannian(e, heat_graph(x, 0.4), 2)), "ggplot")
})
