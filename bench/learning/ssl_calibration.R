# Are probabilities from few labels right? The calibration slope on the other points, 1 where they
# are: below, they are too sure; above, not sure enough. Median over samples, with quartiles. Of a
# fit P(class) ~ exp(a evidence) it is the likeliest a there over that of the fit. "Before": the
# slope by Platt's targets alone, from leave-one-out scores (`ssl_lapsvm()`: held-out ones);
# harmonic functions: the chances as they are.
#   Rscript bench/learning/ssl_calibration.R [samples, 12]
source("bench/common.R")
internal <- asNamespace("lapscale")

n_samples <- as.integer(c(commandArgs(TRUE), 12)[[1]])
methods <- list(
  eigenmaps = function(...) ssl_eigenmaps(..., seed = 1), iterated = ssl_iterated, auto = ssl_auto,
  harmonic = ssl_harmonic, laprls = ssl_laprls, lapsvm = ssl_lapsvm
)
normals <- function(shift, n, dims, h) {
  y <- rep_len(seq_len(nrow(shift)), n)
  x <- matrix(rnorm(n * dims), n)
  x[, seq_len(ncol(shift))] <- x[, seq_len(ncol(shift))] + shift[y, ]
  list(x = x, y = factor(y), h = h)
}
benchmark <- function(name, h) {
  list(x = benchmark_set(name), y = factor(benchmark_set(name, "y")), h = h)
}
sets <- list(
  normals = function(s) normals(cbind(c(0, 1.6)), 400, 2, 0.6),
  "ten columns" = function(s) normals(cbind(c(0, 2)), 300, 10, 1.5),
  moons = function(s) {
    x <- sample_moons(300, noise = 0.35, seed = s)
    list(x = as.matrix(x), y = factor(attr(x, "parameters")[, "moon"]), h = 0.35)
  },
  "three classes" = function(s) normals(rbind(c(0, 0), c(1.8, 0), c(0, 1.8)), 300, 3, 0.9),
  digit1 = function(s) benchmark("digit1", 0.773),
  g241c = function(s) benchmark("g241c", 7.04)
)

# The likeliest slope for the classes of some points.
likeliest <- function(evidence, class) {
  own <- cbind(seq_along(class), class)
  surprise <- function(log_a) -sum(internal$log_softmax(exp(log_a) * evidence)[own])
  exp(optimize(surprise, log(c(1e-3, 1e3)))$minimum)
}

# By Platt's targets: (n + 1) / (n + K) for the own class.
platt <- function(scores, labels) {
  n_classes <- length(labels$used)
  n_of <- tabulate(labels$class, n_classes)[labels$class]
  wanted <- matrix((n_classes - 1) / (n_of + n_classes) / (n_classes - 1), length(n_of), n_classes)
  wanted[cbind(seq_along(n_of), labels$class)] <- (n_of + 1) / (n_of + n_classes)
  evidence <- internal$target_columns(scores)
  surprise <- function(log_a) -sum(wanted * internal$log_softmax(exp(log_a) * evidence))
  exp(optimize(surprise, log(c(1e-2, 50)))$minimum)
}

slopes <- function(learn, set, seen) {
  fit <- suppressWarnings(learn(set$x, replace(set$y, -seen, NA), bandwidth = set$h))
  hidden <- fit$scores[-seen, , drop = FALSE]
  is_chance <- fit$score_kind == "chance"
  right <- likeliest(internal$evidence_of(hidden, is_chance), as.integer(set$y)[-seen])
  scores <- matrix(fit$held_out[, , 1], length(seen))
  before <- if (is_chance) 1 else platt(scores, fit$labels)
  c(before = right / before, after = right / fit$slope$value, known = fit$slope$is_certain)
}

results <- NULL
for (name in names(sets)) {
  for (n_labels in c(20, 100)) {
    found <- lapply(seq_len(n_samples), function(s) {
      set.seed(900 + s)
      set <- sets[[name]](900 + s)
      each <- n_labels %/% nlevels(set$y)
      seen <- unlist(lapply(split(seq_along(set$y), set$y), sample, each))
      vapply(methods, slopes, numeric(3), set = set, seen = seen)
    })
    for (method in names(methods)) {
      of <- vapply(found, function(one) one[, method], numeric(3))
      middle <- function(v) signif(quantile(v, c(0.5, 0.25, 0.75), names = FALSE), 3)
      after <- middle(of["after", ])
      results <- rbind(results, data.frame(
        set = name, labels = n_labels, method = method, before = middle(of["before", ])[[1]],
        after = after[[1]], quartiles = paste(after[2:3], collapse = " to "),
        told = mean(of["known", ])
      ))
    }
    print(tail(results, length(methods)), row.names = FALSE)
  }
}
show_table(results, sprintf("Calibration slope, median of %d samples", n_samples))
each <- expand.grid(labels = c(20, 100), method = names(methods), stringsAsFactors = FALSE)
each$before <- each$after <- 0
for (i in seq_len(nrow(each))) {
  own <- results$labels == each$labels[[i]] & results$method == each$method[[i]]
  each$before[[i]] <- signif(median(results$before[own]), 3)
  each$after[[i]] <- signif(median(results$after[own]), 3)
}
show_table(each, "Median over the sets")
