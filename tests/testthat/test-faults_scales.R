# The fault table, rows 16 to 26: coinciding points, widths and units at the limits of double
# precision, bandwidths at which there is nothing to see.

test_that("fault 16: all points identical: no scale in the data", {
  skip_on_cran()
  same <- matrix(3, 8, 2)
  expect_fault(heat_graph(dist(same), 1), "x", class = "no_scale")
  expect_fault(as_heat_graph(dist(same), 1), "x", class = "no_scale")
  zero <- matrix(0, 4, 4)
  stored <- Matrix::sparseMatrix(i = c(1, 2, 2, 3), j = c(2, 1, 3, 2), x = 0)
  for (x in list(zero, methods::as(methods::as(zero, "dMatrix"), "unpackedMatrix"), stored)) {
    expect_fault(as_heat_graph(x, 1, values = "distances"), "x", class = "no_scale")
  }
})

test_that("fault 17: exact duplicates: works, their edges have weight 1", {
  skip_on_cran()
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
  skip_on_cran()
  x <- ellipsoid_points(30)
  x <- rbind(x, x[rep(3, 9), ])
  for (symmetry in c("union", "mutual")) {
    graph <- heat_graph(x, 0.5, "knn", k = 4, symmetry = symmetry)
    w <- as.matrix(graph)
    expect_true(all(is.finite(w)))
    expect_identical(w, t(w))
    # Each of the ten has four neighbors at distance zero, whichever.
    alike <- c(3, 31:39)
    if (symmetry == "union") expect_gte(min(rowSums(w[alike, alike] == 1)), 5)
    laplacian <- suppressWarnings(graph_laplacian(graph))
    expect_true(all(is.finite(as.matrix(laplacian))))
  }
  # The fourth neighbor is the fourth of the other places.
  graph <- expect_quiet(heat_graph(x, local_scale = 4))
  expect_equal(graph$own_scales$distance[alike],
               rep(sort(as.matrix(dist(x[1:30, ]))[3, ])[[5]], 10))
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
  skip_on_cran()
  x <- ellipsoid_points(60) %*% diag(c(1, 1e6, 1))
  found <- conditions_of(bw_gc(x, seed = 1))
  expect_match(found$texts, "`x`: column 2", fixed = TRUE, all = FALSE)
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
  skip_on_cran()
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
  skip_on_cran()
  x <- ellipsoid_points(20)
  expected <- as.matrix(heat_graph(x, 0.5, "dense", self_loops = TRUE))
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
      function() heat_graph(d, h, "dense", self_loops = TRUE), function() as_heat_graph(d, h),
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
  skip_on_cran()
  for (bad in list(0, -1, NA, NaN, Inf, -Inf, c(1, 2), numeric(), "1", TRUE, list(1))) {
    expect_fault_of(takes_bandwidth, bad, arg = "bandwidth")
  }
  for (bad in list(0, -1, NA, Inf, "1", NULL)) {
    expect_fault(bw_to(bad, "time"), "h")
    expect_fault(bw_from(bad, "time"), "value")
  }
})

test_that("fault 25: a bandwidth at which every point is isolated", {
  skip_on_cran()
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

test_that("fault 25: neighbors given, at a bandwidth at which all weights underflow", {
  near <- list(nn.index = matrix(c(2, 1, 4, 3)), nn.dist = matrix(c(1, 1, 2, 2)))
  graph <- expect_condition_of(as_heat_graph(near, 1e-3), "warning_isolated", "`bandwidth` = 0.001")
  expect_equal(as.matrix(graph), diag(4))
})

test_that("fault 26: a bandwidth at which all weights are 1", {
  skip_on_cran()
  x <- ellipsoid_points(20)
  for (graph in list(function() heat_graph(x, 1e7), function() heat_graph(x, 1e7, "dense"),
                     function() heat_graph(dist(x), 1e7))) {
    made <- expect_condition_of(graph(), "warning_degenerate", "`bandwidth`")
    # P is the mean of the others: eigenvalue 0 once, 4 / h^2 times 20 / 19 else, without logarithm.
    laplacian <- graph_laplacian(made)
    spectrum <- graph_spectrum(laplacian, 5, "linear")
    expect_equal(spectrum$values * 1e14 / 4, c(0, 1, 1, 1, 1) * 20 / 19, tolerance = 1e-9)
    expect_condition_of(
      suppressMessages(graph_spectrum(laplacian, 5)), "warning_no_logarithm", "4 of the 5"
    )
  }
})

test_that("fault 21: distances at the end of double precision: \"rescale `x`\"", {
  skip_on_cran()
  tiny <- matrix(c(0, 5e-324, 2.2e-308, 0, 5e-324, 2.2e-308, 0, 5e-324), 8)
  y <- c("a", NA, "b", NA, NA, "b", NA, "a")
  calls <- c(
    lapply(list(bw_gc, bw_lepski, bw_rec, bw_msvd, bw_kernel_sum, bw_knn, bw_median, bw_rate,
                dim_growth, dim_mle, dim_kernel_sum, dim_eigengap, embed_eigenmaps, embed_diffusion,
                embed_isomap, embed_lle, embed_kpca, heat_graph),
           function(f) function() f(tiny)),
    lapply(list(ssl_eigenmaps, ssl_iterated, ssl_harmonic, ssl_laprls, ssl_auto),
           function(f) function() f(tiny, y))
  )
  for (call in calls) {
    expect_fault(suppressWarnings(suppressMessages(call())), "x", text = "rescale `x`")
  }
  # Half the nearest distance, of points that lie farther apart.
  near <- cbind(c(0, 1e-310, 3e-300 * (1:8)))
  expect_fault(bw_gc(near, seed = 1), "x", text = "rescale `x`")
  by_hand <- structure(rep(5e-324, 28), Size = 8L, class = "dist")
  expect_fault(bw_kernel_sum(by_hand), "x", text = "rescale `x`")
})

test_that("faults 21, 22: Isomap is right or refused", {
  skip_on_cran()
  t <- seq(0, 2 * pi, length.out = 61)[-1]
  x <- cbind(cos(t), sin(t), 0.1 * sin(7 * t))
  values <- function(scale) {
    e <- embed_isomap(x * scale, 2, k = 8)
    tidy(e)$eigenvalue / scale / scale
  }
  for (scale in c(1e-100, 1e-150, 1e150)) expect_equal(values(scale), values(1), tolerance = 1e-9)
  for (scale in c(1e-160, 1e-161, 1e-162, 1e-170, 1e160)) {
    expect_fault(values(scale), "x", text = "rescale")
  }
})

test_that("faults 21, 22: standard errors and pictures of criteria in squares", {
  skip_on_cran()
  x <- normal_points(40, 3)
  for (select in list(function(x) bw_rec(x, n_bandwidths = 6), function(x) bw_msvd(x, d = 1))) {
    expected <- suppressWarnings(select(x))
    for (scale in 2^c(-460, -330, 265, 460)) {
      found <- suppressWarnings(select(scale * x))
      expect_equal(found / scale, as.numeric(expected), tolerance = 1e-9, info = scale)
      relative <- function(bw) curve_of(bw)$se / curve_of(bw)$criterion
      expect_equal(relative(found), relative(expected), tolerance = 1e-6, info = scale)
      expect_no_error(draw_nowhere(plot(found)))
    }
  }
})
