# dim_growth(), dim_mle(), dim_kernel_sum(), dim_eigengap(), dim_estimate()

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

test_that("mle follows the plain formula, both averages, and its curve", {
  x <- rule_points()
  distances <- oracle_neighbor_distances(x, 12)
  inverse <- colMeans(log(rep(distances[12, ], each = 11) / distances[1:11, ]))
  expect_equal(as.numeric(dim_mle(x, k = 12)), 1 / mean(inverse))
  expect_equal(as.numeric(dim_mle(x, k = 12, average = "mean")), mean(1 / inverse))
  expect_equal(as.numeric(dim_mle(dist(x), k = 12)), 1 / mean(inverse))
  curve <- as.data.frame(dim_mle(x, k = 12))
  expect_equal(curve$k, 2:12)
  expect_equal(curve$dimension[[5]], as.numeric(dim_mle(x, k = 6)))
  local <- as.data.frame(dim_mle(x, k = 12, local = TRUE), what = "local")
  expect_equal(local$dimension, 1 / inverse)
  for (bad in list(0, 3, 120, 2.5, NA)) expect_fault(dim_mle(x, k = bad), "k")
  expect_fault(dim_mle(rbind(x[1:4, ], x[1:4, ], x[1:4, ], x[1:4, ], x[1:4, ]), k = 4), "x",
               "no_scale")
})

test_that("mle leaves out neighbours at distance zero", {
  x <- rule_points(60)
  twice <- rbind(x, x)
  expect_true(abs(dim_mle(twice, k = 20) - dim_mle(x, k = 10)) < 0.4)
})

test_that("growth: counts of neighbours, and the slope of a line of points", {
  x <- rule_points(60)
  d <- dim_growth(x, n_radii = 7)
  curve <- as.data.frame(d)
  distances <- sqrt(sq_distances_of(x))
  expect_equal(curve$count, vapply(curve$radius, function(r) mean(rowSums(distances <= r) - 1), 0))
  slope <- diff(log(curve$count)) / diff(log(curve$radius))
  expect_equal(curve$dimension[2:6], ((slope[-1] + slope[-6]) / 2))
  expect_equal(as.numeric(dim_growth(dist(x))), as.numeric(dim_growth(x)))
  # The fit ends where the mean count is that asked for.
  ends <- glance(dim_growth(x, counts = c(3, 12)))
  at <- vapply(c(ends$lower, ends$upper), function(r) mean(rowSums(distances <= r) - 1), 0)
  expect_equal(at, c(3, 12), tolerance = 0.1)
  for (bad in list(5, c(5, 2), c(0, 4), c(2, 59), c(NA, 3), "a")) {
    expect_fault(dim_growth(x, counts = bad), "counts")
  }
  expect_fault(dim_growth(x[1:7, ]), "x", text = "at least 8")
  expect_fault(dim_growth(dist(x[1:7, ])), "x", text = "at least 8")
})

test_that("standard errors are those of repeated samples", {
  samples <- lapply(1:40, function(seed) as.matrix(sample_sphere(300, seed = seed)))
  for (f in list(dim_growth, dim_kernel_sum)) {
    rows <- do.call(rbind, lapply(samples, function(x) glance(f(x))))
    expect_equal(mean(rows$se), sd(rows$dimension), tolerance = 0.4)
  }
})

test_that("kernel_sum is twice the largest slope of bw_kernel_sum()", {
  x <- rule_points()
  bw <- bw_kernel_sum(x)
  expect_equal(as.numeric(dim_kernel_sum(x)), 2 * oracle_kernel_sum(x, as.numeric(bw))[[2]],
               tolerance = 1e-4)
  expect_equal(as.data.frame(dim_kernel_sum(x))$dimension, curve_of(bw)$dimension)
  local <- as.data.frame(dim_kernel_sum(x, local = TRUE), what = "local")$dimension
  sq <- sq_distances_of(x) / as.numeric(bw)^2
  expect_equal(local, 2 * rowSums(exp(-sq) * sq) / rowSums(exp(-sq)), tolerance = 1e-3)
})

test_that("eigengap: where the largest gap is, at the bandwidth and along the curve", {
  x <- ellipsoid_points(60)
  d <- dim_eigengap(x, 1, bandwidths = c(0.5, 2), local = TRUE)
  curve <- as.data.frame(d)
  expect_identical(curve$bandwidth, c(0.5, 1, 2))
  values <- vapply(1:60, function(i) oracle_local_values(x, i, 1), numeric(3))
  gaps <- values - rbind(values[-1, ], 0)
  expect_equal(as.numeric(d), which.max(rowMeans(gaps)))
  expect_equal(curve$gap[[2]], max(rowMeans(gaps)) / mean(values[1, ]), tolerance = 1e-9)
  expect_identical(as.data.frame(d, what = "local")$dimension, max.col(t(gaps)))
  # Without a bandwidth: by bw_gc(); a selector and its result are the same.
  expect_equal(glance(dim_eigengap(x, seed = 1))$lower, as.numeric(bw_gc(x, seed = 1)))
  bw <- bw_median(x)
  expect_identical(timeless(dim_eigengap(x, bw)), timeless(dim_eigengap(x, bw_median)))
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

test_that("the class is a number, with tables and pictures", {
  x <- rule_points()
  for (name in names(dimension_rules)) {
    d <- dimension_rules[[name]](x)
    v <- as.numeric(d)
    expect_s3_class(d, "lapscale_dimension")
    expect_true(is.numeric(d))
    expect_identical(d + 1, v + 1)
    expect_identical(-d, -v)
    expect_identical(round(d), round(v))
    expect_identical(max(d, 0), v)
    expect_identical(c(d, 1), c(v, 1))
    expect_identical(rep(d, 2), c(v, v))
    expect_identical(d[1], v)
    expect_identical(d[[1]], v)
    expect_identical(format(d), format(v))
    expect_identical(as.character(d), as.character(v))
    expect_identical(seq(d, by = 1, length.out = 2), c(v, v + 1))
    expect_identical(tidy(d), as.data.frame(d))
    expect_gte(nrow(as.data.frame(d)), 3)
    expect_identical(glance(d)$dimension, v)
    expect_identical(glance(d)$n, 120L)
    expect_error(as.data.frame(d, what = "local"), class = "lapscale_error_argument")
    lines <- utils::capture.output(print(d))
    expect_lte(length(lines), 4)
    expect_match(lines[[1]], name)
    expect_gt(length(utils::capture.output(print(summary(d)))), 4)
    draw_nowhere({
      graphics::plot(1, log = "x")
      before <- par_settings()
      plot(d)
      expect_identical(par_settings(), before)
    })
    if (requireNamespace("ggplot2", quietly = TRUE)) {
      expect_s3_class(ggplot2::autoplot(d), "ggplot")
    }
  }
  # Local dimensions are drawn where they were asked for.
  for (local in list(dim_mle(x, k = 12, local = TRUE), dim_eigengap(x, 0.6, local = TRUE))) {
    expect_identical(draw_nowhere(plot(local, what = "local")), local)
  }
  expect_fault(draw_nowhere(plot(dim_mle(x), what = "local")), "what")
  all_four <- dim_estimate(x, bandwidth = 0.6)
  draw_nowhere(plot(all_four))
  expect_lte(length(utils::capture.output(print(all_four))), 8)
})

test_that("autoplot() shows order, standard errors and where the dimension was read", {
  skip_if_not_installed("ggplot2")
  x <- rule_points()
  all_four <- dim_estimate(x, bandwidth = 0.5, seed = 1)
  picture <- ggplot2::autoplot(all_four)
  expect_identical(levels(picture$data$scale), as.data.frame(all_four)$method)
  bars <- draw_nowhere(ggplot2::ggplot_build(picture))$data[[4]]
  known <- as.data.frame(all_four)
  known <- known[!is.na(known$se), ]
  expect_equal(bars$ymax - bars$ymin, 4 * known$se)
  read <- ggplot2::autoplot(dim_eigengap(x, bandwidth = 0.5, seed = 1))
  expect_equal(draw_nowhere(ggplot2::ggplot_build(read))$data[[4]]$xintercept, log10(0.5))
})

test_that("in data.frame() a dimension is a column with its number", {
  d <- dim_mle(rule_points())
  expect_identical(data.frame(a = d, b = 1), data.frame(a = as.numeric(d), b = 1))
  expect_identical(as.data.frame(d), tidy(d))
})

test_that("growth goes beyond its grid for the counts, and says which it reached", {
  x <- withr::with_seed(2, rbind(matrix(rnorm(200) * 1e-4, 100), matrix(runif(800), 400)))
  distances <- as.matrix(dist(x))
  ends <- glance(dim_growth(x))
  at <- vapply(c(ends$lower, ends$upper), function(r) mean(rowSums(distances <= r) - 1), 0)
  expect_equal(at, c(2, sqrt(500)), tolerance = 0.03)
  y <- as.matrix(sample_hourglass(300, seed = 1))
  upper <- glance(dim_growth(y, counts = c(2, 290)))$upper
  expect_equal(mean(rowSums(as.matrix(dist(y)) <= upper) - 1), 290, tolerance = 0.02)
  lattice <- as.matrix(expand.grid(1:20, 1:20))
  expect_output(print(dim_growth(lattice)), "with 3.8 to")
})

test_that("mle has no infinite estimates", {
  lattice <- as.matrix(expand.grid(1:20, 1:20))
  d <- dim_mle(lattice, k = 4, average = "mean", local = TRUE)
  expect_true(is.finite(d) && is.finite(glance(d)$se))
  expect_true(anyNA(as.data.frame(d, what = "local")$dimension))
  expect_output(print(d), "equally far around 81 %")
  expect_fault(dim_mle(diag(30)), "x", "no_scale")
})

test_that("a lone point has no dimension of its own", {
  x <- rbind(rule_points(), 50)
  for (d in list(dim_growth(x, local = TRUE), dim_kernel_sum(x, local = TRUE),
                 dim_kernel_sum(dist(x), local = TRUE),
                 dim_eigengap(x, 0.6, local = TRUE))) {
    expect_identical(is.na(as.data.frame(d, what = "local")$dimension[[121]]), TRUE)
  }
})

test_that("arguments are checked and used with a dist too", {
  x <- rule_points()
  for (f in list(dim_growth, bw_kernel_sum, dim_kernel_sum, bw_median)) {
    expect_fault(f(dist(x), n_points = 500), "n_points")
    expect_fault(f(dist(x), seed = 1.5), "seed")
    expect_fault(f(dist(x), n_threads = -1), "n_threads")
    expect_equal(as.numeric(f(dist(x), n_points = 40, seed = 1)),
                 as.numeric(f(x, n_points = 40, seed = 1)), tolerance = 1e-3)
  }
  expect_fault(bw_knn(dist(x), n_threads = "a"), "n_threads")
  expect_fault(dim_mle(dist(x), progress = 3), "progress")
})

test_that("wrong counts are refused with their values", {
  x <- rule_points()
  expect_fault(dim_growth(x, counts = c(5, 2)), "counts", text = "not 5, 2.")
  expect_fault(dim_growth(x, counts = "few"), "counts", text = "not \"few\"")
})
