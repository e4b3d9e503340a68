#' Bandwidth by the slope of the kernel sum
#'
#' The bandwidth at which the logarithm of \eqn{S(h) = \sum_{ij} e^{-|x_i - x_j|^2 / h^2}}{S(h) =
#' sum_ij exp(-|x_i - x_j|^2 / h^2)} grows fastest with \eqn{\log h^2}{log h^2}: there the kernel
#' sees many points and yet not the ends of the data. Twice the slope is an estimate of the
#' dimension.
#'
#' @details
#' For tiny bandwidths every point sees itself only, for large ones all see all; in both the slope
#' is 0. In between \eqn{S} grows like \eqn{h^d}, and the slope is \eqn{d / 2}. The sum runs over
#' all ordered pairs, \eqn{i = j} among them.
#'
#' All pairs are visited once for all bandwidths; the sums are known with relative errors of about
#' 1e-5. A noisy manifold has its noise's dimension at small bandwidths: then the largest slope sits
#' there, and [local_minima()] (which lists the local *maxima* of this curve) shows the others.
#'
#' **Equivariance.** `x -> c x` gives `h -> c h`; rotations, translations, constant columns and the
#' order of the rows change nothing.
#'
#' @inheritParams bw_rec
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param n_points From how many points, drawn with `seed`, pairs are taken to all others. NULL: all
#'   up to 100,000, else 20,000.
#' @param refine TRUE searches between grid values around the largest slope.
#' @return A [lapscale_bandwidth], method `"kernel_sum"`. Its curve has a row per bandwidth:
#'   `bandwidth`, `criterion` = \eqn{d \log S / d \log h^2}{d log S / d log h^2}, its standard error
#'   `se`, `kernel_sum` = \eqn{S(h)}, `dimension` = twice the criterion. `glance()` adds `n_points`.
#' @section Errors and warnings:
#' As [bw_rec()]; `lapscale_warning_edge` if the slope is largest at an end of the grid.
#' @references Coifman, R. R., Shkolnisky, Y., Sigworth, F. J. and Singer, A. (2008). Graph
#' Laplacian
#'   tomography from unknown random projections. *IEEE Transactions on Image Processing* 17,
#'   1891-1899. \doi{10.1109/TIP.2008.2002305}
#'
#'   Berry, T., Giannakis, D. and Harlim, J. (2015). Nonparametric forecasting of low-dimensional
#'   dynamical systems. *Physical Review E* 91, 032915. \doi{10.1103/PhysRevE.91.032915}
#' @seealso [dim_kernel_sum()] for the dimension.
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' bw <- bw_kernel_sum(x)
#' bw
#' plot(bw)
#' @export
bw_kernel_sum <- function(x, bandwidths = NULL, n_bandwidths = 40L, n_points = NULL, refine = TRUE,
                          seed = NULL, n_threads = NULL, na_action = "error", scale = FALSE,
                          progress = NULL, ...) door({
  start <- proc.time()[[3]]
  refine <- check_flag(refine, "refine")
  found <- kernel_slopes(x, environment(), refine)
  dimension <- 2 * found$minima$criterion[found$choices[["global"]]]
  selected <- list(
    method = "kernel_sum", curve = found$curve, minima = found$minima, choices = found$choices,
    minimum = "global", facts = found$facts, scaling = found$scaling,
    labels = list(
      title = "Kernel sum", criterion = "slope of the kernel sum", best = "largest", upwards = TRUE,
      notes = if (!is.na(dimension)) paste("dimension", short(dimension, 3), "there")
    )
  )
  finish_bandwidth(selected, proc.time()[[3]] - start)
}, ...)

