test_that("a value below its limit is fine, one above is named", {
  verdict <- function(...) {
    all <- c(...)
    report_table(all, r = 4, list(d = NA, distance = NA))$verdict
  }
  above_limit <- c("joined", "isolated", "distance", "short_circuits", "spread", "coinciding",
                   "step", "sds")
  for (check in above_limit) {
    limit <- report_limits[[check]]
    expect_identical(verdict(stats::setNames(limit, check)), "fine")
    expect_false(verdict(stats::setNames(1.01 * limit, check)) == "fine")
  }
  expect_identical(verdict(components = 1), "fine")
  expect_identical(verdict(components = 2), "in pieces")
  # Groups say something where the graph is in one piece only.
  expect_identical(verdict(components = 1, groups = 2), c("fine", "groups hardly joined"))
  expect_identical(verdict(components = 2, groups = 2), c("in pieces", "fine"))
  # Few neighbors will do on a regular grid.
  expect_identical(verdict(neighbors = 2, distance = 0.1)[1], "fine")
  expect_identical(verdict(neighbors = 2, distance = 0.2)[1], "hardly any neighbors")
  expect_identical(verdict(knn = 0.2), "below the spacing of the points")
  expect_identical(verdict(msvd = 1), "fine")
  expect_identical(verdict(msvd = 2), "above what msvd allows")
  expect_identical(verdict(msvd = 0.5), "below what msvd allows")
  expect_identical(verdict(msvd = NA), "no such directions stand out")
})

test_that("a dimension is seen, below the columns, and not below the one asked for", {
  verdict <- function(value, r, d = NA) {
    report_table(c(dimension = value), r, list(d = d, distance = NA))$verdict
  }
  expect_identical(verdict(2.9, 3), "fine")
  expect_identical(verdict(3.9, 4), "fills all columns")
  expect_identical(verdict(0.2, 4), "no direction seen")
  expect_identical(verdict(1.4, 4, d = 2), "below d = 2")
  expect_identical(verdict(1.6, 4, d = 2), "fine")
})

test_that("a distance that was above the limit where the bandwidth was chosen is told", {
  verdict <- function(value, chosen) {
    report_table(c(distance = value), r = 3, list(d = NA, distance = chosen))$verdict
  }
  expect_identical(verdict(0.34, 0.34), "fine")
  expect_identical(
    verdict(0.34, 0.3567), "not manifold-like at this scale (0.357 where it was chosen)"
  )
  expect_identical(verdict(0.36, 0.34), "not manifold-like at this scale")
})
