# Kernel machines on digit1 (1500 points, 241 columns, 100 labels) against RSSL's: the same kernel,
# bandwidth and penalties. RSSL's graph joins the 6 nearest neighbors by weights of 1; ours is the
# same ("RSSL's problem"), the 6 nearest by the heat kernel, or the default (dense, heat kernel).
# RSSL's Laplacian is D - W, ours (D - W) / mean degree: its penalty is divided by the mean degree.
#   Rscript bench/learning/ssl_speed.R [number of splits, up to 12]
source("bench/common.R")
suppressMessages(library(RSSL))
machine()

n_splits <- as.integer(c(commandArgs(TRUE), 12)[[1]])
x <- benchmark_set("digit1")
y <- factor(benchmark_set("digit1", "y"))
splits <- benchmark_set("digit1", "lab100")[seq_len(n_splits), , drop = FALSE]
h <- as.numeric(bw_gc(x, d = 1, seed = 1))
u <- nrow(x)
k <- 6
lambda_ambient <- 1e-5
lambda_manifold <- 100 * lambda_ambient * u^2
mean_degree <- mean(rowSums(as.matrix(heat_graph(x, bandwidth = 1e6, type = "knn", k = k,
                                                 self_loops = FALSE)) > 0))
gamma <- lambda_manifold / mean_degree
kernel <- kernlab::rbfdot(sigma = 1 / h^2)

# Labels of the points without one, by RSSL.
peer <- function(learner, seen, ...) {
  fit <- learner(x[seen, ], y[seen], x[-seen, ], kernel = kernel, gamma = gamma, adjacency_k = k,
                 scale = FALSE, ...)
  predict(fit, x[-seen, ])
}
ours <- function(learner, seen, bandwidth = h, ...) {
  fit <- learner(x, replace(y, -seen, NA), lambda_ambient = lambda_ambient,
                 lambda_manifold = lambda_manifold, bandwidth = bandwidth, kernel_bandwidth = h,
                 ...)
  fitted(fit)[-seen]
}
# So wide a bandwidth makes all weights of the graph 1.
same <- function(learner, seen) {
  ours(learner, seen, bandwidth = 1e6, graph = "knn", k = k, alpha = 0)
}
methods <- list(
  "LapRLS, ssl_laprls()" = function(seen) ours(ssl_laprls, seen),
  "LapRLS, ssl_laprls(graph = \"knn\", k = 6)" = function(seen) {
    ours(ssl_laprls, seen, graph = "knn", k = k)
  },
  "LapRLS, ssl_laprls(), RSSL's problem" = function(seen) same(ssl_laprls, seen),
  "LapRLS, RSSL" = function(seen) {
    peer(LaplacianKernelLeastSquaresClassifier, seen, lambda = lambda_ambient, x_center = TRUE,
         y_scale = FALSE)
  },
  "LapSVM, ssl_lapsvm()" = function(seen) ours(ssl_lapsvm, seen),
  "LapSVM, ssl_lapsvm(graph = \"knn\", k = 6)" = function(seen) {
    ours(ssl_lapsvm, seen, graph = "knn", k = k)
  },
  "LapSVM, ssl_lapsvm(), RSSL's problem" = function(seen) same(ssl_lapsvm, seen),
  "LapSVM, RSSL" = function(seen) peer(LaplacianSVM, seen, lambda = lambda_ambient)
)

results <- lapply(names(methods), function(name) {
  methods[[name]](splits[1, ])  # so that compilation of R code is in nobody's time
  time <- c(0, 0)
  errors <- apply(splits, 1, function(seen) {
    start <- proc.time()
    labels <- methods[[name]](seen)
    spent <- proc.time() - start
    time <<- time + c(spent[["user.self"]] + spent[["sys.self"]], spent[["elapsed"]])
    100 * mean(labels != y[-seen])
  })
  data.frame(method = name, error = mean(errors), sd = sd(errors),
             cpu_seconds = time[[1]] / n_splits, seconds = time[[2]] / n_splits)
})
results <- do.call(rbind, results)
peers <- results[grepl(", RSSL$", results$method), ]
at <- match(substr(results$method, 1, 6), substr(peers$method, 1, 6))
results$cpu_ratio <- peers$cpu_seconds[at] / results$cpu_seconds
show_table(results, sprintf("digit1, h = %.3g, %d splits, per split", h, n_splits))
