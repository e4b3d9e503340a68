test_that("fitted() has the levels of y", {
  skip_on_cran()
  p <- three_clusters()
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, p$y, bandwidth = 1)
    expect_identical(unname(fitted(fit)), p$truth, info = name)
    expect_s3_class(fit, "lapscale_ssl")
  }
  for (name in names(ssl_numeric)) {
    fit <- ssl_numeric[[name]](p$x, replace(p$x[, 1], -p$seen, NA), bandwidth = 1)
    expect_type(fitted(fit), "double")
    expect_type(predict(fit, p$x[1:3, ]), "double")
    expect_identical(predict(fit, type = "score"), fitted(fit))
    expect_fault(predict(fit, type = "prob"), "type")
    expect_fault(predict(fit, type = "class"), "type", text = "regression")
  }
})

test_that("ordered classes stay ordered", {
  skip_on_cran()
  p <- three_clusters()
  sizes <- c("birch", "ash", "cedar")
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, factor(p$y, sizes, ordered = TRUE), bandwidth = 1)
    expect_identical(unname(fitted(fit)), factor(p$truth, sizes, ordered = TRUE), info = name)
    expect_true(is.ordered(predict(fit, p$x[1:2, ])), info = name)
  }
})

test_that("an unused level is kept, never predicted, without probability", {
  skip_on_cran()
  p <- two_arcs()
  y <- factor(p$y, c("down", "never", "up"))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](p$x, y, bandwidth = 0.3)
    expect_identical(levels(fitted(fit)), levels(y))
    expect_false(any(fitted(fit) == "never"))
    expect_true(all(predict(fit, type = "prob")[, "never"] == 0))
  }
})

test_that("tidy, glance and augment are data frames of the promised shape", {
  skip_on_cran()
  p <- three_clusters()
  d <- data.frame(p$x, row.names = paste0("p", 1:36))
  for (name in names(ssl_fixed)) {
    fit <- ssl_fixed[[name]](d, p$y, bandwidth = 1)
    expect_named(tidy(fit), c("parameter", "value", "chosen"))
    expect_identical(tidy(fit)$parameter[1:2], c("bandwidth", "alpha"))
    one <- glance(fit)
    expect_identical(one[c("n", "n_labelled", "n_classes")],
                     data.frame(n = 36L, n_labelled = 6L, n_classes = 3L))
    expect_identical(nrow(one), 1L)
    more <- augment(fit, d)
    expect_named(more, c("X1", "X2", ".fitted", paste0(".prob_", levels(p$truth)), ".novelty"))
    expect_identical(rownames(more), rownames(d))
    expect_equal(rowSums(more[4:6]), rep(1, 36), ignore_attr = TRUE)
  }
  expect_fault(augment(fit, d[-1, ]), "data")
  expect_fault(tidy(fit, "curve"), "what")
  expect_identical(tidy(ssl_harmonic(d, p$y, bandwidth = 1), "path"), data.frame())
})

test_that("the path begins with what was chosen, and the others follow by their errors", {
  skip_on_cran()
  p <- two_arcs()
  for (name in c("iterated", "auto")) {
    fit <- get(paste0("ssl_", name))(p$x, p$y, seed = 1)
    path <- tidy(fit, "path")
    expect_identical(which(path$chosen), 1L)
    expect_false(is.unsorted(path$squared_error[-1L]))
    for (part in intersect(names(fit$parameters), names(path))) {
      expect_equal(path[[part]][[1L]], fit$parameters[[part]])
    }
    expect_identical(nrow(path), nrow(fit$path))
  }
  expect_identical(path$candidate[[1L]], fit$parameters$method)
  expect_identical(path$bandwidth[[1L]], fit$bandwidth)
})

test_that("augment() keeps the class of the data", {
  skip_if_not_installed("tibble")
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  d <- tibble::as_tibble(data.frame(a = p$x[, 1]))
  expect_s3_class(augment(fit, d), "tbl_df")
  expect_identical(names(augment(fit, d)), c("a", names(as.data.frame(fit)), ".novelty"))
})

test_that("augment() returns the data where the fit keeps them", {
  p <- two_arcs()
  data <- data.frame(a = 10 * p$x[, 1], b = p$x[, 2], row.names = paste0("r", 1:60))
  fit <- ssl_harmonic(data, p$y, bandwidth = 0.3, scale = TRUE)
  expect_equal(augment(fit)[c("a", "b")], data)
  expect_identical(augment(fit)[-(1:2)], augment(fit, data)[-(1:2)])
  few <- ssl_harmonic(data, p$y, bandwidth = 0.3, landmarks = 30)
  expect_identical(augment(few), as.data.frame(few))
})

test_that("the error of glance() is in the measure of ssl_error()", {
  roll <- sample_swiss_roll(200, seed = 1)
  along <- parameter_of(roll, "arc_length")
  fit <- ssl_iterated(roll, replace(along, -seq(1, 200, 4), NA), bandwidth = 3)
  expect_equal(glance(fit)$error, sqrt(mean((fit$held_out[, 1, ] - along[seq(1, 200, 4)])^2)))
  expect_identical(glance(fit)$rmse, glance(fit)$error)
  # One is as large as the other, not its square.
  expect_lt(abs(log(glance(fit)$error / ssl_error(fit, along))), log(2))
})

test_that("what is missing is named", {
  p <- two_arcs()
  expect_fault(ssl_auto(p$x), "y", text = "missing")
  expect_fault(ssl_laprls(p$x, p$y, bandwidth = 0.3, lambda_ambient = 0, lambda_manifold = NULL),
               "lambda_manifold")
  expect_fault(ssl_harmonic(p$x, p$y, bandwidth = 0.3, graph = "dense", k = 5), "k",
               text = "graph = \"dense\"")
})

test_that("residuals are labels less fitted values, NA without a label", {
  skip_on_cran()
  p <- three_clusters()
  y <- replace(p$x[, 1], -p$seen, NA)
  fit <- ssl_iterated(p$x, y, bandwidth = 1)
  expect_identical(residuals(fit), y - fitted(fit))
  named <- ssl_iterated(data.frame(p$x, row.names = paste0("p", 1:36)), y, bandwidth = 1)
  expect_named(residuals(named), paste0("p", 1:36))
  holed <- replace(p$x, cbind(p$seen[[1]], 1), NA)
  fit <- suppressWarnings(ssl_iterated(holed, y, bandwidth = 1, na_action = "omit"))
  expect_equal(which(!is.na(residuals(fit))), p$seen[-1])

  fit <- ssl_iterated(p$x, factor(p$y, c(levels(p$truth), "never")), bandwidth = 1)
  rest <- residuals(fit)
  expect_identical(dim(rest), c(36L, 4L))
  expect_equal(which(!is.na(rest[, "ash"])), p$seen)
  expect_equal(which(!is.na(rest[, "never"])), p$seen)
  wanted <- ifelse(outer(as.character(p$y)[p$seen], colnames(rest), "=="), 1, -1)
  expect_equal(unname(rest[p$seen, ] + predict(fit, type = "score")[p$seen, ]), wanted)
})

test_that("fitted() points to predict() for probabilities", {
  p <- three_clusters()
  fit <- ssl_iterated(p$x, p$y, bandwidth = 1)
  expect_fault(fitted(fit, type = "prob"), "type", text = "predict")
  expect_fault(fitted(fit, nonsense = 1), "nonsense")
})

test_that("confint() says what a fit has instead of coefficients", {
  p <- two_arcs()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 0.3)
  expect_fault(confint(fit), "object", text = 'type = "set"')
  numbers <- ssl_harmonic(p$x, as.numeric(p$y), bandwidth = 0.3)
  expect_fault(confint(numbers), "object", text = 'interval = "prediction"')
  expect_fault(confint(numbers, level = 0.9), "object", text = "error_se")
})
