test_that("print() says in a line what to look at", {
  expect_snapshot(print(bw_report(0.33, sample_sphere(500, seed = 1))))
  expect_snapshot(print(bw_report(0.287, faithful)))
  shown <- capture.output(same <- print(bw_report(1.36, mtcars)))
  expect_lte(length(shown), 22L)
  expect_lte(max(nchar(shown)), 100L)
  expect_s3_class(same, "lapscale_report")
})

test_that("every check says what it measures and has a verdict", {
  report <- bw_report(1.36, mtcars)
  expect_setequal(names(report_verdicts), tidy(report)$check)
  row <- glance(report)
  expect_identical(row$bandwidth, 1.36)
  expect_identical(row$n_looks, sum(is_concern(tidy(report)$verdict)))
  expect_match(row$verdict, "^check: ")
  expect_error(tidy(report, 1), class = "lapscale_error_argument")
})

test_that("an error of eigenvalues that is large has words of its own, and is no concern", {
  report <- bw_report(1, sample_sphere(100, seed = 1))
  report$table <- report_table(c(neighbors = 9, eigenvalue_error = 1), list(r = 3, plain = 0.3))
  shown <- capture.output(print(report))
  expect_match(shown, "100%\\): eigenvalues uncertain", all = FALSE)
  expect_match(shown, "for plots, clusters, and labels", all = FALSE)
  expect_match(shown, "Eigenvalues may be wrong", all = FALSE)
  expect_false(any(grepl("!", shown)))
  expect_identical(report_line(report$table), "fine")
})

test_that("a report prints the advice on each of its concerns", {
  report <- bw_report(0.1, withr::with_seed(1, matrix(stats::runif(1200), 600)))
  expect_gt(report$edge, 0)
  row <- match(c("unevenness", "column_sds", "isolated"), report$table$check)
  report$table$verdict[row] <- "not fine"
  report$table$advice[row] <- report_advice[report$table$check[row]]
  printed <- utils::capture.output(print(report))
  expect_true(all(report$table$advice[row] %in% printed))
})

test_that("the error to expect of eigenvalues is not known with local scales", {
  x <- as.matrix(sample_circle(100, seed = 1))
  report <- bw_report(bw_gc(x, local_scale = 7), x)
  table <- tidy(report)
  expect_identical(table$value[table$check == "eigenvalue_error"], NA_real_)
  expect_output(print(report), "eigenvalue_error .*not known here")
})
