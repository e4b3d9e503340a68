test_that("H and G are the plain formulas; G has rank d", {
  skip_on_cran()
  x <- bent_strip()
  h <- 0.4
  f <- plain_matrix(embed_eigenmaps(x, 3, bandwidth = h))
  m <- metric_riemannian(f, heat_graph(x, h), d = 2)
  p <- oracle_walk(oracle_weights(x, h, oracle_graph_cutoff, self_loops = TRUE), 1)
  for (i in seq(1, 150, by = 13)) {
    steps <- sweep(f, 2, f[i, ])
    cometric <- 2 / h^2 * crossprod(steps, p[i, ] * steps)
    expect_equal(m$H[i, , ], cometric, tolerance = 1e-10)
    pairs <- eigen(cometric, symmetric = TRUE)
    top <- pairs$vectors[, 1:2]
    expect_equal(m$G[i, , ], top %*% diag(1 / pairs$values[1:2]) %*% t(top), tolerance = 1e-8)
    expect_equal(metric_stretch(m)[i, ], sqrt(pairs$values[1:2]), tolerance = 1e-8)
    expect_equal(metric_volume(m)[[i]], 1 / sqrt(prod(pairs$values[1:2])), tolerance = 1e-8)
  }
})

test_that("stereographic projection of the sphere: the metric in closed form, better with n", {
  skip_on_cran()
  error_at <- function(n, h) {
    x <- as.matrix(sample_sphere(n, seed = 1))
    f <- x[, 1:2] / (1 - x[, 3])
    m <- metric_riemannian(f, heat_graph(x, h), d = 2)
    low <- which(x[, 3] < 0.2)
    # dx = 2 / (1 + |f|^2) df: the map stretches by (1 + |f|^2) / 2 in every direction.
    truth <- (1 + rowSums(f[low, ]^2)) / 2
    mean(abs(metric_stretch(m)[low, ] / truth - 1))
  }
  coarse <- error_at(400, 0.5)
  fine <- error_at(4000, 0.25)
  expect_lt(fine, 0.1)
  expect_lt(fine, 0.7 * coarse)
})

# Mean error of H, in the Frobenius norm and relative, over rows.
cometric_error <- function(m, truth, rows) {
  off <- vapply(rows, function(i) norm(m$H[i, , ] - truth(i), "F") / norm(truth(i), "F"), 0)
  mean(off)
}

test_that("a stretched flat torus: H in closed form, better with n", {
  skip_on_cran()
  error_at <- function(n, h) {
    sample <- sample_flat_torus(n, seed = 1)
    angle <- attr(sample, "parameters")
    x <- as.matrix(sample)
    m <- metric_riemannian(x * rep(c(2, 2, 1, 1), each = n), heat_graph(x, h), d = 2)
    truth <- function(i) {
      tangents <- cbind(
        2 * c(-sin(angle[i, 1]), cos(angle[i, 1]), 0, 0),
        c(0, 0, -sin(angle[i, 2]), cos(angle[i, 2]))
      )
      tcrossprod(tangents)
    }
    cometric_error(m, truth, seq(1, n, by = 5))
  }
  coarse <- error_at(400, 0.7)
  fine <- error_at(4000, 0.4)
  expect_lt(fine, 0.15)
  expect_lt(fine, 0.7 * coarse)
})

test_that("a swiss roll unrolled by its angle: H in closed form, better with n", {
  skip_on_cran()
  error_at <- function(n, h) {
    sample <- sample_swiss_roll(n, seed = 1)
    p <- attr(sample, "parameters")
    m <- metric_riemannian(p[, c("t", "height")], heat_graph(sample, h), d = 2)
    ends <- range(p[, "t"])
    inside <- which(p[, "t"] > ends[[1]] + 0.5 & p[, "t"] < ends[[2]] - 0.5 &
                      p[, "height"] > 3 & p[, "height"] < 18)
    truth <- function(i) diag(c(1 / (1 + p[i, "t"]^2), 1))
    cometric_error(m, truth, inside)
  }
  coarse <- error_at(400, 4)
  fine <- error_at(6000, 1.6)
  expect_lt(fine, 0.15)
  expect_lt(fine, 0.7 * coarse)
})

test_that("a graph without self loops, or dense, gives the same metric", {
  x <- bent_strip()
  f <- x[, 1:2]
  want <- metric_riemannian(f, heat_graph(x, 0.4), 2)
  without <- metric_riemannian(f, heat_graph(x, 0.4, self_loops = FALSE), 2)
  expect_equal(without$H, want$H)
  dense <- metric_riemannian(f, heat_graph(x, 0.4, "dense"), 2)
  expect_lt(max(abs(dense$H - want$H)), 1e-3)
})

test_that("rows that are left out are NA, and may not be named", {
  x <- two_strips()
  e <- suppressWarnings(embed_isomap(x, 2, k = 5, components = "largest"))
  m <- metric_riemannian(e, suppressWarnings(heat_graph(x, 0.5)), 2)
  expect_true(all(is.na(m$H[61:100, , ])) && all(is.finite(m$H[1:60, , ])))
  expect_true(all(is.na(metric_distances(m, 1)[61:100])))
  expect_fault(metric_distances(m, 70), "from")
  expect_fault(metric_length(m, c(1, 70)), "path")
})

test_that("arguments are checked", {
  skip_on_cran()
  x <- bent_strip()
  e <- embed_isomap(x, 2, k = 10)
  graph <- heat_graph(x, 0.4)
  m <- metric_riemannian(e, graph, 2)
  for (d in list(0, 3, 1.5, NA)) expect_fault(metric_riemannian(e, graph, d), "d")
  expect_fault(metric_riemannian(e, graph), "d")
  expect_fault(metric_riemannian(e, heat_graph(x[1:80, ], 0.4), 2), "graph")
  expect_fault(metric_riemannian(e, x, 2), "graph")
  expect_fault(metric_riemannian(e, as_heat_graph(as.matrix(graph), values = "weights"), 2), "graph")
  expect_fault(metric_riemannian("a", graph, 1), "embedding")
  for (f in list(matrix(0, 150, 2), matrix(7, 150, 2))) {
    expect_fault(metric_riemannian(f, graph, 1), "embedding", text = "same at all points")
  }
  expect_fault(metric_stretch(e), "m")
  for (path in list(1, c(1, 151), c(1, 1.5), "a", c(1, NA))) {
    expect_fault(metric_length(m, path), "path")
  }
  expect_fault(metric_distances(m, 0), "from")
  expect_output(print(m), "dimension 2")
})

test_that("one row left out is said", {
  skip_on_cran()
  x <- rbind(bent_strip(60), c(9, 9, 9))
  graph <- suppressWarnings(heat_graph(x, 0.5))
  e <- suppressWarnings(embed_eigenmaps(graph, 2, components = "largest"))
  m <- metric_riemannian(e, graph, 2)
  expect_output(print(m), "\n  1 row of the data left out", fixed = TRUE)
  graph <- heat_graph(x[1:60, ], 0.5)
  whole <- metric_riemannian(embed_eigenmaps(graph, 2), graph, 2)
  expect_no_match(paste(utils::capture.output(print(whole)), collapse = " "), "left out")
})

test_that("ellipses are the unit circles of the metric, of one radius", {
  skip_on_cran()
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 10)
  m <- metric_riemannian(e, heat_graph(x, 0.5), 2)
  for (columns in list(1:2, c(3, 1))) {
    ellipses <- metric_ellipses(m, columns, 60)
    squares <- vapply(split(ellipses, ellipses$row), function(one) {
      at <- one$row[[1]]
      steps <- sweep(as.matrix(one[c("x", "y")]), 2, e$coordinates[at, columns])
      values <- rowSums(steps %*% solve(m$H[at, columns, columns]) * steps)
      expect_equal(values, rep(values[[1]], 33), ignore_attr = TRUE)
      values[[1]]
    }, 0)
    expect_length(squares, 60)
    expect_equal(squares, rep(squares[[1]], 60), ignore_attr = TRUE)
  }
})

test_that("tables: the points, the directions, the whole", {
  x <- two_strips()
  e <- suppressWarnings(embed_isomap(x, 2, k = 5, components = "largest"))
  m <- metric_riemannian(e, suppressWarnings(heat_graph(x, 0.5)), 2)
  table <- as.data.frame(m)
  expect_named(table, c(".embed1", ".embed2", "stretch1", "stretch2", "volume"))
  expect_identical(unname(as.matrix(table[3:4])), unname(metric_stretch(m)))
  expect_identical(is.na(table$volume), rep(c(FALSE, TRUE), c(60, 40)))
  expect_equal(tidy(m)$median, unname(apply(m$stretch[1:60, ], 2, stats::median)))
  expect_identical(glance(m)[c("n", "d")], data.frame(n = 60L, d = 2L))
  expect_fault(tidy(m, k = 1), "k")
})

test_that("without a graph it is that of the points at the bandwidth of bw_gc()", {
  x <- bent_strip()
  e <- embed_isomap(x, 2, k = 10)
  m <- expect_condition_of(metric_riemannian(e, d = 2), "message_graph")
  h <- as.numeric(bw_gc(x, seed = 0))
  expect_equal(m$H, metric_riemannian(e, heat_graph(x, h), d = 2)$H)
  expect_fault(metric_riemannian(as.matrix(e), d = 2), "graph")
  expect_fault(metric_riemannian(e), "d")
})

test_that("the metric of local scales is that of its definition", {
  x <- withr::with_seed(1, normal_points(60, 2))
  f <- cbind(x[, 1] + x[, 2]^2 / 4, x[, 2])
  graph <- heat_graph(x, 1.2, type = "dense", local_scale = 8)
  d <- graph$own_scales$dimension
  dense <- oracle_local(x, 1.2, 8, 1, d, self_loops = TRUE)
  h <- lapply(1:60, function(i) {
    step <- f - rep(f[i, ], each = 60)
    2 / (1.2 * dense$scale[[i]])^2 * crossprod(step, dense$walk[i, ] * step)
  })
  m <- metric_riemannian(f, graph, 2)
  for (i in c(1, 17, 60)) {
    expect_equal(m$H[i, , ], h[[i]], tolerance = 1e-10)
    expect_equal(m$G[i, , ], solve(h[[i]]), tolerance = 1e-8)
  }
  # Lengths are in the unit of x: the plane has the metric of the identity, whatever the density.
  flat <- metric_riemannian(x, graph, 2)
  expect_equal(stats::median(flat$stretch), 1, tolerance = 0.15)
  expect_equal(metric_riemannian(x, heat_graph(8 * x, 1.2, "dense", local_scale = 8), 2)$stretch,
               flat$stretch / 8, tolerance = 1e-10)
  turn <- qr.Q(qr(withr::with_seed(2, normal_points(2, 2))))
  expect_equal(metric_riemannian(f, heat_graph(x %*% turn, 1.2, "dense", local_scale = 8), 2)$G, m$G,
               tolerance = 1e-8)
  expect_identical(metric_riemannian(f, graph, 2, n_threads = 1), metric_riemannian(f, graph, 2))
  # Whole weights are copies.
  twice <- rep(1:2, 30)
  rows <- rep(1:60, twice)
  counted <- heat_graph(x, 1.2, "dense", local_scale = 8, self_loops = TRUE, weights = twice)
  copied <- quietly(heat_graph(x[rows, ], 1.2, "dense", local_scale = 8, self_loops = TRUE))
  expect_equal(metric_riemannian(f, counted, 2)$H[rows, , ],
               metric_riemannian(f[rows, ], copied, 2)$H, tolerance = 1e-10)
})
