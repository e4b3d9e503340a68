#' @rdname sample_manifolds
#' @param radius Radius: a positive number.
#' @export
sample_circle <- function(n, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                          seed = NULL) door({
  radius <- check_number(radius, "radius", above = 0)
  check_flag(uniform, "uniform")
  draw <- new_draw(n, 2, noise, noise_dims, seed)
  theta <- draw_uniform(draw, 0, 0, 2 * pi)
  new_sample(
    draw, radius * cbind(cos(theta), sin(theta)),
    parameters = cbind(theta = theta), d = 1L, manifold = "a circle",
    spectrum = spectrum_of("sphere_eigenvalues", d = 1, radius = radius)
  )
})

#' @rdname sample_manifolds
#' @export
sample_moons <- function(n, noise = 0, noise_dims = 0, uniform = TRUE, seed = NULL) door({
  check_flag(uniform, "uniform")
  draw <- new_draw(n, 2, noise, noise_dims, seed)
  # In turn, so that any first rows are as balanced as they can be.
  moon <- rep_len(c(1, 2), draw$n)
  theta <- draw_uniform(draw, 0, 0, pi)
  first <- moon == 1
  new_sample(
    draw, cbind(ifelse(first, cos(theta), 1 - cos(theta)),
                ifelse(first, sin(theta), 0.5 - sin(theta))),
    parameters = cbind(moon = moon, theta = theta), d = 1L, manifold = "two moons",
    spectrum = spectrum_of("moons_eigenvalues")
  )
})
