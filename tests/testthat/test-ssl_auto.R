test_that("the candidate with the least leave-one-out error is fitted", {
  p <- two_arcs()
  fit <- ssl_auto(p$x, p$y, bandwidth = 0.3)
  path <- tidy(fit, "path")
  expect_identical(sum(path$candidate == "iterated"), 24L)
  best <- path[which.min(path$squared_error), ]
  expect_identical(fit$parameters$method, best$candidate)
  same <- if (best$candidate == "iterated") {
    ssl_iterated(p$x, p$y, m = best$m, mu = best$mu, bandwidth = 0.3)
  } else {
    ssl_eigenmaps(p$x, p$y, n_eigen = best$n_eigen, bandwidth = 0.3)
  }
  expect_identical(fit$scores, same$scores)
  expect_equal(mean(rowSums((fit$loo - fit$labels$targets)^2)), best$squared_error)
})

test_that("leave-one-out of eigenvectors is what is predicted without the label", {
  x <- plain_circle(60)
  y <- replace(x[, 1] + 0.2 * x[, 2]^3, -seq(1, 60, by = 5), NA)
  path <- tidy(ssl_auto(x, y, bandwidth = 0.5), "path")
  few <- path[path$candidate == "eigenmaps", ]
  seen <- which(!is.na(y))
  for (k in c(1, 3, 5)) {
    errors <- vapply(seen, function(i) {
      fit <- ssl_eigenmaps(x, replace(y, i, NA), n_eigen = k, bandwidth = 0.5)
      scores_of(fit)[[i]] - y[[i]]
    }, 0)
    expect_equal(few$squared_error[few$n_eigen == k], mean(errors^2), tolerance = 1e-7)
  }
})

test_that("no random numbers are used", {
  p <- two_arcs()
  before <- rng_state()
  ssl_auto(p$x, p$y, bandwidth = 0.3)
  expect_identical(rng_state(), before)
})

test_that("any methods with candidates may be chosen among", {
  p <- two_arcs()
  settings <- ssl_settings(0.5, 0.3, NULL, NULL, NULL, "error", FALSE, 1, 1, FALSE)
  part <- spectral_part(ssl_graph(ssl_arguments(p$x, p$y, settings)))
  methods <- list(diffusion = diffusion_method(c(1, 2)), eigenmaps = eigenmaps_method())
  learnt <- learn_best(part, methods)
  expect_named(learnt$path, c("candidate", "t", "mu", "n_eigen", "squared_error", "se"))
  expect_identical(is.na(learnt$path$n_eigen), learnt$path$candidate == "diffusion")
  best <- learnt$path[which.min(learnt$path$squared_error), ]
  expect_identical(learnt$parameters$method, best$candidate)
  own <- learnt$parameters[-1]
  expect_identical(as.list(best[names(own)]), own)
  expect_equal(leave_one_out_error(learnt$loo, part$targets)[[1]], best$squared_error)
})

test_that("the errors on the benchmark sets stay within what was measured", {
  skip_unless_extended()
  for (set in list(list("digit1", 2.6), list("bci", 50), list("g241c", 13.8))) {
    h <- bw_gc(benchmark_set(set[[1]])$x, seed = 1)
    expect_lt(benchmark_error(set[[1]], function(x, y) ssl_auto(x, y, bandwidth = h)), set[[2]])
  }
})
