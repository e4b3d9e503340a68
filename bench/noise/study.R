# Noise of its own size in every row: the error of eight eigenvalues with clean data, the defaults,
# distances less the noise, the doubly stochastic operator, and principal components. 12 manifolds, of
# which six had no part in the rules.
source("bench/common.R")
source("bench/noise/shapes.R")
options(lapscale.threads = 1L)
add_noise <- function(x, p, size, how) {
  n <- nrow(x)
  axes <- qr.Q(qr(matrix(rnorm(p * ncol(x)), p)))
  own <- switch(how, equal = rep(1, n), smooth = 0.2 + 1.6 * (x[, 1] - min(x[, 1])) / diff(range(x[, 1])),
                runif(n, 0.2, 1.8))
  clean <- x %*% t(axes)
  if (how != "counts") return(clean + size / sqrt(p) * own * matrix(rnorm(n * p), n))
  # As sequencers count: the depth of a row decides on its noise.
  depth <- 1 / (0.3 * size * own)^2
  mean <- pmax(1 + 0.3 * sqrt(p) * clean, 0.05)
  (matrix(rpois(n * p, depth * mean), n) / depth - 1) / (0.3 * sqrt(p))
}
choose <- function(x, ...) as.numeric(quietly(bw_gc(x, seed = 1, replicates = 0, ...)))
values <- function(x, h, ..., type = "dense") {
  quietly(graph_spectrum(graph_laplacian(heat_graph(x, h, type = type), ...), 9))$values
}
deflate <- function(y) {
  s <- as.numeric(quietly(noise_level(y)))
  d2 <- as.matrix(dist(y))^2
  as.dist(sqrt(pmax(d2 - outer(s, s, "+"), d2 / 1000)))
}
one <- function(name, how, seed, n = 400, size = 0.5) {
  set.seed(seed)
  x <- shapes[[name]](n)
  unit <- sqrt(sum(apply(x, 2, var)))
  truth <- attr(x, "truth") * unit^2
  x <- scale(x, scale = FALSE) / unit
  y <- add_noise(x, c(200, 1000)[1 + seed %% 2], size, how)
  h <- choose(y, noise = "deflate")
  few <- prcomp(y, rank. = 10)$x
  clean <- choose(x)
  data.frame(
    manifold = name, noise = how, clean = error_of(values(x, clean), truth),
    defaults = error_of(values(y, choose(y)), truth), deflated = error_of(values(deflate(y), h), truth),
    `doubly stochastic` = error_of(values(y, h, type = "dense", "doubly_stochastic"), truth),
    components = error_of(values(few, choose(few)), truth), `h over clean` = h / clean,
    `clean, doubly` = error_of(values(x, clean, "doubly_stochastic"), truth), check.names = FALSE
  )
}
asked <- expand.grid(name = names(shapes), how = c("equal", "random", "smooth", "counts"), stringsAsFactors = FALSE)
rows <- do.call(rbind, Map(one, asked$name, asked$how, seq_len(nrow(asked))))
rownames(rows) <- NULL
rows$part <- ifelse(rows$manifold %in% had_part, "took part", "unopened")
errors <- c("clean", "defaults", "deflated", "doubly stochastic", "components")
show_table(aggregate(rows[errors], rows["noise"], median), "Median error of eight eigenvalues, by noise")
show_table(aggregate(rows[errors], rows["part"], median), "The same, by whether the manifolds had a part in the rules")
over <- function(rows, column, base) {
  logs <- tapply(log(rows[[column]] / rows[[base]]), rows$manifold, mean)
  sprintf("%s over %s: mean log ratio %.2f (se %.2f over %d manifolds)", column, base, mean(logs),
          sd(logs) / sqrt(length(logs)), length(logs))
}
for (part in c("took part", "unopened")) {
  some <- rows[rows$part == part, ]
  cat("\n", part, "\n", sep = "")
  for (column in errors[-2]) cat("  ", over(some, column, "defaults"), "\n", sep = "")
  cat("  ", over(some, "clean, doubly", "clean"), "\n", sep = "")
  cat(sprintf("  bandwidth over that of clean data: median %.2f\n", median(some$`h over clean`)))
}

# A curve with bumps in 500 columns, noise 1.5: the share of the position that two coordinates explain.
set.seed(1)
x <- shapes$bumps(500)
angle <- atan2(x[, 2], x[, 1])
explained <- function(e) {
  mean(sapply(summary(lm(cbind(cos(angle), sin(angle)) ~ as.matrix(e))), `[[`, "r.squared"))
}
for (how in c("equal", "random")) {
  y <- add_noise(scale(x, scale = FALSE) / sqrt(sum(apply(x, 2, var))), 500, 1.5, how)
  h <- choose(y, noise = "deflate")
  cat(sprintf("\nbumps, %s noise 1.5: R2 defaults %.2f, doubly stochastic %.2f, 2 principal components %.2f\n", how,
              explained(quietly(embed_eigenmaps(y, 2, bandwidth = choose(y)))),
              explained(quietly(embed_eigenmaps(y, 2, bandwidth = h, type = "doubly_stochastic", graph = "dense"))),
              explained(prcomp(y, rank. = 2)$x)))
}
