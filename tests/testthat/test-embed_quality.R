# Trustworthiness by its definition; continuity is that of the two spaces exchanged.
oracle_trust <- function(x, y, k) {
  ranks <- function(z) {
    sq <- sq_distances_of(z)
    diag(sq) <- -1
    t(apply(sq, 1, rank)) - 1
  }
  rank_x <- ranks(x)
  rank_y <- ranks(y)
  n <- nrow(x)
  intruders <- rank_y >= 1 & rank_y <= k & rank_x > k
  1 - 2 / (n * k * (2 * n - 3 * k - 1)) * sum((rank_x - k)[intruders])
}

test_that("trustworthiness, continuity and shared neighbors are the plain formulas", {
  x <- normal_points(60, 4)
  y <- x[, 1:2]
  for (k in c(1, 5, 12)) {
    q <- embed_quality(y, x, k = k)
    expect_equal(q$trustworthiness, oracle_trust(x, y, k))
    expect_equal(q$continuity, oracle_trust(y, x, k))
    near <- function(z) oracle_nearest_lists(z, k)
    shared <- mapply(function(a, b) length(intersect(a, b)) / k,
                     split(near(x), 1:60), split(near(y), 1:60))
    expect_equal(q$shared_neighbors, mean(shared))
  }
})

test_that("the data themselves are perfect; a reshuffled embedding is not", {
  x <- bent_strip()
  same <- embed_quality(3 * x, x)
  expect_equal(c(same$trustworthiness, same$continuity, same$distance_correlation), c(1, 1, 1))
  mixed <- embed_quality(x[withr::with_seed(1, sample(150)), ], x)
  expect_lt(mixed$trustworthiness, 0.7)
  expect_lt(abs(mixed$geodesic_correlation), 0.3)
})

test_that("geodesic correlation and stress follow Floyd and Warshall", {
  x <- as.matrix(sample_swiss_roll(100, seed = 1))
  e <- embed_isomap(x, 2, k = 8)
  geodesic <- oracle_geodesics(x, 8)
  pairs <- upper.tri(geodesic)
  embedded <- sqrt(sq_distances_of(plain_matrix(e)))
  q <- embed_quality(e, x, k = 8)
  expect_equal(q$geodesic_correlation, stats::cor(embedded[pairs], geodesic[pairs]))
  scale <- sum(embedded * geodesic) / sum(embedded^2)
  expect_equal(q$stress, sqrt(sum((geodesic - scale * embedded)^2) / sum(geodesic^2)))
})

test_that("labels, samples of points and rows left out", {
  x <- two_strips()
  q <- embed_quality(x, x, labels = rep(c("a", "b"), c(60, 40)))
  expect_equal(q$neighborhood_hit, 1)
  expect_equal(embed_quality(x, x, n_points = 20, seed = 1)$n_points, 20)
  e <- suppressWarnings(embed_isomap(x, 2, k = 10, components = "largest"))
  expect_equal(embed_quality(e, x)$n, 60)
  expect_equal(embed_quality(e, x)$trustworthiness,
               embed_quality(as.matrix(e)[1:60, ], x[1:60, ])$trustworthiness)
  expect_output(print(q), "trustworthiness")
  # 60 and 40 points, joined within only: pairs across have no path and count nowhere.
  expect_equal(q$no_path, 2 * 60 * 40 / (100 * 99))
  sq <- sqrt(sq_distances_of(x))
  within <- outer(1:100 <= 60, 1:100 <= 60, "==") & upper.tri(sq)
  other <- x^3
  expect_equal(embed_quality(other, x)$distance_correlation,
               cor(sq[within], sqrt(sq_distances_of(other))[within]))
  expect_output(print(q), "no path")
  expect_equal(embed_quality(e, x)$no_path, 0)
  expect_equal(nrow(as.data.frame(q)), 1)
})

test_that("arguments are checked", {
  skip_on_cran()
  x <- bent_strip(40)
  expect_fault(embed_quality(x, x[1:20, ]), "x")
  for (k in list(0, 20, 1.5, NA)) expect_fault(embed_quality(x, x, k = k), "k")
  expect_fault(embed_quality(x, x, labels = 1:3), "labels")
  expect_fault(embed_quality("a", x), "e")
  expect_fault(embed_quality(x, x, n_points = 41), "n_points")
  for (e in list(0 * x, 0 * x + 3)) expect_fault(embed_quality(e, x), "e", "no_scale")
  expect_fault(tidy(embed_quality(x, x), k = 1), "k")
})

test_that("the reconstruction error is that of the mean of the nearest in the embedding", {
  x <- normal_points(60, 4)
  y <- x[, 1:2]
  mean_x <- colMeans(x)
  for (k in c(1, 5, 12)) {
    near <- matrix(oracle_nearest_lists(y, k), 60)
    missed <- spread <- 0
    for (i in 1:60) {
      rebuilt <- colMeans(x[near[i, ], , drop = FALSE])
      missed <- missed + sum((x[i, ] - rebuilt)^2)
      spread <- spread + sum((x[i, ] - mean_x)^2)
    }
    expect_equal(embed_quality(y, x, k = k)$reconstruction_error, missed / spread)
    expect_equal(embed_quality(1e150 * y, 1e200 * x, k = k)$reconstruction_error, missed / spread)
  }
  strip <- bent_strip()
  expect_lt(embed_quality(strip, strip)$reconstruction_error, 0.1)
  mixed <- strip[withr::with_seed(1, sample(150)), ]
  expect_gt(embed_quality(mixed, strip)$reconstruction_error, 0.8)
})

test_that("only the points looked at count, for labels too", {
  x <- normal_points(60, 4)
  labels <- rep(c("a", "b"), 30)
  seen <- draw_points(x, 7, 1)
  q <- embed_quality(x, x, k = 5, labels = labels, n_points = 7, seed = 1)
  near <- oracle_nearest_lists(x, 5)
  expect_equal(q$neighborhood_hit, mean(labels[near[seen, ]] == labels[seen]))
})

test_that("tables of measures", {
  q <- embed_quality(bent_strip(40), bent_strip(40), k = 5)
  expect_identical(glance(q)[names(as.data.frame(q))], as.data.frame(q))
  expect_identical(tidy(q)$measure, setdiff(names(q), c("no_path", "k", "n", "n_points")))
  expect_identical(tidy(q)$value[[1]], q$trustworthiness)
  expect_output(print(q), "reconstruction error")
})

test_that("the points that a fit keeps are taken where none are given", {
  skip_on_cran()
  x <- bent_strip(80)
  x[5, ] <- NA
  fits <- list(
    embed_isomap(bent_strip(80), 2, k = 8),
    suppressWarnings(embed_lle(x, 2, k = 8, na_action = "omit")),
    embed_kpca(bent_strip(80), 2, "linear")
  )
  given <- list(bent_strip(80), x, bent_strip(80))
  for (i in 1:3) expect_identical(embed_quality(fits[[i]]), embed_quality(fits[[i]], given[[i]]))
  scaled <- embed_eigenmaps(bent_strip(80), 2, bandwidth = 1, scale = TRUE)
  expect_equal(embed_quality(scaled), embed_quality(scaled, bent_strip(80)))
  strips <- two_strips()
  each <- embed_isomap(strips, 2, k = 8, components = "each")
  expect_identical(embed_quality(each), embed_quality(each, strips))
  graph <- heat_graph(bent_strip(80), 1)
  graph$points <- NULL
  bare <- embed_eigenmaps(graph, 2)
  few <- suppressWarnings(embed_eigenmaps(bent_strip(80), 2, bandwidth = 1, landmarks = 40))
  for (e in list(bare, few, strips)) expect_fault(embed_quality(e), "x", text = "must be given")
})

test_that("neighborhoods are of 10 points unless told", {
  x <- normal_points(40, 3)
  expect_identical(embed_quality(x[, 1:2], x), embed_quality(x[, 1:2], x, k = 10))
})

test_that("points that are tied share their ranks: moved, turned and rescaled data are perfect", {
  skip_on_cran()
  lattice <- as.matrix(expand.grid(0:5 + 0, 0:5 + 0))
  coarse <- withr::with_seed(3, matrix(sample(1:4, 240, TRUE) + 0, 80))
  for (x in list(lattice, coarse, lattice[rep(1:36, 2), ])) {
    moved <- list(
      0.1 * x, x + 1 / 3, x %*% random_rotation(ncol(x), 1), as.data.frame(0.7 * x),
      x[, rev(seq_len(ncol(x)))]
    )
    for (k in c(3, 4, 7)) {
      for (y in moved) {
        quality <- embed_quality(as.matrix(y), x, k = k)
        measures <- unlist(quality[c("trustworthiness", "continuity", "shared_neighbors")])
        expect_equal(unname(measures), c(1, 1, 1), tolerance = 1e-12)
      }
    }
  }
  # Nothing is told of an embedding that puts all points equally far.
  quality <- embed_quality(diag(36), lattice, k = 4)
  expect_gt(quality$trustworthiness, 0)
  expect_lt(quality$trustworthiness, 0.9)
  expect_gt(quality$shared_neighbors, 4 / 36)
  expect_lt(quality$shared_neighbors, 0.2)
})

test_that("a sparse symmetric matrix with a negative entry is no table of points", {
  signed <- Matrix::sparseMatrix(
    i = c(1, 2, 3, 1), j = c(2, 3, 4, 4), x = c(1, 1, 1, -1), dims = c(4, 4), symmetric = TRUE
  )
  expect_fault(embed_quality(cbind(1:4), signed, k = 1), "x", text = "negative")
})

test_that("ranks that are counted are those of sorted distances, tied or not", {
  grid <- as.matrix(expand.grid(1:7, 1:7)) + 0
  for (x in list(normal_points(49, 4), grid, grid[rep(1:7, 7), ])) {
    y <- unname(cbind(x[, 1], x[, 2]^2 / 5))
    quality <- quietly(embed_quality(y, x, k = 5))
    share <- function(z) {
      d <- round(as.matrix(stats::dist(z)), 9)
      t(vapply(seq_len(49), function(i) {
        others <- replace(d[i, ], i, Inf)
        limit <- sort(others)[[5]]
        nearer <- others < limit
        nearer + (others == limit) * (5 - sum(nearer)) / sum(others == limit)
      }, numeric(49)))
    }
    rank_of <- function(z) {
      d <- round(as.matrix(stats::dist(z)), 9)
      t(vapply(seq_len(49), function(i) {
        others <- replace(d[i, ], i, Inf)
        vapply(others, function(one) 1 + sum(others < one), 0)
      }, numeric(49)))
    }
    worst <- 5 * (2 * 49 - 3 * 5 - 1) / 2
    excess <- function(near, other) mean(rowSums(near * pmax(other - 5, 0) * (near > 0))) / worst
    expect_equal(quality$trustworthiness, 1 - excess(share(y), rank_of(x)), tolerance = 1e-12)
    expect_equal(quality$continuity, 1 - excess(share(x), rank_of(y)), tolerance = 1e-12)
    expect_equal(quality$shared_neighbors, mean(rowSums(pmin(share(x), share(y)))) / 5,
                 tolerance = 1e-12)
  }
  expect_fault(embed_quality(matrix(NA_real_, 20, 2), normal_points(20, 2)), "e")
})

test_that("each known measure is a bar, by plot() and by ggplot2", {
  x <- normal_points(40, 3)
  quality <- embed_quality(x[, 1:2], x, k = 5)
  drawn <- picture(quality)$panels[[1]]
  names <- drawn$layers[[3]]$data$text
  measures <- tidy(quality)
  measures <- measures$measure[is.finite(measures$value)]
  expect_length(names, length(measures))
  expect_true(all(startsWith(names, gsub("_", " ", measures))))
  expect_false(any(grepl("hit", names)))
  file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(file)
  plot(quality)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(quality), "ggplot")
})

test_that("a measure has a bar of its length, errors another color", {
  x <- sample_swiss_roll(80, seed = 1)
  quality <- embed_quality(embed_isomap(x, 2, k = 8), x)
  drawn <- picture(quality)
  expect_drawn(drawn)
  table <- tidy(quality)
  table <- table[is.finite(table$value), ]
  bars <- layer_of(drawn, "line")
  ends <- bars[bars$x != 0, ]
  expect_identical(ends$x, table$value[table$value != 0])
  measures <- table$measure[table$value != 0]
  errors <- measures %in% c("stress", "reconstruction_error", "data_error")
  expect_identical(ends$colour == choice_colour, errors)
})

test_that("paths of many points lead through some of them, in any order of the rows", {
  skip_on_cran()
  roll <- sample_swiss_roll(4500, seed = 1)
  x <- unname(as.matrix(roll))[, 1:3]
  y <- unname(as.matrix(attr(roll, "parameters")))[, 1:2]
  quality <- embed_quality(y, x, seed = 1)
  # Of a strip without holes all lengths are known.
  expect_gt(quality$geodesic_correlation, 0.9999)
  expect_lt(quality$stress, 0.02)
  expect_identical(quality$no_path, 0)
  order <- withr::with_seed(1, sample(4500))
  expect_equal(unclass(embed_quality(y[order, ], x[order, ], seed = 1)), unclass(quality),
               tolerance = 1e-10)
})

test_that("the points may be a point set", {
  x <- bent_strip(60)
  p <- point_set(x, scale = TRUE)
  e <- embed_isomap(p, 2, k = 10)
  expect_equal(embed_quality(e, p), embed_quality(e, x), ignore_attr = TRUE)
})

test_that("the tables of common coordinates are compared side by side", {
  a <- withr::with_seed(1, matrix(rnorm(120), 60))
  b <- cbind(a[, 1], withr::with_seed(2, rnorm(60)))
  e <- quietly(embed_common(a, b, bandwidth = 1))
  expect_equal(unclass(embed_quality(e))[1:7], unclass(embed_quality(e, cbind(a, b)))[1:7])
})

test_that("distances are compared as the points that they are of", {
  x <- matrix(cpp_uniform(240, 3, 0), 60)
  e <- embed_layout(x)
  of_distances <- function(quality) {
    quality[c("reconstruction_error", "data_error")] <- NA_real_
    glance(quality)
  }
  quality <- of_distances(embed_quality(as.matrix(e), x, k = 5))
  expect_equal(of_distances(embed_quality(as.matrix(e), dist(x), k = 5)), quality)
  # A layout has its points in another order.
  expect_equal(of_distances(embed_quality(embed_layout(dist(x)), k = 5)), quality)
  expect_false(any(grepl("NA", capture.output(print(embed_quality(e, dist(x), k = 5))))))
  expect_fault(embed_quality(e, dist(x[1:9, ])), "x", text = "60 points")
})
