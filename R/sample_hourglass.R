#' @rdname sample_manifolds
#' @export
sample_hourglass <- function(n, noise = 0, noise_dims = 10, uniform = FALSE, seed = NULL) door({
  uniform <- check_flag(uniform, "uniform")
  draw <- new_draw(n, 3, noise, noise_dims, seed)
  z <- if (uniform) {
    draw_density(draw, 0, hourglass_area, -1, 1)
  } else {
    draw_uniform(draw, 0, -1, 1)
  }
  theta <- draw_uniform(draw, 1, 0, 2 * pi)
  across <- sqrt(hourglass_sq_radius(z))
  new_sample(
    draw, cbind(across * cos(theta), across * sin(theta), hourglass_scale * z),
    parameters = cbind(theta = theta, z = z), d = 2L, manifold = "an hourglass"
  )
})

hourglass_scale <- 1.75

# Squared distance rho^2 of the surface from its axis at height hourglass_scale * z. The radius
# function is f = 1 + 4 z^2 - 4 z^4; f^2 - z^2 is 0 at the poles, there up to rounding.
hourglass_sq_radius <- function(z) {
  f <- 1 + 4 * z^2 - 4 * z^4
  (hourglass_scale / 2)^2 * pmax(f^2 - z^2, 0)
}

# Area per unit of z, up to a factor: rho sqrt(rho'^2 + scale^2) for a surface of revolution.
# Written with rho rho' it has no division by zero at the poles.
hourglass_area <- function(z) {
  f <- 1 + 4 * z^2 - 4 * z^4
  rho_slope <- (hourglass_scale / 2)^2 * (f * (8 * z - 16 * z^3) - z)
  sqrt(rho_slope^2 + hourglass_scale^2 * hourglass_sq_radius(z))
}
