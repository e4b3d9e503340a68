arc_points <- function(n = 150, seed = 1) {
  t <- withr::with_seed(seed, stats::runif(n))
  list(x = cbind(cos(3 * t), sin(3 * t)), b = 3 * pmin(t, 1 - t))
}

# Everything from its definition, point by point.
slow_boundary <- function(x, h, d) {
  n <- nrow(x)
  sq <- sq_distances_of(x)
  w <- exp(-sq / h^2) * (sq <= -log(1e-6) * h^2)
  all <- exp(-sq / h^2) * (sq <= -log(1e-8) * h^2)
  diag(w) <- 0
  degree <- rowSums(w)
  offset <- function(b) {
    k <- function(u) exp(-u^2) / stats::pnorm(sqrt(2) * (b + u))
    whole <- function(f) stats::integrate(f, -b, 8, rel.tol = 1e-10)$value
    whole(function(u) u * k(u)) / whole(k)
  }
  vapply(seq_len(n), function(i) {
    z <- x - rep(x[i, ], each = n)
    mean <- colSums(all[i, ] * z) / sum(all[i, ])
    centred <- z - rep(mean, each = n)
    pairs <- eigen(crossprod(all[i, ] * centred), symmetric = TRUE)
    plane <- pairs$vectors[, seq_len(d), drop = FALSE]
    z <- z %*% plane
    p <- w[i, ] / degree
    m <- colSums(p * z) / sum(p)
    size <- sqrt(sum(m^2))
    near <- sq[i, ] <= (1.5 * h)^2
    reach <- max(-(z[near, , drop = FALSE] %*% m) / size, 0) / h
    b <- if (size / h >= offset(0)) 0 else if (size / h <= offset(1)) Inf else
      stats::uniroot(function(b) offset(b) - size / h, c(0, 1), tol = 1e-13)$root
    if (reach > 1.45) reach <- Inf
    both <- (min(b, 1.2) + min(reach, 1.6)) / 2
    if (both > 1.2) return(Inf)
    both <- max(both, 0.75 / sum(near))
    error <- sqrt(sum((p / sum(p))^2 * rowSums((z - rep(m, each = n))^2)))
    h * if (size < 2 * error && both <= 0.5) 0.5 + both / 5 else both
  }, 0)
}

test_that("it is what the definition says, in one and in two dimensions", {
  x <- arc_points(120)$x
  expect_equal(as.numeric(boundary_distance(x, 0.4, 1)), slow_boundary(x, 0.4, 1), tolerance = 1e-6)
  dome <- plain_matrix(sample_dome(200, seed = 1))
  found <- boundary_distance(dome, 0.5, 2)
  expect_equal(as.numeric(found), slow_boundary(dome, 0.5, 2), tolerance = 1e-6)
  expect_identical(boundary_distance(dome, 0.5, 2, seed = 1, n_threads = 1),
                   boundary_distance(dome, 0.5, 2, seed = 1, n_threads = 3))
})

test_that("in the limit of many points it is the distance to a straight boundary", {
  # A grid of a half plane, so that sums are integrals.
  grid <- as.matrix(expand.grid(x = seq(0.05, 4, by = 0.1), y = seq(-3, 3, by = 0.1)))
  found <- as.numeric(boundary_distance(grid, 0.8, 2))
  line <- abs(grid[, "y"]) < 0.05 & grid[, "x"] < 0.8
  expect_lt(max(abs(found - grid[, "x"])[line]), 0.15)
})

test_that("ends of curves and trees are found, and closed surfaces have none", {
  arc <- arc_points(200)
  b <- boundary_distance(arc$x, 0.3, 1)
  tips <- point_tips(b)
  expect_length(tips, 2)
  expect_true(all(arc$b[tips] < 0.1))
  y <- seq(0, 1, length.out = 80)
  tree <- rbind(cbind(y, 0), cbind(-y / 2, y * 0.87)[-1, ], cbind(-y / 2, -y * 0.87)[-1, ])
  expect_setequal(point_tips(boundary_distance(tree, 0.1, 1)), c(80, 159, 238))
  sphere <- boundary_distance(sample_sphere(600, seed = 1), 0.45, 2)
  expect_lt(mean(sphere < 0.2), 0.01)
  expect_length(point_tips(boundary_distance(sample_circle(300, seed = 1), 0.3, 1)), 0)
})

test_that("rotations, shifts, units, and the order of rows change nothing", {
  x <- plain_matrix(sample_dome(150, seed = 3))
  found <- as.numeric(boundary_distance(x, 0.6, 2))
  turn <- qr.Q(qr(matrix(c(1, 2, 3, 4, 5, 7, 2, 1, 9), 3)))
  expect_equal(as.numeric(boundary_distance(x %*% turn + 5, 0.6, 2)), found, tolerance = 1e-8)
  for (unit in c(1e-6, 1e8)) {
    expect_equal(as.numeric(boundary_distance(x * unit, 0.6 * unit, 2)) / unit, found,
                 tolerance = 1e-10)
  }
  order <- order(x[, 1])
  sorted <- boundary_distance(x[order, ], 0.6, 2)
  expect_equal(as.numeric(sorted), found[order], tolerance = 1e-10)
  expect_setequal(order[point_tips(sorted)], point_tips(boundary_distance(x, 0.6, 2)))
  # Columns that do not vary say nothing.
  expect_equal(as.numeric(boundary_distance(cbind(x, 7), 0.6, 2)), found, tolerance = 1e-8)
})

test_that("it takes the bandwidth and the dimension from the data", {
  x <- sample_dome(300, seed = 1)
  expect_message(found <- boundary_distance(x, seed = 1), "dim_estimate",
                 class = "lapscale_message_dimension")
  expect_identical(glance(found)$d, 2L)
  spacing <- mean(apply(as.matrix(stats::dist(plain_matrix(x))), 1L, sort)[21L, ])
  selected <- as.numeric(quietly(bw_gc(x, seed = 1)))
  expect_equal(glance(found)$bandwidth, max(selected, spacing))
  expect_fault(boundary_distance(x, 0.5, d = 4), "d")
  expect_fault(boundary_distance(stats::dist(x), 0.5, d = 1), "x")
  expect_fault(boundary_distance(x, 0.5, d = 2, zzz = 1), "zzz")
  alone <- rbind(plain_matrix(x), 100)
  expect_warning(found <- boundary_distance(alone, 0.5, 2), class = "lapscale_warning_isolated")
  expect_identical(which(is.na(as.numeric(found))), 301L)
})

test_that("it is a vector with tables and a print", {
  x <- plain_matrix(sample_dome(120, seed = 1))
  rownames(x) <- paste0("r", 1:120)
  x[7, 2] <- NA
  b <- suppressWarnings(boundary_distance(x, 0.6, 2, na_action = "omit"))
  expect_true(is.na(b[7]))
  expect_named(b[1:2], c("r1", "r2"))
  expect_identical(tidy(b), as.data.frame(b))
  expect_identical(augment(b, x)$.boundary, as.numeric(b))
  expect_named(glance(b), c("n", "d", "bandwidth", "n_near", "share_near", "seed", "version"))
  expect_output(print(b), "119 points in 2 dimensions")
  expect_output(print(boundary_distance(sample_circle(100, seed = 1), 0.4, 1)), "not told apart")
  expect_fault(point_tips(1), "b")
  tree <- withr::with_seed(1, cbind(runif(80), 0))
  b <- boundary_distance(tree, 0.2, d = 1)
  expect_identical(point_tips(tree, bandwidth = 0.2, d = 1), point_tips(b))
  expect_fault(point_tips(tree, bandwidth = 0.2, zzz = 1), "zzz")
  expect_fault(point_tips(b, d = 1), "d")
})

test_that("the print counts every point once", {
  skip_on_cran()
  b <- boundary_distance(sample_dome(600, seed = 1), 0.3, 2)
  lines <- utils::capture.output(print(b))
  counts <- as.numeric(gsub(",", "", regmatches(lines, regexpr("(?<=: )[0-9,]+(?= point)", lines,
                                                               perl = TRUE))))
  expect_identical(counts[[1]], as.numeric(sum(b <= 0.15)))
  expect_identical(counts[[2]] + counts[[3]], as.numeric(sum(b > 0.15)))
  expect_match(lines, paste0("`Inf`: ", sum(is.infinite(b)), ")"), fixed = TRUE, all = FALSE)
})

test_that("points within half a bandwidth are near the boundary, others are not called near", {
  skip_on_cran()
  x <- withr::with_seed(1, matrix(stats::runif(3000), 1500))
  b <- boundary_distance(x, d = 2)
  h <- glance(b)$bandwidth
  truth <- pmin(x[, 1], 1 - x[, 1], x[, 2], 1 - x[, 2]) / h
  near <- b <= h / 2
  expect_gt(mean(truth[near] <= 0.5), 0.9)
  # Most of the finite values above it are those of points inside.
  expect_gt(mean(truth[!near & is.finite(b)] > 1.2), 0.5)
  expect_output(print(b), paste0("half a bandwidth: ", sum(near), " points"))
  expect_no_match(utils::capture.output(print(b)), "farther")
})

test_that("both ends of an arc are found at the default bandwidth", {
  both_ends <- function(angle) {
    ends <- angle[point_tips(quietly(boundary_distance(cbind(cos(angle), sin(angle)), d = 1)))]
    length(ends) == 2L && min(ends) < 0.3 && max(ends) > 3.7
  }
  for (n in c(100, 300)) expect_true(both_ends(seq(0, 4, length.out = n)))
  found <- vapply(1:8, function(s) both_ends(withr::with_seed(s, stats::runif(200, 0, 4))), NA)
  expect_gte(sum(found), 7)
})

test_that("outliers, which hide an end, have a remark, and without them both ends are found", {
  spiral <- withr::with_seed(5, {
    t <- sort(stats::runif(600, 0.8, 4 * pi))
    x <- cbind(t * cos(t), t * sin(t)) + matrix(stats::rnorm(1200, sd = 0.35), 600)
    rows <- sample(600, 30)
    x[rows, ] <- stats::runif(60, -16, 16)
    x
  })
  b <- suppressWarnings(boundary_distance(spiral, d = 1))
  expect_message(tips <- point_tips(b), "may hide an end", class = "lapscale_message_outliers")
  expect_length(tips, 1)
  expect_output(print(b), "! 25 rows far from all others")
  rest <- spiral[-attr(b, "outliers"), ]
  b <- boundary_distance(rest, d = 1)
  expect_silent(tips <- point_tips(b))
  expect_length(tips, 2)
  expect_no_match(utils::capture.output(print(b)), "far from all")
  with_gap <- suppressWarnings(boundary_distance(rbind(NA, spiral), d = 1, na_action = "omit"))
  first <- suppressWarnings(boundary_distance(spiral, d = 1))
  expect_identical(attr(with_gap, "outliers"), attr(first, "outliers") + 1L)
})

test_that("points with too few neighbors are not counted as far, and an estimated d is said", {
  disk <- withr::with_seed(1, list(r = stats::runif(300)^0.35, a = stats::runif(300, 0, 2 * pi)))
  x <- disk$r * cbind(cos(disk$a), sin(disk$a))
  b <- boundary_distance(x, bandwidth = 0.2, d = 2)
  unclear <- length(attr(b, "facts")$unclear_rows)
  expect_gt(unclear, 0)
  others <- length(b) - glance(b)$n_near - unclear
  expect_output(print(b), paste0("not clear, too few neighbors: ", unclear, " point"))
  expect_output(print(b), paste0("not told apart from inside: ", others, " point"))
  angle <- seq(0, 4, length.out = 100)
  curve <- suppressMessages(boundary_distance(cbind(cos(angle), sin(angle))))
  expect_output(print(curve), "in 1 dimension (estimated)", fixed = TRUE)
  expect_output(print(curve), "taken for a curve")
})
