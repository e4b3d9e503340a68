#' @rdname metric_riemannian
#' @param row.names,optional As in [as.data.frame()].
#' @details
#' `as.data.frame()` has a row per row of the data with the coordinates `.embed1`, ..., the
#' stretches `stretch1`, ... and `volume` (see [metric_volume()]); `tidy()` a row per direction with
#' quartiles of its stretch over the points (`lower`, `median`, `upper`); `glance()` one row: `n`
#' (points that have a metric), `n_components`, `d`, `bandwidth` and the median `volume`.
#' @export
as.data.frame.lapscale_metric <- function(x, row.names = NULL, optional = FALSE, ...) door({
  y <- x$coordinates
  colnames(y) <- coordinate_names(ncol(y))
  stretch <- x$stretch
  colnames(stretch) <- paste0("stretch", seq_len(ncol(stretch)))
  with_row_names(cbind(as.data.frame(y), stretch, volume = volumes_of(x$stretch)), row.names)
})

#' @rdname metric_riemannian
#' @export
tidy.lapscale_metric <- function(x, ...) door({
  quartiles <- apply(x$stretch, 2L, stats::quantile, c(0.25, 0.5, 0.75), na.rm = TRUE)
  data.frame(
    direction = seq_len(ncol(quartiles)), lower = quartiles[1L, ], median = quartiles[2L, ],
    upper = quartiles[3L, ]
  )
}, ...)

#' @rdname metric_riemannian
#' @export
glance.lapscale_metric <- function(x, ...) door({
  data.frame(
    n = length(x$rows), n_components = ncol(x$coordinates), d = x$d, bandwidth = x$bandwidth,
    volume = stats::median(metric_volume(x), na.rm = TRUE)
  )
}, ...)
