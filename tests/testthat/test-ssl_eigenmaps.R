# Least squares on the eigenvectors of I - P by R's eigen().
oracle_eigenmaps <- function(x, y, k, h, alpha) {
  learning <- oracle_learning(x, h, alpha)
  root <- sqrt(learning$degree)
  eigen <- eigen(learning$weights / outer(root, root), symmetric = TRUE)
  columns <- eigen$vectors[, seq_len(k + 1)] / root
  seen <- !is.na(y)
  coefficients <- qr.coef(qr(columns[seen, ]), y[seen])
  list(values = drop(columns %*% coefficients))
}

test_that("the fit is least squares on the leading eigenvectors", {
  p <- square_numbers()
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_eigenmaps(p$x, p$y, n_eigen = 4, bandwidth = p$h, alpha = alpha)
    expect_equal(scores_of(fit), oracle_eigenmaps(p$x, p$y, 4, p$h, alpha)$values, tolerance = 1e-9)
  }
})

test_that("new points get the mean over a step of the walk of what inverts it, in steps", {
  p <- square_numbers()
  z <- withr::with_seed(2, matrix(runif(30), 15))
  fit <- ssl_eigenmaps(p$x, p$y, n_eigen = 4, bandwidth = p$h)
  values <- oracle_eigenmaps(p$x, p$y, 4, p$h, 0.5)$values
  w <- exp(-as.matrix(dist(p$x))^2 / p$h^2)
  w <- w / sqrt(outer(rowSums(w) - 1, rowSums(w) - 1))
  inverted <- values
  # Of these points neither the bound of the values nor that of the misfit ends the steps.
  for (step in 1:16) inverted <- inverted + values - drop(w %*% inverted) / rowSums(w)
  expect_lt(max(abs(inverted)), 10 * max(abs(values)))
  expect_equal(scores_of(fit, z), oracle_extension(p$x, z, inverted, p$h, 0.5), tolerance = 1e-9)
})

test_that("every learner predicts points between two of a class as of this class", {
  skip_on_cran()
  x <- unname(scale(as.matrix(swiss)))[, -5]
  catholic <- factor(swiss$Catholic > 50)
  learners <- list(
    function(x, y) ssl_eigenmaps(x, y, seed = 1), function(x, y) ssl_eigenmaps(x, y, n_eigen = 15),
    ssl_iterated, function(x, y) ssl_iterated(x, y, m = 10, mu = 1e-6), ssl_diffusion,
    function(x, y) ssl_diffusion(x, y, t = 20), ssl_harmonic, ssl_poisson, ssl_laprls
  )
  nearest <- apply(as.matrix(dist(x)) + diag(1e9, 47), 1, which.min)
  for (learn in learners) {
    wrong <- vapply(1:5, function(s) {
      y <- replace(catholic, -withr::with_seed(s, sample(47, 17)), NA)
      fit <- quietly(learn(x, y))
      own <- fitted(fit)
      middle <- quietly(predict(fit, (x + x[nearest, ]) / 2, far = "keep"))
      beyond <- quietly(predict(fit, x + 1e-3, type = "score", far = "keep"))
      expect_lt(max(abs(beyond)), 2 * max(abs(scores_of(fit))))
      expect_identical(unname(quietly(predict(fit, x))), unname(own))
      mean(middle[own == own[nearest]] != own[own == own[nearest]])
    }, 0)
    expect_lte(mean(wrong), 0.03)
  }
})

test_that("all labels and all eigenvectors interpolate", {
  x <- plain_circle(24) + 0.02 * normal_points(24, 2)
  y <- normal_points(24, 1)[, 1]
  expect_equal(scores_of(ssl_eigenmaps(x, y, n_eigen = 23, bandwidth = 0.6)), y, tolerance = 1e-8)
})

# cos and sin of the angle are the first eigenfunctions of the circle.
test_that("a coordinate of the circle is learned from a few labels", {
  angle <- 2 * pi * seq_len(200) / 200
  x <- cbind(cos(angle), sin(angle))
  y <- replace(x[, 1], -seq(1, 200, by = 33), NA)
  expect_equal(scores_of(ssl_eigenmaps(x, y, n_eigen = 2, bandwidth = 0.2)), x[, 1],
               tolerance = 1e-6)
})

test_that("the number of eigenvectors is chosen by cross-validation", {
  angle <- 2 * pi * seq_len(200) / 200
  x <- cbind(cos(angle), sin(angle))
  noise <- 0.05 * normal_points(200, 1)[, 1]
  y <- replace(cos(2 * angle) + noise, -seq(1, 200, by = 7), NA)
  fit <- ssl_eigenmaps(x, y, bandwidth = 0.2, seed = 1)
  expect_identical(fit$parameters$n_eigen, 4L)
  expect_identical(tidy(fit)$chosen[[3]], "cross-validation")
  path <- tidy(fit, "path")
  expect_identical(path$n_eigen[path$chosen], 4L)
  path <- path[order(path$n_eigen), ]
  # Both copies of an eigenvalue of the circle or none.
  expect_identical(path$n_eigen, seq(2L, 14L, 2L))
  expect_identical(which.min(path$squared_error), 2L)
  expect_lt(path$error[[2]], 0.05 * path$error[[1]])
  two <- replace(y, -c(1, 99), NA)
  # Of few labels, or one per class, only one number is tried: nothing is chosen.
  expect_identical(tidy(ssl_eigenmaps(x, two, bandwidth = 0.2))$chosen[[3]], "the only one tried")
  each <- replace(iris$Species, -c(1, 51, 101), NA)
  expect_output(print(ssl_eigenmaps(iris[1:4], each, bandwidth = 0.6)),
                "the only one tried: n_eigen = 2\n  no error of cross-validation: one label per",
                fixed = TRUE)
  one <- quietly(ssl_eigenmaps(x, replace(two, 99, NA), bandwidth = 0.2))
  expect_identical(tidy(one)$chosen[[3]], "one label")
})

test_that("the seed alone decides the folds, and leaves R's random numbers", {
  skip_on_cran()
  p <- two_arcs()
  before <- rng_state()
  a <- ssl_eigenmaps(p$x, p$y, bandwidth = 0.3, seed = 7)
  expect_identical(rng_state(), before)
  expect_identical(without_clock(ssl_eigenmaps(p$x, p$y, bandwidth = 0.3, seed = 7)),
                   without_clock(a))
  by_r <- function() withr::with_seed(1, ssl_eigenmaps(p$x, p$y, bandwidth = 0.3))
  expect_identical(without_clock(by_r()), without_clock(by_r()))
})

test_that("the rule is (n / log n)^(d / (d + 2 m))", {
  p <- square_numbers()
  size <- function(d, smoothness) {
    fit <- ssl_eigenmaps(p$x, p$y, n_eigen = "rule", d = d, smoothness = smoothness,
                         bandwidth = p$h)
    fit$parameters$n_eigen
  }
  expect_identical(size(2, 1), as.integer(round((10 / log(10))^(2 / 4))))
  expect_identical(size(2, 0.1), as.integer(round((10 / log(10))^(2 / 2.2))))
  expect_fault(ssl_eigenmaps(p$x, p$y, n_eigen = "rule", bandwidth = p$h), "d")
  three <- three_clusters()
  fit <- ssl_eigenmaps(three$x, three$y, n_eigen = "rule", d = 1, smoothness = 9, bandwidth = 1)
  expect_identical(fit$parameters$n_eigen, 2L)
})

test_that("the bound has the Dirichlet form over the next eigenvalue, and k log n / n", {
  p <- square_numbers()
  fit <- ssl_eigenmaps(p$x, p$y, n_eigen = 3, bandwidth = p$h)
  learning <- oracle_learning(p$x, p$h, 0.5)
  f <- scores_of(fit)
  energy <- sum(outer(f, f, "-")^2 * learning$weights) / 2 / sum(learning$degree)
  root <- sqrt(learning$degree)
  lambda <- 1 - eigen(learning$weights / outer(root, root), symmetric = TRUE)$values
  expect_equal(fit$bound[["bias"]], energy / lambda[[5]], tolerance = 1e-8)
  expect_equal(fit$bound[["variance"]], 3 * log(10) / 10)
})

test_that("n_eigen is checked", {
  skip_on_cran()
  p <- two_arcs()
  for (bad in list(0, 60, 1.5, "few", NA, c(1, 2))) {
    expect_fault(ssl_eigenmaps(p$x, p$y, n_eigen = bad, bandwidth = 0.3), "n_eigen")
  }
  expect_fault(ssl_eigenmaps(p$x, p$y, smoothness = 0, bandwidth = 0.3), "smoothness")
  expect_fault(ssl_eigenmaps(p$x, p$y, n_eigens = 3), "n_eigens")
})

# Zhou and Srebro's method at the bandwidth of Perrault-Joncas et al.: table 2 has 2.11 and 12.77 %.
test_that("the published errors on the benchmark sets are reached", {
  skip_unless_extended()
  for (set in list(list("digit1", 0.744, 5, 2.4), list("g241c", 7.38, 2, 13.3))) {
    expect_lt(benchmark_error(set[[1]], function(x, y) {
      ssl_eigenmaps(x, y, n_eigen = set[[3]], bandwidth = set[[2]], alpha = 1)
    }), set[[4]])
  }
})

test_that("up to half as many eigenvectors as labels are tried, each with its bound", {
  x <- plain_circle(100)
  y <- replace(x[, 1] * x[, 2], -round(seq(1, 100, length.out = 6)), NA)
  fit <- ssl_eigenmaps(x, y, bandwidth = 0.4, seed = 1)
  expect_setequal(tidy(fit, "path")$n_eigen, 1:3)
  for (n_eigen in 1:3) {
    expect_true(is.finite(ssl_eigenmaps(x, y, n_eigen = n_eigen, bandwidth = 0.4)$bound[["bias"]]))
  }
  expect_true(is.finite(fit$bound[["bias"]]))
})

test_that("pieces that hang together by links of 1e-6 to 1e-10 get the labels within them", {
  skip_on_cran()
  h <- 0.5
  square <- as.matrix(sample_flat_torus(400, seed = 1))[, 1:2]
  width <- diff(range(square[, 1]))
  group <- rep(c("a", "b", "c"), each = 400)
  known <- c(3, 9, 403, 409, 803, 809)
  y <- factor(replace(rep(NA, 1200), known, group[known]))
  learn <- function(link, ...) {
    far <- width + h * sqrt(-log(link))
    x <- square[rep(1:400, 3), ] + cbind(rep(c(0, far, 2 * far), each = 400), 0)
    # So that a point faces its copy.
    facing <- cbind(c(max(square[, 1]), far + max(square[, 1])), 0)
    facing <- rbind(facing, facing + rep(c(far - width, 0), each = 2))
    all <- rbind(x, facing)
    fit <- ssl_eigenmaps(all, factor(c(as.character(y), rep(NA, 4))), n_eigen = 2, bandwidth = h,
                         graph = "radius", ...)
    list(fit = fit, x = all)
  }
  check <- function(one) {
    expect_identical(as.character(stats::fitted(one$fit))[1:1200], group)
    new <- seq(2, 1200, by = 7)
    expect_identical(as.character(stats::predict(one$fit, one$x[new, ] + 1e-3)), group[new])
  }
  for (link in c(1e-8, 1e-9, 1e-10)) check(learn(link, cutoff = 6))
  # Not stored: up to the usual cutoff, in one piece.
  local_functions(list(min_matrix_free = 1e5))
  for (link in c(1e-5, 1.5e-6)) {
    one <- learn(link)
    expect_gt(one$fit$graph$entries, 1e5)
    check(one)
  }
})

test_that("a column that the labels hardly tell from others is penalized", {
  columns <- cbind(1, c(1, 1, 1.01, 5), c(0, 1, 2, 3))
  y <- c(1, 4, 2)
  basis <- cpp_orthonormal_on(1:3, columns[, 1:2], rep(1, 3), min_norm = 0.1)
  # Ridge regression whose penalty makes up for what the norm lacks.
  seen <- columns[1:3, 1:2]
  lacking <- 0.01 * (1 + mean(seen[, 2])^2) - sum((seen[, 2] - mean(seen[, 2]))^2)
  ridge <- solve(crossprod(seen) + diag(c(0, lacking)), crossprod(seen, y))
  expect_equal(basis %*% crossprod(basis[1:3, ], y), columns[, 1:2] %*% ridge)
  exact <- cpp_orthonormal_on(1:3, columns, rep(1, 3), 0)[1:3, ]
  expect_equal(crossprod(exact), diag(3))
})

# Ten labels far from one end of the curve of spectra: functions are nearly dependent there.
test_that("values do not run away where there are no labels", {
  skip_if_not_installed("modeldata")
  spectra <- as.matrix(modeldata::meats[1:100])
  water <- modeldata::meats$water
  for (seed in c(4, 13)) {
    seen <- withr::with_seed(seed, sample(215, 10))
    y <- replace(rep(NA, 215), seen, water[seen])
    for (size in list("cv", 5)) {
      fit <- quietly(ssl_eigenmaps(spectra, y, n_eigen = size, bandwidth = 1.8, seed = 1))
      expect_lt(sqrt(mean((scores_of(fit) - water)^2)), 3 * stats::sd(water))
    }
    fit <- quietly(ssl_auto(spectra, y, bandwidth = 1.8, seed = 1))
    expect_lt(max(abs(scores_of(fit) - mean(y[seen]))), 10 * diff(range(y[seen])))
  }
})

test_that("numbers of eigenvectors that vary where there are no labels are not selected", {
  roll <- sample_swiss_roll(600, seed = 1)
  target <- cos(attr(roll, "parameters")[, "t"])
  y <- replace(target, -seq(1, 600, by = 12), NA)
  fit <- ssl_eigenmaps(as.matrix(roll), y, bandwidth = 2, seed = 1)
  expect_lt(ssl_error(fit, target), 0.5 * stats::sd(target))
})

test_that("all eigenvectors of an eigenvalue are taken, and that is said", {
  skip_on_cran()
  angle <- 2 * pi * (1:40) / 40
  x <- cbind(cos(angle), sin(angle))
  y <- replace(rep(NA, 40), c(3, 11, 24, 35), c("a", "a", "b", "b"))
  for (given in list(x, as_heat_graph(toeplitz(c(0, 1, rep(0, 37), 1))))) {
    fit <- function(n_eigen) {
      if (inherits(given, "lapscale_graph")) {
        return(ssl_eigenmaps(given, y, n_eigen = n_eigen))
      }
      ssl_eigenmaps(given, y, n_eigen = n_eigen, bandwidth = 0.4)
    }
    expect_message(one <- fit(1), "2 eigenvectors .* instead of 1",
                   class = "lapscale_message_multiple")
    expect_no_message(two <- fit(2), class = "lapscale_message_multiple")
    expect_identical(one$scores, two$scores)
    expect_identical(one$parameters$n_eigen, 2L)
  }
})

test_that("points that the graph does not tell apart get one value", {
  complete <- as_heat_graph(1 - diag(5))
  for (size in list("cv", 1, 3)) {
    fit <- suppressMessages(ssl_eigenmaps(complete, c(1, 2.5, NA, NA, NA), n_eigen = size))
    expect_equal(scores_of(fit)[3:5], rep(1.75, 3))
  }
  lattice <- as.matrix(expand.grid(0:5, 0:5))
  y <- replace(rep(NA, 36), c(1, 6, 31, 36), c(0.5, 2, 2, 5.5))
  for (size in list("cv", 2, 5)) {
    fit <- suppressMessages(ssl_eigenmaps(lattice, y, n_eigen = size, bandwidth = 1))
    square <- matrix(scores_of(fit), 6)
    expect_equal(square, t(square))
    expect_true(all(square > -1 & square < 7))
  }
  # The same with the points in another order: another basis of each eigenvalue.
  other <- c(20:36, 1:19)
  turned <- ssl_eigenmaps(lattice[other, ], y[other], n_eigen = 5, bandwidth = 1)
  expect_equal(scores_of(turned), scores_of(fit)[other], tolerance = 1e-7)
})
