# bw_gc() without d: the walk's step in all columns.

# The definition of ?bw_gc and vignette("methods") once more, dense and slow: a row per bandwidth
# with the mean distance to a step on a manifold and the mean dimension seen.
oracle_steps <- function(x, bandwidths, alpha = 1) {
  x <- unname(as.matrix(x))
  at <- function(h) {
    w <- oracle_weights(x, h, oracle_gc_cutoff, self_loops = TRUE)
    each <- vapply(seq_len(nrow(x)), function(i) {
      p <- w[i, ] / rowSums(w)^alpha
      p <- p / sum(p)
      y <- sweep(x, 2, x[i, ])
      second <- crossprod(y, p * y)
      step <- colSums(p * y)
      share <- max(0, 1 - 2 * p[[i]])
      lost <- sum(p^2 * rowSums(y^2)) / max(sum(p * rowSums(y^2)), 1e-300)
      l <- eigen(2 / h^2 * (second - share * (tcrossprod(step) - lost * second)),
                 symmetric = TRUE)$values
      away <- function(l) max(abs(1 - l[[1]]), pmin(abs(l), abs(1 - l))[-1])
      stays <- p[[i]]
      moves <- 1 - stays
      noise <- sqrt(sum(p[-i]^2)) / moves
      c(stays * away(l) + moves * min(1, min(1, away(l / moves)) + noise / 2), sum(l > 0.5))
    }, numeric(2))
    rowMeans(each)
  }
  t(vapply(bandwidths, at, numeric(2)))
}

test_that("the curve is that of the dense definition, few columns and many", {
  skip_on_cran()
  h <- c(0.15, 0.3, 0.6, 1.2)
  few <- as.matrix(sample_sphere(150, seed = 1))
  many <- cbind(few, matrix(0, 150, 40)) %*% qr.Q(qr(matrix(sin(1:43^2), 43)))
  for (x in list(few, many)) {
    bw <- suppressWarnings(bw_gc(x, bandwidths = h, refine = FALSE))
    curve <- as.data.frame(bw)
    exact <- oracle_steps(x, h)
    expect_equal(curve$distance, exact[, 1], tolerance = 1e-5)
    expect_equal(curve$criterion, step_criterion(exact[, 1]), tolerance = 1e-5)
    expect_equal(curve$dimension, exact[, 2])
  }
})

test_that("the dimension of a manifold is seen at its scale", {
  skip_on_cran()
  circle <- bw_gc(sample_circle(300, seed = 1))
  expect_equal(generics::glance(circle)$d, 1, tolerance = 0.05)
  sphere <- bw_gc(sample_sphere(1000, seed = 1))
  expect_equal(generics::glance(sphere)$d, 2, tolerance = 0.05)
  minima <- bw_minima(sphere)
  expect_identical(generics::glance(sphere)$d, minima$dimension[minima$chosen])
  expect_output(print(sphere), "dimension 2 seen at this bandwidth")
})

test_that("windings are not joined, and noise across is not taken for the manifold", {
  skip_on_cran()
  roll <- bw_gc(sample_swiss_roll(1500, seed = 1), seed = 1)
  expect_lt(as.numeric(roll), 3)
  blurred <- sample_circle(700, noise = 0.03, noise_dims = 5, seed = 1)
  bw <- bw_gc(blurred)
  expect_gt(as.numeric(bw), 0.15)
  expect_lt(as.numeric(bw), 0.7)
  # The spacing of the integers in one column is 1.
  expect_gt(as.numeric(bw_gc(faithful)), 0.9)
})

test_that("clean circles give nearly the same choice in every sample", {
  skip_on_cran()
  h <- vapply(1:8, function(s) as.numeric(bw_gc(sample_circle(200, seed = s))), 0)
  expect_lt(max(h) / min(h), 1.5)
})

test_that("the choice follows the unit, and rotations change nothing", {
  skip_on_cran()
  x <- as.matrix(sample_hourglass(400, noise = 0.02, noise_dims = 1, seed = 2))
  bw <- bw_gc(x)
  expect_equal(as.numeric(bw_gc(x * 2^20)) / 2^20, as.numeric(bw), tolerance = 1e-12)
  turned <- x %*% qr.Q(qr(matrix(cos(1:16), 4)))
  expect_equal(as.numeric(bw_gc(turned)), as.numeric(bw), tolerance = 1e-6)
})

test_that("update() takes the deepest minimum and its dimension", {
  bw <- bw_gc(faithful)
  deepest <- update(bw, minimum = "global")
  minima <- bw_minima(deepest)
  expect_identical(generics::glance(deepest)$d, minima$dimension[minima$chosen])
})

test_that("a lowest distance within the tolerance makes both rules choose the same, and print so", {
  choice_lines <- function(bw) grep("^  [*]", utils::capture.output(print(bw)), value = TRUE)
  bw <- quietly(bw_gc(sample_swiss_roll(200, seed = 1), seed = 1))
  expect_lt(min(as.data.frame(bw)$distance), with(bw_minima(bw), distance[chosen]))
  deepest <- update(bw, minimum = "global")
  expect_identical(as.numeric(deepest), as.numeric(bw))
  expect_match(choice_lines(bw), "<- first within the tolerance$")
  expect_match(choice_lines(deepest), "tolerance, which includes the lowest distance$")
  for (drawn in list(bw, deepest)) {
    expect_match(picture(drawn)$panels[[1]]$note$text, ", first within the tolerance$")
  }
  # Beyond the tolerance it is a choice of its own.
  evenly <- update(bw_gc(1:300, seed = 1), minimum = "global")
  expect_match(choice_lines(evenly), "<- lowest distance$")
  expect_equal(with(bw_minima(evenly), distance[chosen]), min(as.data.frame(evenly)$distance))
})

test_that("without a minimum in sight the lowest point is taken, with a warning", {
  skip_on_cran()
  # Two bandwidths have no minimum between them; at the upper one all pairs are joined.
  x <- sample_sphere(200, seed = 1)
  bw <- expect_condition_of(bw_gc(x, bandwidths = c(0.3, 3), seed = 1), "warning_edge", "smallest")
  expect_identical(as.numeric(bw), 0.3)
  # Pairs of points, far apart: at no bandwidth of these is there anything to tell.
  pairs <- cbind(c(0, 0.01, 100, 100.01, 200, 200.01), 0)
  flat <- expect_condition_of(
    bw_gc(pairs, bandwidths = c(1, 1.1, 1.2), seed = 1), "warning_no_minimum", "flat"
  )
  expect_identical(as.numeric(flat), 1.1)
  expect_output(print(flat), "<- middle of a flat curve")
})

test_that("graphs of nearest neighbors and several exponents work without d", {
  skip_on_cran()
  x <- sample_sphere(400, seed = 3)
  bw <- suppressWarnings(bw_gc(x, graph = "knn", k = c(15, 30), alpha = c(0.5, 1)))
  expect_true(generics::glance(bw)$k %in% c(15, 30))
  expect_true(generics::glance(bw)$alpha %in% c(0.5, 1))
})

test_that("what is asked of a tangent plane needs d", {
  expect_fault(bw_gc(faithful, inverse = TRUE), "inverse", text = "`d = 1`")
  expect_fault(bw_gc(faithful, pca_weights = "kernel"), "pca_weights", text = "`d = 1`")
})

test_that("few close pairs do not make a scale, and where all is joined the report says so", {
  skip_on_cran()
  line <- withr::with_seed(1, matrix(stats::rnorm(40)))
  spacing <- stats::median(diff(sort(line[, 1])))
  expect_gt(as.numeric(quietly(bw_gc(line, seed = 1))), 2 * spacing)
  cars <- quietly(bw_gc(datasets::mtcars, seed = 1))
  table <- tidy(bw_report(cars, datasets::mtcars))
  expect_match(table$verdict[table$check == "mean_weight"], "single cloud")
})

test_that("minima in one bottom are one, and the table is in order", {
  skip_on_cran()
  points <- cbind(10 * c(row(volcano)), 10 * c(col(volcano)), c(volcano))
  bw <- bw_gc(points, seed = 1)
  ends <- confint(bw, type = "tolerance")
  h <- bw_minima(bw)$bandwidth
  expect_identical(sum(h >= ends[[1]] & h <= ends[[2]]), 1L)
  for (x in list(women, stackloss, USArrests, rock)) {
    bandwidths <- bw_minima(quietly(bw_gc(x, seed = 1)))$bandwidth
    expect_false(is.unsorted(bandwidths, strictly = TRUE))
  }
})

test_that("the interval before the bottom of a curve is divided in four, evenly in logs", {
  # A valley in log h around 4 (h = 2^2), with a row per point; values are those of the bandwidths.
  measure <- function(h) list(distance = outer(c(0.1, 0.2), abs(log2(h) - 2), "+"))
  coarse <- list(grid = 2^(0:4), values = measure(2^(0:4)))
  fine <- refine_at_bottom(coarse, measure)
  expect_equal(fine$grid, 2^c(0, 1, 1.25, 1.5, 1.75, 2, 3, 4))
  expect_equal(fine$values, measure(fine$grid))
  at_start <- list(grid = coarse$grid[3:5], values = measure(coarse$grid[3:5]))
  expect_identical(refine_at_bottom(at_start, measure), at_start)
})
