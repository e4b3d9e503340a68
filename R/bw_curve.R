# The curve of a criterion that is a mean over points, and its minima.

# Averages a criterion over the points at which it is finite: data frame with a row per bandwidth,
# bandwidth, criterion (the mean, NA without finite values), se (its standard error, NA with fewer
# than two), n_points (number of finite values).
#   bandwidths  a vector;  values: of the criterion, a matrix points x bandwidths
mean_curve <- function(bandwidths, values) {
  count <- colSums(is.finite(values))
  data.frame(
    bandwidth = bandwidths,
    criterion = ifelse(count > 0, apply(values, 2L, mean_of_finite), NA_real_),
    se = ifelse(count > 1, apply(values, 2L, function(v) se_of_mean(v[is.finite(v)])), NA_real_),
    n_points = count
  )
}

# Computes the curve of a criterion with its minima, of which those that may be chosen are refined.
# Returns a list: curve, of mean_curve(); minima, a data frame with a row per local minimum:
# bandwidth, criterion, se, depth_left, depth_right, z_left, z_right, see find_minima(); choices,
# numbers of its rows, c(first, global), see choose_minima(), NA: none.
#   grid       bandwidths, increasing
#   values     of the criterion, a matrix points x bandwidths
#   values_at  function of bandwidths that returns such a matrix; NULL: minima are not refined
#   eligible   per bandwidth, whether the first minimum may be there; TRUE: anywhere
#   bound      NULL, or a function of such a matrix that returns it with bounded values: minima are
#              those of the mean of these (`height`), criterion and se are those of `values`
curve_with_minima <- function(grid, values, values_at = NULL, eligible = TRUE, bound = NULL) {
  curve <- mean_curve(grid, values)
  bounded_values <- if (is.null(bound)) values else bound(values)
  height <- if (is.null(bound)) curve$criterion else mean_curve(grid, bounded_values)$criterion
  minima <- find_minima(height, bounded_values)
  choices <- choose_minima(minima, height, eligible)
  minima <- cbind(curve[minima$index, c("bandwidth", "criterion", "se")], minima)
  if (!is.null(values_at)) {
    for (row in unique(choices[!is.na(choices)])) {
      minima[row, ] <- refine_minimum(minima[row, ], grid, values_at, bound)
    }
  }
  minima$index <- NULL
  rownames(minima) <- NULL
  list(curve = curve, minima = minima, choices = choices)
}

# Refines a minimum by Brent's search in log h between the two grid values beside it, to 0.001 in
# log h. Returns the row of the table of minima, with another bandwidth, criterion, and se if a
# lower one was found; unchanged at an end of the grid.
#   grid       bandwidths, increasing
#   values_at  function of bandwidths that returns the criterion at each point, points x bandwidths
#   minimum    a row of the table of minima: index in the grid, bandwidth, criterion, se
#   bound      NULL, or a function that bounds the values before their mean, see curve_with_minima()
# `height` takes log(h / middle), where `middle` is the bandwidth of the grid at the minimum.
refine_minimum <- function(minimum, grid, values_at, bound = NULL) {
  row <- minimum$index
  if (row == 1L || row == length(grid)) return(minimum)
  middle <- grid[[row]]
  height <- function(log_ratio) {
    values <- values_at(middle * exp(log_ratio))
    mean_of_finite(if (is.null(bound)) values else bound(values))
  }
  lowest <- if (is.null(bound)) minimum$criterion else height(0)
  best <- stats::optimize(height, log(grid[row + c(-1L, 1L)] / middle), tol = 1e-3)
  if (is.finite(best$objective) && best$objective < lowest) {
    h <- middle * exp(best$minimum)
    minimum[c("bandwidth", "criterion", "se")] <-
      mean_curve(h, values_at(h))[c("bandwidth", "criterion", "se")]
  }
  minimum
}

# Whether a bandwidth is the smallest or the largest of the curve at which the criterion is finite.
#   curve  data frame with columns bandwidth and criterion, NA where it is not known
is_edge <- function(bandwidth, curve) {
  bandwidth %in% range(curve$bandwidth[is.finite(curve$criterion)])
}

#' Local minima of a selector's curve
#'
#' @description
#' Lists the local minima of the curve from which a bandwidth was selected, with their depth and
#' their uncertainty. Each may be a scale of the data.
#'
#' **When to use it.** Use it if the print-out or the plot of a bandwidth shows several minima.
#' [embed_scales()] shows the embeddings at all of them, and `update(bw, minimum = "global")`
#' selects the deepest one.
#'
#' @param bw A [lapscale_bandwidth], or a [lapscale_bandwidths]. For the latter the tables of all
#'   selectors are stacked, with a first column `method`.
#' @param x,object What `bw_minima()` returned.
#' @param ... For `plot()`, graphical parameters. Otherwise not used.
#' @return A data frame with one row per local minimum, with increasing bandwidth:
#'   - `bandwidth`, in the unit of the data;
#'   - `criterion` and its standard error `se` over the points, which treats the sample as fixed;
#'   - for [bw_gc()] without `d` also `dimension` and `distance` (see there), and
#'     `eigenvalue_error`, the relative error to expect of the first eigenvalues, for which short
#'     circuits are not sought (see [bw_report()]);
#'   - `depth_left`, `depth_right`: how far the curve descends to the minimum on either side;
#'   - `z_left`, `z_right`: the same in *paired* standard errors. All bandwidths are compared at the
#'     same points, so differences are more precise than the values themselves;
#'   - `stability`, for [bw_gc()]: the share of replicates whose choice is in the valley of this
#'     minimum, or `NA` without replicates, and if the choice was raised. For the variation within a valley see
#'     [confint()][confint.lapscale_bandwidth];
#'   - `chosen`: `TRUE` in the row of the selected bandwidth.
#'
#'   An end of the grid is only listed if it is the lowest point of all. Its depth on the outer side
#'   is `NA`. If the curve has no minimum, the point that was used instead is listed, with `NA` for
#'   all depths. Minima that [bw_gc()] without `d` does not distinguish from the choice are not
#'   listed separately.
#'
#'   `plot()` draws the criterion of each minimum against its bandwidth, numbered by rows, with a bar
#'   as long as the smaller of its depths; of several selectors it draws the bandwidths. It returns
#'   `x`, invisibly, and `autoplot()` a ggplot.
#' @section Errors:
#' - `lapscale_error_argument` if `bw` is not the result of a selector.
#' @seealso [bw_gc()], [confint()][confint.lapscale_bandwidth], [embed_scales()] for an embedding at
#'   each minimum.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw_minima(bw_gc(x, seed = 1))
#' bw_minima(bw_gc(iris[1:4], seed = 1))
#' @export
bw_minima <- function(bw) door({
  if (inherits(bw, "lapscale_bandwidths")) {
    tables <- lapply(names(bw), function(name) {
      minima <- bw_minima(bw[[name]])
      cbind(method = rep(name, nrow(minima)), minima)
    })
    return(as_minima(bind_filled(tables, last = "chosen")))
  }
  refuse_if(!inherits(bw, "lapscale_bandwidth"),
            "`bw` must be a lapscale_bandwidth, not {describe(bw)}.")
  fields <- selection(bw)
  minima <- fields$minima
  row <- fields$choices[[fields$minimum]]
  if (!is.null(fields$facts$replicates)) minima$stability <- shares_of_replicates(fields)
  minima$chosen <- seq_len(nrow(minima)) %in% row
  as_minima(minima, fields$labels)
})

# The table of minima as bw_minima() returns it: a data frame of class lapscale_minima with the
# attribute labels, which plot() reads.
#   labels  of the bandwidth, see new_bandwidth(): criterion (its name), upwards (TRUE for maxima,
#           or NULL), and others; NULL for the minima of several selectors
as_minima <- function(table, labels = NULL) {
  structure(table, labels = labels, class = c("lapscale_minima", "data.frame"))
}

# Some rows or columns of a table of minima. It keeps what the selector calls its criterion, and
# whether it maximizes it, so that a part is drawn as the whole is.
#   ...  indices as of a data frame
#' @export
`[.lapscale_minima` <- function(x, ...) {
  part <- NextMethod()
  if (is.data.frame(part)) attr(part, "labels") <- attr(x, "labels")
  part
}
