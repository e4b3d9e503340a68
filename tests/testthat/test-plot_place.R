test_that("points are drawn in the first two columns of the rows kept, of tables of any kind", {
  fit <- list(n_given = 4L, rows = c(1L, 3L, 4L))
  x <- cbind(a = c(1, 2, 3, 4), b = c(5, 6, 7, 8), c = 0)
  for (table in list(x, as.data.frame(x), Matrix::Matrix(x))) {
    expect_equal(resolve_place(table, fit), x[fit$rows, 1:2], ignore_attr = "dimnames")
    expect_identical(colnames(resolve_place(table, fit)), c("a", "b"))
  }
  line <- resolve_place(x[, 1], fit)
  expect_identical(unname(line), cbind(c(1, 3, 4), 0))
  expect_identical(colnames(line), c("coordinate 1", ""))
  e <- suppressWarnings(embed_isomap(two_strips(), 1, k = 10, components = "largest"))
  place <- resolve_place(e, list(n_given = 100L, rows = seq_len(100)))
  expect_identical(unname(place), cbind(plain_matrix(e), 0))
  for (bad in list("a", x[-1, ], matrix(0, 4, 0), cbind(c(1, NA, NA, NA), c(NA, 1, 1, 1)))) {
    expect_fault(resolve_place(bad, fit), "coordinates")
  }
})

test_that("columns of different units fill the panel, in the unit of the data", {
  x <- as.matrix(faithful[1:60, ])
  panel_of <- function(object, ...) picture(object, ...)$panels[[1L]]
  scaled <- list(
    panel_of(heat_graph(x, 0.5, scale = TRUE), coordinates = x),
    panel_of(boundary_distance(x, 0.8, d = 2, scale = TRUE), data = x),
    panel_of(cluster_spectral(x, 2, scale = TRUE, bandwidth = 0.5)),
    panel_of(ssl_harmonic(x, replace(rep(NA, 60), c(1, 60), 1:2), scale = TRUE, bandwidth = 0.5))
  )
  for (panel in scaled) {
    expect_identical(panel$asp, NA)
    expect_equal(panel$xlim, range(x[, 1]))
    expect_equal(panel$ylim, range(x[, 2]))
  }
  iris_graph <- function(scale) heat_graph(iris[1:60, 1:2], 0.5, scale = scale)
  expect_identical(panel_of(iris_graph(TRUE), coordinates = iris[1:60, 1:2])$asp, NA)
  expect_identical(panel_of(iris_graph(FALSE), coordinates = iris[1:60, 1:2])$asp, 1)
  expect_identical(panel_of(iris_graph(TRUE), coordinates = embed_layout(iris[1:60, 1:4]))$asp, 1)
  # Positions on a map of which other columns were clustered.
  clusters <- cluster_spectral(iris[1:60, 1:4], 2, scale = TRUE, bandwidth = 1)
  expect_identical(panel_of(clusters, coordinates = cbind(long = 1:60, lat = 60:1))$asp, 1)
})

test_that("a single column fills the panel, and columns of one name are two", {
  line <- cbind(height = c(0, 30, 60, 100))
  graph <- quietly(heat_graph(line, 20))
  expect_identical(picture(graph, coordinates = line)$panels[[1L]]$asp, NA)
  expect_identical(picture(point_set(line))$panels[[1L]]$asp, NA)
  same <- `colnames<-`(cbind(1:4, 4:1), c("a", "a"))
  expect_identical(picture(graph, coordinates = same)$panels[[1L]]$asp, 1)
  skip_if_not_installed("ggplot2")
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(point_set(line))))
  expect_s3_class(built$layout$coord, "CoordCartesian")
  expect_false(inherits(built$layout$coord, "CoordFixed"))
})
