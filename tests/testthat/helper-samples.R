# Every sampler, with the arguments it shares with the others.
all_samplers <- function() {
  list(
    circle = sample_circle, moons = sample_moons, sphere = sample_sphere, dome = sample_dome,
    torus = sample_torus, flat_torus = sample_flat_torus, swiss_roll = sample_swiss_roll,
    hourglass = function(n, noise = 0, noise_dims = 0, ...) {
      sample_hourglass(n, noise = noise, noise_dims = noise_dims, ...)
    }
  )
}

spectrum_of_sample <- function(x, k) attr(x, "spectrum")(k)

parameter_of <- function(x, name) attr(x, "parameters")[, name]

# The samples have fixed seeds: a p-value is either always above the bound or never.
expect_distributed <- function(values, cumulative, ...) {
  p <- suppressWarnings(stats::ks.test(values, cumulative, ...)$p.value)
  expect_gt(p, 1e-3)
}

# Cells of equal probability hold equally many points.
expect_equal_counts <- function(cells) {
  expect_gt(stats::chisq.test(table(cells))$p.value, 1e-3)
}

# An argument error that names the argument in backquotes.
expect_refused <- function(expr, arg) {
  expect_error(expr, paste0("`", arg, "`"), class = "lapscale_error_argument", fixed = TRUE)
}
