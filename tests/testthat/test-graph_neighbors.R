cloud <- function(n = 400, p = 4) matrix(cpp_uniform(n * p, 3, 0), n)

# n x (k + 1) rows, nearest first, the point itself among them.
all_neighbors <- function(x, k) t(apply(as.matrix(dist(x)), 1, order))[, seq_len(k + 1)]

knn <- function(x, ...) heat_graph(x, 0.4, type = "knn", k = 6, ...)

test_that("lists of the nearest give the graph of the exact search, to the last bit", {
  skip_on_cran()
  x <- cloud()
  exact <- knn(x)
  index <- all_neighbors(x, 6)
  ways <- list(
    index, index[, -1], list(idx = index), list(nn.index = index[, -1], nn.dist = 1),
    list(index = as.data.frame(index)), as.data.frame(index), all_neighbors,
    function(x, k) list(id = all_neighbors(x, k)[, -1]), all_neighbors(x, 9)
  )
  for (way in ways) {
    graph <- knn(x, neighbors = way)
    expect_identical(graph$weights, exact$weights)
    expect_identical(graph$recall, 1)
  }
  mutual <- knn(x, neighbors = index, symmetry = "mutual", self_loops = FALSE, cutoff = 1)
  expect_identical(
    mutual$weights, knn(x, symmetry = "mutual", self_loops = FALSE, cutoff = 1)$weights
  )
})

test_that("approximate searches find nearly all, the same ones on any number of threads", {
  skip_on_cran()
  x <- cloud(800, 8)
  exact <- knn(x)
  for (way in c(hnsw = "RcppHNSW", descent = "rnndescent")) skip_if_not_installed(way)
  for (way in c("hnsw", "descent")) {
    set.seed(7)
    before <- .Random.seed
    graph <- knn(x, neighbors = way)
    expect_identical(.Random.seed, before)
    expect_gt(graph$recall, 0.98)
    expect_gt(sum(graph$weights > 0 & exact$weights > 0) / sum(exact$weights > 0), 0.98)
    expect_identical(knn(x, neighbors = way, n_threads = 2)$weights, graph$weights)
    expect_output(print(graph), paste0("by ", way, ", recall"))
    expect_identical(glance(graph)$neighbors, way)
    expect_identical(glance(graph)$recall, graph$recall)
  }
})

test_that("sparse points are searched as well", {
  skip_if_not_installed("RcppHNSW")
  local_functions(list(few_bytes = 2^16))
  at <- cbind(rep(seq_len(300), 4), 1 + floor(cpp_uniform(1200, 1, 0) * 500))
  x <- Matrix::sparseMatrix(at[, 1], at[, 2], x = cpp_uniform(1200, 2, 0), dims = c(300, 500))
  expect_true(stays_sparse(x, "x"))
  graphs <- lapply(list(x, as.matrix(x)), heat_graph, 1, "knn", k = 5, neighbors = "hnsw")
  expect_equal(graphs[[1]]$weights, graphs[[2]]$weights, tolerance = 1e-12)
  expect_identical(graphs[[1]]$recall, graphs[[2]]$recall)
})

test_that("data far from 0 and of any size are searched as well", {
  skip_on_cran()
  skip_if_not_installed("RcppHNSW")
  x <- cloud(300)
  for (moved in list(x * 1e-30, x * 1e30, x + 1e6)) {
    scale <- max(apply(moved, 2, function(column) diff(range(column))))
    graph <- heat_graph(moved, scale, type = "knn", k = 6, neighbors = "hnsw")
    expect_gt(graph$recall, 0.98)
  }
})

test_that("duplicates may hide a point from its own list", {
  skip_on_cran()
  skip_if_not_installed("RcppHNSW")
  x <- rbind(matrix(0, 10, 2), cloud(60, 2))
  # Lists of an approximate search are those of rows, not of places.
  expect_identical(knn(x, neighbors = "hnsw")$recall, 1)
})

test_that("the recall is the share of the nearest that the graph has", {
  x <- cloud(120)
  index <- all_neighbors(x, 12)[, -1]
  half <- cbind(index[, 1:3], index[, 7:9])
  of <- row(index[, 1:6])
  for (symmetry in c("union", "mutual")) {
    graph <- knn(x, neighbors = half, symmetry = symmetry, self_loops = FALSE)
    share <- mean(as.matrix(graph)[cbind(as.vector(of), as.vector(index[, 1:6]))] > 0)
    expect_equal(graph$recall, share)
    expect_identical(glance(graph)$recall, graph$recall)
    expect_output(print(graph), paste("as given, recall", signif(share, 4)))
  }
})

test_that("points as near as the k-th of given lists are neighbors if they are listed", {
  grid <- as.matrix(expand.grid(1:6 + 0, 1:5 + 0))
  exact <- knn(grid)
  expect_identical(knn(grid, neighbors = all_neighbors(grid, 29))$weights, exact$weights)
  # Nearest first or not.
  expect_identical(knn(grid, neighbors = all_neighbors(grid, 29)[, 30:1])$weights, exact$weights)
  cut <- knn(grid, neighbors = all_neighbors(grid, 6))
  expect_lt(sum(cut$weights > 0), sum(exact$weights > 0))
  expect_lt(cut$recall, 1)
  skip_if_not_installed("RcppHNSW")
  expect_identical(knn(grid, neighbors = "hnsw")$weights, exact$weights)
  skip_if_not_installed("rnndescent")
  expect_identical(knn(grid, neighbors = "descent")$weights, exact$weights)
})

test_that("embeddings and learning take any way", {
  skip_on_cran()
  x <- cloud(300, 3)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.5, graph = "knn", k = 8, neighbors = all_neighbors)
  expect_identical(
    as.matrix(e), as.matrix(embed_eigenmaps(x, 2, bandwidth = 0.5, graph = "knn", k = 8))
  )
  expect_output(print(e), "as given, recall 1")
  expect_identical(glance(e)$recall, 1)
  y <- replace(rep(c("a", "b"), 150), -(1:30), NA)
  fit <- ssl_harmonic(x, y, bandwidth = 0.5, graph = "knn", k = 8, neighbors = all_neighbors)
  plain <- ssl_harmonic(x, y, bandwidth = 0.5, graph = "knn", k = 8)
  expect_identical(fitted(fit), fitted(plain))
  expect_identical(predict(fit, x[1:5, ] + 0.1), predict(plain, x[1:5, ] + 0.1))
  expect_output(print(fit), "recall 1")
  expect_identical(glance(fit)$recall, 1)
  expect_identical(glance(plain)$recall, NA_real_)
  part <- embed_diffusion(x, 2, bandwidth = 0.5, graph = "knn", k = 8, landmarks = 100,
                          neighbors = all_neighbors)
  expect_identical(glance(part)$recall, 1)
})

test_that("the bandwidth is chosen over all pairs where the neighbors are not searched exactly", {
  skip_on_cran()
  x <- cloud(200, 2)
  graph <- heat_graph(x, type = "knn", k = 10, neighbors = all_neighbors, seed = 1)
  expect_identical(graph$bandwidth, as.double(bw_gc(x, seed = 1)))
})

test_that("glance() of a graph is a row", {
  x <- cloud(100)
  row <- glance(knn(x))
  expect_identical(row[c("n", "type", "k", "neighbors", "recall")],
                   data.frame(n = 100L, type = "knn", k = 6L, neighbors = "exact", recall = 1))
  expect_identical(glance(heat_graph(x, 0.4))$neighbors, NA_character_)
})

test_that("what is no list of neighbors is refused", {
  skip_on_cran()
  x <- cloud(50)
  index <- all_neighbors(x, 6)
  wrong <- list(
    "magic", 5, NULL, NA, c("hnsw", "exact"), list(a = 1), list(idx = "a"), index[, 1:6],
    index[1:10, ], replace(index[, -1], 7, 0), replace(index[, -1], 7, NA),
    replace(index[, -1], 7, 51), replace(index[, -1], 7, 1.5),
    cbind(index[, 2:6], index[, 2]), cbind(index[, 1], index[, 1], index[, 2:6]),
    function(x, k) "a", function(x, k) index[1:10, ]
  )
  for (way in wrong) {
    expect_error(knn(x, neighbors = way), "`neighbors`", class = "lapscale_error_argument")
  }
  expect_error(heat_graph(x, 0.4, neighbors = "hnsw"), "`graph` = \"knn\"",
               class = "lapscale_error_argument")
  y <- replace(rep(c("a", "b"), 25), -(1:10), NA)
  expect_error(ssl_harmonic(x, y, bandwidth = 0.5, neighbors = "hnsw"), "`graph` = \"knn\"",
               class = "lapscale_error_argument")
})

test_that("a search that takes long says so", {
  expect_silent(inform_of_search_time(59, 100, 5))
  expect_message(inform_of_search_time(61, 100000L, 5),
                 "5 nearest neighbors of 100,000 points take about 61 seconds",
                 class = "lapscale_message_time")
  expect_message(inform_of_search_time(3600 * 4.2, 1e6, 5), "4.2 hours",
                 class = "lapscale_message_time")
})

# Lines of few parameters in many columns: the search is in their principal axes.
test_that("neighbors in many columns are those that plain R finds, in parts and at once", {
  set.seed(7)
  x <- matrix(rnorm(4200 * 3), 4200) %*% matrix(rnorm(3 * 40), 3) + rnorm(4200 * 40, sd = 0.05)
  x[4200, ] <- x[1, ]
  runtime <- new_runtime(2L, FALSE)
  handle <- acquire_points(x, runtime)
  found <- nearest_lists(handle, 6L, runtime)
  parts <- lapply(0:4, function(part) cpp_nearest_part(handle, 6L, part, 5L, runtime))
  rows <- unlist(lapply(parts, `[[`, "row"))
  index <- split(unlist(lapply(parts, `[[`, "index")),
                 rep(rows, unlist(lapply(parts, `[[`, "size"))))
  expect_identical(unname(index), unname(split(found$index, list_rows(found))))
  for (i in c(1L, 77L, 4200L)) {
    sq_dist <- colSums((t(x) - x[i, ])^2)
    own <- lists_of_points(found, i)
    expect_identical(own$index, setdiff(order(sq_dist), i)[1:6])
    expect_equal(own$distance * cpp_unit(handle), sqrt(sq_dist[own$index]), tolerance = 1e-14)
  }
  expect_gt(cpp_nearest_seconds(handle, 6L, c(1L, 3L), 8L, runtime), 0)
  cpp_release(handle)
})

test_that("an error of a function that finds neighbors names the argument", {
  x <- cloud(50)
  expect_fault(knn(x, neighbors = function(x, k) stop("no index")), "neighbors",
               text = "`neighbors` failed: no index")
  expect_fault(knn(x, neighbors = function(x) x), "neighbors", text = "unused argument")
})
