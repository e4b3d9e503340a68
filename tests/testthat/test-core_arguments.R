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
