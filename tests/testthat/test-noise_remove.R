# A closed curve in many columns, with noise of its own size in each row: list(x, clean, size).
noisy_bump <- function(n = 150, p = 200, size = 0.6, equal = FALSE, seed = 1) {
  set.seed(seed)
  a <- 2 * pi * stats::runif(n)
  clean <- exp(2 * cos(outer(a, seq(0, 2 * pi, length.out = p + 1)[-1], "-")))
  spread <- sqrt(sum(apply(clean, 2, stats::var)))
  own <- if (equal) rep(1, n) else exp(stats::rnorm(n, 0, 0.5))
  list(x = clean + size * spread / sqrt(p) * own * matrix(stats::rnorm(n * p), n), clean = clean,
       spread = spread)
}

# The doubly stochastic smoothing of the rows of x, a function of the time.
oracle_smoothing <- function(x, h) {
  n <- nrow(x)
  k <- exp(-sq_distances_of(x) / h^2)
  diag(k) <- 0
  u <- rep(1, n)
  for (round in 1:2000) u <- u * sqrt(1 / (u * drop(k %*% u)))
  pairs <- eigen(u * k * rep(u, each = n), symmetric = TRUE)
  function(time) pairs$vectors %*% (exp(-time * (1 - pairs$values)) * crossprod(pairs$vectors, x))
}

error_after <- function(y, d) sqrt(mean(rowSums((plain_matrix(y) - d$clean)^2))) / d$spread

test_that("smoothing is the exponential of the doubly stochastic walk", {
  d <- noisy_bump(60, 40)
  y <- quietly(noise_remove(d$x, method = "heat", bandwidth = 20, time = 1.5, seed = 1))
  expect_equal(plain_matrix(y), oracle_smoothing(d$x, 20)(1.5), tolerance = 1e-6)
  expect_identical(glance(y)$method, "heat")
  expect_identical(glance(y)$time, 1.5)
})

test_that("components are those of the centered table, with the divergence of their rows", {
  d <- noisy_bump(40, 25)
  y <- quietly(noise_remove(d$x, method = "components", n_components = 3, seed = 1))
  mean <- colMeans(d$x)
  s <- svd(d$x - rep(mean, each = 40), 3, 3)
  slow <- s$u %*% (s$d[1:3] * t(s$v)) + rep(mean, each = 40)
  expect_equal(plain_matrix(y), slow, tolerance = 1e-8)
  # The divergence by differences, in a wide table and in a long one.
  project <- function(x, k) {
    mean <- colMeans(x)
    s <- svd(x - rep(mean, each = nrow(x)), k, k)
    s$u %*% (s$d[seq_len(k)] * t(s$v)) + rep(mean, each = nrow(x))
  }
  for (size in list(c(12, 7), c(6, 11))) {
    x <- normal_points(size[[1]], size[[2]])
    noise <- seq_len(size[[1]])
    slow <- 0
    for (i in seq_len(nrow(x))) for (j in seq_len(ncol(x))) {
      step <- replace(matrix(0, nrow(x), ncol(x)), cbind(i, j), 1e-5)
      change <- project(x + step, 2)[i, j] - project(x - step, 2)[i, j]
      slow <- slow + noise[[i]] * change / 2e-5
    }
    centred <- x - rep(colMeans(x), each = nrow(x))
    expect_equal(component_divergence(2, row_components(centred), noise, ncol(x)), slow,
                 tolerance = 1e-5)
  }
})

test_that("the estimated error is near the true one, and the chosen estimate near the best", {
  skip_on_cran()
  for (equal in c(FALSE, TRUE)) {
    d <- noisy_bump(150, 200, 0.6, equal)
    y <- quietly(noise_remove(d$x, seed = 1))
    expect_lt(error_after(y, d), 0.25)
    expect_lt(abs(glance(y)$risk - error_after(y, d)^2), 0.03)
    heat <- tidy(y)[tidy(y)$method == "heat", ]
    true <- unlist(lapply(unique(heat$bandwidth), function(h) {
      smooth <- oracle_smoothing(d$x, h)
      lapply(heat$time[heat$bandwidth == h], function(time) error_after(smooth(time), d))
    }))
    expect_lt(error_after(y, d), 1.25 * min(true))
  }
  # Equal noise in a plane is best left to components.
  set.seed(1)
  z <- matrix(stats::rnorm(400), 200)
  x <- z %*% matrix(stats::rnorm(200), 2) + 0.5 * matrix(stats::rnorm(20000), 200)
  facts <- glance(quietly(noise_remove(x, seed = 1)))
  expect_identical(facts$method, "components")
  expect_identical(facts$n_components, 2L)
})

test_that("a table without noise stays", {
  d <- noisy_bump(150, 60, 0)
  colnames(d$x) <- paste0("c", 1:60)
  y <- quietly(noise_remove(d$x, seed = 1))
  expect_lt(error_after(y, d), 0.02)
  expect_identical(colnames(y), colnames(d$x))
})

test_that("units, shifts, the order of rows, and threads change nothing", {
  skip_on_cran()
  d <- noisy_bump(80, 50)
  y <- quietly(noise_remove(d$x, seed = 1))
  for (unit in c(1e-6, 1e8)) {
    expect_equal(plain_matrix(quietly(noise_remove(d$x * unit, seed = 1))) / unit, plain_matrix(y),
                 tolerance = 1e-6)
  }
  expect_equal(plain_matrix(quietly(noise_remove(d$x + 100, seed = 1))) - 100, plain_matrix(y),
               tolerance = 1e-6)
  order <- order(d$x[, 1])
  sorted <- quietly(noise_remove(d$x[order, ], seed = 1))
  expect_equal(plain_matrix(sorted), plain_matrix(y)[order, ],
               tolerance = 1e-6)
  expect_identical(quietly(noise_remove(d$x, seed = 1, n_threads = 1)),
                   quietly(noise_remove(d$x, seed = 1, n_threads = 3)))
})

test_that("sparse tables, missing rows, and scaled columns", {
  d <- noisy_bump(60, 30)
  colnames(d$x) <- paste0("c", 1:30)
  y <- quietly(noise_remove(d$x, seed = 1))
  local_functions(list(few_bytes = 2^16))
  counts <- matrix(0, 60, 360, dimnames = list(NULL, paste0("g", 1:360)))
  counts[seq(1, length(counts), by = 37)] <- withr::with_seed(1, 1 + stats::rpois(584, 4))
  expect_message(
    sparse <- suppressWarnings(noise_remove(Matrix::Matrix(counts, sparse = TRUE), seed = 1)),
    class = "lapscale_message_dense"
  )
  expect_equal(plain_matrix(sparse), plain_matrix(quietly(noise_remove(counts, seed = 1))),
               tolerance = 1e-6)
  expect_identical(colnames(sparse), colnames(counts))
  rownames(d$x) <- paste0("r", 1:60)
  d$x[4, 2] <- NA
  y <- quietly(noise_remove(as.data.frame(d$x), na_action = "omit", scale = TRUE, seed = 1))
  expect_true(all(is.na(y[4, ])) && !anyNA(y[-4, ]))
  expect_identical(dimnames(y), dimnames(d$x))
  expect_lt(abs(mean(y[-4, 1]) / mean(d$x[-4, 1]) - 1), 0.1)
})

test_that("it is a matrix with tables, a print, and pictures", {
  d <- noisy_bump(60, 30)
  y <- quietly(noise_remove(d$x, seed = 1))
  expect_identical(dim(y), dim(d$x))
  expect_identical(y[1, ], as.matrix(y)[1, ])
  expect_identical(y + 1, as.matrix(y) + 1)
  expect_null(attr(sqrt(abs(y)), "facts"))
  expect_named(glance(y), c("method", "n", "n_components", "time", "bandwidth", "risk", "risk_heat",
                            "risk_components", "noise", "removed", "seed", "version"))
  expect_named(tidy(y), c("method", "bandwidth", "time", "n_components", "risk"))
  expect_equal(augment(y)$.moved, rowSums((plain_matrix(y) - d$x)^2))
  expect_identical(nrow(augment(y, as.data.frame(d$x))), 60L)
  expect_output(print(y), "Do not test on it")
  for (what in c("row", "values", "risk")) draw_nowhere(plot(y, what = what))
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(y, rows = 2), "ggplot")
  expect_fault(plot(y, rows = 61), "rows")
  expect_fault(plot(y, what = "none"), "what")
})

test_that("the print-out of pure noise says that it may be no smooth shape", {
  shown <- function(x) capture.output(print(quietly(noise_remove(x, seed = 1))))
  noise <- matrix(stats::qnorm(cpp_uniform(1500, 5, 0)), 100)
  expect_match(shown(noise), "! The nearest rows are not near", all = FALSE)
  expect_no_match(shown(plain_matrix(sample_circle(100, noise = 0.05, seed = 1))), "not near")
})

test_that("a time or a number of components that is given is used", {
  x <- noisy_bump(30, 10)$x
  of <- function(...) quietly(noise_remove(x, ..., seed = 1))
  smooth <- of(time = 2)
  expect_identical(glance(smooth)[c("method", "time")], data.frame(method = "heat", time = 2))
  expect_identical(plain_matrix(smooth), plain_matrix(of("heat", time = 2)))
  expect_identical(glance(of(n_components = 3))$method, "components")
  expect_setequal(tidy(of(time = 2, n_components = 3))$method, c("none", "heat", "components"))
  expect_setequal(tidy(of("auto", time = 2))$method, c("none", "heat", "components"))
})

test_that("arguments out of range are refused", {
  skip_on_cran()
  x <- noisy_bump(30, 10)$x
  expect_fault(noise_remove(x, time = 0), "time")
  expect_fault(noise_remove(x, n_components = 30), "n_components")
  expect_fault(noise_remove(x, "heat", n_components = 2), "method")
  expect_fault(noise_remove(x, "components", time = 2), "method")
  expect_fault(noise_remove(x, metric = "cosine"), "metric")
  expect_fault(noise_remove(stats::dist(x)), "x")
  expect_fault(noise_remove(x[1:4, ]), "x")
  expect_fault(noise_remove(matrix(1, 20, 3)), "x", class = "no_scale")
  expect_fault(noise_remove(x, zzz = 1), "zzz")
  withr::local_options(lapscale.memory = 1e-6)
  expect_fault(noise_remove(x), "x", class = "memory")
})

test_that("a bandwidth at which rows have no neighbors is an error with a way out", {
  d <- noisy_bump(30, 20)
  for (bandwidth in c(1e-6, 1e-200)) {
    expect_fault(quietly(noise_remove(d$x, "heat", bandwidth = bandwidth)), "x",
                 text = "larger `bandwidth`")
  }
})

test_that("equal noise in few columns is removed by whichever way leaves less", {
  skip_on_cran()
  tables <- lapply(c(10, 50), function(p) withr::with_seed(p, {
    angle <- stats::runif(300, 0, 2 * pi)
    clean <- cbind(cos(angle), sin(angle)) %*% t(qr.Q(qr(matrix(stats::rnorm(2 * p), p))))
    list(x = clean + 0.1 * matrix(stats::rnorm(300 * p), 300), clean = clean)
  }))
  for (table in tables) {
    removed <- lapply(c("auto", "heat", "components"), function(method) {
      quietly(noise_remove(table$x, method, seed = 1))
    })
    error <- vapply(removed, function(y) mean((as.matrix(y) - table$clean)^2), 0)
    raw <- mean((table$x - table$clean)^2)
    expect_lt(error[[1]], 0.25 * raw)
    expect_lt(error[[1]], 1.05 * min(error[-1]))
    estimated <- glance(removed[[1]])$risk
    expect_lt(abs(estimated * mean(table$clean^2) - error[[1]]), 0.05 * raw)
  }
})

test_that("the print-out says that errors are underestimated in few columns", {
  set.seed(1)
  angle <- stats::runif(200, 0, 2 * pi)
  noisy <- function(p) {
    cbind(cos(angle), sin(angle), matrix(0, 200, p - 2)) + stats::rnorm(200 * p, sd = 0.1)
  }
  shown <- function(x) {
    y <- suppressWarnings(noise_remove(x, "components", n_components = 2, seed = 1))
    paste(capture.output(print(y)), collapse = " ")
  }
  expect_match(shown(noisy(3)), "! Noise is underestimated in fewer than 50 columns")
  # Equal noise is read from the singular values.
  expect_no_match(shown(noisy(40)), "underestimated")
})

test_that("columns are whole numbers in pictures", {
  y <- noise_remove(faithful[1:40, ], "components", n_components = 1)
  for (what in c("row", "values")) {
    expect_identical(picture(y, what)$panels[[1L]]$ticks$x$value, c(1, 2))
  }
})
