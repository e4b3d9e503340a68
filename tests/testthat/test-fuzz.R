# Random arguments: whatever comes, the answer is a result or an error of ours.

is_extended <- function() identical(Sys.getenv("LAPSCALE_EXTENDED_TESTS"), "true")

fuzz_values <- function() {
  x <- normal_points(15, 3)
  graph <- heat_graph(x, 1)
  list(
    NULL, NA, NaN, Inf, -1, 0, 1, 2L, 1.5, 1e-300, 1e300, 3, 15L, 14L, 1:3, c(0.1, 0.5, 1, 2),
    numeric(), "a", "", character(), TRUE, FALSE, c(TRUE, FALSE), list(), list(1), x, x[1:2, ],
    x[0, ], x[, 1], as.data.frame(x), data.frame(), data.frame(a = letters), dist(x),
    Matrix::Matrix(x), Matrix::Matrix(abs(crossprod(x)), sparse = TRUE), diag(3), matrix(0, 0, 3),
    matrix("a", 2, 2), matrix(TRUE, 4, 2), matrix(1, 5, 2), 1e-200 * x, replace(x, 5, NA), graph,
    graph_laplacian(graph), graph_spectrum(graph_laplacian(graph), 2), bw_gc, mean, quote(a), ~a,
    factor(letters[1:3]), Sys.Date(), as.POSIXct(1:20, origin = "1970-01-01"), 1i, raw(3),
    array(1, c(2, 2, 2)), "knn", "radius", "dense", "mutual", "global", "symmetric", "heat", "omit",
    "distances", "kernel", "time", new.env(), expression(a), 1e9, as.table(diag(2)),
    stats::ts(1:10), as.difftime(1:5, units = "secs"), numeric_version("1.2"), I(x),
    structure(x, class = "other"), list(idx = matrix(c(2, 1)), dist = matrix(c(1, 1)))
  )
}

# Function, what its first argument normally is, and what it needs besides.
fuzz_targets <- function() {
  x <- normal_points(15, 3)
  graph <- heat_graph(x, 1)
  list(
    bw_gc = list(x = x),
    metric_distortion = list(x = x, bandwidth = 1),
    heat_graph.default = list(x = x, bandwidth = 1),
    heat_graph.dist = list(x = dist(x), bandwidth = 1),
    as_heat_graph.default = list(
      x = list(idx = matrix(2:1), dist = matrix(c(1, 1))), bandwidth = 1
    ),
    as_heat_graph.matrix = list(x = diag(3), bandwidth = 1),
    graph_laplacian = list(graph = graph),
    graph_spectrum = list(laplacian = graph_laplacian(graph), k = 2),
    graph_components = list(graph = graph),
    bandwidth_from = list(value = 1, convention = "time"),
    bandwidth_to = list(h = 1, convention = "time"),
    local_minima = list(bw = bw_gc(x, seed = 1)),
    as_heat_graph = list(x = dist(x), bandwidth = 1),
    heat_graph = list(x = x, bandwidth = 1)
  )
}

# A call of one of the targets with some arguments replaced: list(name, arguments).
fuzz_call <- function(targets, values, known) {
  at <- sample(length(targets), 1)
  name <- names(targets)[[at]]
  arguments <- targets[[at]]
  changeable <- known[[name]]
  for (argument in changeable[stats::runif(length(changeable)) < 0.2]) {
    arguments[argument] <- values[sample(length(values), 1)]
  }
  list(name = name, arguments = arguments)
}

# What is wrong with an outcome, in words; NULL if nothing is.
fuzz_complaint <- function(outcome) {
  if (inherits(outcome, "error") && !inherits(outcome, "lapscale_error")) {
    return(conditionMessage(outcome))
  }
  if (inherits(outcome, "lapscale_graph") && anyNA(as.matrix(outcome))) "weights that are NA"
}

test_that("random arguments give results or errors of ours, never anything else", {
  values <- fuzz_values()
  targets <- fuzz_targets()
  # Methods are reached through their generics, so that dispatch is fuzzed too.
  names(targets) <- sub("\\.(default|dist|matrix)$", "", names(targets))
  known <- lapply(stats::setNames(nm = unique(names(targets))), function(f) names(formals(get(f))))
  known$heat_graph <- setdiff(names(formals(heat_graph.default)), "...")
  known$as_heat_graph <- c("x", "bandwidth", "values", "self_loops")
  withr::local_seed(20)
  withr::local_options(lapscale.threads = 1)
  for (round in seq_len(if (is_extended()) 10000 else 80)) {
    call <- fuzz_call(targets, values, known)
    outcome <- tryCatch(
      suppressMessages(suppressWarnings(do.call(call$name, call$arguments, quote = TRUE))),
      error = identity
    )
    complaint <- fuzz_complaint(outcome)
    expect(is.null(complaint), paste0(
      "round ", round, ": ", call$name, "(", toString(names(call$arguments)), "): ", complaint
    ))
  }
})

test_that("small random graphs: Laplacians, spectra and components as by the dense definitions", {
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
