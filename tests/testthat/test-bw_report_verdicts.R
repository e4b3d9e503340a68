test_that("a value below its limit is fine, one above is named", {
  verdict <- function(..., r = 4, plain = 0.3, moving = 1, staying = 0.2) {
    report_table(c(...), list(
      r = r, d = NA, chosen_by = NA, plain = plain, moving = moving, staying = staying
    ))$verdict
  }
  above_limit <- c("joined", "isolated", "short_circuits", "spread", "coinciding",
                   "step", "sds", "eigenvalue_error")
  for (check in above_limit) {
    limit <- report_limits[[check]]
    expect_identical(verdict(stats::setNames(limit, check)), "fine")
    expect_false(verdict(stats::setNames(1.01 * limit, check)) == "fine")
  }
  expect_identical(verdict(components = 1), "fine")
  expect_identical(verdict(components = 2), "not connected")
  # Groups say something where the graph is in one piece only.
  expect_identical(verdict(components = 1, groups = 2), c("fine", "groups hardly connected"))
  expect_identical(verdict(components = 2, groups = 2), c("not connected", "fine"))
  # Few neighbors will do on a regular grid.
  expect_identical(verdict(neighbors = 2, plain = 0.1), "fine")
  expect_identical(verdict(distance = 0.6, dimension = 3, plain = 0.1)[[1]], "fine")
  expect_identical(verdict(neighbors = 2, plain = 0.1, staying = 0.9), "hardly any neighbors")
  expect_identical(verdict(neighbors = 2), "hardly any neighbors")
  expect_identical(verdict(neighbors = 2, moving = 4), "too few points for the dimension")
  # In a few columns far points are no noise.
  expect_identical(verdict(nearest = 0.7), "fine")
  expect_identical(verdict(nearest = 0.7, r = 60), "noise in many columns")
  expect_identical(verdict(knn = 0.2), "below the spacing of the points")
  expect_identical(verdict(msvd = 1), "fine")
  expect_identical(verdict(msvd = 2), "above the interval of bw_msvd()")
  expect_identical(verdict(msvd = 0.5), "below the interval of bw_msvd()")
  expect_identical(verdict(msvd = NA), "bw_msvd() finds no scale of this dimension")
})

test_that("a dimension is seen, below the columns, and not below the one asked for", {
  verdict <- function(value, r, d = NA) {
    report_table(c(dimension = value), list(r = r, d = d))$verdict
  }
  expect_identical(verdict(2.9, 3), "fine")
  expect_identical(verdict(3.9, 4), "the points fill all columns")
  expect_identical(verdict(0.2, 4), "dimension near 0")
  expect_identical(verdict(1.4, 4, d = 2), "below d = 2")
  expect_identical(verdict(1.6, 4, d = 2), "fine")
})

test_that("a distance that was above the limit where the bandwidth was chosen is told", {
  verdict <- function(value, chosen, dimension = 3) {
    table <- report_table(
      c(distance = value, dimension = dimension),
      list(r = 9, d = NA, chosen_by = chosen, plain = 0.3, staying = 0, moving = dimension)
    )
    table$verdict[[1]]
  }
  words <- "too few points for the dimension"
  expect_identical(verdict(0.49, 0.49), "fine")
  expect_identical(verdict(0.49, 0.5167), paste(words, "(0.517 where it was chosen)"))
  expect_identical(verdict(0.51, 0.49), words)
  # Of fewer dimensions it says little, see notes/noise.md.
  expect_identical(verdict(0.51, 0.52, 2), "fine")
})

test_that("noise is named where it can be taken off", {
  verdict <- function(value, r = 60, moving = 1, near = 0.1, spread = 0.8, deflated = FALSE) {
    facts <- list(share = value, near = near, spread = spread)
    all <- list(r = r, moving = moving, noise_facts = facts, deflated = deflated)
    report_table(c(noise = value), all)$verdict
  }
  expect_identical(verdict(0.49), "fine")
  expect_identical(verdict(0.51), "noise of single rows (try noise = \"deflate\")")
  expect_identical(verdict(0.51, spread = 0.1),
                   "equal noise (try principal components)")
  for (fine in list(list(r = 9), list(moving = 3), list(near = 0.3), list(deflated = TRUE))) {
    expect_identical(do.call(verdict, c(0.9, fine)), "fine")
  }
})

test_that("variances too wide for one or two dimensions are named where nothing else explains them", {
  verdict <- function(plain, dimension, moving = dimension, joined = 0.1, groups = 1) {
    table <- report_table(
      c(distance = 0.45, dimension = dimension, joined = joined, groups = groups, components = 1),
      list(r = 9, d = NA, chosen_by = NA, plain = plain, moving = moving, staying = 0)
    )
    table$verdict[[1]]
  }
  words <- "much noise, or parts closer than the noise"
  expect_identical(verdict(0.30, 1), words)
  expect_identical(verdict(0.28, 1), "fine")
  expect_identical(verdict(0.36, 2), "fine")
  expect_identical(verdict(0.38, 2), words)
  expect_identical(verdict(0.38, 2, moving = 2.6), "fine")
  expect_identical(verdict(0.38, 2, joined = 0.3), "fine")
  expect_identical(verdict(0.38, 2, groups = 2), "fine")
})

test_that("a bent curve in noise as wide as its turns is named, without noise it is not", {
  set.seed(1)
  t <- 2 * pi * runif(400)
  flower <- (1 + 0.3 * cos(5 * t)) * cbind(cos(t), sin(t))
  looked_at <- function(x) {
    table <- tidy(bandwidth_report(bw_gc(x, seed = 1, replicates = 0L), x))
    table$verdict[table$check == "distance"]
  }
  expect_identical(looked_at(flower), "fine")
  noisy <- cbind(flower, matrix(0, 400, 3))
  noisy <- noisy + 0.1 * rnorm(length(noisy))
  expect_identical(looked_at(noisy), "much noise, or parts closer than the noise")
})

test_that("single points that lie apart are not called groups", {
  circle <- plain_circle(200)
  strays <- rbind(c(3, 3), c(-3, 2), c(2.5, -3))
  report <- bandwidth_report(bw_gc(circle, seed = 1), rbind(circle, strays))
  expect_match(capture.output(print(report)), "Few points lie apart", all = FALSE)
})
