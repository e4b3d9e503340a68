test_that("conditions carry a class to catch, the parent class, and the user's call", {
  outer <- function(a) door(inner(a))
  inner <- function(a) abort("`a` is {a}.", "thing")
  error <- tryCatch(outer(1), error = identity)
  expect_s3_class(error, c("lapscale_error_thing", "lapscale_error", "rlang_error"), exact = FALSE)
  expect_identical(as.character(error$call[[1]]), "outer")
  expect_match(conditionMessage(error), "`a` is 1", fixed = TRUE)
})

test_that("a check raises the class of wrong arguments, or the one that is named", {
  n <- 2
  expect_error(refuse_if(n > 1, "`n` is {n}."), "`n` is 2", class = "lapscale_error_argument")
  expect_error(refuse_if(TRUE, "No.", "memory"), class = "lapscale_error_memory")
  expect_null(refuse_if(FALSE, stop("not evaluated")))
})

test_that("errors say in a few words what was given", {
  x <- plain_circle(20)
  said <- function(k) conditionMessage(tryCatch(bw_knn(x, k = k), error = identity))
  expect_match(said(NULL), "NULL")
  expect_match(said("a"), "\"a\"")
  expect_match(said(2.5), "2.5", fixed = TRUE)
  expect_match(said(NA), "NA")
  expect_match(said(1:3), "vector of length 3")
  expect_match(said(letters), "character vector of length 26")
  expect_match(said(data.frame(a = 1)), "data.frame")
  expect_match(said(diag(2)), "a double matrix")
  expect_match(said(array(1L, c(2, 2, 2))), "an integer array")
  expect_match(said(list(1)), "list")
  expect_match(said(mean), "a function", fixed = TRUE)
  expect_match(said(factor("u")), "factor")
})

test_that("a matrix that is refused for what it holds is called by what it holds", {
  expect_fault(bw_median(matrix("a", 2, 2)), "x", text = "character")
  expect_fault(bw_median(matrix(1i, 2, 2)), "x", text = "complex")
})

test_that("every message of the package is glued: no braces are left in what users read", {
  skip_on_cran()
  x <- normal_points(30, 3)
  withr::local_options(lapscale.memory = 1e-9)
  for (call in list(
    quote(bw_gc(x, seed = 1)), quote(heat_graph(x, 1)), quote(heat_graph(x, 1, type = "dense")),
    quote(heat_graph(dist(x), 1)), quote(sample_circle(1e5, seed = 1))
  )) {
    expect_no_match(text_of(tryCatch(eval(call), error = identity)), "[{}]")
  }
  withr::local_options(lapscale.memory = NULL)
  laplacian <- graph_laplacian(heat_graph(x, 1))
  withr::local_options(lapscale.memory = 1e-9)
  expect_no_match(text_of(tryCatch(graph_spectrum(laplacian, 3), error = identity)), "[{}]")
  # A dense graph whose points fit, but not its n^2 weights.
  withr::local_options(lapscale.memory = 5e-6)
  error <- tryCatch(heat_graph(x, 1, type = "dense"), error = identity)
  expect_s3_class(error, "lapscale_error_memory")
  expect_no_match(text_of(error), "[{}]")
})

test_that("a backtrace ends at the call of the user", {
  e <- rlang::catch_cnd(bw_knn("a"))
  calls <- vapply(e$trace$call, function(call) rlang::call_name(call) %||% "", "")
  expect_identical(utils::tail(calls, 1), "bw_knn")
})

test_that("calls that take long say so before they begin", {
  skip_on_cran()
  local_functions(list(seconds_worth_a_message = 0, quick_operations = 0))
  x <- as.matrix(sample_circle(60, noise = 0.05, seed = 1))
  expect_condition_of(inform_of_seconds(200, "This", "Do less."), "message_cost",
                      c("This takes about 3 minutes", "Do less"))
  e <- expect_condition_of(embed_layout(x), "message_cost", "The layout of 60 points")
  expect_condition_of(embed_quality(e, x), "message_cost", "The comparison of 60 points")
  for (k in list(NULL, 5)) {
    columns <- cbind(x, x[, 1]^2, x[, 2]^3)
    expect_condition_of(graph_columns(columns, 0.5, k = k), "message_cost", "The test of 4 columns")
  }
  expect_condition_of(
    embed_common(x, x[, 1:2]^3, test = TRUE, n_permutations = 5, bandwidth = 0.5), "message_cost",
    "The test with 5 permutations"
  )
  skip_if_not_installed("mgcv")
  data <- data.frame(a = x[, 1], b = x[, 2], y = x[, 1]^2)
  expect_condition_of(
    muffle(bw_reml(y ~ s(a, b, bs = "lap", k = 5), data, bandwidths = c(0.3, 0.5, 0.8)),
           "lapscale_warning_edge"),
    "message_cost", "The comparison of 3 bandwidths"
  )
})

test_that("nothing is said of calls that are soon done", {
  expect_quiet(inform_of_seconds(9, "This", "Do less."))
  expect_quiet(embed_layout(bent_strip(60)))
})

test_that("of conditions of a class the first is shown, and all others", {
  shown <- testthat::capture_warnings(muffle_after_first({
    warn("first", "convergence")
    warn("other", "conflict")
    warn("second", "convergence")
  }, "lapscale_warning_convergence"))
  expect_identical(shown, c("first", "other"))
})
