a_curve <- function(criterion, values = NULL, minimum = "first", facts = list(), method = "gc",
                    notes = NULL) {
  curve <- data.frame(bandwidth = 2^seq_along(criterion), criterion = criterion, se = NA_real_)
  minima <- find_minima(criterion, values)
  choices <- choose_minima(minima, criterion)
  minima <- cbind(curve[minima$index, ], minima[names(minima) != "index"])
  known <- list(n = 1234L, d = 1L, n_points = 5L)
  suppressWarnings(finish_bandwidth(list(
    method = method, curve = curve, minima = minima, choices = choices, minimum = minimum,
    facts = utils::modifyList(known, facts),
    labels = list(title = "Geometric Consistency", criterion = "distortion", notes = notes)
  ), 0.5))
}

test_that("the first line holds the value and the method's name; print() returns its object", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  first <- utils::capture.output(print(bw))[[1]]
  expect_match(first, format(as.numeric(bw), digits = 4), fixed = TRUE)
  expect_match(first, "gc", fixed = TRUE)
  expect_identical(print_quietly(bw), bw)
  expect_identical(withVisible(print_quietly(bw))$visible, FALSE)
})

test_that("a selection prints its range and its minima, few of them", {
  expect_snapshot(print(a_curve(c(1, 0.3, 0.5, 0.2, 0.9))))
  expect_snapshot(print(a_curve(c(1, 0.3, 0.5, 0.2, 0.9), minimum = "global")))
  expect_snapshot(print(a_curve(1 + rep(c(1, 0), 7)[-14])))
  expect_snapshot(print(
    a_curve(c(1, 0.3, 0.5), facts = list(k = 10L, alpha = 0.5, d = NA_integer_), notes = "a note")
  ))
})

test_that("a selector without a curve prints one value and its points", {
  facts <- list(n = 1L, d = NA_integer_)
  bw <- fixed_bandwidth(1.5, "median", facts, "Median distance")
  lines <- utils::capture.output(print(bw))
  expect_identical(lines[[1]], "Bandwidth 1.5 (median: Median distance)")
  expect_match(lines[[2]], "1 point,", fixed = TRUE)
  expect_length(lines, 2L)
})

test_that("the lowest point at an end is not called what it is not", {
  # There is no first minimum here; the lowest point stands in for it.
  lines <- utils::capture.output(print(a_curve(c(3, 2, 1))))
  expect_no_match(paste(lines, collapse = " "), "first minimum")
})

test_that("summary() adds the table of minima, and how much is undefined", {
  bw <- a_curve(c(1, 0.3, NA, 0.5, 0.2, 0.9))
  facts <- summary(bw)
  expect_identical(facts$minima, bw_minima(bw))
  expect_identical(facts$glance, glance(bw))
  expect_identical(facts$bandwidth, bw)
  expect_snapshot(print(facts))
  expect_identical(withVisible(print_quietly(facts))$visible, FALSE)
})

test_that("the chosen minimum is printed, wherever in the table it stands", {
  bw <- a_curve(c(1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5, 1, 0.2, 1), minimum = "global")
  lines <- utils::capture.output(print(bw))
  expect_match(lines, "* distortion 0.2 at 4096 <- global minimum", fixed = TRUE, all = FALSE)
  expect_true("    and 2 more local minima" %in% lines)
})

test_that("what speaks against the choice is a line", {
  skip_on_cran()
  doubts <- function(bw) grep("  ! Check: ", utils::capture.output(print(bw)), value = TRUE)
  set.seed(1)
  noise <- matrix(rnorm(4000), 400)
  expect_identical(doubts(suppressWarnings(bw_gc(noise, seed = 1))),
                   "  ! Check: as in a normal cloud. Run `bw_report(bw, x)`.")
  expect_match(doubts(suppressWarnings(bw_gc(noise, d = 1, seed = 1))), "normal cloud")
  expect_length(doubts(bw_gc(sample_sphere(500, seed = 1), seed = 1)), 0L)
  # Evenly spaced points get a bandwidth below their distance (notes/one-curve.md).
  expect_match(doubts(bw_gc(1:100, seed = 1)), "hardly any neighbors")
})

test_that("bandwidths within the tolerance beyond the first stretch are told", {
  bw <- quietly(bw_gc(iris[1:4], seed = 1))
  curve <- as.data.frame(bw)
  ends <- confint(bw, type = "tolerance")
  expect_true(any(curve$criterion[curve$bandwidth > ends[[2]]] == min(curve$criterion)))
  expect_output(print(bw), "to 0.6447, and again at larger ones")
  expect_output(print(quietly(bw_gc(sample_swiss_roll(500, seed = 1), seed = 1))), "to 8.023\n")
})
