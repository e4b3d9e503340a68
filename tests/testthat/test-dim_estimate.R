# All estimates together.

test_that("known dimensions are found", {
  set <- list(
    list(as.matrix(sample_circle(600, seed = 1)), 1, 0.3),
    list(as.matrix(sample_sphere(1000, seed = 1)), 2, 0.4),
    list(as.matrix(sample_swiss_roll(1500, seed = 1)), 2, 2),
    list(withr::with_seed(1, matrix(runif(3000), 1000)), 3, 0.3)
  )
  for (case in set) {
    x <- case[[1]]
    d <- case[[2]]
    for (estimate in list(dim_growth(x), dim_mle(x), dim_kernel_sum(x))) {
      expect_true(abs(estimate - d) < max(0.3, 0.2 * d), info = c(glance(estimate)$method, d))
    }
    expect_identical(as.numeric(dim_eigengap(cbind(x, 0, 0), case[[3]])), d)
  }
})

test_that("the consensus is the middle of four", {
  x <- as.matrix(sample_sphere(500, seed = 2))
  d <- dim_estimate(x, bandwidth = 0.5)
  curve <- as.data.frame(d)
  expect_identical(curve$method, c("growth", "mle", "kernel_sum", "eigengap"))
  expect_identical(as.numeric(d), 2)
  expect_equal(curve$dimension[[2]], as.numeric(dim_mle(x)))
  expect_equal(curve$dimension[[4]], as.numeric(dim_eigengap(x, 0.5)))
  # Nothing is a standard error of it: the range of the four says how far they disagree.
  expect_true(all(is.na(glance(d)[c("se", "lower", "upper")])))
  first <- utils::capture.output(print(d))[[1]]
  ends <- short(range(curve$dimension))
  estimates <- paste(ends, collapse = " to ")
  expect_match(first, paste0("Dimension 2, estimates ", estimates, " (consensus"), fixed = TRUE)
  expect_no_match(first, "(se ", fixed = TRUE)
})

test_that("standard errors are those of repeated samples", {
  samples <- lapply(1:40, function(seed) as.matrix(sample_sphere(300, seed = seed)))
  for (f in list(dim_growth, dim_kernel_sum)) {
    rows <- do.call(rbind, lapply(samples, function(x) glance(f(x))))
    expect_equal(mean(rows$se), sd(rows$dimension), tolerance = 0.4)
  }
})

test_that("an isolated point has no dimension of its own", {
  x <- rbind(selector_points(), 50)
  for (d in list(dim_growth(x, local = TRUE), dim_kernel_sum(x, local = TRUE),
                 dim_kernel_sum(dist(x), local = TRUE),
                 dim_eigengap(x, 0.6, local = TRUE))) {
    expect_identical(is.na(as.data.frame(d, what = "local")$dimension[[121]]), TRUE)
  }
})
