test_that("count() has a plural, thousands apart and no exponents", {
  expect_identical(count(1, "point"), "1 point")
  expect_identical(count(0, "row"), "0 rows")
  expect_identical(count(1234567, "edge"), "1,234,567 edges")
  expect_identical(count(1e6, "edge"), "1,000,000 edges")
  expect_identical(count(2, "vertex", "vertices"), "2 vertices")
})

test_that("shorten() shows the first few", {
  expect_identical(shorten(3), "3")
  expect_identical(shorten(c(1200, 7)), "1,200, 7")
  expect_identical(shorten(1:6), "1, 2, 3, 4, 5, 6")
  expect_identical(shorten(1:7), "1, 2, 3, 4, 5, 6, ...")
  expect_identical(shorten(1:7, most = 2L), "1, 2, ...")
})
