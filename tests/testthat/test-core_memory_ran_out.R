# Memory that runs out in R itself, outside the core: the error is ours all the same.

# expect_fault() of class memory where the function of that name finds no memory.
expect_memory_fault <- function(name, expr, arg) {
  # A promise made elsewhere would be kept from the second call on.
  local_functions(stats::setNames(list(function(...) {
    stop(simpleError("cannot allocate vector of size 11.9 Gb"))
  }), name))
  expect_fault(expr, arg, class = "memory", text = "the memory ran out", info = name)
}

called_by <- function(error) sub("[.]lapscale_.*", "", as.character(error$call[[1L]]))

test_that("samples name the argument that makes them large", {
  for (sample in list(sample_circle, sample_moons, sample_sphere, sample_dome, sample_torus,
                      sample_flat_torus, sample_swiss_roll, sample_hourglass)) {
    expect_memory_fault("draw_uniform", sample(50, seed = 1), "n")
  }
  error <- expect_memory_fault("with_noise", sample_torus(5, noise_dims = 6), "n")
  expect_identical(called_by(error), "sample_torus")
})

test_that("points name what holds them", {
  x <- normal_points(60, 2)
  source <- point_source(60, 2, function(rows) x[rows, ])
  error <- expect_memory_fault("half_widths", bw_rate(x, d = 1), "x")
  expect_identical(called_by(error), "bw_rate")
  expect_memory_fault("half_widths", heat_graph(x, 1), "x")
  expect_memory_fault("find_scaling", bw_rate(x, d = 1, scale = TRUE), "x")
  error <- expect_memory_fault("table_as_matrix", embed_lle(as.data.frame(x)), "x")
  expect_identical(called_by(error), "embed_lle")
  error <- expect_memory_fault("read_block", bw_gc(source, d = 1), "x")
  expect_identical(called_by(error), "bw_gc")
  expect_memory_fault("canonical_order", bw_gc(x, d = 1, seed = 1), "x")
})

test_that("distances name what holds them", {
  d <- stats::dist(normal_points(30, 2))
  error <- expect_memory_fault("as_distance_matrix", heat_graph(d, 1), "x")
  expect_identical(called_by(error), "heat_graph")
  error <- expect_memory_fault("new_length_graph", embed_isomap(d), "x")
  expect_identical(called_by(error), "embed_isomap")
  expect_memory_fault("acquire_points", bw_kernel_sum(d), "x")
  expect_memory_fault("as_symmetric", as_heat_graph(as.matrix(d), 1, values = "distances"), "x")
})

test_that("predictions name the new points", {
  x <- normal_points(60, 2)
  y <- replace(rep(1:2, 30), 21:60, NA)
  fits <- list(
    embed_kpca(x, bandwidth = 1), embed_kpca(x, kernel = "linear"),
    cluster_spectral(x, 2, bandwidth = 1, seed = 1), ssl_harmonic(x, factor(y), bandwidth = 1)
  )
  for (fit in fits) {
    error <- expect_memory_fault("map_new_rows", predict(fit, x), "newdata")
    expect_identical(called_by(error), "predict")
    expect_memory_fault("scale_points", predict(fit, x), "newdata")
  }
  expect_memory_fault("principal_scores", predict(fits[[2L]], x), "newdata")
  expect_memory_fault("cpp_points", predict(fits[[1L]], x), "newdata")
  expect_memory_fault("cpp_points", predict(fits[[4L]], x), "newdata")
  expect_memory_fault("answer", predict(fits[[4L]], x), "newdata")
})

test_that("a fit of landmarks speaks of `x`", {
  x <- normal_points(60, 2)
  y <- factor(replace(rep(1:2, 30), 21:60, NA))
  expect_memory_fault("at_points", embed_eigenmaps(x, 2, bandwidth = 2, landmarks = 40), "x")
  expect_memory_fault("within_sight", ssl_harmonic(x, y, bandwidth = 2, landmarks = 40), "x")
})

test_that("tables and matrices name the object that they are of", {
  x <- normal_points(60, 2)
  graph <- heat_graph(x, 1)
  e <- embed_kpca(x, bandwidth = 1)
  y <- factor(replace(rep(1:2, 30), 21:60, NA))
  fit <- ssl_harmonic(x, y, bandwidth = 1)
  metric <- metric_riemannian(x, graph, d = 2)
  named <- heat_graph(data.frame(x, row.names = paste0("p", 1:60)), 1)
  error <- expect_memory_fault("point_names", as.matrix(named), "x")
  expect_identical(called_by(error), "as.matrix")
  expect_memory_fault("laplacian_names", as.matrix(graph_laplacian(graph)), "x")
  expect_memory_fault("coordinate_names", as.data.frame(e), "x")
  expect_memory_fault("coordinate_names", augment(e), "x")
  expect_memory_fault("as_point_table", augment(e, newdata = x), "x")
  expect_memory_fault("coordinate_names", as.data.frame(metric), "x")
  expect_memory_fault("volume_from_stretch", metric_volume(metric), "m")
  expect_memory_fault("answer", fitted(fit), "object")
  expect_memory_fault("expand_scores", residuals(fit), "object")
  expect_memory_fault("fitted_table", augment(fit), "x")
})

test_that("a table that finds no memory is not taken for none", {
  refuse <- function(x, ...) stop(simpleError("cannot allocate vector of size 11.9 Gb"))
  e <- embed_kpca(normal_points(30, 2), bandwidth = 1)
  registerS3method("as.data.frame", "too_large", refuse)
  expect_fault(augment(e, structure(list(), class = "too_large")), "x", class = "memory")
  data <- data.frame(y = factor(rep(c(1, 2, NA), 10)), a = normal_points(30, 1))
  grow <- function(a) a
  fit <- ssl_harmonic(y ~ grow(a), data, bandwidth = 1)
  grow <- refuse
  expect_fault(predict(fit, data), "newdata", class = "memory")
  expect_fault(ssl_harmonic(y ~ grow(a), data, bandwidth = 1), "x", class = "memory")
})

test_that("under `ulimit` the error of R is ours", {
  skip_on_cran()
  said <- said_under_limit(c(
    "say <- function(expr) tryCatch(expr, error = function(e) {",
    "  cat(class(e)[1], gsub('[[:space:]]+', ' ', conditionMessage(e)), '\\n')",
    "})",
    "options(lapscale.memory = 1e5)",
    "graph <- as_heat_graph(Matrix::bandSparse(30000, k = 1, symmetric = TRUE,",
    "  diagonals = list(rep(1, 29999))))",
    "say(as.matrix(graph))",
    "say(as.matrix(graph_laplacian(graph)))",
    "say(sample_torus(3e8))",
    "say(bw_gc(point_source(1e8, 5, function(rows) matrix(0, length(rows), 5))))"
  ), 2e6)
  said <- grep("memory ran out", said, value = TRUE)
  expect_match(said, "^lapscale_error_memory `[xn]` is too large", all = TRUE)
  expect_length(said, 4L)
})
