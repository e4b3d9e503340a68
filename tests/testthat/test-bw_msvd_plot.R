test_that("bw_msvd(): the eigenvalues, the first in front, and their interval", {
  skip_on_cran()
  bw <- bw_msvd(selector_points(), d = 1, seed = 1)
  drawn <- picture(bw, col = "blue")
  expect_identical(unname(unlist(layer_of(drawn, "rects")[c("left", "right")])),
                   unname(unlist(glance(bw)[c("lower", "upper")])))
  lines <- layer_of(drawn, "line")
  expect_identical(lines$y[lines$group == 3], curve_of(bw)$eigenvalue_1)
  expect_identical(unique(lines$colour[lines$group == 3]), "blue")
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$label, c("the first", "others", "interval"))
  expect_identical(key$colour[1:2], c("blue", second_colour))
  expect_drawn(drawn)
  # Of points on a line the others are zero, which has no logarithm.
  flat <- bw_msvd(cbind(seq(0, 1, length.out = 60)^2, 0), d = 1, seed = 1)
  line <- layer_of(picture(flat), "line")
  expect_true(all(is.na(line$y[line$group == 1])))
})
