test_that("the fit solves the Dirichlet problem", {
  local_dense_graph()
  p <- square_numbers()
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_harmonic(p$x, p$y, bandwidth = p$h, alpha = alpha)
    expect_equal(scores_of(fit), oracle_harmonic(oracle_learning(p$x, p$h, alpha), p$y),
                 tolerance = 1e-12)
  }
})

test_that("labels stay, and nothing lies beyond them", {
  p <- square_numbers()
  f <- scores_of(ssl_harmonic(p$x, p$y, bandwidth = p$h))
  expect_identical(f[1:10], p$y[1:10])
  expect_true(all(f >= min(p$y, na.rm = TRUE) & f <= max(p$y, na.rm = TRUE)))
})

# On a path the harmonic function is linear.
test_that("on a line with equal steps the function is linear between labels", {
  x <- matrix(1:9, 9)
  y <- c(0, rep(NA, 7), 8) + 0.5
  fit <- ssl_harmonic(x, y, alpha = 0, bandwidth = 1, graph = "radius", cutoff = 1.5, k = 1)
  expect_equal(scores_of(fit), 0:8 + 0.5, tolerance = 1e-8)
})

test_that("the graph that is left of the labels is the Schur complement, where a factor is cheap", {
  skip_on_cran()
  x <- plain_hourglass(400)
  graph <- heat_graph(x, 0.3, "knn", k = 8, self_loops = FALSE)
  part <- list(
    weights = graph$weights, degree = rowSums(as.matrix(graph$weights)), n = 400L,
    rows = c(3L, 70L, 211L, 390L), targets = matrix(1:4, 4), runtime = new_runtime(1, FALSE)
  )
  w <- as.matrix(graph$weights)
  laplacian <- diag(rowSums(w)) - w
  at <- part$rows
  schur <- laplacian[at, at] - laplacian[at, -at] %*% solve(laplacian[-at, -at], laplacian[-at, at])
  diag(schur) <- 0
  factor <- free_factor(part)
  expect_equal(labelled_graph(part, factor), -unname(schur), tolerance = 1e-10)
  local({
    # Solved for one label after the other.
    local_functions(list(max_reached = 400))
    expect_equal(labelled_graph(part, factor), -unname(schur), tolerance = 1e-10)
  })
  expect_null(labelled_graph(part, NULL))
  expect_null(free_factor(replace(part, "rows", list(1:400))))
  # The solution itself, and as the iteration has it.
  given <- seq_len(400) %in% part$rows
  values <- matrix(replace(numeric(400), part$rows, 1:4))
  wanted <- solve(laplacian[!given, !given], w[!given, given] %*% 1:4)
  found <- solve_harmonic_sparse(part, values, part$rows, factor)
  expect_identical(found$iterations, 0L)
  expect_equal(found$values[!given, 1], wanted[, 1], tolerance = 1e-12)
  iterated <- solve_harmonic_sparse(part, values, part$rows)
  expect_equal(found$values, iterated$values, tolerance = 1e-8)
  expect_gt(expected_steps(part), iterated$iterations / 4)
  # By elimination where points hang on by links too weak for the factor.
  weak <- as.matrix(graph$weights)
  group <- setdiff(c(5L, which(weak[5, ] > 0)), part$rows)
  weak[group, -group] <- 1e-9 * weak[group, -group]
  weak[-group, group] <- t(weak[group, -group])
  part$weights <- as_dgCMatrix(Matrix::Matrix(weak, sparse = TRUE))
  part$degree <- rowSums(weak)
  laplacian <- diag(part$degree) - weak
  free <- !given
  schur <- laplacian[given, given] -
    laplacian[given, free] %*% solve(laplacian[free, free], laplacian[free, given])
  reduced <- labelled_graph(part, free_factor(part))
  diag(schur) <- 0
  expect_equal(reduced[order(part$rows), order(part$rows)], -unname(schur), tolerance = 1e-6)
  local_functions(list(max_eliminated_labels = 3L))
  expect_null(labelled_graph(part, free_factor(part)))
})

# Weights of about 1e-70 between the clusters: eigen-solvers and Cholesky see none.
test_that("clusters that hang together by a hair are told apart", {
  x <- rbind(normal_points(20, 2, 1), normal_points(20, 2, 2) + 13)
  y <- rep(NA, 40)
  y[c(1, 2)] <- c(-1.5, 3)
  fit <- suppressWarnings(ssl_harmonic(x, y, bandwidth = 1))
  f <- scores_of(fit)
  expect_true(all(is.finite(f)))
  # From far away only the end of the chain counts.
  y <- replace(rep(NA, 40), c(1, 21), c(-1.5, 3))
  f <- scores_of(ssl_harmonic(x, y, bandwidth = 1))
  expect_lt(max(abs(f[1:20] + 1.5)), 1e-6)
  expect_lt(max(abs(f[21:40] - 3)), 1e-6)
})

test_that("probabilities are those of the walk's first label to a power", {
  local_dense_graph()
  p <- three_clusters()
  fit <- ssl_harmonic(p$x, p$y, bandwidth = 1)
  prob <- predict(fit, type = "prob")
  learning <- oracle_learning(p$x, 1, 0.5)
  chance <- vapply(levels(p$truth), function(level) {
    oracle_harmonic(learning, as.numeric(p$y == level))
  }, numeric(36))
  expect_equal((predict(fit, type = "score") + 1) / 2, chance, tolerance = 1e-10,
               ignore_attr = TRUE)
  power <- pmax(chance, 0.001)^fit$slope$value
  expect_equal(prob, power / rowSums(power), tolerance = 1e-10, ignore_attr = TRUE)
})

test_that("class-mass normalization moves the shares towards those of the labels", {
  p <- two_arcs()
  y <- replace(p$y, 2:3, NA)
  plain <- ssl_harmonic(p$x, y, bandwidth = 1)
  balanced <- ssl_harmonic(p$x, y, bandwidth = 1, class_mass = TRUE)
  chances <- function(...) (predict(plain, ..., type = "score") + 1) / 2
  prob <- chances()
  prior <- c(3, 1) / 4
  factor <- prior / colMeans(prob[is.na(y), ])
  expected <- sweep(prob, 2, factor, "*")
  expect_identical(unname(fitted(balanced)),
                   factor(colnames(prob)[max.col(expected)], levels(p$truth)))
  z <- p$x[1:5, ] + 0.01
  share <- sweep(chances(z), 2, factor, "*")
  share <- (share / rowSums(share))^balanced$slope$value
  expect_equal(predict(balanced, z, type = "prob"), share / rowSums(share), tolerance = 1e-10,
               ignore_attr = TRUE)
  expect_fault(ssl_harmonic(p$x, p$x[, 1], bandwidth = 1, class_mass = TRUE), "class_mass")
})

# One free point after the other, its links shared out among its neighbors: no differences.
plain_elimination <- function(w, given, f) {
  free <- setdiff(seq_len(nrow(w)), given)
  left <- w
  for (k in free) {
    share <- left[k, ] / sum(left[k, ])
    left <- left + outer(left[, k], share)
    left[k, ] <- left[, k] <- 0
    diag(left) <- 0
    # What is left of k's own links, to go back by.
    w[k, ] <- share
  }
  for (k in rev(free)) {
    later <- c(given, free[free > k])
    f[k] <- sum(w[k, later] * f[later])
  }
  f
}

test_that("what hangs on by links of 1e-6 to 1e-14 of the degrees is as links of any strength", {
  skip_on_cran()
  sizes <- c(50, 60, 40)
  given <- c(3, 20, 70, 100)
  for (link in 10^-c(6, 8, 10, 12, 13, 14)) {
    w <- rings(sizes, rbind(c(1, 55, 0.5), c(10, 120, 3 * link), c(90, 140, link)))
    truth <- c(-1, -1, 1, 1)
    wanted <- plain_elimination(w, given, replace(numeric(150), given, truth))
    y <- factor(replace(rep(NA, 150), given, c("a", "a", "b", "b")))
    fit <- expect_silent(ssl_harmonic(sparse_graph(w), y, alpha = 0))
    expect_lt(max(abs(fit$scores - wanted)), 1e-8)
    dense <- ssl_harmonic(as_heat_graph(w), y, alpha = 0)
    expect_lt(max(abs(fit$held_out - dense$held_out)), 1e-6)
    numbers <- replace(rep(NA_real_, 150), given, c(105, 100, 98, 103))
    fit <- expect_silent(ssl_harmonic(sparse_graph(w), numbers, alpha = 0))
    wanted <- plain_elimination(w, given, replace(numeric(150), given, numbers[given]))
    expect_lt(max(abs(fit$scores - wanted)), 1e-7)
  }
})

test_that("parts that hang on one another by ever weaker links are followed", {
  skip_on_cran()
  sizes <- c(40, 40, 40, 40, 40)
  links <- rbind(c(1, 41, 1e-7), c(60, 90, 1e-13), c(100, 130, 1e-9), c(200, 100, 2e-12),
                 c(165, 150, 1e-12))
  given <- c(5, 150)
  w <- rings(sizes, links)
  wanted <- plain_elimination(w, given, replace(numeric(200), given, c(1, 3)))
  y <- replace(rep(NA_real_, 200), given, c(1, 3))
  fit <- expect_silent(ssl_harmonic(sparse_graph(w), y, alpha = 0))
  expect_lt(max(abs(fit$scores - wanted)), 1e-10)
  expect_gt(diff(range(wanted[81:120])), 0)
  w <- rings(sizes, rbind(links[1:3, ], c(165, 150, 1e-16)))
  for (graph in list(sparse_graph(w), as_heat_graph(w))) {
    fit <- expect_silent(ssl_harmonic(graph, y, alpha = 0))
    expect_equal(fit$scores[161:200], rep(3, 40))
  }
})

test_that("small weights beside large ones are no part that is passed over", {
  skip_on_cran()
  w <- rings(c(60, 60, 60), rbind(c(1, 70, 1)))
  w[121:180, 121:180] <- w[121:180, 121:180] * 1e-13
  w[30, 130] <- w[130, 30] <- 1e-13
  w[100, 160] <- w[160, 100] <- 2e-13
  given <- c(20, 110)
  y <- replace(rep(NA_real_, 180), given, c(-1, 2))
  wanted <- plain_elimination(w, given, y)
  fit <- expect_silent(ssl_harmonic(sparse_graph(w), y, alpha = 0))
  expect_lt(max(abs(fit$scores - wanted)), 1e-6)
})

test_that("methods of eigenvectors go on harmonically behind links that they do not see", {
  skip_on_cran()
  given <- c(3, 20, 70, 90)
  y <- replace(rep(NA_real_, 160), given, c(1, 2, 4, 6))
  methods <- list(
    function(x) ssl_eigenmaps(x, y, n_eigen = 3, alpha = 0),
    function(x) ssl_iterated(x, y, m = 1, mu = 1e-3, alpha = 0),
    function(x) ssl_diffusion(x, y, mu = 1e-3, alpha = 0), function(x) ssl_auto(x, y, alpha = 0)
  )
  w <- rings(c(50, 60, 50), rbind(c(1, 55, 0.5), c(10, 130, 1e-12)))
  for (graph in list(sparse_graph(w), as_heat_graph(w))) {
    for (method in methods) {
      expect_no_warning(fit <- method(graph), class = "lapscale_warning_unlabelled")
      expect_equal(fit$scores[111:160], rep(fit$scores[[10]], 50))
    }
    y[150] <- 9
    for (method in methods) expect_no_warning(method(graph), class = "lapscale_warning_unlabelled")
    y[150] <- NA
  }
  # A single step of the walk follows links that double precision tells apart.
  w <- rings(c(50, 60, 50), rbind(c(1, 55, 0.5), c(10, 130, 1e-6)))
  wanted <- ssl_harmonic(as_heat_graph(w), y, alpha = 0)$scores[111:160]
  fit <- ssl_iterated(sparse_graph(w), y, m = 1, mu = 1e-9, alpha = 0)
  expect_lt(max(abs(fit$scores[111:160] - wanted)), 1e-3)
})
