# The noise of a whole table from its smaller singular values (bulk_noise(), notes/carry.md): squared
# distance to the table without noise with the rule over that without it, and the estimated noise over the
# true one. Both lists of signals and tables were stored before noise_remove() saw them. The rule was fixed on
# others; that it only raises the noise was added after the list "second", and before the list "third".
#   Rscript bench/carry/bulk.R [second | third]
source("bench/common.R")
source("bench/carry/tables.R")
turn <- function(n) 2 * pi * runif(n)
some_rows <- function(table) function(n) {
  x <- scale(plain(table)[sample(nrow(table), min(n, nrow(table))), ])
  replace(x, is.nan(x), 0)
}
second <- list(
  torus = function(n) { u <- turn(n); v <- turn(n); cbind((2 + cos(v)) * cos(u), (2 + cos(v)) * sin(u), sin(v)) },
  helix = function(n) { t <- runif(n); cbind(cos(15 * t), sin(15 * t), 4 * t) },
  `Viviani's curve` = function(n) { t <- 2 * turn(n); cbind(1 + cos(t), sin(t), 2 * sin(t / 2)) },
  `eight groups` = function(n) as.matrix(expand.grid(0:1, 0:1, 0:1))[sample(8, n, TRUE), ],
  `ring with an arm` = function(n) {
    a <- turn(n)
    ring <- cbind(cos(a), sin(a))
    arm <- runif(n) < 0.3
    ring[arm, ] <- cbind(1 + 2 * runif(sum(arm)), 0)
    ring
  },
  `two scales` = function(n) {
    a <- turn(n)
    small <- runif(n) < 0.5
    ifelse(small, 0.2, 2) * cbind(cos(a), sin(a)) + cbind(3 * small, 0)
  },
  `normal in three directions` = function(n) matrix(rnorm(3 * n), n) %*% diag(c(3, 2, 1)),
  `S-curve` = function(n) { t <- 3 * pi * (runif(n) - 0.5); cbind(sin(t), 2 * runif(n), sign(t) * (cos(t) - 1)) },
  `normal, directions that decay` = function(n) matrix(rnorm(10 * n), n) %*% diag(1 / (1:10)),
  iris = some_rows(iris[1:4]), faithful = some_rows(faithful)
)
third <- list(
  `Lissajous curve` = function(n) { t <- turn(n); cbind(sin(2 * t), sin(3 * t), cos(t)) },
  `Moebius band` = function(n) {
    u <- turn(n)
    v <- runif(n, -0.5, 0.5)
    cbind((1 + v * cos(u / 2)) * cos(u), (1 + v * cos(u / 2)) * sin(u), v * sin(u / 2))
  },
  spiral = function(n) { t <- sqrt(runif(n)) * 3 * pi; t * cbind(cos(t), sin(t)) },
  `groups of unequal size` = function(n) diag(4)[sample(4, n, TRUE, c(0.6, 0.25, 0.1, 0.05)), ],
  cylinder = function(n) { a <- turn(n); cbind(cos(a), sin(a), 4 * runif(n)) },
  `figure of eight` = function(n) { t <- turn(n); cbind(sin(t), sin(t) * cos(t)) },
  `star of five arms` = function(n) { a <- 2 * pi * sample(5, n, TRUE) / 5; runif(n) * cbind(cos(a), sin(a)) },
  `three-dimensional sphere` = function(n) { x <- matrix(rnorm(4 * n), n); x / sqrt(rowSums(x^2)) },
  `curve of many directions` = function(n) exp(4 * cos(outer(turn(n), seq(0, 2 * pi, length.out = 16)[-16], "-"))),
  crabs = some_rows(MASS::crabs[4:8]), quakes = some_rows(quakes[1:4])
)
table_from <- function(name, package) {
  data(list = name, package = package, envir = environment())
  get(name)
}
part <- c(commandArgs(TRUE), "second")[[1]]
signals <- switch(part, second = second, third = third)
columns <- switch(part, second = c(10, 30, 100, 400), third = c(12, 20, 60, 200))
real <- switch(part,
  second = list(Boston = MASS::Boston, Sonar = table_from("Sonar", "mlbench")[1:60],
                Ionosphere = data.matrix(table_from("Ionosphere", "mlbench")[3:34])),
  third = list(Satellite = table_from("Satellite", "mlbench")[1:36], meats = table_from("meats", "modeldata")[1:100],
               cells = Filter(is.numeric, table_from("cells", "modeldata")))
)
with_rule <- lapscale:::bulk_noise
rule <- function(f) {
  namespace <- asNamespace("lapscale")
  unlockBinding("bulk_noise", namespace)
  assign("bulk_noise", f, namespace)
}
one <- function(name, p, how, cell, seed) {
  set.seed(seed)
  n <- c(100, 300)[1 + cell %/% 3 %% 2]
  size <- c(0.2, 0.4, 0.8)[1 + cell %% 3]
  is_real <- name %in% names(real)
  signal <- if (is_real) some_rows(real[[name]])(n) else signals[[name]](n)
  d <- noisy_table(signal, p, size, how, if (is_real) diag(p) else random_axes(p, ncol(signal)))
  total <- NA_real_
  removed <- function(f) { rule(f); quietly(noise_remove(d$x, seed = 1)) }
  after <- removed(function(...) total <<- with_rule(...))
  before <- if (is.na(total)) after else removed(function(...) NA_real_)
  error <- function(y) sum((as.matrix(y) - d$clean)^2)
  noise <- function(y) sum(attr(y, "noise")) / sum((d$x - d$clean)^2)
  data.frame(signal = name, p = p, noise = how, n = n, size = size, taken = noise(after) != noise(before),
             ratio = log(error(after) / error(before)), with = noise(after), without = noise(before),
             left = error(after) / sum((d$x - d$clean)^2), before = glance(before)$method,
             after = glance(after)$method)
}
kinds <- c("equal", "random", "columns", "counts")
grid <- rbind(expand.grid(noise = kinds, p = columns, signal = names(signals), stringsAsFactors = FALSE),
              do.call(rbind, lapply(names(real), function(name) {
                data.frame(noise = kinds[1:3], p = ncol(real[[name]]), signal = name)
              })))
# All kinds of noise of a signal in p columns have the same size and number of rows.
cell <- match(paste(grid$signal, grid$p), unique(paste(grid$signal, grid$p)))
rows <- do.call(rbind, Map(one, grid$signal, grid$p, grid$noise, cell, 5000 + seq_len(nrow(grid))))
rownames(rows) <- NULL
rows$kind <- ifelse(rows$signal %in% names(real), "real tables", "signals")
se <- function(v) sd(v) / sqrt(length(v))
summary_of <- function(rows) {
  taken <- rows[rows$taken, ]
  data.frame(cells = nrow(rows), `rule applies` = nrow(taken), `mean log ratio` = mean(rows$ratio), se = se(rows$ratio),
             `where it applies` = mean(taken$ratio), `se ` = se(taken$ratio),
             largest = if (nrow(taken)) max(taken$ratio) else NA,
             `noise with the rule` = exp(mean(log(taken$with))), `without it` = exp(mean(log(taken$without))),
             check.names = FALSE)
}
by <- function(key) {
  parts <- split(rows, rows[key], drop = TRUE, sep = ", ")
  show_table(cbind(cells_of = names(parts), do.call(rbind, lapply(parts, summary_of))), paste("By", paste(key, collapse = " and ")))
}
by(c("kind", "noise"))
by("p")
by("signal")
by("kind")
worse <- rows[rows$ratio > 0, ]
show_table(worse[order(-worse$ratio), ], "Where the rule increases the error")
