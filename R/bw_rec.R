#' Bandwidth by reconstruction
#'
#' The bandwidth at which points are rebuilt best from their neighbours: the global minimum of
#' \deqn{R(h) = \frac1{|I|} \sum_{i \in I} \Bigl| x_i - \frac{\sum_{j \ne i} w_{ij} x_j}{\sum_{j \ne
#'   i} w_{ij}} \Bigr|^2, \quad w_{ij} = e^{-|x_i - x_j|^2 / h^2}}{R(h) = mean over i in I of
#'   |x_i - sum_{j != i} w_ij x_j / sum_{j != i} w_ij|^2, w_ij = exp(-|x_i - x_j|^2 / h^2)}
#'
#' @details
#' With noise-free data this is a small bandwidth, near the distance to the nearest neighbours:
#' whatever lies farther away can only blur. Noise is averaged out by more neighbours, which moves
#' the minimum up. Weights are taken relative to the nearest neighbour's, so that small bandwidths,
#' where all weights underflow, mean "the nearest neighbour".
#'
#' **Equivariance.** `x -> c x` gives `h -> c h`; rotations, translations and constant columns
#' change nothing. A duplicate of every point makes the criterion zero at small bandwidths.
#'
#' @inheritParams bw_gc
#' @param bandwidths The grid to search, two or more positive numbers, unit of `x`. NULL: log-spaced
#'   from half the median distance between nearest neighbours to the root mean squared distance
#'   between points.
#' @param n_bandwidths Length of the default grid, 4 or more.
#' @param n_points How many points the mean is taken over, drawn with `seed`; all others rebuild
#'   them. NULL: all up to 5000, else 1000.
#' @param minimum `"global"` or `"first"`, the first that a real descent reaches.
#' @param refine TRUE searches between grid values around the first and the global minimum.
#' @return A [lapscale_bandwidth], method `"rec"`. Its curve has a row per bandwidth: `bandwidth`,
#'   `criterion` = \eqn{R(h)}, unit of `x` squared (the sum in the paper, divided by the number of
#'   points), and its standard error `se` over the points, with the sample as it is: between samples
#'   it varies 1.2 to 1.5 times as much. `glance()` adds `n_points`.
#' @section Errors and warnings:
#' `lapscale_error_argument` for arguments out of their range; `lapscale_error_no_scale` if all
#' points coincide; `lapscale_error_memory` if the data do not fit. `lapscale_warning_edge` if the
#' lowest point is at an end of the grid.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   section 5 ("Rec").
#' @seealso [bw_gc()], [select_bandwidth()].
#' @examples
#' x <- sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_rec(x)
#' bw
#' plot(bw)
#' @export
bw_rec <- function(x, bandwidths = NULL, n_bandwidths = 40L, n_points = NULL,
                   minimum = c("global", "first"), refine = TRUE, seed = NULL, n_threads = NULL,
                   na_action = "error", scale = FALSE, progress = NULL, ...) door({
  start <- proc.time()[[3]]
  minimum <- check_choice(minimum, c("global", "first"), "minimum")
  refine <- check_flag(refine, "refine")
  settings <- list(
    bandwidths = bandwidths, n_bandwidths = n_bandwidths, n_points = n_points, seed = seed,
    n_threads = n_threads, na_action = na_action, scale = scale, progress = progress
  )
  problem <- selector_problem(x, settings, all_up_to(5000L, 1000L))
  on.exit(return_points(problem$checked, problem$handle), add = TRUE)
  check_square_range(problem$handle)
  errors_at <- function(h) {
    cpp_kernel_reconstruction(problem$handle, problem$rows, h, problem$runtime)
  }
  found <- curve_with_minima(
    problem$bandwidths, errors_at(problem$bandwidths), if (refine) errors_at
  )
  found$curve$n_points <- NULL
  selected <- list(
    method = "rec", curve = found$curve, minima = found$minima, choices = found$choices,
    minimum = minimum, scaling = problem$checked$scaling,
    facts = list(n = problem$n, d = NA_integer_, n_points = length(problem$rows)),
    labels = list(
      title = "Reconstruction", criterion = "reconstruction error", log_criterion = TRUE
    )
  )
  finish_bandwidth(selected, proc.time()[[3]] - start)
}, ...)
