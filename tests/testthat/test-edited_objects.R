# Objects whose parts were edited by hand, or come so from a file: methods trust their class, so that
# an edited object may end in an error of R, but never in the end of its process.

test_that("a method of an object with an edited part gives a result or an error, and R lives", {
  skip_on_cran()
  skip_if_not_installed(c("recipes", "igraph"))
  folder <- withr::local_tempdir()
  files <- list(now = file.path(folder, "now"), outcome = file.path(folder, "outcome.rds"))
  classes <- paste0("lapscale", c(
    paste0("_", c("graph", "laplacian", "spectrum", "embedding", "ssl", "clusters", "metric",
                  "bandwidth", "dimension", "report", "row_source")),
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
  w <- as_general(heat_graph(normal_points(20, 3), 1)$weights)
  runtime <- new_runtime(1, FALSE)
  expect_type(cpp_sparse_factor(w, 1:20, 1, 50, runtime), "list")
  moved <- w
  moved@i[] <- 0L
  expect_error(cpp_sparse_factor(moved, 1:20, 1, 50, runtime), "symmetric pattern")
  expect_error(cpp_cholesky_plan(moved, Inf), "symmetric pattern")
  expect_error(cpp_sparse_factor(w, c(1L, 1:19), 1, 50, runtime), "once")
})

test_that("an edited Cholesky factor is not followed", {
  w <- as_general(heat_graph(normal_points(20, 3), 1)$weights)
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
