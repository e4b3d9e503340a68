test_that("rows sum to 1 and the largest is the response", {
  p <- three_clusters()
  z <- 3 * withr::with_seed(1, matrix(runif(200), 100))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 1)
    prob <- predict(fit, z, type = "prob")
    expect_identical(colnames(prob), levels(p$truth))
    expect_true(all(prob >= 0))
    expect_equal(rowSums(prob), rep(1, 100), info = name)
    expect_identical(colnames(prob)[max.col(prob, "first")], as.character(predict(fit, z)))
  }
})

# A score of 0 is even odds; the slope is the likeliest for the scores of the labels.
test_that("the slope is the likeliest", {
  labels <- encode_labels(
    rep(c("a", "b"), each = 50), list(n_given = 100, rows = 1:100)
  )
  score <- withr::with_seed(1, labels$targets + 1.5 * stats::rnorm(100))
  a <- find_temperature(score, labels)
  target <- ifelse(labels$targets > 0, 51 / 52, 1 / 52)
  surprise <- function(a) {
    up <- stats::plogis(2 * a * score, log.p = TRUE)
    down <- stats::plogis(-2 * a * score, log.p = TRUE)
    -sum(target * up + (1 - target) * down)
  }
  expect_equal(a, stats::optimize(surprise, c(0, 10))$minimum, tolerance = 1e-3)
})

test_that("values that are chances need no slope, nor do numbers", {
  p <- three_clusters()
  for (name in setdiff(names(ssl_fixed), "harmonic")) {
    expect_gt(ssl_fixed[[name]](p$x, p$y, bandwidth = 1)$temperature, 0)
  }
  expect_null(ssl_harmonic(p$x, p$y, bandwidth = 1)$temperature)
  expect_null(ssl_iterated(p$x, p$x[, 1], bandwidth = 1)$temperature)
})

test_that("softmax survives large scores", {
  expect_equal(softmax(rbind(c(1e6, 0), c(0, 0))), rbind(c(1, 0), c(0.5, 0.5)))
  expect_true(all(softmax(rbind(c(1e6, 0))) > 0))
})
