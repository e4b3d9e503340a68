#' Local minima of a selector's curve
#'
#' Every scale that the data have to offer: the valleys of the curve that a bandwidth was chosen
#' from, with how deep each is and how sure.
#'
#' @param bw A [lapscale_bandwidth], or a [lapscale_bandwidths]: then the tables of all, one
#'   under the other, with a column `method` before the others, NA where a selector has no such
#'   column.
#' @return A data frame, a row per local minimum, bandwidth increasing:
#'   - `bandwidth`, unit of the data (refined between grid values for the first and the deepest);
#'   - `criterion` and its standard error `se`, over the points with the sample as it is;
#'   - for [bw_gc()] without `d` also `dimension`, the mean dimension seen there;
#'   - `depth_left`, `depth_right`: how far the curve descends to it on either side, from the
#'     highest point since the last minimum that was reached by a real descent (left), and to the
#'     highest point before the next minimum (right);
#'   - `z_left`, `z_right`: the same in *paired* standard errors. The same points serve every
#'     bandwidth, so differences are known far better than the values themselves;
#'   - for [bw_gc()] `stability`: the share of replicates whose choice is in the valley of this
#'     minimum, between the highest places of the curve on either side (minima at most a factor of
#'     1.5 apart, between which the curve rises by .02 or less, count as one). How far they spread
#'     in a wide valley is what [confint()][confint.lapscale_bandwidth] says; NA without replicates;
#'   - `chosen`: TRUE in the row that is the selected bandwidth.
#'
#'   An end of the grid is listed only where it is the lowest point of all; its depth on the outer
#'   side is NA. Where no minimum counts, the point that stands in (selectors warn, print() says
#'   "lowest") is listed too, with all depths NA. Where [bw_gc()] ended a curve early, `depth_right`
#'   of the last minimum is as far as it was drawn.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' local_minima(bw_gc(x, seed = 1))
#' @export
local_minima <- function(bw) door({
  if (inherits(bw, "lapscale_bandwidths")) {
    tables <- lapply(names(bw), function(name) {
      minima <- local_minima(bw[[name]])
      cbind(method = rep(name, nrow(minima)), minima)
    })
    return(bind_minima(tables))
  }
  if (!inherits(bw, "lapscale_bandwidth")) {
    abort_argument("`bw` must be a lapscale_bandwidth, not {describe(bw)}.")
  }
  chosen <- selection(bw)
  minima <- chosen$minima
  at <- chosen$choices[[chosen$minimum]]
  if (!is.null(chosen$facts$replicates)) minima$stability <- stability_of(chosen)
  minima$chosen <- seq_len(nrow(minima)) %in% at
  minima
})

# Tables one under the other; what a selector does not have is NA.
bind_minima <- function(tables) {
  columns <- unique(unlist(lapply(tables, names)))
  columns <- c(setdiff(columns, "chosen"), "chosen")
  do.call(rbind, lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- list(rep(NA_real_, nrow(table)))
    table[columns]
  }))
}
