#' @rdname lapscale_clusters
#' @param newdata Points as rows, with the columns of the data, as in
#'   [predict()][predict.lapscale_embedding] of embeddings. Missing: the clusters of the fit.
#' @param n_threads Number of threads, see [bw_gc()].
#' @export
predict.lapscale_clusters <- function(object, newdata, n_threads = NULL, ...) {
  check_no_dots(...)
  if (missing(newdata)) {
    return(object$cluster)
  }
  model <- fitted_model(object)
  at <- as_new_points(newdata, model$x, model$columns, model$scaling)
  runtime <- new_runtime(n_threads, FALSE)
  clusters <- integer(nrow(at$x))
  if (length(clusters)) {
    placed <- mark_lost(place_points(model, at$x, runtime))
    known <- !is.na(placed[, 1L])
    clusters[!known] <- NA_integer_
    own <- assign_rows(placed[known, , drop = FALSE], object$assignment)
    clusters[known] <- object$assignment$number[own]
  }
  stats::setNames(clusters, at$names)
}
