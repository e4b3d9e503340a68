test_that("text is made small enough for its room, and no larger than usual", {
  draw_nowhere({
    graphics::plot(1)
    for (text in list(paste(rep("long", 30), collapse = " "), quote(alpha + beta))) {
      needed <- graphics::strwidth(text, "inches", cex = 1.2, font = 2)
      expect_equal(fitted_size(text, 1.2, needed / 2, 2), 0.6)
      expect_equal(fitted_size(text, 1.2, 2 * needed, 2), 1.2)
    }
    expect_equal(fitted_size("", 1.2, 1), 1.2)
  })
})

test_that("titles and labels are in the user's size and colour, notes near their place", {
  calls <- base_calls({
    graphics::plot(1:2, 1:2, log = "x", ann = FALSE)
    fitted_title("title", list(cex.main = 2, col.main = "red"))
    fitted_ylab("label", list(cex.lab = 1.5, las = 1))
    write_above(note_above("in the middle", sqrt(2), "blue"))
    write_above(note_above("at the right"))
  })
  titles <- base_calls_of(calls, "C_title")
  expect_identical(titles[[1]][c("cex.main", "col.main")], list(cex.main = 2, col.main = "red"))
  expect_identical(titles[[2]]$cex.lab, 1.5)
  notes <- base_calls_of(calls, "C_mtext")
  expect_equal(notes[[1]][[6]], 0.5)
  expect_equal(notes[[2]][[6]], 1)
})
