test_that("rows of the fit have their coordinates, and new rows those of their place", {
  a <- withr::with_seed(1, matrix(2 * pi * stats::runif(600), 200))
  table <- function(k) cbind(x = cos(a[, 1]), y = sin(a[, 1]), u = 1.5 * cos(a[, k]),
                             v = 1.5 * sin(a[, k]))
  x <- table(2)
  z <- table(3)
  fit <- 1:150
  e <- embed_common(first = x[fit, ], second = z[fit, ], bandwidth = 0.8)
  expect_equal(predict(e, list(x[fit, ], z[fit, ])), unname(as.matrix(e)), tolerance = 1e-6,
               ignore_attr = TRUE)
  new <- predict(e, list(x[-fit, ], z[-fit, ]))
  model <- stats::lm(cbind(cos(a[fit, 1]), sin(a[fit, 1])) ~ unname(as.matrix(e)))
  placed <- cbind(1, new) %*% stats::coef(model)
  expect_lt(sqrt(mean((placed - cbind(cos(a[-fit, 1]), sin(a[-fit, 1])))^2)), 0.3)
  # By names, also of columns.
  named <- list(second = z[-fit, 4:1], first = x[-fit, ])
  expect_equal(suppressMessages(predict(e, named)), new, tolerance = 1e-12)
  expect_identical(predict(e, list(x[-fit, ], z[-fit, ]), n_threads = 1),
                   predict(e, list(x[-fit, ], z[-fit, ]), n_threads = 3))
  expect_identical(predict(e), as.matrix(e))
  expect_identical(dim(predict(e, list(x[0, ], z[0, ]))), c(0L, 2L))
  turned <- embed_align(e, as.matrix(e)[, 2:1])
  expect_equal(predict(turned, list(x[-fit, ], z[-fit, ])), new[, 2:1], tolerance = 1e-5)
})

test_that("far rows are NA with a warning, and faults are refused", {
  x <- plain_matrix(sample_circle(100, seed = 1))
  z <- 2 * x
  e <- embed_common(x, z, bandwidth = c(0.5, 1))
  far <- list(rbind(x[1:2, ], 0.9), rbind(z[1:2, ], 50))
  expect_warning(y <- predict(e, far), class = "lapscale_warning_far")
  expect_identical(unname(is.na(y[, 1])), c(FALSE, FALSE, TRUE))
  expect_true(all(is.finite(predict(e, far, far = "keep"))))
  expect_fault(predict(e, x), "newdata")
  expect_fault(predict(e, list(x)), "newdata")
  expect_fault(predict(e, list(x[1:3, ], z[1:2, ])), "newdata")
  expect_fault(predict(e, list(x[, 1, drop = FALSE], z)), "newdata")
  expect_fault(predict(e, list(replace(x, 1, NA), z)), "newdata")
  kept <- predict(e, list(replace(x, 1, NA), z), na_action = "keep")
  expect_identical(which(is.na(kept[, 1])), 1L)
})

test_that("the way back is a row of each table", {
  x <- plain_matrix(sample_circle(150, seed = 1))
  e <- embed_common(x, cbind(a = x[, 1], b = 2 * x[, 2]), bandwidth = c(0.5, 0.8))
  back <- predict(e, as.matrix(e)[1:10, ], type = "data")
  expect_length(back, 2)
  expect_equal(back[[1]], x[1:10, ], tolerance = 0.05, ignore_attr = TRUE)
  expect_identical(colnames(back[[2]]), c("a", "b"))
})
