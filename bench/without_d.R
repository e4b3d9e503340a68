# bw_gc() with d = 1 and without d: the error of the first eight eigenvalues at the choice over the
# least on a grid of bandwidths, on manifolds with known spectra; the spread of the choice over
# samples of a circle; rolls.
#   Rscript bench/without_d.R [seeds]
source("bench/common.R")
n_seeds <- as.integer(c(commandArgs(TRUE), "2")[[1]])
machine()
quietly <- function(expr) suppressMessages(suppressWarnings(expr))
choose <- function(x, d) as.numeric(quietly(bw_gc(x, d = d, seed = 1)))

manifolds <- list(
  circle = function(n, seed) sample_circle(n, seed = seed),
  sphere = function(n, seed) sample_sphere(n, seed = seed),
  flat_torus = function(n, seed) sample_flat_torus(n, seed = seed),
  swiss_roll = function(n, seed) sample_swiss_roll(n, seed = seed)
)

# Normal noise in all columns and in five more.
blur <- function(x, sd, seed) {
  set.seed(seed)
  x <- cbind(as.matrix(x), matrix(0, nrow(x), 5))
  x + sd * max(apply(x, 2, stats::sd)) * stats::rnorm(length(x))
}

eigenvalue_error <- function(x, h, truth) {
  tryCatch({
    values <- quietly(graph_spectrum(graph_laplacian(heat_graph(x, h)), length(truth)))$values
    mean(abs(values[-1] / truth[-1] - 1))
  }, error = function(e) NA_real_)
}

ratios <- function(name, n, sd, seed) {
  sample <- manifolds[[name]](n, seed)
  truth <- attr(sample, "spectrum")(9)
  x <- if (sd > 0) blur(sample, sd, seed) else as.matrix(sample)
  chosen <- c(choose(x, 1), choose(x, NULL))
  ends <- range(chosen)
  grid <- exp(seq(log(ends[[1]] / 2), log(2 * ends[[2]]), length.out = 20))
  error <- vapply(c(chosen, grid), function(h) eigenvalue_error(x, h, truth), 0)
  floored <- pmax(error, 0.02)
  floored[1:2] / min(floored, na.rm = TRUE)
}

cases <- expand.grid(
  seed = seq_len(n_seeds), sd = c(0, 0.05), n = c(200, 600), name = names(manifolds),
  stringsAsFactors = FALSE
)
ratio <- t(mapply(ratios, cases$name, cases$n, cases$sd, cases$seed))
summarised <- function(r) c(exp(mean(log(r))), stats::quantile(r, 0.9), max(r))
table <- rbind(`d = 1` = summarised(ratio[, 1]), `without d` = summarised(ratio[, 2]))
colnames(table) <- c("geometric mean", "90 %", "worst")
cat("\nEigenvalue error over the least,", nrow(ratio), "samples\n")
print(round(table, 2))
paired <- log(ratio[, 2] / ratio[, 1])
by_manifold <- tapply(paired, cases$name, mean)
cat(sprintf(
  "log of the ratio of ratios, manifolds as the unit: %.3f (se %.3f)\n", mean(by_manifold),
  stats::sd(by_manifold) / sqrt(length(by_manifold))
))

cat("\nLargest over smallest choice, 25 samples of a circle\n")
for (n in c(200, 600)) {
  spread <- vapply(list(1, NULL), function(d) {
    h <- vapply(1:25, function(seed) choose(sample_circle(n, seed = seed), d), 0)
    max(h) / min(h)
  }, 0)
  cat(sprintf("%d points: d = 1 %.2f, without d %.2f\n", n, spread[[1]], spread[[2]]))
}

cat("\nRank correlation of the first eigenmap with the arc length of a roll\n")
for (n in c(500, 1500, 5000)) {
  roll <- sample_swiss_roll(n, seed = 1)
  place <- attr(roll, "parameters")[, "arc_length"]
  line <- vapply(list(1, NULL), function(d) {
    h <- choose(roll, d)
    e <- quietly(embed_eigenmaps(roll, 1, bandwidth = h))
    c(h, abs(stats::cor(as.matrix(e)[, 1], place, method = "spearman")))
  }, numeric(2))
  cat(sprintf(
    "%d points: d = 1 h %.2f, %.3f; without d h %.2f, %.5f\n", n, line[1, 1], line[2, 1],
    line[1, 2], line[2, 2]
  ))
}
