# Random numbers for samples.
#
# All of them come from the core's counter-based generator, never straight from R's: an explicit
# seed then has nothing to save and restore (R's generator is not touched, nor created), and without
# one R's generator gives the seed, so that set.seed works. Both cases share one path.
#
# A stream is a column of numbers. Number i of a stream depends on the seed, the stream and i only:
# the first rows of a sample do not depend on n, nor the points under the noise on the noise.

# Where the streams of the noise begin; those of the points are numbered from 0.
noise_streams <- 2^32

# The arguments that all samples share, checked; those of the shape are checked before.
#   n_columns  coordinates before noise_dims are added
new_draw <- function(n, n_columns, noise, noise_dims, seed) {
  n <- check_count(n, "n")
  noise <- check_number(noise, "noise", above = 0, strict = FALSE)
  noise_dims <- check_count(noise_dims, "noise_dims", min = 0)
  columns <- as.double(n_columns) + noise_dims
  # The points, their parameters, and as much again while they are made.
  large <- if (noise_dims > n) "noise_dims" else "n"
  check_memory(32 * n * columns, large, paste("with", columns, "columns"))
  # Last: without a seed it draws from R's generator, which a refused call must not touch.
  seed <- draw_seed(check_seed(seed))
  list(n = n, noise = noise, noise_dims = noise_dims, seed = seed)
}

# n numbers uniform on [lower, upper).
draw_uniform <- function(draw, stream, lower = 0, upper = 1) {
  lower + (upper - lower) * cpp_uniform(draw$n, draw$seed, stream)
}

# n standard normal numbers. A uniform number can be 0, half a step above it cannot.
draw_normal <- function(draw, stream) {
  stats::qnorm(pmax(draw_uniform(draw, stream), 2^-54))
}

# n numbers on [lower, upper] with density proportional to `density` (positive, vectorised), by
# inverting a table of its integral. Within a cell the numbers are uniform: with 4096 cells their
# distribution function is off by about 1e-7, which no sample can tell.
draw_density <- function(draw, stream, density, lower, upper) {
  edges <- seq(lower, upper, length.out = 4097L)
  cumulative <- c(0, cumsum(density((edges[-1L] + edges[-4097L]) / 2)))
  stats::approx(cumulative / cumulative[[4097L]], edges, draw_uniform(draw, stream))$y
}
