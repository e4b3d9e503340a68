#' Intrinsic dimension: all estimates and a consensus
#'
#' Estimates the intrinsic dimension of the data: how many numbers describe a position on them,
#' however many columns there are. It is 1 for a curve and 2 for a sheet. The function runs
#' [dim_growth()], [dim_mle()], [dim_kernel_sum()], and [dim_eigengap()], and returns their
#' consensus, a whole number of at least 1.
#'
#' @details
#' The four estimators look at different properties. Growth and likelihood look at small scales.
#' Noise makes them too large, and from about five dimensions on they are too small, because their
#' neighborhoods reach the boundary of the sample. Their votes are corrected for this by the average
#' over cubes, normal samples, and spheres. The gap is computed at one bandwidth and is less
#' affected by noise. It is computed at 200 points with the bandwidth that these select, unless you
#' supply `bandwidth`. If its neighborhoods contain fewer than 3 points, it has no vote and no row.
#' The kernel sum has no vote, because it is too small by half in 10 dimensions.
#'
#' On curved surfaces without boundary, such as products of circles, growth and likelihood are too
#' large instead. Then the likelihood increases with the number of neighbors, and the votes are
#' corrected for this increase.
#'
#' The gap has a vote if it is within 0.75 (or an eighth of itself) of the mean of the other two. It also
#' has one if the eigenvalue behind the gap is at most a fifth of the one before it, in neighborhoods of
#' more than `dimension + 1` points, which means that a manifold stands out of its noise. A large first component, as in most
#' tables of real measurements, is not enough. The consensus is the vote of the gap, or the rounded
#' mean of the others if the gap has no vote. `bench/README.md` in the sources reports how often it is
#' right.
#'
#' If the votes differ by more than one and by more than a tenth of the dimension, the print-out has
#' a line that says so. The reason can be noise across the manifold, several dimensions, or too few
#' points for the dimension.
#'
#' Growth, likelihood, and kernel sum are identical to those of the single functions.
#'
#' @inheritParams dim_eigengap
#' @param x Points as rows, `n` x `r`, `n` at least 8, as in [bw_gc()].
#' @param bandwidth Passed to [dim_eigengap()].
#' @param k Passed to [dim_mle()].
#' @return A [lapscale_dimension] of method `"consensus"`, a whole number. Its curve has one row per
#'   estimate:
#'   - `method` and `dimension`;
#'   - `vote`, the value that enters the consensus, or `NA` if it has no vote;
#'   - `se`, its standard error;
#'   - `elapsed`, in seconds.
#'
#'   `glance()` adds `lowest_vote`, `highest_vote`, and `agree`. A consensus has no standard error
#'   and no scale, so `se`, `lower`, and `upper` are `NA`.
#' @section Errors:
#' As the single functions.
#' @seealso [dim_growth()], [dim_mle()], [dim_kernel_sum()], [dim_eigengap()], [lapscale_dimension].
#' @examples
#' x <- sample_swiss_roll(600, seed = 1)
#' dim_estimate(x, bandwidth = 2)
#' @export
dim_estimate <- function(x, bandwidth = NULL, k = NULL, seed = NULL, n_threads = NULL,
                         na_action = "error", scale = FALSE, progress = NULL, ...) door({
  start <- proc.time()[[3]]
  seed <- check_seed(seed)
  points <- share_points(x, na_action, n_threads, scale)
  on.exit(free_points(points), add = TRUE)
  found <- list(
    growth = dim_growth(points, seed = seed, n_threads = n_threads, progress = progress),
    mle = dim_mle(points, k = k, n_threads = n_threads, progress = progress),
    # It has no vote, and the user no say in its grid.
    kernel_sum = withCallingHandlers(
      dim_kernel_sum(points, seed = seed, n_threads = n_threads, progress = progress),
      lapscale_warning_edge = rlang::cnd_muffle
    )
  )
  found$eigengap <- if (is.null(bandwidth)) {
    muffle_repeats(eigengap_with_vote(points, n_threads, progress))
  } else {
    dim_eigengap(points, bandwidth, seed = seed, n_threads = n_threads, progress = progress)
  }
  agreed <- consensus_of(found, points$checked)
  all_glances <- do.call(rbind, lapply(unname(found), glance))
  curve <- cbind(
    all_glances[c("method", "dimension")], vote = unname(agreed$votes[names(found)]),
    all_glances[c("se", "elapsed")]
  )
  new_dimension(
    agreed$dimension, "consensus", curve, "method",
    list(n = nrow(points$checked$x), scaled = !is.null(points$checked$scaling), se = NA_real_,
         lower = NA_real_, upper = NA_real_, elapsed = proc.time()[[3]] - start),
    consensus_title(agreed$votes)
  )
}, ...)

# How many of the estimates vote.
consensus_title <- function(votes) {
  n <- sum(!is.na(votes))
  paste("of", c("one", "two", "three", "four")[[n]], if (n == 1L) "estimate" else "estimates")
}

# list(dimension, votes); found as dimension_votes() takes it.
consensus_of <- function(found, checked) {
  votes <- dimension_votes(found, nrow(checked$x), ncol(checked$x))
  list(dimension = agreed_dimension(votes), votes = votes)
}

#' @export
glance.dim_consensus <- function(x, ...) {
  votes <- estimate_of(x)$curve$vote
  cbind(
    NextMethod(),
    lowest_vote = min(votes, na.rm = TRUE), highest_vote = max(votes, na.rm = TRUE),
    agree = !votes_disagree(votes, plain(x))
  )
}

#' @export
print.dim_consensus <- function(x, ...) {
  NextMethod()
  curve <- estimate_of(x)$curve
  print(curve, digits = 3, row.names = FALSE)
  if (votes_disagree(curve$vote, plain(x))) {
    cat("  ! Check: the votes disagree. Noise, several dimensions, or too few points?\n")
  }
  invisible(x)
}

# How far the votes differ.
#' @export
describe_precision.dim_consensus <- function(x) {
  ends <- short(range(estimate_of(x)$curve$vote, na.rm = TRUE), 3)
  paste0(", votes ", ends[[1L]], " to ", ends[[2L]])
}
