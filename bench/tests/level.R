# Level and power of graph_columns(): columns of noise beside a curve, by moments and by
# permutations, and on rows that depend on their predecessors, which no test of this kind allows.
#   Rscript bench/tests/level.R
source("bench/common.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

columns_of_curve <- function(n, t = runif(n), sd = 0.7) {
  scale(cbind(sin(2 * t), cos(3 * t), sin(5 * t), t, cos(7 * t), sin(4 * t))) + sd * rnorm(6 * n)
}
noise <- list(
  normal = rnorm, exponential = function(n) rexp(n) - 1, `log-normal` = function(n) rlnorm(n, 0, 1.5),
  `Poisson, mean 0.5` = function(n) rpois(n, 0.5), `binary, 5%` = function(n) rbinom(n, 1, 0.05),
  `t, 2 df` = function(n) rt(n, 2), `normal, 10 times as wide` = function(n) 10 * rnorm(n),
  `normal, 10 times as narrow` = function(n) rnorm(n) / 10
)
tested <- function(x, ...) {
  table <- as.data.frame(quietly(graph_columns(x, ...)))
  table[match(colnames(x), table$column), ]
}
# 250 tables with 8 columns of noise each: 2000 p-values. All have the bandwidth of the first one.
rates <- function(draw, n = 200, n_tables = 250, in_order = FALSE, ...) {
  draw_table <- function(s) {
    set.seed(s)
    x <- cbind(columns_of_curve(n, if (in_order) seq(0, 1, length.out = n) else runif(n)),
               vapply(1:8, function(j) draw(n), numeric(n)))
    colnames(x) <- paste0("v", 1:14)
    x
  }
  h <- glance(quietly(graph_columns(draw_table(1), seed = 1)))$bandwidth
  p <- lapply(seq_len(n_tables), function(s) tested(draw_table(s), h, seed = s, ...)$p.value)
  p <- do.call(rbind, p)
  null <- p[, 7:14]
  # A binary column may be constant.
  rate <- function(level) mean(null <= level, na.rm = TRUE)
  c(rate(0.05), rate(0.01), rate(0.001), mean(p[, 1:6] <= 0.05))
}
slow <- function(n) as.numeric(stats::filter(rnorm(n), 0.95, "recursive"))
cell <- function(name, n, way, values) {
  message(name, ", ", n, ", ", way, ": ", toString(signif(values, 3)))
  data.frame(noise = name, rows = n, `p-values` = way, `at 0.05` = values[[1]],
             `at 0.01` = values[[2]], `at 0.001` = values[[3]], power = values[[4]],
             check.names = FALSE)
}
rows <- c(
  lapply(names(noise), function(name) cell(name, 200, "moments", rates(noise[[name]]))),
  lapply(names(noise)[c(1, 3, 5)], function(name) {
    cell(name, 200, "199 permutations", rates(noise[[name]], n_permutations = 199))
  }),
  list(
    cell("normal", 50, "moments", rates(rnorm, 50)),
    cell("normal, 20 neighbors", 200, "moments", rates(rnorm, k = 20)),
    cell("log-normal, 20 neighbors", 200, "moments", rates(noise[[3]], k = 20)),
    cell("slow, rows in order of time", 200, "moments", rates(slow, in_order = TRUE)),
    cell("slow, rows in order of time", 200, "199 permutations",
        rates(slow, in_order = TRUE, n_permutations = 199))
  )
)
show_table(do.call(rbind, rows),
           "Share of 2000 columns of noise, and of 1500 of a curve (at 0.05), that are called significant")
