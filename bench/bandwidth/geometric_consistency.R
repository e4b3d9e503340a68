# How fast is the selector, against a plain loop over the bandwidths, and how much memory does it
# take? Rscript bench/bandwidth/geometric_consistency.R
source("bench/common.R")
machine()
compile("bench/bandwidth/plain_loop.cpp")

x <- unclass(sample_hourglass(1e5, noise = 0.01, seed = 1))
attributes(x) <- list(dim = dim(x))
grid <- exp(seq(log(0.01), log(2), length.out = 40))
run <- function(subsample) {
  bw_gc(x, d = 1, bandwidths = grid, n_points = 200, refine = FALSE, seed = 1, subsample = subsample)
}
before <- peak_memory()
sampled <- seconds(run(TRUE), 1)
exact <- seconds(run(FALSE), 1)
memory <- peak_memory()

# The plain loop: for each bandwidth, the degrees of all points, exp() of each pair, then the local
# metrics of 200 points. It is timed on 200 of the 100,000 degrees and multiplied up.
points <- sort(lapscale:::cpp_sample_rows(1e5, 200, 1))
part <- 200
degrees <- seconds(plain_degrees(t(x), seq_len(part) - 1L, grid), 1) * nrow(x) / part
metrics <- seconds(plain_covariances(t(x), points - 1L, grid), 1)
plain <- degrees + metrics
show_table(data.frame(
  way = c("lapscale", "lapscale, subsample = FALSE", "plain loop per bandwidth, 1 thread",
          "the same on 2 threads (half)"),
  seconds = c(sampled, exact, plain, plain / 2),
  `plain / this` = c(plain / sampled, plain / exact, 1, 2),
  `2-thread plain / this` = c(plain / 2 / sampled, plain / 2 / exact, 0.5, 1),
  check.names = FALSE
), "GC: n = 100,000, 13 columns, 40 bandwidths, 200 points, d = 1")
cat(sprintf("\nPeak memory of the process %.0f MB (%.0f MB before the first call; data %.0f MB).\n",
            memory, before, 8 * length(x) / 2^20))

digit1 <- benchmark_set("digit1")
if (!is.null(digit1)) {
  rows <- lapply(1:3, function(d) {
    elapsed <- seconds(b <- bw_gc(digit1, d = d, n_points = 500, n_bandwidths = 40, seed = 1))
    grid_only <- seconds(bw_gc(digit1, d = d, n_points = 500, n_bandwidths = 40, seed = 1,
                               refine = FALSE))
    data.frame(d = d, `seconds, grid` = grid_only, `seconds, refined` = elapsed,
               bandwidth = as.numeric(b), check.names = FALSE)
  })
  show_table(do.call(rbind, rows), "GC on Digit1: 1500 x 241, 500 points, 40 bandwidths")
}

big <- lapply(c(1e4, 1e5, 1e6), function(n) {
  x <- sample_hourglass(n, noise = 0.01, noise_dims = 0, seed = 1)
  elapsed <- seconds(b <- bw_gc(x, d = 1, seed = 1, n_points = 500), 1)
  data.frame(n = n, columns = 3, seconds = elapsed, bandwidth = as.numeric(b))
})
show_table(do.call(rbind, big), "GC with d = 1, hourglass in R^3, 500 points, refined")
