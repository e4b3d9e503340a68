#' Intrinsic dimension by neighbourhood growth
#'
#' The slope of the logarithm of the average number of neighbours against the logarithm of the
#' radius: in dimension \eqn{d} balls hold a number of points that grows like \eqn{r^d}.
#'
#' @details
#' The slope is fitted by least squares over 12 radii, log-spaced between those at which a point has
#' `counts[1]` and `counts[2]` neighbours on average. Smaller counts are few pairs; larger ones feel
#' curvature and boundary. Points that coincide are not neighbours. The curve shows the slope over
#' the whole range of distances. It is the correlation dimension of Grassberger and Procaccia.
#'
#' @inheritParams bw_rec
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param counts Two increasing positive numbers below `n - 1`. NULL: from 2 to the square root of
#'   `n`, but at least to 20.
#' @param n_radii Length of the curve, 4 or more.
#' @param n_points Around how many points, drawn with `seed`, neighbours are counted. NULL: all up
#'   to 5000, else 5000.
#' @param local TRUE keeps each of these points' own slope: `as.data.frame(d, what = "local")`.
#' @return A [lapscale_dimension], method `"growth"`. Its curve has a row per radius: `radius`, unit
#' of `x`; `dimension`, the slope there; `count`, the average number of neighbours. `glance()`'s
#'   `lower` and `upper` are the ends of the radii of the fit.
#' @section Errors:
#' `lapscale_error_argument` for arguments out of their range; `lapscale_error_no_scale` if all
#' points coincide or no radius tells the `counts` apart.
#' @references Grassberger, P. and Procaccia, I. (1983). Measuring the strangeness of strange
#'   attractors. *Physica D* 9, 189-208. \doi{10.1016/0167-2789(83)90298-1}
#'
#'   Dasgupta, S. and Freund, Y. (2008). Random projection trees and low dimensional manifolds.
#'   *STOC '08*, 537-546. \doi{10.1145/1374376.1374452}
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' d <- dim_growth(x)
#' d
#' plot(d)
#' @export
dim_growth <- function(x, counts = NULL, n_radii = 40L, n_points = NULL, local = FALSE,
                       seed = NULL, n_threads = NULL, na_action = "error", progress = NULL) {
  start <- proc.time()[[3]]
  local <- check_flag(local, "local")
  n_radii <- check_count(n_radii, "n_radii", min = 4)
  source <- count_source(x, n_radii, n_points, seed, n_threads, na_action, progress, counts)
  on.exit(source$release())
  n <- source$n
  counts <- source$counts
  radii <- source$radii
  curve <- growth_curve(radii, colMeans(source$count(radii)))
  ends <- radii_of_counts(curve, counts)
  fit <- guard_memory(growth_fit(ends, source$count), "x")
  new_dimension(
    fit$dimension, "growth", curve, "radius",
    list(n = n, se = fit$se, lower = ends[[1L]], upper = ends[[2L]],
         elapsed = proc.time()[[3]] - start),
    "Neighbourhood growth",
    note = paste0("radii ", short(ends[[1L]], 3), " to ", short(ends[[2L]], 3), ", with ",
                  short(counts[[1L]], 3), " to ", short(counts[[2L]], 3), " neighbours"),
    local = if (local) data.frame(row = source$rows, dimension = fit$local)
  )
}

# Fewer points have no two different numbers of neighbours to speak of.
least_for_growth <- 8L

# Where neighbours are counted: of points, or of a dist. Returns a list: n; rows of the given x;
# counts; radii of the curve; count, function of radii: matrix m x g; release.
count_source <- function(x, n_radii, n_points, seed, n_threads, na_action, progress, counts,
                         call = caller_env()) {
  if (inherits(x, "dist")) {
    distances <- check_distances(x, call = call)
    n <- nrow(distances)
    if (n < least_for_growth) {
      abort_argument(
        "`x` must hold at least {least_for_growth} points, not {n}.", call = call
      )
    }
    counts <- check_counts(counts, n, call)
    diag(distances) <- Inf
    sorted <- apply(distances, 1L, sort)
    count <- function(radii) t(apply(sorted, 2L, function(d) findInterval(radii, d[d > 0])))
    diag(distances) <- 0
    return(list(
      n = n, rows = seq_len(n), counts = counts, radii = grid_of_distances(distances, n_radii),
      count = count, release = function() NULL
    ))
  }
  settings <- list(
    bandwidths = NULL, n_bandwidths = n_radii, n_points = n_points, seed = seed,
    n_threads = n_threads, na_action = na_action, progress = progress
  )
  problem <- selector_problem(
    x, settings, all_up_to(5000L, 5000L), min_rows = least_for_growth, call = call,
    check = function(checked) check_counts(counts, nrow(checked$x), call)
  )
  list(
    n = problem$n, rows = problem$checked$rows[problem$rows], counts = problem$extra,
    radii = problem$bandwidths,
    count = function(radii) {
      t(cpp_neighbor_counts(problem$handle, problem$rows, radii, problem$runtime))
    },
    release = function() return_points(problem$checked, problem$handle)
  )
}

check_counts <- function(counts, n, call = caller_env()) {
  if (is.null(counts)) {
    return(c(min(2, (n - 1) / 4), min(max(20, sqrt(n)), (n - 1) / 2)))
  }
  is_pair <- is.numeric(counts) && length(counts) == 2L && all(is.finite(counts))
  if (!is_pair || is.unsorted(c(0, counts, n - 1), strictly = TRUE)) {
    abort_argument(
      "`counts` must be two increasing numbers between 0 and {n - 1}, not {describe(counts)}.",
      call = call
    )
  }
  as.double(counts)
}

# Slopes between neighbouring radii, central inside.
growth_curve <- function(radii, count) {
  slope <- diff(log(count)) / diff(log(radii))
  slope[!is.finite(slope)] <- NA_real_
  central <- (c(NA, slope) + c(slope, NA)) / 2
  central[c(1L, length(radii))] <- slope[c(1L, length(slope))]
  data.frame(radius = radii, dimension = central, count = count)
}

# The radii at which the mean count reaches the two counts, interpolated on log axes.
radii_of_counts <- function(curve, counts, call = caller_env()) {
  known <- curve$count > 0
  u <- log(curve$count[known])
  distinct <- !duplicated(u)
  if (sum(distinct) < 2L) {
    abort("`x` has no scale: no radius tells numbers of neighbours apart.", "no_scale", call = call)
  }
  found <- stats::approx(u[distinct], log(curve$radius[known][distinct]), log(counts), rule = 2)$y
  if (found[[2L]] <= found[[1L]]) {
    abort(
      "`counts`: no radius has between {signif(counts[[1]], 3)} and {signif(counts[[2]], 3)}
       neighbours on average.",
      "no_scale", call = call
    )
  }
  exp(found)
}

# The least squares slope over 12 radii; its standard error over the points, each of which enters at
# both ends of its pairs; each point's own slope.
growth_fit <- function(ends, count) {
  radii <- exp(seq(log(ends[[1L]]), log(ends[[2L]]), length.out = 12L))
  own <- count(radii)
  mean_count <- colMeans(own)
  u <- log(radii) - mean(log(radii))
  weight <- u / sum(u^2)
  influence <- own %*% (weight / mean_count)
  local <- apply(own, 1L, function(counts) {
    some <- counts > 0
    if (sum(some) < 2L) NA_real_ else stats::cov(u[some], log(counts[some])) / stats::var(u[some])
  })
  list(
    dimension = sum(weight * log(mean_count)), se = 2 * sd_of_mean(as.vector(influence)),
    local = local
  )
}
