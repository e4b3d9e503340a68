#' Confidence interval for the selected bandwidth
#'
#' @description
#' Computes a bootstrap confidence interval for the bandwidth that would be selected on average in
#' samples of this size.
#'
#' **When to use it.** Use it to see how much the selected bandwidth depends on the sample. It is
#' not an interval for the bandwidth with the smallest error of a result, see Coverage in Details.
#'
#' @details
#' The criterion of [bw_gc()] is a mean over points. Points near each other have similar values,
#' because they share their neighbors. The selector therefore perturbs the mean by random fields
#' that vary as slowly as these values, within about two bandwidths, and selects again (the
#' dependent multiplier bootstrap). On a logarithmic scale, the interval is centered at the selected
#' bandwidth and contains the share `level` of these replicates. It does not reach beyond the
#' farthest replicate on either side. The same bandwidth always has the same interval.
#'
#' **No interval.** If the choice was raised to hold 95% of the points together (see Details of
#' [bw_gc()]), there is no interval, because the replicates do not repeat the raise. In six
#' populations with thin parts, of which 40% to 99% of the samples were raised, 95% intervals
#' around raised choices would cover the mean selected bandwidth in 0% to 53%. In the same
#' populations, intervals of the samples that were not raised covered it in 0% to 100%.
#'
#' **Coverage.** In simulations on a sphere, a circle, and a swiss roll, 90% intervals covered the
#' mean selected bandwidth in 90% to 100% of the samples. They covered the bandwidth with the most
#' accurate eigenvalues in 0% to 31%. A `level` above 0.995 needs more than the default of 200
#' replicates.
#'
#' @param object A [lapscale_bandwidth] of `bw_gc()` with at least one replicate, which is the
#'   default. Other selectors have no replicates.
#' @param parm Not needed, because there is only one number. If you supply it, it must be
#'   `"bandwidth"` or 1.
#' @param level The confidence level, a number between 0 and 1. The default is 0.95.
#' @param type If `"choice"` (the default), the confidence interval. If `"tolerance"`, the stretch
#'   of bandwidths that the criterion of [bw_gc()] without `d` does not tell apart from its lowest
#'   point, see there. It is a property of the rule and has no level.
#' @param ... Not used.
#' @return A matrix with one row:
#'   - the row is named `bandwidth`, under the heading `selected on average`;
#'   - the two columns are the lower and the upper end, in the unit of the data.
#'
#'   With `type = "tolerance"` the columns are `from` and `to`. `from` is the selected bandwidth, if
#'   that is the first minimum.
#' @section Errors:
#' - `lapscale_error_argument` if `parm` or `level` is out of its range, and with
#'   `type = "tolerance"` if there is no stretch, as the choice was raised beyond it or the curve is
#'   flat;
#' - `lapscale_error_no_replicates` if there are no replicates, or too few for `level`, if the
#'   choice was raised or is at an end of the grid, or if the criterion is that of a single point.
#' @references Conley, T. G. (1999). GMM estimation with cross sectional dependence. *Journal of
#'   Econometrics 92*, 1-45.
#'
#'   Shao, X. (2010). The dependent wild bootstrap. *Journal of the American Statistical
#'   Association 105*, 218-235.
#' @seealso [bw_gc()], and [bw_minima()] for the share of replicates that select each minimum.
#' @examples
#' bw <- bw_gc(sample_sphere(300, seed = 1), seed = 1)
#' confint(bw)
#' confint(bw, level = 0.5)
#' confint(bw_gc(iris[1:4], seed = 1))
#' @export
confint.lapscale_bandwidth <- function(object, parm, level = 0.95,
                                       type = c("choice", "tolerance"), ...) door({
  check_only_parameter(if (!missing(parm)) parm, "bandwidth")
  level <- check_level(level, "level")
  # See new_bandwidth().
  fields <- selection(object)
  if (check_choice(type, c("choice", "tolerance"), "type") == "tolerance") {
    ends <- tolerance_ends(fields)
    refuse_if(anyNA(ends), reason_without_tolerance(fields))
    return(matrix(ends, 1L, dimnames = list(`within the tolerance` = "bandwidth", c("from", "to"))))
  }
  reason <- reason_without_interval(fields, level)
  refuse_if(!is.null(reason), reason, "no_replicates")
  interval <- choice_interval(fields, level)
  matrix(interval, 1L, dimnames = list(`selected on average` = "bandwidth", percent_names(level)))
}, ...)

# Returns two bandwidths, the smallest and the largest of the stretch from the first choice on in
# which the criterion is within its tolerance of its lowest point; both NA for other selectors than
# bw_gc() without `d`, and for a curve that is flat throughout.
#   fields  of a bandwidth, see new_bandwidth(): facts (list: tolerance.low and tolerance.high, unit
#           of x, NA for bw_gc() with d and for flat curves, NULL for other selectors)
tolerance_ends <- function(fields) {
  c(fields$facts$tolerance.low %||% NA_real_, fields$facts$tolerance.high %||% NA_real_)
}

# Says in a sentence why a bandwidth has no stretch within the tolerance.
#   fields  of a bandwidth, see tolerance_ends() and is_raised()
reason_without_tolerance <- function(fields) {
  if (is.na(fields$facts$tolerance %||% NA)) {
    "`type` = \"tolerance\" is for bw_gc() without `d`."
  } else if (any(fields$labels$raised)) {
    "There is no stretch: no bandwidth within the tolerance holds most points together."
  } else {
    "There is no stretch: the curve is flat, all bandwidths are within the tolerance."
  }
}

# If a smaller share of the replicates is in the valley of the chosen minimum, print() says so.
min_stability <- 0.8

# Says in a sentence why a bandwidth has no confidence interval from replicates; NULL if it has one.
#   fields  of a bandwidth, see new_bandwidth(): replicates (matrix, a row per replicate, NULL: none
#           were made), facts (list: replicates, their number, NULL for selectors that make none;
#           at_edge, whether the choice is at an end of the curve; n_points, the number of points in
#           the mean), method (name of the selector), labels and minimum, see is_raised()
#   level   of the interval, between 0 and 1
reason_without_interval <- function(fields, level) {
  min_replicates <- ceiling(1 / (1 - level) - 1e-9) - 1
  n_replicates <- NROW(fields$replicates)
  if (is.null(fields$facts$replicates)) {
    paste("The", fields$method, "selector has no replicates. Only bw_gc() has an interval.")
  } else if (is.null(fields$replicates)) {
    "There is no interval without replicates: give bw_gc() a number of `replicates`."
  } else if (fields$facts$at_edge) {
    "There is no interval: the choice is at an end of the range of bandwidths."
  } else if (is_raised(fields)) {
    paste0("There is no interval: the choice was raised to hold points together, which replicates
            do not repeat.", if (!anyNA(tolerance_ends(fields)))
             " `type = \"tolerance\"` returns the stretch within the tolerance.")
  } else if (fields$facts$n_points < 2L) {
    "There is no interval: the criterion is the value at one point (`n_points`)."
  } else if (n_replicates < min_replicates) {
    paste0("An interval of level ", format(level), " needs ", min_replicates,
           " replicates or more, not ", n_replicates, ": `bw_gc(replicates = ", min_replicates,
           ")`.")
  }
}

# Whether the choice was raised to hold most points together: TRUE or FALSE. The floor that raised
# it is the same in all replicates, but not in other samples.
#   fields  of a bandwidth, see new_bandwidth(): minimum (name of a rule), labels (raised: TRUE or
#           FALSE by the name of a rule, NULL for other selectors)
is_raised <- function(fields) isTRUE(fields$labels$raised[[fields$minimum]])

# Returns the two ends of the confidence interval of the choice, bandwidths, the lower first; both
# NA without one. `log_ratio` are the logarithms of the replicates over the choice.
#   fields  of a bandwidth, see new_bandwidth(): minima, choices (rows of minima by the name of a
#           rule), minimum (name of a rule), replicates (bandwidths, a row per replicate and a
#           column per rule)
#   level   of the interval, between 0 and 1
choice_interval <- function(fields, level = 0.95) {
  if (!is.null(reason_without_interval(fields, level))) return(c(NA_real_, NA_real_))
  h <- fields$minima$bandwidth[[fields$choices[[fields$minimum]]]]
  log_ratio <- log(fields$replicates[, fields$minimum] / h)
  half_width <- stats::quantile(abs(log_ratio), level, names = FALSE, type = 6)
  h * exp(c(max(-half_width, min(log_ratio, 0)), min(half_width, max(log_ratio, 0))))
}

# Returns for each minimum of the table the share of the replicates, 0 to 1, that lie in its valley
# of the curve; all NA without replicates, and if the choice was raised. The border between two
# valleys is the highest point of the curve between their minima.
#   fields  of a bandwidth, see new_bandwidth(): minima, replicates (bandwidths, a row per replicate
#           and a column per rule, or NULL), curve, minimum (name of a rule)
shares_of_replicates <- function(fields) {
  minima <- fields$minima
  if (is.null(fields$replicates) || is_raised(fields)) return(rep(NA_real_, nrow(minima)))
  border <- minima_borders(minima, fields$curve)
  replicate <- fields$replicates[, fields$minimum]
  tabulate(findInterval(replicate, border) + 1L, nrow(minima)) / length(replicate)
}

# Finds the borders between neighboring minima, increasing, one less than there are minima: the
# bandwidths between them at which the curve is highest, or their geometric mean where the curve has
# no bandwidth between them.
#   minima  table of minima, by increasing bandwidth
#   curve   data frame with columns bandwidth and criterion
minima_borders <- function(minima, curve) {
  vapply(seq_len(nrow(minima) - 1L), function(i) {
    ends <- minima$bandwidth[i + 0:1]
    inside <- which(curve$bandwidth > ends[[1]] & curve$bandwidth < ends[[2]])
    highest <- inside[which.max(curve$criterion[inside])]
    if (length(highest)) curve$bandwidth[[highest]] else sqrt(ends[[1]] * ends[[2]])
  }, 0)
}
