set.seed(1)
t <- stats::runif(60)
x <- cbind(a = t, b = sin(2 * t), noise = stats::rnorm(60))
columns <- graph_columns(x, 0.5)

test_that("estimates are drawn over their interval without structure, significant ones filled", {
  drawn <- picture(columns)
  expect_drawn(drawn)
  expect_length(drawn$panels, 2L)
  estimates <- drawn$panels[[2L]]$layers[[2L]]$data
  expect_identical(estimates$x, as.data.frame(columns)$estimate)
  expect_identical(estimates$shape == 19, as.data.frame(columns)$p.adjusted <= 0.05)
  band <- drawn$panels[[2L]]$layers[[1L]]$data
  expect_equal((band$right - band$left) / 2, qnorm(0.975) * sqrt(as.data.frame(columns)$variance))
  expect_length(picture(graph_test(heat_graph(x, 0.5), x))$panels, 1L)
})

test_that("the largest are drawn, and none if none could be tested", {
  expect_identical(nrow(picture(columns, 2L)$panels[[1L]]$layers[[2L]]$data), 2L)
  constant <- suppressWarnings(graph_test(heat_graph(x, 0.5), rep(1, 60)))
  expect_fault(plot(constant), "x")
  expect_fault(plot(columns, n = 0), "n")
})
