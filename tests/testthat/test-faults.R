# The fault table, row by row, for every function that the row concerns.

test_that("fault 1: NA in x: an error with its place, or rows left out with a warning", {
  x <- normal_points(40, 4)
  x[17, 3] <- NA
  expect_fault_of(takes_points, x, arg = "x", text = "(NA), first at row 17, column 3")
  for (name in names(takes_points)) {
    kept <- expect_condition_of(
      takes_points[[name]](x, na_action = "omit"), "warning_omitted", "row 17"
    )
    complete <- suppressWarnings(takes_points[[name]](x[-17, ]))
    if (name == "bw_gc") expect_identical(without_time(kept), without_time(complete))
    if (name == "metric_distortion") expect_identical(kept$distortion, complete$distortion)
    if (name == "heat_graph") expect_identical(kept$weights, complete$weights)
  }
  # Padded output: a value per row given.
  graph <- suppressWarnings(heat_graph(x, 1, na_action = "omit"))
  expect_identical(which(is.na(graph_components(graph)$membership)), 17L)
  spectrum <- graph_spectrum(suppressWarnings(graph_laplacian(graph)), 2)
  expect_identical(dim(spectrum$vectors), c(40L, 2L))
  expect_identical(which(is.na(spectrum$vectors[, 2])), 17L)
})

test_that("fault 2: NaN in x is told from NA", {
  x <- normal_points(20, 3)
  x[5, 2] <- NaN
  expect_fault_of(takes_points, x, arg = "x", text = "NaN values, first at row 5, column 2")
  for (f in takes_points) {
    expect_no_match(text_of(tryCatch(f(x), error = identity)), "(NA)", fixed = TRUE)
  }
})

test_that("fault 3: Inf in x, either sign, with its place", {
  x <- normal_points(20, 3)
  for (value in c(Inf, -Inf)) {
    x[6, 1] <- value
    expect_fault_of(takes_points, x, arg = "x", text = "infinite values, first at row 6, column 1")
  }
  d <- dist(normal_points(5, 2))
  d[[4]] <- Inf
  expect_fault(heat_graph(d, 1), "x", text = "points 1 and 5")
})

test_that("fault 4: x of a class that is no table of numbers", {
  for (bad in list("a", letters, list(1, 2, 3), complex(5), matrix("a", 4, 2), matrix(1i, 4, 2),
                   structure(rep(1:2, 4), dim = c(4L, 2L), levels = c("u", "v"), class = "factor"),
                   mean, quote(a), Sys.time())) {
    expect_fault_of(takes_points, bad, arg = "x", text = "numeric")
  }
  # What was found is named by what it holds, not only by its shape.
  for (f in takes_points) {
    expect_match(text_of(tryCatch(f(matrix("a", 4, 2)), error = identity)), "character")
  }
})

test_that("fault 5: a table with a character or list column, which is named", {
  table <- data.frame(u = 1:5, v = 0.5, w = 5:1)
  for (column in list(letters[1:5], I(list(1, 2, 3, 4, 5)), factor(1:5))) {
    table$v <- column
    expect_fault_of(takes_points, table, arg = "x", text = "column v")
  }
})

test_that("fault 6: no rows, no columns, nothing", {
  expect_fault_of(takes_points, NULL, arg = "x")
  expect_fault_of(takes_points, matrix(0, 0, 3), arg = "x", text = "at least")
  expect_fault_of(takes_points, matrix(0, 5, 0), arg = "x", text = "at least")
  expect_fault_of(takes_points, data.frame(), arg = "x", text = "at least")
  expect_fault_of(takes_points, numeric(), arg = "x", text = "at least")
  expect_fault(as_heat_graph(NULL), "x")
  expect_fault(as_heat_graph(matrix(0, 0, 0)), "x")
})

test_that("fault 7: one row, two rows: the least number is stated", {
  expect_fault_of(takes_points, matrix(1, 1, 2), arg = "x", text = "at least")
  two <- matrix(c(0, 1, 0, 1), 2)
  expect_fault_of(takes_points[c("bw_gc", "metric_distortion")], two, arg = "x",
                  text = "at least 3 rows")
  # Two points have an edge.
  expect_equal(as.matrix(heat_graph(two, 1))[1, 2], exp(-2))
  expect_fault(as_heat_graph(matrix(1, 1, 1)), "x")
})

test_that("fault 8: as many neighbours as rows", {
  x <- normal_points(8, 2)
  expect_fault(heat_graph(x, 1, "knn", k = 10), "k",
               text = "`k` = 10 must be below the number of rows, 8")
  expect_fault(heat_graph(x, 1, "knn", k = 8), "k")
  expect_fault(heat_graph(dist(x), 1, "knn", k = 8), "k", text = "below the number of rows, 8")
  expect_fault(heat_graph(x, local_scale = 8), "local_scale", text = "below the number of rows, 8")
  expect_fault(bw_gc(x, graph = "knn", k = 8, seed = 1), "k")
  expect_no_error(heat_graph(x, 1, "knn", k = 7))
  expect_no_error(suppressWarnings(bw_gc(x, graph = "knn", k = 7, seed = 1)))
})

test_that("fault 9: fewer points than dimensions: as after rotation into their span", {
  # Five points span four dimensions.
  wide <- normal_points(5, 9)
  inside <- svd(sweep(wide, 2, colMeans(wide)))
  small <- inside$u[, 1:4] %*% diag(inside$d[1:4])
  criterion <- function(x) curve_of(suppressWarnings(bw_gc(x, d = 2, seed = 1)))$criterion
  expect_equal(criterion(wide), criterion(small), tolerance = 1e-9)
  expect_equal(metric_distortion(wide, 3, d = 2)$distortion,
               metric_distortion(small, 3, d = 2)$distortion, tolerance = 1e-9)
  expect_equal(as.matrix(heat_graph(wide, 3)), as.matrix(heat_graph(small, 3)), tolerance = 1e-12)
  # More dimensions than the points span: distorted by 1, not undefined.
  for (x in list(wide, normal_points(5, 50))) {
    expect_true(all(metric_distortion(x, 3, d = 7)$distortion >= 1 - 1e-9))
  }
})

test_that("fault 10: one column works", {
  x <- matrix(stats::qnorm(seq(0.01, 0.99, length.out = 60)))
  expect_finite_results(x, 0.3)
  expect_equal(metric_distortion(x, 0.3)$distortion,
               oracle_gc(x, 0.3, cutoff = oracle_gc_cutoff)$distortion)
  expect_equal(as.matrix(heat_graph(x[, 1], 0.3)), as.matrix(heat_graph(x, 0.3)))
})

test_that("fault 11: integers and logicals are doubles", {
  x <- round(10 * normal_points(30, 3))
  integers <- x
  storage.mode(integers) <- "integer"
  for (name in names(takes_points)) {
    f <- function(x) {
      result <- suppressWarnings(takes_points[[name]](x))
      if (name == "bw_gc") without_time(result) else result
    }
    expect_identical(f(integers), f(x), info = name)
    expect_identical(f(x > 0), f((x > 0) + 0), info = name)
  }
})

test_that("fault 12: other classes: the same result, or an error that names the accepted ones", {
  x <- round(10 * normal_points(30, 3))
  tables <- list(as.data.frame(x), Matrix::Matrix(x), Matrix::Matrix(x, sparse = TRUE),
                 sample_circle(30, seed = 1))
  if (requireNamespace("tibble", quietly = TRUE)) {
    tables <- c(tables, list(tibble::as_tibble(as.data.frame(x))))
  }
  tables <- c(tables, list(structure(as.data.frame(x), class = c("data.table", "data.frame"))))
  for (table in tables) {
    plain <- unname(as.matrix(table))
    expect_identical(heat_graph(table, 5)$weights, heat_graph(plain, 5)$weights)
    expect_identical(suppressWarnings(without_time(bw_gc(table, seed = 1))),
                     suppressWarnings(without_time(bw_gc(plain, seed = 1))))
    expect_identical(metric_distortion(table, 5)$H, metric_distortion(plain, 5)$H)
  }
  d <- dist(x)
  expect_fault_of(takes_points[c("bw_gc", "metric_distortion")], d, arg = "x",
                  text = c("a numeric matrix, a data.frame", "dist"))
  expect_equal(as.matrix(heat_graph(d, 5)), as.matrix(heat_graph(x, 5)))
})

test_that("fault 13: distances that are none: the first pair; rounding is averaged away", {
  d <- unname(as.matrix(dist(normal_points(6, 2))))
  for (wrap in list(identity, Matrix::Matrix, function(m) Matrix::Matrix(m, sparse = TRUE))) {
    read <- function(m) as_heat_graph(wrap(m), 1, values = "distances")
    expect_fault(read(replace(d, cbind(4, 2), 9)), "x", text = c("symmetric", "4, 2"))
    expect_fault(read(replace(d, rbind(c(4, 2), c(2, 4)), -1)), "x", text = "4, 2 is -1")
    expect_fault(read(replace(d, cbind(3, 3), 1)), "x", text = "3, 3")
    rounded <- replace(d, cbind(4, 2), d[4, 2] * (1 + 2e-13))
    graph <- expect_condition_of(read(rounded), "message_symmetrised", "`x`")
    expect_equal(as.matrix(graph), exp(-d^2))
  }
  e <- dist(normal_points(6, 2))
  e[[2]] <- -1
  expect_fault(heat_graph(e, 1), "x", text = "points 1 and 3")
})

test_that("fault 14: a precomputed matrix that is not square", {
  m <- matrix(1, 3, 4)
  for (values in c("weights", "distances")) {
    for (x in list(m, Matrix::Matrix(m), Matrix::Matrix(m, sparse = TRUE))) {
      expect_fault(as_heat_graph(x, 1, values = values), "x", text = c("square", "3 x 4"))
    }
  }
})

test_that("fault 15: weights that are negative, missing or infinite", {
  w <- exp(-unname(as.matrix(dist(normal_points(6, 2)))))
  pair <- rbind(c(4, 2), c(2, 4))
  for (value in c(-1e-300, -1, NA, NaN, Inf)) {
    for (wrap in list(identity, Matrix::Matrix, function(m) Matrix::Matrix(m, sparse = TRUE))) {
      expect_fault(as_heat_graph(wrap(replace(w, pair, value))), "x", text = "4, 2")
    }
  }
})

test_that("fault 16: all points identical: no scale in the data", {
  same <- matrix(3, 8, 2)
  expect_fault_of(takes_points, same, arg = "x", class = "no_scale", text = "no scale")
  expect_fault(heat_graph(dist(same), 1), "x", class = "no_scale")
  expect_fault(as_heat_graph(dist(same), 1), "x", class = "no_scale")
  zero <- matrix(0, 4, 4)
  stored <- Matrix::sparseMatrix(i = c(1, 2, 2, 3), j = c(2, 1, 3, 2), x = 0)
  for (x in list(zero, methods::as(methods::as(zero, "dMatrix"), "unpackedMatrix"), stored)) {
    expect_fault(as_heat_graph(x, 1, values = "distances"), "x", class = "no_scale")
  }
})

test_that("fault 17: exact duplicates: works, their edges have weight 1", {
  x <- ellipsoid_points(40)
  x <- rbind(x, x[c(1, 1, 5), ])
  expect_finite_results(x, 0.5)
  graphs <- list(heat_graph(x, 0.5), heat_graph(x, 0.5, "knn", k = 4), heat_graph(dist(x), 0.5))
  for (graph in graphs) {
    expect_identical(as.matrix(graph)[c(1, 41), 42], c(1, 1))
  }
  lists <- list(idx = matrix(c(2, 1, 1, 1), 4), dist = matrix(c(0, 0, 1, 2), 4))
  expect_equal(as.matrix(as_heat_graph(lists, 1))[1, ], c(1, 1, exp(-1), exp(-4)))
})

test_that("fault 18: more than k duplicates of one point", {
  x <- ellipsoid_points(30)
  x <- rbind(x, x[rep(3, 9), ])
  for (symmetry in c("union", "mutual")) {
    graph <- heat_graph(x, 0.5, "knn", k = 4, symmetry = symmetry)
    w <- as.matrix(graph)
    expect_true(all(is.finite(w)))
    expect_identical(w, t(w))
    # Each of the ten has four neighbours at distance zero, whichever.
    alike <- c(3, 31:39)
    if (symmetry == "union") expect_gte(min(rowSums(w[alike, alike] == 1)), 5)
    laplacian <- suppressWarnings(graph_laplacian(graph))
    expect_true(all(is.finite(as.matrix(laplacian))))
  }
  graph <- expect_condition_of(heat_graph(x, local_scale = 4), "warning_replaced", "10 points")
  expect_true(all(is.finite(as.matrix(graph))))
  expect_finite_results(x, 0.5, d = 2)
})

test_that("fault 19: constant and zero columns change nothing", {
  x <- ellipsoid_points(40)
  more <- cbind(0, x, 1e5)
  expect_equal(as.numeric(bw_gc(more, seed = 1)), as.numeric(bw_gc(x, seed = 1)), tolerance = 1e-6)
  expect_equal(metric_distortion(more, 0.5, d = 2)$distortion,
               metric_distortion(x, 0.5, d = 2)$distortion, tolerance = 1e-9)
  expect_equal(as.matrix(heat_graph(more, 0.5)), as.matrix(heat_graph(x, 0.5)), tolerance = 1e-12)
})

test_that("fault 20: one column a million times larger: a message, and the result as defined", {
  x <- ellipsoid_points(60) %*% diag(c(1, 1e6, 1))
  for (name in names(takes_points)) {
    found <- conditions_of(takes_points[[name]](x))
    expect_identical(sum(found$classes == "lapscale_message_scale"), 1L, info = name)
    expect_match(found$texts, "`x`: column 2", fixed = TRUE, all = FALSE)
  }
  # Said once, though two functions look at the points.
  found <- conditions_of(heat_graph(x, seed = 1))
  expect_identical(sum(found$classes == "lapscale_message_scale"), 1L)
  for (h in c(1, 1e5)) {
    expect_equal(as.matrix(suppressMessages(suppressWarnings(heat_graph(x, h)))),
                 oracle_weights(x, h, cutoff = oracle_graph_cutoff), tolerance = 1e-9)
    expect_equal(suppressMessages(metric_distortion(x, h, d = 1))$distortion,
                 oracle_gc(x, h, d = 1, cutoff = oracle_gc_cutoff)$distortion, tolerance = 1e-6)
  }
  suppressMessages(expect_finite_results(x, 1e5))
})

test_that("faults 21, 22: squared distances beyond double precision: the right result", {
  x <- ellipsoid_points(50)
  for (scale in c(1e-300, 1e-160, 1e155, 1e300)) {
    info <- format(scale)
    expect_equal(bw_gc(scale * x, seed = 1) / scale, as.numeric(bw_gc(x, seed = 1)),
                 tolerance = 1e-6, info = info)
    expect_equal(as.matrix(heat_graph(scale * x, 0.5 * scale)), as.matrix(heat_graph(x, 0.5)),
                 tolerance = 1e-10, info = info)
    expect_equal(as.matrix(heat_graph(scale * x, 0.5 * scale, "knn", k = 4)),
                 as.matrix(heat_graph(x, 0.5, "knn", k = 4)), tolerance = 1e-10, info = info)
    expect_equal(as.matrix(heat_graph(scale * x, local_scale = 4)),
                 as.matrix(heat_graph(x, local_scale = 4)), tolerance = 1e-10, info = info)
    expect_equal(metric_distortion(scale * x, 0.5 * scale, d = 2)$distortion,
                 metric_distortion(x, 0.5, d = 2)$distortion, tolerance = 1e-10, info = info)
  }
})

test_that("faults 21, 22: the same from distances", {
  x <- ellipsoid_points(20)
  expected <- as.matrix(heat_graph(x, 0.5, "dense"))
  following <- c(2:20, 1)
  near <- list(nn.index = matrix(following),
               nn.dist = matrix(sqrt(sq_distances_of(x))[cbind(1:20, following)]))
  from_lists <- as.matrix(as_heat_graph(near, 0.5))
  for (scale in c(1e-300, 1e-160, 1e155, 1e300)) {
    h <- 0.5 * scale
    d <- scale * dist(x)
    lists <- near
    lists$nn.dist <- scale * lists$nn.dist
    graphs <- list(
      function() heat_graph(d, h, "dense"), function() as_heat_graph(d, h),
      function() as_heat_graph(as.matrix(d), h, values = "distances"),
      function() as_heat_graph(Matrix::Matrix(as.matrix(d), sparse = TRUE), h, values = "distances")
    )
    for (graph in graphs) {
      found <- tryCatch(unname(as.matrix(graph())), lapscale_error = function(e) expected)
      expect_equal(found, expected, tolerance = 1e-10, info = format(scale))
    }
    found <- tryCatch(as.matrix(as_heat_graph(lists, h)), lapscale_error = function(e) from_lists)
    expect_equal(found, from_lists, tolerance = 1e-10, info = format(scale))
  }
})

test_that("faults 21, 22: a Laplacian whose 4 / h^2 leaves double precision is right or refused", {
  x <- ellipsoid_points(20)
  expected <- graph_spectrum(graph_laplacian(heat_graph(x, 0.5)), 4)
  for (scale in c(1e-160, 1e-100, 1e100, 1e160)) {
    values <- tryCatch(
      scale * (scale * expect_quiet(
        graph_spectrum(graph_laplacian(heat_graph(scale * x, 0.5 * scale)), 4)$values
      )),
      lapscale_error = function(e) expected$values
    )
    expect_equal(values, expected$values, tolerance = 1e-9, info = format(scale))
  }
})

test_that("fault 23: an offset of 1e8 with spread 1", {
  # Points that are exact at the offset: distances must come out as without it.
  x <- round(ellipsoid_points(80) * 2^20) / 2^20
  far <- x + 1e8
  expect_equal(as.matrix(heat_graph(far, 0.3)), as.matrix(heat_graph(x, 0.3)), tolerance = 1e-7)
  expect_equal(metric_distortion(far, 0.3, d = 2)$distortion,
               metric_distortion(x, 0.3, d = 2)$distortion, tolerance = 1e-7)
  expect_equal(as.numeric(bw_gc(far, seed = 1)), as.numeric(bw_gc(x, seed = 1)), tolerance = 1e-7)
  # The distances themselves, out of the weights of all pairs.
  distance <- sqrt(-log(as.matrix(heat_graph(far, 3, "dense"))))
  expected <- sqrt(sq_distances_of(x)) / 3
  expect_lt(max(abs(distance / expected - 1)[row(expected) != col(expected)]), 1e-7)
})

test_that("fault 24: a bandwidth that is none", {
  for (bad in list(0, -1, NA, NaN, Inf, -Inf, c(1, 2), numeric(), "1", TRUE, list(1))) {
    expect_fault_of(takes_bandwidth, bad, arg = "bandwidth")
  }
  for (bad in list(0, -1, NA, Inf, "1", NULL)) {
    expect_fault(bandwidth_to(bad, "time"), "h")
    expect_fault(bandwidth_from(bad, "time"), "value")
  }
})

test_that("fault 25: a bandwidth at which every point is isolated", {
  x <- ellipsoid_points(20)
  for (graph in list(
    function() heat_graph(x, 1e-6), function() heat_graph(x, 1e-6, "knn", k = 3),
    function() heat_graph(x, 1e-6, "dense"), function() heat_graph(dist(x), 1e-6),
    function() heat_graph(x, 1e-6, self_loops = FALSE),
    function() as_heat_graph(dist(x), 1e-6)
  )) {
    made <- expect_condition_of(graph(), "warning_isolated",
                                "Every point is isolated at `bandwidth` = 1e-06")
    for (type in c("geometric", "symmetric", "unnormalized")) {
      laplacian <- suppressWarnings(graph_laplacian(made, type))
      expect_true(all(as.matrix(laplacian) == 0))
      expect_identical(graph_spectrum(laplacian, 3)$values, c(0, 0, 0))
    }
    expect_identical(graph_components(made)$count, 20L)
  }
  # The local metric of a lonely point is 0, distorted by 1, however small the bandwidth.
  for (h in c(1e-6, 1e-150, 1e-200, 1e-300)) {
    expect_identical(metric_distortion(x, h, d = 2)$distortion, rep(1, 20), info = h)
    expect_identical(metric_distortion(wide_points(20), h)$distortion, rep(1, 20), info = h)
  }
})

test_that("fault 25: neighbours given, at a bandwidth at which all weights underflow", {
  near <- list(nn.index = matrix(c(2, 1, 4, 3)), nn.dist = matrix(c(1, 1, 2, 2)))
  graph <- expect_condition_of(as_heat_graph(near, 1e-3), "warning_isolated", "`bandwidth` = 0.001")
  expect_equal(as.matrix(graph), diag(4))
})

test_that("fault 26: a bandwidth at which all weights are 1", {
  x <- ellipsoid_points(20)
  for (graph in list(function() heat_graph(x, 1e7), function() heat_graph(x, 1e7, "dense"),
                     function() heat_graph(dist(x), 1e7))) {
    made <- expect_condition_of(graph(), "warning_degenerate", "`bandwidth`")
    # P is the mean: eigenvalue 0 once, 4 / h^2 else.
    spectrum <- graph_spectrum(graph_laplacian(made), 5)
    expect_equal(spectrum$values * 1e14 / 4, c(0, 1, 1, 1, 1), tolerance = 1e-9)
  }
})

test_that("fault 27: grids that are empty, unsorted, repeated or not positive", {
  x <- plain_circle(60)
  for (bad in list(numeric(), c(0.1, 0), c(-1, 1), c(NA, 1), c(1, Inf), "a")) {
    expect_fault(bw_gc(x, bandwidths = bad, seed = 1), "bandwidths")
  }
  grid <- c(0.05, 0.1, 0.2, 0.4, 0.8)
  expected <- bw_gc(x, bandwidths = grid, seed = 1)
  for (given in list(rev(grid), grid[c(3, 1, 5, 2, 4, 3)])) {
    found <- expect_condition_of(bw_gc(x, bandwidths = given, seed = 1), "message_sorted")
    expect_identical(without_time(found), without_time(expected))
  }
})

test_that("fault 28: one value is no grid; a choice at an end is warned of and flagged", {
  x <- plain_hourglass(150)
  expect_fault(bw_gc(x, bandwidths = 0.2, seed = 1), "bandwidths", text = "nothing to choose")
  expect_fault(bw_gc(x, bandwidths = c(0.2, 0.2), seed = 1), "bandwidths")
  h <- as.numeric(bw_gc(x, seed = 1))
  low <- expect_condition_of(
    bw_gc(x, bandwidths = h * c(1.5, 2, 4), seed = 1), "warning_edge", "smallest"
  )
  high <- expect_condition_of(
    bw_gc(x, bandwidths = h / c(4, 2, 1.5), seed = 1), "warning_edge", "largest"
  )
  expect_equal(c(low, high), h * c(1.5, 1 / 1.5))
  for (bw in list(low, high)) {
    expect_true(glance(bw)$at_edge)
    expect_output(print(bw), "end of the range")
  }
  expect_false(glance(bw_gc(x, seed = 1))$at_edge)
})

test_that("fault 29: bandwidths where the criterion is undefined are marked, the rest is used", {
  # One point only counts, and it sees others from a bandwidth of about 20 on.
  x <- rbind(ellipsoid_points(40), c(80, 0, 0))
  grid <- c(1, 2, 40, 60, 80, 100, 140)
  bw <- suppressWarnings(bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = grid, seed = 1))
  curve <- curve_of(bw)
  expect_identical(is.na(curve$criterion), curve$n_points == 0)
  expect_identical(which(is.na(curve$criterion)), 1:2)
  expect_true(as.numeric(bw) >= 40)
  expect_output(print(summary(bw)), "undefined at 2 bandwidths")
  expect_fault(
    bw_gc(x, d = 1, inverse = TRUE, points = 41, bandwidths = c(1, 2), seed = 1),
    class = "no_criterion"
  )
  # A flat criterion is a warning, and the middle.
  flat <- expect_condition_of(
    bw_gc(x, points = 41, bandwidths = c(1, 2, 4), seed = 1), "warning_no_minimum", "flat"
  )
  expect_identical(as.numeric(flat), 2)
})

test_that("fault 30: dimensions that are none, or more than there are columns", {
  for (bad in list(0, -1, 1.5, 4, NA, Inf, "2", c(1, 2))) {
    expect_fault_of(takes_dimension, bad, arg = "d", text = "between 1 and 3")
  }
  needed <- takes_dimension[names(takes_dimension) != "bw_gc"]
  expect_fault_of(needed, NULL, arg = "d", text = "between 1 and 3")
  graph <- heat_graph(normal_points(9, 3), 1)
  for (bad in list(0, -1, 1.5, NA, "2")) {
    expect_fault(graph_laplacian(graph, "unnormalized", d = bad), "d")
  }
})

test_that("faults 1 to 30: an error leaves R's random numbers alone, with no seed given too", {
  withr::with_seed(1, {
    same <- matrix(1, 5, 2)
    x <- normal_points(10, 2)
    expect_fault(bw_gc(same), "x", class = "no_scale")
    expect_fault(metric_distortion(same, 1), "x", class = "no_scale")
    expect_fault(heat_graph(same), "x", class = "no_scale")
    expect_fault(bw_gc(x, n_threads = 0), "n_threads")
    expect_fault(metric_distortion(x, 1, n_threads = 0), "n_threads")
    expect_fault(metric_distortion(x, -1), "bandwidth")
    expect_fault(heat_graph(x, n_threads = 0), "n_threads")
  })
})

test_that("fault 47: Ctrl-C is an interrupt, and the next call is right", {
  skip_on_cran()
  skip_on_os("windows")
  extended <- identical(Sys.getenv("LAPSCALE_EXTENDED_TESTS"), "true")
  more <- c("metric_distortion", "heat_graph", "graph_spectrum", "bw_lepski")
  tasks <- c("bw_gc", if (extended) more)
  for (task in tasks) {
    ready <- tempfile()
    child <- start_new_r(given = list(task = task, ready = ready), f = function(given) {
      circle <- as.matrix(sample_circle(300, seed = 1))
      small <- function() {
        graph <- heat_graph(circle, 0.3)
        list(as.data.frame(bw_gc(circle, seed = 1)), graph$weights,
             metric_distortion(circle, 0.3, seed = 1)$H, graph_spectrum(graph_laplacian(graph), 5))
      }
      before <- small()
      n <- if (given$task == "graph_spectrum") 30000 else 300000
      x <- as.matrix(sample_sphere(n, noise = 0.01, noise_dims = 3, seed = 1))
      # Minutes, each of them.
      long <- switch(given$task,
        bw_gc = function() bw_gc(x, n_points = 500, subsample = FALSE),
        metric_distortion = function() metric_distortion(x, 2, subsample = FALSE, seed = 1),
        heat_graph = function() heat_graph(x, 1, "knn", k = 3000),
        bw_lepski = function() bw_lepski(x, d = 2, n_validation = 1e5),
        graph_spectrum = {
          laplacian <- graph_laplacian(heat_graph(x, 0.05))
          function() graph_spectrum(laplacian, 3000)
        }
      )
      settings <- options()
      started <- proc.time()[[3]]
      outcome <- tryCatch({
        writeLines(as.character(Sys.getpid()), given$ready)
        long()
        "finished"
      }, interrupt = function(i) "interrupted", error = function(e) conditionMessage(e))
      list(
        outcome = outcome, seconds = proc.time()[[3]] - started,
        settings = identical(options(), settings), same = identical(small(), before)
      )
    })
    wait_for_file(ready, 60, child$log)
    Sys.sleep(0.7)
    tools::pskill(as.integer(readLines(ready)), tools::SIGINT)
    found <- finish_new_r(child)
    unlink(ready)
    expect_identical(found$outcome, "interrupted", info = task)
    expect_true(found$settings, info = task)
    expect_true(found$same, info = task)
  }
})

test_that("fault 48: what does not fit is refused with its size, and R goes on", {
  x <- normal_points(200, 3)
  laplacian <- graph_laplacian(heat_graph(x, 1))
  graph <- heat_graph(x, 1)
  before <- without_time(bw_gc(x, seed = 1))
  withr::with_options(list(lapscale.memory = 1e-9), {
    expect_fault_of(takes_points, x, arg = "x", class = "memory", text = "GB")
    expect_fault(heat_graph(dist(x), 1), "x", class = "memory", text = "GB")
    expect_fault(as_heat_graph(dist(x), 1), "x", class = "memory", text = "GB")
    expect_fault(graph_spectrum(laplacian, 5), "k", class = "memory", text = "GB")
    expect_fault(as.matrix(graph), "x", class = "memory", text = "GB")
    expect_fault(as.matrix(laplacian), "x", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, "dense"), "x", class = "memory", text = "GB")
  })
  expect_identical(without_time(bw_gc(x, seed = 1)), before)
})

test_that("fault 48: a sparse Matrix that would be huge as a dense one is refused", {
  huge <- Matrix::sparseMatrix(i = 1:3, j = 1:3, x = 1, dims = c(1e5, 1e5))
  withr::with_options(list(lapscale.memory = 1), {
    expect_fault_of(takes_points, huge, arg = "x", class = "memory", text = "74.5 GB")
  })
})

test_that("fault 48: lists of too many neighbours are refused, not begun", {
  x <- normal_points(3000, 2)
  withr::with_options(list(lapscale.memory = 0.05), {
    expect_fault(bw_gc(x, graph = "knn", k = c(5, 500)), "k", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, "knn", k = 500), "k", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, local_scale = 500), "local_scale", class = "memory")
    expect_fault(embed_lle(x, k = 500), "k", class = "memory", text = "GB")
  })
})

test_that("fault 48: a graph of too many edges is refused, not begun", {
  x <- normal_points(3000, 2)
  withr::with_options(list(lapscale.memory = 0.05), {
    expect_fault(heat_graph(x, 10), "bandwidth", class = "memory")
    expect_fault(heat_graph(x, 10, "dense"), "x", class = "memory", text = "GB")
  })
})

test_that("fault 49: numbers of threads that are none; too many are capped with a message", {
  for (bad in list(0, -1, NA, "2", 1.5, c(1, 2), TRUE)) {
    expect_fault_of(takes_threads, bad, arg = "n_threads")
  }
  for (name in names(takes_threads)) {
    many <- expect_condition_of(takes_threads[[name]](1e9), "message_threads", "`n_threads`")
    one <- takes_threads[[name]](1)
    if (name == "bw_gc") expect_identical(without_time(many), without_time(one))
    if (name != "bw_gc") expect_identical(many, one)
  }
})

test_that("fault 49: forked processes after threaded calls, and calls within them, come back", {
  skip_on_os("windows")
  skip_on_cran()
  x <- plain_hourglass(200)
  expected <- without_time(bw_gc(x, seed = 1, n_threads = 2))
  jobs <- lapply(1:2, function(i) {
    parallel::mcparallel({
      # A selector within another function, and a fork within the fork.
      graph <- heat_graph(x, bw_gc, seed = 1, n_threads = 2)
      inner <- parallel::mccollect(
        parallel::mcparallel(as.numeric(bw_gc(x, seed = 1, n_threads = 2)))
      )[[1]]
      list(bw_gc(x, seed = 1, n_threads = 2), graph$bandwidth, inner)
    })
  })
  found <- list()
  deadline <- proc.time()[[3]] + 60
  while (length(found) < 2 && proc.time()[[3]] < deadline) {
    # It warns of jobs that were collected before.
    found <- c(found, suppressWarnings(parallel::mccollect(jobs, wait = FALSE, timeout = 1)))
  }
  for (job in jobs) tools::pskill(job$pid, tools::SIGKILL)
  expect_length(found, 2L)
  for (result in found) {
    expect_identical(without_time(result[[1]]), expected)
    expect_identical(result[[2]], as.numeric(expected))
    expect_identical(result[[3]], as.numeric(expected))
  }
  # And the parent goes on with threads.
  expect_identical(without_time(bw_gc(x, seed = 1, n_threads = 2)), expected)
})

test_that("fault 49: mclapply around bw_gc()", {
  skip_on_os("windows")
  skip_on_cran()
  sets <- lapply(1:3, function(seed) plain_hourglass(120, seed))
  alone <- vapply(sets, function(x) as.numeric(bw_gc(x, seed = 1)), 0)
  forked <- parallel::mclapply(sets, function(x) as.numeric(bw_gc(x, seed = 1)), mc.cores = 2)
  expect_identical(unlist(forked), alone)
})

test_that("fault 50: saved, read in a new R at another instruction level: the same object", {
  x <- plain_hourglass(200)
  graph <- heat_graph(x, 0.5)
  saved <- list(
    x = x, bw = bw_gc(x, seed = 1), graph = graph, laplacian = graph_laplacian(graph),
    spectrum = graph_spectrum(graph_laplacian(graph), 4),
    local = metric_distortion(x, 0.5, points = 1:20)
  )
  there <- in_new_r(env = c(LAPSCALE_SIMD = "baseline"), given = saved, f = function(saved) {
    grDevices::pdf(NULL)
    plot(saved$bw)
    plot(saved$graph, saved$x)
    plot(saved$spectrum)
    plot(saved$local, saved$x)
    list(
      given = saved, printed = utils::capture.output(print(saved$bw)),
      global = update(saved$bw, minimum = "global"), minima = local_minima(saved$bw),
      weights = heat_graph(saved$x, saved$bw)$weights,
      product = saved$laplacian %*% saved$x[, 1], components = graph_components(saved$graph)
    )
  })
  expect_identical(there$given, saved)
  expect_identical(there$printed, utils::capture.output(print(saved$bw)))
  expect_identical(there$minima, local_minima(saved$bw))
  expect_identical(there$global, update(saved$bw, minimum = "global"))
  expect_identical(there$components, graph_components(graph))
  expect_equal(there$weights, heat_graph(x, saved$bw)$weights, tolerance = 1e-12)
  expect_equal(there$product, saved$laplacian %*% x[, 1], tolerance = 1e-12)
})
