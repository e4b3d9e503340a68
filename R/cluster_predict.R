#' @rdname lapscale_clusters
#' @param newdata Points as rows, with the columns of the data, as in
#'   [predict()][predict.lapscale_embedding] of embeddings. Missing: the clusters of the fit.
#' @param to NULL, or an FBM or big.matrix of one column, as in
#'   [predict()][predict.lapscale_embedding] of embeddings; also of type integer.
#' @param n_threads Number of threads, see [bw_gc()].
#' @export
predict.lapscale_clusters <- function(object, newdata, to = NULL, n_threads = NULL, ...) {
  check_intact(object, "object")
  check_no_dots(...)
  if (missing(newdata)) {
    refuse_output(to)
    return(object$cluster)
  }
  model <- fitted_model(object)
  new <- as_new_rows(newdata, model$x, model$columns, model$scaling)
  output <- check_output(to, new$n, 1L, whole = TRUE)
  runtime <- new_runtime(n_threads, FALSE)
  found <- with_model(model, runtime, function(place) {
    place_rows(new, 1L, output, function(at) {
      placed <- mark_rows(place(at))
      own <- rep(NA_real_, nrow(at))
      known <- placed$values[!placed$lost, , drop = FALSE]
      own[!placed$lost] <- object$assignment$number[assign_rows(known, object$assignment)]
      list(values = matrix(own), lost = placed$lost)
    })
  })
  warn_lost(found$lost)
  if (!is.null(to)) {
    return(invisible(to))
  }
  stats::setNames(as.integer(found$values), new$names)
}
