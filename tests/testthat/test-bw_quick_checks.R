# What print() of a choice says without the data.

doubt_line <- function(bw) grep("! Check", utils::capture.output(print(bw)), value = TRUE)

test_that("print() has the words of the report that are cheap, for d given too", {
  skip_on_cran()
  roll <- as.matrix(sample_swiss_roll(500, seed = 1))
  for (d in list(1, NULL)) {
    bw <- quietly(bw_gc(roll, d = d, seed = 1))
    expect_match(doubt_line(bw), "short circuits. Run `bw_report(bw, x)`.", fixed = TRUE)
    expect_true("short circuits" %in% tidy(bw_report(bw, roll))$verdict)
  }
  bw <- quietly(bw_gc(faithful, d = 1, seed = 1))
  expect_match(doubt_line(bw), "not connected (9 components); different units?", fixed = TRUE)
  expect_identical(doubt_line(bw_gc(sample_sphere(400, seed = 1), d = 1, seed = 1)), character())
})

test_that("what was seen at one choice is not said of another", {
  skip_on_cran()
  bw <- quietly(bw_gc(sample_swiss_roll(500, seed = 1), d = 1, seed = 1))
  minima <- selection(bw)$minima
  attr(bw, "selection")$choices <- c(first = 1L, global = nrow(minima))
  attr(bw, "selection")$quick_checks$bandwidth <- 2 * minima$bandwidth[[1]]
  expect_no_match(c("", doubt_line(bw)), "short circuits")
})

test_that("print() and the report say the same of paths, at the limit too", {
  skip_on_cran()
  of_paths <- function(verdicts) grep("^(short circuits|not connected)", verdicts, value = TRUE)
  for (case in list(list(600, 1), list(900, NULL), list(1000, 1), list(1400, NULL))) {
    roll <- sample_swiss_roll(case[[1]], seed = 1)
    bw <- quietly(bw_gc(roll, d = case[[2]], seed = 1, replicates = 0))
    verdicts <- tidy(bw_report(bw, roll))$verdict
    expect_setequal(of_paths(selection(bw)$quick_checks$there), of_paths(verdicts))
  }
})
