test_that("gaps have the standard error of weights that vary by point", {
  x <- withr::with_seed(1, matrix(rnorm(40), 20))
  w <- exp(-as.matrix(dist(x))^2)
  gap_of <- function(u, k) {
    weighted <- w * outer(u, u)
    t <- rowSums(weighted)
    values <- sort(1 - eigen(weighted / sqrt(outer(t, t)), TRUE, TRUE)$values)
    1 - values[k] / values[k + 1L]
  }
  gaps <- quietly(cluster_spectral(as_heat_graph(w), "gap"))$gaps
  slope <- vapply(1:20, function(i) {
    step <- 1e-5 * (seq_len(20) == i)
    (gap_of(1 + step, gaps$k) - gap_of(1 - step, gaps$k)) / 2e-5
  }, numeric(nrow(gaps)))
  expect_equal(gaps$gap, gap_of(rep(1, 20), gaps$k), tolerance = 1e-6)
  expect_equal(gaps$se, sqrt(rowSums(slope^2)), tolerance = 1e-5)
})

test_that("as many clusters as components, where there are some", {
  w <- as.matrix(Matrix::bdiag(matrix(1, 4, 4), matrix(1, 5, 5), matrix(1, 6, 6)))
  expect_identical(unname(quietly(cluster_spectral(as_heat_graph(w), "gap"))$cluster),
                   rep(3:1, 4:6))
})

test_that("standard errors are near the spread over samples", {
  skip_on_cran()
  samples <- lapply(1:30, function(seed) {
    x <- sample_moons(200, noise = 0.08, seed = seed)
    cluster_spectral(x, 2, bandwidth = 0.3)$gaps
  })
  gaps <- do.call(rbind, samples)
  expect_lt(abs(log(mean(gaps$se) / sd(gaps$gap))), log(2))
})

test_that("of clear gaps the last is taken", {
  gaps <- data.frame(k = 2:5, gap = c(0.99, 0.1, 0.8, 0.5), se = c(0, 0, 0.04, 0))
  expect_identical(choose_n_clusters(gaps), 4L)
  for (se in c(0.06, NaN)) {
    gaps$se[[3]] <- se
    expect_identical(choose_n_clusters(gaps), 2L)
  }
})

test_that("parts of a graph that falls apart are clustered too", {
  pairs <- withr::with_seed(4, matrix(rnorm(640, rep(c(0, 3.5, 25, 28.5), each = 80)), 320))
  found <- quietly(cluster_spectral(pairs, "gap", seed = 1))
  expect_length(found$components, 2)
  expect_identical(found$k, 4L)
})

test_that("one piece without clusters is said to have no clear number", {
  x <- withr::with_seed(1, matrix(rnorm(300), 150))
  expect_warning(cluster_spectral(x, "gap", bandwidth = 1), "gap of[[:space:]]+0.75",
                 class = "lapscale_warning_no_gap")
})

test_that("a greatest gap near that of one piece is shown with its standard error", {
  gaps <- data.frame(k = 2:4, gap = c(0.754, 0.1, 0.2), se = 0.03, silhouette = 0, modularity = 0)
  expect_warning(choose_n_clusters(gaps), "0.754, with a standard error of 0.03, for 2 clusters",
                 class = "lapscale_warning_no_gap")
})

test_that("below the gap of one piece the criteria decide among what is within a standard error", {
  skip_on_cran()
  gaps <- data.frame(
    k = 2:5, gap = c(0.63, 0.27, 0.68, 0.06), se = c(0.06, 0.1, 0.07, 0.1),
    silhouette = c(0.5, 0.4, 0.5, 0.7), modularity = c(0.4, 0.6, 0.7, 0.5)
  )
  chosen <- function(gaps) quietly(choose_n_clusters(gaps))
  expect_identical(chosen(gaps), 4L)
  gaps$modularity[[1]] <- 0.8
  expect_identical(chosen(gaps), 2L)
  gaps$gap[[1]] <- 0.6
  expect_identical(chosen(gaps), 4L)
  expect_warning(choose_n_clusters(gaps), "by the gap", class = "lapscale_warning_no_gap")
  gaps$gap <- gaps$gap / 2
  expect_identical(chosen(gaps), 5L)
  gaps$modularity[[3]] <- 0.95
  expect_identical(chosen(gaps), 4L)
  expect_warning(choose_n_clusters(gaps), "by silhouettes", class = "lapscale_warning_no_gap")
  ring <- function(n, r) {
    angle <- stats::runif(n, 0, 2 * pi)
    r * cbind(cos(angle), sin(angle)) + stats::rnorm(2 * n, sd = 0.05)
  }
  x <- withr::with_seed(2, rbind(ring(400, 1), ring(400, 0.5)))
  found <- suppressWarnings(cluster_spectral(x, "gap", seed = 1))
  expect_identical(unname(found$cluster), rep(1:2, each = 400))
})

test_that("modularity is that of the definition", {
  own <- rep(1:3, 5)
  w <- withr::with_seed(1, matrix(rexp(225), 15)) * (1 + 20 * outer(own, own, "=="))
  w <- w + t(w)
  found <- suppressWarnings(cluster_spectral(as_heat_graph(w), "gap", seed = 1))
  expect_identical(unname(found$cluster), own)
  t <- rowSums(w)
  wanted <- sum((w - outer(t, t) / sum(w)) * outer(own, own, "==")) / sum(w)
  expect_equal(found$gaps$modularity[found$gaps$k == 3], wanted)
})

test_that("the last number tried is said not to be the end, if more can be asked for", {
  gaps <- data.frame(k = 2:4, gap = c(0.5, 0.1, 0.9), se = 0, silhouette = 0, modularity = 0)
  expect_message(choose_n_clusters(gaps, 6L), "max_k =[[:space:]]+6", class = "lapscale_message_max_k")
  expect_silent(choose_n_clusters(gaps, 4L))
  gaps$gap <- c(0.5, 0.1, 0.6)
  expect_warning(choose_n_clusters(gaps, 20L), "max_k =[[:space:]]+8",
                 class = "lapscale_warning_no_gap")
  gaps$gap <- c(0.9, 0.1, 0.6)
  expect_silent(choose_n_clusters(gaps, 20L))
  graph <- as_heat_graph(kronecker(diag(8), matrix(1, 4, 4)) + 1e-4)
  expect_message(cluster_spectral(graph, "gap", max_k = 8), class = "lapscale_message_max_k")
  expect_no_message(cluster_spectral(graph, "gap", max_k = 9), class = "lapscale_message_max_k")
})
