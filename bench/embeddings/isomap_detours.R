# By which sparser graph embed_isomap() finds edges across gaps that bend the whole embedding: rolls
# with noise, of which the flat coordinates are known, and shapes and tables without gaps.
#   Rscript bench/embeddings/isomap_detours.R          the samples by which the limit was chosen
#   Rscript bench/embeddings/isomap_detours.R others   shapes and tables that were looked at after it
source("bench/common.R")
machine()
others <- "others" %in% commandArgs(trailingOnly = TRUE)

# The share of detours, and whether the rule says that edges cross gaps, with it and without it.
rule <- function(x, k) {
  runtime <- new_runtime(1L, FALSE)
  graph <- length_graph(checked_points(x, seq_len(nrow(x)), nrow(x)), k, NULL, runtime)
  without <- has_short_circuits
  environment(without) <- list2env(list(max_detours = Inf), parent = environment(without))
  c(with = has_short_circuits(x, graph, k, NULL, runtime),
    without = without(x, graph, k, NULL, runtime))
}
environment(rule) <- asNamespace("lapscale")

arc <- function(t) t * sqrt(1 + t^2) / 2 + asinh(t) / 2   # of the spiral of Archimedes
with_noise <- function(x, sd) x + stats::rnorm(length(x), sd = sd)
normal <- function(n, p) matrix(stats::rnorm(n * p), n)
roll <- function(n, sd) {
  t <- 1.5 * pi * (1 + 2 * stats::runif(n))
  side <- 21 * stats::runif(n)
  list(x = with_noise(cbind(t * cos(t), side, t * sin(t)), sd), flat = cbind(arc(t), side))
}
ball <- function(n, p = 3) {
  x <- normal(n, p)
  x / sqrt(rowSums(x^2))
}
torus <- function(n, r) {
  a <- stats::runif(n, 0, 2 * pi)
  b <- stats::runif(n, 0, 2 * pi)
  cbind((1 + r * cos(b)) * cos(a), (1 + r * cos(b)) * sin(a), r * sin(b))
}
ring <- function(n, sd) {
  t <- stats::runif(n, 0, 2 * pi)
  with_noise(cbind(cos(t), sin(t)), sd)
}
whole <- function(x) list(x = unname(as.matrix(x)))
sizes <- if (others) c(700, 1500, 2000) else c(500, 1000, 1500)
noise <- if (others) c(0, 0.4, 0.6) else c(0, 0.3, 0.5, 0.7)
rolls <- unlist(lapply(sizes, function(n) lapply(noise, function(sd) function() roll(n, sd))))
shapes <- lapply(if (others) list(
  function() ball(900), function() torus(700, 0.3), function() normal(1000, 4),
  function() normal(1000, 2), function() matrix(stats::rt(1500, 3), 500),
  function() exp(normal(500, 3)), function() ball(700) %*% diag(c(1, 2, 0.4)),
  function() ring(600, 0.05)
) else list(
  function() ball(600), function() with_noise(ball(600, 4), 0.1), function() torus(1000, 0.4),
  function() torus(1000, 0.2), function() normal(600, 2), function() normal(600, 3),
  function() normal(600, 5), function() normal(600, 10), function() ring(400, 0.02),
  function() ring(400, 0.1), function() ring(400, 0.2), function() matrix(stats::runif(1600), 800),
  function() matrix(stats::rexp(1200), 600), function() rbind(normal(200, 2), normal(200, 2) + 6)
), function(make) function() whole(make()))
tables <- lapply(if (others) list(
  MASS::crabs[4:8], scale(MASS::fgl[1:9]), scale(MASS::Boston), scale(faithful),
  scale(stats::na.omit(airquality[1:4])), scale(MASS::birthwt[2:3]), scale(MASS::Pima.tr[1:7])
) else list(iris[1:4], scale(quakes[1:3])), function(x) function() whole(x))

# A row per sample and number of neighbors.
looked_at <- function(make, seed) {
  set.seed(seed)
  sample <- make()
  do.call(rbind, lapply(c(8L, 10L, 15L), function(k) {
    r2 <- NA
    if (!is.null(sample$flat)) {
      y <- quietly(as.matrix(embed_isomap(sample$x, 2, k = k, landmarks = 200, seed = 1)))
      r2 <- min(apply(sample$flat, 2, function(u) summary(stats::lm(u ~ y))$r.squared))
    }
    kind <- if (is.na(r2)) "without gaps" else if (r2 < 0.9) "roll, bent" else "roll, unrolled"
    data.frame(kind, t(rule(sample$x, k)))
  }))
}
seeds <- if (others) 31:34 else 1:4
found <- c(lapply(seeds, function(seed) lapply(c(rolls, shapes), looked_at, seed)),
           list(lapply(tables, looked_at, 1)))
found <- do.call(rbind, unlist(found, recursive = FALSE))
table <- do.call(rbind, lapply(split(found, found$kind), function(part) {
  data.frame(samples = part$kind[[1]], count = nrow(part), `gaps alone` = 100 * mean(part$without),
             `gaps or detours` = 100 * mean(part$with), check.names = FALSE)
}))
show_table(table, "Percent of samples whose edges are said to cross gaps")
