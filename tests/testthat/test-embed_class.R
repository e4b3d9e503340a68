test_that("points are those of the fit, rows that were left out are counted apart", {
  x <- scale(datasets::airquality[, 1:4])
  used <- sum(stats::complete.cases(x))
  e <- suppressWarnings(embed_eigenmaps(x, 2, 1, na_action = "omit", components = "connect"))
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(glance(e)$n, used)
  expect_output(print(e), "111 points in 2 coordinates")
  expect_output(print(e), "42 rows of the data left out", fixed = TRUE)
  metric <- metric_riemannian(e, graph, 2)
  expect_output(print(metric), "111 points in 2 coordinates")
  expect_identical(glance(metric)$n, glance(e)$n)
  expect_identical(dim(as.matrix(e)), c(153L, 2L))
})

test_that("each component says how many points it has", {
  x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
  parts <- embed_eigenmaps(x, 2, bandwidth = 0.5, components = "each")
  expect_identical(glance(parts)$n, c(60L, 40L))
  for (part in unclass(parts)) {
    n <- length(part$rows)
    expect_identical(glance(part)$n, n)
    expect_output(print(part), paste(n, "points in 2 coordinates"), fixed = TRUE)
    expect_output(print(part), paste(100 - n, "rows of the data left out"), fixed = TRUE)
  }
})

test_that("a bandwidth in units of local scales is printed as one, as the graph does", {
  x <- scale(datasets::swiss)
  line <- "bandwidth 1 x the distance to neighbour 7"
  expect_output(print(heat_graph(x, 1, local_scale = 7)), line, fixed = TRUE)
  for (embed in list(embed_eigenmaps, embed_diffusion)) {
    expect_output(print(embed(x, bandwidth = 1, local_scale = 7)), line, fixed = TRUE)
    printed <- utils::capture.output(print(embed(x, bandwidth = bw_median)))[[2]]
    expect_match(printed, "bandwidth [0-9.]+ \\(median\\)$")
  }
})

test_that("head() and tail() are those of the coordinates", {
  e <- embed_eigenmaps(iris[1:4], 2, 1.1)
  expect_identical(head(e), head(as.matrix(e)))
  expect_identical(head(e, 3), as.matrix(e)[1:3, ])
  expect_identical(tail(e, 2), tail(as.matrix(e), 2))
  e$coordinates <- NULL
  expect_error(head(e), class = "lapscale_error_argument")
})
