#' Intrinsic dimension: all estimates and a consensus
#'
#' Runs [dim_growth()], [dim_mle()], [dim_kernel_sum()] and [dim_eigengap()] and takes the median of
#' the four, rounded to a whole number of at least 1.
#'
#' @details
#' The four look at different things, and where they disagree the curves tell why: noise raises
#' growth, likelihood and kernel sum, which see small scales, before it raises the gap, which is
#' read at one bandwidth; from five dimensions or so neighbourhoods reach the boundary of any
#' sample, and growth, likelihood and above all the kernel sum fall short. The estimates share the
#' search structure and the grid, and are those of the single functions to the last bit.
#'
#' The median is the mean of the middle two, which may differ by much: then it is neither's answer,
#' and three that err to the same side outvote the one that is right. A half is rounded to the even
#' number, as by [round()].
#'
#' @inheritParams dim_eigengap
#' @param bandwidth Passed to [dim_eigengap()].
#' @param k Passed to [dim_mle()].
#' @return A [lapscale_dimension], a whole number, method `"consensus"`. Its curve has a row per
#'   method: `method`, `dimension`, `se`, `elapsed` (seconds). A consensus has no standard error
#'   (`glance()`'s `se` is NA) and no scale of its own (`lower`, `upper` are NA); `print()` shows
#'   the range of the four estimates.
#' @section Errors:
#' As the single functions.
#' @examples
#' x <- sample_swiss_roll(600, seed = 1)
#' dim_estimate(x, bandwidth = 2)
#' @export
dim_estimate <- function(x, bandwidth = NULL, k = NULL, seed = NULL, n_threads = NULL,
                         na_action = "error", scale = FALSE, progress = NULL) {
  start <- proc.time()[[3]]
  seed <- check_seed(seed)
  points <- share_points(x, na_action, n_threads, scale)
  on.exit(free_points(points))
  found <- list(
    dim_growth(points, seed = seed, n_threads = n_threads, progress = progress),
    dim_mle(points, k = k, n_threads = n_threads, progress = progress),
    dim_kernel_sum(points, seed = seed, n_threads = n_threads, progress = progress),
    dim_eigengap(points, bandwidth, seed = seed, n_threads = n_threads, progress = progress)
  )
  all_glances <- do.call(rbind, lapply(found, glance))
  curve <- all_glances[c("method", "dimension", "se", "elapsed")]
  rownames(curve) <- NULL
  value <- max(1, round(stats::median(curve$dimension)))
  new_dimension(
    value, "consensus", curve, "method",
    list(n = nrow(points$checked$x), scaled = !is.null(points$checked$scaling), se = NA_real_,
         lower = NA_real_, upper = NA_real_, elapsed = proc.time()[[3]] - start),
    "Median of four estimates"
  )
}

#' @export
print.dim_consensus <- function(x, ...) {
  NextMethod()
  print(estimate_of(x)$curve, digits = 3, row.names = FALSE)
  invisible(x)
}

# How far the estimates differ.
#' @export
describe_precision.dim_consensus <- function(x) {
  ends <- short(range(estimate_of(x)$curve$dimension))
  paste0(", estimates ", ends[[1L]], " to ", ends[[2L]])
}
