#' @rdname sample_manifolds
#' @param major_radius,minor_radius Distance from the axis to the centre of the tube, and radius of
#'   the tube: positive numbers, the minor below the major.
#' @export
sample_torus <- function(n, noise = 0, noise_dims = 0, major_radius = 2, minor_radius = 1,
                         uniform = TRUE, seed = NULL) door({
  major <- check_number(major_radius, "major_radius", above = 0)
  minor <- check_number(minor_radius, "minor_radius", above = 0)
  if (minor >= major) {
    abort_argument("`minor_radius` = {minor} must be below `major_radius` = {major}.")
  }
  uniform <- check_flag(uniform, "uniform")
  draw <- new_draw(n, 3, noise, noise_dims, seed)
  theta <- draw_uniform(draw, 0, 0, 2 * pi)
  # The outer side of the tube has more area than the inner.
  phi <- if (uniform) {
    draw_density(draw, 1, function(phi) major + minor * cos(phi), 0, 2 * pi)
  } else {
    draw_uniform(draw, 1, 0, 2 * pi)
  }
  across <- major + minor * cos(phi)
  new_sample(
    draw, cbind(across * cos(theta), across * sin(theta), minor * sin(phi)),
    parameters = cbind(theta = theta, phi = phi), d = 2L, manifold = "a torus"
  )
})

#' @rdname sample_manifolds
#' @param radii Radii of the circles: positive numbers, one per dimension of the torus.
#' @export
sample_flat_torus <- function(n, noise = 0, noise_dims = 0, radii = c(1, 1), uniform = TRUE,
                              seed = NULL) door({
  radii <- check_positive(radii, "radii")
  if (!length(radii)) abort_argument("`radii` must hold a number per dimension; it is empty.")
  check_flag(uniform, "uniform")
  d <- length(radii)
  draw <- new_draw(n, 2 * d, noise, noise_dims, seed)
  theta <- matrix(0, draw$n, d, dimnames = list(NULL, paste0("theta", seq_len(d))))
  x <- matrix(0, draw$n, 2L * d)
  for (j in seq_len(d)) {
    theta[, j] <- draw_uniform(draw, j - 1, 0, 2 * pi)
    x[, 2L * j - 1L] <- radii[[j]] * cos(theta[, j])
    x[, 2L * j] <- radii[[j]] * sin(theta[, j])
  }
  new_sample(
    draw, x,
    parameters = theta, d = d, manifold = "a flat torus",
    spectrum = spectrum_of("flat_torus_eigenvalues", radii = radii)
  )
})
