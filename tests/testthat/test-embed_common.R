# A common angle, and a louder one of each table's own: list(x, z, f).
two_tables <- function(n = 120, seed = 1, loud = 1.5) {
  a <- withr::with_seed(seed, matrix(2 * pi * stats::runif(3 * n), n))
  list(
    x = cbind(cos(a[, 1]), sin(a[, 1]), loud * cos(a[, 2]), loud * sin(a[, 2])),
    z = cbind(cos(a[, 1]), sin(a[, 1]), loud * cos(a[, 3]), loud * sin(a[, 3])),
    f = cbind(cos(a[, 1]), sin(a[, 1]))
  )
}

explained <- function(y, f) {
  mean(apply(f, 2, function(v) stats::cor(v, stats::fitted(stats::lm(v ~ plain_matrix(y))))^2))
}

# The symmetric walk matrix of a table, densely.
slow_walk <- function(x, h) {
  sq <- sq_distances_of(x)
  w <- exp(-sq / h^2) * (sq <= -log(1e-6) * h^2)
  diag(w) <- 0
  w <- w / outer(rowSums(w), rowSums(w))
  w / sqrt(outer(rowSums(w), rowSums(w)))
}

slow_common <- function(walks, s) {
  m <- length(walks)
  sum <- Reduce(`+`, walks)
  pairs <- (sum %*% sum - Reduce(`+`, lapply(walks, function(a) a %*% a))) / (m * (m - 1))
  found <- eigen(pairs, symmetric = TRUE)
  first <- abs(found$vectors[, 1])
  y <- found$vectors[, 1 + seq_len(s), drop = FALSE] / first
  size <- sqrt(colSums(first^2 * y^2) / sum(first^2))
  list(values = found$values[1 + seq_len(s)], y = y / rep(size, each = nrow(y)))
}

test_that("coordinates and singular values are those of the dense definition", {
  d <- two_tables()
  e <- embed_common(d$x, d$z, n_components = 3, bandwidth = c(0.7, 0.8))
  walks <- list(slow_walk(d$x, 0.7), slow_walk(d$z, 0.8))
  slow <- slow_common(walks, 3)
  expect_equal(e$eigenvalues, slow$values, tolerance = 1e-8)
  expect_lt(off_by(e, slow$y), 1e-6)
  expect_equal(e$singular_values, svd(walks[[1]] %*% walks[[2]])$d[1:4], tolerance = 1e-7)
  third <- d$x[, 1:2] + 0.05 * d$z[, 3:4]
  three <- embed_common(list(a = d$x, b = d$z, c = third), bandwidth = list(0.7, 0.8, 0.5))
  slow <- slow_common(c(walks, list(slow_walk(third, 0.5))), 2)
  expect_equal(three$eigenvalues, slow$values, tolerance = 1e-8)
  expect_lt(off_by(three, slow$y), 1e-6)
  expect_identical(three$pairs$first, c("a", "a", "b"))
  # More rows than are decomposed as a whole.
  d <- two_tables(350)
  e <- embed_common(d$x, d$z, bandwidth = 0.6)
  walks <- list(slow_walk(d$x, 0.6), slow_walk(d$z, 0.6))
  expect_equal(e$singular_values, svd(walks[[1]] %*% walks[[2]])$d[1:3], tolerance = 1e-7)
  expect_lt(off_by(e, slow_common(walks, 2)$y), 1e-5)
})

test_that("the common angle is found, and not the louder ones", {
  d <- two_tables(300, loud = 2)
  expect_gt(explained(quietly(embed_common(d$x, d$z, seed = 1)), d$f), 0.95)
  e <- quietly(embed_common(d$x, d$z, seed = 1))
  expect_gt(explained(quietly(embed_common(d$z, d$x, seed = 1)), as.matrix(e)), 0.999)
})

test_that("permutations say whether anything is shared", {
  d <- two_tables()
  e <- embed_common(d$x, d$z, bandwidth = 0.7, test = TRUE, n_permutations = 19, seed = 1)
  expect_identical(e$p.value, 0.05)
  expect_identical(dim(e$null), c(3L, 19L))
  expect_gt(e$singular_values[[2]], max(e$null[2, ]))
  expect_identical(e$null[, 1:19], embed_common(
    d$x, d$z, bandwidth = 0.7, test = TRUE, n_permutations = 19, seed = 1, n_threads = 1
  )$null)
  other <- two_tables(seed = 2)
  none <- vapply(1:4, function(s) {
    embed_common(d$x, other$z, bandwidth = 0.7, test = TRUE, n_permutations = 19, seed = s)$p.value
  }, 0)
  expect_gt(min(none), 0.05)
  # Each permuted value is that of the dense definition for some permutation of the rows.
  walks <- list(slow_walk(d$x, 0.7), slow_walk(d$z, 0.7))
  expect_true(all(e$null[1, ] <= 1) && all(e$null[2, ] < 0.9))
  order <- sample(120)
  expect_equal(sum(svd(walks[[1]] %*% walks[[2]][order, order])$d[1:3]), sum(e$null[, 1]),
               tolerance = 0.1)
  three <- embed_common(d$x, d$z, d$f + 0, bandwidth = 0.7, test = TRUE, n_permutations = 19,
                        seed = 1)
  expect_identical(three$pairs$p.value, rep(0.05, 3))
  expect_identical(embed_common(d$x, d$z, bandwidth = 0.7)$p.value, NA_real_)
})

test_that("units, rotations, the order of rows, and threads change nothing", {
  d <- two_tables()
  e <- embed_common(d$x, d$z, bandwidth = 0.7, test = TRUE, n_permutations = 9, seed = 1)
  turn <- qr.Q(qr(matrix(c(1, 2, 3, 4, 5, 7, 2, 1, 9, 1, 1, 2, 0, 3, 5, 8), 4)))
  moved <- embed_common(d$x %*% turn + 3, 1e6 * d$z, bandwidth = c(0.7, 0.7e6), test = TRUE,
                        n_permutations = 9, seed = 1)
  expect_lt(off_by(moved, e), 1e-6)
  order <- order(d$x[, 3])
  sorted <- embed_common(d$x[order, ], d$z[order, ], bandwidth = 0.7, test = TRUE,
                         n_permutations = 9, seed = 1)
  expect_lt(off_by(sorted, as.matrix(e)[order, ]), 1e-6)
  expect_equal(sorted$null, e$null, tolerance = 1e-8)
  threads <- embed_common(d$x, d$z, bandwidth = 0.7, n_threads = 3)
  expect_identical(as.matrix(threads), as.matrix(embed_common(d$x, d$z, bandwidth = 0.7,
                                                              n_threads = 1)))
})

test_that("tables may be distances, sparse, or scaled, and each has its bandwidth", {
  d <- two_tables(100)
  e <- embed_common(d$x, d$z, bandwidth = c(0.7, 0.8))
  distances <- embed_common(stats::dist(d$x), d$z, bandwidth = c(0.7, 0.8))
  expect_lt(off_by(distances, e), 1e-6)
  sparse <- embed_common(Matrix::Matrix(d$x, sparse = TRUE), d$z, bandwidth = c(0.7, 0.8))
  expect_lt(off_by(sparse, e), 1e-6)
  scaled <- embed_common(d$x, d$z, bandwidth = 1, scale = TRUE)
  expect_lt(off_by(scaled, embed_common(scale(d$x), scale(d$z), bandwidth = 1)), 1e-8)
  by_name <- quietly(embed_common(d$x, d$z, bandwidth = list(bw_median, "knn")))
  expect_equal(unname(by_name$bandwidths),
               c(as.numeric(bw_median(d$x)), as.numeric(bw_knn(d$z))), tolerance = 1e-10)
})

test_that("what is no set of tables of the same rows is refused", {
  d <- two_tables(60)
  expect_fault(embed_common(d$x), "x", text = "one table")
  expect_fault(embed_common(list(d$x)), "x", text = "one table")
  expect_fault(embed_common(d$x, d$z[1:50, ]), "x", text = "same rows")
  expect_fault(embed_common(d$x, replace(d$z, 4, NA)), "x (table 2)", text = "(NA)")
  expect_fault(embed_common(d$x, d$z, bandwidth = c(1, 2, 3)), "bandwidth")
  expect_fault(embed_common(d$x, d$z, n_components = 60), "n_components")
  expect_fault(embed_common(d$x, d$z, test = NA), "test")
  expect_fault(embed_common(d$x, d$z, test = TRUE, n_permutations = 0), "n_permutations")
  expect_fault(embed_common(d$x, d$z, cutoff = 3), "cutoff")
  expect_fault(embed_common(list(d$x, d$z), d$z), "x")
  named <- function(x, order) `rownames<-`(x, paste0("r", order))
  expect_fault(embed_common(named(d$x, 1:60), named(d$z, 60:1)), "x", text = "another order")
})

test_that("rows that one table leaves out are NA; isolated rows too", {
  d <- two_tables(80)
  d$x[3, 1] <- NA
  d$z[9, 2] <- NaN
  e <- suppressWarnings(embed_common(d$x, d$z, bandwidth = 0.9, na_action = "omit"))
  expect_identical(which(is.na(as.matrix(e)[, 1])), c(3L, 9L))
  d <- two_tables(80)
  d$z[5, ] <- 100
  expect_warning(e <- embed_common(d$x, d$z, bandwidth = 0.9), class = "lapscale_warning_isolated")
  expect_identical(which(is.na(as.matrix(e)[, 1])), 5L)
  expect_warning(
    apart <- embed_common(
      rbind(d$x[-5, ], d$x[-5, ] + 50), rbind(d$z[-5, ], d$z[-5, ] + 50), bandwidth = 0.9
    ), class = "lapscale_warning_disconnected"
  )
  expect_length(apart$components$sizes, 2)
  expect_true(all(is.finite(as.matrix(apart))))
})

test_that("it prints, and has tables and pictures", {
  d <- two_tables(80)
  e <- embed_common(a = d$x, b = d$z, bandwidth = 0.9, test = TRUE, n_permutations = 19, seed = 1)
  expect_output(print(e), "Common coordinates: 80 points in 2 coordinates")
  # Numbered as the singular values are in the help and in the scree plot.
  expect_output(print(e), "by chance the second is at most .*p = 0.05")
  # Values without the test are not called shared: those of unrelated tables are as large.
  untested <- utils::capture.output(print(embed_common(d$x, d$z, bandwidth = 0.9)))
  expect_match(untested, "^  singular values from the second on", all = FALSE)
  expect_match(untested, "Unrelated tables have such values too: `test = TRUE`", all = FALSE)
  expect_no_match(untested, "shared by")
  expect_identical(glance(e)$n_tables, 2L)
  expect_identical(glance(e)$p.value, 0.05)
  expect_named(tidy(e), c("component", "eigenvalue", "residual"))
  expect_named(augment(e, data = as.data.frame(d$x)), c(paste0("V", 1:4), ".embed1", ".embed2"))
  draw_nowhere(plot(e))
  draw_nowhere(screeplot(e))
  expect_length(picture(e, what = "scree")$panels[[1]]$layers, 2)
})

test_that("a number without a name was meant as the number of coordinates", {
  x <- plain_matrix(sample_circle(40, seed = 1))
  expect_fault(embed_common(list(x, x), 2), text = "n_components = 2")
  expect_fault(embed_common(x, x, 2), text = "n_components = 2")
})

test_that("a coordinate that is a function of the first has a remark, and values are not counted", {
  shared <- seq(0, 1, length.out = 120)
  noise <- withr::with_seed(1, matrix(stats::rnorm(240, sd = 0.02), 120))
  e <- embed_common(cbind(shared, noise[, 1]), cbind(shared, noise[, 2]), bandwidth = 0.2,
                    test = TRUE, n_permutations = 19, seed = 1)
  expect_output(print(e), "Coordinate 2 is nearly a function of coordinate 1")
  expect_output(print(e), "above it, which is not a number of shared coordinates")
  tables <- two_tables()
  expect_no_match(utils::capture.output(print(quietly(embed_common(tables$x, tables$z)))),
                  "nearly a function")
})

test_that("what print() calls above chance has a p-value of 0.05 or less", {
  for (n in c(9, 19, 49, 99)) {
    by_chance <- seq_len(n) / 100
    # The value with the largest p-value that is 0.05 or less, if any is.
    n_larger <- max(0, floor(0.05 * (n + 1)) - 1)
    limit <- chance_limit(list(null = rbind(1, by_chance)))
    p_above <- (sum(by_chance >= limit + 0.005) + 1) / (n + 1)
    expect_identical(p_above, (n_larger + 1) / (n + 1))
    if (n >= 19) expect_lte(p_above, 0.05)
  }
})
