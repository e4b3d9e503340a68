# Weights that make a sample of uneven density even: of the density that the points were drawn from,
# or of the degrees of the graph, which estimate it. A circle with density 1 + 0.8 cos(t), alpha = 0;
# the eigenvalues are 1, 1, 4, 4.
#   Rscript bench/embeddings/observation_weights.R [seeds]
# Error: the mean of |found / true - 1|. `even`: as many points as the weights are worth, (sum w)^2 /
# sum(w^2), drawn evenly. `first order`: what the weighted sample's own second and fourth Fourier
# coefficient make of the eigenvalues.
source("bench/common.R")
options(lapscale.threads = 1L)
seeds <- seq_len(as.integer(c(commandArgs(TRUE), "24")[[1L]]))
n <- 1500L
true <- c(1, 1, 4, 4)
error <- function(values) mean(abs(values / true - 1))
on_circle <- function(t) cbind(cos(t), sin(t))

eigenvalues <- function(t, h = 0.15, weights = NULL, alpha = 0) {
  graph <- heat_graph(on_circle(t), h, weights = weights)
  quietly(graph_spectrum(graph_laplacian(graph, alpha = alpha), 5L))$values[-1L]
}

# METHODS: t_i = sum_j m_j w_ij, p_ij proportional to m_j w_ij / t_j^alpha.
plain_eigenvalues <- function(t, h, weights, alpha) {
  x <- on_circle(t)
  n <- nrow(x)
  w <- matrix(0, n, n)
  for (i in seq_len(n)) for (j in seq_len(n)) if (i != j) {
    square <- sum((x[i, ] - x[j, ])^2) / h^2
    if (square <= log(1e6)) w[i, j] <- exp(-square)
  }
  total <- numeric(n)
  for (i in seq_len(n)) for (j in seq_len(n)) total[[i]] <- total[[i]] + weights[[j]] * w[i, j]
  for (i in seq_len(n)) for (j in seq_len(n)) w[i, j] <- weights[[j]] * w[i, j] / total[[j]]^alpha
  walk <- sort(Re(eigen(w / rowSums(w), only.values = TRUE)$values), decreasing = TRUE)
  -4 / h^2 * log(walk[2:5])
}

uneven <- function(n) {
  t <- numeric()
  while (length(t) < n) {
    u <- 2 * pi * stats::runif(n)
    t <- c(t, u[stats::runif(n) < (1 + 0.8 * cos(u)) / 1.8])
  }
  t[seq_len(n)]
}

machine()
set.seed(1)
t <- uneven(300L)
m <- 1 / (1 + 0.8 * cos(t))
off <- vapply(c(0, 0.5, 1), function(alpha) {
  max(abs(eigenvalues(t, 0.3, m, alpha) / plain_eigenvalues(t, 0.3, m, alpha) - 1))
}, 0)
cat("largest relative difference to double loops, alpha = 0, 1/2, 1:", signif(off, 2), "\n")
found <- vapply(seeds, function(seed) {
  set.seed(seed)
  t <- uneven(n)
  m <- 1 / (1 + 0.8 * cos(t))
  worth <- round(sum(m)^2 / sum(m^2))
  degree <- Matrix::rowSums(as(heat_graph(on_circle(t), 0.15), "CsparseMatrix"))
  coefficient <- function(k) 2 * abs(sum(m * exp(1i * k * t))) / sum(m)
  shift <- 2 * c(-1, 1, -1, 1) * rep(c(coefficient(2), coefficient(4)), each = 2)
  c(
    known = error(eigenvalues(t, weights = m)), "first order" = mean(abs(shift)),
    "known, h = 0.3" = error(eigenvalues(t, 0.3, m)),
    even = error(eigenvalues(2 * pi * stats::runif(worth))),
    degrees = error(eigenvalues(t, weights = 1 / degree)),
    "no weights, alpha = 1" = error(eigenvalues(t, alpha = 1))
  )
}, numeric(6))
show_table(data.frame(
  weights = rownames(found), error = rowMeans(found),
  "standard error" = apply(found, 1L, stats::sd) / sqrt(length(seeds)),
  "least" = apply(found, 1L, min), "largest" = apply(found, 1L, max),
  "share below 0.1" = rowMeans(found < 0.1), check.names = FALSE
), "Weights that make a circle even")
