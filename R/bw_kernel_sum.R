#' Bandwidth by the slope of the kernel sum
#'
#' @description
#' Selects the bandwidth at which the sum of all weights grows fastest with the bandwidth. With
#' \eqn{S(h) = \sum_{ij} e^{-|x_i - x_j|^2 / h^2}}{S(h) = sum_ij exp(-|x_i - x_j|^2 / h^2)}, the
#' criterion is the slope of \eqn{\log S}{log S} against \eqn{\log h^2}{log h^2}. At the steepest
#' slope the kernel covers many points, but not yet the whole data. Twice the slope estimates the
#' dimension.
#'
#' **When to use it.** Use it for clean data of low dimension and to compare with published work on
#' diffusion maps. If there is noise, it often selects the scale of the noise.
#'
#' @details
#' For tiny bandwidths each point has a weight with itself only. For large ones all weights are 1.
#' In both cases the slope is 0. In between \eqn{S} grows like \eqn{h^d}, and the slope is \eqn{d /
#' 2}. The sum contains all ordered pairs, including \eqn{i = j}.
#'
#' At small bandwidths a noisy manifold has the dimension of its noise, and the largest slope can be
#' at the scale of the noise. [bw_minima()], which lists the local *maxima* of this curve, shows
#' the other scales. The sums have relative errors of about 1e-5.
#'
#' @inheritParams bw_rec
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as
#'   `control`, see [bw_control()]:
#'   - `n_points`: Number of points from which pairs are taken to all others, drawn with `seed`. If
#'     `NULL` (the default), all points are used if `n <= 100,000`, otherwise 20,000.
#'   - `weights`: Weights of the rows, non-negative numbers: pair i, j counts \eqn{m_i m_j} times,
#'     so that whole numbers give the sums of repeated rows. Rows of weight 0 are left out. The
#'     standard errors take a row as one observation. Weights need points, not a `dist`. The default
#'     is equal weights.
#'   - `refine`: If `TRUE` (the default), the largest slope is refined between values of the grid.
#' @return A [lapscale_bandwidth] of method `"kernel_sum"`. Its curve, `as.data.frame(bw)`, has one
#'   row per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, which is \eqn{d \log S / d \log h^2}{d log S / d log h^2}, and its standard
#'     error `se`;
#'   - `kernel_sum`, which is \eqn{S(h)};
#'   - `dimension`, which is twice the criterion.
#'
#'   `glance()` adds `n_points`.
#' @section Errors and warnings:
#' - `lapscale_warning_edge` if the slope is largest at an end of the grid;
#' - the errors of [bw_rec()].
#' @references Coifman, R. R., Shkolnisky, Y., Sigworth, F. J. and Singer, A. (2008). Graph
#' Laplacian
#'   tomography from unknown random projections. *IEEE Transactions on Image Processing* 17,
#'   1891-1899. \doi{10.1109/TIP.2008.2002305}
#'
#'   Berry, T., Giannakis, D. and Harlim, J. (2015). Nonparametric forecasting of low-dimensional
#'   dynamical systems. *Physical Review E* 91, 032915. \doi{10.1103/PhysRevE.91.032915}
#' @seealso [dim_kernel_sum()] for the dimension, [bw_gc()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' bw <- bw_kernel_sum(x)
#' bw
#' plot(bw)
#' bw_kernel_sum(iris[1:4])
#' @export
bw_kernel_sum <- function(x, bandwidths = NULL, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  refine <- check_flag(args$refine, "refine")
  # list(curve, maxima, choices: rows of maxima, facts, scaling).
  slopes <- kernel_slopes(x, args, refine, "bandwidth")
  dimension <- 2 * slopes$maxima$criterion[slopes$choices[["global"]]]
  selected <- list(
    method = "kernel_sum", curve = slopes$curve, minima = slopes$maxima, choices = slopes$choices,
    minimum = "global", facts = slopes$facts, scaling = slopes$scaling,
    labels = list(
      title = "Kernel sum", criterion = "slope of the kernel sum", best = "largest", upwards = TRUE,
      notes = if (!is.na(dimension)) paste("dimension", short(dimension, 3), "there")
    )
  )
  finish_bandwidth(selected)
}, .takes = list(
  "points", "weights", "run", "control", n_bandwidths = 40L, n_points = NULL, refine = TRUE
))
