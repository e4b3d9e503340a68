# Random arguments: whatever comes, the answer is a result or an error of ours.

is_extended <- function() identical(Sys.getenv("LAPSCALE_EXTENDED_TESTS"), "true")

test_that("every exported function and every method is among those that the fuzzer calls", {
  skip_on_cran()
  skip_if_not_installed("recipes")
  stock <- quietly(fuzz_stock())
  targets <- fuzz_targets(stock)
  expect_setequal(names(targets), fuzz_names())
  classes <- unlist(lapply(targets, `[[`, "class"))
  expect_identical(setdiff(classes, names(stock$objects)), character())
})

test_that("random calls give results or errors of ours, and leave the session as it was", {
  skip_on_cran()
  skip_if_not_installed(c("recipes", "ggplot2", "igraph"))
  calls <- if (is_extended()) as.numeric(Sys.getenv("CALLS", "100000")) else 300
  expect_null(fuzz_findings(fuzz_in_child(seq_len(calls), test_path())))
})

test_that("the same seed is the same call", {
  skip_if_not_installed("recipes")
  stock <- list(objects = list())
  targets <- list(list(name = "bw_knn", call = "bw_knn", arguments = list(x = diag(3), k = 1),
                       changeable = c("k", "multiple", "scale")))
  calls <- lapply(c(5, 5, 6, 7), fuzz_call, targets, stock, list(NULL, NA, "a", 1:3))
  expect_identical(calls[[1]], calls[[2]])
  expect_false(identical(calls[c(1, 1)], calls[3:4]))
})

test_that("a seed that kills R is named, and the others go on", {
  skip_on_cran()
  folder <- withr::local_tempdir()
  dir.create(file.path(folder, "fuzz"))
  writeLines(c(
    "given <- readRDS(commandArgs(trailingOnly = TRUE)[[1]])",
    "for (seed in given$seeds) {",
    "  cat(seed, file = given$seed)",
    "  if (seed == 3) tools::pskill(Sys.getpid(), tools::SIGKILL)",
    "}",
    "rows <- data.frame(seed = given$seeds, name = 'f', seconds = 0, outcome = 'result')",
    "saveRDS(rows, given$rows)"
  ), file.path(folder, "fuzz", "child.R"))
  rows <- fuzz_in_child(1:5, folder)
  expect_identical(as.integer(rows$seed), 1:5)
  expect_identical(rows$outcome, replace(rep("result", 5), 3, "killed R"))
})

test_that("small random graphs: Laplacians, spectra and components as by the dense definitions", {
  skip_on_cran()
  for (seed in seq_len(if (is_extended()) 5000 else 25)) {
    withr::local_seed(seed)
    n <- sample(2:12, 1)
    # Coarse coordinates: duplicates and ties are common.
    x <- matrix(sample(0:3, 2 * n, replace = TRUE) + 0, n)
    if (all(x == rep(x[1, ], each = n))) next
    h <- sample(c(0.3, 0.8, 2), 1)
    type <- sample(c("geometric", "random_walk", "symmetric", "unnormalized"), 1)
    alpha <- sample(c(0, 0.5, 1), 1)
    arguments <- list(
      x = x, bandwidth = h, self_loops = sample(c(TRUE, FALSE), 1),
      type = sample(c("radius", "dense"), 1)
    )
    graph <- suppressWarnings(do.call(heat_graph, arguments))
    w <- oracle_weights(x, h, if (arguments$type == "radius") oracle_graph_cutoff else Inf,
                        arguments$self_loops)
    expect_equal(as.matrix(graph), w, info = seed)
    laplacian <- suppressWarnings(graph_laplacian(graph, type, alpha = alpha))
    dense <- oracle_laplacian(w, type, alpha, h)
    expect_equal(as.matrix(laplacian), dense, info = seed)
    # Copies of 0, one per component, come with errors of the root of rounding in eigen(). Weights
    # of 1e-40 next to those of 1 leave some vectors inaccurate, with a warning.
    values <- suppressWarnings(graph_spectrum(laplacian, n))$values
    expect_equal(values, pmax(oracle_eigenvalues(dense, n), 0), tolerance = 1e-6 * max(dense, 1),
                 info = seed)
    parts <- graph_components(graph)$membership
    expected <- oracle_components(w)
    expect_identical(match(parts, unique(parts)), match(expected, unique(expected)), info = seed)
  }
})

test_that("the whole way runs where warnings are errors", {
  skip_on_cran()
  withr::local_options(warn = 2)
  x <- plain_hourglass(60)
  expect_no_error({
    bw <- bw_gc(x, seed = 1)
    graph <- heat_graph(x, bw)
    methods::as(graph, "CsparseMatrix")
    laplacian <- graph_laplacian(graph)
    methods::as(laplacian, "CsparseMatrix")
    as.matrix(laplacian)
    graph_spectrum(laplacian, 3)
    graph_spectrum(graph_laplacian(heat_graph(x, bw, "dense"), "symmetric"), 3)
    as_heat_graph(Matrix::Matrix(as.matrix(graph)))
    as_heat_graph(as.matrix(graph))
    as_heat_graph(methods::as(graph, "CsparseMatrix"), 1, values = "weights")
    heat_graph(Matrix::Matrix(x), 0.5)
    draw_nowhere({
      plot(bw)
      plot(graph, x)
    })
    utils::capture.output(print(graph), print(summary(graph)), print(bw), print(summary(bw)))
  })
})
