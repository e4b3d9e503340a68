# Lepski's method once more (Chazal, Giulini and Michel 2016), in the paper's b = h / 2: slow and
# obvious.

# D_b f at the rows of x2: n2 x g.
oracle_estimates <- function(x1, f1, x2, f2, b, d) {
  vapply(b, function(bk) {
    vapply(seq_len(nrow(x2)), function(v) {
      sq <- colSums((t(x1) - x2[v, ])^2)
      sum((4 * pi)^(-d / 2) * exp(-sq / (4 * bk^2)) * (f1 - f2[v])) / (nrow(x1) * bk^(d + 2))
    }, 0)
  }, numeric(nrow(x2)))
}

# The normalized operator at one point, and by its definition: what the estimate would be if the mass
# of each point were a little larger.
oracle_ratio <- function(x1, f1, y, f_y, h, mass = rep(1, nrow(x1)),
                         kernel = exp(-as.matrix(dist(x1))^2 / h^2)) {
  weight <- mass * exp(-colSums((t(x1) - y)^2) / h^2) / as.vector(kernel %*% mass)
  4 / h^2 * sum(weight * (f1 - f_y)) / sum(weight)
}

oracle_influence <- function(x1, f1, y, f_y, h) {
  step <- 1e-4
  kernel <- exp(-as.matrix(dist(x1))^2 / h^2)
  vapply(seq_along(f1), function(i) {
    at <- function(mass) {
      oracle_ratio(x1, f1, y, f_y, h, replace(rep(1, length(f1)), i, mass), kernel)
    }
    (at(1 + step) - at(1 - step)) / (2 * step)
  }, 0)
}

# Terms of D_b f at one point: their mean is the estimate.
oracle_terms <- function(x1, f1, y, f_y, b, d) {
  sq <- colSums((t(x1) - y)^2)
  (4 * pi)^(-d / 2) * exp(-sq / (4 * b^2)) * (f1 - f_y) / b^(d + 2)
}

oracle_distances <- function(estimates) {
  g <- ncol(estimates)
  outer(seq_len(g), seq_len(g), Vectorize(function(i, j) {
    mean((estimates[, i] - estimates[, j])^2)
  }))
}

# argmin_b B_a(b) + c v(b) by its definition.
oracle_choice <- function(distance, v, a, c = a) {
  which.min(vapply(seq_along(v), function(j) {
    max(0, distance[seq_len(j), j] - a * v[seq_len(j)]) + c * v[[j]]
  }, 0))
}

# A small problem on the circle, with its answers.
lepski_case <- function(n1 = 400, n2 = 60, seed = 1) {
  x <- as.matrix(sample_circle(n1 + n2, seed = seed))
  f <- x[, 1]^3 + x[, 2]
  h <- exp(seq(log(0.05), log(1.5), length.out = 8))
  last <- n1 + seq_len(n2)
  list(
    x = x, f = f, h = h, d = 1, validation = last, n1 = n1,
    estimates = oracle_estimates(x[-last, ], f[-last], x[last, ], f[last], h / 2, 1),
    v = 1 / (n1 * (h / 2)^3)
  )
}

select_case <- function(case, ...) {
  given <- list(
    x = case$x, d = case$d, f = case$f, bandwidths = case$h, validation = case$validation
  )
  suppressWarnings(do.call(bw_lepski, utils::modifyList(given, list(...))))
}

pair_matrix <- function(bw, column = "distance") {
  pairs <- as.data.frame(bw, what = "pairs")
  h <- curve_of(bw)$bandwidth
  m <- matrix(0, length(h), length(h))
  m[cbind(match(pairs$bandwidth_small, h), match(pairs$bandwidth, h))] <- pairs[[column]]
  m
}

# oracle_choice() at many values of a.
slow_path <- function(problem, a) {
  criteria <- vapply(seq_along(problem$v), function(j) {
    excess <- outer(a, problem$v[seq_len(j)], function(a, v) -a * v)
    excess <- sweep(excess, 2, problem$distance[seq_len(j), j], "+")
    do.call(pmax, c(list(0), asplit(excess, 2))) + a * problem$v[[j]]
  }, numeric(length(a)))
  max.col(-criteria, "first")
}
