four_types <- c("geometric", "random_walk", "symmetric", "unnormalized")

test_that("every type is its dense definition, for every alpha, dense and sparse", {
  skip_on_cran()
  x <- ellipsoid_points(60)
  h <- 0.5
  cases <- expand.grid(
    kind = c("radius", "dense"), self_loops = c(TRUE, FALSE), type = four_types,
    alpha = c(NA, 0, 0.5, 1, 1.7), stringsAsFactors = FALSE
  )
  for (i in seq_len(nrow(cases))) {
    case <- cases[i, ]
    graph <- heat_graph(x, h, case$kind, self_loops = case$self_loops)
    alpha <- if (is.na(case$alpha)) as.numeric(case$type == "geometric") else case$alpha
    given <- if (!is.na(case$alpha)) case$alpha
    laplacian <- suppressWarnings(graph_laplacian(graph, case$type, alpha = given))
    expect_equal(as.matrix(laplacian), oracle_laplacian(as.matrix(graph), case$type, alpha, h),
                 tolerance = 1e-11, info = paste(case, collapse = " "))
  }
})

test_that("alpha is 1 for the geometric Laplacian and 0 for the others", {
  graph <- heat_graph(ellipsoid_points(30), 0.6)
  for (type in four_types) {
    expect_identical(
      as.matrix(graph_laplacian(graph, type)),
      as.matrix(graph_laplacian(graph, type, alpha = as.numeric(type == "geometric")))
    )
  }
  expect_identical(as.matrix(graph_laplacian(graph)),
                   as.matrix(graph_laplacian(graph, "geometric")))
})

test_that("the constant function is annihilated, where it should be", {
  graph <- heat_graph(ellipsoid_points(80), 0.5)
  one <- rep(1, 80)
  for (type in c("geometric", "random_walk", "unnormalized")) {
    laplacian <- graph_laplacian(graph, type)
    largest <- max(abs(Matrix::diag(laplacian)))
    expect_lt(max(abs(laplacian %*% one)) / largest, 1e-13)
  }
  symmetric <- graph_laplacian(graph, "symmetric", alpha = 1)
  root <- sqrt(symmetric@degree)
  expect_lt(max(abs(symmetric %*% root)) / max(abs(Matrix::diag(symmetric))), 1e-13)
})

test_that("the Laplacian is positive semi-definite", {
  graph <- heat_graph(ellipsoid_points(50), 0.5)
  for (type in four_types) {
    values <- Re(eigen(as.matrix(graph_laplacian(graph, type)), only.values = TRUE)$values)
    expect_gt(min(values), -1e-10 * max(values))
  }
})

test_that("a Laplacian estimates minus the second derivative: cos on the circle", {
  skip_on_cran()
  # Even points, far from the scale of the spacing: the heat kernel at t = h^2 / 4 takes cos to
  # exp(-t) cos, exactly up to the chord's curvature, which is of the order h^2 too.
  angle <- 2 * pi * (1:2000) / 2000
  x <- cbind(cos(angle), sin(angle))
  for (h in c(0.1, 0.2)) {
    # Without loops the estimate is 1 / (1 - chance to stay) times that, on even points only.
    laplacian <- graph_laplacian(heat_graph(x, h, self_loops = TRUE))
    f <- cos(angle)
    estimate <- sum(f * (laplacian %*% f)) / sum(f^2)
    expect_equal(estimate, 1, tolerance = h^2 / 4)
  }
})

test_that("with d the unnormalized Laplacian estimates -p Delta", {
  skip_on_cran()
  # Even points on the unit circle: p = 1 / (2 pi), -Delta cos = cos.
  angle <- 2 * pi * (1:2000) / 2000
  x <- cbind(cos(angle), sin(angle))
  laplacian <- graph_laplacian(heat_graph(x, 0.15), "unnormalized", d = 1)
  f <- cos(angle)
  expect_equal(as.vector(laplacian %*% f), f / (2 * pi), tolerance = 0.01)
  # Without d there is no scale.
  bare <- graph_laplacian(heat_graph(x, 0.15), "unnormalized")
  expect_identical(bare@scale, 1)
})

test_that("a graph without one bandwidth gives a Laplacian without 4 / h^2", {
  skip_on_cran()
  x <- ellipsoid_points(30)
  weights <- oracle_weights(x, 0.6, self_loops = TRUE)
  expect_equal(as.matrix(graph_laplacian(as_heat_graph(weights))), oracle_laplacian(weights))
  expect_equal(as.matrix(graph_laplacian(as_heat_graph(weights, 0.6))),
               oracle_laplacian(weights, h = 0.6))
  local <- heat_graph(x, local_scale = 4)
  expect_fault(graph_laplacian(local, "unnormalized", d = 1), "d")
  expect_fault(graph_laplacian(as_heat_graph(weights), "unnormalized", d = 1), "d")
})

test_that("points without neighbors are named, and their rows are zero", {
  skip_on_cran()
  x <- rbind(ellipsoid_points(20), c(50, 0, 0), c(0, 90, 0))
  for (self_loops in c(TRUE, FALSE)) {
    for (kind in c("radius", "dense")) {
      graph <- heat_graph(x, 0.5, kind, self_loops = self_loops)
      for (type in four_types) {
        laplacian <- expect_condition_of(
          graph_laplacian(graph, type), "warning_isolated", "rows 21, 22"
        )
        dense <- as.matrix(laplacian)
        expect_true(all(is.finite(dense)))
        expect_equal(dense[21:22, ], matrix(0, 2, 22))
      }
    }
  }
})

test_that("a point whose weights are all zero in double precision has no neighbors", {
  graph <- heat_graph(rbind(ellipsoid_points(20), 1e6), 1, "knn", k = 3)
  expect_condition_of(graph_laplacian(graph), "warning_isolated", "row 21")
})

test_that("rows are those of the data, rows left out counted", {
  x <- rbind(c(50, 0, 0), ellipsoid_points(20), c(0, 90, 0))
  x[2, 1] <- NA
  graph <- suppressWarnings(heat_graph(x, 0.8, na_action = "omit"))
  expect_condition_of(graph_laplacian(graph), "warning_isolated", "rows 1, 22")
})

test_that("weights near the end of double precision give finite Laplacians", {
  skip_on_cran()
  for (distance in c(20, 25, 26, 26.6, 28)) {
    x <- rbind(c(0, 0), c(distance, 0), c(0, distance))
    for (self_loops in c(TRUE, FALSE)) {
      graph <- suppressWarnings(heat_graph(x, 1, "knn", k = 1, self_loops = self_loops))
      for (type in four_types) {
        dense <- as.matrix(suppressWarnings(graph_laplacian(graph, type)))
        expect_true(all(is.finite(dense)), info = paste(distance, self_loops, type))
      }
    }
  }
})

test_that("bandwidths whose square leaves double precision give finite Laplacians, or an error", {
  x <- ellipsoid_points(20)
  for (scale in c(1e-160, 1e160)) {
    graph <- heat_graph(scale * x, 0.5 * scale)
    found <- tryCatch({
      laplacian <- graph_laplacian(graph)
      range(Matrix::diag(laplacian))
    }, lapscale_error = function(e) c(1, 1))
    expect_true(all(is.finite(found) & found > 0), info = scale)
  }
})

test_that("the scale of given weights changes no Laplacian of a walk, whatever alpha", {
  skip_on_cran()
  sparse <- heat_graph(ellipsoid_points(30), 0.9)$weights
  sparse[1, 5] <- sparse[5, 1] <- 1e-9
  largest <- 0.999 * .Machine$double.xmax / sum(sparse)
  for (weights in list(sparse, as.matrix(sparse))) {
    for (alpha in c(0, 0.5, 1, 2)) {
      for (type in c("geometric", "symmetric")) {
        of_scale <- function(s) graph_laplacian(as_heat_graph(weights * s), type, alpha = alpha)
        expected <- as.matrix(of_scale(1))
        values <- graph_spectrum(of_scale(1), 4)$values
        for (s in c(1e160, 1e-160, 1e300, 1e-290, largest)) {
          expect_equal(as.matrix(of_scale(s)), expected, tolerance = 1e-12)
          expect_equal(graph_spectrum(of_scale(s), 4)$values, values, tolerance = 1e-9)
        }
      }
    }
  }
})

test_that("an unnormalized Laplacian has the scale of its weights, or is refused", {
  skip_on_cran()
  weights <- heat_graph(ellipsoid_points(30), 0.9)$weights
  of_scale <- function(s, alpha) {
    graph_laplacian(as_heat_graph(weights * s), "unnormalized", alpha = alpha)
  }
  for (s in c(1e160, 1e-160)) {
    expect_equal(as.matrix(of_scale(s, 0)) / s, as.matrix(of_scale(1, 0)), tolerance = 1e-12)
    expect_equal(as.matrix(of_scale(s, 1)) * s, as.matrix(of_scale(1, 1)), tolerance = 1e-12)
    expect_fault(of_scale(s, 2), "alpha", text = "rescale the weights")
  }
  values <- graph_spectrum(of_scale(1, 0), 4)$values
  for (s in c(1e300, 1e-300)) {
    spectrum <- expect_silent(graph_spectrum(of_scale(s, 0), 4))
    expect_equal(spectrum$values / s, values, tolerance = 1e-9)
    expect_lt(max(spectrum$residuals), 1e-8)
  }
  expect_fault(of_scale(.Machine$double.xmax, 0), "x", text = "rescale it")
  faint <- weights
  faint[1, ] <- faint[, 1] <- faint[1, ] * 1e-200
  expect_fault(graph_laplacian(as_heat_graph(faint), alpha = 3), "alpha", text = "rescale")
})

test_that("what is learned and embedded on given weights does not depend on their scale", {
  skip_on_cran()
  weights <- heat_graph(ellipsoid_points(40), 0.9)$weights
  y <- rep(c("a", NA, "b", NA), 10)
  results <- list(
    function(w) ssl_harmonic(w, y, alpha = 2)$scores,
    function(w) ssl_iterated(w, y, alpha = 2, seed = 1)$scores,
    function(w) abs(as.matrix(embed_eigenmaps(w, 2, alpha = 2))),
    function(w) abs(as.matrix(embed_diffusion(w, 2, alpha = 2)))
  )
  for (result in results) {
    expected <- result(as_heat_graph(weights))
    for (s in c(1e160, 1e-160)) {
      expect_equal(result(as_heat_graph(weights * s)), expected, tolerance = 1e-7)
    }
  }
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  graph <- heat_graph(ellipsoid_points(10), 1)
  expect_fault(graph_laplacian(graph, "normal"), "type")
  expect_fault(graph_laplacian(point_set(iris[1:4])), "graph", text = "heat_graph() makes a graph of points")
  for (bad in list(-1, NA, "1", c(0, 1), Inf)) {
    expect_fault(graph_laplacian(graph, alpha = bad), "alpha")
  }
  expect_fault(graph_laplacian(graph, d = 1), "d")
  for (bad in list(0, 1.5, "1", NA)) {
    expect_fault(graph_laplacian(graph, "unnormalized", d = bad), "d")
  }
})

test_that("messages of graph_laplacian()", {
  graph <- heat_graph(rbind(plain_circle(10), 50), 0.9)
  expect_snapshot(messages_of(
    graph_laplacian(1),
    graph_laplacian(graph, "normal"),
    graph_laplacian(graph, alpha = -1),
    graph_laplacian(graph, d = 1),
    graph_laplacian(graph),
    graph_laplacian(as_heat_graph(diag(9)))
  ))
})

test_that("what a correction loses is told with the sums of the weights, however small", {
  w <- Matrix::sparseMatrix(c(1, 2, 2, 3), c(2, 1, 3, 2), x = c(0.02, 0.02, 0.3, 0.3))
  graph <- as_heat_graph(w, bandwidth = 1, values = "weights")
  expect_error(graph_laplacian(graph, alpha = 400), "sums at the points are 0.02 to 0.32",
               class = "lapscale_error_argument")
})

test_that("a Laplacian without a scale does not claim to estimate -Delta", {
  bare <- graph_laplacian(as_heat_graph(exp(-as.matrix(dist(1:5))^2)))
  expect_match(paste(utils::capture.output(bare), collapse = " "), "up to scale")
})

test_that("a point's mass counts as so many copies of it", {
  skip_on_cran()
  x <- normal_points(40, 2)
  mass <- rep(c(1, 2, 3, 1), 10)
  copies <- rep(1:40, mass)
  for (type in c("dense", "radius")) {
    light <- heat_graph(x, 0.6, type = type, self_loops = TRUE)
    light$mass <- mass
    heavy <- heat_graph(x[copies, ], 0.6, type = type, self_loops = TRUE)
    for (of in c("geometric", "random_walk", "symmetric")) {
      for (alpha in c(0, 0.5, 1)) {
        few <- embed_eigenmaps(light, 3, type = of, alpha = alpha)
        many <- embed_eigenmaps(heavy, 3, type = of, alpha = alpha)
        expect_equal(few$eigenvalues, many$eigenvalues, tolerance = 1e-8)
        expect_equal(as.matrix(few)[copies, ], as.matrix(many), tolerance = 1e-6)
      }
    }
  }
})
