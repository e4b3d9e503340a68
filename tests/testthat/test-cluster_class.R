fit_moons <- function() {
  x <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  colnames(x) <- c("a", "b")
  list(x = x, clusters = cluster_spectral(x, 3, bandwidth = 0.3))
}

test_that("conductance and normalized cut are those of the definition", {
  x <- withr::with_seed(2, matrix(rnorm(120), 60))
  clusters <- cluster_spectral(x, 4, bandwidth = 1, graph = "dense")
  w <- as.matrix(heat_graph(x, 1, "dense", self_loops = FALSE))
  own <- clusters$cluster
  slow <- vapply(1:4, function(j) {
    cut <- sum(w[own == j, own != j])
    volume <- sum(w[own == j, ])
    c(volume / sum(w), cut, cut / min(volume, sum(w) - volume), cut / volume)
  }, numeric(4))
  expect_identical(tidy(clusters)$size, tabulate(own))
  expect_equal(tidy(clusters)$volume, slow[1, ])
  expect_equal(tidy(clusters)$cut, slow[2, ])
  expect_equal(tidy(clusters)$conductance, slow[3, ])
  expect_equal(clusters$normalized_cut, sum(slow[4, ]))
})

test_that("no partition is below the bound", {
  x <- withr::with_seed(3, matrix(rnorm(16), 8))
  graph <- heat_graph(x, 1, "dense", self_loops = FALSE)
  laplacian <- graph_laplacian(graph, "random_walk")
  bound <- cluster_spectral(graph, 2)$cut_bound
  cuts <- vapply(1:127, function(code) {
    own <- 1L + as.integer(intToBits(code))[1:8]
    cluster_quality(laplacian, own, 2L)$normalized_cut
  }, 0)
  expect_gte(min(cuts), bound)
})

test_that("tables", {
  fit <- fit_moons()
  clusters <- fit$clusters
  expect_identical(nrow(tidy(clusters)), 3L)
  one <- glance(clusters)
  expect_named(one, c("method", "assign", "k", "bandwidth", "n", "conductance", "normalized_cut",
                      "cut_bound", "lowest_cut", "lowest_assign", "gap", "gap_se", "n_connected",
                      "seed", "version"))
  expect_identical(one$k, 3L)
  expect_identical(one$n, 200L)
  expect_equal(one$bandwidth, 0.3)
  expect_identical(one$gap, clusters$gaps$gap[clusters$gaps$k == 3])
  expect_identical(names(augment(clusters)), c("a", "b", ".cluster", ".margin", ".novelty"))
  expect_equal(augment(clusters)$a, fit$x[, 1])
  with_data <- augment(clusters, data.frame(id = 1:200))
  expect_identical(as.integer(with_data$.cluster), unname(clusters$cluster))
  expect_identical(nrow(augment(clusters, newdata = fit$x[1:3, ])), 3L)
  expect_fault(augment(clusters, data.frame(id = 1:3)), "data")
})

test_that("print and summary", {
  withr::local_options(width = 80)
  expect_lte(length(capture.output(print(fit_moons()$clusters))), 14L)
  expect_output(print(summary(fit_moons()$clusters)), "Gaps between eigenvalues")
  expect_output(print(fit_moons()$clusters), "200 points in 3 clusters\n  sizes")
})

test_that("what fitted(), nobs() and as.data.frame() give", {
  x <- fit_moons()$x
  rownames(x) <- paste0("p", seq_len(nrow(x)))
  x[3, 1] <- NA
  clusters <- suppressWarnings(cluster_spectral(x, 3, bandwidth = 0.3, na_action = "omit"))
  expect_identical(fitted(clusters), clusters$cluster)
  expect_identical(nobs(clusters), 199L)
  table <- as.data.frame(clusters)
  expect_identical(table$.cluster, factor(unname(clusters$cluster), 1:3))
  expect_identical(row.names(table), rownames(x))
})

test_that("points of the fit get their own cluster, by every method", {
  skip_on_cran()
  x <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  for (method in names(cluster_methods)) {
    for (assign in c("qr", "kmeans")) {
      for (graph in c("radius", "knn", "dense")) {
        clusters <- cluster_spectral(x, 3, 0.3, method = method, assign = assign, graph = graph,
                                     seed = 1)
        expect_identical(predict(clusters, x), clusters$cluster)
      }
    }
  }
  expect_identical(predict(clusters), clusters$cluster)
})

test_that("new points go to the cluster around them", {
  x <- sample_moons(400, noise = 0.05, seed = 1)
  new <- sample_moons(300, noise = 0.05, seed = 2)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.25)
  moon <- parameter_of(new, "moon")
  found <- predict(clusters, new)
  expect_type(found, "integer")
  expect_identical(match(found, unique(found)), match(moon, unique(moon)))
  expect_length(predict(clusters, as.matrix(new)[0, ]), 0L)
  expect_length(predict(clusters, c(0, 1)), 1L)
})

test_that("points far away are NA, and a bare graph has no place for points", {
  x <- sample_moons(100, noise = 0.05, seed = 1)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3)
  expect_warning(
    found <- predict(clusters, rbind(c(0, 1), c(1e3, 1e3))), class = "lapscale_warning_far"
  )
  expect_identical(is.na(found), c(FALSE, TRUE))
  expect_fault(predict(clusters, cbind(1, 2, 3)), "newdata")
  bare <- as(heat_graph(x, 0.3), "CsparseMatrix")
  of_graph <- suppressMessages(cluster_spectral(bare, 2))
  expect_fault(predict(of_graph, x), class = "no_points")
})

test_that("workers place the blocks that are many, with the same clusters", {
  skip_on_cran()
  local_daemons(2)
  x <- normal_points(60, 2)
  clusters <- cluster_spectral(x, 2, bandwidth = 1)
  new <- rbind(x, cbind(1e3, seq_len(2)), matrix(cpp_uniform(2 * 65600, 1, 0), ncol = 2))
  found <- suppressWarnings(predict(clusters, new))
  completed <- mirai::status()$mirai[["completed"]]
  expect_gt(completed, 0)
  mirai::daemons(0)
  expect_identical(found, suppressWarnings(predict(clusters, new)))
  expect_identical(which(is.na(found)), 61:62)
})

test_that("tidy() describes clusters as dense computations do", {
  x <- withr::with_seed(4, rbind(matrix(rnorm(60), 30), matrix(rnorm(40) + 5, 20)))
  clusters <- cluster_spectral(x, 3, bandwidth = 1, graph = "knn", n_neighbors = 4)
  w <- as.matrix(heat_graph(x, 1, "knn", k = 4, self_loops = FALSE))
  table <- tidy(clusters)
  for (j in 1:3) {
    inside <- which(clusters$cluster == j)
    expect_identical(table$pieces[j], max(components_of(w[inside, inside])$membership))
    weight <- rowSums(w[inside, inside, drop = FALSE])
    expect_equal(weight[match(table$medoid[j], inside)], max(weight))
  }
  clusters$quality$pieces[2] <- 4L
  clusters$quality$conductance[c(1, 3)] <- 0.6
  clusters$quality$size[3] <- 4L
  lines <- capture.output(print(clusters))
  expect_true(any(grepl("! cluster 2: in several pieces", lines)))
  expect_true(any(grepl("! clusters 1, 3: with more weight of edges that leave", lines)))
  expect_true(any(grepl("! cluster 3: of fewer than 5 points", lines)))
})

test_that("columns of tidy() and heat maps are said to be elsewhere", {
  clusters <- cluster_spectral(sample_moons(60, seed = 1), 2, bandwidth = 0.5)
  expect_error(clusters$medoid, "column of `tidy(clusters)`", fixed = TRUE)
  expect_null(clusters$nothing)
  expect_error(plot(clusters, type = "heatmap"), "draws a heat map")
  expect_error(plot(clusters, "heatmap"), "draws a heat map")
})
