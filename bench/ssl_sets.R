# ssl_auto() against each method with its defaults and the nearest labeled point, on labeled sets
# of R packages (kernlab, MASS, mlbench, modeldata), columns scaled: percent wrong, or root mean
# squared error over the standard deviation, of the points without a label; means over samples of
# labels, with standard errors; what ssl_auto() reports less its true error; CPU seconds.
#   Rscript bench/ssl_sets.R [number of samples]
source(file.path("bench", "common.R"))
n_samples <- as.integer(c(commandArgs(TRUE), 4)[[1]])

from <- function(package, name, target, n_labels) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  table <- as.data.frame(data[[name]])
  columns <- vapply(table, is.numeric, NA) & names(table) != target
  x <- scale(as.matrix(table[columns]))
  y <- table[[target]]
  classes <- is.factor(y) || length(unique(y)) == 2
  list(x = unname(x[, colSums(!is.finite(x)) == 0]), y = if (classes) factor(y) else y,
       n_labels = n_labels)
}
sets <- list(
  sonar = from("mlbench", "Sonar", "Class", 40),
  ionosphere = from("mlbench", "Ionosphere", "Class", 40),
  glass = from("mlbench", "Glass", "Type", 60), vehicle = from("mlbench", "Vehicle", "Class", 80),
  musk = from("kernlab", "musk", "Class", 60), crabs = from("MASS", "crabs", "sp", 20),
  boston = from("MASS", "Boston", "medv", 60),
  concrete = from("modeldata", "concrete", "compressive_strength", 80)
)

draw_labels <- function(y, n, seed) {
  set.seed(seed)
  one_of <- function(at) at[sample.int(length(at), 1)]
  first <- if (is.factor(y)) vapply(split(seq_along(y), y), one_of, 0L)
  unique(c(first, sample(length(y))))[seq_len(n)]
}
error_of <- function(fitted, y, seen) {
  if (is.factor(y)) return(100 * mean(as.character(fitted)[-seen] != as.character(y)[-seen]))
  sqrt(mean((fitted[-seen] - y[-seen])^2)) / sd(y)
}
nearest <- function(x, y) {
  seen <- which(!is.na(y))
  apart <- as.matrix(dist(x))[, seen]
  y[seen][max.col(-apart, "first")]
}

results <- NULL
for (name in names(sets)) {
  x <- sets[[name]]$x
  truth <- sets[[name]]$y
  h <- as.numeric(bw_gc(x, seed = 1))
  methods <- list(
    auto = function(y) fitted(fit <<- ssl_auto(x, y, seed = 1)),
    eigenmaps = function(y) fitted(ssl_eigenmaps(x, y, bandwidth = h, seed = 1)),
    iterated = function(y) fitted(ssl_iterated(x, y, bandwidth = h)),
    harmonic = function(y) fitted(ssl_harmonic(x, y, bandwidth = h)),
    laprls = function(y) fitted(ssl_laprls(x, y, bandwidth = h)),
    poisson = if (is.factor(truth)) function(y) fitted(ssl_poisson(x, y, bandwidth = h)),
    nearest = function(y) nearest(x, y)
  )
  methods <- Filter(Negate(is.null), methods)
  errors <- matrix(NA, n_samples, length(methods), dimnames = list(NULL, names(methods)))
  bias <- numeric(n_samples)
  seconds <- 0 * errors
  for (i in seq_len(n_samples)) {
    seen <- draw_labels(truth, sets[[name]]$n_labels, i)
    y <- replace(truth, -seen, NA)
    for (method in names(methods)) {
      start <- proc.time()[[1]]
      fitted <- suppressMessages(suppressWarnings(methods[[method]](y)))
      seconds[i, method] <- proc.time()[[1]] - start
      errors[i, method] <- error_of(fitted, truth, seen)
    }
    reported <- if (is.factor(truth)) 100 * fit$error else sqrt(fit$error) / sd(truth)
    bias[[i]] <- reported - errors[i, "auto"]
  }
  digits <- if (is.factor(truth)) 1 else 3
  rows <- data.frame(
    set = name, labels = sets[[name]]$n_labels, method = names(methods),
    error = round(colMeans(errors), digits),
    se = round(apply(errors, 2, sd) / sqrt(n_samples), digits),
    cpu_seconds = round(colMeans(seconds), 2),
    reported_less_true = c(round(mean(bias), digits), rep(NA, length(methods) - 1))
  )
  print(rows, row.names = FALSE)
  results <- rbind(results, rows)
}
