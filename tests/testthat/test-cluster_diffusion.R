test_that("rows are those of walks of 16 steps, against the dense definition", {
  x <- withr::with_seed(1, matrix(rnorm(50), 25))
  w <- exp(-as.matrix(dist(x))^2)
  t <- rowSums(w)
  bottom <- eigen(w / sqrt(outer(t, t)), TRUE)
  assignment <- list(method = "ng_jordan_weiss", walk = bottom$values, steps = 16)
  rows <- diffused_rows(bottom$vectors / sqrt(t), assignment)
  # Cosines of the rows of P^16 in the inner product of the stationary distribution.
  steps <- Reduce(`%*%`, rep(list(w / t), 16))
  products <- steps %*% (t(steps) / t)
  wanted <- products / sqrt(outer(diag(products), diag(products)))
  expect_equal(tcrossprod(rows), wanted, ignore_attr = TRUE)
})

test_that("clusters are a fixed point of k-means of these rows, and new points follow", {
  skip_on_cran()
  x <- as.matrix(scale(iris[1:4]))
  found <- quietly(cluster_spectral(x, 5, seed = 1))
  expect_identical(found$settings$assign, "diffusion")
  rule <- found$assignment
  expect_length(rule$used, 30L)
  rows <- diffused_rows(found$model$values, rule)
  nearest <- apply(rows, 1, function(row) which.min(colSums((t(rule$centres) - row)^2)))
  expect_identical(nearest, match(unname(found$cluster[found$rows]), rule$number))
  expect_identical(predict(found, x), found$cluster)
  # No random numbers, whatever the seed.
  expect_identical(quietly(cluster_spectral(x, 5, seed = 2))$cluster, found$cluster)
  mixed <- withr::with_seed(1, sample(150))
  other <- quietly(cluster_spectral(x[mixed, ], 5))
  expect_same_partition(other$cluster, found$cluster[mixed])
  expect_identical(predict(other, x)[mixed], other$cluster)
})

test_that("moons that nearly touch, and a table with an outlying piece", {
  skip_on_cran()
  moons <- sample_moons(1500, noise = 0.12, seed = 1)
  truth <- moons_of(moons)
  share <- function(own, truth) max(mean(own == truth), mean(own != truth))
  of <- function(x, assign) quietly(cluster_spectral(x, 2, assign = assign))$cluster
  expect_gt(share(of(moons, "auto"), truth), 0.99)
  expect_lt(share(of(moons, "qr"), truth), 0.9)
  # Two groups of 150 that touch, and 12 points apart.
  x <- withr::with_seed(1, rbind(matrix(rnorm(1500), 300), matrix(rnorm(60, 4, 0.4), 12)))
  x[1:150, 1] <- x[1:150, 1] - 3.6
  expect_identical(sort(tabulate(of(x, "qr"))), c(12L, 300L))
  expect_gt(share(of(x, "diffusion")[1:300], rep(1:2, each = 150)), 0.9)
})
