test_that("the class is a number, with tables and pictures", {
  skip_on_cran()
  x <- selector_points()
  for (name in names(dimension_estimates)) {
    d <- dimension_estimates[[name]](x)
    v <- as.numeric(d)
    expect_s3_class(d, "lapscale_dimension")
    expect_true(is.numeric(d))
    expect_identical(d + 1, v + 1)
    expect_identical(-d, -v)
    expect_identical(round(d), round(v))
    expect_identical(max(d, 0), v)
    expect_identical(c(d, 1), c(v, 1))
    expect_identical(rep(d, 2), c(v, v))
    expect_identical(d[1], v)
    expect_identical(d[[1]], v)
    expect_identical(format(d), format(v))
    expect_identical(as.character(d), as.character(v))
    expect_identical(seq(d, by = 1, length.out = 2), c(v, v + 1))
    expect_identical(tidy(d), as.data.frame(d))
    expect_gte(nrow(as.data.frame(d)), 3)
    expect_identical(glance(d)$dimension, v)
    expect_identical(glance(d)$n, 120L)
    expect_error(as.data.frame(d, what = "local"), class = "lapscale_error_argument")
    lines <- utils::capture.output(print(d))
    expect_lte(length(lines), 4)
    expect_match(lines[[1]], name)
    expect_gt(length(utils::capture.output(print(summary(d)))), 4)
    draw_nowhere({
      graphics::plot(1, log = "x")
      before <- par_settings()
      plot(d)
      expect_identical(par_settings(), before)
    })
    if (requireNamespace("ggplot2", quietly = TRUE)) {
      expect_s3_class(ggplot2::autoplot(d), "ggplot")
    }
  }
  expect_fault(draw_nowhere(plot(dim_mle(x), what = "local")), "what")
  all_four <- dim_estimate(x, bandwidth = 0.6)
  expect_lte(length(utils::capture.output(print(all_four))), 8)
})

test_that("in data.frame() a dimension is a column with its number", {
  d <- dim_mle(selector_points())
  expect_identical(data.frame(a = d, b = 1), data.frame(a = as.numeric(d), b = 1))
  expect_identical(as.data.frame(d), tidy(d))
})

test_that("confint() is the normal interval of the standard error", {
  d <- dim_mle(sample_circle(60, seed = 1))
  expect_equal(unname(confint(d, level = 0.9)[1, ]), as.numeric(d) + c(-1, 1) * 1.644854 * d$se,
               tolerance = 1e-6)
  expect_identical(dimnames(confint(d, "dimension")),
                   list(`estimate on average` = "dimension", c("2.5 %", "97.5 %")))
  expect_fault(confint(d, "bandwidth"), "parm")
  expect_fault(confint(d, level = 2), "level")
  expect_fault(confint(dim_estimate(sample_circle(60, seed = 1), bandwidth = 0.3)), "object")
})
