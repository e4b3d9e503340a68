# 30 subjects with 3 rows each, which are nearly copies; numbers that belong to the subjects.
subjects <- function(seed = 1, n = 30, each = 3) {
  withr::with_seed(seed, {
    centre <- matrix(rnorm(2 * n), n)
    x <- centre[rep(seq_len(n), each = each), ] + 0.01 * rnorm(2 * n * each)
    list(x = x, id = rep(seq_len(n), each = each),
         y = rep(sin(2 * centre[, 1]) + centre[, 2], each = each) + 0.01 * rnorm(n * each),
         seen = sort(sample(n * each, 40)))
  })
}

test_that("predictions of each group are those of a fit without its labels", {
  skip_on_cran()
  rlang::local_options(rlib_message_verbosity = "quiet")
  set <- subjects()
  y <- replace(set$y, -set$seen, NA)
  id <- set$id[set$seen]
  learners <- ssl_numeric[c("iterated", "diffusion", "harmonic", "laprls")]
  for (name in names(learners)) {
    fit <- learners[[name]](set$x, y, bandwidth = 1, groups = set$id)
    refitted <- vapply(seq_along(id), function(i) {
      without <- replace(y, set$id == id[[i]], NA)
      # The penalties of the machine grow with the number of labels.
      more <- length(id) / sum(id != id[[i]])
      again <- if (name != "laprls") learners[[name]](set$x, without, bandwidth = 1) else
        ssl_laprls(set$x, without, 1e-3 * more, 10 * more, bandwidth = 1)
      fitted(again)[[set$seen[[i]]]]
    }, 0)
    expect_equal(fit$loo[, 1], refitted, tolerance = 1e-6, info = name)
  }
})

test_that("on columns they are those of least squares without the group, for every number", {
  withr::local_seed(2)
  columns <- cbind(1, matrix(rnorm(60), 20))
  group <- rep(1:5, 4)
  targets <- matrix(rnorm(40), 20)
  count <- rep(1:2, 10)
  basis <- qr.Q(qr(sqrt(count) * columns)) / sqrt(count)
  found <- nested_without_groups(basis, targets, count, group)
  for (k in 1:4) for (g in 1:5) {
    out <- group == g
    fit <- lm.wfit(columns[!out, 1:k, drop = FALSE], targets[!out, ], count[!out])
    expected <- columns[out, 1:k, drop = FALSE] %*% as.matrix(fit$coefficients)
    expect_equal(found[out, , k], unname(expected), tolerance = 1e-6)
  }
  hat <- tcrossprod(sqrt(count) * basis)
  scaled <- sqrt(count) * targets
  loo <- leave_one_out(hat %*% scaled, scaled, diag(hat), group, function(block) hat[block, block])
  expect_equal(loo / sqrt(count), found[, , 4], tolerance = 1e-6)
})

test_that("a direction that one group alone determines is not told by it", {
  targets <- matrix(c(5, 5, 0, 1, 2, 3))
  group <- c(1, 1, 2, 2, 3, 3)
  basis <- cbind(c(1, 1, 0, 0, 0, 0) / sqrt(2), c(0, 0, 1, 1, 1, 1) / 2)
  hat <- tcrossprod(basis)
  loo <- leave_one_out(hat %*% targets, targets, diag(hat), group, function(b) hat[b, b])
  expect_equal(loo[, 1], c(1.5, 1.5, 2.5, 2.5, 0.5, 0.5))
  nested <- nested_without_groups(basis, targets, rep(1, 6), group)
  expect_lt(max(abs(nested[1:2, 1, 2])), 1e-3)
})

test_that("groups of one label change nothing but the words", {
  skip_on_cran()
  set <- subjects()
  y <- replace(set$y, -set$seen, NA)
  for (name in names(ssl_numeric)) {
    alone <- suppressMessages(ssl_numeric[[name]](set$x, y, bandwidth = 1))
    expect_message(grouped <- ssl_numeric[[name]](set$x, y, bandwidth = 1, groups = seq_along(y)),
                   class = "lapscale_message_groups")
    expect_equal(grouped$loo, alone$loo, tolerance = 1e-5, info = name)
    expect_equal(grouped$held_out, alone$held_out, tolerance = 1e-6, info = name)
    expect_equal(grouped$error_se, alone$error_se, tolerance = 1e-6, info = name)
    expect_equal(fitted(grouped), fitted(alone), info = name)
  }
})

test_that("folds hold whole groups, whatever the order of the rows", {
  set <- subjects()
  truth <- factor(set$y > 0)
  y <- replace(truth, -set$seen, NA)
  labels <- group_labels(encode_labels(y, list(rows = 1:90, n_given = 90L)), set$id,
                         list(rows = 1:90, n_given = 90L))
  fold <- draw_folds(labels_of_folds(labels, 5L), set$x, 5L, 3L, 1)
  of_group <- apply(fold, 2, function(f) tapply(f, labels$group, function(v) length(unique(v))))
  expect_true(all(of_group == 1))
  turned <- rev(seq_len(90))
  fit <- ssl_harmonic(set$x, y, bandwidth = 1, groups = set$id)
  again <- ssl_harmonic(set$x[turned, ], y[turned], bandwidth = 1, groups = set$id[turned])
  expect_equal(again$error, fit$error)
  expect_identical(glance(fit)$n_groups, length(unique(set$id[set$seen])))
})

test_that("the error of new subjects is not that of their twins", {
  withr::local_seed(9)
  x <- matrix(rnorm(400), 100)[rep(1:100, each = 3), ] + 0.01 * rnorm(1200)
  id <- rep(1:100, each = 3)
  y <- rep(rnorm(100), each = 3)
  seen <- sample(300, 90)
  labels <- replace(y, -seen, NA)
  twin <- suppressMessages(ssl_laprls(x, labels, bandwidth = 1))
  fit <- ssl_laprls(x, labels, bandwidth = 1, groups = id)
  expect_lt(glance(twin)$rmse, 0.9 * glance(fit)$rmse)
  expect_gt(glance(fit)$rmse, 0.7 * sd(y))
  p <- predict(fit, interval = "prediction")
  new <- !id %in% id[seen]
  expect_gte(mean(p[new, "lwr"] <= y[new] & y[new] <= p[new, "upr"]), 0.8)
})

test_that("the limit of intervals counts each group once", {
  wrong <- matrix(c(1, 1, 1, 1, 5, 2, 3, 4))
  shares <- c(0.25, 0.25, 0.25, 0.25, 1, 1, 1, 1)
  # Five groups of weight 1 / 6 each: half of them and more are within 3.
  expect_identical(order_limit(wrong, 0.5, shares), 3)
  expect_identical(order_limit(wrong, 0.5), 2)
  expect_identical(order_limit(matrix(9:1), 0.5), sort(9:1)[[5]])
  fit <- ssl_harmonic(subjects()$x, replace(subjects()$y, -(1:12), NA), bandwidth = 1,
                      groups = rep(1:6, each = 15) + c(0, 6))
  expect_error(predict(fit, interval = "prediction"), "9 groups", class = "lapscale_error_argument")
})

test_that("a group is left out of the mean of the others, and counts once in standard errors", {
  targets <- matrix(c(1, 2, 3, 10))
  expect_equal(mean_of_others(targets, c(1, 1, 2, 2))[, 1], c(6.5, 6.5, 1.5, 1.5))
  expect_equal(se_of_mean(c(1, 1, 5, 5), c(1, 1, 2, 2)), se_of_mean(c(1, 5)))
  expect_equal(se_of_mean(1:4, 4:1), se_of_mean(1:4))
})

test_that("rows in the order of time are remarked, shuffled rows and sorted classes are not", {
  z <- withr::with_seed(3, apply(matrix(rnorm(1200), 400), 2, function(e) {
    as.numeric(stats::filter(e, 0.95, "recursive"))
  }))
  y <- replace(factor(z[, 1] > 0), -seq(1, 400, by = 3), NA)
  expect_message(fit <- ssl_harmonic(z, y, bandwidth = 2), class = "lapscale_message_order")
  expect_output(print(fit), "Too small if rows that follow each other belong together .* `groups`")
  quiet <- function(x, y, ...) {
    expect_no_message(ssl_harmonic(x, y, bandwidth = 2, ...), class = "lapscale_message_order")
  }
  shuffled <- withr::with_seed(4, sample(400))
  quiet(z[shuffled, ], y[shuffled])
  quiet(z, y, groups = (0:399) %/% 40)
  blob <- blobs(20)
  quiet(blob, replace(factor(rep(1:5, each = 20)), seq(2, 100, 3), NA))
})

test_that("groups are checked once, by their name", {
  set <- subjects()
  y <- replace(set$y, -set$seen, NA)
  bad <- list(1:3, list(1), matrix(1:180, 90), rep(1, 90), replace(set$id, set$seen[[2]], NA))
  for (groups in bad) {
    expect_error(ssl_harmonic(set$x, y, bandwidth = 1, groups = groups), "`groups`",
                 class = "lapscale_error_argument")
  }
  # Rows without a label need no group.
  free <- replace(set$id, -set$seen, NA)
  expect_s3_class(ssl_harmonic(set$x, y, bandwidth = 1, groups = factor(free)), "lapscale_ssl")
})

test_that("groups go through formulas, landmarks, and missing rows, and are printed", {
  skip_on_cran()
  set <- subjects()
  data <- data.frame(set$x, y = replace(set$y, -set$seen, NA), who = set$id)
  fit <- ssl_iterated(y ~ X1 + X2, data, groups = who, bandwidth = 1)
  direct <- ssl_iterated(set$x, data$y, groups = set$id, bandwidth = 1)
  expect_equal(fit$error, direct$error)
  expect_output(print(fit), "over [0-9]+ groups of labels")
  few <- ssl_iterated(set$x, data$y, groups = set$id, bandwidth = 1, landmarks = 60)
  expect_identical(few$labels$group, direct$labels$group)
  gap <- replace(set$x, 1, NA)
  kept <- suppressWarnings(ssl_iterated(gap, data$y, groups = set$id, bandwidth = 1,
                                        na_action = "omit"))
  expect_identical(kept$labels$group[length(kept$labels$group)], max(kept$labels$group))
})

test_that("bw_cv() hides whole groups", {
  set <- subjects()
  y <- replace(set$y, -set$seen, NA)
  hidden_with <- list()
  learner <- function(x, y, bandwidth, groups) {
    known <- unique(groups[!is.na(y)])
    hidden_with[[length(hidden_with) + 1L]] <<- known
    ssl_harmonic(x, y, bandwidth = bandwidth)
  }
  bw <- bw_cv(set$x, y, learner, groups = set$id, bandwidths = c(0.5, 1, 2), seed = 1)
  all_groups <- unique(set$id[set$seen])
  n_hidden <- vapply(hidden_with, function(known) length(setdiff(all_groups, known)), 0L)
  expect_identical(sum(n_hidden[1:5]), length(all_groups))
  criterion_with <- function(...) {
    bw <- bw_cv(set$x, y, ssl_harmonic, bandwidths = c(0.5, 1, 2), graph = "knn", seed = 1, ...)
    as.data.frame(bw)$criterion
  }
  own <- criterion_with(groups = set$id)
  twins <- suppressMessages(criterion_with())
  expect_gt(min(own), 2 * min(twins))
})

test_that("every learner takes groups with weights, in several components, and very few of them", {
  skip_on_cran()
  rlang::local_options(rlib_message_verbosity = "quiet")
  x <- rbind(normal_points(40, 2), normal_points(20, 2, 7) + 20)
  weights <- rep(1:3, 20)
  y <- replace(factor(rep(c("a", "b", "c"), length.out = 60)), seq(2, 60, 2), NA)
  for (name in names(ssl_fixed)) {
    fit <- suppressWarnings(
      ssl_fixed[[name]](x, y, bandwidth = 2, groups = rep(1:10, 6), weights = weights)
    )
    expect_true(is.finite(glance(fit)$error) && is.finite(glance(fit)$error_se), info = name)
    if (!is.null(fit$loo)) expect_true(all(is.finite(fit$loo)), info = name)
    two <- suppressWarnings(ssl_fixed[[name]](x, y, bandwidth = 2, groups = rep(1:2, each = 30)))
    expect_true(is.finite(glance(two)$error), info = name)
  }
  # A class that is in one group only cannot be predicted from the others.
  apart <- replace(factor(rep(1:3, each = 20)), seq(2, 60, 2), NA)
  alone <- suppressWarnings(ssl_auto(x, apart, bandwidth = 2, groups = rep(1:3, each = 20)))
  expect_identical(glance(alone)$error, NA_real_)
  expect_output(print(alone), "one group per class")
})

test_that("rows sorted by their columns, as cells of a grid, are not taken for groups", {
  grid <- as.matrix(expand.grid(1:6, 1:5))
  expect_true(is_sorted_by_columns(grid))
  expect_true(is_sorted_by_columns(-grid[seq(1, 30, by = 2), ]))
  expect_true(is_sorted_by_columns(as.matrix(expand.grid(1:3, 1:3, 1:3))))
  expect_false(is_sorted_by_columns(grid[c(2, 1, 3:30), ]))
  # A column of time without ties leaves the others open.
  expect_false(is_sorted_by_columns(cbind(1:30, grid)))
  expect_no_message(
    ssl_harmonic(grid, replace(as.numeric(grid[, 1]), 30, NA), bandwidth = 1),
    class = "lapscale_message_order"
  )
  expect_error(ssl_harmonic(grid, grid[, 1], bandwidth = 1, groups = "plot"),
               "data$plot", fixed = TRUE, class = "lapscale_error_argument")
})
