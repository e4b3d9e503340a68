# The distance to the boundary: the closed form for weights without a correction (Vaughn, Berry and
# Antil 2019), the mean offset with the corrected weights, the neighbors' reach (Calder, Park and Slepcev
# 2022), and means of two, of which boundary_distance() takes the last: it is not near the boundary where the
# mean offset is within two standard errors of 0. Errors in bandwidths over points
# within one bandwidth of the boundary, the area under the curve of "within a quarter of a bandwidth",
# and the shares of points more than two bandwidths inside that are taken for boundary, and for inside.
# Inf counts as three bandwidths. The rule was
# fixed on the first four manifolds; the others were opened afterwards.
#   Rscript bench/carry/boundary.R          both halves
#   Rscript bench/carry/boundary.R first    the first alone
source("bench/common.R")
plain <- function(x) unname(as.matrix(x))
arc <- function(t, length = 4) list(x = cbind(cos(length * t), sin(length * t)), b = length * pmin(t, 1 - t), d = 1)
manifolds <- list(
  square = function(n) { x <- matrix(runif(2 * n), n); list(x = x, b = pmin(x[, 1], 1 - x[, 1], x[, 2], 1 - x[, 2]), d = 2) },
  `uneven disk` = function(n) {
    r <- runif(n)^0.35
    a <- 2 * pi * runif(n)
    list(x = r * cbind(cos(a), sin(a)), b = 1 - r, d = 2)
  },
  dome = function(n) { x <- plain(sample_dome(n, seed = sample(1e6, 1))); list(x = x, b = asin(pmin(1, x[, 3])), d = 2) },
  arc = function(n) arc(runif(n)),
  annulus = function(n) {
    r <- sqrt(0.25 + 0.75 * runif(n))
    a <- 2 * pi * runif(n)
    list(x = r * cbind(cos(a), sin(a)), b = pmin(1 - r, r - 0.5), d = 2)
  },
  `uneven arc` = function(n) arc(rbeta(n, 1.5, 3)),
  `strip of a cylinder` = function(n) {
    a <- 2 * pi * runif(n)
    z <- runif(n)
    list(x = cbind(cos(a), sin(a), z), b = pmin(z, 1 - z), d = 2)
  },
  ball = function(n) {
    u <- matrix(rnorm(3 * n), n)
    r <- runif(n)^(1 / 3)
    list(x = r * u / sqrt(rowSums(u^2)), b = 1 - r, d = 3)
  },
  `noisy square` = function(n) {
    x <- matrix(runif(2 * n), n)
    list(x = cbind(x, matrix(rnorm(8 * n, sd = 0.01), n)), b = pmin(x[, 1], 1 - x[, 1], x[, 2], 1 - x[, 2]), d = 2)
  },
  sphere = function(n) list(x = plain(sample_sphere(n, seed = sample(1e6, 1))), b = rep(Inf, n), d = 2)
)
first <- names(manifolds)[1:4]
auc <- function(score, is_near) {
  rank <- rank(score)
  (sum(rank[is_near]) - sum(is_near) * (sum(is_near) + 1) / 2) / (sum(is_near) * sum(!is_near))
}
ways <- function(x, h, d) {
  ns <- asNamespace("lapscale")
  shared <- ns$share_checked(ns$as_points(x))
  on.exit(ns$free_points(shared))
  runtime <- ns$new_runtime(2, FALSE)
  handle <- ns$acquire_shared_points(shared$checked, runtime)
  o <- ns$boundary_offsets(handle, ncol(x), rep(1, nrow(x)), h, d, 1, runtime)
  # The closed form for weights that are not corrected for the degree.
  plain_offset <- function(b) exp(-b^2) / (2 * sqrt(pi) * pnorm(b * sqrt(2)))
  grid <- seq(0, 2, by = 0.001)
  form <- approx(plain_offset(grid), grid, pmin(o$length, plain_offset(0)), yleft = Inf)$y
  closed <- ns$inverse_offset(o$length)
  reach <- ifelse(o$reach > 1.45, Inf, o$reach)
  least <- 1.5 / (o$count + 1)
  list(
    `closed form` = form, offset = closed, reach = reach,
    `mean with the closed form` = pmax(least, ifelse(is.finite(reach), (form + reach) / 2, form)),
    `what is seen alone` = pmax(least, ifelse(is.finite(reach) & is.finite(closed), (closed + reach) / 2, pmin(closed, reach))),
    `mean, never inside` = pmax(least / 2, (pmin(closed, 1.2) + pmin(reach, 1.6)) / 2),
    `mean without standard errors` = ns$boundary_in_bandwidths(replace(o, "noise", 0)),
    mean = ns$boundary_in_bandwidths(o)
  )
}
one <- function(name, n, seed) {
  set.seed(seed)
  m <- manifolds[[name]](n)
  h <- as.numeric(quietly(bw_gc(m$x, seed = 1)))
  found <- ways(m$x, h, m$d)
  b <- m$b / h
  do.call(rbind, lapply(names(found), function(way) {
    f <- pmin(found[[way]], 3)
    data.frame(manifold = name, n = n, seed = seed, way = way,
               error = mean(abs(f - b)[b < 1]), bias = mean((f - b)[b < 1]),
               auc = if (any(b < 0.25)) auc(-f, b < 0.25) else NA, false = mean(f[b > 2] < 0.5), inside = mean(f[b > 2] == 3))
  }))
}
half <- if ("first" %in% commandArgs(TRUE)) first else names(manifolds)
cases <- expand.grid(name = half, n = c(400, 1500), seed = 1:4, stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, cases$name, cases$n, cases$seed))
rows$part <- ifelse(rows$manifold %in% first, "first", "opened after")
figures <- c("error", "bias", "auc", "false", "inside")
for (part in unique(rows$part)) {
  some <- rows[rows$part == part, ]
  show_table(aggregate(some[figures], some[c("n", "way")], mean, na.rm = TRUE), paste("Manifolds:", part))
}
kept <- rows[rows$way == "mean", ]
show_table(aggregate(kept[figures], kept[c("manifold", "n")], mean, na.action = na.pass), "boundary_distance() by manifold")
wide <- function(way) tapply(rows$error[rows$way == way], rows$manifold[rows$way == way], mean)
for (way in setdiff(unique(rows$way), "mean")) {
  logs <- log(wide("mean") / wide(way))
  for (part in unique(rows$part)) {
    some <- logs[is.finite(logs) & (names(logs) %in% first) == (part == "first")]
    cat(sprintf("%s, mean over %s: mean log ratio of the error %.2f (se %.2f over %d manifolds)\n", part, way,
                mean(some), sd(some) / sqrt(length(some)), length(some)))
  }
}
