test_that("several selectors: a lane for each with its curve, its choice and its name", {
  skip_on_cran()
  set <- set_of_selectors()
  drawn <- picture(set, col = c("red", "blue"))
  values <- unname(vapply(unclass(set), as.numeric, 0))
  choices <- layer_of(drawn, "points")
  expect_identical(choices$x, values)
  # The best is at the bottom, be it the largest.
  expect_equal(choices$y[c(2, 3, 4)], c(2, 1, 0), tolerance = 1e-6)
  expect_identical(kinds_of(drawn), c("rule", "line", "line", "line", "segments", "points", "text"))
  lines <- lapply(1:3, function(i) layer_of(drawn, "line", i))
  for (i in 1:3) expect_equal(range(lines[[i]]$y), 4 - i + c(0, 0.56))
  expect_identical(vapply(lines, function(line) line$colour[[1]], ""), c("red", "blue", "red"))
  expect_identical(
    layer_of(drawn, "text")$text,
    paste0(names(set), "  h = ", vapply(values, short, "", digits = 3),
           c("", "", ", drawn downwards", ""))
  )
  expect_drawn(drawn)
  alone <- picture(set["median"])
  expect_false("line" %in% kinds_of(alone))
  expect_equal(alone$panels[[1]]$xlim / as.numeric(set$median), c(1 / 3, 3))
  expect_drawn(alone)
  middle <- quietly(bw_select(selector_points(), c("msvd", "knn"), d = 1, seed = 1))
  expect_match(layer_of(picture(middle), "text")$text[[1]], "the middle of an interval$")
})
