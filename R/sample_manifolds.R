#' Points on manifolds whose geometry is known
#'
#' Random points on manifolds to practise on, with what a method should find: the true parameters of
#' each point, the intrinsic dimension, and, where there is a closed form, the spectrum of the
#' Laplace-Beltrami operator.
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
#' **Where the points are**, angles in radians:
#' - circle: \eqn{\rho (\cos\theta, \sin\theta)}{rho (cos theta, sin theta)}, with \eqn{\rho}{rho}
#'   the `radius`;
#' - moons: odd rows \eqn{(\cos\theta, \sin\theta)}{(cos theta, sin theta)} (`moon` 1), even rows
#'   \eqn{(1 - \cos\theta, 1/2 - \sin\theta)}{(1 - cos theta, 1/2 - sin theta)} (`moon` 2),
#'   \eqn{0 \le \theta \le \pi}{0 <= theta <= pi}. They do not touch: 0.5 apart at the tips;
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
#'   \eqn{-1 \le z \le 1}{-1 <= z <= 1}: the set in the experiments of the Geometric Consistency
#'   paper, from its authors' software. A closed surface, the poles included.
#'
#' **Uniform in area** are all of them except the hourglass, which its authors draw uniformly in
#' `z`. `uniform = FALSE` draws the parameters uniformly, which is a test for methods that are to
#' ignore the sampling density:
#' - sphere: all its angles, each over its whole range: denser at the poles, where the last
#'   coordinate is largest or smallest, and for `d > 2` at those of the spheres within as well. For
#'   `d = 1` there is only `theta`, and the points are uniform all the same;
#' - dome: both angles, denser at the top;
#' - torus: both angles, denser inside;
#' - swiss roll: `t` and the height, denser inside;
#' - hourglass: `theta` and `z`;
#' - circle, moons and flat torus: their angles are arc lengths up to a factor, uniform in the one
#'   is uniform in the other. `uniform` changes nothing.
#'
#' **Noise** is added last, to all columns, and moves the points off the manifold; parameters and
#' spectrum are those before the noise.
#'
#' **Seeds.** Without a `seed` the sample follows [set.seed][base::set.seed]. With one, R's random
#' numbers are neither used nor changed, the sample is the same on every machine up to rounding, its
#' first rows are those of a smaller sample, and samples that differ in `noise` alone have the same
#' points beneath.
#'
#' @section Working with a sample:
#' The class `lapscale_sample` is for printing and plotting; otherwise a sample is a matrix. Subsets
#' (`x[rows, ]`), arithmetic such as `2 * x` or `exp(x)`, `t(x)`, matrix products, `cbind()`,
#' `rbind()` and `as.matrix(x)` are plain matrices without the attributes, which are those of the
#' points as they were drawn.
#'
#' @param n Number of points: a whole number, at least 1.
#' @param noise Standard deviation of normal noise, added to every coordinate: 0 or more, unit of
#'   the points.
#' @param noise_dims Number of zero coordinates appended before the noise: a whole number, 0 or
#'   more.
#' @param uniform TRUE: uniform in area. FALSE: uniform in the parameters, see Details.
#' @param seed NULL draws a seed from R's random numbers, so that [set.seed][base::set.seed] works;
#'   a whole number makes the sample reproducible and leaves R's random numbers alone.
#' @return A numeric matrix `n` x `r`, a point per row, of class `lapscale_sample`, without row or
#'   column names, with attributes
#'   - `parameters`: numeric matrix with `n` rows and named columns as in the table;
#'   - `d`: the intrinsic dimension, an integer;
#'   - `spectrum` (where the table says so): a function of `k`, up to a million, that returns the
#'     first `k` eigenvalues of \eqn{-\Delta} in increasing order from 0, each as often as its
#'     multiplicity; with Neumann boundary conditions where there is a boundary, which is what graph
#'     Laplacians estimate;
#'   - `manifold`: its name, for printing.
#' @section Errors:
#' `lapscale_error_argument` for an argument out of its range, `lapscale_error_memory` if the sample
#' would not fit.
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

# The only place that knows the attributes.
#   draw        from new_draw()
#   x           n x r, the points on the manifold
#   parameters  matrix with n rows and named columns
#   d           intrinsic dimension
#   manifold    its name with an article
#   spectrum    from spectrum_of(), or NULL
new_sample <- function(draw, x, parameters, d, manifold, spectrum = NULL) {
  stopifnot(nrow(x) == draw$n, nrow(parameters) == draw$n, !is.null(colnames(parameters)))
  x <- add_noise(x, draw)
  if (!all(is.finite(range(x)))) {
    abort_argument(
      "The points leave the range of double precision: a smaller `noise`, or size of the manifold."
    )
  }
  dimnames(x) <- NULL
  attr(x, "parameters") <- parameters
  attr(x, "d") <- as.integer(d)
  attr(x, "manifold") <- manifold
  attr(x, "spectrum") <- spectrum
  # The implicit classes are listed so that methods for matrices are found.
  class(x) <- c("lapscale_sample", "matrix", "array")
  x
}

add_noise <- function(x, draw) {
  if (draw$noise_dims > 0L) {
    x <- cbind(x, matrix(0, draw$n, draw$noise_dims))
  }
  if (draw$noise > 0) {
    for (j in seq_len(ncol(x))) {
      x[, j] <- x[, j] + draw$noise * draw_normal(draw, noise_streams + j)
    }
  }
  x
}
