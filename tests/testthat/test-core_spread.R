test_that("points that all coincide have no scale", {
  expect_fault(bw_median(matrix(3, 5, 2)), "x", class = "no_scale", text = "5 points coincide")
  expect_gt(as.numeric(quietly(bw_median(cbind(3, c(1, 1, 1 + 1e-15))))), 0)
})

test_that("columns of very different widths are told of; constant ones do not count", {
  x <- cbind(c(0, 1, 2), c(0, 1e6, 5), 7)
  expect_condition_of(bw_median(x), "message_scale", c("`x`", "column 2"))
  expect_quiet(bw_median(cbind(x[, 1], 1e3 * x[, 1], 1e9)))
})

test_that("columns with different units are told of by all that take points, once", {
  skip_on_cran()
  told <- c("column disp varies 248 times as much as column am", "`scale = TRUE`")
  cars <- datasets::mtcars
  y <- replace(factor(cars$cyl), -(1:12), NA)
  takers <- list(
    function(x, ...) embed_layout(x, ...), function(x, ...) cluster_spectral(x, 3, ...),
    function(x, ...) embed_eigenmaps(x, 2, ...), function(x, ...) embed_isomap(x, 2, ...),
    function(x, ...) embed_lle(x, 2, ...), function(x, ...) ssl_auto(x, y, ...),
    function(x, ...) heat_graph(x, 20, ...)
  )
  said <- function(expr) {
    texts <- character()
    withCallingHandlers(suppressWarnings(expr), lapscale_message_scale = function(m) {
      texts <<- c(texts, conditionMessage(m))
    })
    texts
  }
  for (take in takers) {
    text <- suppressMessages(said(take(cars)))
    expect_length(text, 1L)
    for (words in told) expect_match(text, words, fixed = TRUE)
    expect_length(suppressMessages(said(take(cars, scale = TRUE))), 0L)
    expect_length(suppressMessages(said(take(iris[c(1:12, 51:70), 1:4]))), 0L)
  }
  # The print of bw_gc() says it, and nobody needs to hear it again.
  bw <- expect_no_message(bw_gc(cars, seed = 1), class = "lapscale_message_scale")
  expect_no_message(embed_eigenmaps(cars, 2, bandwidth = bw), class = "lapscale_message_scale")
})

test_that("a column of row numbers is told of if it decides the distances", {
  flowers <- as.matrix(iris[1:4])
  numbered <- function(id) bw_median(cbind(flowers, id))
  for (id in list(1:150, 150:1, 1000 + order(sin(1:150)))) {
    expect_condition_of(numbered(id), "message_row_numbers", c("column 5", "Leave it out"))
  }
  expect_quiet(numbered(c(1:149, 149)))
  expect_quiet(numbered(1:150 / 150))
  expect_quiet(bw_median(cbind(1:150)))
  expect_condition_of(bw_median(cbind(1:150, 150:1)), "message_collinear", "column")
})

test_that("distances that overflow are refused by all who take points", {
  skip_on_cran()
  x <- cbind(c(1, -1, 1, -1, 0.5, 0.2, 0.1, 0.3)) * 1.7e308
  takers <- list(
    bw_gc, bw_rec, bw_median, bw_kernel_sum, dim_mle, dim_estimate, embed_eigenmaps, embed_kpca,
    function(x) bw_rate(x, 1), function(x) heat_graph(x, 1), function(x) cluster_spectral(x, 2),
    function(x) ssl_harmonic(x, rep(c("a", "b", NA, NA), 2))
  )
  for (take in takers) expect_fault(take(x), "x", text = "rescale `x`")
  expect_fault(bw_median(matrix(c(-1, 1), 4, 4) * 5e307), "x", text = "rescale `x`")
})

test_that("a bandwidth that was selected has said that columns differ", {
  x <- cbind(1e6 * sin(1:60), cos(1:60))
  expect_message(bw <- bw_gc(x, seed = 1), class = "lapscale_message_scale")
  expect_message(heat_graph(x, as.numeric(bw)), class = "lapscale_message_scale")
  expect_no_message(heat_graph(x, bw))
  expect_no_message(ssl_harmonic(x, replace(x[, 1], 9:60, NA), bandwidth = bw))
})

test_that("a nearly constant column among many makes none of them dominate", {
  x <- normal_points(200, 12, 1)
  said <- function(x) {
    text <- character()
    withCallingHandlers(check_spread(x, columns = seq_len(ncol(x))), message = function(m) {
      text <<- c(text, text_of(m))  # nolint: undesirable_operator_linter.
      invokeRestart("muffleMessage")
    })
    text
  }
  for (narrow in list(1e-8 * x[, 1], 5 + 1e-8 * x[, 1], 1e-6 * x[, 1:3])) {
    expect_length(said(cbind(x, narrow)), 0L)
  }
  expect_match(said(cbind(x, 1e8 * x[, 1])), "column 13 is .* dominates")
  expect_match(said(cbind(1e8 * x[, 1], x[, 2])), "column 1 is .* as wide as column 2 and dominates")
})
