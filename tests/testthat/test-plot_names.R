test_that("names are one per row, or the row names", {
  expect_null(check_point_names(NULL, 3, NULL))
  expect_null(check_point_names(FALSE, 3, letters[1:3]))
  expect_identical(check_point_names(TRUE, 2, c("a", "b")), c("a", "b"))
  expect_identical(check_point_names(factor(c("u", NA)), 2, NULL), c("u", NA))
  expect_fault(check_point_names(TRUE, 2, NULL), "names", text = "row names")
  expect_fault(check_point_names(letters, 3, NULL), "names")
  expect_fault(check_point_names(list(1, 2), 2, NULL), "names")
  expect_null(names_layer(1:2, 1:2, c(NA, "")))
  expect_identical(names_layer(c(1, NA, 3), 1:3, c("a", "b", NA))$data$text, "a")
})

test_that("no name covers another one, or leaves the frame", {
  skip_on_cran()
  at <- withr::with_seed(1, list(x = runif(80, 0, 5), y = runif(80, 0, 5)))
  width <- rep(c(0.2, 0.6), 40)
  height <- rep(0.1, 80)
  frame <- list(x = c(0, 5), y = c(0, 5))
  centre <- free_places(at$x, at$y, width, height, frame)
  shown <- which(!is.na(centre$x))
  expect_gt(length(shown), 60)
  expect_true(all(abs(centre$x - 2.5)[shown] <= 2.5 - width[shown] / 2 + 1e-9))
  # How far two names are beyond touching, in either direction.
  gap <- function(centre, size) {
    abs(outer(centre[shown], centre[shown], "-")) - outer(size[shown], size[shown], "+") / 2
  }
  apart <- pmax(gap(centre$x, width), gap(centre$y, height))
  expect_gte(min(apart[upper.tri(apart)]), -1e-9)
  # Alone, to the right of its point.
  one <- free_places(1, 1, 0.4, 0.1, frame)
  expect_identical(c(one$x > 1, one$y == 1), c(TRUE, TRUE))
  # Two names at one place: one above the other, or beside it.
  two <- free_places(c(1, 1), c(1, 1), c(0.4, 0.4), c(0.1, 0.1), frame)
  expect_false(anyNA(two$x))
})

test_that("both devices write the names of points", {
  skip_on_cran()
  e <- embed_isomap(unname(bent_strip(60)), 2, k = 10)
  drawn <- picture(e, names = paste0("p", 1:60))
  expect_identical(layer_of(drawn, "names")$text, paste0("p", 1:60))
  expect_drawn(drawn)
  words <- unlist(lapply(base_calls(plot_picture(drawn), "C_text"), `[[`, 2))
  expect_gt(length(words), 20)
  expect_true(all(words %in% paste0("p", 1:60)))
  draw_nowhere(expect_fault(plot(e, names = TRUE), "names"))
})

test_that("names stay off other points where they can, and a message counts those without room", {
  frame <- list(x = c(0, 5), y = c(0, 5))
  # The place to the right is that of another point.
  one <- free_places(c(1, 1.2), c(1, 1), c(0.4, 0.4), c(0.1, 0.1), frame)
  expect_lt(one$x[[1L]], 1)
  # One whose places are all over points waits for those that have free ones.
  x <- c(2, 2 + rep(c(-0.2, 0, 0.2), 3)[-5], 4)
  y <- c(2, 2 + rep(c(-0.15, 0, 0.15), each = 3)[-5], 2)
  expect_false(anyNA(free_places(x, y, rep(0.3, 10), rep(0.1, 10), frame)$x[c(1, 10)]))
  e <- embed_isomap(unname(bent_strip(60)), 2, k = 10)
  draw_nowhere({
    expect_condition_of(plot(e, names = strrep("long", 1:60 %% 20 + 1)), "message_names", "left out: ")
    expect_no_message(plot(e, names = c("one", rep(NA, 59))))
  })
})

test_that("names stay out of the room of a key", {
  data <- data.frame(x = 0.45, y = 0.5, text = "a name", size = 1, colour = "black")
  written_at <- function(key_width) {
    base_calls({
      graphics::plot(0:1, 0:1)
      write_names(data, key_width)
    }, "C_text")[[1L]][[1L]]$x
  }
  expect_gt(written_at(0), 0.45)
  expect_lt(written_at(0.5), 0.45)
})
