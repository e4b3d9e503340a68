test_that("values are -(4 / h^2) log of the eigenvalues of the walk, NA if it has none", {
  skip_on_cran()
  x <- ellipsoid_points(80)
  h <- 0.4
  laplacian <- graph_laplacian(heat_graph(x, h))
  linear <- graph_spectrum(laplacian, 80, scale = "linear")
  expect_warning(heat <- graph_spectrum(laplacian, 80), class = "lapscale_warning_no_logarithm")
  walk <- 1 - linear$values * h^2 / 4
  known <- walk > 1e-6
  expect_equal(heat$values[known], -4 / h^2 * log(walk[known]), tolerance = 1e-8)
  expect_identical(is.na(heat$values), walk <= 1e-14)
  expect_identical(suppressWarnings(graph_spectrum(laplacian, 80, scale = "heat")), heat)
  # Where there is no heat scale, the values are those of the Laplacian.
  given <- as_heat_graph(as.matrix(heat_graph(x, h)))
  for (without in list(
    graph_laplacian(heat_graph(x, h), "unnormalized"), graph_laplacian(given)
  )) {
    expect_identical(graph_spectrum(without, 3), graph_spectrum(without, 3, scale = "linear"))
    expect_fault(graph_spectrum(without, 3, scale = "heat"), "scale")
  }
  expect_identical(heat$vectors, linear$vectors)
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

test_that("memory is estimated before the work", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(100), 0.5))
  withr::local_options(lapscale.memory = 1e-6)
  expect_fault(graph_spectrum(laplacian, 5), "k", class = "memory", text = "5 eigenvectors of 100")
})

test_that("wrong arguments are refused by name", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(ellipsoid_points(20), 1))
  for (bad in list(1, NULL, "laplacian", list(1))) expect_fault(graph_spectrum(bad, 2), "x")
  for (bad in list(0, 21, -1, 1.5, NA, "2", c(1, 2))) {
    expect_fault(graph_spectrum(laplacian, bad), "k")
  }
  expect_fault(graph_spectrum(laplacian, 2, scale = "log"), "scale")
  expect_fault(graph_spectrum(laplacian, 2, scale = TRUE), "scale", text = "point_set")
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

a_spectrum <- function(k = 5, ...) {
  graph_spectrum(graph_laplacian(heat_graph(plain_circle(40), 0.6)), k, ...)
}

test_that("a spectrum prints its first eigenvalues and its worst residual", {
  expect_snapshot(transform = hide_numbers, {
    print(a_spectrum(1))
    print(a_spectrum(5))
    print(a_spectrum(12, scale = "heat"))
  })
  lines <- utils::capture.output(print(a_spectrum(5)))
  expect_match(lines[[1]], "5 smallest eigenvalues", fixed = TRUE)
  spectrum <- a_spectrum(3)
  expect_identical(print_quietly(spectrum), spectrum)
  spectrum$converged[[2]] <- FALSE
  expect_output(print(spectrum), "1 pair not converged")
})

test_that("as.data.frame() and tidy() have a row per eigenvalue", {
  spectrum <- a_spectrum(5)
  table <- as.data.frame(spectrum)
  expect_identical(names(table), c("number", "value", "residual", "converged"))
  expect_identical(table$value, spectrum$values)
  expect_identical(table$number, 1:5)
  expect_identical(tidy(spectrum), table)
})

test_that("points and graphs are as their Laplacian", {
  x <- bent_strip(60)
  graph <- heat_graph(x, 0.5)
  expected <- graph_spectrum(graph_laplacian(graph), 4)
  expect_identical(expected$eigenvalues, expected$values)
  for (spectrum in list(graph_spectrum(x, 4, bandwidth = 0.5), graph_spectrum(graph, 4))) {
    expect_equal(spectrum$values, expected$values)
  }
  of_type <- graph_spectrum(x, 4, "linear", bandwidth = 0.5, type = "symmetric", alpha = 0)
  expect_equal(of_type$values,
               graph_spectrum(graph_laplacian(graph, "symmetric", 0), 4, "linear")$values)
  # `k` is the number of eigenvalues.
  by_type <- quietly(graph_spectrum(x, 4, bandwidth = 0.5, graph = graph_knn(9)))
  by_name <- quietly(graph_spectrum(x, 4, bandwidth = 0.5, graph = "knn", n_neighbors = 9))
  expected <- quietly(graph_spectrum(graph_laplacian(heat_graph(x, 0.5, graph_knn(9))), 4))
  expect_identical(by_type$values, expected$values)
  expect_identical(by_name$values, expected$values)
  chosen <- quietly(graph_spectrum(x, 4, seed = 1))
  expect_identical(chosen$bandwidth, as.numeric(quietly(bw_gc(x, seed = 1))))
  scaled <- quietly(graph_spectrum(point_set(x, scale = TRUE), 3, scale = "linear", bandwidth = 1))
  expect_identical(scaled$scale, "linear")
  expect_fault(graph_spectrum(graph_laplacian(graph), 3, bandwidth = 1), "bandwidth")
  expect_fault(graph_spectrum(graph_laplacian(graph), 3, alpha = 1), "alpha")
  expect_fault(graph_spectrum(graph, 3, n_neighbors = 5), "n_neighbors")
  expect_length(quietly(graph_spectrum(x, bandwidth = 1))$values, 10L)
  few <- quietly(graph_spectrum(normal_points(5, 2), bandwidth = 1))
  expect_length(few$values, 5L)
})

test_that("with local scales an isolated point has the eigenvalue 0", {
  x <- rbind(as.matrix(sample_circle(100, seed = 1)), c(100, 100))
  graph <- quietly(heat_graph(x, 0.6, local_scale = 20))
  for (alpha in c(0, 1)) {
    spectrum <- quietly(graph_spectrum(graph, 4, alpha = alpha))
    expect_identical(spectrum$values[1:2], c(0, 0))
    expect_true(all(spectrum$values[3:4] > 0.1))
  }
})

test_that("with local scales the smallest eigenvalues do not depend on how many are asked for", {
  set.seed(11)
  x <- matrix(rnorm(200), ncol = 2)
  laplacian <- graph_laplacian(quietly(heat_graph(x, 0.6, local_scale = 20)))
  all_values <- sort(quietly(graph_spectrum(laplacian, 100))$values)
  for (k in 5:16) {
    values <- quietly(graph_spectrum(laplacian, k))$values
    expect_equal(values, all_values[seq_len(k)], tolerance = 1e-8, info = k)
  }
})
