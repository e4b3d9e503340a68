test_that("the linear kernel is principal component analysis, for new points too", {
  x <- bent_strip()
  new <- bent_strip(20, seed = 9)
  want <- stats::prcomp(x)
  e <- embed_kpca(x, 2, kernel = "linear")
  both <- rbind(as.matrix(e), predict(e, new))
  expect_lt(off_by(both, rbind(want$x, stats::predict(want, new))[, 1:2]), 1e-10)
  expect_equal(e$eigenvalues, want$sdev[1:2]^2 * (nrow(x) - 1))
})

test_that("the heat kernel is the dense formula, for new points too", {
  x <- bent_strip(80)
  new <- bent_strip(15, seed = 9)
  kernel <- function(a, b) {
    exp(-outer(seq_len(nrow(a)), seq_len(nrow(b)), Vectorize(function(i, j) {
      sum((a[i, ] - b[j, ])^2)
    })) / 0.6^2)
  }
  k <- kernel(x, x)
  e <- embed_kpca(x, 3, kernel = "heat", bandwidth = 0.6)
  want <- oracle_kernel_pca(k, 3)
  expect_lt(off_by(e, want), 1e-8)
  cross <- kernel(new, x)
  centred <- cross - rowMeans(cross) - rep(rowMeans(k), each = 15) + mean(k)
  placed <- centred %*% plain_matrix(e) %*% diag(1 / e$eigenvalues)
  expect_equal(unname(predict(e, new)), placed, tolerance = 1e-8)
})

test_that("the kernels of Isomap and LLE give their coordinates", {
  skip_on_cran()
  x <- bent_strip()
  expect_identical(as.matrix(embed_kpca(x, 2, kernel = "isomap", k = 10)),
                   as.matrix(embed_isomap(x, 2, k = 10)))
  from_kernel <- plain_matrix(embed_kpca(x, 2, kernel = "lle", k = 10))
  from_lle <- plain_matrix(embed_lle(x, 2, k = 10))
  expect_gt(min(diag(stats::cor(from_kernel, from_lle))), 1 - 1e-9)
})

test_that("gap and share of variance choose the number of coordinates", {
  x <- cbind(5 * normal_points(200, 2), 0.1 * normal_points(200, 3, 2))
  expect_equal(ncol(as.matrix(embed_kpca(x, "gap", kernel = "linear"))), 2)
  for (share in c(0.4, 0.9, 0.9999)) {
    spectrum <- cumsum(stats::prcomp(x)$sdev^2) / sum(stats::prcomp(x)$sdev^2)
    e <- embed_kpca(x, variance = share, kernel = "linear")
    expect_equal(ncol(as.matrix(e)), which(spectrum >= share)[[1]])
  }
})

test_that("arguments of another kernel are refused", {
  skip_on_cran()
  x <- bent_strip(30)
  expect_fault(embed_kpca(x, 2, "linear", bandwidth = 1), "bandwidth")
  expect_fault(embed_kpca(x, 2, "heat", bandwidth = 1, k = 5), "k")
  expect_fault(embed_kpca(x, kernel = "lle", k = 5, variance = 0.5), "variance")
  expect_fault(embed_kpca(x, 4, "linear"), "n_components", text = "3")
})

test_that("the linear kernel says when there are fewer components than asked for", {
  x <- bent_strip(50)
  e <- expect_condition_of(embed_kpca(cbind(x, x[, 1]), 4, "linear"), "warning_rank",
                           "3 positive eigenvalues")
  expect_true(all(as.matrix(e)[, 4] == 0) && e$eigenvalues[[4]] == 0)
  expect_equal(predict(e, cbind(x, x[, 1])), as.matrix(e))
  expect_quiet(embed_kpca(x, 3, "linear"))
})

test_that("arguments that a kernel does not use are checked all the same", {
  skip_on_cran()
  x <- bent_strip(30)
  for (kernel in c("heat", "isomap", "lle", "linear")) {
    expect_fault(embed_kpca(x, 2, kernel, components = "foo"), "components")
    expect_fault(embed_kpca(x, 2, kernel, ridge = -1), "ridge")
  }
})

test_that("summary() does not take the kernel of LLE for degenerate", {
  x <- sample_swiss_roll(300, seed = 1)
  expect_length(summary(embed_kpca(x, 3, "lle", k = 10))$tied_columns, 0)
})

test_that("whole weights are repeated rows", {
  x <- withr::with_seed(1, matrix(stats::rnorm(120), 40))
  w <- withr::with_seed(2, sample(0:3, 40, TRUE))
  kept <- which(w > 0)
  again <- rep(kept, w[kept])
  for (kernel in c("heat", "linear")) {
    h <- if (kernel == "heat") 2
    of <- function(...) quietly(embed_kpca(..., n_components = 2, kernel = kernel, bandwidth = h))
    weighted <- of(x, weights = w)
    repeated <- of(x[again, ])
    expect_equal(weighted$eigenvalues, repeated$eigenvalues)
    expect_true(all(is.na(as.matrix(weighted)[w == 0, ])))
    pairs <- function(y) tcrossprod(y)
    expect_equal(pairs(as.matrix(weighted)[again, ]), pairs(as.matrix(repeated)))
    new <- x[1:5, ] + 0.3
    expect_equal(pairs(predict(weighted, new)), pairs(predict(repeated, new)))
    expect_equal(unname(predict(weighted, x[kept, ])), unname(as.matrix(weighted)[kept, ]))
    expect_identical(as.matrix(of(x, weights = rep(2, 40))) * 0, as.matrix(of(x)) * 0)
  }
  expect_fault(embed_kpca(x, kernel = "lle", weights = w), "weights")
  expect_fault(embed_kpca(x, bandwidth = 2, weights = -w), "weights")
})

test_that("the default bandwidth is sqrt(2) times the median distance between different points", {
  x <- normal_points(60, 3)
  h <- function(...) embed_kpca(..., n_components = 1)$bandwidth
  expect_equal(h(x), sqrt(2) * stats::median(stats::dist(x)))
  for (times in c(2, 12)) expect_equal(h(x[rep(1:60, times), ]), h(x))
  expect_equal(h(x[rep(1:60, 1:60), ]), h(x))
  expect_equal(h(x, weights = rep(1:3, 20)), h(x))
  # Nine in ten rows coincide.
  expect_equal(h(diag(2)[rep(1:2, c(90, 10)), ]), 2)
  # Four rows at two places, however many are at each.
  for (rows in list(c(1, 1, 1, 2), c(1, 1, 2, 2), c(1, 2, 2))) {
    expect_equal(h(diag(2)[rows, ]), 2)
    expect_equal(h(stats::dist(diag(2)[rows, ])), 2)
  }
  facts <- selection(median_bandwidth(x))$facts
  expect_setequal(names(facts), c("n", "d", "n_points", "at_edge", "elapsed"))
  expect_identical(anyDuplicated(names(facts)), 0L)
})

test_that("rows of the fit keep their coordinates at small eigenvalues too", {
  x <- plain_matrix(sample_circle(150, seed = 1))
  for (weights in list(NULL, rep(1:3, 50))) {
    e <- quietly(embed_kpca(x, 20, weights = weights))
    y <- plain_matrix(e)
    kept <- e$eigenvalues > 0
    expect_lt(min(e$eigenvalues[kept]), 1e-8 * e$eigenvalues[[1]])
    found <- unname(quietly(predict(e, x)))
    off <- apply(abs(found - y), 2, max)[kept] / apply(abs(y), 2, max)[kept]
    expect_lt(max(off), 1e-5)
    expect_true(all(found[, !kept] == 0))
  }
})
