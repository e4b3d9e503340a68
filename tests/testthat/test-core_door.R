test_that("the first argument is named where it is missing", {
  expect_fault(bw_gc(), "x", text = "missing")
  expect_fault(embed_columns(), "e", text = "missing")
  chosen <- function(x) bw_gc(x)
  expect_fault(chosen(), "x", text = "missing")
})

test_that("errors of what the user gave are those of the user's call", {
  error <- tryCatch(bw_gc(no_such_object), error = identity)
  expect_identical(conditionCall(error), quote(bw_gc(no_such_object)))
  expect_match(conditionMessage(error), "no_such_object")
})
