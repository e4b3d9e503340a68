test_that("long names are cut where that tells them apart", {
  expect_identical(shorten_names(c("short", "twelve chars")), c("short", "twelve chars"))
  expect_identical(shorten_names(c("an unusual name", "b")), c("an unusua...", "b"))
  cut <- shorten_names(paste("a rather long name", 8:11))
  expect_identical(cut, c("a rat...me 8", "a rat...me 9", "a rat...e 10", "a rat...e 11"))
  # What is no text in its encoding is left as it is.
  odd <- "\xe4 name that is none in UTF-8"
  expect_identical(shorten_names(odd), odd)
})

test_that("names that would lie over each other are moved, others are not", {
  far <- c(0.1, 0.5, 0.9)
  expect_identical(spread_names(c(0.5, 0.5, 0.5), far, letters[1:3]), far)
  expect_identical(spread_names(far, c(0.5, 0.5, 0.5), letters[1:3]), c(0.5, 0.5, 0.5))
  near <- spread_names(rep(0.5, 15), rep(c(0.2, 0.21, 0.22), 5), paste("name", 1:15))
  expect_gt(min(diff(sort(near))), 0.95 * usual_line)
  expect_true(all(near >= 0 & near <= 1))
  expect_identical(spread_names(c(NA, 0.5), c(NA, 0.5), c("a", "b")), c(NA, 0.5))
})

test_that("names end within the panel, in both devices", {
  words <- strrep("m", 1:12)
  for (share in c(0, 0.03, 0.5, 1)) {
    before <- share_before(rep(share, 12), words)
    width <- 1:12 * small_letter
    expect_true(all(share - before * width > -1e-8 & share + (1 - before) * width < 1 + 1e-8))
  }
  expect_identical(share_before(c(0.5, NA), c("a", "b")), c(0.5, 0.5))
  place <- cbind(seq(0, 1, length.out = 8), c(0, 1))
  drawn <- function() {
    layer <- names_layer(place[, 1], place[, 2], paste("a rather long name", 1:8))
    new_picture(list(new_panel(list(layer), c(0, 1), c(0, 1), "", "", "")))
  }
  calls <- base_calls({
    plot_picture(drawn())
    ends <- graphics::par("usr")
  })
  ground <- base_calls_of(calls, "C_rect")[[1]]
  expect_true(all(ground[[1]] > ends[[1]] - 1e-6 & ground[[3]] < ends[[2]] + 1e-6))
  expect_true(all(ground[[2]] > ends[[3]] - 1e-6 & ground[[4]] < ends[[4]] + 1e-6))
  skip_if_not_installed("ggplot2")
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot_picture(drawn())))
  expect_identical(built$data[[1]]$hjust[c(1, 8)], c(0, 1))
})

test_that("words whose place is not seen are not moved into the panel", {
  draw_nowhere({
    graphics::plot(0:1, 0:1)
    ends <- graphics::grconvertX(c(0, 1), "npc", "inches")
    expect_equal(kept_inside(ends, 0.5, "x"), ends + c(0.5, -0.5))
    expect_equal(kept_inside(ends + c(-1, 1), 0.5, "x"), ends + c(-1, 1))
  })
})
