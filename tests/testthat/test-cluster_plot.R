test_that("clusters in their colors and places, and the gaps", {
  skip_on_cran()
  x <- sample_moons(120, noise = 0.05, seed = 1)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3)
  drawn <- picture(clusters)
  expect_identical(layer_of(drawn, "points")$value, as.character(clusters$cluster))
  across <- unname(as.matrix(x)[, 1])
  expect_identical(layer_of(drawn, "points")$x, across)
  expect_drawn(drawn)
  expect_warning(
    clusters <- cluster_spectral(x, "gap", bandwidth = 0.3), class = "lapscale_warning_no_gap"
  )
  gaps <- picture(clusters, "gap")
  expect_identical(layer_of(gaps, "points")$y, clusters$gaps$gap)
  expect_match(gaps$panels[[1]]$note$text, "clusters, not clear")
  expect_identical(layer_of(gaps, "rule", 2L)$position, clusters$k)
  lines <- gaps$panels[[2]]$layers
  expect_identical(lines[[3]]$data$y, clusters$gaps$silhouette)
  expect_identical(lines[[5]]$data$y, clusters$gaps$modularity)
  expect_drawn(gaps)
  elsewhere <- picture(clusters, coordinates = as.matrix(x)[, 2:1])
  expect_identical(layer_of(elsewhere, "points")$y, across)
  graph <- heat_graph(x, 0.3)
  graph$points <- NULL
  for (k in 2:3) {
    expect_identical(picture(cluster_spectral(graph, k))$panels[[1]]$ylab, paste("eigenvector", k))
  }
  draw_nowhere({
    expect_fault(plot(clusters, coordinates = 1:3), "coordinates")
    expect_fault(plot(clusters, what = "tree"), "what")
  })
})

test_that("clusters are drawn in an embedding that is given as the second argument", {
  x <- bent_strip()
  clusters <- cluster_spectral(x, 2)
  e <- embed_isomap(x, 2, k = 10)
  expect_identical(picture(clusters, e), picture(clusters, coordinates = e))
})

test_that("numbers of clusters have few enough ticks for all labels to be drawn", {
  x <- cbind(rep(1:12, each = 8), 0) * 10 + cbind(sin(1:96), cos(1:96)) / 3
  gaps <- picture(quietly(cluster_spectral(x, "gap", bandwidth = 4, seed = 1)), "gap")
  ticks <- gaps$panels[[1]]$ticks$x
  expect_identical(as.numeric(ticks$label), as.numeric(ticks$value))
  expect_lte(nrow(ticks), 8L)
})

test_that("one gap is no picture, and points can have names", {
  x <- bent_strip(60)
  rownames(x) <- paste0("r", 1:60)
  clusters <- quietly(cluster_spectral(x, 2))
  expect_fault(plot(clusters, "gap"), "what", text = "one gap only")
  drawn <- picture(clusters, coordinates = x, names = TRUE)
  points <- layer_of(drawn, "points")
  expect_identical(x[layer_of(drawn, "names")$text, 1], points$x, ignore_attr = "names")
  draw_nowhere(expect_no_warning(plot(clusters, coordinates = x, names = replace(letters[1:60], 3, ""))))
})

test_that("what is given for each row is that of its point, which `colour` colors", {
  skip_on_cran()
  clusters <- cluster_spectral(USArrests, 3, scale = TRUE, seed = 1)
  states <- rownames(USArrests)
  drawn <- picture(clusters, names = states)
  expect_identical(layer_of(drawn, "names")$text, states)
  expect_identical(layer_of(drawn, "points")$value, as.character(unname(clusters$cluster)))
  marks <- base_marks(plot(clusters, col = ifelse(states == "Ohio", "red", "blue"), cex = 1:50))[[2]]
  expect_identical(marks$x[marks$col == "red"], layer_of(drawn, "points")$x[states == "Ohio"])
  expect_identical(marks$cex, 1:50)
  e <- embed_layout(USArrests, scale = TRUE)
  coloured <- picture(clusters, e, colour = USArrests$Murder, key_title = "Murder")
  expect_identical(layer_of(coloured, "points")$value, USArrests$Murder)
  expect_identical(coloured$panels[[1]]$key$title, "Murder")
  # Names of colors are `col`.
  red <- base_marks(plot(clusters, coordinates = e, colour = "red"))[[2]]
  expect_identical(unique(red$col), "red")
  draw_nowhere({
    expect_message(plot(clusters, col = state.region), class = "lapscale_message_col")
    expect_fault(plot(clusters, colour = 1:3), "colour")
    expect_fault(plot(clusters, "gap", colour = state.region), "colour")
  })
  skip_if_not_installed("ggplot2")
  shown <- ggplot2::autoplot(clusters, coordinates = e, colour = USArrests$Murder)
  expect_identical(shown$labels$colour, "Murder")
})

test_that("what is given for each row is that of its point if rows are left out", {
  x <- as.data.frame(bent_strip(60))
  x[3, 1] <- NA
  clusters <- quietly(cluster_spectral(x, 2, na_action = "omit"))
  e <- unname(as.matrix(bent_strip(60)))
  marks <- base_marks(plot(clusters, coordinates = e, pch = 1:60 %% 20, col = "red"))[[2]]
  expect_identical(marks$pch, (1:60 %% 20)[-3])
  expect_identical(marks$x, e[-3, 1])
  coloured <- layer_of(picture(clusters, coordinates = e, colour = 1:60 + 0.5), "points")
  expect_identical(coloured$value, (1:60 + 0.5)[-3])
})

test_that("clusters of a graph that was given are drawn in its layout, with its edges", {
  two <- kronecker(diag(2), matrix(1, 5, 5))
  two[5, 6] <- two[6, 5] <- 1
  diag(two) <- 0
  graph <- as_heat_graph(two)
  drawn <- picture(cluster_spectral(graph, 2))
  expect_identical(drawn$panels[[1]][c("ylab", "asp")], list(ylab = "coordinate 2", asp = 1))
  expect_identical(kinds_of(drawn), c("segments", "points"))
  expect_identical(nrow(layer_of(drawn, "segments")), 21L)
  points <- layer_of(drawn, "points")
  expect_equal(as.matrix(points[c("x", "y")]), as.matrix(embed_layout(graph)),
               ignore_attr = TRUE)
  expect_drawn(drawn)
})

test_that("clusters of distances are drawn in the layout of these distances", {
  x <- rbind(normal_points(20, 3), normal_points(20, 3, seed = 2) + 4)
  clusters <- quietly(cluster_spectral(stats::dist(x), 2, seed = 1))
  place <- cluster_place(clusters)
  expect_gt(stats::cor(stats::dist(place), stats::dist(x[clusters$rows, ])), 0.8)
})
