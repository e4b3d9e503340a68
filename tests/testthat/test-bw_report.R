looks <- function(bw, x, ...) {
  table <- tidy(bw_report(bw, x, ...))
  table$check[is_concern(table$verdict)]
}

quietly <- function(expr) suppressMessages(suppressWarnings(expr))

test_that("good bandwidths are fine", {
  skip_on_cran()
  sphere <- sample_sphere(1000, seed = 1)
  expect_identical(looks(bw_gc(sphere, seed = 1), sphere), character())
  expect_identical(looks(bw_gc(sphere, seed = 1), sphere), character())
  expect_identical(looks(2.4, sample_swiss_roll(1500, seed = 1)), character())
  # A lattice needs few neighbors.
  expect_identical(looks(1, as.matrix(expand.grid(1:20, 1:20))), character())
})

test_that("what is wrong is said", {
  skip_on_cran()
  expect_identical(looks(4.34, sample_swiss_roll(1500, seed = 1)), "short_circuits")
  expect_identical(looks(2.7, sample_swiss_roll(500, seed = 1)), "short_circuits")
  expect_true(all(c("neighbors", "components", "isolated", "value_step") %in% looks(0.287, faithful)))
  set.seed(1)
  people <- data.frame(
    income = rnorm(300, 5e4, 1e4), age = runif(300, 20, 70), score = rnorm(300)
  )
  expect_true("column_sds" %in% looks(quietly(bw_gc(people, seed = 1)), people))
  circle <- sample_circle(200, seed = 1)
  expect_identical(looks(5, circle)[1], "mean_weight")
  expect_true("spacings" %in% looks(0.002, circle))
  expect_true("repeated_rows" %in% looks(0.3, as.matrix(circle)[rep(1:200, 2), ]))
  expect_identical(looks(0.5, rbind(as.matrix(circle), as.matrix(circle) + 9)), "components")
  beside <- as.matrix(circle) + rep(c(2.8, 0), each = 200)
  expect_true("groups" %in% looks(0.3, rbind(as.matrix(circle), beside)))
  # A curve has no two dimensions.
  sure <- quietly(bw_gc(circle, d = 2, bandwidths = c(0.1, 0.2, 0.3), seed = 1))
  expect_true("dimension" %in% looks(sure, circle))
})

test_that("the report is the same again, on other threads, and in another unit", {
  skip_on_cran()
  x <- as.matrix(sample_torus(1200, seed = 1))
  report <- bw_report(0.5, x)
  expect_identical(bw_report(0.5, x, n_threads = 1L), report)
  expect_identical(bw_report(0.5, as.data.frame(x)), report)
  set.seed(1)
  before <- .Random.seed
  bw_report(0.5, x)
  expect_identical(.Random.seed, before)
  other <- bw_report(500, 1000 * x)
  expect_identical(tidy(other)$verdict, tidy(report)$verdict)
  expect_equal(tidy(other)$value, tidy(report)$value, tolerance = 1e-6)
  expect_identical(tidy(bw_report(0.5, x[order(x[, 2]), ])), tidy(report))
  expect_equal(tidy(bw_report(0.5 * 2^300, x * 2^300)), tidy(report))
})

test_that("few points, many columns, missing rows", {
  expect_identical(nrow(tidy(bw_report(1, 1:3))), 16L)
  expect_s3_class(bw_report(1, c(0, 0, 1)), "lapscale_report")
  set.seed(1)
  wide <- bw_report(9, matrix(rnorm(3000), 50))
  expect_false("msvd" %in% tidy(wide)$check)
  x <- as.matrix(sample_circle(100, seed = 1))
  x[7, 1] <- NA
  expect_warning(report <- bw_report(0.3, x, na_action = "omit"), "1 row")
  expect_identical(glance(report)$n, 99L)
  expect_false(7 %in% report$points$row)
})

test_that("arguments are refused by name", {
  skip_on_cran()
  x <- selector_points()
  for (bw in list("cv", NULL, -1, 0, NA_real_, c(1, 2), list(1), c("gc", "knn"))) {
    expect_refused(bw_report(bw, x), "bw")
  }
  expect_refused(bw_report(bw_gc), "x")
  expect_refused(bw_report("gc"), "x")
  expect_refused(bw_report(1, "a"), "x")
  expect_refused(bw_report(1, replace(x, 1, NA)), "x")
  expect_refused(bw_report(1, x, seed = 0.5), "seed")
  expect_refused(bw_report(1, x, n_threads = 0), "n_threads")
  expect_refused(bw_report(1, x, na_action = "drop"), "na_action")
  expect_error(bw_report(1, matrix(1, 5, 2)), class = "lapscale_error_no_scale")
})

test_that("a selector or its name chooses for the points", {
  skip_on_cran()
  x <- plain_circle(80)
  known <- bw_report(bw_gc(x, seed = 1), x, seed = 1)
  expect_identical(tidy(bw_report("gc", x, seed = 1)), tidy(known))
  expect_identical(tidy(bw_report(bw_gc, x, seed = 1)), tidy(known))
  scaled <- bw_median(x * rep(c(1, 9), each = 80), scale = TRUE)
  expect_identical(
    bw_report("median", x * rep(c(1, 9), each = 80), scale = TRUE)$bandwidth,
    as.double(scaled)
  )
  expect_fault(bw_report("wide", x), "bw")
  # Distances are those of the bandwidth, or of a point set.
  expect_fault(bw_report(1, x, metric = "cosine"), "metric")
  error <- expect_fault(bw_report("gc", replace(x, 3, NA)), "x")
  expect_identical(as.character(conditionCall(error)[[1]]), "bw_report")
})

test_that("what cannot be measured is not known, and an exponent beyond all weights is refused", {
  x <- normal_points(100, 3)
  bw <- quietly(bw_gc(x, seed = 1))
  chosen <- attr(bw, "selection")
  chosen$facts$alpha <- 1e300
  attr(bw, "selection") <- chosen
  report <- quietly(bw_report(bw, x, seed = 1))
  table <- tidy(report)
  unknown <- is.na(table$value) & table$check != "msvd"
  expect_true(any(unknown))
  expect_identical(unique(table$verdict[unknown]), "not known here")
  expect_output(print(report), "not known here")
  # What is not known is no fault of the bandwidth.
  expect_false(grepl("not known", glance(report)$verdict))
  expect_fault(bw_gc(x, alpha = 1e300, seed = 1), "alpha", class = "no_criterion")
})

test_that("a distance above the limit where gc chose is told by the report as by print()", {
  skip_on_cran()
  x <- normal_points(800, 10)
  bw <- quietly(bw_gc(x, n_points = 40, seed = 1))
  minima <- bw_minima(bw)
  expect_gt(minima$distance[minima$chosen], 0.5)
  expect_match(capture.output(bw), "too few points", all = FALSE)
  table <- tidy(bw_report(bw, x))
  expect_match(table$verdict[table$check == "distance"], "too few points")
})

test_that("a report of distances is that of the points, without what needs columns", {
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  of_points <- tidy(bw_report(2.5, x))
  of_distances <- tidy(bw_report(2.5, dist(x)))
  both <- merge(of_points, of_distances, by = "check")
  expect_setequal(setdiff(of_points$check, both$check), c("msvd", "value_step", "column_sds"))
  expect_equal(both$value.x, both$value.y, tolerance = 1e-6)
})

test_that("the bandwidth and the data may change places", {
  x <- bent_strip(60)
  expect_identical(tidy(bw_report(x, 0.5)), tidy(bw_report(0.5, x)))
  bw <- bw_knn(x, 5)
  expect_identical(tidy(bw_report(as.data.frame(x), bw)), tidy(bw_report(bw, x)))
  expect_identical(tidy(bw_report(point_set(x), "knn"))$value, tidy(bw_report("knn", x))$value)
  expect_fault(bw_report(x, x), "bw", text = "of a bandwidth and the data")
})

test_that("the points of a set that is scaled are not scaled once more", {
  x <- bent_strip(60) %*% diag(c(1, 5, 20))
  p <- point_set(x, scale = TRUE)
  of_table <- tidy(bw_report(bw_knn(x, 5, scale = TRUE), x))
  of_set <- tidy(bw_report(bw_knn(p, 5), p))
  expect_equal(of_set$value[of_set$check != "column_sds"],
               of_table$value[of_table$check != "column_sds"])
})

test_that("a report on local scales measures distances by them", {
  x <- withr::with_seed(1, normal_points(120, 3))
  h <- quietly(bw_gc(x, local_scale = 10, seed = 1))
  report <- quietly(bw_report(h, x))
  value <- function(report, check) tidy(report)$value[tidy(report)$check == check]
  s <- oracle_local_scales(x, 10)
  sq_dist <- as.matrix(stats::dist(x))^2 / outer(s, s)
  w <- exp(-sq_dist / c(h)^2)
  expect_equal(value(report, "neighbors"), stats::median(rowSums(w) - 1), tolerance = 1e-5)
  sizes <- oracle_components(1 * (sq_dist <= -log(1e-6) * c(h)^2))
  expect_equal(value(report, "components"), max(sizes))
  seventh <- apply(as.matrix(stats::dist(x)), 1, function(r) sort(r)[[8]])
  expect_equal(value(report, "spacings"), c(h) / stats::median(seventh / s), tolerance = 1e-10)
  expect_lt(value(report, "unevenness"), value(quietly(bw_report(1, x)), "unevenness"))
  expect_output(print(report), "x the distance to neighbor 10")
  expect_identical(quietly(bw_report(h, x, n_threads = 1)), report)
  expect_equal(tidy(quietly(bw_report(h, 1000 * x))), tidy(report), tolerance = 1e-5)
  expect_silent(plot(report))
  # On a torus of equally spaced points all scales are equal. The error of eigenvalues is not known.
  t <- 2 * pi * (0:11) / 12
  x <- as.matrix(expand.grid(a = t, b = t))
  x <- cbind(cos(x[, 1]), sin(x[, 1]), cos(x[, 2]), sin(x[, 2]))
  local <- quietly(bw_gc(x, local_scale = 8, seed = 1))
  scale <- oracle_local_scales(x, 8)[[1]]
  equal <- tidy(quietly(bw_report(local, x)))
  one <- tidy(quietly(bw_report(c(local) * scale, x)))
  one <- one[match(equal$check, one$check), ]
  in_scales <- equal$check %in% c("unevenness", "eigenvalue_error")
  expect_equal(equal$value[!in_scales], one$value[!in_scales], tolerance = 1e-5)
})

test_that("columns are not scaled for a bandwidth that was selected by a metric without scaling", {
  x <- as.matrix(iris[1:60, 1:4])
  bw <- quietly(bw_knn(x, metric = "cosine"))
  expect_fault(bw_report(bw, x, scale = TRUE), "bw", text = "selected without")
})
