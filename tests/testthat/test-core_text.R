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

test_that("short() gives each number its own digits, and none that it has not", {
  expect_identical(short(c(0.0009869, 0.28667, 13.00386), 4), c("0.0009869", "0.2867", "13"))
  expect_identical(short(c(0.0028, 0.01625)), c("0.0028", "0.016"))
  expect_identical(short(0.10317, 3), "0.103")
  expect_identical(short(c(1e-12, 1)), c("1e-12", "1"))
  expect_identical(short(numeric()), character())
})
