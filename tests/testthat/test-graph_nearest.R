# Points whose distances are tied: the rule is that all points at the distance of the k-th neighbor
# are neighbors, in any order of the rows. Points at one place count as one, and are neighbors.

lattice <- function(side = 6L) as.matrix(expand.grid(seq_len(side) + 0, seq_len(side) + 0))

tied_points <- function() {
  # As in a survey: codes 1 to 4, with rows that are equal.
  coarse <- withr::with_seed(3, matrix(sample(1:4, 240, TRUE) + 0, 80))
  list(
    lattice = lattice(),
    turned = lattice() %*% random_rotation(2, 1),
    many_columns = cbind(lattice(), 0) %*% random_rotation(3, 2)[, c(1:3, 1:3, 1:3)],
    repeated = lattice(4)[rep(1:16, c(1:8, 8:1)), ],
    coarse = coarse,
    simplex = diag(12)
  )
}

orders_of <- function(n) {
  list(rev(seq_len(n)), withr::with_seed(1, sample(n)), withr::with_seed(2, sample(n)))
}

# The definition, from the distances: which points are neighbors of which.
oracle_nearest <- function(x, k) {
  distance <- unname(as.matrix(dist(x)))
  place <- !duplicated(round(x, 9))
  kth <- apply(distance[, place], 1, function(d) c(sort(d[d > 1e-9]), Inf)[[k]])
  diag(distance) <- Inf
  distance <= kth * (1 + 1e-9)
}

quietly <- function(expr) suppressWarnings(suppressMessages(expr))

test_that("neighbors are all points at the distance of the k-th, whatever form the points have", {
  skip_on_cran()
  for (x in tied_points()) {
    forms <- list(x, as.data.frame(x), Matrix::Matrix(x[, c(seq_len(ncol(x)), 1)], sparse = TRUE))
    forms[[3]] <- forms[[3]][, seq_len(ncol(x))]
    for (k in c(1L, 3L, 5L, 7L)) {
      near <- oracle_nearest(x, k)
      for (symmetry in c("union", "mutual")) {
        wanted <- if (symmetry == "union") near | t(near) else near & t(near)
        graph_of <- function(x) {
          graph <- quietly(heat_graph(x, 1, "knn", k = k, symmetry = symmetry, self_loops = FALSE))
          unname(as.matrix(graph)) > 0
        }
        for (form in c(if (!isSymmetric(unname(x))) forms, list(dist(x)))) {
          expect_identical(graph_of(form), wanted)
        }
      }
    }
  }
})

test_that("graphs, embeddings and quality do not depend on the order of the rows", {
  skip_on_cran()
  results <- list(
    knn = function(x) as.matrix(heat_graph(x, 1, "knn", k = 5)),
    mutual = function(x) as.matrix(heat_graph(x, 1, "knn", k = 3, symmetry = "mutual")),
    radius = function(x) as.matrix(heat_graph(x, 0.1, k = 5)),
    local = function(x) as.matrix(heat_graph(x, type = "knn", k = 5, local_scale = 7)),
    distances = function(x) as.matrix(heat_graph(dist(x), 1, "knn", k = 5)),
    paths = function(x) {
      as.matrix(dist(as.matrix(embed_isomap(x, 10, k = 5, components = "connect"))))
    },
    of_dist = function(x) {
      as.matrix(dist(as.matrix(embed_isomap(dist(x), 10, k = 7, components = "largest"))))
    }
  )
  for (x in tied_points()[c("lattice", "turned", "many_columns", "repeated", "coarse")]) {
    for (name in names(results)) {
      first <- unname(quietly(results[[name]](x)))
      for (order in orders_of(nrow(x))) {
        other <- unname(quietly(results[[name]](x[order, ])))
        expect_equal(other, first[order, order], tolerance = 1e-8, info = name)
      }
    }
    numbers <- list(
      quality = function(x) {
        y <- x[, 1:2] + sin(3 * x[, c(2, 1)])
        unlist(tidy(embed_quality(y, x, k = 5))$value)
      },
      lle = function(x) embed_lle(x, 2, k = 5)$eigenvalues,
      modified = function(x) embed_lle(x, 2, k = 7, method = "modified")$eigenvalues,
      hessian = function(x) embed_lle(x, 2, k = 8, method = "hessian")$eigenvalues,
      ltsa = function(x) embed_ltsa(x, 2, k = 8)$eigenvalues,
      report = function(x) tidy(bw_report(1, x, seed = 1))$value,
      gc = function(x) as.numeric(bw_gc(x, d = 1, graph = "knn", k = 5, seed = 1))
    )
    for (name in names(numbers)) {
      first <- quietly(numbers[[name]](x))
      for (order in orders_of(nrow(x))) {
        expect_equal(quietly(numbers[[name]](x[order, ])), first, tolerance = 1e-6, info = name)
      }
    }
  }
})

test_that("learners and predictions do not depend on the order of the rows", {
  skip_on_cran()
  new <- lattice(4) + 0.5
  learners <- list(
    ssl_harmonic = ssl_harmonic, ssl_eigenmaps = ssl_eigenmaps, ssl_iterated = ssl_iterated,
    ssl_poisson = ssl_poisson, ssl_laprls = ssl_laprls, ssl_lapsvm = ssl_lapsvm
  )
  # The eigenvalues of a square come in pairs.
  wide <- lattice() %*% diag(c(1, 1.7))
  for (x in list(wide, wide %*% random_rotation(2, 1), tied_points()$repeated)) {
    labelled <- which(!duplicated(x))[c(1, 3, 6, 8, 11, 13)]
    y <- replace(rep(NA, nrow(x)), labelled, rep(c("a", "b"), 3))
    for (learn in learners) {
      fit <- quietly(learn(x, y, bandwidth = 1, graph = "knn", k = 5, seed = 1))
      first <- predict(fit, type = "score")
      away <- quietly(predict(fit, new, type = "score"))
      for (order in orders_of(nrow(x))) {
        other <- quietly(learn(x[order, ], y[order], bandwidth = 1, graph = "knn", k = 5, seed = 1))
        expect_equal(predict(other, type = "score"), first[order, ], tolerance = 1e-6)
        expect_equal(quietly(predict(other, new, type = "score")), away, tolerance = 1e-6)
      }
    }
  }
})

test_that("new points are placed by all of their neighbors, in any order of the rows", {
  skip_on_cran()
  new <- rbind(lattice(4) + 0.5, lattice(3))
  x <- lattice()[, 1:2] %*% diag(c(1, 1.7))
  fits <- list(
    isomap = function(x) embed_isomap(x, 2, k = 5),
    radius = function(x) embed_isomap(x, 2, radius = 2.1),
    lle = function(x) embed_lle(x, 2, k = 6),
    spectral = function(x) embed_eigenmaps(x, 2, bandwidth = 1, graph = "knn", k = 5)
  )
  for (name in names(fits)) {
    first <- predict(fits[[name]](x), new)
    for (order in orders_of(36)) {
      other <- predict(fits[[name]](x[order, ]), new)
      sign <- rep(sign(colSums(other * first)), each = nrow(new))
      expect_equal(sign * other, first, tolerance = 1e-6, info = name)
    }
  }
})

test_that("a lattice and its rotations and multiples have the same graph", {
  x <- lattice(7)
  for (k in c(3L, 5L, 7L, 20L)) {
    edges <- function(x) as.matrix(heat_graph(x, 10, "knn", k = k)) > 0
    first <- edges(x)
    expect_identical(edges(x %*% random_rotation(2, 5)), first)
    expect_identical(edges(0.1 * x + 1000 / 3), first)
    expect_identical(edges(x + 1e-15 * normal_points(49, 2)), first)
  }
})

test_that("components are joined by all of their shortest edges", {
  x <- rbind(lattice(3), lattice(3) + rep(c(10, 0), each = 9))
  for (order in c(list(1:18), orders_of(18))) {
    e <- quietly(embed_isomap(x[order, ], 2, k = 3, components = "connect"))
    between <- as.matrix(dist(as.matrix(e)))[order(order), order(order)]
    # The three rows of the lattices go on in each other.
    expect_equal(between[[1, 10]], between[[7, 16]])
  }
})

test_that("points that coincide in numbers beyond memory are refused", {
  skip_on_cran()
  x <- cbind(rep(c(0, 1, 5), each = 1500), 0)
  functions <- list(
    heat_graph = function(x) heat_graph(x, 1, "knn", k = 5),
    embed_isomap = function(x) embed_isomap(x, 2, k = 5),
    bw_gc = function(x) bw_gc(x, d = 1, graph = "knn", k = 5, seed = 1)
  )
  withr::with_options(list(lapscale.memory = 0.1), {
    for (f in functions) {
      error <- tryCatch(quietly(f(x)), error = identity)
      expect_s3_class(error, "lapscale_error_memory")
    }
  })
  # Distances alone do not need the lists.
  x[, 2] <- seq_len(4500) %% 400
  withr::with_options(list(lapscale.memory = 0.1), expect_gt(as.numeric(bw_knn(x, k = 7)), 0))
})

test_that("lists are taken apart by their helpers", {
  lists <- list(begin = c(0L, 2L, 5L, 6L), index = c(2L, 3L, 1L, 3L, 2L, 1L), distance = 1:6 / 2)
  expect_identical(list_rows(lists), rep(1:3, c(2, 3, 1)))
  expect_identical(lists_of_points(lists, c(3L, 1L)),
                   list(begin = c(0L, 1L, 3L), index = c(1L, 2L, 3L), distance = c(6, 1, 2) / 2))
})
