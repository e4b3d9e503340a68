labels_ab <- function(n) {
  encode_labels(rep(c("a", "b"), each = n / 2), list(n_given = n, rows = seq_len(n)))
}

test_that("rows sum to 1 and the largest is the response", {
  skip_on_cran()
  p <- three_clusters()
  z <- 3 * withr::with_seed(1, matrix(runif(200), 100))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 1)
    prob <- predict(fit, z, type = "prob", far = "keep")
    expect_identical(colnames(prob), levels(p$truth))
    expect_true(all(prob >= 0))
    expect_equal(rowSums(prob), rep(1, 100), info = name)
    expect_identical(colnames(prob)[max.col(prob, "first")], as.character(predict(fit, z, far = "keep")))
  }
})

# A score of 0 is even odds; the slope is the likeliest for the labels and beforehand.
test_that("the slope is the likeliest", {
  labels <- labels_ab(100)
  score <- withr::with_seed(1, labels$targets + 1.5 * stats::rnorm(100))
  # Scores beyond the values of the labels count as these.
  clipped_score <- pmin(pmax(score, -1), 1)
  against <- function(log_a) {
    p <- stats::plogis(labels$targets * 2 * exp(log_a) * clipped_score, log.p = TRUE)
    -sum(p) + (log_a - log(1.35))^2 / (2 * 0.4^2)
  }
  found <- find_slope(score, labels)
  best <- stats::optimize(against, c(-5, 5))$minimum
  expect_equal(found$value, exp(best), tolerance = 1e-3)
  expect_true(found$is_certain)
  # Rounds are averaged: the same twice is the same.
  expect_equal(find_slope(array(score, c(100, 1, 2)), labels)$value, found$value, tolerance = 1e-4)
})

test_that("one score that is far off does not take the probabilities of all rows", {
  labels <- labels_ab(40)
  score <- 0.8 * labels$targets
  for (kind in c("squares", "chance")) {
    usual <- find_slope(score, labels, kind)$value
    expect_gt(find_slope(replace(score, 1, 500), labels, kind)$value, usual / 2.5)
  }
  fit <- list(score_kind = "squares", slope = list(value = 1.35),
              labels = list(levels = c("a", "b"), used = 1:2))
  expect_identical(probabilities(cbind(c(-300, 300)), fit), probabilities(cbind(c(-1, 1)), fit))
  # The order of the scores stays.
  fit$labels <- list(levels = c("a", "b", "c"), used = 1:3)
  expect_identical(max.col(probabilities(rbind(c(1.2, -14, 12), c(1.4, 13.5, 1.8)), fit)), 3:2)
})

# Scores s with P(second class) = plogis(2 a s) have the slope a.
test_that("many labels tell the slope that is true, few do not", {
  labels <- labels_ab(4000)
  for (a in c(0.5, 1, 4)) {
    score <- withr::with_seed(2, stats::runif(20000, -1, 1))
    up <- withr::with_seed(3, stats::runif(20000)) < stats::plogis(2 * a * score)
    some <- c(score[!up][1:2000], score[up][1:2000])
    expect_equal(find_slope(matrix(some), labels)$value, a, tolerance = 0.1)
  }
  perfect <- labels_ab(6)
  expect_false(find_slope(perfect$targets, perfect)$is_certain)
  expect_equal(find_slope(NULL, perfect), list(value = 1.35, is_certain = FALSE))
})

test_that("the slope is finite where all labels are on their side", {
  for (n in c(4, 20, 100)) {
    slope <- find_slope(labels_ab(n)$targets, labels_ab(n))$value
    expect_gt(slope, 1.35)
    expect_lt(slope, 5)
  }
})

test_that("classes have a slope, numbers have none", {
  skip_on_cran()
  p <- three_clusters()
  for (learn in ssl_fixed) expect_gt(learn(p$x, p$y, bandwidth = 1)$slope$value, 0)
  expect_null(ssl_iterated(p$x, p$x[, 1], bandwidth = 1)$slope)
})

test_that("softmax survives large scores", {
  expect_equal(softmax(rbind(c(1e6, 0), c(0, 0))), rbind(c(1, 0), c(0.5, 0.5)))
  expect_true(all(softmax(rbind(c(1e6, 0))) > 0))
})
