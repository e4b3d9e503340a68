test_that("a profile has the means of clusters, and the columns that differ first", {
  clusters <- cluster_spectral(iris[1:4], 3, seed = 1)
  data <- data.frame(iris, odd = rep(c(TRUE, FALSE), 75), id = as.character(1:150), same = 1)
  data$Sepal.Width[3] <- NA
  s <- summary(clusters, data)
  table <- as.data.frame(s)
  expect_identical(table$size, tabulate(clusters$cluster))
  slow <- function(v) unname(c(tapply(v, clusters$cluster, mean, na.rm = TRUE)))
  expect_equal(table$Petal.Length, slow(data$Petal.Length))
  expect_equal(table$Sepal.Width, slow(data$Sepal.Width))
  expect_equal(table$odd, slow(data$odd))
  expect_equal(table[["Species = setosa"]], slow(data$Species == "setosa"))
  expect_false(any(grepl("^id", names(table))))
  r_squared <- summary(stats::lm(Petal.Length ~ factor(clusters$cluster), data))$r.squared
  between <- stats::setNames(s$columns$between, s$columns$column)
  expect_equal(between[["Petal.Length"]], r_squared)
  expect_false(is.unsorted(-s$columns$between, na.rm = TRUE))
  expect_identical(names(table)[-(1:2)], s$columns$column)
  expect_identical(utils::tail(s$columns$column, 1L), "same")
  expect_output(print(s, n = 2), "more columns")
})

test_that("the profile is of the points where no table is given", {
  x <- sample_moons(120, noise = 0.05, seed = 1)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3)
  expect_equal(as.data.frame(summary(clusters))[["x1"]] %||% as.data.frame(summary(clusters))[[3]],
               as.data.frame(summary(clusters, as.matrix(x)))[[3]])
  of_graph <- cluster_spectral(as(heat_graph(x, 0.3), "CsparseMatrix"), 2)
  expect_null(summary(of_graph)$profile)
  expect_identical(as.data.frame(summary(of_graph)), tidy(of_graph))
  draw_nowhere(expect_fault(plot(summary(of_graph)), "x"))
  expect_fault(summary(clusters, iris), "data")
})

test_that("a profile is drawn as a heat map by both devices", {
  s <- summary(cluster_spectral(iris[1:4], 3, seed = 1), iris)
  drawn <- picture(s, n = 3)
  expect_identical(nrow(layer_of(drawn, "rects")), 9L)
  z <- layer_of(drawn, "points")$value
  first <- s$columns[1, ]
  expect_equal(z[1:3], (s$profile[[first$column]] - first$mean) / first$sd)
  expect_drawn(drawn)
  words <- layer_of(drawn, "text")
  expect_identical(words$colour, readable_on(layer_of(drawn, "rects")$colour))
  expect_false(any(words$ground))
})

test_that("the print has shares below their columns, and names of medoids", {
  skip_on_cran()
  clusters <- cluster_spectral(mtcars, 3, scale = TRUE, seed = 1)
  s <- summary(clusters, cbind(mtcars, same = 1))
  lines <- utils::capture.output(print(s, n = 12))
  expect_match(lines, "share +100%", all = FALSE)
  expect_match(lines, rownames(mtcars)[[tidy(clusters)$medoid[[1]]]], fixed = TRUE, all = FALSE)
  expect_type(s$clusters$medoid, "integer")
  table <- with_shares(data.frame(cluster = 1:2, size = 3:4, a = c(1.5, 2)), 0.25)
  expect_identical(table$a, c("1.5", "2.0", "25%"))
})

test_that("numbers in cells have the decimals of the spread, and fit beside each other", {
  expect_identical(numbers_in_cells(c(-0.0052, 0.376, -1.2), 0.4), c("-0.01", "0.38", "-1.20"))
  expect_identical(numbers_in_cells(c(-1e-4, 20.04), 3), c("0.0", "20.0"))
  expect_identical(numbers_in_cells(c(229778.4, NA), 9e4), c("229778", "NA"))
  expect_identical(numbers_in_cells(1.234e-9, 1e-9), "1.2e-09")
  x <- as.data.frame(withr::with_seed(1, matrix(rnorm(600), 100)))
  size_of <- function(k) {
    clusters <- quietly(cluster_spectral(x, k, seed = 1))
    layer_of(picture(summary(clusters)), "text")$size[[1]]
  }
  expect_identical(size_of(3), 0.8)
  expect_lt(size_of(20), 0.7)
})

test_that("a sparse table is profiled as a dense one", {
  clusters <- cluster_spectral(iris[1:4], 3)
  counts <- matrix(rep(0:2, 100), 150, dimnames = list(NULL, c("a", "b")))
  sparse <- summary(clusters, Matrix::Matrix(counts, sparse = TRUE))
  expect_equal(sparse$profile, summary(clusters, counts)$profile)
})

test_that("the summary says where silhouettes are measured, and the print whether a gap is clear", {
  states <- cluster_spectral(USArrests, 4, scale = TRUE, seed = 1)
  expect_output(print(summary(states)), "silhouette in eigenvectors, not in the data", fixed = TRUE)
  expect_output(print(states), "not clear:\n    one piece without clusters may have a gap of 0.75")
  expect_output(print(states), "lower normalized cut, 1.00.", fixed = TRUE)
  apart <- cluster_spectral(three_clusters()$x, 3, bandwidth = 1)
  expect_false(any(grepl("not clear", capture.output(print(apart)))))
})
