#' Points on manifolds with known geometry
#'
#' @description
#' Draws random points on manifolds and returns what a method should find: the true parameters of
#' each point, the intrinsic dimension, and the spectrum of the Laplace-Beltrami operator if it has
#' a closed form.
#'
#' **When to use it.** Use them to try out methods and to compare results with the truth.
#'
#' @details
#' | function | points on | dimension | columns | parameters | spectrum |
#' |:-----|:-----|:---:|:---:|:-----|:---:|
#' | `sample_circle()` | circle | 1 | 2 | `theta` | yes |
#' | `sample_moons()` | two interleaved half circles | 1 | 2 | `moon`, `theta` | yes |
#' | `sample_sphere()` | sphere | `d` | `d + 1` | `theta`, `phi` | yes |
#' | `sample_dome()` | half a sphere, with its rim | 2 | 3 | `theta`, `phi` | yes |
#' | `sample_torus()` | torus of revolution | 2 | 3 | `theta`, `phi` | no |
#' | `sample_flat_torus()` | product of circles | 2 | 4 | `theta1`, `theta2` | yes |
#' | `sample_swiss_roll()` | rolled-up rectangle | 2 | 3 | `arc_length`, `height`, `t` | yes |
#' | `sample_hourglass()` | surface with a waist | 2 | 3 | `theta`, `z` | no |
#'
#' `noise_dims` columns are added to these.
#'
#' **Coordinates.** Angles are in radians.
#' - circle: \eqn{\rho (\cos\theta, \sin\theta)}{rho (cos theta, sin theta)}, with \eqn{\rho}{rho}
#'   the `radius`;
#' - moons: odd rows \eqn{(\cos\theta, \sin\theta)}{(cos theta, sin theta)} (`moon` 1), even rows
#'   \eqn{(1 - \cos\theta, 1/2 - \sin\theta)}{(1 - cos theta, 1/2 - sin theta)} (`moon` 2), \eqn{0
#'   \le \theta \le \pi}{0 <= theta <= pi}. The moons do not touch: their tips are 0.5 away from the
#'   other moon;
#' - sphere: `theta` is the azimuth of the first two coordinates, and each further coordinate adds a
#'   polar angle: \eqn{(\rho \cos\theta \sin\phi, \rho \sin\theta \sin\phi, \rho \cos\phi)}{rho (cos
#'   theta sin phi, sin theta sin phi, cos phi)} for `d = 2`; `phi1`, `phi2`, ... for larger `d`;
#' - dome: the same with \eqn{\phi \le \pi/2}{phi <= pi/2}, a manifold with boundary;
#' - torus: \eqn{((R + r \cos\phi) \cos\theta, (R + r \cos\phi) \sin\theta, r \sin\phi)}{((R + r cos
#'   phi) cos theta, (R + r cos phi) sin theta, r sin phi)}, \eqn{R} the `major_radius` and \eqn{r}
#'   the `minor_radius`;
#' - flat torus: \eqn{(\rho_1 \cos\theta_1, \rho_1 \sin\theta_1, \rho_2 \cos\theta_2, \rho_2
#'   \sin\theta_2)}{(rho1 cos theta1, rho1 sin theta1, rho2 cos theta2, rho2 sin theta2)}, the
#'   Clifford torus in four dimensions; more `radii` give a torus of higher dimension;
#' - swiss roll: \eqn{(t \cos t, y, t \sin t)}{(t cos t, y, t sin t)} with the angle \eqn{t} between
#'   the two `turns` and \eqn{0 \le y \le}{0 <= y <=} `height`. `arc_length`
#'   (along the spiral, from 0) and `height` are an isometric chart: the roll is a rectangle, rolled
#'   up;
#' - hourglass: \eqn{\frac{c}{2} \sqrt{f^2 - z^2} (\cos\theta, \sin\theta)}{(c/2) sqrt(f^2 - z^2)
#'   (cos theta, sin theta)} at height \eqn{c z}, with \eqn{f = 1 + 4 z^2 - 4 z^4}, \eqn{c = 1.75},
#'   \eqn{-1 \le z \le 1}{-1 <= z <= 1}: the closed surface in the experiments of the Geometric
#'   Consistency paper.
#'
#' **Density.** The points are uniform in area, except those of the hourglass, which its authors
#' draw uniformly in `z`. `uniform = FALSE` draws the parameters uniformly, to test methods that
#' should not depend on the sampling density:
#' - sphere: all angles, so that the points are denser at the poles, where the last coordinate is
#'   largest or smallest (no difference for `d = 1`);
#' - dome: both angles, so that the points are denser at the top;
#' - torus: both angles, so that the points are denser at the inner side;
#' - swiss roll: `t` and the height, so that the points are denser in the inner turns;
#' - hourglass: `theta` and `z`;
#' - circle, moons, and flat torus: no difference.
#'
#' **Noise** is added last, to all columns. Parameters and spectrum are those before the noise.
#'
#' **Seeds.** With a `seed`, the sample is the same on every machine, up to rounding. The first rows
#' of a sample are those of a smaller sample with the same seed, and samples that differ only in
#' `noise` come from the same points.
#'
#' @section Working with a sample:
#' The class `lapscale_sample` is only used for printing and plotting. Otherwise a sample is a
#' matrix. Subsets (`x[rows, ]`), arithmetic such as `2 * x` or `exp(x)`, `t(x)`, matrix products,
#' `cbind()`, `rbind()`, and `as.matrix(x)` return plain matrices without the attributes, because
#' these describe the points as they were drawn.
#' @param n Number of points, a whole number of at least 1.
#' @param noise Standard deviation of the normal noise that is added to every coordinate, a number
#'   of at least 0 in the unit of the points. The default is 0.
#' @param noise_dims Number of coordinates that are added before the noise, a whole number of at
#'   least 0. They are zero except for the noise. The default is 0, and 10 for the hourglass.
#' @param uniform If `TRUE` (the default, except for the hourglass), points are uniform in area. If
#'   `FALSE`, they are uniform in the parameters, see Details.
#' @param seed If `NULL` (the default), a seed is drawn from the random numbers of R, so that
#'   [set.seed][base::set.seed] works. A whole number makes the sample reproducible and leaves the
#'   random numbers of R alone.
#' @param ... Not used.
#' @return A numeric matrix `n` x `r` of class `lapscale_sample`, with one point per row and the
#'   attributes
#'   - `parameters`: a numeric matrix with `n` rows and the columns of the table;
#'   - `d`: the intrinsic dimension, a whole number;
#'   - `spectrum` (if listed in the table): a function of `k` that returns the first `k` eigenvalues
#'     of \eqn{-\Delta}, increasing from 0, each as often as its multiplicity. If there is a
#'     boundary, the boundary conditions are those of Neumann, which graph Laplacians estimate;
#'   - `manifold`: its name, for printing.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_memory` if the sample does not fit into memory.
#' @references
#' Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian via geometric
#' self-consistency. *Advances in Neural Information Processing Systems 30* (hourglass).
#'
#' McQueen, J., Meila, M., VanderPlas, J. and Zhang, Z. (2016). Megaman: scalable manifold learning
#' in Python. *Journal of Machine Learning Research* 17(148), 1-5 (its hourglass in formulas).
#'
#' Diaconis, P., Holmes, S. and Shahshahani, M. (2013). Sampling from a manifold. *IMS Collections*
#' 10, 102-125. \doi{10.1214/12-IMSCOLL1006} (uniform points on the torus).
#'
#' Tenenbaum, J. B., de Silva, V. and Langford, J. C. (2000). A global geometric framework for
#' nonlinear dimensionality reduction. *Science* 290, 2319-2323.
#' \doi{10.1126/science.290.5500.2319} (swiss roll).
#'
#' Chavel, I. (1984). *Eigenvalues in Riemannian Geometry*. Academic Press, chapter II (spectra).
#' @seealso [plot()][plot.lapscale_sample]; [heat_graph()] and [graph_spectrum()] to compare with
#'   `spectrum`.
#' @examples
#' x <- sample_swiss_roll(800, noise = 0.1, seed = 1)
#' x
#' plot(x)
#' head(attr(x, "parameters"))
#'
#' # the first eigenvalues of a circle: cos and sin of each frequency
#' attr(sample_circle(10), "spectrum")(7)
#'
#' # uniform in z, and in area
#' z <- sample_hourglass(2000, seed = 1)[, 3]
#' a <- sample_hourglass(2000, uniform = TRUE, seed = 1)[, 3]
#' plot(density(z), main = "hourglass: height of the points")
#' lines(density(a), lty = 2)
#' @name sample_manifolds
NULL

# Makes a sample: points with noise, an n x (r + noise_dims) matrix of class lapscale_sample, with
# the last four arguments as attributes.
#   draw        from new_draw(): list(n, noise, noise_dims, seed)
#   x           n x r, the points on the manifold
#   parameters  matrix with n rows and named columns, true parameters of each point
#   d           intrinsic dimension
#   manifold    its name with an article
#   spectrum    from closed_form_spectrum(): a function of the number of eigenvalues, or NULL
new_sample <- function(draw, x, parameters, d, manifold, spectrum = NULL) {
  stopifnot(nrow(x) == draw$n, nrow(parameters) == draw$n, !is.null(colnames(parameters)))
  x <- with_noise(x, draw)
  refuse_if(!all(is.finite(range(x))),
            "The points leave the range of double precision: a smaller `noise`, or size of the
             manifold.")
  # The implicit classes are listed so that methods for matrices are found.
  structure(
    unname(x), parameters = parameters, d = as.integer(d), manifold = manifold,
    spectrum = spectrum, class = c("lapscale_sample", "matrix", "array")
  )
}

# Returns points with noise_dims more columns of zeros, and normal noise in all columns.
#   x     n x r
#   draw  of new_draw(): n, noise_dims (number of columns), noise (standard deviation), seed
with_noise <- function(x, draw) {
  x <- cbind(x, matrix(0, draw$n, draw$noise_dims))
  noisy_columns <- if (draw$noise > 0) seq_len(ncol(x))
  for (j in noisy_columns) x[, j] <- x[, j] + draw$noise * draw_normal(draw, noise_streams + j)
  x
}

# `draw` is list(n, noise, noise_dims, seed), of new_draw(). `uniform` is only checked: points
# uniform in the angle are uniform in length here.
#' @rdname sample_manifolds
#' @param radius Radius, a positive number. The default is 1.
#' @export
sample_circle <- function(n, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                          seed = NULL, ...) door({
  radius <- check_number(radius, "radius", above = 0)
  draw <- new_draw(n, 2, noise, noise_dims, uniform, seed)
  theta <- draw_uniform(draw, 0, 0, 2 * pi)
  new_sample(
    draw, radius * cbind(cos(theta), sin(theta)), cbind(theta = theta), 1L, "a circle",
    closed_form_spectrum("sphere_eigenvalues", d = 1, radius = radius)
  )
}, ...)

# `draw` is list(n, noise, noise_dims, seed), of new_draw(). `uniform` is only checked: points
# uniform in the angle are uniform in length here.
#' @rdname sample_manifolds
#' @export
sample_moons <- function(n, noise = 0, noise_dims = 0, uniform = TRUE, seed = NULL, ...) door({
  draw <- new_draw(n, 2, noise, noise_dims, uniform, seed)
  # Moons take turns, so that any first rows are as balanced as they can be.
  moon <- rep_len(c(1, 2), draw$n)
  theta <- draw_uniform(draw, 0, 0, pi)
  x <- cbind(cos(theta), sin(theta))
  second <- moon == 2
  x[second, ] <- rep(c(1, 0.5), each = sum(second)) - x[second, ]
  new_sample(
    draw, x, cbind(moon = moon, theta = theta), 1L, "two moons",
    closed_form_spectrum("moons_eigenvalues")
  )
}, ...)

# `draw` is list(n, noise, noise_dims, seed), of new_draw().
#' @rdname sample_manifolds
#' @param d Dimension of the sphere, a whole number of at least 1. The sphere lies in `d + 1`
#'   dimensions. The default is 2.
#' @export
sample_sphere <- function(n, d = 2, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                          seed = NULL, ...) door({
  d <- check_count(d, "d", max = .Machine$integer.max - 1)
  radius <- check_number(radius, "radius", above = 0)
  draw <- new_draw(n, d + 1, noise, noise_dims, uniform, seed)
  if (uniform) {
    # The direction of a normal vector is uniform.
    x <- draw_columns(draw, d + 1L, function(j) draw_normal(draw, j - 1))
    x <- x / sqrt(rowSums(x^2))
    angles <- sphere_angles(x)
  } else {
    angles <- draw_columns(draw, d, function(j) {
      draw_uniform(draw, j - 1, 0, if (j == 1L) 2 * pi else pi)
    })
    colnames(angles) <- angle_names(d)
    x <- sphere_points(angles)
  }
  new_sample(
    draw, radius * x, angles, d, if (d == 2L) "a sphere" else paste0("a ", d, "-sphere"),
    closed_form_spectrum("sphere_eigenvalues", d = as.double(d), radius = radius)
  )
}, ...)

# `draw` is list(n, noise, noise_dims, seed), of new_draw().
#' @rdname sample_manifolds
#' @export
sample_dome <- function(n, noise = 0, noise_dims = 0, radius = 1, uniform = TRUE,
                        seed = NULL, ...) door({
  radius <- check_number(radius, "radius", above = 0)
  draw <- new_draw(n, 3, noise, noise_dims, uniform, seed)
  # Archimedes: zones of equal height have equal area.
  height <- if (uniform) draw_uniform(draw, 0) else cos(draw_uniform(draw, 0, 0, pi / 2))
  theta <- draw_uniform(draw, 1, 0, 2 * pi)
  distance_from_axis <- sqrt(1 - height^2)
  new_sample(
    draw, radius * cbind(distance_from_axis * cos(theta), distance_from_axis * sin(theta), height),
    cbind(theta = theta, phi = acos(height)), 2L, "a dome",
    closed_form_spectrum("hemisphere_eigenvalues", radius = radius)
  )
}, ...)

# Computes the angles of points: the azimuth of the first two coordinates in [0, 2 pi), then for
# each further coordinate the angle in [0, pi] between its axis and the point without later
# coordinates.
#   x        n x (d + 1), rows of any length above 0
#   returns  n x d: theta, phi (d = 2) or theta, phi1, phi2, ...
# `sq_norm` is the squared length of each point without later coordinates.
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
#   angles   n x d, as of sphere_angles()
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

# Names of the d angles of a sphere.
angle_names <- function(d) c("theta", if (d == 2L) "phi" else sprintf("phi%d", seq_len(d - 1L)))

# `draw` is list(n, noise, noise_dims, seed), of new_draw().
#' @rdname sample_manifolds
#' @param major_radius,minor_radius Distance from the axis to the center of the tube (2 by default),
#'   and radius of the tube (1 by default). The minor radius must be smaller.
#' @export
sample_torus <- function(n, noise = 0, noise_dims = 0, major_radius = 2, minor_radius = 1,
                         uniform = TRUE, seed = NULL, ...) door({
  major <- check_number(major_radius, "major_radius", above = 0)
  minor <- check_number(minor_radius, "minor_radius", above = 0)
  refuse_if(minor >= major, "`minor_radius` = {minor} must be below `major_radius` = {major}.")
  draw <- new_draw(n, 3, noise, noise_dims, uniform, seed)
  theta <- draw_uniform(draw, 0, 0, 2 * pi)
  # The outer side of the tube has more area than the inner.
  phi <- draw_density(draw, 1, if (uniform) function(phi) major + minor * cos(phi), 0, 2 * pi)
  distance_from_axis <- major + minor * cos(phi)
  x <- cbind(distance_from_axis * cos(theta), distance_from_axis * sin(theta), minor * sin(phi))
  new_sample(draw, x, cbind(theta = theta, phi = phi), 2L, "a torus")
}, ...)

# `draw` is list(n, noise, noise_dims, seed), of new_draw(). `uniform` is only checked: points
# uniform in the angles are uniform in area here.
#' @rdname sample_manifolds
#' @param radii Radii of the circles: positive numbers, one per dimension of the torus. The default
#'   is two circles of radius 1.
#' @export
sample_flat_torus <- function(n, noise = 0, noise_dims = 0, radii = c(1, 1), uniform = TRUE,
                              seed = NULL, ...) door({
  radii <- check_positive(radii, "radii")
  refuse_if(!length(radii), "`radii` must hold a number per dimension; it is empty.")
  d <- length(radii)
  draw <- new_draw(n, 2 * d, noise, noise_dims, uniform, seed)
  theta <- draw_columns(draw, d, function(j) draw_uniform(draw, j - 1, 0, 2 * pi))
  colnames(theta) <- paste0("theta", seq_len(d))
  x <- matrix(0, draw$n, 2L * d)
  for (j in seq_len(d)) x[, 2L * j - 1:0] <- radii[[j]] * c(cos(theta[, j]), sin(theta[, j]))
  new_sample(
    draw, x, theta, d, "a flat torus", closed_form_spectrum("flat_torus_eigenvalues", radii = radii)
  )
}, ...)

# `draw` is list(n, noise, noise_dims, seed), of new_draw().
#' @rdname sample_manifolds
#' @param height Width of the strip that is rolled up, a positive number. The default is 21.
#' @param turns Where the spiral begins and ends, in full turns from the axis: two increasing
#'   numbers of at least 0. The default is from 0.75 to 2.25. The distance between neighboring turns
#'   is \eqn{2 \pi}{2 pi}.
#' @export
sample_swiss_roll <- function(n, noise = 0, noise_dims = 0, height = 21, turns = c(0.75, 2.25),
                              uniform = TRUE, seed = NULL, ...) door({
  height <- check_number(height, "height", above = 0)
  ends <- 2 * pi * check_turns(turns)
  draw <- new_draw(n, 3, noise, noise_dims, uniform, seed)
  t <- draw_density(draw, 0, if (uniform) function(t) sqrt(1 + t^2), ends[[1]], ends[[2]])
  y <- draw_uniform(draw, 1, 0, height)
  arc_length <- spiral_length(t) - spiral_length(ends[[1]])
  sides <- c(diff(spiral_length(ends)), height)
  new_sample(
    draw, cbind(t * cos(t), y, t * sin(t)), cbind(arc_length = arc_length, height = y, t = t), 2L,
    "a swiss roll", closed_form_spectrum("rectangle_eigenvalues", sides = sides)
  )
}, ...)

# The length of the spiral (t cos t, t sin t) from its center to each angle t, in radians: the
# integral of sqrt(1 + t^2).
spiral_length <- function(t) (t * sqrt(1 + t^2) + asinh(t)) / 2

# Checks and returns where a spiral begins and ends, two increasing numbers of turns.
check_turns <- function(turns) {
  is_pair <- is.numeric(turns) && length(turns) == 2L
  if (!is_pair || !isTRUE(all(is.finite(turns), turns >= 0, diff(turns) > 0))) {
    words <- if (is_pair) paste(format(turns), collapse = " and ") else describe(turns)
    abort_argument("`turns` must be two increasing finite numbers of at least 0, not {words}.")
  }
  as.double(turns)
}

# `draw` is list(n, noise, noise_dims, seed), of new_draw().
#' @rdname sample_manifolds
#' @export
sample_hourglass <- function(n, noise = 0, noise_dims = 10, uniform = FALSE, seed = NULL,
                             ...) door({
  draw <- new_draw(n, 3, noise, noise_dims, uniform, seed)
  z <- draw_density(draw, 0, if (uniform) hourglass_area, -1, 1)
  theta <- draw_uniform(draw, 1, 0, 2 * pi)
  distance_from_axis <- sqrt(hourglass_sq_radius(z))
  x <- cbind(distance_from_axis * cos(theta), distance_from_axis * sin(theta), hourglass_scale * z)
  new_sample(draw, x, cbind(theta = theta, z = z), 2L, "an hourglass")
}, ...)

# Half the height of the hourglass: z from -1 to 1 is multiplied by it.
hourglass_scale <- 1.75

# The squared distance rho^2 of the surface from its axis at height hourglass_scale * z, z from -1
# to 1. The radius function is f = 1 + 4 z^2 - 4 z^4; f^2 - z^2 is 0 at the poles, there up to
# rounding.
hourglass_sq_radius <- function(z) {
  shape <- 1 + 4 * z^2 - 4 * z^4
  (hourglass_scale / 2)^2 * pmax(shape^2 - z^2, 0)
}

# The area of the hourglass per unit of z, from -1 to 1, up to a factor: rho sqrt(rho'^2 + scale^2)
# for a surface of revolution. Written with rho rho' it has no division by zero at the poles.
hourglass_area <- function(z) {
  shape <- 1 + 4 * z^2 - 4 * z^4
  sq_radius_slope <- (hourglass_scale / 2)^2 * (shape * (8 * z - 16 * z^3) - z)
  sqrt(sq_radius_slope^2 + hourglass_scale^2 * hourglass_sq_radius(z))
}

# Spectra of -Delta in closed form: the first k eigenvalues in increasing order, each as often as
# its multiplicity. Source: Chavel (1984), Eigenvalues in Riemannian Geometry, chapter II.

# Makes the attribute `spectrum`, a function of k, the number of eigenvalues, that checks k and
# calls one of the functions below. The
# settings are written into its body and its environment is the package's namespace, so that samples
# of the same seed are identical() and a saved sample stays small.
#   name, ...  name of that function, and its arguments beside k
closed_form_spectrum <- function(name, ...) {
  eigenvalues_call <- as.call(c(list(as.name(name), quote(k)), list(...)))
  eval(bquote(function(k) {
    k <- check_count(k, "k", max = 1000000L)
    .(eigenvalues_call)
  }), topenv())
}

# The first k eigenvalues of a sphere. Those of degree l are l (l + d - 1) / radius^2, as often as
# there are harmonic polynomials of degree l in d + 1 variables, (2 l + d - 1) / l * choose(l + d -
# 2, l - 1).
#   d, radius  dimension and radius of the sphere
sphere_eigenvalues <- function(k, d, radius) {
  # Every degree adds at least two eigenvalues. Doubles: integers would overflow.
  degrees <- as.double(seq_len(k %/% 2L + 1L))
  multiplicity <- (2 * degrees + d - 1) / degrees * choose(degrees + d - 2, degrees - 1)
  multiplicity <- c(1, round(multiplicity))
  degrees <- c(0, degrees)
  smallest_repeated(degrees * (degrees + d - 1) / radius^2, multiplicity, k)
}

# The first k eigenvalues of a hemisphere with Neumann conditions: of the harmonics that are even
# across the rim, l + 1 of the 2 l + 1 of degree l.
#   k  number of eigenvalues;  radius: of the hemisphere
hemisphere_eigenvalues <- function(k, radius) {
  degrees <- seq(0, k - 1)
  smallest_repeated(degrees * (degrees + 1) / radius^2, degrees + 1, k)
}

# The first k eigenvalues of an interval of this length, Neumann: cos(j pi s / length).
interval_eigenvalues <- function(k, length) (pi * seq(0, k - 1) / length)^2

# Eigenvalues of the Laplacian on a rectangle, with Neumann conditions.
#   k  number of eigenvalues;  sides: two lengths
rectangle_eigenvalues <- function(k, sides) {
  product_eigenvalues(k, interval_eigenvalues(k, sides[[1]]), interval_eigenvalues(k, sides[[2]]))
}

# The first k eigenvalues of a product of circles with these radii.
flat_torus_eigenvalues <- function(k, radii) {
  circles <- lapply(radii, function(radius) sphere_eigenvalues(k, 1, radius))
  Reduce(function(first, second) product_eigenvalues(k, first, second), circles)
}

# The first k eigenvalues of two half circles of radius 1 that are not connected: each eigenvalue of
# an interval of length pi twice.
moons_eigenvalues <- function(k) rep(interval_eigenvalues(k, pi), each = 2L)[seq_len(k)]

# The first k eigenvalues of a product of two manifolds, sums of theirs. The i-th plus the j-th has
# i j - 1 others that are no larger, so pairs with i j > k are not needed.
#   first, second  the first k eigenvalues of the factors, increasing
product_eigenvalues <- function(k, first, second) {
  sums <- lapply(seq_len(k), function(i) first[[i]] + second[seq_len(k %/% i)])
  sort(unlist(sums))[seq_len(k)]
}

# The first k of increasing values, each repeated as often as its `multiplicity`, as long as values,
# says. Later values are not repeated: multiplicities grow fast.
smallest_repeated <- function(values, multiplicity, k) {
  n_each <- pmin(multiplicity, k)
  distinct <- seq_len(which(cumsum(n_each) >= k)[[1]])
  rep(values[distinct], times = n_each[distinct])[seq_len(k)]
}

# Random numbers for samples.
#
# All of them come from the core's counter-based generator, never straight from R's: an explicit
# seed then has nothing to save and restore (R's generator is not touched, nor created), and without
# one R's generator gives the seed, so that set.seed works. Both cases share one path.
#
# A stream is a column of numbers. Number i of a stream depends on the seed, the stream and i only:
# the first rows of a sample do not depend on n, nor the points under the noise on the noise.

# The number of the first random stream of the noise; those of the points are numbered from 0.
noise_streams <- 2^32

# Checks the arguments that all samples share, as the user gave them, and draws a seed if there is
# none. Returns list(n, noise, noise_dims, seed: a number).
#   n           number of points;  n_columns: number of coordinates without noise_dims
#   noise       standard deviation of the noise;  noise_dims: number of columns of noise only
#   uniform     whether points are uniform in the area of the manifold; only checked here, the
#               functions of the samples use it
#   seed        a number, or NULL
new_draw <- function(n, n_columns, noise, noise_dims, uniform, seed) {
  check_flag(uniform, "uniform")
  n <- check_count(n, "n")
  noise <- check_number(noise, "noise", above = 0, strict = FALSE)
  noise_dims <- check_count(noise_dims, "noise_dims", min = 0)
  columns <- as.double(n_columns) + noise_dims
  # The points, their parameters, and as much again while they are made.
  larger_argument <- if (noise_dims > n) "noise_dims" else "n"
  check_memory(32 * n * columns, larger_argument, paste("with", columns, "columns"))
  # Last: without a seed it draws from R's generator, which a refused call must not touch.
  list(n = n, noise = noise, noise_dims = noise_dims, seed = draw_seed(check_seed(seed)))
}

# Draws n numbers uniform on [lower, upper).
#   draw  of new_draw(): n, seed;  stream: number of the random stream
draw_uniform <- function(draw, stream, lower = 0, upper = 1) {
  lower + (upper - lower) * cpp_uniform(draw$n, draw$seed, stream)
}

# Draws n standard normal numbers. A uniform number can be 0, half a step above it cannot.
#   draw  of new_draw(): n, seed;  stream: number of the random stream
draw_normal <- function(draw, stream) stats::qnorm(pmax(draw_uniform(draw, stream), 2^-54))

# Makes a matrix with n rows and n_columns columns, drawn one by one.
#   draw         of new_draw(): n
#   draw_column  function of the number of a column that returns its n numbers
draw_columns <- function(draw, n_columns, draw_column) {
  matrix(vapply(seq_len(n_columns), draw_column, numeric(draw$n)), draw$n, n_columns)
}

# Draws n numbers on [lower, upper] with density proportional to `density` (positive, vectorized;
# NULL: uniform), by inverting a table of its integral. Within a cell the numbers are uniform: with
# 4096 cells their distribution function is off by about 1e-7, which no sample can tell.
#   draw  of new_draw(): n, seed;  stream: number of the random stream
draw_density <- function(draw, stream, density, lower, upper) {
  if (is.null(density)) return(draw_uniform(draw, stream, lower, upper))
  edges <- seq(lower, upper, length.out = 4097L)
  cumulative <- c(0, cumsum(density((edges[-1L] + edges[-4097L]) / 2)))
  stats::approx(cumulative / cumulative[[4097L]], edges, draw_uniform(draw, stream))$y
}
