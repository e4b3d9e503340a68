# What the pictures of fits from few labels hold.

test_that("classes by color, probabilities by strength, labels by rings", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  drawn <- picture(fit, coordinates = p$x)
  points <- layer_of(drawn, "points")
  levels <- fit$labels$levels
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(p$x))
  expect_identical(points$value, as.character(fitted(fit)))
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$label, levels)
  expect_identical(points$colour, key$colour[match(points$value, levels)])
  sure <- unname(apply(as.matrix(predict(fit, type = "prob")), 1, max))
  expect_identical(points$strength, 0.25 + 0.75 * sure)
  rings <- layer_of(drawn, "points", 2L)
  expect_identical(unname(as.matrix(rings[c("x", "y")])), unname(p$x[fit$labels$rows, ]))
  expect_match(drawn$panels[[1]]$note$text, "^ringed: ")
  expect_drawn(drawn)
  # More classes than there are colors differ in symbols.
  eight <- factor(rep(letters[1:8], length.out = 36))
  named <- picture(ssl_harmonic(p$x, replace(eight, 15:16, NA), bandwidth = 1))
  expect_length(unique(layer_of(named, "points")$shape), 2)
})

test_that("numbers by rank", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, replace(p$x[, 1], 4:30, NA), bandwidth = 1)
  points <- layer_of(picture(fit), "points")
  expect_equal(points$value, (rank(signif(fit$scores[, 1], 8)) - 1) / 35)
  rank <- match(points$colour, grDevices::hcl.colors(64L, "viridis"))
  expect_false(is.unsorted(rank[order(points$value)]))
  expect_gt(length(unique(rank)), 30)
  expect_drawn(picture(ssl_harmonic(p$x, replace(rep(NA, 36), 1:3, 2), bandwidth = 1)))
})

test_that("numbers that have standard errors have a second panel with their band", {
  skip_on_cran()
  roll <- as.matrix(sample_swiss_roll(200, seed = 1))
  some <- seq(1, 200, by = 8)
  y <- replace(rep(NA, 200), some, roll[some, 1])
  fit <- ssl_iterated(roll, y, bandwidth = 2.5)
  sure <- predict(fit, se.fit = TRUE)
  order <- order(sure$fit)
  drawn <- picture(fit)
  band <- layer_of(drawn, "band", panel = 2)
  expect_equal(band$low, (sure$fit - 2 * sure$se.fit)[order])
  expect_equal(band$high, (sure$fit + 2 * sure$se.fit)[order])
  expect_equal(layer_of(drawn, "line", panel = 2)$y, sort(sure$fit))
  circles <- layer_of(drawn, "points", panel = 2)
  expect_equal(circles[c("x", "y")], data.frame(x = rank(sure$fit)[some], y = y[some]))
  expect_drawn(drawn)
  # Along the only column; of landmarks as they are drawn.
  line <- picture(ssl_iterated(roll[, 1, drop = FALSE], y, bandwidth = 1))
  expect_equal(layer_of(line, "band")$x, sort(roll[, 1]))
  expect_length(line$panels, 1)
  landmarks <- ssl_iterated(roll, y, bandwidth = 2.5, landmarks = 100)
  expect_equal(nrow(layer_of(picture(landmarks), "band", panel = 2)), 100)
  expect_equal(nrow(layer_of(picture(landmarks, coordinates = roll), "band", panel = 2)), 200)
  # None without standard errors, and none of classes.
  expect_length(picture(ssl_harmonic(roll, y, bandwidth = 2.5))$panels, 1)
  expect_length(picture(ssl_iterated(roll, y > 0, bandwidth = 2.5))$panels, 1)
})

test_that("what cannot be drawn is refused by name", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  draw_nowhere({
    expect_fault(plot(fit, "path"), "what", text = "chose no parameter")
    expect_fault(plot(fit, "curve"), "what")
    expect_fault(plot(fit, coordinates = p$x[-1, ]), "coordinates", text = "36 rows")
  })
})

test_that("standard errors and probabilities are a map with a key", {
  skip_on_cran()
  x <- iris[2:4]
  fit <- ssl_iterated(x, replace(iris$Sepal.Length, -(5 * 1:30), NA), bandwidth = 0.5)
  panel <- picture(fit, "se")$panels[[1]]
  expect_equal(panel$layers[[1]]$data$value, unname(predict(fit, se.fit = TRUE)$se.fit))
  expect_identical(panel$key$title, "se (unit of y)")
  expect_length(picture(fit, "se")$panels, 1L)
  part <- ssl_iterated(x, replace(iris$Sepal.Length, -(5 * 1:30), NA), bandwidth = 0.5,
                       landmarks = 100)
  expect_length(picture(part, "se")$panels[[1]]$layers[[1]]$data$value, 100L)
  classes <- ssl_iterated(x, replace(iris$Species, -(5 * 1:30), NA), bandwidth = 0.5)
  panel <- picture(classes, "prob")$panels[[1]]
  expect_equal(panel$layers[[1]]$data$value, unname(apply(predict(classes, type = "prob"), 1, max)))
  expect_fault(plot(fit, "prob"), "what", text = "needs a fit of classes")
  expect_fault(plot(classes, "se"), "what", text = "needs a fit of numbers")
  expect_fault(plot(fit, "se", colour = 1:150), "colour")
  harmonic <- ssl_harmonic(x, replace(iris$Sepal.Length, -(5 * 1:30), NA), bandwidth = 0.5)
  expect_fault(plot(harmonic, "se"), "x", text = "no standard errors")
})

test_that("numbers along a single column are drawn at their heights", {
  time <- cbind(time = 1:60 / 10)
  y <- replace(sin(time[, 1]), seq(2, 60, 3), NA)
  harmonic <- ssl_harmonic(time, y, bandwidth = 0.3)
  panel <- picture(harmonic)$panels[[1]]
  expect_equal(panel$layers[[1]]$data$y, unname(fitted(harmonic)))
  # Classes have no height, and an axis of zeros says nothing.
  classes <- picture(ssl_harmonic(time, y > 0, bandwidth = 0.3))$panels[[1]]
  expect_length(classes$ticks$y$value, 0L)
})

test_that("the key of numbers has rounded quartiles under what they are", {
  fit <- ssl_laprls(iris[2:4], replace(iris$Sepal.Length, -(5 * 1:30), NA), bandwidth = 0.5)
  key <- picture(fit)$panels[[1]]$key
  expect_identical(key$title, "fitted (by rank)")
  quartiles <- stats::quantile(fitted(fit), names = FALSE)
  expect_lt(max(abs(as.numeric(key$entries$label) - quartiles)), 0.051)
  expect_true(all(nchar(key$entries$label) == 3L))
})

test_that("what is given for each row is that of its point, which `colour` colors", {
  x <- iris[1:4]
  x[2, 1] <- NA
  y <- replace(iris$Species, -seq(1, 150, by = 10), NA)
  fit <- quietly(ssl_harmonic(x, y, na_action = "omit"))
  drawn <- picture(fit)
  expect_identical(layer_of(drawn, "points")$value, as.character(fitted(fit))[-2])
  marks <- base_marks(plot(fit, pch = 1:150 %% 20))[[2]]
  expect_identical(marks$pch, (1:150 %% 20)[-2])
  coloured <- picture(fit, colour = iris$Petal.Length)
  expect_identical(layer_of(coloured, "points")$value, iris$Petal.Length[-2])
  expect_match(coloured$panels[[1]]$title, "149 points")
  expect_drawn(coloured)
  draw_nowhere({
    expect_message(plot(fit, col = iris$Species), class = "lapscale_message_col")
    expect_fault(plot(fit, colour = 1:3), "colour")
  })
})

test_that("a fit on a graph that was given is drawn in its layout, with its edges", {
  two <- kronecker(diag(2), matrix(1, 5, 5))
  two[5, 6] <- two[6, 5] <- 1
  diag(two) <- 0
  graph <- as_heat_graph(two)
  fit <- ssl_harmonic(graph, replace(rep(c("a", "b"), each = 5), -c(1, 10), NA))
  drawn <- picture(fit)
  expect_identical(kinds_of(drawn), c("segments", "points", "points"))
  expect_equal(as.matrix(layer_of(drawn, "points")[c("x", "y")]), as.matrix(embed_layout(graph)),
               ignore_attr = TRUE)
  expect_drawn(drawn)
})

test_that("two columns are no line where one has no name, or is 0", {
  time <- cbind(time = 1:60 / 10)
  fit <- ssl_iterated(time, replace(sin(time[, 1]), seq(2, 60, 3), NA), bandwidth = 0.3)
  map <- cbind(1:60, rep(1:2, 30))
  for (names in list(c("a", ""), c("a", NA))) {
    drawn <- picture(fit, coordinates = `colnames<-`(map, names))
    expect_length(drawn$panels, 2L)
    expect_identical(drawn$panels[[1]]$ylab, "coordinate 2")
    expect_equal(unname(as.matrix(layer_of(drawn, "points")[c("x", "y")])), map)
  }
  flat <- picture(fit, coordinates = cbind(a = 1:60, b = 0))$panels
  expect_identical(c(flat[[1]]$ylab, flat[[2]]$title), c("b", "Standard errors"))
})

test_that("names are written along a curve, of which no part is drawn", {
  time <- cbind(time = 1:60 / 10)
  fit <- ssl_iterated(time, replace(sin(time[, 1]), seq(2, 60, 3), NA), bandwidth = 0.3)
  some <- replace(rep(NA, 60), c(10, 20), c("a", "b"))
  drawn <- picture(fit, names = some, inside = 1)
  named <- layer_of(drawn, "names")
  expect_identical(named$text, c("a", "b"))
  expect_equal(named[c("x", "y")], data.frame(x = c(1, 2), y = unname(fitted(fit)[c(10, 20)])))
  expect_drawn(drawn)
  draw_nowhere({
    expect_fault(plot(fit, names = "wrong"), "names")
    expect_fault(plot(fit, inside = "wrong"), "inside")
    expect_fault(plot(fit, inside = 0.9), "inside", text = "single column")
  })
})

test_that("without a finite standard error there is nothing to draw", {
  time <- cbind(time = 1:60 / 10)
  equal <- replace(rep(1, 60), seq(2, 60, 3), NA)
  fit <- ssl_iterated(time, equal, bandwidth = 0.3)
  expect_fault(picture(fit, "se"), "what", text = "all equal")
  two <- ssl_iterated(cbind(time, 60:1 / 10), equal, bandwidth = 0.3)
  expect_fault(picture(two, "se"), "what", text = "no standard error is finite")
})
