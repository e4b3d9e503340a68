# How often the estimates of a dimension are right, and what they agree on: uniform cubes, normal
# samples and spheres of 1 to 10 dimensions, from which the shortfall in R/dim_votes.R was measured
# (seeds 1 and 2), and samples that it was not measured on.
#   Rscript bench/bandwidth/dimensions.R [points, such as 300,1000,3000] [seeds, such as 11,12]
source("bench/common.R")
options(lapscale.threads = 1L)
arguments <- commandArgs(TRUE)
numbers <- function(i, usual) {
  if (length(arguments) < i) usual else as.numeric(strsplit(arguments[[i]], ",")[[1]])
}
sizes <- numbers(1, c(300, 1000, 3000))
seeds <- numbers(2, 11:12)

cube <- function(n, d) matrix(runif(n * d), n)
normal <- function(n, d) matrix(rnorm(n * d), n)
sphere <- function(n, d) {
  x <- normal(n, d + 1)
  x / sqrt(rowSums(x^2))
}
# Not measured on: balls, products of circles, cubes in noise, and surfaces.
ball <- function(n, d) sphere(n, d - 1) * runif(n)^(1 / d)
circles <- function(n, d) {
  angle <- 2 * pi * cube(n, d)
  cbind(cos(angle), sin(angle))
}
in_noise <- function(n, d) cbind(cube(n, d), matrix(0, n, 2 * d)) + 0.01 * normal(n, 3 * d)
surfaces <- list(
  roll = function(n, s) sample_swiss_roll(n, seed = s),
  hourglass = function(n, s) sample_hourglass(n, noise = 0.02, noise_dims = 2, seed = s),
  hourglass_10 = function(n, s) sample_hourglass(n, noise = 0.01, noise_dims = 10, seed = s),
  torus = function(n, s) sample_torus(n, seed = s)
)
curves <- list(circle = function(n, s) sample_circle(n, noise = 0.02, noise_dims = 5, seed = s))

of_dimensions <- function(draw, dims) {
  stats::setNames(lapply(dims, function(d) {
    list(d = d, draw = function(n, s) {
      set.seed(s)
      draw(n, d)
    })
  }), dims)
}
known <- function(set, d) lapply(set, function(draw) list(d = d, draw = draw))
all_dims <- c(1, 2, 3, 4, 5, 6, 8, 10)
kinds <- list(
  cubes = of_dimensions(cube, all_dims), normals = of_dimensions(normal, all_dims),
  spheres = of_dimensions(sphere, all_dims), balls = of_dimensions(ball, all_dims[-1]),
  `products of circles` = of_dimensions(circles, c(2, 3, 4, 6)),
  `cubes in noise` = of_dimensions(in_noise, c(2, 3, 4, 5)),
  surfaces = known(surfaces, 2), `circle in noise` = known(curves, 1)
)

found <- do.call(rbind, lapply(names(kinds), function(kind) {
  cases <- expand.grid(at = seq_along(kinds[[kind]]), n = sizes, seed = seeds)
  do.call(rbind, lapply(seq_len(nrow(cases)), function(row) {
    case <- cases[row, ]
    sample <- kinds[[kind]][[case$at]]
    d <- quietly(dim_estimate(as.matrix(sample$draw(case$n, case$seed)), seed = 1))
    each <- stats::setNames(as.data.frame(d)$dimension, as.data.frame(d)$method)
    # A gap without a vote has no row.
    each <- each[c("growth", "mle", "kernel_sum", "eigengap")]
    names(each)[[4]] <- "eigengap"
    data.frame(kind = kind, d = sample$d, n = case$n, t(each),
               median = max(1, round(stats::median(each, na.rm = TRUE))), consensus = as.numeric(d),
               agree = glance(d)$agree)
  }))
}))

estimates <- c("growth", "mle", "kernel_sum", "eigengap", "median", "consensus")
off <- abs(round(as.matrix(found[estimates])) - found$d)
percent <- function(rows) round(100 * colMeans(off[rows, , drop = FALSE] == 0, na.rm = TRUE))
table_by <- function(groups, name) {
  parts <- split(seq_len(nrow(found)), factor(groups, unique(groups)))
  stats::setNames(
    data.frame(names(parts), lengths(parts), do.call(rbind, lapply(parts, percent))),
    c(name, "samples", estimates)
  )
}
show_table(table_by(found$kind, "samples of"), "Right, per cent")
show_table(table_by(found$d, "d"), "Right, per cent, by dimension")
show_table(rbind(table_by(found$n, "points"), table_by(rep("all", nrow(found)), "points")),
           "Right, per cent, by number of points")
show_table(as.data.frame(t(c(off = apply(off, 2, max, na.rm = TRUE)))), "Largest error")
show_table(data.frame(
  votes = c("agree", "disagree"), samples = c(sum(found$agree), sum(!found$agree)),
  right = c(mean(off[found$agree, "consensus"] == 0), mean(off[!found$agree, "consensus"] == 0))
), "Where the votes agree")
