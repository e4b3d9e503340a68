test_that("the first argument is named where it is missing", {
  expect_fault(bw_gc(), "x", text = "missing")
  expect_fault(embed_columns(), "e", text = "missing")
  chosen <- function(x) bw_gc(x)
  expect_fault(chosen(), "x", text = "missing")
})
