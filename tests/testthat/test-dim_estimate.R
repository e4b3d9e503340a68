# All estimates together.

test_that("known dimensions are found", {
  skip_on_cran()
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

test_that("many dimensions, and one in noise, are told by consensus", {
  skip_on_cran()
  draw <- function(n, d, f) withr::with_seed(1, matrix(f(n * d), n))
  for (d in c(4, 5)) {
    expect_identical(as.numeric(quietly(dim_estimate(draw(800, d, runif), seed = 1))), d)
    expect_identical(as.numeric(quietly(dim_estimate(draw(800, d, rnorm), seed = 1))), d)
    ball <- draw(800, d + 1, rnorm)
    sphere <- ball / sqrt(rowSums(ball^2))
    expect_identical(as.numeric(quietly(dim_estimate(sphere, seed = 1))), d)
  }
  ten <- quietly(dim_estimate(draw(3000, 10, rnorm), seed = 1))
  expect_true(abs(ten - 10) <= 1)
  noisy <- as.matrix(sample_circle(500, noise = 0.03, noise_dims = 6, seed = 1))
  circle <- quietly(dim_estimate(noisy, seed = 1))
  expect_identical(as.numeric(circle), 1)
  expect_false(glance(circle)$agree)
  shown <- utils::capture.output(print(circle))
  expect_match(shown, "! Check: the votes disagree", all = FALSE)
  expect_match(shown[[1]], "(no consensus: ", fixed = TRUE)
  expect_match(picture(circle)$panels[[1]]$title, "^No consensus of ")
})

test_that("a large first component does not make a curve of many columns", {
  x <- withr::with_seed(1, matrix(rnorm(600 * 5), 600) %*% diag(0.65^(0:4)))
  d <- quietly(dim_estimate(x, seed = 1))
  expect_gte(d, 3)
})

test_that("a rise with the number of neighbors is continued to radius 0", {
  k <- 5:20
  curve <- data.frame(k, dimension = 4 + 3 * (k / 1000)^0.5, se = 0.01)
  end <- curve$dimension[[16]]
  expect_equal(share_without_rise(curve, 1000) * end, end - 0.75 * (end - 4), tolerance = 0.01)
  expect_null(share_without_rise(transform(curve, dimension = rev(dimension)), 1000))
  expect_null(share_without_rise(transform(curve, dimension = 1 + k / 5), 1000))
})

test_that("standard errors are those of repeated samples", {
  skip_on_cran()
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

test_that("a consensus says how many vote, and summary() has their table once", {
  expect_output(print(dim_estimate(1:30)), "consensus: 2 estimates", fixed = TRUE)
  three <- dim_estimate(sample_sphere(300, seed = 1), seed = 1)
  expect_output(print(three), "consensus: 3 estimates", fixed = TRUE)
  lines <- utils::capture.output(summary(three))
  expect_identical(lines[-length(lines)], utils::capture.output(three))
  expect_match(lines[[length(lines)]], "^Made by lapscale .*, seed 1$")
})

test_that("too few rows are refused in the name of what was called", {
  few <- as.matrix(head(datasets::trees, 6))
  error <- expect_error(dim_estimate(few), "at least 8 rows", class = "lapscale_error_argument")
  expect_identical(as.character(error$call[[1]]), "dim_estimate")
  expect_error(dim_mle(few[1:4, ]), "`x` must have at least 5 rows, not 4")
  expect_error(dim_mle(stats::dist(few[1:4, ])), "`x` must have at least 5 rows, not 4")
  # What tells the dimension of so few is named.
  expect_message(bw_rate(few[1:5, ]), "from dim_mle\\(\\)")
})

test_that("products of circles have a dimension each, though every column stands before the gap", {
  set.seed(11)
  angle <- 2 * pi * matrix(runif(6000), 1000)
  x <- cbind(cos(angle), sin(angle))
  found <- suppressWarnings(dim_estimate(x, seed = 1))
  expect_identical(as.numeric(found), 6)
  # At a bandwidth of all points no direction stands out.
  all_columns <- dim_eigengap(x, 10, n_bandwidths = 4L, n_points = 100, seed = 1)
  expect_identical(as.numeric(all_columns), 12)
})

test_that("weights reach the estimates that use them", {
  x <- rbind(as.matrix(sample_circle(100, seed = 1)) + 3, matrix(0, 1, 2)[rep(1, 100), ] +
               withr::with_seed(1, matrix(runif(200), 100)))
  w <- rep(c(1, 0), each = 100)
  found <- quietly(dim_estimate(x, weights = w, seed = 1))
  expect_identical(as.data.frame(found)$method, c("growth", "mle", "kernel_sum"))
  expect_identical(c(found), 1)
  own <- c(dim_growth(x, weights = w), dim_mle(x, weights = w))
  expect_equal(as.data.frame(found)$dimension[1:2], own)
  expect_fault(dim_estimate(x, bandwidth = 1, weights = w), "bandwidth")
})

test_that("of distances the estimates that need none but these vote", {
  x <- as.matrix(sample_swiss_roll(300, seed = 1))
  of_distances <- dim_estimate(dist(x), seed = 1)
  expect_equal(as.numeric(of_distances), 2)
  votes <- as.data.frame(dim_estimate(x, seed = 1))
  votes <- votes[votes$method != "eigengap", c("method", "dimension", "vote")]
  expect_equal(as.data.frame(of_distances)[names(votes)], votes, tolerance = 1e-6)
  expect_refused(dim_estimate(dist(x), bandwidth = 2), "bandwidth")
})

test_that("the print says why an estimator was not used, and where noise adds dimensions", {
  skip_on_cran()
  shown <- function(d) utils::capture.output(print(d))
  by_distance <- dim_estimate(stats::dist(iris[1:4]), seed = 1)
  expect_match(shown(by_distance), "eigengap is not used: it needs coordinates", all = FALSE)
  expect_identical(as.data.frame(by_distance)$method, c("growth", "mle", "kernel_sum"))
  expect_match(shown(dim_estimate(faithful, weights = rep(1, 272), scale = TRUE)), "use weights",
               all = FALSE)
  lattice <- shown(dim_estimate(cbind(rep(1:3, 10), rep(1:2, 15))))
  expect_match(lattice, "^ *growth +NA", all = FALSE)
  expect_match(lattice, "growth is not used: no radius", all = FALSE)
  noisy <- dim_estimate(sample_circle(400, noise = 0.05, noise_dims = 48, seed = 1), seed = 1)
  expect_match(shown(noisy), "! Check: 73% of the squared distances", all = FALSE)
  expect_match(shown(noisy), "fewer than 3 points", all = FALSE)
  for (x in list(sample_sphere(300, seed = 1), withr::with_seed(1, matrix(rnorm(6000), 300)))) {
    expect_no_match(shown(quietly(dim_estimate(x, seed = 1))), "noise adds", all = FALSE)
  }
})

test_that("the print says that votes round to different numbers", {
  expect_output(print(dim_estimate(quakes[1:2], seed = 1)), "round to different numbers, 1 to 2")
  roll <- dim_estimate(sample_swiss_roll(600, seed = 1), bandwidth = 2)
  expect_false(any(grepl("different numbers", capture.output(print(roll)))))
})

test_that("print() tells of a smaller dimension without a vote, unless points are too few", {
  skip_on_cran()
  line <- "finds [12], but has no vote, as its gap is not clear"
  z <- withr::with_seed(1, {
    u <- stats::runif(600, -1, 1)
    v <- stats::runif(600, -1, 1)
    cbind(u, v, u^2 - v^2, sin(2 * u), u * v) + matrix(stats::rnorm(3000, sd = 0.1), 600)
  })
  expect_output(print(dim_estimate(z, seed = 1)), line)
  few <- quietly(dim_estimate(sample_swiss_roll(300, seed = 1), bandwidth = 0.05, seed = 1))
  expect_no_match(capture.output(print(few)), line)
  expect_no_match(capture.output(print(dim_estimate(sample_sphere(300, seed = 1), seed = 1))), line)
})
