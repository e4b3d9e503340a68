#' Bandwidth by the median distance
#'
#' @description
#' Returns the median distance between all pairs of points, a common rule of thumb called the
#' "median heuristic".
#'
#' **When to use it.** Use it to compare with published work. It measures the extent of the data and
#' not the spacing of the points, so it is nearly always far too large for a graph Laplacian.
#'
#' @details
#' The median is exact and is found without storing the distances.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as `control`, see
#'   [bw_control()]:
#'   - `n_points`: Number of points whose pairs are used, drawn with `seed`. If `NULL` (the
#'     default), all points are used if `n <= 30,000`, otherwise 30,000.
#' @return A [lapscale_bandwidth] of method `"median"`:
#'   - the curve has a single row, whose criterion is `NA`;
#'   - `glance()` adds `n_points`.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide, or half of the pairs do.
#' @references Garreau, D., Jitkrittum, W. and Kanagawa, M. (2017). Large sample analysis of the
#'   median heuristic. arXiv:1707.07269.
#' @seealso [bw_gc()], [bw_knn()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_circle(500, seed = 1)
#' bw_median(x)                      # sqrt(2), the chord of a quarter
#' bw_median(iris[1:4])
#' @export
bw_median <- function(x, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  checked <- as_points(x, args, any_kind)
  scaling <- checked$scaling
  n <- nrow(checked$x)
  n_points <- args$n_points
  if (!is.null(n_points)) check_count(n_points, "n_points", min = 3, max = n)
  seed <- check_seed(seed)
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_once(checked)
  # How many points are used; with fewer than all, `checked` has only those.
  size <- n_points %||% min(n, 30000L)
  if (size < n) {
    sampled_rows <- draw_points(checked$x, size, draw_seed(seed))
    checked <- list(x = checked$x[sampled_rows, , drop = FALSE])
  }
  handle <- acquire_shared_points(checked, runtime)
  value <- cpp_median_distance(handle, runtime)
  refuse_if(value == 0,
            "`x` has no scale: the median distance is zero, half of all pairs coincide.",
            "no_scale")
  fixed_bandwidth(
    value, "median", list(n = n, d = NA_integer_, n_points = size), title = "Median distance",
    scaling = scaling
  )
}, .takes = list("points", "run", "control", n_points = NULL))
