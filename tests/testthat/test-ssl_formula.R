test_that("a formula gives the fit of the matrix", {
  skip_on_cran()
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  z <- data.frame(b = p$x[1:5, 2], a = p$x[1:5, 1] + 0.01)
  for (name in names(ssl_fixed)) {
    plain <- ssl_fixed[[name]](p$x, p$y, bandwidth = 0.3)
    fit <- ssl_fixed[[name]](y ~ ., data = d, bandwidth = 0.3)
    expect_equal(scores_of(fit), scores_of(plain), tolerance = 1e-12, info = name)
    expect_equal(scores_of(fit, z), scores_of(plain, as.matrix(z[c("a", "b")])), tolerance = 1e-12)
  }
})

test_that("terms are transformed, factors become columns, in newdata too", {
  p <- two_arcs()
  d <- data.frame(a = exp(p$x[, 1]), b = p$x[, 2], g = rep(c("u", "v", "w"), 20), y = p$y)
  fit <- ssl_harmonic(y ~ log(a) + b + g, data = d, bandwidth = 1)
  x <- cbind(p$x, d$g == "v", d$g == "w")
  expect_equal(scores_of(fit), scores_of(ssl_harmonic(x, p$y, bandwidth = 1)))
  expect_equal(scores_of(fit, d[c(3, 8), ]), scores_of(fit)[c(3, 8)])
  expect_fault(predict(fit, d["a"]), "newdata")
  expect_fault(predict(fit, transform(d, g = "new")), "newdata")
})

test_that("faults of formula and data are named", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  expect_fault(ssl_harmonic(y ~ c, data = d, bandwidth = 1), "data")
  expect_fault(ssl_harmonic(~ a + b, data = d, bandwidth = 1), "x")
  expect_fault(ssl_harmonic(y ~ ., data = transform(d, a = replace(a, 3, NA)), bandwidth = 1), "x")
})

test_that("functions of the caller are found again, columns of the data nowhere else", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  local({
    double <- function(v) 2 * v
    fit <- ssl_harmonic(y ~ double(a) + b, data = d, bandwidth = 0.3)
    b <- 1:60
    expect_identical(predict(fit, d), fitted(fit))
    expect_fault(predict(fit, d["a"]), "newdata", text = "b is missing")
  })
})

test_that("conditions name the function that was called", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  caught <- tryCatch(ssl_lapsvm(y ~ ., data = d, bandwidth = -1), error = identity)
  expect_match(as.character(caught$call)[[1]], "ssl_lapsvm", fixed = TRUE)
  caught <- tryCatch(
    ssl_harmonic(y ~ ., data = d, bandwidth = 1e-3, graph = "knn", k = 1), warning = identity
  )
  expect_match(as.character(caught$call)[[1]], "ssl_harmonic", fixed = TRUE)
})

test_that("names are those of the fit to the columns, whatever row names the data have", {
  p <- two_arcs()
  d <- data.frame(a = p$x[, 1], b = p$x[, 2], y = p$y)
  named <- data.frame(d, row.names = paste0("p", 1:60))
  for (data in list(d, named, named[60:1, ], structure(d, row.names = 101:160))) {
    fit <- ssl_harmonic(y ~ ., data = data, bandwidth = 0.3)
    plain <- ssl_harmonic(data[c("a", "b")], data$y, bandwidth = 0.3)
    expect_identical(fitted(fit), fitted(plain))
    expect_identical(residuals(fit), residuals(plain))
    expect_identical(predict(fit, data[3:4, ]), predict(plain, data[3:4, c("a", "b")]))
  }
  expect_null(names(fitted(ssl_harmonic(y ~ ., data = d, bandwidth = 0.3))))
})

test_that("the right spelling of na.action is said", {
  p <- two_arcs()
  d <- data.frame(a = replace(p$x[, 1], 5, NA), b = p$x[, 2], y = p$y)
  fit <- suppressWarnings(ssl_harmonic(y ~ ., data = d, bandwidth = 0.3, na_action = "omit"))
  expect_identical(which(is.na(fitted(fit))), 5L)
  expect_fault(ssl_harmonic(y ~ ., d, na.action = na.omit), "na.action", text = "`na_action`")
  expect_fault(ssl_harmonic(p$x, p$y, na.action = na.omit), "na.action", text = "`na_action`")
})

# Two arcs with a factor that has nothing to do with them.
arcs_with_factor <- function() {
  p <- two_arcs()
  data.frame(a = p$x[, 1], b = p$x[, 2], g = factor(rep(c("u", "v", "w"), 20)), y = p$y)
}

expect_own_scores <- function(fit, newdata, rows) {
  expect_equal(scores_of(fit, newdata), scores_of(fit)[rows], tolerance = 1e-12)
}

test_that("columns of newdata of another type are named, with both types", {
  d <- arcs_with_factor()
  fit <- ssl_harmonic(y ~ ., data = d, bandwidth = 1)
  new <- d[1:3, ]
  wrong <- list(
    "g is numeric, in the fit a factor" = transform(new, g = 1:3),
    "g is logical, in the fit a factor" = transform(new, g = NA),
    "a is a factor, in the fit numeric" = transform(new, a = factor(a)),
    "a is a factor, in the fit numeric" = transform(new[1, ], a = factor(a)),
    "b is character, in the fit numeric" = transform(new, b = format(b)),
    "b is logical, in the fit numeric" = transform(new, b = b > 0)
  )
  for (i in seq_along(wrong)) {
    expect_no_warning(expect_fault(predict(fit, wrong[[i]]), "newdata", text = names(wrong)[[i]]))
  }
})

test_that("columns inside of terms are named, those whose term takes other types are not", {
  d <- arcs_with_factor()
  names(d)[[2]] <- "b c"
  fit <- ssl_harmonic(y ~ poly(a, 2) + I(2 * `b c`) + factor(g), data = d, bandwidth = 1)
  new <- d[c(2, 5, 9), ]
  expect_own_scores(fit, new, c(2, 5, 9))
  expect_own_scores(fit, replace(new, "g", format(new$g)), c(2, 5, 9))
  for (as_other in list(as.character, factor)) {
    changed <- replace(new, "b c", list(as_other(new[["b c"]])))
    expect_no_warning(expect_fault(predict(fit, changed), "newdata", text = "b c is"))
    changed <- replace(new, "a", list(as_other(new$a)))
    expect_no_warning(expect_fault(predict(fit, changed), "newdata", text = "a is"))
  }
  fit <- ssl_harmonic(y ~ a + `b c`, data = d, bandwidth = 1)
  expect_fault(predict(fit, replace(new, "b c", "1")), "newdata", text = "b c is character")
})

test_that("types that tell the same are taken for each other", {
  d <- arcs_with_factor()
  d$day <- as.Date("2020-01-01") + seq_len(60) %% 2L
  d$n <- rep(c(1, 2), 30)
  d$some <- d$n > 1
  new <- d[c(2, 5, 9), ]
  same <- transform(new, day = as.numeric(day), n = as.integer(n), b = cbind(b))
  for (level in list(factor, ordered, as.character)) {
    fit <- ssl_harmonic(y ~ ., data = transform(d, g = level(g)), bandwidth = 1)
    expect_own_scores(fit, transform(same, g = level(g)), c(2, 5, 9))
    for (other in list(factor, ordered, as.character)) {
      expect_own_scores(fit, transform(new, g = other(g)), c(2, 5, 9))
    }
  }
  expect_fault(predict(fit, transform(new, day = format(day))), "newdata", text = "of class Date")
  expect_fault(predict(fit, transform(new, some = n)), "newdata", text = "in the fit logical")
})

test_that("factors become the columns that they were in the fit, whatever R's contrasts are now", {
  d <- arcs_with_factor()
  summed <- d
  stats::contrasts(summed$g) <- stats::contr.sum(3)
  fit <- ssl_harmonic(y ~ ., data = summed, bandwidth = 1)
  expect_own_scores(fit, d[c(2, 5, 9), ], c(2, 5, 9))
  fit <- ssl_harmonic(y ~ ., data = d, bandwidth = 1)
  withr::with_options(list(contrasts = c("contr.sum", "contr.poly")), {
    expect_own_scores(fit, d[c(2, 5, 9), ], c(2, 5, 9))
  })
})

test_that("warnings of the user's own terms pass", {
  d <- arcs_with_factor()
  told <- function(v) {
    if (length(v) < 60) warning("few")
    v
  }
  fit <- ssl_harmonic(y ~ told(a) + b, data = d, bandwidth = 1)
  expect_warning(expect_own_scores(fit, d[2:3, ], 2:3), "few")
})

test_that("what the formula says is not given again, nor an offset ignored", {
  d <- arcs_with_factor()
  expect_fault_of(
    list(auto = ssl_auto, harmonic = ssl_harmonic, iterated = ssl_iterated, laprls = ssl_laprls,
         diffusion = ssl_diffusion, eigenmaps = ssl_eigenmaps, lapsvm = ssl_lapsvm),
    y ~ ., d, y = d$y, arg = "y", text = "left side"
  )
  expect_fault(ssl_harmonic(formula = y ~ ., data = d), "x", text = "must be the formula")
  expect_fault(ssl_harmonic(y ~ ., d, formula = y ~ a), "formula", text = "is not an argument")
  # By position, as with points.
  expect_identical(
    fitted(ssl_harmonic(y ~ a + b, d, 0, 1)), fitted(ssl_harmonic(d[c("a", "b")], d$y, 0, 1))
  )
  expect_fault(ssl_harmonic(y ~ a + offset(abs(b)), d), "x", text = "offset(abs(b))")
})

test_that("a bar between terms is refused, inside I() it is a logical operator", {
  data <- data.frame(y = rep(c("a", NA), 20), a = sin(1:40), b = cos(1:40), g = 1:40 > 20)
  for (formula in list(y ~ a + b | g, y ~ a + (b | g))) {
    expect_fault(ssl_harmonic(formula, data, bandwidth = 1), "x", text = "for each group")
  }
  data$y[3:8] <- "b"
  expect_s3_class(ssl_harmonic(y ~ a + I(g | b > 0), data, bandwidth = 1), "lapscale_ssl")
})

test_that("columns of `groups` and `weights` are predictors only if they are named", {
  arcs <- two_arcs()
  data <- data.frame(arcs$x, y = arcs$y, block = rep(1:10, 6), w = rep(c(1, 2), 30))
  without <- data[c("X1", "X2", "y")]
  fit <- function(...) ssl_harmonic(..., bandwidth = 0.5)
  expected <- fit(y ~ ., without, groups = data$block, weights = data$w)
  for (given in list(quote(fit(y ~ ., data, groups = block, weights = w)),
                     quote(fit(y ~ ., data, groups = data$block, weights = factor(data$w))))) {
    found <- conditions_of(tryCatch(eval(given), error = identity))
    expect_identical(found$classes, rep("lapscale_message_predictors", 2))
    expect_match(found$texts[[1]], "column", fixed = TRUE)
  }
  found <- quietly(fit(y ~ ., data, groups = block, weights = w))
  expect_identical(fitted(found), fitted(expected))
  expect_identical(predict(found, without[1:3, ]), predict(expected, without[1:3, ]))
  named <- expect_quiet(fit(y ~ . + block, data[c("X1", "X2", "y", "block")], groups = block))
  expect_identical(named$columns, c("X1", "X2", "block"))
  for (name in names(ssl_fixed)) {
    text <- conditions_of(ssl_fixed[[name]](y ~ ., data, groups = block, bandwidth = 0.5))$texts
    expect_match(text, "column block is not a predictor", fixed = TRUE, all = FALSE, info = name)
  }
})

test_that("a misspelled argument is named before it is evaluated", {
  d <- data.frame(a = 1:6, y = c(1, NA, NA, NA, NA, 2), subject = 1:6)
  expect_fault(ssl_harmonic(y ~ a, d, group = subject), "group")
  expect_error(ssl_auto(y ~ a, d, group = subject), "Did you mean `groups`", fixed = TRUE)
  expect_s3_class(ssl_harmonic(y ~ a, d, band = 1), "lapscale_ssl")
})

test_that("a column of subjects among the predictors is said to be one, once", {
  p <- two_arcs()
  d <- data.frame(p$x, y = p$y, subject = rep(sprintf("s%02d", 1:12), 5), kind = c("u", "v", "w"))
  learn <- function(formula, ...) ssl_harmonic(formula, d, bandwidth = 1, ...)
  said <- grep("`groups", capture_messages(learn(y ~ .)), value = TRUE)
  expect_length(said, 1L)
  expect_match(said, "subject has 12 classes.*`groups = subject`")
  expect_no_match(said, "kind")
  # A missing value is no class, and an ordered column not one of indicators.
  d$subject <- rep_len(c(letters[1:6], NA), 60)
  expect_no_message(ssl_harmonic(y ~ ., d, bandwidth = 1, na_action = "omit"),
                    class = "lapscale_message_classes")
  d$subject <- ordered(rep(1:12, 5))
  expect_no_message(learn(y ~ .), class = "lapscale_message_classes")
  d$subject <- rep(sprintf("s%02d", 1:12), 5)
  # A few classes are none, in small tables too.
  expect_no_message(ssl_harmonic(y ~ ., d[c(1:20, 31:50), ][-4], bandwidth = 1),
                    class = "lapscale_message_classes")
  expect_no_error(ssl_harmonic(y ~ . - id, cbind(d, id = paste0("r", 1:60)), bandwidth = 1))
  d$subject <- factor(d$subject)
  expect_message(learn(y ~ .), class = "lapscale_message_classes")
  expect_no_message(learn(y ~ . - subject), class = "lapscale_message_classes")
  expect_no_message(learn(y ~ ., groups = subject), class = "lapscale_message_classes")
})
