# Errors on real tables with classes, of which one point per class and 60 others have labels (at
# most a third of the rows): ssl_auto() beside four fits by hand, the nearest labeled point, and a
# support vector machine on the labels alone (kernlab). Percent of the other points, means over
#   samples. Rscript bench/learning/few_labels.R choose|judge [number of samples]
source("bench/common.R")
source("bench/defaults/real_sets.R")
options(lapscale.threads = 1L)
half <- commandArgs(TRUE)[[1]]
n_samples <- as.integer(c(commandArgs(TRUE)[-1], 3)[[1]])

vector_machine <- function(x, y) {
  seen <- which(!is.na(y))
  fit <- kernlab::ksvm(x[seen, ], droplevels(y[seen]), C = 10)
  factor(as.character(kernlab::predict(fit, x)), levels(y))
}
methods <- list(
  `ssl_auto()` = function(x, y, seed) fitted(ssl_auto(x, y, error = FALSE, seed = seed)),
  `iterated, 10 nearest` = function(x, y, seed) fitted(ssl_iterated(x, y, graph = "knn", k = 10)),
  `harmonic, 10 nearest` = function(x, y, seed) fitted(ssl_harmonic(x, y, graph = "knn", k = 10)),
  `laprls, 10 nearest` = function(x, y, seed) fitted(ssl_laprls(x, y, graph = "knn", k = 10)),
  laprls = function(x, y, seed) fitted(ssl_laprls(x, y)),
  `nearest label` = function(x, y, seed) nearest_label(x, y),
  `vector machine` = function(x, y, seed) vector_machine(x, y)
)

errors_of <- function(name) {
  set <- read_set(halves[[half]][[name]])
  x <- set$x[, apply(set$x, 2L, stats::sd) > 0]
  y <- set$y
  n <- length(y)
  errors <- vapply(100L + seq_len(n_samples), function(seed) {
    set.seed(seed)
    of_each <- vapply(split(seq_len(n), y), function(at) at[[sample.int(length(at), 1)]], 0L)
    seen <- unique(c(of_each, sample(n, min(60L, n %/% 3L))))
    known <- replace(y, -seen, NA)
    vapply(methods, function(method) {
      fitted <- tryCatch(quietly(method(x, known, seed)), error = function(e) NULL)
      if (is.null(fitted)) NA else 100 * mean(as.character(fitted)[-seen] != as.character(y)[-seen])
    }, 0)
  }, numeric(length(methods)))
  cat(name, format(Sys.time(), "%H:%M:%S"), "\n", file = stderr())
  rowMeans(errors)
}

errors <- vapply(names(halves[[half]]), errors_of, numeric(length(methods)))
# Half a point, so that sets without errors can be compared.
log_errors <- log(errors + 0.5)
above <- log_errors - rep(apply(log_errors[2:5, ], 2L, min), each = nrow(errors))
show_table(data.frame(
  method = rownames(errors), round(errors, 1),
  ratio = round(exp(rowMeans(above, na.rm = TRUE)), 3),
  se = round(apply(above, 1L, stats::sd, na.rm = TRUE) / sqrt(ncol(errors)), 3), check.names = FALSE
), sprintf("Percent wrong, %s; ratio to the best of the four by hand, standard error of its logarithm",
           half))
