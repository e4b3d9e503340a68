#' Intrinsic dimension: all estimates and a consensus
#'
#' @description
#' Estimates the intrinsic dimension of the data: how many numbers describe a position on them,
#' however many columns there are. It is 1 for a curve and 2 for a surface. The function runs
#' [dim_growth()], [dim_mle()], [dim_kernel_sum()], and [dim_eigengap()], and returns their
#' consensus, a whole number of at least 1.
#'
#' **When to use it.** Use it if a method asks for the dimension `d` and you do not know it. If you
#' know that the noise is large, look at [dim_eigengap()] at a bandwidth above the noise. The single
#' functions also return local estimates and standard errors.
#'
#' @details
#' **The estimates.** Three of the four estimates have a vote.
#' - `growth` and `mle` use the nearest neighbors of each point. Noise makes them too large. From
#'   about five dimensions on they are too small, because many neighborhoods reach the boundary of
#'   the sample. On curved surfaces without a boundary they are too large, and `mle` increases with
#'   the number of neighbors. Their votes are corrected for this increase, and for the average error
#'   on cubes, normal samples, and spheres.
#' - `eigengap` uses one bandwidth and is less affected by noise.
#' - `kernel_sum` has no vote, because it is too small by half in 10 dimensions.
#'
#' **The consensus** is `eigengap` in two cases: if it is within 0.75 of the mean of the other two
#' votes, or if its gap is clear, which means that the next eigenvalue is at most a fifth, in
#' neighborhoods of more than `dimension + 1` points. Otherwise, and if the neighborhoods at the
#' bandwidth contain fewer than 3 points, `eigengap` has no vote. The consensus is then the rounded
#' mean of the votes of `growth` and `mle`. If an unclear gap is smaller, the print-out says so,
#' because noise adds dimensions to the two: of a surface of extent 2 in 5 columns with noise of
#' standard deviation 0.1, the consensus of 1,000 points is 4.
#'
#' If the votes differ by more than one and by more than a tenth of the dimension, the print-out
#' warns, and says "no consensus". Then there may be noise across the manifold, parts of different
#' dimensions, or too few points for the dimension. If they differ by less but round to different
#' numbers, it says so. It also warns if more than half of the squared distances between near points
#' is noise, as [noise_level()] estimates it: `growth` and `mle` then count the noise. An estimator
#' that could not be used has a row without numbers in the print-out, and a reason below. `plot()`
#' shows the estimates as open points, with two standard errors, and the votes as filled ones.
#'
#' @inheritParams dim_eigengap
#' @param x Points as rows, `n` x `r`, `n` at least 8, as in [bw_gc()]. Of a `dist`,
#'   [dim_eigengap()] is left out, because it needs coordinates.
#' @param bandwidth The bandwidth for [dim_eigengap()]. If `NULL` (the default), it is selected at
#'   200 points by [bw_gc()].
#' @param k The number of neighbors for [dim_mle()]. If `NULL` (the default), it is 20.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`).
#'   - `weights`: Weights of the rows, as in [dim_growth()]. If you supply them, [dim_eigengap()],
#'     which does not use weights, is left out.
#' @return A [lapscale_dimension] of method `"consensus"`, a whole number. Its curve,
#'   `as.data.frame(d)`, has one row per estimate:
#'   - `method` and `dimension`;
#'   - `vote`, the value that enters the consensus, or `NA` if it has no vote;
#'   - `se`, its standard error;
#'   - `elapsed`, in seconds.
#'
#'   `glance()` adds `lowest_vote`, `highest_vote`, and `agree`. A consensus has no standard error
#'   and no scale, so `se`, `lower`, and `upper` are `NA`.
#' @section Errors:
#' The same as of the single functions:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide.
#' @references See the single functions.
#' @seealso [dim_growth()], [dim_mle()], [dim_kernel_sum()], [dim_eigengap()], [lapscale_dimension].
#' @examples
#' x <- sample_swiss_roll(600, seed = 1)
#' dim_estimate(x, bandwidth = 2)
#' dim_estimate(iris[1:4])
#' @export
dim_estimate <- function(x, bandwidth = NULL, k = NULL, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  refuse_if(!is.null(bandwidth) && (!is.null(args$weights) || inherits(x, "dist")),
            "`bandwidth` is for dim_eigengap(), which uses neither `weights` nor a dist.")
  seed <- check_seed(seed)
  points <- share_points(x, args, args$n_threads, c("distances", "sparse"))
  on.exit(free_points(points), add = TRUE)
  failures <- list()
  # An estimate that the points do not allow is NULL, and its error is in `failures`, by name.
  if_allowed <- function(name, estimate) {
    keep_failure <- function(e) {
      failures[[name]] <<- e  # nolint: undesirable_operator_linter.
      NULL
    }
    tryCatch(
      estimate, lapscale_error_no_scale = keep_failure, lapscale_error_no_criterion = keep_failure,
      lapscale_error_isolated = keep_failure
    )
  }
  n_threads <- args$n_threads
  progress <- args$progress
  estimates <- list(
    growth = if_allowed(
      "growth", dim_growth(points, seed = seed, n_threads = n_threads, progress = progress)
    ),
    mle = if_allowed("mle", dim_mle(points, k = k, n_threads = n_threads, progress = progress)),
    # It has no vote, and the user no say in its grid.
    kernel_sum = muffle(
      if_allowed(
        "kernel_sum", dim_kernel_sum(points, seed = seed, n_threads = n_threads, progress = progress)
      ), "lapscale_warning_edge"
    )
  )
  estimates$eigengap <- if (!is.null(bandwidth)) {
    dim_eigengap(points, bandwidth, seed = seed, n_threads = n_threads, progress = progress)
  } else if (is.null(args$weights) && !is_distances(points$checked$x)) {
    if_allowed("eigengap", muffle_repeats(eigengap_with_vote(points, n_threads, progress)))
  }
  why_unused <- reasons_unused(estimates, failures, args$weights, points$checked$x)
  estimates <- Filter(length, estimates)
  # list(dimension: a number; votes: a number for each estimator by its name, NA without one).
  consensus <- dimension_consensus(estimates, points$checked)
  if (all(is.na(consensus$votes))) {
    reason <- if (length(failures)) paste0(": ", short_message(failures[[1L]]), ".")
    abort("No estimate of the dimension of `x` has a vote{reason}", "no_scale")
  }
  all_glances <- do.call(rbind, lapply(unname(estimates), glance))
  curve <- cbind(
    all_glances[c("method", "dimension")], vote = unname(consensus$votes[names(estimates)]),
    all_glances[c("se", "elapsed")]
  )
  new_dimension(
    consensus$dimension, "consensus", curve, "method", count(sum(!is.na(consensus$votes)), "estimate"),
    nrow(points$checked$x), points$checked$scaling, unused = why_unused,
    overruled_gap = is_overruled(estimates$eigengap, consensus),
    noise = if_possible(noise_facts_of_points(points$checked, new_runtime(n_threads, FALSE)))
  )
}, .takes = list("points", "weights", "run"))

# Returns why estimators gave no estimate: short texts named by the estimators, none if all did.
#   estimates  list of dimensions by the name of the estimator (growth, mle, kernel_sum, eigengap),
#              NULL for no estimate
#   failures   list of the errors (conditions) of estimators, by the same names
#   weights    of the rows as the user gave them, or NULL
#   x          the points, perhaps distances
reasons_unused <- function(estimates, failures, weights, x) {
  reasons <- vapply(failures, short_message, "")
  if (is.null(estimates$eigengap) && is.null(failures$eigengap)) {
    reasons[["eigengap"]] <- if (!is.null(weights)) "it does not use weights" else
      if (is_distances(x)) "it needs coordinates" else
        paste("fewer than", min_degree_with_vote, "points in a neighborhood at the bandwidth")
  }
  reasons
}

# The first line of the message of an error, without its full stop and the argument that it begins
# with.
#   e  a condition
short_message <- function(e) {
  sub("[.]$", "", sub("^`[^`]*`:? *", "", gsub("\\s+", " ", e$message)))
}

# Measures the noise of points: a list of noise_facts(): share (of the squared distances between
# near points, 0 to 1), near, spread.
#   checked  of as_points(): x, the points;  runtime: of new_runtime()
# `k` is a number of neighbors.
noise_facts_of_points <- function(checked, runtime) {
  k <- min(noise_limits$neighbors, nrow(checked$x) - 1L)
  noise_with_copies(checked$x, acquire_shared_points(checked, runtime), k, runtime)$facts
}

# Noise adds dimensions if more than this share of the squared distances between near points is
# noise.
max_noise_share <- 0.5

# Finds the consensus of estimates of the dimension. Returns list(dimension: a whole number, NaN
# without a vote; votes: a number for each of growth, mle, kernel_sum, eigengap by its name, NA for
# those without a vote).
#   estimates  list of dimensions (lapscale_dimension) by the name of the estimator, NULL or not
#              there if it gave none
#   checked    of as_points(): x, the points
dimension_consensus <- function(estimates, checked) {
  votes <- dimension_votes(estimates, nrow(checked$x), ncol(checked$x))
  list(dimension = agreed_dimension(votes), votes = votes)
}

# Adds to the data frame of one row of a dimension x, of dim_estimate(), the lowest and the highest
# vote, and whether votes agree. Of `votes`, a number per estimator, those are NA that do not count.
#' @export
glance.dim_consensus <- function(x, ...) {
  votes <- dimension_fields(x)$curve$vote
  cbind(
    NextMethod(),
    lowest_vote = min(votes, na.rm = TRUE), highest_vote = max(votes, na.rm = TRUE),
    agree = !votes_disagree(votes, plain(x))
  )
}

# Prints a dimension x of dim_estimate() with a row per estimator, those that gave no estimate last.
# In it `curve` is a data frame with a row per estimate (method, dimension, vote, se, elapsed),
# `why_unused` are texts by the names of the others, overruled_gap is TRUE or FALSE, and `noise` is
# of noise_facts(), list(share: of the squared distances between near points; near; spread), or
# NULL.
#' @export
print.dim_consensus <- function(x, ...) {
  NextMethod()
  fields <- dimension_fields(x)
  curve <- fields$curve
  why_unused <- fields$unused
  unused_rows <- curve[rep(NA_integer_, length(why_unused)), ]
  unused_rows$method <- names(why_unused)
  print(rbind(curve, unused_rows), digits = 3, row.names = FALSE)
  reasons <- paste0(names(why_unused), " is not used: ", why_unused, recycle0 = TRUE)
  writeLines(strwrap(reasons, indent = 2L, exdent = 4L))
  whole_votes <- range(round(curve$vote), na.rm = TRUE)
  if (votes_disagree(curve$vote, plain(x))) {
    cat("  ! Check: the votes disagree. Noise, several dimensions, or too few points?\n")
  } else if (diff(whole_votes) > 0) {
    cat("  ! Check: the votes round to different numbers, ", paste(whole_votes, collapse = " to "),
        ".\n", sep = "")
  }
  if (fields$overruled_gap) {
    cat("  ! Check: eigengap, which noise affects least, finds ",
        curve$dimension[curve$method == "eigengap"],
        ", but has no vote, as its gap is not clear.\n", sep = "")
  }
  noise <- fields$noise
  if (isTRUE(noise$share > max_noise_share && noise$near <= noise_limits$near)) {
    cat("  ! Check: ", round(100 * noise$share), "% of the squared distances between near points is ",
        "noise, see noise_level(),\n    and noise adds dimensions. Take principal components or ",
        "noise_remove() first.\n", sep = "")
  }
  invisible(x)
}

# A text for print() with the smallest and the largest vote of a consensus x.
#' @export
describe_precision.dim_consensus <- function(x) {
  ends <- short(range(dimension_fields(x)$curve$vote, na.rm = TRUE), 3)
  paste0(", votes ", ends[[1L]], " to ", ends[[2L]])
}
