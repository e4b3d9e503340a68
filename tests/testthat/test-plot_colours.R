test_that("numbers have colours from the least to the greatest, whatever else there is", {
  viridis <- grDevices::hcl.colors(64L, "viridis")
  expect_identical(scale_colours(c(0, NA, 63)), viridis[c(1, NA, 64)])
  expect_identical(scale_colours(c(2, 2)), viridis[c(1, 1)])
  # What lies beyond the range has the colours of its ends.
  expect_identical(scale_colours(c(-1, 70), 0:63), viridis[c(1, 64)])
  ramp <- colour_ramp(c(3, NA, 8))
  expect_identical(range(ramp$at), c(3, 8))
  expect_identical(ramp$colour[c(1, 64)], viridis[c(1, 64)])
})

test_that("classes have a colour and an entry each, numbers a key, many classes nothing", {
  class <- factor(rep(c("b", "a", "b"), 20), levels = c("unused", "b", "a"))
  key <- colour_key(class)$entries
  expect_identical(key$label, c("b", "a"))
  expect_identical(key$colour, value_colours(class, 60)[1:2])
  expect_identical(colour_key(c(TRUE, FALSE, NA))$entries$label, c("FALSE", "TRUE"))
  expect_null(colour_key(as.character(1:8)))
  expect_null(colour_key(c(NA, 1)[c(1, 1)]))
  expect_null(colour_key(c(NA, "a")[c(1, 1)]))
  key <- colour_key(c(1:3, NA, 4:101))$entries
  expect_identical(key$label, c("101", " 76", " 51", " 26", "  1"))
  expect_identical(key$colour, value_colours(c(101, 76, 51, 26, 1), 5))
  expect_identical(value_colours(NULL, 3), "grey20")
})

test_that("the colours of classes are Okabe and Ito's, told apart by who confuses red and green", {
  expect_setequal(unname(class_palette), unname(grDevices::palette.colors(8, "Okabe-Ito")[-1]))
  for (sight in names(sights)) {
    expect_gt(least_difference(class_palette, sight), 15)
    # Few classes are far apart.
    expect_gt(least_difference(class_palette[1:3], sight), if (sight == "tritanopia") 15 else 50)
  }
  # The accents of curves too, from each other and from the grey of the curve.
  expect_gt(least_difference(c(choice_colour, second_colour, "grey20"), "deuteranopia"), 30)
  expect_identical(level_colours(factor(1:9))[8:9], unname(class_palette)[1:2])
})

test_that("simulated sight: all colours as they are, red and green alike without green cones", {
  expect_equal(seen_colours(c("red", "black", "white")),
               grDevices::convertColor(t(grDevices::col2rgb(c("red", "black", "white"))) / 255,
                                       "sRGB", "Lab"), tolerance = 1e-4, ignore_attr = TRUE)
  pair <- c("#A06A00", "#6F8500")
  expect_lt(least_difference(pair, "deuteranopia"), 0.5 * least_difference(pair))
})

test_that("a Date, a POSIXct and a difftime are numbers, which the key shows as such", {
  day <- as.Date("2020-01-01") + c(0:8, NA)
  shown <- coloured(day, 10)
  expect_identical(shown$colour, replace(scale_colours(0:8)[c(1:9, 9)], 10, unknown_colour))
  expect_identical(shown$value, as.numeric(day))
  expect_identical(shown$key$entries$label, format(day[c(9, 7, 5, 3, 1)]))
  labels <- function(values) colour_key(values)$entries$label
  time <- as.POSIXct("2020-03-01 12:00", tz = "Asia/Tokyo") + 3600 * 0:8
  expect_identical(labels(time)[c(1, 5)], c("2020-03-01 20:00", "2020-03-01 12:00"))
  expect_identical(labels(time[1] + 0:8)[[1]], "2020-03-01 12:00:08")
  expect_identical(labels(time[1] + 86400 * 0:80)[[1]], "2020-05-20")
  expect_identical(labels(as.difftime(0:8, units = "hours"))[c(1, 5)], c("8 hours", "0 hours"))
  expect_identical(labels(rep(day[[1]], 3)), "2020-01-01")
  expect_null(colour_key(day[c(10, 10)]))
  # Numbers have no names.
  expect_null(names_layer(1:9, 1:9, day[1:9]))
})

test_that("more classes than are told apart are said", {
  said <- function(code) class(rlang::catch_cnd(code, "message"))[[1]]
  expect_identical(said(coloured(paste(1:41), 41)), "lapscale_message_colours")
  expect_message(coloured(paste(1:41), 41), "^41 classes have 7 colours, which repeat")
  for (colour in list(paste(rep(1:40, 2)), 1:80, as.Date("2020-01-01") + 1:80)) {
    expect_no_message(coloured(colour, 80))
  }
  # Pairs have no names.
  e <- embed_eigenmaps(iris[1:4], 3, 1.1)
  expect_message(picture(e, 1:3, rep(letters[1:10], 15)), "10 classes have 7 colours")
  expect_no_message(picture(e, 1:2, rep(letters[1:10], 15)))
})
