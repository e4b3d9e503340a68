#' Intrinsic dimension by the gap of local principal components
#'
#' @description
#' Estimates the intrinsic dimension by the number of local eigenvalues before their largest gap.
#' The covariance of the points around \eqn{x_i}, weighted by the heat kernel, has as many large
#' eigenvalues as the manifold has dimensions. The eigenvalues are averaged over the points.
#'
#' **When to use it.** It is the estimator that noise affects least, if the bandwidth is larger than
#' the noise. Look at the curve: a dimension that is the same over a wide range of bandwidths is
#' credible.
#'
#' @inheritParams bw_msvd
#' @param bandwidth The bandwidth at which the dimension is read: a positive number, a
#'   [lapscale_bandwidth], a selector function, or `NULL` (the default) for [bw_gc()].
#' @param bandwidths The grid of the curve, two or more positive numbers. If `NULL` (the default),
#'   it is the one of [bw_rec()]. The bandwidth itself is added.
#' @param local If `TRUE`, the gap of each point is kept; see `as.data.frame(d, what = "local")`. It
#'   is `NA` for an isolated point. The default is `FALSE`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as `control`, see
#'   [bw_control()]:
#'   - `n_bandwidths`: Length of the default grid, at least 4. The default is 30.
#'   - `n_points`, `max_d`: As in [bw_msvd()].
#' @return A [lapscale_dimension] of method `"eigengap"`, a whole number. Its curve has one row per
#'   bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `dimension`;
#'   - `gap`, the largest gap divided by the first eigenvalue;
#'   - `degree`, roughly the number of points in a neighborhood;
#'   - `eigenvalue_1`, `eigenvalue_2`, ..., in the unit of `x` squared.
#' @section Errors:
#' - `lapscale_error_isolated` if no point has a neighbor at `bandwidth`;
#' - the errors of [bw_rec()].
#' @references Fukunaga, K. and Olsen, D. R. (1971). An algorithm for finding intrinsic
#'   dimensionality of data. *IEEE Transactions on Computers* C-20, 176-183.
#'   \doi{10.1109/T-C.1971.223208}
#' @inherit bw_msvd references
#' @seealso [dim_estimate()] for all estimators, [bw_msvd()] for the scales at which a gap persists.
#' @examples
#' x <- sample_sphere(500, noise = 0.02, seed = 1)
#' d <- dim_eigengap(x, bandwidth = 0.4)
#' d
#' plot(d)
#' dim_eigengap(iris[1:4], bandwidth = 0.8)
#' @export
dim_eigengap <- function(x, bandwidth = NULL, bandwidths = NULL, local = FALSE, scale = FALSE,
                         seed = NULL, ...) door({
  args <- arguments()
  local <- check_flag(local, "local")
  bandwidth <- as_selector(bandwidth)
  if (!is.null(bandwidth) && !is.function(bandwidth)) resolve_bandwidth(bandwidth)
  problem <- selector_problem(
    x, args, usual_neighborhoods, kinds = if (is.null(args$max_d) && keeps_distances(x)) "sparse",
    check = function(checked) resolve_max_d(args$max_d, ncol(checked$x)), purpose = "dimension"
  )
  # A list of the points and the grid (bandwidths, increasing); `d` of it is the number of gaps.
  max_d <- problem$d
  selected_h <- resolve_bandwidth(bandwidth, problem$checked, seed, problem$runtime)$value
  h <- sort(unique(c(problem$bandwidths, selected_h)))
  # list(values, points x bandwidths x (max_d + 1) eigenvalues, largest first; degree, a number per
  # bandwidth).
  spectra_at_h <- local_eigenvalues(problem, h, max_d)
  curve <- gap_curve(h, spectra_at_h)
  h_row <- match(selected_h, h)
  refuse_if(is.na(curve$dimension[[h_row]]),
            "Every point is isolated at `bandwidth` = {signif(selected_h, 3)}: there are no
             directions.", "isolated")
  local_table <- if (local) {
    spectra <- matrix(spectra_at_h$values[, h_row, ], length(problem$rows))
    data.frame(
      row = problem$checked$rows[problem$rows],
      dimension = ifelse(spectra[, 1L] > 0, max.col(gap_matrix(spectra), ties.method = "first"), NA)
    )
  }
  new_dimension(
    curve$dimension[[h_row]], "eigengap", curve, "bandwidth", "Gap of local eigenvalues", problem$n,
    problem$checked$scaling, ends = c(selected_h, selected_h),
    note = paste0("at bandwidth ", short(selected_h, 3), ", where the gap is ",
                  short(100 * curve$gap[[h_row]], 3), "% of the first eigenvalue"),
    local = local_table
  )
}, .takes = list("points", "run", "control", n_bandwidths = 30L, n_points = NULL, max_d = NULL))
