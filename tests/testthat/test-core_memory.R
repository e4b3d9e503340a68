test_that("a limit that is no number is refused by the name of the option, in the user's call", {
  withr::local_options(lapscale.memory = "plenty")
  error <- expect_fault(bw_gc(normal_points(10, 2), seed = 1), "lapscale.memory")
  expect_identical(as.character(error$call[[1]]), "bw_gc")
})

test_that("memory that runs out all the same is an error of ours, with what was too large", {
  exhausted <- structure(class = c("std::bad_alloc", "C++Error", "error", "condition"),
                         list(message = "std::bad_alloc", call = NULL))
  fill <- function(x, error) door(stop(error))
  expect_fault(fill(1, exhausted), "x", class = "memory", text = "GB are free")
  expect_fault(fill(1, simpleError("cannot allocate vector of size 11.9 Gb")), "x", class = "memory")
  expect_error(fill(1, "other"), "other")
})

test_that("R's own word for it is understood in any language", {
  for (said in c("cannot allocate vector of size 11.9 Gb",
                 "cannot allocate vector of size 762.9 Mb",
                 "vector memory exhausted (limit reached?)",
                 gettext("cannot allocate vector of size %0.1f Gb", domain = "R"))) {
    expect_true(is_out_of_memory(simpleError(said)))
  }
  expect_false(is_out_of_memory(simpleError("subscript out of bounds")))
})

# What is asked of memory before the work begins, for objects of every class: a size that were wrong
# would show only where memory is short.

memory_asked <- function(make) {
  asked <- character()
  local_functions(list(check_memory = function(bytes, arg, what, ...) {
    asked <<- c(asked, sprintf("%s, %s: %.0f", arg, what, bytes))
    invisible()
  }))
  make()
  sort(unique(asked), method = "radix")
}

test_that("functions ask for the memory that they asked for before", {
  skip_on_cran()
  for (make in list(shown_selections, shown_dimensions, shown_graphs, shown_embeddings,
                    shown_clusters, shown_fits)) {
    expect_snapshot(writeLines(memory_asked(make)))
  }
})

test_that("graphs that are not stored ask for the memory that they asked for before", {
  skip_on_cran()
  local_functions(list(min_matrix_free = 1))
  x <- normal_points(400, 3)
  expect_snapshot(writeLines(memory_asked(function() {
    embed_eigenmaps(x, 2, bandwidth = 3)
    ssl_iterated(x, replace(x[, 1], 21:400, NA), bandwidth = 3, graph = "radius")
    cluster_spectral(x, 2, bandwidth = 3, seed = 1)
  })))
})

test_that("copies, and points on the disk, ask for the memory that they asked for before", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  graph <- heat_graph(x, 2, cutoff = 3)
  metric <- metric_riemannian(x[, 1:2], graph, d = 2)
  source <- point_source(200, 3, function(rows) x[rows, , drop = FALSE])
  expect_snapshot(writeLines(memory_asked(function() {
    as.matrix(graph)
    as.matrix(graph_laplacian(graph))
    quietly(bw_median(Matrix::Matrix(x, sparse = TRUE)))
    metric_distances(metric, c(3, 5))
    quietly(bw_gc(x, d = 2, n_points = 20, n_bandwidths = 4, replicates = 10001))
    local_functions(list(fits_in_memory = function(...) FALSE))
    quietly(bw_gc(source, d = 2, n_points = 20, seed = 1, n_threads = 2))
    quietly(ssl_laprls(source, replace(x[, 1], 21:200, NA), bandwidth = 2, seed = 1))
  })))
})

test_that("many columns and distances ask for what their neighborhoods need", {
  skip_on_cran()
  many <- normal_points(400, 60)
  expect_snapshot(writeLines(memory_asked(function() {
    quietly(bw_gc(many, seed = 1, n_threads = 2))
    quietly(bw_gc(dist(many[1:300, ]), seed = 1, n_threads = 2))
  })))
})

test_that("distances, sparse matrices, and many columns are refused before the work", {
  skip_on_cran()
  many <- normal_points(400, 60)
  sparse <- Matrix::sparseMatrix(i = 1:400, j = 1:400, x = 1:400, dims = c(400, 8000))
  distances <- dist(many)
  withr::local_options(lapscale.memory = 1e-5)
  for (x in list(many, distances, sparse)) {
    met <- core_functions_met(function() {
      expect_fault(bw_gc(x, seed = 1), "x", "memory")
      expect_fault(heat_graph(x, 1), "x", "memory")
    })
    expect_false("cpp_points" %in% met)
  }
})
