# Local scales beside one bandwidth on 16 manifolds with known spectra, half of them not looked at
# before m and the share of the bandwidth were chosen: eight eigenvalues of even and uneven samples.
# The figure is the mean log ratio of the errors to that of one bandwidth, with its standard error
# over manifolds.
#   Rscript bench/bandwidth/scales.R
source("bench/common.R")
source("bench/noise/shapes.R")
source("bench/bandwidth/scale_sets.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

# Mean relative error, of each eigenvalue at most 5.
error_of_graph <- function(x, h, ...) {
  values <- tryCatch(quietly(
    graph_spectrum(graph_laplacian(heat_graph(x, h, ...)), 9)$values[2:9]
  ), error = function(e) rep(NA, 8))
  truth <- attr(x, "truth")
  values[!is.finite(values)] <- 10 * max(truth)
  mean(pmin(abs(values / truth - 1), 5))
}
choose <- function(x, ...) as.numeric(quietly(bw_gc(x, seed = 1, replicates = 0, ...)))

# Returns errors by method: "one", and local scales of m neighbors at the choice and at the choice
# over 0.75.
errors_of <- function(x, neighbors) {
  class(x) <- NULL
  points <- structure(unclass(x), truth = attr(x, "truth"))
  errors <- c(one = error_of_graph(points, choose(points)))
  for (m in neighbors) {
    h <- choose(points, local_scale = m)
    errors[paste0(m, ", 0.75")] <- error_of_graph(points, h, local_scale = m)
    errors[paste0(m, ", 1")] <- error_of_graph(points, h / 0.75, local_scale = m)
  }
  errors
}

half_of <- rep(names(scale_sets), lengths(scale_sets))
sets <- do.call(c, unname(scale_sets))
runs <- rbind(
  expand.grid(seed = 1:2, noise = c(0, 0.01, 0.03), even = c(TRUE, FALSE), set = seq_along(sets),
              n = 400),
  expand.grid(seed = 1, noise = c(0, 0.01, 0.03), even = c(TRUE, FALSE), set = seq_along(sets),
              n = 1500)
)
# Two samples of 400 points of each manifold of the opened half; of the other half, and of 1500
# points, one.
is_opened <- half_of[runs$set] == "opened"
runs <- runs[is_opened | runs$seed == 1, ]
one_run <- function(i) {
  run <- runs[i, ]
  set.seed(1000 * run$set + run$seed)
  x <- with_noise(sets[[run$set]](run$n, run$even), run$noise)
  errors <- errors_of(x, c(7, 12, 20, 30))
  data.frame(run, half = half_of[run$set], name = names(sets)[run$set], method = names(errors),
             error = errors, row.names = NULL)
}
started <- proc.time()[[3]]
results <- do.call(rbind, lapply(seq_len(nrow(runs)), one_run))

# ---- tables ----------------------------------------------------------------------

one <- results[results$method == "one", ]
key <- function(r) paste(r$seed, r$noise, r$even, r$set, r$n)
results$ratio <- log(results$error / one$error[match(key(results), key(one))])
cell <- function(r) {
  by_set <- tapply(r$ratio, r$set, mean)
  sprintf("%+.2f (%.2f)", mean(by_set), stats::sd(by_set) / sqrt(length(by_set)))
}
table_of <- function(r) {
  groups <- interaction(ifelse(r$even, "even", "uneven"), r$noise, sep = ", noise ", drop = TRUE)
  rows <- lapply(split(r, paste(r$half, r$method), drop = TRUE), function(part) {
    values <- vapply(split(part, groups[match(rownames(part), rownames(r))], drop = TRUE), cell, "")
    data.frame(half = part$half[1], `m, share` = part$method[1], as.list(values),
               check.names = FALSE)
  })
  rows <- do.call(rbind, rows)
  rows[order(rows$half, as.numeric(sub(",.*", "", rows[["m, share"]]))), ]
}
machine()
for (n in unique(results$n)) {
  show_table(table_of(results[results$n == n & results$method != "one", ]), sprintf(
    "Log ratio of errors, local scales over one bandwidth, n = %d (standard error over manifolds)",
    n
  ))
}
medians <- aggregate(error ~ method + even + noise + n,
                     results[results$method %in% c("one", "20, 0.75"), ], stats::median)
show_table(medians, "Median error")
by_set <- results[results$method == "20, 0.75", ]
shown <- aggregate(ratio ~ half + name + even, by_set, mean)
show_table(stats::reshape(shown, direction = "wide", idvar = c("half", "name"), timevar = "even"),
           "Log ratio by manifold, m = 20, share 0.75, over all noises and sizes")
cat(sprintf("\n%.0f s\n", proc.time()[[3]] - started))
