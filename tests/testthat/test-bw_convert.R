# All of them, in the order of the table.
conventions <- bw_to(1)$convention

test_that("both parameters give the same kernel", {
  s <- seq(0, 3, by = 0.25)
  formulas <- list(
    sigma = function(p) exp(-s^2 / (2 * p^2)),
    time = function(p) exp(-s^2 / (4 * p)),
    epsilon = function(p) exp(-s^2 / p),
    gamma = function(p) exp(-p * s^2),
    cgm = function(p) exp(-(s / p)^2 / 4)
  )
  expect_setequal(names(formulas), conventions)
  for (convention in names(formulas)) {
    for (value in c(0.01, 0.7, 3)) {
      h <- bw_from(value, convention)
      expect_equal(formulas[[convention]](value), exp(-s^2 / h^2), tolerance = 1e-14)
    }
  }
})

test_that("bw_to() undoes bw_from(), over many orders of magnitude", {
  values <- 10^seq(-100, 100, by = 10)
  for (convention in conventions) {
    back <- bw_to(bw_from(values, convention), convention)
    expect_lt(max(abs(back / values - 1)), 1e-14)
  }
})

test_that("rescaling the data rescales the bandwidth: units are as documented", {
  power <- c(sigma = 1, time = 2, epsilon = 2, gamma = -2, cgm = 1)
  for (convention in conventions) {
    expect_equal(bw_from(3 * 7^power[[convention]], convention),
                 7 * bw_from(3, convention))
  }
})

test_that("the result is plain, as long as what was given, with its names", {
  expect_identical(bw_from(c(a = 4, b = 9), "epsilon"), c(a = 2, b = 3))
  expect_identical(bw_from(4L, "epsilon"), 2)
  expect_identical(bw_to(numeric(), "time"), numeric())
})

test_that("a selected bandwidth converts like its number", {
  bw <- bw_median(plain_circle(20))
  expect_identical(bw_to(bw, "time"), as.numeric(bw)^2 / 4)
  expect_equal(bw_to(bw, "gamma"), 1 / as.numeric(bw)^2)
})

test_that("wrong values are refused by name, with the first that is wrong", {
  skip_on_cran()
  for (bad in list(-1, 0, NA_real_, NaN, Inf, "a", NULL, TRUE, list(1), factor(1))) {
    expect_refused(bw_from(bad, "sigma"), "value")
    expect_refused(bw_to(bad, "sigma"), "h")
  }
  expect_error(bw_from(c(1, -2, 3), "time"), "element 2 is -2")
})

test_that("there is no default convention, and no unknown one", {
  skip_on_cran()
  for (convention in list("t", 1, NA, c("sigma", "time"))) {
    expect_refused(bw_from(1, convention), "convention")
    expect_refused(bw_to(1, convention), "convention")
  }
  expect_refused(bw_from(1, NULL), "convention")
  expect_refused(bw_from(1), "convention")
})

test_that("without a convention all of them are listed", {
  skip_on_cran()
  listed <- bw_to(0.7)
  expect_identical(names(listed), c("convention", "value", "kernel", "used_by"))
  expect_identical(listed$convention, conventions)
  s <- 0.9
  for (i in seq_len(nrow(listed))) {
    expect_identical(listed$value[[i]], bw_to(0.7, listed$convention[[i]]))
    letter <- c(time = "t", cgm = "b")[listed$convention[[i]]]
    if (is.na(letter)) letter <- listed$convention[[i]]
    formula <- gsub("([24]) ([a-z(])", "\\1 * \\2", listed$kernel[[i]])
    formula <- sub("gamma s", "gamma * s", formula)
    values <- stats::setNames(list(listed$value[[i]], s), c(letter, "s"))
    expect_equal(eval(str2lang(formula), values), exp(-s^2 / 0.7^2))
  }
  expect_refused(bw_to(c(1, 2)), "h")
  expect_refused(bw_to(1e200), "h")
})

test_that("a package stands for its convention", {
  known <- c(
    destiny = "sigma", pyDiffMap = "time", diffusionMap = "epsilon", RSSL = "epsilon",
    uwot = "epsilon", kernlab = "gamma", sklearn = "gamma"
  )
  for (package in names(known)) {
    convention <- known[[package]]
    expect_identical(bw_to(0.7, package), bw_to(0.7, convention))
    expect_identical(bw_from(0.7, package), bw_from(0.7, convention))
    expect_match(bw_to(0.7)$used_by[conventions == convention], package, fixed = TRUE)
  }
})

test_that("kernlab's kernel is ours", {
  skip_on_cran()
  skip_if_not_installed("kernlab")
  x <- normal_points(5, 2)
  kernlab <- function(name) getExportedValue("kernlab", name)
  kernel <- kernlab("kernelMatrix")(kernlab("rbfdot")(bw_to(0.7, "kernlab")), x)
  expect_equal(c(kernel@.Data), exp(-c(as.matrix(dist(x)))^2 / 0.7^2))
})

test_that("a result beyond double precision is refused, not returned as 0 or Inf", {
  expect_refused(bw_to(1e200, "time"), "h")
  expect_refused(bw_to(1e-200, "gamma"), "h")
  expect_refused(bw_from(1.7e308, "cgm"), "value")
  expect_error(bw_to(c(1, 1e-200), "epsilon"), "`h` = 1e-200 converts to 0", fixed = TRUE)
})

test_that("an error is raised in the user's call", {
  error <- expect_error(bw_from(-1, "sigma"))
  expect_identical(as.character(error$call[[1]]), "bw_from")
})

test_that("names of packages are taken in any case, and by what people call them", {
  expect_identical(bw_from(2, "scikit-learn"), bw_from(2, "sklearn"))
  expect_identical(bw_from(2, "pydiffmap"), bw_from(2, "pyDiffMap"))
  expect_identical(bw_from(2, "UMAP"), bw_from(2, "uwot"))
  expect_identical(bw_to(2, "Sigma"), bw_to(2, "sigma"))
  expect_fault(bw_from(2, "scipy"), "convention")
})
