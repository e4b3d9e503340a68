# Lepski's method for the normalized operator: the Laplacian of laplacian_at(scale = "laplacian"),
# alpha = 1, a ratio of two sums. Its noise by the delta method, four ways, and the risk of what is
# chosen over the least risk of this operator, beside today's choice. Rscript
# bench/lepski_normalized.R [number of points] [seeds]
source("bench/common.R")
source("bench/lepski_manifolds.R")
options(lapscale.threads = 1L)

# Kernel sums of the points at themselves, n x g.
degrees <- function(x, h) {
  laplacian_at(x, y = x, bandwidth = h, d = 1, scale = "density") *
    rep(nrow(x) * (4 * pi)^0.5 * (h / 2), each = nrow(x))
}

# At each validation point the estimate at every bandwidth, and by each way the covariance of the
# estimates, g x g:
#   delta      sum_i p_i^2 (m_i - r)^2, the density taken as known
#   corrected  with what point i does to the density, as if that were constant nearby: the kernel
#              exp(-s / h^2) less 2^-(d / 2 + 1) exp(-s / (2 h^2)) times m_i over the kernel sum
#   full       the same for any density, by all pairs of points (for few points only)
ratio_estimates <- function(x1, f1, x2, f2, h, d, full) {
  g <- length(h)
  unit <- rep(4 / h^2, each = nrow(x1))
  degree <- degrees(x1, h)
  points <- t(x1)
  kernels <- if (full) lapply(h, function(one) exp(-as.matrix(dist(x1))^2 / one^2))
  of_point <- function(v) {
    weight <- exp(-outer(colSums((points - x2[v, ])^2), h^-2))
    sum <- colSums(weight)
    m <- f1 - f2[[v]]
    share <- weight / degree
    share <- share / rep(colSums(share), each = nrow(x1))
    mean <- colSums(share * m)
    term <- share * (m - rep(mean, each = nrow(x1))) * unit
    corrected <- (weight - 2^-(d / 2 + 1) * sqrt(weight)) / rep(sum, each = nrow(x1)) * m * unit
    influence <- if (full) {
      vapply(seq_len(g), function(j) {
        term[, j] - as.vector(kernels[[j]] %*% (term[, j] / degree[, j]))
      }, f1)
    }
    list(
      estimate = mean * 4 / h^2, sum = sum, delta = crossprod(term),
      corrected = crossprod(corrected), full = if (full) crossprod(influence)
    )
  }
  lapply(seq_len(nrow(x2)), of_point)
}

sd_of_mean <- function(v) sd(v) / sqrt(length(v))

# What the rules need: distance, noise and its standard error, g x g, and the variance.
statistics_of <- function(found, way) {
  g <- length(found[[1]]$estimate)
  estimate <- t(vapply(found, `[[`, numeric(g), "estimate"))
  own <- t(vapply(found, function(one) diag(one[[way]]), numeric(g)))
  empty <- matrix(0, g, g)
  result <- list(distance = empty, noise = empty, se = empty, variance = colMeans(own))
  for (j in seq_len(g)[-1]) for (i in seq_len(j - 1)) {
    squared <- (estimate[, i] - estimate[, j])^2
    noise <- own[, i] + own[, j] - 2 * vapply(found, function(one) one[[way]][i, j], 0)
    result$distance[i, j] <- mean(squared)
    result$noise[i, j] <- mean(noise)
    result$se[i, j] <- sd_of_mean(squared - noise)
  }
  result
}

# bias + variance among the usable bandwidths: the number of the choice.
lepski_choice <- function(s, usable, z = 4) {
  excess <- pmax(s$distance - s$noise - z * s$se, 0)
  at <- which(usable)
  bias <- vapply(at, function(j) max(0, excess[at[at < j], j]), 0)
  at[[which.min(bias + s$variance[at])]]
}

one <- function(name, n1, seed, full = n1 <= 1000) {
  set.seed(seed)
  n2 <- min(200, n1 / 10)
  s <- lepski_samples[[name]](n1 + n2)
  last <- n1 + seq_len(n2)
  bw <- suppressWarnings(bw_lepski(s$x, d = s$d, f = s$f, validation = last))
  curve <- as.data.frame(bw)
  h <- curve$bandwidth
  own_risk <- risk_curve(
    s$x, d = s$d, f = s$f, laplacian = s$target, bandwidths = h, validation = last
  )
  found <- ratio_estimates(s$x[-last, ], s$f[-last], s$x[last, ], s$f[last], h, s$d, full)
  g <- length(h)
  of_all <- function(what) t(vapply(found, `[[`, numeric(g), what))
  ways <- c("delta", "corrected", if (full) "full")
  gc <- suppressWarnings(bw_gc(s$x, seed = 1, replicates = 0L))
  list(
    name = name, n1 = n1, seed = seed, d = s$d, h = h, today = match(as.numeric(bw), h),
    today_ratio = risk_ratio(own_risk, bw), gc = which.min(abs(log(h / as.numeric(gc)))),
    supported = is.finite(curve$criterion), sums = of_all("sum"),
    estimate = of_all("estimate"), truth = s$laplacian[last],
    statistics = sapply(ways, function(way) statistics_of(found, way), simplify = FALSE)
  )
}
