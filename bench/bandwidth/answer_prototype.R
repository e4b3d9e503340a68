# bw_gc() without d by the rule of answer_rule.R, for answer.R: measured by the package
# on its default grid, and closer between the two bandwidths around the end of the bottom.
source("bench/bandwidth/answer_rule.R")

prototype_choice <- function(x, seed = 1) {
  x <- unname(as.matrix(x))
  attributes(x) <- attributes(x)["dim"]
  inside <- asNamespace("lapscale")
  runtime <- inside$new_runtime(1L, FALSE)
  handle <- inside$cpp_points(x, runtime)
  on.exit(inside$cpp_release(handle))
  range <- inside$cpp_bandwidth_range(handle, runtime)
  size <- max(40, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  grid <- exp(seq(log(range[[1]]), log(range[[2]]), length.out = size))
  n <- nrow(x)
  rows <- if (n <= 1000) seq_len(n) else round(seq(1, n, length.out = 500))
  options <- inside$gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, n, ncol(x))
  held <- inside$hold_consistency(handle, NA, rows, options, grid, runtime)
  on.exit(inside$cpp_release(held), add = TRUE, after = FALSE)
  measure <- function(h) {
    s <- inside$cpp_steps(held, h, runtime)
    d <- step_distance(s$self, s$distance, s$moving, s$noise)
    data.frame(
      bandwidth = h, distance = colMeans(d), staying = colMeans(s$self),
      dimension = colMeans(s$dimension), moving_dimension = colMeans(s$moving_dimension),
      neighbors = colMeans(s$degree) - 1
    )
  }
  curve <- measure(grid)
  at <- choose_bandwidth(curve$bandwidth, curve$distance)$row
  if (at > 1L) {
    closer <- grid[[at - 1L]] * (grid[[at]] / grid[[at - 1L]])^(1:3 / 4)
    curve <- rbind(curve, measure(closer))
    curve <- curve[order(curve$bandwidth), ]
  }
  chosen <- choose_bandwidth(curve$bandwidth, curve$distance)$bandwidth
  facts <- measure(chosen)
  list(
    bandwidth = chosen, curve = cbind(curve, criterion = step_criterion(curve$distance)),
    facts = facts, step = grid[[2]] / grid[[1]],
    eigenvalue_error = expected_eigenvalue_error(
      facts$distance, facts$staying, facts$dimension, n
    )
  )
}
