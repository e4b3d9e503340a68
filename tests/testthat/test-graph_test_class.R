set.seed(1)
t <- stats::runif(60)
x <- cbind(a = t, b = sin(2 * t), noise = stats::rnorm(60))
columns <- graph_columns(x, 0.5)
responses <- graph_test(heat_graph(x, 0.5), cbind(x, one = stats::rnorm(60)), 19, seed = 1)

test_that("the tables have a row per column, the largest share first", {
  table <- as.data.frame(columns)
  expect_identical(tidy(columns), table)
  expect_identical(table$share, sort(table$share, decreasing = TRUE))
  expect_identical(as.data.frame(responses, row.names = letters[1:4])["d", "column"], "one")
  expect_identical(as.data.frame(summary(columns)), table)
  expect_identical(glance(columns)$n_significant, sum(table$p.adjusted <= 0.05))
  expect_identical(glance(responses)[c("n", "n_columns", "n_permutations")],
                   data.frame(n = 60L, n_columns = 4L, n_permutations = 19L))
  expect_identical(glance(graph_columns(x, 0.5, k = 5))$k, 5L)
})

test_that("the print-out says why a share of 0 can have a small p-value", {
  expect_no_match(capture.output(print(columns)), "share 0")
  columns$table$share[[2L]] <- 0
  columns$table$p.adjusted[[2L]] <- 1e-6
  expect_match(capture.output(print(columns)), "share 0 with a small p-value", all = FALSE)
})

test_that("the print-out says in words how many vary", {
  shown <- utils::capture.output(print(columns))
  expect_match(shown, "of 3 columns 2 vary along the other columns", all = FALSE)
  expect_match(shown, "all pairs", all = FALSE)
  shown <- utils::capture.output(print(responses, n = 2))
  expect_match(shown, "along the graph at a false discovery rate of 5%", all = FALSE)
  expect_match(shown, "19 permutations", all = FALSE)
  expect_match(shown, "and 2 more columns", all = FALSE)
  expect_match(utils::capture.output(print(graph_columns(x, 0.5, groups = c(1, 1, 2)))),
               "2 groups of columns", all = FALSE)
  colnames(x) <- c("first", "second", "third")
  header <- function(groups) {
    shown <- utils::capture.output(print(graph_columns(x, 0.5, groups = groups)))
    list(has_group = any(grepl("share +group +estimate", shown)), n_third = sum(lengths(
      regmatches(shown, gregexpr("third", shown))
    )))
  }
  # A group that only repeats the name of its column is not printed.
  expect_identical(header(c("pair", "pair", "third")), list(has_group = TRUE, n_third = 1L))
  expect_identical(header(colnames(x)), list(has_group = FALSE, n_third = 1L))
  # One of several columns is, also where it is named after one of them.
  expect_identical(header(c("first", "third", "third")), list(has_group = TRUE, n_third = 3L))
})

test_that("confint() names what there is instead", {
  test <- graph_test(heat_graph(iris[3:4], graph = graph_knn(10)), iris[1:2])
  expect_fault(confint(test), "object", text = "p-values")
})

test_that("the print says what it may mean that all of many columns vary", {
  t <- seq(0, 1, length.out = 60)
  x <- outer(t, 1:20, function(t, j) sin(j * t / 4 + j))
  said <- capture.output(print(quietly(graph_columns(x, bandwidth = 1))))
  expect_true(any(grepl("All 20 columns are significant", said)))
  few <- capture.output(print(quietly(graph_columns(x[, 1:19], bandwidth = 1))))
  expect_false(any(grepl("columns are significant", few)))
})
