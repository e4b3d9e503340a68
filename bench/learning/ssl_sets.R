# ssl_auto() against each method with its defaults, the nearest labeled point, ridge regression on
# the labels alone, and the harmonic functions and LapRLS of RSSL (two classes only), on labeled
# sets of R packages (datasets, kernlab, MASS, mlbench, modeldata), columns scaled, 400 rows at
# most: percent wrong, or root mean squared error over the standard deviation, of the points without
# a label, by the number of labels per class (or of all labels); means over samples of labels, with
# standard errors; what ssl_auto() reports less its true error; CPU seconds.
#   Rscript bench/learning/ssl_sets.R [number of samples]
source("bench/common.R")
options(lapscale.threads = 1L)
n_samples <- as.integer(c(commandArgs(TRUE), 3)[[1]])
max_rows <- 400L

from <- function(package, name, target) {
  data <- new.env()
  utils::data(list = name, package = package, envir = data)
  table <- as.data.frame(data[[name]])
  set.seed(1)
  table <- table[sort(sample(nrow(table), min(nrow(table), max_rows))), ]
  columns <- vapply(table, is.numeric, NA) & names(table) != target
  x <- scale(as.matrix(table[columns]))
  y <- table[[target]]
  classes <- is.factor(y) || length(unique(y)) == 2
  list(x = unname(x[, colSums(!is.finite(x)) == 0]), y = if (classes) factor(y) else y)
}
sets <- list(
  iris = from("datasets", "iris", "Species"), crabs = from("MASS", "crabs", "sp"),
  glass = from("mlbench", "Glass", "Type"), sonar = from("mlbench", "Sonar", "Class"),
  ionosphere = from("mlbench", "Ionosphere", "Class"),
  vehicle = from("mlbench", "Vehicle", "Class"), musk = from("kernlab", "musk", "Class"),
  diabetes = from("mlbench", "PimaIndiansDiabetes", "diabetes"),
  boston = from("MASS", "Boston", "medv"),
  concrete = from("modeldata", "concrete", "compressive_strength")
)

# Numbers of labels per class, or of all labels of numbers: as many as half of the rows.
label_counts <- function(y) {
  if (!is.factor(y)) return(c(10, 20, 50, 100))
  Filter(function(k) k * nlevels(y) <= length(y) / 2, c(2, 5, 10, 20, 50, 100))
}
draw_labels <- function(y, k, seed) {
  set.seed(seed)
  if (!is.factor(y)) return(sample(length(y), k))
  unlist(lapply(split(seq_along(y), y), function(at) sample(at, min(k, length(at) %/% 2))))
}
error_of <- function(fitted, y, seen) {
  if (is.factor(y)) return(100 * mean(as.character(fitted)[-seen] != as.character(y)[-seen]))
  sqrt(mean((fitted[-seen] - y[-seen])^2)) / sd(y)
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
    nearest = function(y) nearest_label(x, y), ridge = function(y) ridge(x, y),
    "RSSL harmonic" = if (nlevels(truth) == 2) function(y) rssl_harmonic(x, y),
    "RSSL LapRLS" = if (nlevels(truth) == 2) function(y) rssl_laprls(x, y, h)
  )
  methods <- Filter(Negate(is.null), methods)
  for (k in label_counts(truth)) {
    errors <- matrix(NA, n_samples, length(methods), dimnames = list(NULL, names(methods)))
    bias <- seconds <- numeric(n_samples)
    for (i in seq_len(n_samples)) {
      seen <- draw_labels(truth, k, i)
      y <- replace(truth, -seen, NA)
      for (method in names(methods)) {
        start <- proc.time()[[1]]
        fitted <- suppressMessages(suppressWarnings(methods[[method]](y)))
        if (method == "auto") seconds[[i]] <- proc.time()[[1]] - start
        errors[i, method] <- error_of(fitted, truth, seen)
      }
      reported <- if (is.factor(truth)) 100 * fit$error else fit$error / sd(truth)
      bias[[i]] <- reported - errors[i, "auto"]
    }
    digits <- if (is.factor(truth)) 1 else 2
    se_of <- function(v) sd(v) / sqrt(n_samples)
    best <- which.min(colMeans(errors))
    behind <- errors[, "auto"] - errors[, best]
    cell <- function(v) sprintf("%.*f (%.*f)", digits, mean(v), digits, se_of(v))
    row <- c(set = name, labels = k, vapply(colnames(errors), function(m) cell(errors[, m]), ""))
    all <- c("set", "labels", "auto", "eigenmaps", "iterated", "harmonic", "laprls", "poisson",
             "nearest", "ridge", "RSSL harmonic", "RSSL LapRLS")
    row <- stats::setNames(ifelse(all %in% names(row), row[all], ""), all)
    row <- c(row, best = if (mean(behind) <= se_of(behind)) "" else names(best),
             reported_less_true = cell(bias), seconds = sprintf("%.1f", mean(seconds)))
    cat(paste0("| ", paste(row, collapse = " | "), " |\n"))
    results <- rbind(results, row, deparse.level = 0)
  }
}
# "best": the best method, if it is better by more than the standard error of the difference.
show_table(as.data.frame(results), sprintf("Errors by labels per class, %d samples", n_samples))
