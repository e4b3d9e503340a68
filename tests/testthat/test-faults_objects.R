# Objects that were changed by hand, or came damaged from a file: refused where they come in.

# A function of weights: `entry` of `slot` set to a value, or the slot without its first entry.
with_slot <- function(slot, entry, value) {
  force(slot)
  change <- if (missing(entry)) {
    function(values) values[-1]
  } else {
    function(values) replace(values, entry, value)
  }
  function(w) {
    attr(w, slot) <- change(methods::slot(w, slot))
    w
  }
}

damages <- list(
  outside = with_slot("i", 3, 1000000000L),
  negative_row = with_slot("i", 3, -1L),
  short = with_slot("x"),
  missing = with_slot("x", 3, NA),
  nan = with_slot("x", 3, NaN),
  infinite = with_slot("x", 3, Inf),
  negative = with_slot("x", 3, -1),
  decreasing = with_slot("p", 3, 100000L),
  begin = with_slot("p", 1, 1L),
  columns = with_slot("p"),
  wide = with_slot("Dim", 1, 19L),
  type = with_slot("i", 1, 0.5),
  other = function(w) w[-1, -1],
  none = function(w) NULL,
  words = function(w) "weights"
)

test_that("damaged graphs are refused by whoever takes one", {
  skip_on_cran()
  graph <- heat_graph(normal_points(20, 3), 1)
  takes <- list(
    graph_components, graph_laplacian, as.matrix, summary, print,
    function(g) methods::as(g, "CsparseMatrix"), function(g) draw_nowhere(plot(g)),
    embed_eigenmaps, embed_diffusion, embed_isomap,
    function(g) metric_riemannian(normal_points(20, 2), g, d = 1)
  )
  for (name in names(damages)) {
    damaged <- graph
    damaged$weights <- NULL
    damaged$weights <- damages[[name]](graph$weights)
    for (take in takes) {
      expect_fault(suppressMessages(suppressWarnings(take(damaged))), info = name)
    }
  }
})

test_that("dense weights are looked at too", {
  skip_on_cran()
  graph <- heat_graph(normal_points(20, 3), 1, "dense")
  w <- graph$weights
  words <- w
  storage.mode(words) <- "character"
  missing <- replace(w, cbind(2, 3), NA)
  negative <- replace(w, cbind(2, 3), -1)
  for (damage in list(missing, negative, w[, -1], w[-1, -1], words)) {
    damaged <- graph
    damaged$weights <- damage
    expect_fault(graph_laplacian(damaged), "graph", text = "damaged")
    expect_fault(graph_components(damaged), "graph", text = "damaged")
  }
})

test_that("damaged Laplacians are refused", {
  skip_on_cran()
  laplacian <- graph_laplacian(heat_graph(normal_points(20, 3), 1))
  for (name in c("outside", "negative_row", "short", "decreasing", "columns", "type")) {
    damaged <- laplacian
    damaged@weights <- damages[[name]](laplacian@weights)
    expect_fault(graph_spectrum(damaged, 3), "x", text = "damaged", info = name)
    expect_error(damaged %*% rep(1, 20), info = name)
    expect_fault(methods::as(damaged, "CsparseMatrix"), text = "damaged", info = name)
    expect_fault(diag(damaged), "x", text = "damaged", info = name)
  }
})

test_that("a Matrix that is none is refused", {
  skip_on_cran()
  x <- as_dgCMatrix(Matrix::Matrix(as.matrix(heat_graph(normal_points(20, 3), 1)), sparse = TRUE))
  for (name in c("outside", "negative_row", "short", "decreasing")) {
    damaged <- damages[[name]](x)
    expect_fault(as_heat_graph(damaged), "x", text = "valid", info = name)
    expect_fault(bw_gc(damaged), "x", text = "valid", info = name)
  }
})

test_that("every function of the core takes a damaged matrix, NULL or a handle that is none", {
  skip_on_cran()
  outcome <- in_new_r(function() {
    space <- asNamespace("lapscale")
    names <- grep("^cpp_", ls(space, all.names = TRUE), value = TRUE)
    graph <- heat_graph(matrix(stats::rnorm(60), 20), 1)$weights
    graph@i[3] <- 1000000000L
    fresh <- methods::new("externalptr")
    for (name in names) {
      f <- get(name, space)
      nothing <- rep(list(NULL), length(formals(f)))
      names(nothing) <- names(formals(f))
      sparse <- names(nothing) %in% c("matrix", "weights", "graph", "walk", "factor")
      handles <- names(nothing) %in% c("points", "consistency", "sketch", "handle")
      for (given in list(nothing, replace(nothing, sparse, list(graph)),
                         replace(nothing, handles, list(fresh)))) {
        try(do.call(f, given), silent = TRUE)
      }
    }
    length(names)
  })
  expect_gt(outcome, 30)
})

# Objects whose parts were edited by hand, or come so from a file: methods trust their class, so that
# an edited object may end in an error of R, but never in the end of its process.

test_that("a method of an object with an edited part gives a result or an error, and R lives", {
  skip_on_cran()
  skip_if_not_installed(c("recipes", "igraph"))
  folder <- withr::local_tempdir()
  files <- list(now = file.path(folder, "now"), outcome = file.path(folder, "outcome.rds"))
  classes <- paste0("lapscale", c(
    paste0("_", c("graph", "laplacian", "spectrum", "embedding", "ssl", "clusters", "metric",
                  "bandwidth", "dimension", "report", "point_source")),
    "step"
  ))
  given <- c(list(libraries = .libPaths(), folder = test_path(), classes = classes), files)
  given$folder <- normalizePath(given$folder)
  saveRDS(given, file.path(folder, "given.rds"))
  code <- system2(
    file.path(R.home("bin"), "Rscript"),
    c("--vanilla", shQuote(test_path("edited", "child.R")), shQuote(file.path(folder, "given.rds"))),
    stdout = FALSE, stderr = FALSE, timeout = 600
  )
  last <- if (file.exists(files$now)) readLines(files$now) else "nothing"
  expect_identical(code, 0L, label = paste("the code of R, which ended after", last))
  found <- if (file.exists(files$outcome)) readRDS(files$outcome) else c(calls = 0, errors = 0)
  # Both happen: what is edited arrives, and what can be computed all the same is.
  expect_gt(found[["errors"]], 1000)
  expect_gt(found[["calls"]], 2 * found[["errors"]])
})

test_that("a matrix whose pattern is not symmetric has no Cholesky factor", {
  w <- as_dgCMatrix(heat_graph(normal_points(20, 3), 1)$weights)
  runtime <- new_runtime(1, FALSE)
  expect_type(cpp_sparse_factor(w, 1:20, 1, 50, runtime), "list")
  moved <- w
  moved@i[] <- 0L
  expect_error(cpp_sparse_factor(moved, 1:20, 1, 50, runtime), "symmetric pattern")
  expect_error(cpp_cholesky_plan(moved, Inf), "symmetric pattern")
  expect_error(cpp_sparse_factor(w, c(1L, 1:19), 1, 50, runtime), "once")
})

test_that("an edited Cholesky factor is not followed", {
  w <- as_dgCMatrix(heat_graph(normal_points(20, 3), 1)$weights)
  runtime <- new_runtime(1, FALSE)
  factor <- cpp_sparse_factor(w, 1:20, 1, 50, runtime)
  b <- matrix(1, 20, 2)
  expect_equal(cpp_cholesky_solve(factor, b, runtime), solve(as.matrix(w) + diag(50, 20), b),
               ignore_attr = TRUE)
  for (name in names(factor)) {
    edited <- factor
    edited[[name]][[1]] <- 1000000L
    if (name != "x") expect_error(cpp_cholesky_solve(edited, b, runtime), info = name)
    edited[[name]] <- factor[[name]][-1]
    expect_error(cpp_cholesky_solve(edited, b, runtime), info = name)
  }
  expect_error(cpp_cholesky_solve(factor, b[-1, ], runtime), "size")
})
