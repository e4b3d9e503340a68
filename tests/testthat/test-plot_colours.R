# The colors of seven classes, and of what has none.
palette <- coloured(letters[1:7], 7)$colour
unknown <- coloured(c(1, 2, NA), 3)$colour[[3]]

test_that("numbers have the colors of their ramp, and a key of round numbers in them", {
  viridis <- grDevices::hcl.colors(64L, "viridis")
  shown <- coloured(c(0:63, NA), 65)
  expect_identical(shown$colour, c(viridis, unknown))
  expect_identical(shown$value, c(0:63 + 0, NA))
  key <- shown$key
  expect_identical(key$values, c(0, 20, 40, 60))
  expect_identical(key$entries$colour, viridis[key$values + 1])
  expect_identical(key$entries$label, c("0", "20", "40", "60"))
  constant <- coloured(c(2, 2), 2)
  expect_identical(constant$key$entries[c("label", "colour")],
                   data.frame(label = "2", colour = constant$colour[[1]]))
  expect_null(coloured(c(NA, 1)[c(1, 1)], 2)$key)
})

test_that("a bar of colors has a tick for each number, inside the room that it is given", {
  x <- cbind(a = c(0, 3), b = c(0, 1))
  panel <- scatter_panel(x, coloured(c(0.5, 9.7), 2, "height"), "t")
  drawn <- function(name) base_calls(plot_picture(new_picture(list(panel))), name)
  expect_length(drawn("C_raster"), 1)
  expect_length(drawn("C_segments")[[1]][[2]], 4)
  expect_identical(drawn("C_text")[[1]][[2]], c("2", "4", "6", "8", "height"))
  expect_gt(drawn("C_plot_window")[[1]][[1]][[2]], 3)
  expect_gt(drawn("C_raster")[[1]][[2]], 3)
})

test_that("a Date, a POSIXct and a difftime are numbers, which the key shows as such", {
  day <- as.Date("2020-01-01") + 0:8
  expect_identical(coloured(day, 9)$colour, coloured(0:8, 9)$colour)
  labels <- function(values) coloured(values, 9)$key$entries$label[1:2]
  expect_match(labels(day), "Jan 0[13579]")
  time <- as.POSIXct("2020-03-01 12:00", tz = "Asia/Tokyo") + 3600 * 0:8
  expect_match(labels(time), "1[25]:00")
  expect_identical(labels(as.difftime(0:8, units = "hours")), c("0 hours", "2 hours"))
  expect_identical(labels(rep(day[[1]], 9))[[1]], "2020-01-01")
})

test_that("classes have an entry each; more than seven have further symbols", {
  class <- factor(c("b", "a", NA, "b"), levels = c("unused", "b", "a"))
  shown <- coloured(class, 4)
  expect_identical(shown$colour, c(palette[c(2, 3)], unknown, palette[[2]]),
                   ignore_attr = TRUE)
  expect_identical(shown$key$entries[c("label", "colour")],
                   data.frame(label = c("b", "a", "NA"), colour = c(unname(palette[2:3]), unknown)))
  expect_identical(shown$value, c("b", "a", "NA", "b"))
  all <- coloured(formatC(1:40, flag = "0", width = 2), 40)
  expect_identical(all$key$entries$pch, all$shape)
  expect_false(anyDuplicated(paste(all$colour, all$shape)) > 0)
  # Dark shades before the colors come again.
  expect_false(anyDuplicated(all$colour[1:14]) > 0)
  expect_identical(all$colour[[15]], all$colour[[1]])
  expect_identical(coloured(NULL, 3)$colour, "grey20")
  expect_null(coloured(c(NA, "a")[c(1, 1)], 2)$key)
  expect_fault(coloured(1:3, 4), "colour")
  expect_fault(coloured("red", 4), "colour", text = "`col` gives all points one color")
  expect_fault(coloured(list(1, 2), 2), "colour")
})

test_that("more classes than are told apart are said", {
  expect_message(coloured(paste(1:41), 41), "^41 classes have 40 marks, which repeat",
                 class = "lapscale_message_colours")
  expect_no_message(coloured(paste(1:40), 40))
})

test_that("the colors of classes are Okabe and Ito's, told apart by who confuses red and green", {
  expect_setequal(unname(palette), unname(grDevices::palette.colors(8, "Okabe-Ito")[-1]))
  for (sight in names(sights)) {
    expect_gt(min_difference(palette, sight), 15)
    # Few classes are far apart.
    expect_gt(min_difference(palette[1:3], sight), if (sight == "tritanopia") 15 else 50)
    if (sight == "normal") expect_gt(min_difference(palette[1:4]), 50)
  }
  # Dark shades have other symbols, too.
  expect_gt(min_difference(coloured(letters[1:14], 14)$colour), 10)
  # The accents of curves too, from each other and from the gray of the curve.
  expect_gt(min_difference(c(choice_colour, second_colour, "grey20"), "deuteranopia"), 30)
})

test_that("simulated sight: all colors as they are, red and green alike without green cones", {
  expect_equal(seen_colours(c("red", "black", "white")),
               grDevices::convertColor(t(grDevices::col2rgb(c("red", "black", "white"))) / 255,
                                       "sRGB", "Lab"), tolerance = 1e-4, ignore_attr = TRUE)
  pair <- c("#A06A00", "#6F8500")
  expect_lt(min_difference(pair, "deuteranopia"), 0.5 * min_difference(pair))
})

test_that("words are black on pale colors and white on dark ones", {
  expect_identical(readable_on(c("white", "#FFDDDD", "navy", "darkred")),
                   c("black", "black", "white", "white"))
})

test_that("clusters are colors of another picture of the same rows", {
  clusters <- quietly(cluster_spectral(datasets::USArrests, 3, scale = TRUE, seed = 1))
  expect_identical(coloured(clusters, 50), coloured(factor(clusters$cluster), 50))
})

test_that("the title of a key is what factor() is made of, wherever it stands", {
  expect_identical(title_of_colour(quote(factor(labels = c("a", "b"), x = y))), "y")
  expect_identical(title_of_colour(quote(factor(labels = c("a", "b"), iris$Species))), "Species")
  expect_identical(title_of_colour(quote(as.factor(y))), "y")
  for (call in expression(factor(), factor(levels = 1:2), as.factor())) {
    expect_null(title_of_colour(call))
  }
})
