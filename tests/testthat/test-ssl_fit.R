test_that("tidy() tells what was given from defaults", {
  skip_on_cran()
  p <- three_clusters()
  chosen <- function(fit) with(tidy(fit), stats::setNames(chosen, parameter))
  fit <- ssl_laprls(p$x, p$y, 1e-4, bandwidth = 1)
  expect_identical(chosen(fit), c(
    bandwidth = "given", alpha = "default", lambda_ambient = "given", lambda_manifold = "default",
    kernel_bandwidth = "leave-one-out"
  ))
  expect_identical(chosen(ssl_lapsvm(p$x, p$y, bandwidth = 1))[["solver"]], "auto")
  expect_identical(chosen(ssl_lapsvm(p$x, p$y, solver = "dual", bandwidth = 1))[["solver"]],
                   "given")
  expect_identical(
    chosen(ssl_iterated(p$x, p$y, alpha = 0.5, bandwidth = 1)),
    c(bandwidth = "given", alpha = "given", m = "default", mu = "leave-one-out")
  )
  d <- data.frame(p$x, y = p$y)
  expect_identical(chosen(ssl_harmonic(y ~ ., d, bandwidth = 1)),
                   c(bandwidth = "given", alpha = "default"))
  expect_identical(chosen(ssl_harmonic(y ~ ., d, alpha = 0, bandwidth = 1))[["alpha"]], "given")
  expect_identical(chosen(do.call(ssl_diffusion, list(p$x, p$y, 2, bandwidth = 1)))[["t"]], "given")
})

test_that("the method's own arguments are checked after those of all methods", {
  p <- two_arcs()
  expect_fault(ssl_iterated(p$x, p$y, m = "a", alpha = -1), "alpha")
  expect_fault(ssl_lapsvm(p$x, p$x[, 1], solver = "a"), "solver")
  expect_fault(ssl_lapsvm(p$x, p$x[, 1]), "y", text = "classes")
})

test_that("warnings of a fit speak in the name of the user's call", {
  p <- two_arcs()
  x <- rbind(p$x, plain_circle(20) + 500)
  y <- factor(c(as.character(p$y), rep(NA, 20)))
  found <- tryCatch(ssl_harmonic(x, y, bandwidth = 0.3), warning = identity)
  expect_identical(found$call[[1]], quote(ssl_harmonic))
})

test_that("a bandwidth that nobody gave is chosen with the call's threads, seed and bar", {
  skip_on_cran()
  p <- two_arcs()
  for (name in names(ssl_fixed)) for (progress in c(TRUE, FALSE)) {
    learn <- function() {
      ssl_fixed[[name]](p$x, p$y, seed = 7, n_threads = 1, progress = progress)
    }
    expect_identical(selector_settings_of(learn()),
                     list(seed = 7, n_threads = 1L, progress = progress), info = name)
  }
})

test_that("the number of threads arrives at everything that computes", {
  skip_on_cran()
  withr::local_options(lapscale.threads = 2)
  p <- two_arcs()
  for (name in names(ssl_fixed)) for (graph in c("dense", "knn")) {
    seen <- threads_seen(ssl_fixed[[name]](p$x, p$y, seed = 1, n_threads = 1, graph = graph))
    expect_gt(length(seen), 0)
    expect_identical(unique(unname(seen)), 1L, info = paste(name, graph))
  }
  fit <- ssl_iterated(p$x, p$y, bandwidth = 0.3)
  expect_identical(unique(unname(threads_seen(predict(fit, p$x + 0.01, n_threads = 1)))), 1L)
})

test_that("points are checked and indexed once, the bandwidth given or not", {
  skip_on_cran()
  p <- two_arcs()
  # Kernel machines hold their centres too.
  for (name in setdiff(names(ssl_fixed), c("laprls", "lapsvm"))) for (h in list(NULL, 0.3)) {
    learn <- function() ssl_fixed[[name]](p$x, p$y, bandwidth = h, seed = 1)
    expect_identical(times_called("cpp_points", learn()), 1L, info = name)
    expect_identical(times_called("cpp_first_not_finite", learn()), 1L, info = name)
    expect_identical(times_called("cpp_release", learn()), handles_made(learn), info = name)
  }
})

test_that("the constructor refuses a fit that predicts no finite values", {
  whole <- list(
    values = matrix(0, 4, 1), parameters = list(),
    machine = list(h = 1, centres = 1:2, coefficients = matrix(1, 2, 1), intercept = 0)
  )
  expect_silent(check_learnt(whole))
  expect_silent(check_learnt(whole["values"]))
  for (value in c(Inf, -Inf, NaN, NA)) {
    broken <- whole
    broken$machine$intercept <- value
    expect_fault(check_learnt(broken), "y", text = "intercept")
    broken <- whole
    broken$machine$coefficients[[2]] <- value
    expect_fault(check_learnt(broken), "y", text = "coefficients")
    broken <- whole
    broken$values[[3]] <- value
    expect_fault(check_learnt(broken), "y", text = "values")
  }
})

test_that("a machine whose intercept is lost is refused by the function that was called", {
  x <- selector_points(30)
  y <- replace(rep(c("a", "b"), 15), 9:30, NA)
  fit <- vector_machine
  local_functions(list(vector_machine = function(...) {
    replace(fit(...), "intercept", Inf)
  }))
  expect_fault(suppressWarnings(ssl_lapsvm(x, y, lambda_ambient = 1, lambda_manifold = 1,
                                           bandwidth = 1)),
               "y", text = "double precision")
})
