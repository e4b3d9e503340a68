# Errors of learning from few labels on the benchmark sets: 12 splits with 100 and with 10 labels,
# at the bandwidth of bw_gc(d = 1), parameters by each method's own choice. Needs ../shared/data.
# ssl_auto() chooses its own graph and bandwidth.
#   Rscript bench/learning/ssl.R [number of splits] [graph: dense (default) or knn] [methods, if not all]
source("bench/common.R")
n_splits <- as.integer(c(commandArgs(TRUE), 12)[[1]])
graph <- c(commandArgs(TRUE)[-1], "dense")[[1]]

methods <- list(
  eigenmaps = function(...) ssl_eigenmaps(..., seed = 1), iterated = ssl_iterated,
  diffusion = ssl_diffusion, harmonic = ssl_harmonic,
  class_mass = function(...) ssl_harmonic(..., class_mass = TRUE), laprls = ssl_laprls,
  lapsvm = ssl_lapsvm, auto = function(x, y, ...) ssl_auto(x, y, seed = 1)
)
asked <- commandArgs(TRUE)[-(1:2)]
if (length(asked)) methods <- methods[asked]

results <- NULL
for (name in c("digit1", "g241c", "bci")) {
  x <- benchmark_set(name)
  y <- factor(benchmark_set(name, "y"))
  h <- as.numeric(bw_gc(x, d = 1, seed = 1))
  for (n_labels in c(100, 10)) {
    splits <- benchmark_set(name, paste0("lab", n_labels))[seq_len(n_splits), , drop = FALSE]
    for (method in names(methods)) {
      start <- proc.time()[[1]]
      errors <- apply(splits, 1, function(seen) {
        fit <- methods[[method]](x, replace(y, -seen, NA), bandwidth = h, graph = graph)
        100 * mean((fitted(fit) != y)[-seen])
      })
      seconds <- (proc.time()[[1]] - start) / n_splits
      results <- rbind(results, data.frame(
        set = name, h = signif(h, 3), labels = n_labels, method = method,
        error = round(mean(errors), 2), sd = round(sd(errors), 2), cpu_seconds = round(seconds, 2)
      ))
      print(results[nrow(results), ], row.names = FALSE)
    }
  }
}
