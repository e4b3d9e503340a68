test_that("a measure has a bar of its length, errors another color", {
  x <- sample_swiss_roll(80, seed = 1)
  quality <- embed_quality(embed_isomap(x, 2, k = 8), x)
  drawn <- picture(quality)
  expect_drawn(drawn)
  table <- tidy(quality)
  table <- table[is.finite(table$value), ]
  bars <- layer_of(drawn, "line")
  ends <- bars[bars$x != 0, ]
  expect_identical(ends$x, table$value[table$value != 0])
  errors <- table$measure[table$value != 0] %in% c("stress", "reconstruction_error")
  expect_identical(ends$colour == choice_colour, errors)
})
