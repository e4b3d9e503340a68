set.seed(1)
t <- stats::runif(60)
x <- cbind(a = t, b = sin(2 * t), noise = stats::rnorm(60))
columns <- graph_columns(x, 0.5)

test_that("estimates are drawn over their interval without structure, significant ones filled", {
  drawn <- picture(columns)
  expect_drawn(drawn)
  expect_length(drawn$panels, 2L)
  estimates <- layer_of(drawn, "points", panel = 2L)
  expect_identical(estimates$x, as.data.frame(columns)$estimate)
  expect_identical(estimates$shape == 19, as.data.frame(columns)$p.adjusted <= 0.05)
  # An interval is a line of one width, however many rows there are.
  band <- layer_of(drawn, "line", panel = 2L)
  expect_equal(unname(tapply(band$x, -band$group, diff)) / 2,
               qnorm(0.975) * sqrt(as.data.frame(columns)$variance), ignore_attr = TRUE)
  expect_identical(unique(band$width), 6)
  expect_length(picture(graph_test(heat_graph(x, 0.5), x))$panels, 1L)
})

test_that("the largest are drawn, and none if none could be tested", {
  expect_identical(picture(columns, 2L)$panels[[1L]]$ticks$y$label,
                   as.data.frame(columns)$column[1:2])
  constant <- suppressWarnings(graph_test(heat_graph(x, 0.5), rep(1, 60)))
  expect_fault(plot(constant), "x")
  expect_fault(plot(columns, n = 0), "n")
})

test_that("names stand at the left of each panel, as many as can be read", {
  many <- matrix(cpp_uniform(50 * 60, 1, 0), 60, dimnames = list(NULL, paste("column no.", 1:50)))
  test <- graph_columns(many, 3)
  drawn <- picture(test, 100L)
  for (panel in drawn$panels) {
    expect_identical(panel$ticks$y$label, as.data.frame(test)$column[1:40])
    expect_identical(panel$ticks$y$value, 40:1)
  }
  expect_identical(drawn$panels[[1L]]$note$text, "not drawn: 10 columns")
  expect_null(picture(columns)$panels[[1L]]$note)
  expect_drawn(drawn)
  names <- Filter(function(call) identical(call[[1L]], 2L), base_calls(plot(test), "C_axis"))
  expect_length(names, 2L)
  draw_nowhere({
    margins <- graphics::par("mai")
    plot(graph_test(heat_graph(x, 0.5), matrix(many[, 1:2], 60, dimnames = list(NULL, c(
      "a response with a very long name", "b")))))
    expect_identical(graphics::par("mai"), margins)
  })
})
