# Rings of points, each joined to the next two, with further links.
#   sizes  of the rings;  links  rows (from, to, weight)
rings <- function(sizes, links = NULL) {
  n <- sum(sizes)
  w <- matrix(0, n, n)
  first <- 0
  for (size in sizes) {
    for (step in 1:2) {
      from <- first + seq_len(size)
      to <- first + (seq_len(size) + step - 1) %% size + 1
      w[cbind(from, to)] <- 1 + seq_len(size) / size
    }
    first <- first + size
  }
  w <- pmax(w, t(w))
  for (i in seq_len(NROW(links))) {
    w[links[i, 1], links[i, 2]] <- w[links[i, 2], links[i, 1]] <- links[i, 3]
  }
  w
}

# One free point after the other, its links shared out among its neighbours: no differences.
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

sparse_graph <- function(w) as_heat_graph(Matrix::Matrix(w, sparse = TRUE))

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

test_that("parts that hang on one another by ever weaker links are followed, others warned of", {
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
  # Links of 1e-16 count as none, as in a dense graph.
  w <- rings(sizes, rbind(links[1:3, ], c(165, 150, 1e-16)))
  for (graph in list(sparse_graph(w), as_heat_graph(w))) {
    expect_warning(fit <- ssl_harmonic(graph, y, alpha = 0), class = "lapscale_warning_unlabelled")
    expect_equal(unique(fit$scores[161:200]), 2)
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

test_that("a graph that is too large to be eliminated is warned of", {
  w <- rings(c(30, 30), rbind(c(1, 31, 1e-12)))
  weights <- sparse_graph(w)$weights
  part <- list(
    weights = weights, degree = rowSums(w), runtime = new_runtime(1, FALSE), call = NULL
  )
  given <- seq_len(60) %in% c(2, 9)
  values <- matrix(replace(numeric(60), c(2, 9), c(1, 2)))
  expect_warning(
    found <- eliminate_harmonic(part, given, values, longest = -1), "too large to be eliminated",
    class = "lapscale_warning_convergence"
  )
  expect_identical(found$values[given], c(1, 2))
  expect_lt(abs(eliminate_harmonic(part, given, values)$values[40] - 1.5), 0.5)
})

test_that("methods of eigenvectors say what they do not see, where no label is", {
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
      expect_warning(fit <- method(graph), "eigenvectors", class = "lapscale_warning_unlabelled")
      expect_equal(unique(fit$scores[111:160]), 3.25)
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

test_that("the Laplacian of the points without labels is that of Matrix", {
  x <- matrix(cpp_uniform(400, 1, 0), ncol = 2)
  for (self_loops in c(FALSE, TRUE)) {
    w <- heat_graph(x, 0.1, self_loops = self_loops)$weights
    degree <- Matrix::rowSums(w) + 1e-3
    free <- which(seq_len(200) %% 3 > 0)
    part <- list(weights = w, degree = degree, runtime = new_runtime(2, FALSE))
    want <- Matrix::Diagonal(x = degree[free]) - w[free, free]
    expect_identical(free_laplacian(part, free), as_general(want))
  }
})
