test_that("moons, circles and blobs are found by every method and assignment", {
  skip_on_cran()
  moons <- sample_moons(400, noise = 0.05, seed = 1)
  circles <- rbind(
    as.matrix(sample_circle(150, noise = 0.05, seed = 1)),
    3 * as.matrix(sample_circle(300, noise = 0.02, seed = 2))
  )
  for (method in names(cluster_methods)) {
    for (assign in c("qr", "kmeans")) {
      cluster <- function(x, k, h) {
        cluster_spectral(x, k, h, method = method, assign = assign, seed = 1)$cluster
      }
      expect_same_partition(cluster(moons, 2, 0.25), moons_of(moons))
      expect_same_partition(cluster(circles, 2, 0.5), rep(1:2, c(150, 300)))
      expect_same_partition(cluster(blobs(40), 5, 1), rep(1:5, each = 40))
    }
  }
})

test_that("the bandwidth is chosen by bw_gc() and the largest gap finds how many", {
  skip_on_cran()
  x <- blobs(80)
  clusters <- cluster_spectral(x, "gap", seed = 1)
  expect_identical(clusters$k, 5L)
  expect_same_partition(clusters$cluster, rep(1:5, each = 80))
  expect_identical(clusters$bandwidth, as.numeric(bw_gc(x, seed = 1)))
  moons <- sample_moons(400, noise = 0.05, seed = 1)
  expect_identical(cluster_spectral(moons, "gap", bandwidth = 0.25)$k, 2L)
})

test_that("a graph in k pieces gives its components", {
  x <- rbind(as.matrix(sample_circle(60, seed = 1)), as.matrix(sample_circle(30, seed = 2)) + 9,
             as.matrix(sample_circle(45, seed = 3)) - 9)
  mixed <- withr::with_seed(1, sample(135))
  graph <- heat_graph(x[mixed, ], 0.5)
  for (k in list(3, "gap")) {
    clusters <- cluster_spectral(graph, k)
    expect_same_partition(clusters$cluster, graph_components(graph)$membership)
    expect_identical(clusters$quality$conductance, c(0, 0, 0))
    expect_identical(clusters$normalized_cut, 0)
  }
})

test_that("isolated nodes of a graph are clusters of their own", {
  w <- as.matrix(Matrix::bdiag(matrix(1, 4, 4), 0, matrix(1, 3, 3)))
  expect_warning(
    clusters <- cluster_spectral(as_heat_graph(w), 3), class = "lapscale_warning_isolated"
  )
  expect_identical(clusters$cluster, rep(c(1L, 3L, 2L), c(4, 1, 3)))
})

test_that("more components than clusters: points are joined, a bare graph is refused", {
  x <- blobs(40)
  expect_warning(
    clusters <- cluster_spectral(x, 3, bandwidth = 0.4), class = "lapscale_warning_disconnected"
  )
  # No blob is cut.
  expect_true(all(rowSums(table(rep(1:5, each = 40), clusters$cluster) > 0) == 1))
  joined <- quietly(cluster_spectral(heat_graph(x, 0.4), 3))
  expect_true(all(rowSums(table(rep(1:5, each = 40), joined$cluster) > 0) == 1))
  bare <- as(heat_graph(x, 0.5), "CsparseMatrix")
  expect_fault(cluster_spectral(bare, 2), class = "disconnected", text = "Ask for 5 clusters")
  # What is advised can be done.
  expect_fault(cluster_spectral(bare, "gap", max_k = 3), class = "disconnected",
               text = "Set `max_k` to 5")
  apart <- as_heat_graph(Matrix::Diagonal(4))
  expect_fault(cluster_spectral(apart, "gap"), class = "disconnected", text = "Give a graph")
})

test_that("another order of the rows gives the same bits", {
  skip_on_cran()
  x <- as.matrix(sample_moons(200, noise = 0.1, seed = 2))
  order <- withr::with_seed(3, sample(200))
  for (assign in c("qr", "kmeans")) {
    a <- cluster_spectral(x, 3, assign = assign, seed = 1)
    b <- cluster_spectral(x[order, ], 3, assign = assign, seed = 1)
    expect_same_partition(b$cluster, a$cluster[order])
    expect_identical(b$gaps, a$gaps)
    expect_identical(b$coordinates, a$coordinates[order, ])
    expect_identical(b$normalized_cut, a$normalized_cut)
    expect_identical(predict(b, x)[order], b$cluster)
  }
})

test_that("few neighbors at a chosen bandwidth: the kernel is not said to be cut", {
  x <- sample_moons(200, noise = 0.05, seed = 1)
  expect_no_warning(clusters <- cluster_spectral(x, 2, graph = "knn", seed = 1))
  expect_same_partition(clusters$cluster, moons_of(x))
})

test_that("the seed: the same bits again, and R's random numbers are left alone", {
  x <- sample_moons(150, noise = 0.1, seed = 1)
  state <- withr::with_seed(1, {
    before <- rng_state()
    one <- cluster_spectral(x, 2, seed = 7, assign = "kmeans")
    expect_identical(rng_state(), before)
    cluster_spectral(x, 2, bandwidth = 0.3)
    expect_identical(rng_state(), before)
  })
  expect_identical(cluster_spectral(x, 2, seed = 7, assign = "kmeans"), one)
})

test_that("clusters are numbered by first appearance, with the names of the rows", {
  x <- blobs(20)
  rownames(x) <- paste0("p", 1:100)
  clusters <- cluster_spectral(x[100:1, ], 5, bandwidth = 1)
  expect_identical(unique(unname(clusters$cluster)), 1:5)
  expect_type(clusters$cluster, "integer")
  expect_named(clusters$cluster, rownames(x)[100:1])
})

test_that("clusters are numbered by size, copies of rows included", {
  x <- blobs(20)
  x <- x[-(1:8), ]
  sizes <- table(cluster_spectral(x, 5, bandwidth = 1)$cluster)
  expect_identical(as.vector(sizes), c(20L, 20L, 20L, 20L, 12L))
  many <- rbind(x, x[rep(1:12, 3), ])
  clusters <- suppressMessages(cluster_spectral(many, 5, bandwidth = 1))
  expect_identical(tabulate(clusters$cluster), c(48L, 20L, 20L, 20L, 20L))
  expect_identical(tidy(clusters)$size, tabulate(clusters$cluster))
  expect_true(all(clusters$cluster[1:12] == 1L))
  expect_identical(unname(predict(clusters, x)), unname(clusters$cluster[1:92]))
})

test_that("Zachary's club parts into its factions but for one member", {
  skip_if_not_installed("igraph")
  clusters <- cluster_spectral(igraph::make_graph("Zachary"), 2)
  instructor <- c(1:9, 11:14, 17, 18, 20, 22)
  faction <- ifelse(1:34 %in% instructor, 1L, 2L)
  # Which faction is the larger, one member decides.
  expect_lte(min(table(clusters$cluster == faction), sum(clusters$cluster == faction)), 2L)
})

test_that("scale, na_action and k = n", {
  x <- as.data.frame(blobs(30))
  x$V2 <- 1000 * x$V2
  scaled <- cluster_spectral(x, 5, bandwidth = 0.2, scale = TRUE)
  expect_same_partition(scaled$cluster, rep(1:5, each = 30))
  expect_identical(predict(scaled, x), scaled$cluster)
  expect_equal(augment(scaled)$V2, x$V2)
  x$V1[[4]] <- NA
  expect_warning(
    omitted <- cluster_spectral(x, 5, bandwidth = 0.2, scale = TRUE, na_action = "omit"),
    class = "lapscale_warning_omitted"
  )
  expect_identical(which(is.na(omitted$cluster)), 4L)
  expect_identical(glance(omitted)$n, 149L)
  all <- cluster_spectral(blobs(2), 10, bandwidth = 1)
  expect_identical(all$cluster, 1:10)
})

test_that("arguments are refused", {
  skip_on_cran()
  x <- blobs(10)
  for (k in list(0, 1, 1.5, 51, NA, "many", NULL, c(2, 3))) {
    expect_fault(cluster_spectral(x, k, bandwidth = 1), "k")
  }
  expect_fault(cluster_spectral(x), "k", text = "missing")
  expect_fault(cluster_spectral(x, 2:4), "k", text = "compares 2, ..., `max_k`")
  expect_fault(cluster_spectral(x, 2, method = "njw"), "method")
  expect_fault(cluster_spectral(x, 2, assign = "lloyd"), "assign")
  expect_fault(cluster_spectral(x, 2, alpha = -1), "alpha")
  expect_fault(cluster_spectral(x, 2, n_starts = 0), "n_starts")
  expect_fault(cluster_spectral(x, 2, n_starts = 10001), "n_starts", text = "10000")
  expect_fault(cluster_spectral(x, "gap", max_k = 1, bandwidth = 1), "max_k")
  expect_lte(suppressMessages(cluster_spectral(x, "gap", max_k = 2, bandwidth = 1))$k, 2L)
  expect_fault(cluster_spectral(x, 2, n_neighbors = 50, bandwidth = 1), "n_neighbors")
  expect_fault(cluster_spectral(x, 2, n_neighbors = 5, graph = "dense"), "n_neighbors")
  expect_fault(cluster_spectral(x, 2, neighbours = 5), "neighbours")
  for (data in list(x, heat_graph(x, 1))) {
    meant <- expect_fault(cluster_spectral(data, 2, metod = "shi_malik"), "metod")
    expect_match(text_of(meant), "Did you mean `method`?", fixed = TRUE)
  }
  expect_fault(cluster_spectral(x, 2, seed = "a"), "seed")
  expect_fault(cluster_spectral("a", 2), "x")
  graph <- heat_graph(x, 1)
  expect_fault(cluster_spectral(graph, 2, bandwidth = 1), "bandwidth")
  expect_fault(cluster_spectral(graph, 2, n_neighbors = 5), "n_neighbors")
  expect_fault(cluster_spectral(graph, 2, scale = TRUE), "scale")
  expect_fault(cluster_spectral(dist(x), 2, "rec"), "x", text = "dist")
  expect_fault(cluster_spectral(dist(x), 2, bandwidth = 1, scale = TRUE), "scale")
})

test_that("a scaled bandwidth and local scales", {
  skip_on_cran()
  x <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  bw <- bw_gc(x, scale = TRUE, seed = 1)
  expect_fault(cluster_spectral(x, 2, bandwidth = bw), "scale = TRUE")
  scaled <- cluster_spectral(x, 2, bandwidth = bw, scale = TRUE)
  expect_identical(scaled$bandwidth, as.numeric(bw))
  local <- cluster_spectral(x, 2, local_scale = 7)
  expect_same_partition(local$cluster, cluster_spectral(x, 2, bandwidth = 0.25)$cluster)
  expect_identical(predict(local, x), local$cluster)
})

test_that("more clusters than different points are refused", {
  x <- rbind(cbind(1:4, 0), cbind(1:4, 0), c(4, 2))
  expect_fault(cluster_spectral(x, 6, bandwidth = 1), "k", text = "the 5 different rows")
  for (k in list(2, "gap")) {
    expect_fault(cluster_spectral(matrix(1, 9, 2), k, bandwidth = 1), "x", class = "no_scale")
    expect_fault(cluster_spectral(matrix(1, 9, 2), k), "x", class = "no_scale")
  }
  expect_identical(cluster_spectral(x, 5, bandwidth = 1)$cluster, c(1:4, 1:4, 5L))
})

test_that("clusters of a graph that is not stored are those of the stored graph", {
  skip_on_cran()
  x <- cbind(cpp_uniform(900, 1, 0), cpp_uniform(900, 2, 0))
  x[451:900, 1] <- x[451:900, 1] + 1.3
  stored <- cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)
  local_functions(list(min_matrix_free = 1e4))
  fit <- cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)
  expect_null(stored$settings$entries)
  expect_gt(fit$settings$entries, 1e4)
  expect_identical(fit$cluster, stored$cluster)
  expect_equal(fit$gaps, stored$gaps, tolerance = 1e-5)
  expect_equal(replace(tidy(fit), "pieces", 1L), tidy(stored))
  expect_identical(predict(fit, x[c(3, 800), ]), predict(stored, x[c(3, 800), ]))
  expect_output(print(fit), "million weights, not stored")
  # Its points are given back.
  expect_identical(cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)$cluster, fit$cluster)
})

test_that("clusters that cut a multiple eigenvalue are said to be arbitrary", {
  skip_on_cran()
  complete <- 1 - diag(6)
  cycle <- toeplitz(c(0, 1, rep(0, 17), 1))
  for (weights in list(complete, cycle)) {
    for (x in list(as_heat_graph(weights), Matrix::Matrix(weights, sparse = TRUE))) {
      for (method in names(cluster_methods)) {
        said <- conditions_of(cluster_spectral(x, 2, method = method))
        expect_identical(sum(said$classes == "lapscale_message_multiple"), 1L)
        expect_output(print(said$value), "Eigenvalues 2 and 3 are equal, so other clusters are as good")
      }
    }
  }
  angle <- 2 * pi * (1:60) / 60
  even <- cbind(cos(angle), sin(angle))
  expect_message(cluster_spectral(even, 2, bandwidth = 0.3), class = "lapscale_message_multiple")
  expect_message(cluster_spectral(dist(even), 2, bandwidth = 0.3),
                 class = "lapscale_message_multiple")
  # Of three the pair is complete; two moons have no multiple eigenvalue.
  moons <- sample_moons(120, noise = 0.05, seed = 1)
  quiet <- list(
    cluster_spectral(even, 3, bandwidth = 0.3), cluster_spectral(moons, 2, bandwidth = 0.3)
  )
  for (clusters in quiet) expect_no_match(capture.output(print(clusters)), "are equal")
  expect_no_message(cluster_spectral(even, 3, bandwidth = 0.3), class = "lapscale_message_multiple")
})

test_that("a cluster of a few points is warned of", {
  x <- withr::with_seed(1, rbind(matrix(rnorm(600), 300), cbind(c(40, 40.1), 0)))
  expect_condition_of(
    cluster_spectral(x, 2, bandwidth = 1, n_neighbors = 1), "warning_small_cluster",
    "only a few points"
  )
  y <- withr::with_seed(1, rbind(matrix(rnorm(200), 100), matrix(rnorm(100, 9), 50)))
  expect_no_warning(cluster_spectral(y, 2, bandwidth = 2))
})

test_that("the silhouette is greatest for the clusters that were drawn, rival gaps are named", {
  three <- withr::with_seed(1, do.call(rbind, lapply(1:3, function(at) {
    cbind(rnorm(60, 6 * at), rnorm(60, 3 * at^2))
  })))
  found <- quietly(cluster_spectral(three, "gap", bandwidth = 2))
  expect_identical(found$gaps$k[[which.max(found$gaps$silhouette)]], 3L)
  found$gaps$gap <- found$gaps$gap[[2]]
  found$components <- 180L
  expect_output(print(found), "other possible numbers of clusters \\(gap\\): 2")
})

test_that("the number of the largest gap is always among those that are printed", {
  found <- quietly(cluster_spectral(matrix(1:12, 6), "gap", max_k = 5))
  found$k <- 2L
  found$gaps <- data.frame(
    k = 2:6, eigenvalue = 0.1, next_eigenvalue = 0.1, gap = c(0.2, 0.1, 0.1, 0.5, 0.1), se = 0.01,
    silhouette = c(0.9, 0.8, 0.7, 0.1, 0.2), modularity = 0
  )
  expect_output(print(found), "3 \\(0.8\\), 4 \\(0.7\\); largest gap: 5 \\(0.5\\)\n")
  found$gaps$gap <- c(1, 0.86, 0.1, 0.1, 0.1)
  found$gaps$se <- c(0, 0.13, 0.1, 0.1, 0.1)
  expect_output(print(found), "other possible numbers of clusters \\(gap\\): 3 \\(0.86\\)\n")
  found$components <- c(3L, 3L)
  expect_output(print(found), "! inside the components .* clusters \\(gap\\): 3 \\(0.86\\)\n")
})

test_that("numbers of clusters and of neighbors are not taken for each other", {
  expect_fault(cluster_spectral(iris[1:4], 3, graph = "knn", k = 10), "k", text = "n_neighbors")
  expect_match(
    text_of(expect_warning(
      warn_small_clusters(c(1, 1, 2, rep(1, 97)), 2, list(rows = 1:100)),
      class = "lapscale_warning_small_cluster"
    )), "row 3.*default graph"
  )
})
