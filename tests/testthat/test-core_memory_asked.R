# What is asked of memory before the work begins, for objects of every class: a size that were wrong
# would show only where memory is short.

memory_asked <- function(make) {
  asked <- character()
  local_functions(list(check_memory = function(bytes, arg, what, call) {
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
  local_functions(list(least_matrix_free = 1))
  x <- normal_points(400, 3)
  expect_snapshot(writeLines(memory_asked(function() {
    embed_eigenmaps(x, 2, bandwidth = 3)
    ssl_iterated(x, replace(x[, 1], 21:400, NA), bandwidth = 3, graph = "radius")
    cluster_spectral(x, 2, bandwidth = 3, seed = 1)
  })))
})
