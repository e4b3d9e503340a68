test_that("check_count() returns whole numbers as integers, and refuses the rest by name", {
  skip_on_cran()
  expect_identical(check_count(3, "k"), 3L)
  expect_identical(check_count(3L, "k", max = 3), 3L)
  for (bad in list(0, -1, 1.5, NA, NA_real_, Inf, "1", TRUE, NULL, 1:2, list(1), 3e9)) {
    expect_fault(check_count(bad, "k"), "k")
  }
  expect_fault(check_count(4, "k", max = 3), "k", text = "between 1 and 3")
  expect_fault(check_count(1, "k", min = 2), "k", text = "at least 2")
})

test_that("check_number() knows open, closed and infinite limits", {
  skip_on_cran()
  expect_identical(check_number(2L, "h"), 2)
  expect_identical(check_number(0, "a", above = 0, strict = FALSE), 0)
  expect_identical(check_number(Inf, "cutoff", above = 0, infinite = TRUE), Inf)
  for (bad in list(0, -1, NA, NaN, Inf, "1", TRUE, NULL, 1:2, list(1))) {
    expect_fault(check_number(bad, "h", above = 0), "h")
  }
  expect_fault(check_number(-Inf, "cutoff", infinite = TRUE), "cutoff")
  expect_fault(check_number(-1, "a", above = 0, strict = FALSE), "a", text = "at least 0")
})

test_that("check_flag() takes TRUE and FALSE only", {
  expect_true(check_flag(TRUE, "refine"))
  expect_false(check_flag(FALSE, "refine"))
  for (bad in list(NA, 1, "TRUE", NULL, c(TRUE, FALSE))) {
    expect_fault(check_flag(bad, "refine"), "refine")
  }
})

test_that("check_choice() takes one of the words; the untouched default means the first", {
  words <- c("first", "global")
  expect_identical(check_choice(words, words, "minimum"), "first")
  expect_identical(check_choice("global", words, "minimum"), "global")
  for (bad in list("glob", 1, NULL, NA, rev(words), factor("first"))) {
    expect_fault(check_choice(bad, words, "minimum"), "minimum", text = "\"first\", \"global\"")
  }
})

test_that("check_rows() keeps the order given and names the first row that is wrong", {
  skip_on_cran()
  expect_identical(check_rows(c(3, 1), 5, "points"), c(3L, 1L))
  expect_fault(check_rows(c(1, 9), 5, "points"), "points", text = "9 is not")
  expect_fault(check_rows(c(2, 2), 5, "points"), "points", text = "2 comes twice")
  for (bad in list(numeric(), "1", NULL, NA, 1.5, TRUE)) {
    expect_fault(check_rows(bad, 5, "points"), "points")
  }
})

test_that("seeds: NULL draws one number from R, a number is taken as it is", {
  skip_on_cran()
  expect_null(check_seed(NULL))
  withr::with_seed(1, {
    first <- draw_seed(NULL)
    second <- draw_seed(NULL)
  })
  expect_false(first == second)
  expect_true(first >= 0 && first < 2^53 && first == trunc(first))
  withr::with_seed(1, expect_identical(draw_seed(NULL), first))

  state <- rng_state()
  expect_identical(draw_seed(check_seed(17)), 17)
  expect_identical(rng_state(), state)
  # Negative seeds are seeds too, different from the positive ones.
  negative <- check_seed(-3)
  expect_true(negative >= 0 && negative < 2^53)
  for (bad in list("1", 1.5, NA, Inf, 2^53, 1:2, TRUE)) expect_fault(check_seed(bad), "seed")
})

test_that("an unknown argument is taken for a spelling mistake", {
  draw <- function(x, ..., colour = NULL, labels = NULL) door(NULL, ...)
  expect_null(draw(1))
  expect_fault(draw(1, bandwith = 1), "bandwith")
  expect_fault(draw(1, label = 1), "label", text = "Did you mean `labels`?")
  expect_fault(draw(1, 2), text = "Name these arguments: `colour`, `labels`.")
})

test_that("names of other packages have a suggestion, and unlike names a list", {
  draw <- function(x, bandwidth, k = 1, ...) door(NULL, ...)
  expect_fault(draw(1, n_neighbors = 1), "n_neighbors", text = "Did you mean `k`?")
  meant <- "Did you mean `bandwidth`? bandwidth_from() converts its value."
  expect_fault(draw(1, gamma = 1), "gamma", text = meant)
  expect_fault(draw(1, other = 1), "other", text = "The arguments are `x`, `bandwidth`, `k`.")
  # Nothing is suggested that the function does not take.
  expect_fault(draw(1, n_jobs = 1), "n_jobs", text = "The arguments are")
})

test_that("columns are called columns, and words stand beside what else there may be", {
  expect_fault(check_rows(5, 2, "columns"), "columns", text = "column numbers between 1 and 2")
  expect_fault(check_rows(c(1, 1), 2, "columns"), "columns", text = "distinct column numbers")
  expect_fault(check_rows("a", 2, "points"), "points", text = "row numbers")
  expect_fault(
    check_choice("two", "gap", "n_components", also = "a whole number"), "n_components",
    text = "must be a whole number or \"gap\", not \"two\""
  )
  expect_fault(check_choice("c", c("a", "b"), "v"), "v", text = "one of \"a\", \"b\", not \"c\"")
})

test_that("check_class() returns an object of the class, S3 or S4, and names what makes one", {
  graph <- heat_graph(plain_circle(20), 0.4)
  expect_identical(check_class(graph, "lapscale_graph", "g", "made by heat_graph()"), graph)
  laplacian <- graph_laplacian(graph)
  expect_identical(check_class(laplacian, "lapscale_laplacian", "l", "made so"), laplacian)
  expect_fault(check_class(3, "lapscale_graph", "g", "made by heat_graph()"), "g",
               text = "`g` must be made by heat_graph(), not 3.")
})

test_that("without ggplot2 autoplot's work is refused with what it is for", {
  expect_fault(check_installed("noSuchPackage", "to draw"), class = "not_installed",
               text = "noSuchPackage is needed to draw")
  expect_silent(check_installed("stats", "to draw"))
})

test_that("the first argument is named where it is missing", {
  expect_fault(bw_gc(), "x", text = "missing")
  expect_fault(embed_columns(), "e", text = "missing")
  chosen <- function(x) bw_gc(x)
  expect_fault(chosen(), "x", text = "missing")
})
