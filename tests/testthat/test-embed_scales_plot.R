test_that("scales: a panel for each in one color a point, and the numbered curve", {
  skip_on_cran()
  x <- as.matrix(iris[, 1:4])
  scales <- embed_scales(x, bw_gc(x, seed = 1))
  n <- nrow(tidy(scales))
  drawn <- picture(scales)
  expect_length(drawn$panels, n + 1)
  colours <- lapply(seq_len(n), function(i) layer_of(drawn, "points", panel = i)$colour)
  expect_length(unique(colours), 1)
  # Signs agree with those at the chosen scale.
  chosen <- which(tidy(scales)$chosen)
  reference <- scales$embeddings[[chosen]]$coordinates
  for (i in seq_len(n)) {
    points <- layer_of(drawn, "points", panel = i)
    expect_true(sum(points$x * reference[, 1]) >= 0 && sum(points$y * reference[, 2]) >= 0)
  }
  expect_match(drawn$panels[[chosen]]$note$text, "chosen")
  words <- layer_of(drawn, "text", panel = n + 1)
  expect_identical(words$text, as.character(seq_len(n)))
  expect_lte(max(words$y), drawn$panels[[n + 1]]$ylim[[2]])
  built <- expect_drawn(drawn)
  # With colors of the user's there is one key.
  keys <- lapply(picture(scales, colour = iris$Species)$panels, `[[`, "key")
  expect_identical(which(lengths(keys) > 0), 1L)
  draw_nowhere(expect_identical(plot(scales, columns = 1, color = iris$Species, pch = 3), scales))
  expect_length(picture(embed_scales(x, c(0.3, 1)))$panels, 2)
  # A curve in logs, one with a key of its own, and several selectors.
  bandwidths <- list(bw_rec(x, seed = 1), bw_lepski(x, d = 1, seed = 1),
                     bw_select(x, c("knn", "median")))
  for (bw in quietly(bandwidths)) {
    expect_drawn(picture(quietly(embed_scales(x, bw)), colour = iris$Species))
  }
  skip_if_not_installed("ggplot2")
  expect_identical(nrow(built$layout$layout), n + 1L)
  expect_identical(built$plot$labels$x, "coordinate 1")
  bw <- bw_gc(x, seed = 1)
  expect_identical(ggplot2::layer_data(ggplot2::autoplot(bw, x, color = x[, 1]), 2L),
                   ggplot2::layer_data(ggplot2::autoplot(scales, colour = x[, 1]), 2L))
})

test_that("the key is titled by what colors the points", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  scales <- quietly(embed_scales(iris[1:4], c(0.6, 0.9), n_components = 2))
  expect_identical(ggplot2::autoplot(scales, colour = iris$Species)$labels$colour, "Species")
})
