#' Intrinsic dimension by the kernel sum
#'
#' @description
#' Estimates the intrinsic dimension by twice the largest slope of \eqn{\log S(h)}{log S(h)} against
#' \eqn{\log h^2}{log h^2}, where \eqn{S(h) = \sum_{ij} e^{-|x_i - x_j|^2 / h^2}}{S(h) = sum_ij
#' exp(-|x_i - x_j|^2 / h^2)} grows like \eqn{h^d}. [bw_kernel_sum()] returns the bandwidth.
#'
#' **When to use it.** Use it for one or two dimensions and to compare with published work. In
#' cubes, normal samples, and spheres of dimension 4 and 5, the estimate was wrong by about half or
#' more in 12 of 12 cases. [dim_estimate()] does not let it vote.
#'
#' @inheritParams bw_kernel_sum
#' @param local If `TRUE`, the slope of each point at that bandwidth is kept; see `as.data.frame(d,
#'   what = "local")`. The default is `FALSE`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as
#'   `control`, see [bw_control()], are `n_bandwidths` and `n_points`, as in [bw_kernel_sum()].
#' @return A [lapscale_dimension] of method `"kernel_sum"`. Its curve has one row per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `dimension`;
#'   - `se`, the standard error of the slope over the points. It does not contain the bias due to
#'     curvature, boundaries, and uneven density, which is often larger.
#' @inheritSection bw_kernel_sum Errors and warnings
#' @inherit bw_kernel_sum references
#' @seealso [dim_estimate()] for all estimators, [bw_kernel_sum()].
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' dim_kernel_sum(x)
#' dim_kernel_sum(iris[1:4])
#' @export
dim_kernel_sum <- function(x, bandwidths = NULL, local = FALSE, scale = FALSE, seed = NULL,
                           ...) door({
  local <- check_flag(local, "local")
  # A list: curve and maxima, data frames of bandwidth, criterion (the slope), se; choices; facts;
  # local.
  slopes <- kernel_slopes(x, arguments(), refine = TRUE, purpose = "dimension")
  curve <- with(slopes$curve, data.frame(bandwidth = bandwidth, dimension = dimension, se = 2 * se))
  best_maximum <- slopes$maxima[slopes$choices[["global"]], ]
  warn_if(is_edge(best_maximum$bandwidth, slopes$curve),
          c("The slope of the kernel sum is largest at an end of the grid,
             {signif(best_maximum$bandwidth, 3)}: the dimension may lie beyond it.",
            i = "Give `bandwidths` a wider range, and look at the plot."), "edge")
  new_dimension(
    2 * best_maximum$criterion, "kernel_sum", curve, "bandwidth", "Slope of the kernel sum",
    slopes$facts$n, slopes$scaling, 2 * best_maximum$se, rep(best_maximum$bandwidth, 2L),
    note = paste("at bandwidth", short(best_maximum$bandwidth, 3)), local = slopes$local
  )
}, .takes = list("points", "weights", "run", "control", n_bandwidths = 40L, n_points = NULL))
