#' Coordinates of new points
#'
#' Places points that were not part of the fit into an embedding.
#'
#' @details
#' - [embed_eigenmaps()], [embed_diffusion()]: the eigenvector equation of the Laplacian at the new
#'   point, with the degrees of the fit (Nystrom extension). In a graph without self loops a point
#'   of the fit that coincides with the new one is passed over, as in the fit.
#' - [embed_isomap()]: geodesic distances through the nearest points of the fit to the landmarks
#'   place the point (de Silva and Tenenbaum, 2004).
#' - [embed_lle()]: the weights that reconstruct the point from its nearest points of the fit are
#'   applied to their coordinates (Saul and Roweis, 2003), for both of its methods.
#' - [embed_kpca()]: projection on the components of the kernel.
#'
#' A fit with `components = "each"` is a list of embeddings: see [lapscale_embedding_list].
#'
#' After a fit with `scale = TRUE` new points are centred and divided by the means and standard
#' deviations of its data; what was a constant column there does not count.
#'
#' Points of the fit get their own coordinates (to rounding; eigenmaps to the residual of the
#' eigenvectors).
#'
#' What becomes of points far from the data depends on the method. Laplacian eigenmaps, diffusion
#' maps and kernel PCA with the heat kernel give NA, with a warning, where no point of the fit is
#' joined to the new one by a weight above zero (within the cutoff, for the first two); Isomap by
#' `radius` where none is within it. Isomap by `k` joins them to their nearest points however far
#' these are, LLE reconstructs them from theirs, and the linear kernel projects whatever comes: NA
#' only where distances overflow.
#'
#' @param object A [lapscale_embedding].
#' @param newdata Points as rows, with the columns of the data; matched by name where both have
#'   names for all columns, each name once (a different order gives a message), else by position.
#'   A vector as long as there are columns is one point. Missing: the coordinates of the fit.
#'   Points that are not in memory will do, see [row_source()]; they are read by blocks.
#' @param to NULL, or where the coordinates are written, block by block: a `bigstatsr::FBM` or a
#'   `bigmemory::big.matrix` of type double or float, with a row per row of `newdata` and a column
#'   per coordinate. Files are written to, not mapped: a full disk is an error.
#' @param n_threads Number of threads, see [bw_gc()].
#' @param ... Not used.
#' @return A matrix with a row per row of `newdata` (0 are allowed), with its row names, and s
#'   columns; with `to` that, invisibly.
#' @section Errors and warnings:
#' `lapscale_error_argument`, naming `newdata`, for a wrong number of columns, missing values and
#' tables that are not numeric, or naming `to`; `lapscale_error_file` where a file cannot be read or
#' written; `lapscale_error_no_points` where the embedding was made from a graph
#' or distances; `lapscale_warning_far`, with row numbers.
#' @references Bengio, Y. et al. (2004). Out-of-sample extensions for LLE, Isomap, MDS, eigenmaps,
#'   and spectral clustering. *Advances in Neural Information Processing Systems 16*.
#' @examples
#' x <- sample_circle(300, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
#' new <- sample_circle(5, seed = 2)
#' predict(e, new)
#' @export
predict.lapscale_embedding <- function(object, newdata, to = NULL, n_threads = NULL, ...) door({
  if (missing(newdata)) {
    refuse_output(to)
    return(object$coordinates)
  }
  model <- fitted_model(object)
  new <- as_new_rows(newdata, model$x, model$columns, model$scaling)
  s <- n_coordinates(object)
  output <- check_output(to, new$n, s)
  runtime <- new_runtime(n_threads, FALSE)
  found <- with_model(model, runtime, function(place) {
    place_rows(
      new, s, output, function(at) mark_rows(place(at)),
      list(job = place_job, kept = list(model = model), finish = mark_rows, runtime = runtime)
    )
  })
  warn_lost(found$lost)
  if (!is.null(to)) {
    return(invisible(to))
  }
  rownames(found$values) <- new$names
  found$values
}, ..., .large = "newdata")

# What a fit keeps to place new points.
fitted_model <- function(object) {
  if (!is.null(object$model)) {
    return(object$model)
  }
  abort_no_points()
}

abort_no_points <- function() {
  abort(
    "`object` was made from a graph or from distances, without points: new points have no place
     in it. Fit it to points.",
    "no_points"
  )
}

# Coordinates of the rows of `at`, one or more; not finite where they have none.
place_points <- function(model, at, runtime, fit = "object", new = "newdata") {
  with_model(model, runtime, function(place) place(at), fit, new)
}

# Calls use(place), where place(at) gives the coordinates of rows: the points of the fit are held
# once, for all that `use` wants to place. The extend_*() get them as a handle of the core.
#   fit, new  what the user's call names the points of the fit and the others by
with_model <- function(model, runtime, use, fit = "object",
                       new = "newdata") {
  if (model$kind == "linear") {
    return(use(function(at) extend_linear(model, at)))
  }
  extend <- extend_model(model)
  handle <- hold_points(model$x, runtime, fit)
  on.exit(cpp_release(handle))
  use(function(at) extend(model, handle, at, runtime))
}

place_job <- function(at, kept, runtime) {
  if (kept$model$kind == "linear") {
    return(extend_linear(kept$model, at))
  }
  handle <- made_once("model", function() hold_points(kept$model$x, runtime))
  extend_model(kept$model)(kept$model, handle, at, runtime)
}

extend_model <- function(model) {
  switch(model$kind,
    spectral = extend_spectral, geodesic = extend_geodesic, barycentric = extend_barycentric,
    kernel = extend_kernel
  )
}

# Rows that have no place are NA: list(values, lost).
#   s  how many coordinates each row has
mark_rows <- function(placed, s = ncol(placed)) {
  lost <- rowSums(is.finite(placed)) < s
  placed[lost, ] <- NA_real_
  list(values = placed, lost = lost)
}

warn_lost <- function(lost) {
  if (length(lost)) {
    warn(
      "`newdata`: {length(lost)} row{?s} too far from all points of the fit to be placed: NA
       (row{?s} {shorten(lost)}).",
      "far"
    )
  }
}

# Both for all rows at once.
mark_lost <- function(placed, s = ncol(placed)) {
  marked <- mark_rows(placed, s)
  warn_lost(which(marked$lost))
  marked$values
}
