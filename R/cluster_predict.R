#' @rdname lapscale_clusters
#' @param newdata Points as rows, with the columns of the data, as in
#'   [predict()][predict.lapscale_embedding] of embeddings. Missing: the clusters of the fit.
#' @param to NULL, or an FBM or big.matrix of one column, as in
#'   [predict()][predict.lapscale_embedding] of embeddings; also of type integer.
#' @param n_threads Number of threads, see [bw_gc()].
#' @export
predict.lapscale_clusters <- function(object, newdata, to = NULL, n_threads = NULL, ...) door({
  if (missing(newdata)) {
    refuse_output(to)
    return(object$cluster)
  }
  model <- fitted_model(object)
  new <- as_new_rows(newdata, model$x, model$columns, model$scaling)
  output <- check_output(to, new$n, 1L, whole = TRUE)
  runtime <- new_runtime(n_threads, FALSE)
  found <- with_model(model, runtime, function(place) {
    finish <- function(placed) assign_placed(placed, object$assignment)
    place_rows(
      new, 1L, output, function(at) finish(place(at)),
      list(job = place_job, kept = list(model = model), finish = finish, runtime = runtime)
    )
  })
  warn_lost(found$lost)
  if (!is.null(to)) {
    return(invisible(to))
  }
  stats::setNames(as.integer(found$values), new$names)
}, ..., .large = "newdata")

# The clusters of coordinates, one column; NA for rows that have no place: list(values, lost).
assign_placed <- function(placed, assignment) {
  placed <- mark_rows(placed)
  own <- rep(NA_real_, nrow(placed$values))
  known <- placed$values[!placed$lost, , drop = FALSE]
  own[!placed$lost] <- assignment$number[assign_rows(known, assignment)]
  list(values = matrix(own), lost = placed$lost)
}
