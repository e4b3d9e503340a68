test_that("the path: a line per power with its band, and the choice", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, m = 1:2, bandwidth = 1)
  drawn <- picture(fit, "path")
  panel <- drawn$panels[[1]]
  path <- fit$path[order(fit$path$m, fit$path$mu), ]
  line <- layer_of(drawn, "line")
  expect_identical(line[c("x", "y", "group")],
                   data.frame(x = path$mu, y = path$squared_error, group = as.integer(path$m)))
  expect_identical(line$value, paste("m =", path$m))
  expect_equal(layer_of(drawn, "band")$high - line$y, path$se)
  choice <- fit$path[fit$path$m == fit$parameters$m & fit$path$mu == fit$parameters$mu, ]
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y")],
                   data.frame(x = choice$mu, y = choice$squared_error))
  expect_match(panel$note$text, paste("m =", choice$m), fixed = TRUE)
  expect_identical(panel$key$entries$label, c("m = 1", "m = 2"))
  expect_identical(panel$ylab, "squared error of leave-one-out")
  expect_identical(panel$ylim[[2]], max(layer_of(drawn, "band")$high))
  expect_identical(picture(fit, "path", col = c("red", "blue"))$panels[[1]]$key$entries$colour,
                   c("red", "blue"))
  expect_drawn(drawn)
  times <- ssl_diffusion(p$x, p$y, t = c(1 / 3, 1:9), bandwidth = 1)
  key <- picture(times, "path")$panels[[1]]$key$entries
  expect_identical(key$label[1:2], c("t = 0.333", "t = 1"))
  # Of more numbers than there are colors, shades of one scale in order.
  expect_false(is.unsorted(seen_colours(key$colour)[, 1]))
  # Logarithmic if the criterion varies much, from 0 if it is 0.
  fit$path$squared_error <- 10^seq(-3, 2, length.out = nrow(fit$path))
  expect_identical(picture(fit, "path")$panels[[1]]$log, "xy")
  expect_gt(min(layer_of(picture(fit, "path"), "band")$low), 0)
  fit$path$squared_error[] <- fit$path$se[] <- 0
  expect_identical(picture(fit, "path")$panels[[1]]$ylim, c(0, 1))
})

test_that("an automatic choice has a panel per family of candidates, with its own axes", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_auto(p$x, p$y, seed = 1)
  drawn <- picture(fit, "path")
  panels <- unname(drawn$panels)
  column <- function(name) vapply(panels, `[[`, "", name)
  expect_identical(column("xlab")[1:3], c("mu", "n_eigen", "mu"))
  titles <- column("title")
  expect_identical(sub(",.*", "", titles[1:3]),
                   c("Iterated Laplacian", "Laplacian eigenmaps", "Diffusion"))
  # Between methods the log loss decides.
  losses <- as.numeric(sub(".*, log loss ", "", titles))
  expect_equal(min(losses), min(drawn_path(fit)$loss, na.rm = TRUE), tolerance = 0.005)
  for (panel in panels) {
    heights <- unlist(lapply(panel$layers, function(layer) {
      of_height <- c("y", "high", if (layer$along == "y") "position")
      layer$data[intersect(names(layer$data), of_height)]
    }))
    expect_identical(panel$ylim[[2]], max(heights, na.rm = TRUE))
  }
  # The error of the choice is a rule in all.
  rules <- lapply(panels, function(panel) {
    Filter(function(layer) layer$along == "y", panel$layers)[[1]]$data$position
  })
  expect_length(unique(rules), 1)
  expect_drawn(drawn)
})
