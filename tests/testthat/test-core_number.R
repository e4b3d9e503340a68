# What bandwidths and dimensions share; test-bw_class.R has the details.

numbers <- function() {
  x <- selector_points(60)
  list(
    bw_gc = bw_gc(x, seed = 1), bw_knn = bw_knn(x, k = 9), dim_mle = dim_mle(x),
    dim_eigengap = dim_eigengap(x, bandwidth = 0.5)
  )
}

test_that("the classes tell what it is and how it was found", {
  skip_on_cran()
  for (name in names(numbers())) {
    family <- if (startsWith(name, "bw")) "lapscale_bandwidth" else "lapscale_dimension"
    expect_identical(class(numbers()[[name]]), c(name, family, "lapscale_number"))
  }
})

test_that("whatever is done to one gives plain numbers", {
  skip_on_cran()
  for (number in numbers()) {
    value <- as.numeric(number)
    expect_null(attributes(value))
    expect_identical(2 * number, 2 * value)
    expect_identical(-number, -value)
    expect_identical(sqrt(number), sqrt(value))
    expect_identical(max(number, 0), value)
    expect_identical(max(number, NA), NA_real_)
    expect_identical(max(number, NA, na.rm = TRUE), value)
    expect_identical(c(number, 1), c(value, 1))
    expect_identical(rep(number, 2), c(value, value))
    expect_identical(number[1], value)
    expect_identical(number[[1]], value)
    expect_identical(seq(number, by = 1, length.out = 2), c(value, value + 1))
    expect_identical(format(number), format(value))
    expect_identical(as.character(number), as.character(value))
    number[[1]] <- 3
    expect_identical(number, 3)
  }
})

test_that("a bandwidth and a dimension calculate with each other", {
  both <- numbers()
  expect_identical(both$bw_gc^both$dim_mle, as.numeric(both$bw_gc)^as.numeric(both$dim_mle))
})

test_that("the matrices of package Matrix see the number, however it was found", {
  skip_on_cran()
  x <- selector_points(60)
  matrix <- Matrix::Matrix(diag(3), sparse = TRUE)
  every <- c(numbers(), lapply(every_selector, function(select) quietly(select(x))))
  for (name in names(every)) {
    value <- as.numeric(every[[name]])
    expect_identical(matrix / every[[name]], matrix / value, info = name)
    expect_identical(every[[name]] * matrix, value * matrix, info = name)
  }
})

test_that("every choice says how many seconds it took", {
  skip_on_cran()
  x <- selector_points(60)
  chosen <- lapply(point_selectors(), function(name) {
    quietly(get(paste0("bw_", name))(x))
  })
  estimates <- lapply(list(dim_mle, dim_eigengap, dim_growth, dim_kernel_sum, dim_estimate),
                      function(estimate) quietly(estimate(x)))
  for (found in c(chosen, estimates)) {
    expect_true(is.finite(glance(found)$elapsed) && glance(found)$elapsed >= 0)
  }
})

test_that("three points are enough", {
  skip_on_cran()
  x <- matrix(c(0, 1, 3, 0, 0, 1), 3)
  for (choose in list(bw_rec, bw_msvd, bw_kernel_sum, bw_gc, bw_median)) {
    expect_gt(suppressMessages(suppressWarnings(choose(x))), 0)
    expect_error(choose(x[1:2, ]), class = "lapscale_error_argument")
  }
})

test_that("parts have names, as those of lists", {
  for (number in numbers()) {
    first <- names(glance(number))[[1]]
    expect_identical(do.call(`$`, list(number, first)), as.numeric(number))
    expect_identical(number[[first]], as.numeric(number))
    expect_identical(number$curve, tidy(number))
    # One name for one number.
    expect_identical(names(number), first)
    expect_identical(unlist(Map(function(h) h * 1, number)), c(as.numeric(number)),
                     ignore_attr = "names")
    expect_true(all(c(first, "n", "method") %in% .DollarNames.lapscale_number(number)))
    expect_identical(.DollarNames.lapscale_number(number, "^cur"), "curve")
    expect_fault(number$sizes2, "sizes2")
    # Still a number to whom it is one.
    expect_identical(data.frame(h = number)$h, as.numeric(number))
    expect_identical(unlist(list(a = number)), c(a = as.numeric(number)))
    expect_identical(vapply(list(number), function(h) h * 1, 0), as.numeric(number))
    expect_output(str(number))
  }
  expect_fault(numbers()$bw_gc$bandwith, text = "Did you mean `bandwidth`")
})

test_that("default methods of package stats find no part, and no error", {
  for (x in list(dim_mle(sample_circle(30, seed = 1)), bw_median(sample_circle(30, seed = 1)))) {
    for (f in list(stats::residuals, stats::fitted, stats::df.residual, stats::deviance, stats::weights)) {
      expect_null(f(x))
    }
    expect_fault(x$nothing, "nothing")
  }
})
