#' Intrinsic dimension: all estimates and a consensus
#'
#' How many numbers it takes to say where on the data a point is, however many columns there are: 1
#' on a curve, 2 on a sheet. Runs [dim_growth()], [dim_mle()], [dim_kernel_sum()] and
#' [dim_eigengap()] and says what they agree on: a whole number of at least 1.
#'
#' @details
#' The four look at different things. Growth and likelihood see small scales: noise raises them, and
#' from five dimensions or so their neighbourhoods reach the boundary of any sample and they fall
#' short. Their votes have that taken out, by what it is on the average over cubes, normal samples
#' and spheres. The gap is read at one bandwidth and sees past noise; where its neighbourhoods hold
#' fewer than 3 points it has no vote. It is read from 200 points with the bandwidth that these choose,
#' unless you give `bandwidth`, and has no row then where it has no vote. The kernel sum falls short by half in 10 dimensions and has
#' none.
#'
#' On surfaces without boundary but with curvature, such as products of circles, growth and likelihood
#' are too large instead. The likelihood then rises with the number of neighbors, and the votes are
#' what it rises from.
#'
#' The consensus is the gap's vote if it is within 0.75 of the mean of the other two, or if the
#' eigenvalue behind the gap is at most a fifth of that before it, in neighborhoods of more than
#' `dimension + 1` points: a manifold stands out of its noise. Otherwise it is that mean, rounded. A
#' first component that is large, as in most tables of real measurements, is not enough.
#' `bench/README.md` in the sources tells how often it is right.
#'
#' `print()` has a line where the votes differ by more than one and a tenth of the dimension: noise
#' across the manifold, several dimensions, or too few points for so many.
#'
#' Growth, likelihood and kernel sum are identical to those of the single functions.
#'
#' @inheritParams dim_eigengap
#' @param x Points as rows, `n` x `r`, `n` at least 8, as in [bw_gc()].
#' @param bandwidth Passed to [dim_eigengap()].
#' @param k Passed to [dim_mle()].
#' @return A [lapscale_dimension], a whole number, method `"consensus"`. Its curve has a row per
#'   estimate: `method`, `dimension`, `vote` (NA: none), `se`, `elapsed` (seconds). A consensus has
#'   no standard error (`glance()`'s `se` is NA) and no scale of its own (`lower`, `upper` are NA);
#'   `glance()` adds `lowest_vote`, `highest_vote` and `agree`.
#' @section Errors:
#' As the single functions.
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
    kernel_sum = dim_kernel_sum(points, seed = seed, n_threads = n_threads, progress = progress)
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
  gap <- gap_seen(found$eigengap)
  votes <- dimension_votes(found, gap, nrow(checked$x), ncol(checked$x))
  list(dimension = agreed_dimension(votes, gap), votes = votes)
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
    cat("  ! look: the votes disagree: noise, several dimensions, or few points for so many\n")
  }
  invisible(x)
}

# How far the votes differ.
#' @export
describe_precision.dim_consensus <- function(x) {
  ends <- short(range(estimate_of(x)$curve$vote, na.rm = TRUE), 3)
  paste0(", votes ", ends[[1L]], " to ", ends[[2L]])
}
