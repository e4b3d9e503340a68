#' @rdname sample_manifolds
#' @param d Dimension of the sphere, which lies in `d + 1` dimensions: a whole number, at least 1.
#' @export
sample_sphere <- function(n, d = 2, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                          seed = NULL) door({
  d <- check_count(d, "d", max = .Machine$integer.max - 1)
  radius <- check_number(radius, "radius", above = 0)
  uniform <- check_flag(uniform, "uniform")
  draw <- new_draw(n, d + 1, noise, noise_dims, seed)
  if (uniform) {
    # The direction of a normal vector is uniform.
    x <- matrix(0, draw$n, d + 1L)
    for (j in seq_len(d + 1L)) x[, j] <- draw_normal(draw, j - 1)
    x <- x / sqrt(rowSums(x^2))
    angles <- sphere_angles(x)
  } else {
    angles <- matrix(0, draw$n, d, dimnames = list(NULL, angle_names(d)))
    for (j in seq_len(d)) {
      angles[, j] <- draw_uniform(draw, j - 1, 0, if (j == 1L) 2 * pi else pi)
    }
    x <- sphere_points(angles)
  }
  new_sample(
    draw, radius * x,
    parameters = angles, d = d,
    manifold = if (d == 2L) "a sphere" else paste0("a ", d, "-sphere"),
    spectrum = spectrum_of("sphere_eigenvalues", d = as.double(d), radius = radius)
  )
})

#' @rdname sample_manifolds
#' @export
sample_dome <- function(n, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                        seed = NULL) door({
  radius <- check_number(radius, "radius", above = 0)
  uniform <- check_flag(uniform, "uniform")
  draw <- new_draw(n, 3, noise, noise_dims, seed)
  # Archimedes: zones of equal height have equal area.
  height <- if (uniform) draw_uniform(draw, 0) else cos(draw_uniform(draw, 0, 0, pi / 2))
  theta <- draw_uniform(draw, 1, 0, 2 * pi)
  across <- sqrt(1 - height^2)
  new_sample(
    draw, radius * cbind(across * cos(theta), across * sin(theta), height),
    parameters = cbind(theta = theta, phi = acos(height)), d = 2L, manifold = "a dome",
    spectrum = spectrum_of("hemisphere_eigenvalues", radius = radius)
  )
})

# Azimuth of the first two coordinates in [0, 2 pi), then for each further coordinate the angle in
# [0, pi] between the point, cut off after it, and its axis.
#   x        n x (d + 1)
#   returns  n x d: theta, phi (d = 2) or theta, phi1, phi2, ...
sphere_angles <- function(x) {
  d <- ncol(x) - 1L
  angles <- matrix(0, nrow(x), d, dimnames = list(NULL, angle_names(d)))
  angles[, 1L] <- atan2(x[, 2L], x[, 1L]) %% (2 * pi)
  sq_norm <- x[, 1L]^2 + x[, 2L]^2
  for (j in seq_len(d)[-1L]) {
    angles[, j] <- atan2(sqrt(sq_norm), x[, j + 1L])
    sq_norm <- sq_norm + x[, j + 1L]^2
  }
  angles
}

# The points of the unit sphere with these angles.
#   angles   n x d
#   returns  n x (d + 1)
sphere_points <- function(angles) {
  d <- ncol(angles)
  x <- matrix(0, nrow(angles), d + 1L)
  x[, 1L] <- cos(angles[, 1L])
  x[, 2L] <- sin(angles[, 1L])
  for (j in seq_len(d)[-1L]) {
    x[, seq_len(j)] <- x[, seq_len(j)] * sin(angles[, j])
    x[, j + 1L] <- cos(angles[, j])
  }
  x
}

angle_names <- function(d) {
  c("theta", if (d == 2L) "phi" else paste0("phi", seq_len(d - 1L), recycle0 = TRUE))
}
