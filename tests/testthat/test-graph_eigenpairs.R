# Dense, sparse below the size where the solver goes dense, and by iteration.
test_that("eigenvalues are those of the dense matrix, for every type, small and large", {
  skip_on_cran()
  for (n in c(60, 400)) {
    x <- ellipsoid_points(n)
    for (kind in c("radius", "dense")) {
      for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
        laplacian <- graph_laplacian(heat_graph(x, 0.5, kind), type)
        spectrum <- graph_spectrum(laplacian, 8, "linear")
        # A symmetric matrix with the same eigenvalues.
        dense <- as.matrix(laplacian)
        if (type %in% c("geometric", "random_walk")) {
          root <- sqrt(laplacian@degree)
          dense <- dense * outer(root, 1 / root)
        }
        expected <- rev(eigen((dense + t(dense)) / 2, symmetric = TRUE, only.values = TRUE)$values)
        expect_equal(spectrum$values, pmax(expected[1:8], 0), tolerance = 1e-9 * max(expected),
                     info = paste(n, kind, type))
        expect_true(all(spectrum$converged))
      }
    }
  }
})

test_that("L V = V diag(values), and the residuals say so", {
  skip_on_cran()
  x <- ellipsoid_points(400)
  for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
    laplacian <- graph_laplacian(heat_graph(x, 0.4), type)
    spectrum <- graph_spectrum(laplacian, 10, "linear")
    v <- spectrum$vectors
    rest <- laplacian %*% v - v %*% diag(spectrum$values)
    residuals <- sqrt(colSums(rest^2) / colSums(v^2)) / max(diag(laplacian))
    expect_lt(max(residuals), 1e-8)
    expect_equal(spectrum$residuals, residuals, tolerance = 1e-6)
    expect_identical(spectrum$converged, residuals <= 1e-8)
  }
})

test_that("values increase from 0, the first vector is the constant or its square-root degree", {
  x <- ellipsoid_points(400)
  for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
    laplacian <- graph_laplacian(heat_graph(x, 0.4), type)
    spectrum <- graph_spectrum(laplacian, 6)
    expect_identical(spectrum$values[[1]], 0)
    expect_false(is.unsorted(spectrum$values))
    first <- spectrum$vectors[, 1]
    expected <- if (type == "symmetric") sqrt(laplacian@degree) else rep(1, 400)
    expect_equal(first / first[[1]], expected / expected[[1]])
  }
})

test_that("vectors of the walk have unit mean square under its stationary distribution", {
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(350), 0.5))
  spectrum <- graph_spectrum(laplacian, 5)
  stationary <- laplacian@degree / sum(laplacian@degree)
  expect_equal(crossprod(spectrum$vectors, stationary * spectrum$vectors), diag(5),
               tolerance = 1e-8)
  symmetric <- spectrum_at(ellipsoid_points(350), 0.5, 5, "symmetric")
  expect_equal(crossprod(symmetric$vectors), diag(5), tolerance = 1e-8)
})

test_that("the walk and the symmetric Laplacian of one alpha have one spectrum", {
  graph <- heat_graph(ellipsoid_points(350), 0.5)
  for (alpha in c(0, 0.5, 1)) {
    walk <- graph_spectrum(graph_laplacian(graph, "random_walk", alpha = alpha), 6)
    symmetric <- graph_laplacian(graph, "symmetric", alpha = alpha)
    same <- graph_spectrum(symmetric, 6)
    expect_equal(walk$values, same$values, tolerance = 1e-9)
    turned <- walk$vectors * sqrt(symmetric@degree)
    expect_lt(space_difference(turned, same$vectors, same$values), 1e-6)
  }
})

test_that("the entry of largest modulus is positive, ties by the first", {
  spectrum <- spectrum_at(ellipsoid_points(350), 0.5, 6)
  largest <- apply(spectrum$vectors, 2, function(v) v[[which.max(abs(v))]])
  expect_true(all(largest > 0))
})

test_that("each component gives an eigenvalue 0 with its indicator, the largest first", {
  skip_on_cran()
  x <- rbind(plain_circle(50) + 50, plain_circle(80), c(-50, 0))
  sizes <- c(80, 50, 1)
  for (self_loops in c(TRUE, FALSE)) {
    for (type in c("geometric", "random_walk", "unnormalized")) {
      spectrum <- spectrum_at(x, 0.6, 5, type, self_loops = self_loops)
      expect_identical(spectrum$values[1:3], c(0, 0, 0))
      expect_gt(spectrum$values[[4]], 1e-4)
      indicator <- spectrum$vectors[, 1:3] != 0
      expect_equal(colSums(indicator), sizes)
      for (j in 1:3) {
        inside <- spectrum$vectors[indicator[, j], j]
        expect_equal(inside, rep(inside[[1]], sizes[[j]]))
        expect_true(inside[[1]] > 0)
      }
      expect_true(all(spectrum$converged))
    }
  }
  # Fewer than there are components.
  expect_identical(spectrum_at(x, 0.6, 2)$values, c(0, 0))
})

test_that("all n eigenvalues may be asked for", {
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(30), 0.6))
  spectrum <- graph_spectrum(laplacian, 30, "linear")
  expect_equal(sum(spectrum$values), sum(diag(laplacian)))
  expect_identical(dim(spectrum$vectors), c(30L, 30L))
  one <- graph_spectrum(laplacian, 1)
  expect_identical(one$values, 0)
})

test_that("between a third of n and n, and just above the dense limit, the result is the same", {
  skip_on_cran()
  for (n in c(298, 305)) {
    laplacian <- graph_laplacian(heat_graph(ellipsoid_points(n), 0.4))
    few <- graph_spectrum(laplacian, 12, "linear")
    many <- suppressMessages(graph_spectrum(laplacian, 110, "linear"))
    expect_equal(few$values, many$values[1:12], tolerance = 1e-9)
    expect_lt(space_difference(few$vectors, many$vectors[, 1:12], few$values), 1e-6)
  }
})

test_that("what did not converge is warned of and marked, and all columns are there", {
  bad <- structure(
    list(values = c(0, 1), vectors = matrix(0, 2, 2), residuals = c(1e-3, 1e-12),
         converged = c(FALSE, TRUE)),
    class = "lapscale_spectrum"
  )
  expect_condition_of(warn_not_converged(bad), "warning_convergence", "1 eigenvector of 2")
  expect_quiet(warn_not_converged(list(converged = TRUE, residuals = 0)))
})

test_that("residuals are relative, whatever the unit of the points", {
  x <- ellipsoid_points(50)
  for (scale in c(1e-100, 1e-30, 1, 1e30, 1e100)) {
    spectrum <- expect_quiet(spectrum_at(scale * x, 0.5 * scale, 4))
    expect_true(all(spectrum$converged))
    expect_equal(spectrum$values * scale^2, spectrum_at(x, 0.5, 4)$values, tolerance = 1e-9)
  }
})

test_that("points that are nearly isolated: eigenvalues near 0, residuals that mean something", {
  # Weights of nearest neighbors between 1e-17 and 1e-9: the Laplacian is zero to rounding.
  x <- cbind(1:20 + 0, 0)
  for (weight in c(1e-9, 1e-13, 1e-17)) {
    graph <- heat_graph(x, 1 / sqrt(-log(weight)), "dense")
    spectrum <- suppressWarnings(graph_spectrum(graph_laplacian(graph), 5))
    expect_true(all(spectrum$residuals < 1), info = weight)
  }
})

test_that("a multiple eigenvalue that `k` cuts has a message; that of the components has none", {
  angle <- 2 * pi * seq_len(60) / 60
  laplacian <- graph_laplacian(heat_graph(cbind(cos(angle), sin(angle)), 0.4))
  cut <- expect_condition_of(graph_spectrum(laplacian, 2), "message_multiple", "`k` = 2 separates")
  expect_length(cut$values, 2L)
  expect_identical(dim(cut$vectors), c(60L, 2L))
  for (k in c(1, 3, 5, 60)) expect_quiet(graph_spectrum(laplacian, k, "linear"))
  apart <- graph_laplacian(heat_graph(cbind(c(1:5, 101:105, 201:205)), 1))
  for (k in 1:3) expect_quiet(graph_spectrum(apart, k))
})

test_that("a point whose neighbors are faint has the mean of theirs in a vector of the walk", {
  for (far in c(7.5, 9, 20)) {
    x <- rbind(withr::with_seed(1, matrix(stats::runif(40), 20)), c(far, 0))
    graph <- suppressWarnings(heat_graph(x, 1, "dense", self_loops = FALSE))
    laplacian <- graph_laplacian(graph, "random_walk")
    expect_lt(laplacian@degree[[21]], 1e-15 * max(laplacian@degree))
    spectrum <- expect_silent(graph_spectrum(laplacian, 3, "linear"))
    expect_true(all(spectrum$converged))
    # By the definition, P v = lambda v at this point.
    weights <- laplacian@weights[21, ]
    mean <- drop(weights %*% spectrum$vectors) / sum(weights)
    lambda <- 1 - spectrum$values / laplacian@scale
    expect_equal(spectrum$vectors[21, ], mean / lambda, tolerance = 1e-6)
    # The others as they were.
    walk <- laplacian@weights / laplacian@degree
    expect_equal(walk %*% spectrum$vectors, spectrum$vectors %*% diag(lambda), tolerance = 1e-6)
  }
})

test_that("even points on a circle: every eigenvalue but 0 twice, none is missed", {
  # The circulant matrix has the eigenvectors cos and sin of each frequency.
  for (n in c(100, 1000)) {
    angle <- 2 * pi * (1:n) / n
    h <- 12 / n * 2
    first_row <- exp(-(2 * sin(angle / 2) / h)^2) * (2 * abs(sin(angle / 2)) <= 3 * h)
    # The last is the point itself.
    first_row[[n]] <- 0
    walk <- vapply(0:7, function(l) sum(first_row * cos(l * angle)) / sum(first_row), 0)
    expected <- 4 / h^2 * (1 - walk[c(1, rep(2:8, each = 2))])
    spectrum <- spectrum_at(cbind(cos(angle), sin(angle)), h, 15, cutoff = 3)
    expect_equal(spectrum$values, expected, tolerance = 1e-9)
    # The space of each frequency.
    for (l in 1:3) {
      at <- 2 * l + 0:1
      waves <- cbind(cos(l * angle), sin(l * angle)) * sqrt(2 / n)
      found <- qr.Q(qr(spectrum$vectors[, at]))
      expect_lt(max(abs(tcrossprod(found) - tcrossprod(waves))), 1e-8)
    }
  }
})

test_that("a torus lattice: multiplicities 1, 4, 4, 4, 8 come complete", {
  side <- 24
  theta <- as.matrix(expand.grid(1:side, 1:side)) * 2 * pi / side
  x <- cbind(cos(theta[, 1]), sin(theta[, 1]), cos(theta[, 2]), sin(theta[, 2]))
  values <- spectrum_at(x, 0.6, 21)$values
  cluster <- cumsum(c(TRUE, diff(values) > 1e-6 * max(values)))
  expect_identical(tabulate(cluster), c(1L, 4L, 4L, 4L, 8L))
})

test_that("first eigenvalues of the unit circle: 0, 1, 1, 4, 4, 9, 9, 16, 16", {
  skip_on_cran()
  h <- 0.08
  heat <- spectrum_at(plain_circle(5000, seed = 2), h, 9, scale = "heat")$values
  linear <- 4 / h^2 * (1 - exp(-h^2 / 4 * heat))
  expected <- c(0, 1, 1, 4, 4, 9, 9, 16, 16)
  expect_lt(max(abs(linear[-1] / expected[-1] - 1)), 0.1)
  expect_lt(max(abs(heat[-1] / expected[-1] - 1)), 0.05)
  expect_identical(heat[[1]], 0)
})

test_that("first eigenvalues of the unit sphere: l (l + 1), each 2 l + 1 times", {
  skip_on_cran()
  h <- 0.15
  x <- sample_sphere(5000, seed = 2)
  heat <- spectrum_at(as.matrix(x), h, 9, scale = "heat")$values
  linear <- 4 / h^2 * (1 - exp(-h^2 / 4 * heat))
  expected <- c(0, 2, 2, 2, 6, 6, 6, 6, 6)
  expect_identical(attr(x, "spectrum")(9), expected)
  expect_lt(max(abs(linear[-1] / expected[-1] - 1)), 0.1)
  expect_lt(max(abs(heat[-1] / expected[-1] - 1)), 0.05)
})

test_that("the geometric Laplacian does not see the density, the random walk does", {
  skip_on_cran()
  # Points on the circle, three times as dense on one side.
  angle <- withr::with_seed(1, {
    u <- stats::runif(4000, -pi, pi)
    u[stats::runif(4000) < (2 + cos(u)) / 3][1:2000]
  })
  x <- cbind(cos(angle), sin(angle))
  geometric <- spectrum_at(x, 0.15, 5, scale = "heat")$values
  walk <- spectrum_at(x, 0.15, 5, "random_walk", scale = "heat")$values
  expect_equal(geometric[2:3], c(1, 1), tolerance = 0.08)
  expect_gt(max(abs(walk[2:3] - 1)), 0.15)
})

# Squares in a row, whose nearest points are linked by these weights.
weakly_linked <- function(n, links, h) {
  square <- list(as.matrix(sample_flat_torus(n, seed = 1))[, 1:2])
  x <- square[[1]]
  for (link in links) {
    right <- x[which.max(x[, 1]), ]
    left <- square[[1]][which.min(square[[1]][, 1]), ]
    step <- right - left + c(h * sqrt(-log(link)), 0)
    x <- rbind(x, square[[1]] + rep(step, each = n))
  }
  x
}

# The eigenvalues near 0 and their eigenvectors by the walk between the groups, without
# cancellation: right but for a share as large as the links.
spectrum_of_groups <- function(weights, group, alpha = 0.5) {
  degree <- rowSums(weights)
  weights <- weights / outer(degree, degree)^alpha
  links <- rowsum(t(rowsum(weights, group)), group)
  mass <- c(tapply(rowSums(weights), group, sum))
  diag(links) <- 0
  found <- eigen((diag(rowSums(links)) - links) / sqrt(outer(mass, mass)), symmetric = TRUE)
  list(values = rev(found$values), vectors = (found$vectors / sqrt(mass))[group, ncol(links):1])
}

test_that("pieces that are linked by 1e-8 to 1e-10 have the eigenvalues of the links", {
  skip_on_cran()
  h <- 0.5
  for (links in list(1e-8, 1e-10, c(1e-8, 1e-10), c(1e-8, 1e-9))) {
    for (n in c(80, 160)) {
      pieces <- length(links) + 1L
      x <- weakly_linked(n, links, h)
      group <- rep(seq_len(pieces), each = n)
      types <- list(heat_graph(x, h, cutoff = 6), heat_graph(x, h, "dense"))
      for (graph in types) {
        laplacian <- graph_laplacian(graph, "random_walk", alpha = 0.5)
        found <- quietly(graph_spectrum(laplacian, pieces + 1L, "linear"))
        truth <- spectrum_of_groups(as.matrix(graph), group)
        near <- seq_len(pieces)[-1]
        # Double precision: a few 1e-15 beside eigenvalues of up to 1.
        error <- abs(found$values[near] / laplacian@scale - truth$values[near])
        expect_true(all(error < 5e-15 + 1e-5 * truth$values[near]), info = c(links, n))
        expect_gt(found$values[[pieces + 1L]] / laplacian@scale, 1e-4)
        for (j in near) {
          expect_lt(abs(1 - abs(stats::cor(found$vectors[, j], truth$vectors[, j]))), 1e-5)
        }
        expect_true(all(found$converged))
        # The same space and the same beginning as of the dense decomposition.
        w <- as.matrix(graph)
        w <- w / sqrt(outer(rowSums(w), rowSums(w)))
        walk <- w / sqrt(outer(rowSums(w), rowSums(w)))
        dense <- eigen(walk, symmetric = TRUE)
        expect_equal(1 - found$values / laplacian@scale, dense$values[seq_len(pieces + 1L)],
                     tolerance = 1e-12)
        space <- qr.Q(qr(found$vectors[, seq_len(pieces)] * sqrt(rowSums(w))))
        expect_lt(max(abs(tcrossprod(space) - tcrossprod(dense$vectors[, seq_len(pieces)]))), 1e-6)
      }
    }
  }
})

# Complete graphs of these sizes, the first points of which have links, p x p.
joined_pieces <- function(sizes, links) {
  piece <- rep(seq_along(sizes), sizes)
  w <- outer(piece, piece, "==") - diag(length(piece))
  first <- match(seq_along(sizes), piece)
  w[first, first] <- w[first, first] + links
  as_heat_graph(w)
}

test_that("links too weak for an iteration have the eigenvalues of first order", {
  for (eps in c(1e-11, 1e-17, 1e-30, 1e-300)) {
    graph <- joined_pieces(c(5, 7), eps * (1 - diag(2)))
    expect_identical(graph_components(graph)$count, 1L)
    for (type in c("random_walk", "symmetric", "unnormalized")) {
      found <- quietly(graph_spectrum(graph_laplacian(graph, type), 3))
      mass <- if (type == "unnormalized") c(5, 7) else c(5 * 4, 7 * 6)
      expect_equal(found$values[2] / eps, sum(1 / mass), tolerance = 1e-9)
      expect_true(all(found$converged))
      # Constant on each piece, and of mean 0 by mass.
      step <- rep(c(1 / mass[1], -1 / mass[2]), c(5, 7))
      if (type == "symmetric") step <- step * rep(c(2, sqrt(6)), c(5, 7))
      expect_equal(abs(found$vectors[, 2]) / sqrt(sum(found$vectors[, 2]^2)),
                   abs(step) / sqrt(sum(step^2)), tolerance = 1e-9)
      expect_identical(sign(found$vectors[, 2]), rep(sign(found$vectors[c(1, 6), 2]), c(5, 7)))
    }
  }
})

test_that("links of several sizes, and components beside them", {
  values <- function(links, k = 4, as = identity) {
    graph <- as_heat_graph(as(as.matrix(joined_pieces(rep(5, 3), links))))
    quietly(graph_spectrum(graph_laplacian(graph, "random_walk"), k))$values
  }
  # The two that hang together move as one.
  far <- matrix(c(0, 1e-17, 0, 1e-17, 0, 1e-300, 0, 1e-300, 0), 3)
  for (as in list(identity, function(w) Matrix::Matrix(w, sparse = TRUE))) {
    expect_equal(values(far, as = as) / c(1, 1e-300, 1e-17, 1),
                 c(0, 1 / 40 + 1 / 20, 2 / 20, 5 / 4), tolerance = 1e-9)
  }
  expect_equal(values(replace(far, far < 1e-100, 0))[1:3] / 1e-17, c(0, 0, 2 / 20))
  chain <- matrix(c(0, 1, 0, 1, 0, 3, 0, 3, 0), 3)
  exact <- eigen((diag(rowSums(chain)) - chain) / 20, symmetric = TRUE)$values[3:1]
  expect_equal(values(1e-17 * chain)[1:3] / 1e-17, exact, tolerance = 1e-9)
  # As many as there are asked for.
  expect_equal(values(1e-17 * chain, 2)[2] / 1e-17, exact[2], tolerance = 1e-9)
})

test_that("weak links of like sizes, and those that rounding hides", {
  cliques <- function(links, hub = FALSE) {
    w <- matrix(0, 12, 12)
    for (i in 0:2) w[4 * i + 1:4, 4 * i + 1:4] <- 1
    diag(w) <- 0
    w[4, 5] <- w[5, 4] <- links[[1]]
    w[8, 9] <- w[9, 8] <- links[[2]]
    if (hub) w[6:8, 5] <- w[5, 6:8] <- c(links[[1]], 0, 0)
    graph_laplacian(as_heat_graph(w), "random_walk")
  }
  for (links in list(c(2.2e-9, 3.52e-9), c(1e-13, 1e-14), c(1e-7, 1e-9))) {
    between <- matrix(0, 3, 3)
    between[1:2, 2:1] <- diag(links[[1]], 2)
    between[2:3, 3:2] <- between[2:3, 3:2] + diag(links[[2]], 2)
    exact <- rev(eigen((diag(rowSums(between)) - between) / 12, symmetric = TRUE)$values)
    found <- quietly(graph_spectrum(cliques(links), 3))$values
    expect_equal(found[2:3] / exact[2:3], c(1, 1), tolerance = 1e-6)
  }
  # Row 5 has weak links only: no cut is right.
  expect_condition_of(graph_spectrum(cliques(c(1e-17, 1), hub = TRUE), 3), "warning_convergence",
                      "rounding hid")
})
