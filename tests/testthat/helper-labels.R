# Few labels on points, and the definitions of vignette("methods"), "Semi-supervised learning", once
# more: dense, slow and obvious.

# Two arcs of 30 points with 3 labels each: list(x, truth, y, seen).
two_arcs <- function(n = 60, seed = 3) {
  half <- n / 2
  angle <- withr::with_seed(seed, stats::runif(n, 0, pi))
  upper <- seq_len(n) <= half
  x <- cbind(ifelse(upper, cos(angle), 1 - cos(angle)), ifelse(upper, sin(angle), 0.4 - sin(angle)))
  x <- x + 0.05 * normal_points(n, 2, seed)
  truth <- factor(ifelse(upper, "up", "down"))
  seen <- c(1:3, half + 1:3)
  list(x = x, truth = truth, y = replace(truth, -seen, NA), seen = seen)
}

# Three clusters of 12 points with 2 labels each.
three_clusters <- function(seed = 4) {
  centre <- 3 * rbind(c(0, 0), c(1, 0), c(0, 1))[rep(1:3, each = 12), ]
  truth <- factor(rep(c("ash", "birch", "cedar"), each = 12))
  seen <- c(1, 2, 13, 14, 25, 26)
  list(
    x = centre + 0.3 * normal_points(36, 2, seed), truth = truth, seen = seen,
    y = replace(truth, -seen, NA)
  )
}

# Numbers at 10 of 40 points of a square, all within 3 bandwidths of 0.5.
square_numbers <- function() {
  list(
    x = withr::with_seed(12, matrix(stats::runif(80), 40)),
    y = c(withr::with_seed(5, stats::rnorm(10)), rep(NA, 30)), h = 0.5
  )
}

# How every method is called when nothing is to be chosen.
ssl_fixed <- list(
  eigenmaps = function(...) ssl_eigenmaps(..., n_eigen = 3),
  iterated = function(...) ssl_iterated(..., m = 2, mu = 1e-3),
  diffusion = function(...) ssl_diffusion(..., t = 1, mu = 1e-3),
  harmonic = function(...) ssl_harmonic(...),
  laprls = function(...) ssl_laprls(..., lambda_ambient = 1e-3, lambda_manifold = 10),
  poisson = function(...) ssl_poisson(...),
  lapsvm = function(...) ssl_lapsvm(..., lambda_ambient = 1e-3, lambda_manifold = 10),
  auto = function(...) ssl_auto(...)
)
ssl_numeric <- ssl_fixed[c("eigenmaps", "iterated", "diffusion", "harmonic", "laprls", "auto")]

# One column of scores: of the second class, or the numbers.
scores_of <- function(fit, ...) {
  s <- predict(fit, ..., type = "score")
  if (is.matrix(s)) unname(s[, 2]) else unname(s)
}

# Everything but the running time.
without_clock <- function(fit) {
  fit$elapsed <- 0
  fit
}

# ---- definitions -------------------------------------------------------------------------------

# Density-corrected weights without self loops, their row sums, the walk.
oracle_learning <- function(x, h, alpha) {
  found <- oracle_corrected(oracle_weights(x, h), alpha)
  c(found, list(walk = found$weights / found$degree))
}

oracle_regularizer <- function(learning, m = NULL, t = NULL) {
  n <- length(learning$degree)
  l <- diag(n) - learning$walk
  r <- if (is.null(t)) {
    Reduce(`%*%`, rep(list(l), m))
  } else {
    # exp(t L) by scaling and squaring of a long series.
    small <- t * l / 64
    term <- sum <- diag(n)
    for (k in 1:30) sum <- sum + (term <- term %*% small / k)
    for (k in 1:6) sum <- sum %*% sum
    sum - diag(n)
  }
  learning$degree / mean(learning$degree) * r
}

# (J + mu R)^-1 J y
oracle_regularized <- function(r, y, mu) {
  j <- diag(as.numeric(!is.na(y)))
  drop(solve(j + mu * r, ifelse(is.na(y), 0, y), tol = 0))
}

oracle_harmonic <- function(learning, y) {
  l <- diag(learning$degree) - learning$weights
  free <- is.na(y)
  y[free] <- -solve(l[free, free], l[free, !free] %*% y[!free])
  y
}

# Coefficients of LapRLS: (J K + a I + b L K)^-1 y.
oracle_laprls <- function(x, y, h, alpha, ambient, manifold) {
  learning <- oracle_learning(x, h, alpha)
  l <- (diag(learning$degree) - learning$weights) / mean(learning$degree)
  k <- oracle_weights(x, h, self_loops = TRUE)
  n <- sum(!is.na(y))
  u <- nrow(x)
  j <- diag(as.numeric(!is.na(y)))
  drop(solve(
    j %*% k + ambient * n * diag(u) + manifold * n / u^2 * l %*% k, ifelse(is.na(y), 0, y), tol = 0
  ))
}

# exp(-|a - b|^2 / h^2) between the rows of a and b.
oracle_kernel <- function(a, b, h) {
  sq <- outer(rowSums(a^2), rowSums(b^2), "+") - 2 * tcrossprod(a, b)
  exp(-sq / h^2)
}

# The mean of g over one step of the walk from each row of z.
oracle_extension <- function(x, z, g, h, alpha) {
  t <- rowSums(oracle_weights(x, h))
  w <- oracle_kernel(z, x, h) * rep(t^-alpha, each = nrow(z))
  drop(w %*% g) / rowSums(w)
}

# Mean error in percent of a method over the splits of a benchmark set with 100 labels. Skips where
# the sets are absent.
benchmark_error <- function(name, learn) {
  set <- benchmark_set(name)
  shared <- Sys.getenv("LAPSCALE_SHARED", testthat::test_path("../../../shared"))
  file <- file.path(shared, "data", paste0(name, ".lab100.csv.gz"))
  splits <- as.matrix(utils::read.csv(file))
  mean(apply(splits, 1L, function(seen) {
    fit <- suppressMessages(learn(set$x, replace(factor(set$y), -seen, NA)))
    100 * mean(fitted(fit)[-seen] != set$y[-seen])
  }))
}

# Whether two partitions are the same but for the numbers of their parts.
expect_same_partition <- function(a, b) {
  expect_identical(match(a, unique(a)), match(b, unique(b)))
}

# The moon of each point of sample_moons().
moons_of <- function(x) parameter_of(x, "moon")

# Round clusters on a circle.
blobs <- function(each, n_blobs = 5L, seed = 5) {
  withr::with_seed(seed, do.call(rbind, lapply(seq_len(n_blobs), function(i) {
    at <- i * 2 * pi / n_blobs
    cbind(rnorm(each, 6 * cos(at), 0.6), rnorm(each, 6 * sin(at), 0.6))
  })))
}

# Checks the arguments of a learner, those that are not given as by default.
learning_arguments <- function(x, y, ...) {
  asked <- arguments_of_call(ssl_harmonic.default, list(x = x, y = y, ...))
  ssl_arguments(x, y, ssl_settings(asked))
}

learning_problem <- function(...) ssl_graph(learning_arguments(...), harmonic_method())

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

sparse_graph <- function(w) as_heat_graph(Matrix::Matrix(w, sparse = TRUE))

# Makes the dense graph the default within a test whose reference is a dense matrix.
local_dense_graph <- function(env = parent.frame()) {
  namespace <- asNamespace("lapscale")
  usual <- namespace$usual_learning_graph
  replace_by <- function(f) {
    unlockBinding("usual_learning_graph", namespace)
    assign("usual_learning_graph", f, namespace)
    lockBinding("usual_learning_graph", namespace)
  }
  replace_by(function(settings) {
    if (settings$usual_graph == "nearest") "auto" else settings$usual_graph
  })
  withr::defer(replace_by(usual), env)
}
