# ssl_auto() against each method with its defaults, the nearest labeled point, ridge regression on
# the labels alone, and the harmonic functions and LapRLS of RSSL (two classes only), on labeled sets
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

# Ridge regression on the labels alone, of targets +1 and -1 for classes; the penalty by
# leave-one-out.
ridge <- function(x, y) {
  seen <- which(!is.na(y))
  targets <- if (is.factor(y)) 2 * outer(y[seen], levels(y), "==") - 1 else cbind(y[seen])
  center <- colMeans(targets)
  targets <- sweep(targets, 2, center)
  s <- svd(sweep(x[seen, ], 2, colMeans(x[seen, ])))
  best <- Inf
  for (penalty in 10^seq(-4, 4, by = 0.5)) {
    shrink <- s$d^2 / (s$d^2 + penalty)
    residual <- targets - s$u %*% (shrink * crossprod(s$u, targets))
    error <- mean((residual / (1 - 1 / length(seen) - rowSums(s$u^2 %*% diag(shrink))))^2)
    if (error < best) {
      best <- error
      slope <- s$v %*% (s$d / (s$d^2 + penalty) * crossprod(s$u, targets))
    }
  }
  scores <- sweep(sweep(x, 2, colMeans(x[seen, ])) %*% slope, 2, center, "+")
  if (is.factor(y)) factor(levels(y)[max.col(scores)], levels(y)) else drop(scores)
}
# RSSL on the 10 nearest neighbors, and with a kernel of the same bandwidth. Unknown if its system
# of equations is singular.
rssl_harmonic <- function(x, y) {
  seen <- which(!is.na(y))
  tryCatch({
    fit <- RSSL::GRFClassifier(x[seen, ], y[seen], x[-seen, ], adjacency_k = 10)
    replace(y, -seen, as.character(fit@predictions))
  }, error = function(e) y)
}
rssl_laprls <- function(x, y, h) {
  seen <- which(!is.na(y))
  fit <- RSSL::LaplacianKernelLeastSquaresClassifier(
    x[seen, ], y[seen], x[-seen, ], kernel = kernlab::rbfdot(1 / h^2), lambda = 1e-5,
    gamma = 1e-3, adjacency_k = 10, scale = FALSE
  )
  replace(y, -seen, as.character(RSSL::predict(fit, x[-seen, ])))
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
    nearest = function(y) nearest(x, y), ridge = function(y) ridge(x, y),
    "RSSL harmonic" = if (nlevels(truth) == 2) function(y) rssl_harmonic(x, y),
    "RSSL LapRLS" = if (nlevels(truth) == 2) function(y) rssl_laprls(x, y, h)
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
