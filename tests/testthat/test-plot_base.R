test_that("text is made small enough for its room, and no larger than usual", {
  draw_nowhere({
    graphics::plot(1)
    for (text in list(paste(rep("long", 30), collapse = " "), quote(alpha + beta))) {
      needed <- graphics::strwidth(text, "inches", cex = 1.2, font = 2)
      expect_equal(fitted_size(text, 1.2, needed / 2, 2), 0.6)
      expect_equal(fitted_size(text, 1.2, 2 * needed, 2), 1.2)
    }
    expect_equal(fitted_size("", 1.2, 1), 1.2)
    expect_no_error(fitted_title("title", settings = list(cex.main = 2, col.main = "red")))
    expect_no_error(fitted_ylab("label", list(cex.lab = 2, las = 1)))
  })
})

test_that("a picture on the page that is there leaves par(new) alone, whatever happens", {
  draw_nowhere({
    graphics::plot.new()
    settings <- par_settings()
    expect_error(draw_over(list(x = 1:2), list(col = "no such colour"), "title"))
    expect_false(graphics::par("new"))
    draw_over(list(x = 1:2, col = "red"), list(main = "mine", ann = FALSE, col = "blue"), "title")
    expect_identical(par_settings(), settings)
  })
})
