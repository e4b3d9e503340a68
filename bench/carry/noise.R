# The table without noise: root mean squared distance to the table without noise, over the root of its
# variance. The raw table, principal components (Gavish and Donoho 2014), noise_remove() and its two ways,
# MAGIC (van Dijk et al. 2018, written plainly, t = 3), and the mean of 10 neighbors. The rule was fixed on the first
# half of the cases.
#   Rscript bench/carry/noise.R [first | second]
source("bench/common.R")
source("bench/carry/tables.R")
bump <- function(n) exp(3 * cos(outer(2 * pi * runif(n), seq(0, 2 * pi, length.out = 41)[-41], "-")))
groups <- function(n) diag(5)[sample(5, n, TRUE), ] + 0
signals <- list(
  `bump curve` = bump, `swiss roll` = function(n) plain(sample_swiss_roll(n, seed = sample(1e6, 1))),
  circle = function(n) { a <- 2 * pi * runif(n); cbind(cos(a), sin(a)) },
  groups = groups,
  `two bumps` = function(n) cbind(bump(n), 0.5 * bump(n)),
  sphere = function(n) plain(sample_sphere(n, seed = sample(1e6, 1))),
  `trefoil in products` = function(n) { a <- 2 * pi * runif(n); cbind(sin(a) + 2 * sin(2 * a), cos(a) - 2 * cos(2 * a), -sin(3 * a), cos(5 * a)) },
  branches = function(n) { t <- runif(n); b <- sample(3, n, TRUE); t * diag(3)[b, ] }
)
first <- names(signals)[1:4]
gavish <- function(x) {
  m <- colMeans(x)
  s <- svd(sweep(x, 2, m))
  b <- min(dim(x)) / max(dim(x))
  k <- which(s$d > (0.56 * b^3 - 0.95 * b^2 + 1.82 * b + 1.43) * median(s$d))
  if (!length(k)) return(x)
  sweep(s$u[, k, drop = FALSE] %*% (s$d[k] * t(s$v[, k, drop = FALSE])), 2, m, "+")
}
magic <- function(x, t = 3) {
  y <- prcomp(x, rank. = min(100, dim(x) - 1))$x
  d <- as.matrix(dist(y))
  k <- exp(-(d / apply(d, 1, function(v) sort(v)[6]))^2)
  for (i in seq_len(nrow(k))) k[i, rank(d[i, ]) > 16] <- 0
  k <- k + t(k)
  p <- k / rowSums(k)
  for (step in seq_len(t)) x <- p %*% x
  x
}
neighbors <- function(x) {
  d <- as.matrix(dist(x))
  t(apply(d, 1, function(v) colMeans(x[order(v)[1:11], ])))
}
one <- function(name, how, seed) {
  set.seed(seed)
  p <- c(50, 200, 1000)[1 + seed %/% 3 %% 3]
  d <- noisy_table(signals[[name]](250), p, c(0.3, 0.6, 1)[1 + seed %% 3], how)
  error <- function(y) sqrt(mean(rowSums((plain(y) - d$clean)^2))) / d$rms
  ours <- function(...) error(quietly(noise_remove(d$x, ..., seed = 1)))
  auto <- quietly(noise_remove(d$x, seed = 1))
  data.frame(
    signal = name, noise = how, p = p, taken = glance(auto)$method, raw = error(d$x), `Gavish and Donoho` = error(gavish(d$x)),
    MAGIC = error(magic(d$x)), `10 neighbors` = error(neighbors(d$x)), noise_remove = error(auto), heat = ours("heat"),
    components = ours("components"),
    `estimated` = sqrt(max(glance(auto)$risk, 0)), check.names = FALSE
  )
}
part <- c(commandArgs(TRUE), "all")[[1]]
half <- switch(part, first = first, second = setdiff(names(signals), first), names(signals))
grid <- expand.grid(name = half, how = c("equal", "random", "counts"), repeats = 1, stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, grid$name, grid$how, seq_len(nrow(grid))))
rownames(rows) <- NULL
rows$part <- ifelse(rows$signal %in% first, "first", "opened after")
ways <- names(rows)[5:12]
se <- function(r) sd(r) / sqrt(length(r))
show_table(aggregate(rows[ways], rows[c("signal", "noise")], mean), "Errors")
for (part in unique(rows$part)) {
  some <- rows[rows$part == part, ]
  log_ratio <- function(way) tapply(log(some$noise_remove / some[[way]]), some$signal, mean)
  others <- setdiff(ways, c("noise_remove", "estimated"))
  ratios <- lapply(others, log_ratio)
  show_table(data.frame(`noise_remove over` = others, `mean log ratio` = vapply(ratios, mean, 0),
                        se = vapply(ratios, se, 0), check.names = FALSE),
             paste("Signals:", part))
  off <- tapply(some$estimated - some$noise_remove, some$signal, mean)
  cat(sprintf("\nEstimated less true error, mean over signals: %.3f (se %.3f)\n", mean(off), se(off)))
}
