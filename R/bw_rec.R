#' Bandwidth by reconstruction
#'
#' @description
#' Selects the bandwidth at which points are reconstructed best from their neighbors.
#'
#' **When to use it.** Use it to compare with published work. If the data have no noise, the
#' selected bandwidth is small, near the distance to the nearest neighbors, because points farther
#' away only blur. If there is noise, it is larger, because more neighbors average out the noise.
#'
#' @details
#' The criterion is the mean squared error of the reconstruction, \deqn{R(h) = \frac1{|I|} \sum_{i
#' \in I} \Bigl| x_i - \frac{\sum_{j \ne i} w_{ij} x_j}{\sum_{j \ne i} w_{ij}} \Bigr|^2, \quad
#' w_{ij} = e^{-|x_i - x_j|^2 / h^2}}{R(h) = mean over i in I of
#'   |x_i - sum_{j != i} w_ij x_j / sum_{j != i} w_ij|^2, w_ij = exp(-|x_i - x_j|^2 / h^2)}
#'
#' As the bandwidth tends to 0, each point is reconstructed from its nearest neighbor. Rows that
#' coincide count once, because copies would reconstruct each other at any bandwidth.
#'
#' @inheritParams bw_gc
#' @param bandwidths The grid to search, two or more positive numbers in the unit of `x`. If `NULL`
#'   (the default), it is log-spaced from half the median distance between nearest neighbors to the
#'   root mean squared distance between points.
#' @param minimum If `"global"` (the default), the deepest minimum. If `"first"`, the first minimum
#'   that is deep enough.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as `control`, see
#'   [bw_control()]:
#'   - `n_bandwidths`: Length of the default grid, at least 4. The default is 40.
#'   - `n_points`: Number of points in the mean, which are drawn with `seed`. All other points
#'     reconstruct them. If `NULL` (the default), all points are used if `n <= 5000`, otherwise
#'     1000.
#'   - `refine`: If `TRUE` (the default), the minimum is refined between values of the grid.
#' @return A [lapscale_bandwidth] of method `"rec"`. Its curve, `as.data.frame(bw)`, has one row per
#'   bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, which is \eqn{R(h)} in the unit of `x` squared (the sum in the paper, divided by
#'     the number of points);
#'   - `se`, its standard error over the points. It treats the sample as fixed; between samples the
#'     criterion varies 1.2 to 1.5 times as much.
#'
#'   `glance()` adds `n_points`.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the lowest point is at an end of the grid.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   section 5 ("Rec").
#' @seealso [bw_gc()], [bw_select()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_rec(x)
#' bw
#' plot(bw)
#' bw_rec(iris[1:4])
#' @export
bw_rec <- function(x, bandwidths = NULL, minimum = c("global", "first"), scale = FALSE,
                   seed = NULL, ...) door({
  args <- arguments()
  minimum <- check_choice(minimum, c("global", "first"), "minimum")
  refine <- check_flag(args$refine, "refine")
  problem <- selector_problem(x, args, size_rule(5000L, 1000L), unique_rows = TRUE)
  check_square_range(problem$handle)
  # Errors at the points, a matrix points x bandwidths.
  errors_at <- function(h) {
    cpp_kernel_reconstruction(problem$handle, problem$rows, h, problem$runtime)
  }
  # list(curve, minima, choices), see curve_with_minima().
  selection <- curve_with_minima(
    problem$bandwidths, errors_at(problem$bandwidths), if (refine) errors_at
  )
  selection$curve$n_points <- NULL
  selected <- list(
    method = "rec", curve = selection$curve, minima = selection$minima, choices = selection$choices,
    minimum = minimum, scaling = problem$checked$scaling,
    facts = list(n = problem$checked$n_rows %||% problem$n, d = NA_integer_,
                 n_points = length(problem$rows)),
    labels = list(
      title = "Reconstruction", criterion = "reconstruction error", log_criterion = TRUE
    )
  )
  finish_bandwidth(selected)
}, .takes = list("points", "run", "control", n_bandwidths = 40L, n_points = NULL, refine = TRUE))
