# Do intervals at 95% hold the noise of a new label, also where the penalty takes labels as exact?
# Twelve simulated tables of 200 points with noise in their labels, of which all or 40% are known,
# four samples each: coverage of the labels of 200 new points, and the median width over that of the
# shortest interval of one length around the predictions. The second six tables had no part in the
# rule.
#   Rscript bench/learning/interval_noise.R [first,second]
source(file.path("bench", "common.R"))
options(lapscale.threads = 1L)
halves <- strsplit(c(commandArgs(TRUE), "first,second")[[1]], ",")[[1]]
n <- 400L

cube <- function(r, f, sd, low = 0, high = 1) function(seed) {
  x <- matrix(stats::runif(r * n, low, high), n)
  list(x = x, f = f(x), sd = if (is.function(sd)) sd(x) else sd)
}
normal <- function(r, f, sd) function(seed) {
  x <- matrix(stats::rnorm(r * n), n)
  list(x = x, f = f(x), sd = sd)
}
tables <- list(
  first = list(
    line = cube(1, function(x) sin(6 * x[, 1]), 0.3),
    square = cube(2, function(x) sin(6 * x[, 1]), 0.3),
    normal_3 = normal(3, function(x) x[, 1] + x[, 2]^2, 0.5),
    normal_5 = normal(5, function(x) x[, 1] + x[, 2], 1),
    circle = function(seed) {
      angle <- stats::runif(n, 0, 2 * pi)
      list(x = cbind(cos(angle), sin(angle)), f = sin(2 * angle), sd = 0.2)
    },
    noise = cube(2, function(x) 0 * x[, 1], 1)
  ),
  second = list(
    step = cube(2, function(x) as.numeric(x[, 1] > 0.5), 0.3),
    roll = function(seed) {
      x <- sample_swiss_roll(n, seed = seed)
      list(x = as.matrix(x), f = attr(x, "parameters")[, 1] / 10, sd = 0.3)
    },
    cube_4 = cube(4, function(x) 3 * x[, 1] * x[, 2], 0.4),
    uneven = cube(2, function(x) sin(6 * x[, 1]), function(x) 0.1 + x[, 2] / 2),
    sphere = function(seed) {
      x <- as.matrix(sample_sphere(n, seed = seed))
      list(x = x, f = 3 * x[, 1] * x[, 2], sd = 0.3)
    },
    little = cube(2, function(x) sin(3 * x[, 1]) + x[, 2], 0.05)
  )
)

one_sample <- function(make, learner, share, seed) {
  set.seed(seed)
  table <- make(seed)
  y <- table$f + table$sd * stats::rnorm(n)
  known <- seq_len(n / 2)
  labels <- replace(y[known], -seq_len(share * n / 2), NA)
  fit <- quietly(learner(table$x[known, , drop = FALSE], labels, seed = 1))
  p <- quietly(predict(fit, table$x[-known, , drop = FALSE], interval = "prediction", level = 0.95,
                       far = "keep"))
  best <- 2 * stats::quantile(abs(y[-known] - p[, "fit"]), 0.95, names = FALSE)
  c(coverage = mean(y[-known] >= p[, "lwr"] & y[-known] <= p[, "upr"]),
    width = stats::median(p[, "upr"] - p[, "lwr"]) / best)
}

machine()
for (half in halves) {
  rows <- lapply(names(tables[[half]]), function(name) {
    cells <- lapply(list(diffusion = ssl_diffusion, iterated = ssl_iterated), function(learner) {
      vapply(c(all = 1, "40%" = 0.4), function(share) {
        means <- rowMeans(vapply(1:4, function(seed) {
          one_sample(tables[[half]][[name]], learner, share, seed)
        }, numeric(2)))
        sprintf("%.2f, %.2f", means[[1]], means[[2]])
      }, "")
    })
    data.frame(table = name, t(unlist(cells)), check.names = FALSE)
  })
  show_table(do.call(rbind, rows), paste("Coverage and width at 95%,", half, "tables"))
}
