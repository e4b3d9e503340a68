# What the pictures of fits from few labels hold.

test_that("classes by colour, probabilities by strength, labels by rings", {
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
  expect_identical(points$strength, 0.25 + 0.75 * apply(answer(fit$scores, fit, "prob"), 1, max))
  rings <- layer_of(drawn, "points", 2L)
  expect_identical(unname(as.matrix(rings[c("x", "y")])), unname(p$x[fit$labels$rows, ]))
  expect_match(drawn$panels[[1]]$note$text, "^ringed: ")
  expect_drawn(drawn)
  # More classes than there are colours are named.
  eight <- factor(rep(letters[1:8], length.out = 36))
  named <- picture(ssl_harmonic(p$x, replace(eight, 15:16, NA), bandwidth = 1))
  expect_identical(layer_of(named, "text")$text, letters[1:8])
})

test_that("numbers by rank", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, replace(p$x[, 1], 4:30, NA), bandwidth = 1)
  points <- layer_of(picture(fit), "points")
  expect_equal(points$value, fit$scores[, 1])
  rank <- match(points$colour, grDevices::hcl.colors(100L, "viridis"))
  expect_false(is.unsorted(rank[order(points$value)]))
  expect_gt(length(unique(rank)), 30)
  expect_drawn(picture(ssl_harmonic(p$x, replace(rep(NA, 36), 1:3, 2), bandwidth = 1)))
})

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
  choice <- fit$path[chosen_row(fit), ]
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y")],
                   data.frame(x = choice$mu, y = choice$squared_error))
  expect_identical(panel$note, note_above(describe_choice_of(choice), choice$mu))
  expect_identical(panel$key$entries$label, c("m = 1", "m = 2"))
  expect_identical(panel$ylab, "squared error of leave-one-out")
  expect_identical(panel$ylim[[2]], max(layer_of(drawn, "band")$high))
  expect_identical(picture(fit, "path", col = c("red", "blue"))$panels[[1]]$key$entries$colour,
                   c("red", "blue"))
  expect_drawn(drawn)
  times <- ssl_diffusion(p$x, p$y, t = c(1 / 3, 1:9), bandwidth = 1)
  key <- picture(times, "path")$panels[[1]]$key$entries
  expect_identical(key$label[1:2], c("t = 0.333", "t = 1"))
  # Of more numbers than there are colours, shades of one scale in order.
  expect_false(is.unsorted(seen_colours(key$colour)[, 1]))
  # Logarithmic if the criterion varies much, from 0 if it is 0.
  fit$path$squared_error <- 10^seq(-3, 2, length.out = nrow(fit$path))
  expect_identical(picture(fit, "path")$panels[[1]]$log, "xy")
  expect_gt(min(layer_of(picture(fit, "path"), "band")$low), 0)
  fit$path$squared_error[] <- fit$path$se[] <- 0
  expect_identical(criterion_axis(fit)$range, c(0, 1))
})

test_that("an automatic choice has a panel per family of candidates, with one vertical axis", {
  skip_on_cran()
  p <- three_clusters()
  fit <- ssl_auto(p$x, p$y, bandwidth = 1)
  drawn <- picture(fit, "path")
  column <- function(name) vapply(unname(drawn$panels), `[[`, "", name)
  expect_identical(column("xlab"), c("n_eigen", "mu"))
  expect_identical(column("title"), c("Laplacian eigenmaps", "Iterated Laplacian"))
  expect_identical(drawn$panels[[1]]$ylim, drawn$panels[[2]]$ylim)
  lines <- lapply(1:2, function(panel) layer_of(drawn, "line", panel = panel))
  expect_identical(nrow(lines[[1]]) + nrow(lines[[2]]), nrow(fit$path))
  # The choice is in one of them, and its error a rule in both.
  notes <- Filter(Negate(is.null), lapply(drawn$panels, `[[`, "note"))
  expect_identical(unname(notes)[[1]]$text, describe_choice_of(fit$path[chosen_row(fit), ]))
  expect_length(notes, 1)
  for (i in 1:2) {
    rules <- Filter(function(layer) layer$along == "y", drawn$panels[[i]]$layers)
    expect_identical(rules[[1]]$data$at, criterion_axis(fit)$chosen)
  }
  expect_drawn(drawn)
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
