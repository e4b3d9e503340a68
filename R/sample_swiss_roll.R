#' @rdname sample_manifolds
#' @param height Width of the rolled-up strip: a positive number.
#' @param turns Where the spiral begins and ends, in full turns from the axis: two numbers,
#'   increasing, 0 or more. The distance between its layers is \eqn{2 \pi}{2 pi}.
#' @export
sample_swiss_roll <- function(n, noise = 0, noise_dims = 0, height = 21, turns = c(0.75, 2.25),
                              uniform = TRUE, seed = NULL) door({
  height <- check_number(height, "height", above = 0)
  ends <- 2 * pi * check_turns(turns)
  uniform <- check_flag(uniform, "uniform")
  draw <- new_draw(n, 3, noise, noise_dims, seed)
  t <- if (uniform) {
    draw_density(draw, 0, function(t) sqrt(1 + t^2), ends[[1]], ends[[2]])
  } else {
    draw_uniform(draw, 0, ends[[1]], ends[[2]])
  }
  y <- draw_uniform(draw, 1, 0, height)
  arc_length <- spiral_length(t) - spiral_length(ends[[1]])
  sides <- c(spiral_length(ends[[2]]) - spiral_length(ends[[1]]), height)
  new_sample(
    draw, cbind(t * cos(t), y, t * sin(t)),
    parameters = cbind(arc_length = arc_length, height = y, t = t), d = 2L,
    manifold = "a swiss roll",
    spectrum = spectrum_of("rectangle_eigenvalues", sides = sides)
  )
})

# Length of the spiral (t cos t, t sin t) from its centre: the integral of sqrt(1 + t^2).
spiral_length <- function(t) (t * sqrt(1 + t^2) + asinh(t)) / 2

check_turns <- function(turns) {
  pair <- is.numeric(turns) && length(turns) == 2L
  if (pair && isTRUE(all(is.finite(turns), turns >= 0, diff(turns) > 0))) {
    return(as.double(turns))
  }
  found <- if (pair) paste(format(turns), collapse = " and ") else describe(turns)
  abort_argument(
    "`turns` must be two increasing finite numbers of at least 0, not {found}."
  )
}
