test_that("a value below its limit is fine, one above is named", {
  verdict <- function(..., r = 4, plain = 0.3, moving = 1, staying = 0.2) {
    report_table(c(...), list(
      r = r, d = NA, chosen_by = NA, plain = plain, moving = moving, staying = staying
    ))$verdict
  }
  above_limit <- c(
    "mean_weight", "isolated", "short_circuits", "unevenness", "repeated_rows", "value_step",
    "eigenvalue_error"
  )
  for (check in above_limit) {
    limit <- report_limits[[check]]
    expect_identical(verdict(stats::setNames(limit, check)), "fine")
    expect_false(verdict(stats::setNames(1.01 * limit, check)) == "fine")
  }
  expect_identical(c(verdict(column_sds = 10), verdict(column_sds = 10.1) == "fine"), c("fine", "FALSE"))
  expect_identical(verdict(components = 1), "fine")
  expect_identical(verdict(components = 2), "not connected (2 components)")
  # Groups say something where the graph is in one piece only.
  expect_identical(verdict(components = 1, groups = 2), c("fine", "groups hardly connected"))
  expect_identical(verdict(components = 2, groups = 2), c("not connected (2 components)", "fine"))
  # Few neighbors will do on a regular grid.
  expect_identical(verdict(neighbors = 2, plain = 0.1), "fine")
  expect_identical(verdict(distance = 0.6, dimension = 3, plain = 0.1)[[1]], "fine")
  expect_identical(verdict(neighbors = 2, plain = 0.1, staying = 0.9), "hardly any neighbors")
  expect_identical(verdict(neighbors = 2), "hardly any neighbors")
  expect_identical(verdict(neighbors = 2, moving = 4), "too few points for the dimension")
  # On a surface, a density is a spacing squared; of more dimensions it is not taken.
  spread <- function(dimension, ...) verdict(unevenness = 4, dimension = dimension, ...)[[1]]
  expect_identical(spread(1), "fine")
  expect_identical(spread(0.3), "fine")
  expect_identical(spread(2), "dense and thin parts")
  expect_identical(verdict(unevenness = 3, dimension = 2.9)[[1]], "fine")
  # In a few columns far points are no noise.
  expect_identical(verdict(nearest_distance = 0.7), "fine")
  expect_identical(verdict(nearest_distance = 0.7, r = 60), "noise in many columns")
  # A remark that is no concern.
  expect_identical(verdict(eigenvalue_error = 1), "eigenvalues uncertain")
  expect_false(is_concern(verdict(eigenvalue_error = 1)))
  # A number without a limit.
  for (msvd in c(1, 2, 0.5, NA)) expect_identical(verdict(msvd = msvd), "fine")
  expect_identical(verdict(spacings = 0.2), "below the spacing of the points")
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

test_that("a bent curve in noise as wide as its turns has uncertain eigenvalues", {
  set.seed(1)
  t <- 2 * pi * runif(400)
  flower <- (1 + 0.3 * cos(5 * t)) * cbind(cos(t), sin(t))
  expected <- function(x) glance(bw_gc(x, seed = 1, replicates = 0L))$eigenvalue_error
  expect_lt(expected(flower), 0.1)
  noisy <- cbind(flower, matrix(0, 400, 3))
  expect_identical(expected(noisy + 0.1 * rnorm(length(noisy))), 1)
})

test_that("neighbors as in a normal cloud are told, in any of its shapes and units", {
  skip_on_cran()
  told <- function(x) {
    table <- tidy(bw_report(1, x))
    table$verdict[table$check == "nearest_distance"]
  }
  cloud <- normal_points(300, 6)
  for (x in list(cloud, 1e100 * cloud, cloud %*% diag(6:1), normal_points(700, 4, seed = 2))) {
    expect_identical(told(x), "as in a normal cloud")
  }
  # A plane shows its columns, and a curve, clusters, and what has no columns are something else.
  curve <- outer(1:300 / 100, 1:6, function(t, j) cos(t * j))
  clusters <- cloud + rep(c(0, 9), each = 150)
  for (x in list(normal_points(300, 3), curve, clusters, dist(cloud))) {
    expect_identical(told(x), "fine")
  }
  line <- grep("!", utils::capture.output(print(quietly(bw_gc(cloud, seed = 1)))), value = TRUE)
  expect_match(line, "as in a normal cloud", fixed = TRUE)
})

test_that("single points that lie apart are not called groups", {
  circle <- plain_circle(200)
  strays <- rbind(c(3, 3), c(-3, 2), c(2.5, -3))
  report <- bw_report(bw_gc(circle, seed = 1), rbind(circle, strays))
  expect_match(capture.output(print(report)), "Few points lie apart", all = FALSE)
})
