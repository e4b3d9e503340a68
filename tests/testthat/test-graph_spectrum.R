# Dense, sparse below the size where the solver goes dense, and by iteration.
test_that("eigenvalues are those of the dense matrix, for every type, small and large", {
  skip_on_cran()
  for (n in c(60, 400)) {
    x <- ellipsoid_points(n)
    for (kind in c("radius", "dense")) {
      for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
        laplacian <- graph_laplacian(heat_graph(x, 0.5, kind), type)
        spectrum <- graph_spectrum(laplacian, 8)
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
    spectrum <- graph_spectrum(laplacian, 10)
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
  symmetric <- spectrum_of(ellipsoid_points(350), 0.5, 5, "symmetric")
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
  spectrum <- spectrum_of(ellipsoid_points(350), 0.5, 6)
  largest <- apply(spectrum$vectors, 2, function(v) v[[which.max(abs(v))]])
  expect_true(all(largest > 0))
  expect_identical(fix_signs(cbind(c(-1, 1, 0), c(1, -2, 2))), cbind(c(1, -1, 0), c(-1, 2, -2)))
})

test_that("scale = \"heat\" is -(4 / h^2) log of the eigenvalues of the walk", {
  skip_on_cran()
  x <- ellipsoid_points(80)
  h <- 0.4
  laplacian <- graph_laplacian(heat_graph(x, h))
  linear <- graph_spectrum(laplacian, 80)
  heat <- graph_spectrum(laplacian, 80, scale = "heat")
  walk <- 1 - linear$values * h^2 / 4
  known <- walk > 1e-6
  expect_equal(heat$values[known], -4 / h^2 * log(walk[known]), tolerance = 1e-8)
  expect_true(all(is.na(heat$values[walk < -1e-12])))
  expect_identical(heat$vectors, linear$vectors)
  expect_fault(
    graph_spectrum(graph_laplacian(heat_graph(x, h), "unnormalized"), 3, scale = "heat"), "scale"
  )
  expect_fault(
    graph_spectrum(graph_laplacian(heat_graph(x, local_scale = 3)), 3, scale = "heat"), "scale"
  )
})

test_that("each component gives an eigenvalue 0 with its indicator, the largest first", {
  skip_on_cran()
  x <- rbind(plain_circle(50) + 50, plain_circle(80), c(-50, 0))
  sizes <- c(80, 50, 1)
  for (self_loops in c(TRUE, FALSE)) {
    for (type in c("geometric", "random_walk", "unnormalized")) {
      spectrum <- spectrum_of(x, 0.6, 5, type, self_loops = self_loops)
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
  expect_identical(spectrum_of(x, 0.6, 2)$values, c(0, 0))
})

test_that("all n eigenvalues may be asked for", {
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(30), 0.6))
  spectrum <- graph_spectrum(laplacian, 30)
  expect_equal(sum(spectrum$values), sum(diag(laplacian)))
  expect_identical(dim(spectrum$vectors), c(30L, 30L))
  one <- graph_spectrum(laplacian, 1)
  expect_identical(one$values, 0)
})

test_that("between a third of n and n, and just above the dense limit, the result is the same", {
  skip_on_cran()
  for (n in c(298, 305)) {
    laplacian <- graph_laplacian(heat_graph(ellipsoid_points(n), 0.4))
    few <- graph_spectrum(laplacian, 12)
    many <- suppressMessages(graph_spectrum(laplacian, 110))
    expect_equal(few$values, many$values[1:12], tolerance = 1e-9)
    expect_lt(space_difference(few$vectors, many$vectors[, 1:12], few$values), 1e-6)
  }
})

test_that("rows left out are NA, row names are kept", {
  x <- ellipsoid_points(12)
  rownames(x) <- letters[1:12]
  x[5, 2] <- NA
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  spectrum <- graph_spectrum(graph_laplacian(graph), 3)
  expect_identical(rownames(spectrum$vectors), letters[1:12])
  expect_identical(which(is.na(spectrum$vectors[, 2])), c(e = 5L))
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
    spectrum <- expect_quiet(spectrum_of(scale * x, 0.5 * scale, 4))
    expect_true(all(spectrum$converged))
    expect_equal(spectrum$values * scale^2, spectrum_of(x, 0.5, 4)$values, tolerance = 1e-9)
  }
})

test_that("points that are nearly isolated: eigenvalues near 0, residuals that mean something", {
  # Weights of nearest neighbours between 1e-17 and 1e-9: the Laplacian is zero to rounding.
  x <- cbind(1:20 + 0, 0)
  for (weight in c(1e-9, 1e-13, 1e-17)) {
    graph <- heat_graph(x, 1 / sqrt(-log(weight)), "dense")
    spectrum <- suppressWarnings(graph_spectrum(graph_laplacian(graph), 5))
    expect_true(all(spectrum$residuals < 1), info = weight)
  }
})

test_that("memory is estimated before the work", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(100), 0.5))
  withr::local_options(lapscale.memory = 1e-6)
  expect_fault(graph_spectrum(laplacian, 5), "k", class = "memory", text = "5 eigenvectors of 100")
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(20), 1))
  for (bad in list(1, NULL, diag(3), heat_graph(1:5, 1))) {
    expect_fault(graph_spectrum(bad, 2), "laplacian")
  }
  for (bad in list(0, 21, -1, 1.5, NA, "2", c(1, 2))) {
    expect_fault(graph_spectrum(laplacian, bad), "k")
  }
  expect_fault(graph_spectrum(laplacian, 2, scale = "log"), "scale")
  expect_fault(graph_spectrum(laplacian, 2, n_threads = 0), "n_threads")
})

test_that("messages of graph_spectrum()", {
  laplacian <- graph_laplacian(heat_graph(plain_circle(20), 1))
  expect_snapshot(messages_of(
    graph_spectrum(1, 2),
    graph_spectrum(laplacian, 21),
    graph_spectrum(laplacian, 2, scale = "log"),
    graph_spectrum(graph_laplacian(as_heat_graph(exp(-as.matrix(dist(1:5))))), 2, "heat")
  ))
})

test_that("a multiple eigenvalue that `k` cuts has a message; that of the components has none", {
  angle <- 2 * pi * seq_len(60) / 60
  laplacian <- graph_laplacian(heat_graph(cbind(cos(angle), sin(angle)), 0.4))
  cut <- expect_condition_of(graph_spectrum(laplacian, 2), "message_multiple", "`k` = 2 cuts")
  expect_length(cut$values, 2L)
  expect_identical(dim(cut$vectors), c(60L, 2L))
  for (k in c(1, 3, 5, 60)) expect_quiet(graph_spectrum(laplacian, k))
  apart <- graph_laplacian(heat_graph(cbind(c(1:5, 101:105, 201:205)), 1))
  for (k in 1:3) expect_quiet(graph_spectrum(apart, k))
})

test_that("a point whose neighbours are faint has the mean of theirs in a vector of the walk", {
  for (far in c(7.5, 9, 20)) {
    x <- rbind(withr::with_seed(1, matrix(stats::runif(40), 20)), c(far, 0))
    graph <- suppressWarnings(heat_graph(x, 1, "dense", self_loops = FALSE))
    laplacian <- graph_laplacian(graph, "random_walk")
    expect_lt(laplacian@degree[[21]], 1e-15 * max(laplacian@degree))
    spectrum <- expect_silent(graph_spectrum(laplacian, 3))
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
