#' Coordinates of new points
#'
#' @description
#' Places points that were not part of the fit into an embedding.
#'
#' **When to use it.** Use it for data that arrive later, for test data, and for large data of which
#' you have fitted a part.
#'
#' @details
#' Each method has its own formula:
#' - [embed_eigenmaps()] and [embed_diffusion()] use the eigenvector equation of the Laplacian at
#'   the new point, with the degrees of the fit (Nystrom extension). In a graph without self loops,
#'   a point of the fit that coincides with the new one is left out, as in the fit.
#' - [embed_isomap()] uses geodesic distances to the landmarks, through the nearest points of the
#'   fit (de Silva and Tenenbaum, 2004).
#' - [embed_lle()], [embed_ltsa()], and [embed_relax()] apply the weights that reconstruct the point
#'   from its nearest points of the fit to their coordinates (Saul and Roweis, 2003), for all
#'   methods of [embed_lle()].
#' - [embed_kpca()] projects on the components of the kernel.
#' - [embed_layout()] moves the point from the weighted mean of its neighbors to where its own cost
#'   is smallest, while all others stay.
#'
#' A fit with `components = "each"` is a list of embeddings, see [lapscale_embedding_list].
#'
#' After a fit with `scale = TRUE`, new points are centered and scaled by the means and standard
#' deviations of the fit. Columns that were constant there do not count.
#'
#' Points of the fit get their own coordinates, up to rounding (for eigenmaps, up to the residual of
#' the eigenvectors). A new point counts as a point of the fit if their distance is below 1e-5 of
#' the reach (see below), so that rows that were written to a file and read again keep their
#' coordinates.
#'
#' **Points far from the data.** A new point is far if its distance to the nearest point of the fit
#' exceeds the reach of the fit there. This is the largest distance to the k-th neighbor that the k
#' points nearest to the new one have, where k is 10, or that of the graph if it has fewer. If more
#' than 1% of the points of the fit would be far from the others by this rule, it is multiplied by
#' what makes it 1%. The reach is never larger than the radius of the graph, or the
#' cutoff times the bandwidth (3.72 bandwidths, where the weight is 1e-6, if all pairs are joined).
#' Points of the fit that coincide count once. Far points are `NA`, with one warning.
#' [augment()][lapscale_embedding] has a column `.novelty`: the distance over the reach, above 1 if
#' the point is far. Of new points from the same source, 0 to 5% are far. The linear kernel projects
#' every point, and has no novelty of new points.
#'
#' **Outliers of the data.** Without new points the column `.novelty` of `augment()` compares each
#' row of the fit with the others, by a measure that outliers near each other do not change: the
#' distance to the 10th neighbor (Ramaswamy, Rastogi and Shim, 2000), divided by the median of this
#' distance among the 20 nearest rows, so that thin parts of the data are not outliers (compare the
#' local outlier factor of Breunig et al., 2000). This ratio is divided by its usual limit: 4
#' standard deviations of its logarithm above a ratio of 1, where the standard deviation is the
#' median absolute deviation times 1.48, or the ratio that a row at the edge of even data has, if
#' that is larger. So most rows are near 0.5. Up to 1 a row is no more isolated than is usual,
#' and above 1 it is an outlier. In ten sets with 5% planted outliers, an outlier was above another
#' row in 91% to 100% of their pairs; 20% to 95% of the outliers and 0% to 3% of the other rows were
#' above 1. More than ten outliers that are near each other are not found, and single ones may be
#' missed in a table of a few dozen rows, where the 10th neighbor is far away for all. With fewer
#' than 21 rows, nearer neighbors are used. Rows that coincide count once. The values do not depend
#' on the method or its graph.
#'
#' **Rows of the data at places of an embedding.** With `type = "data"`, `newdata` has a column for
#' each coordinate, and the result has a row of the data for each of these places: a local linear
#' regression of the rows of the fit on their coordinates. Its bandwidth is a multiple of the
#' distance to the 10th nearest point of the embedding, the one with which rows are predicted best
#' from the others. The rows are in the units of the data, also after `scale = TRUE`. They have what
#' the coordinates keep of the data, which the `data_error` of [embed_quality()] measures, and so
#' less noise than the data. Without `newdata`, the rows at the places of the fit are returned.
#' Places that are far from all points of the embedding are `NA`, with a warning.
#'
#' @param object A [lapscale_embedding] that was made from points or from a `dist`.
#' @param newdata Points as rows, with the columns of the data, or a [point_set()], of which the
#'   rows are taken in the units of its data. If both have names for all columns,
#'   each once, columns are matched by name (with a message if the order differs), otherwise by
#'   position. A vector with one element per column is a single point. If it is missing, the
#'   coordinates of the fit are returned. For a fit of a `dist`: a matrix of distances, with one row
#'   per new point and one column per point of the fit. Points that are not in memory are read in
#'   blocks, see [point_source()].
#' @param to `NULL` (the default), or an object to which the coordinates are written in blocks: a
#'   `bigstatsr::FBM` or a `bigmemory::big.matrix` of type double or float, with one row per row of
#'   `newdata` and one column per coordinate. Files are written to and not mapped, so a full disk is
#'   an error.
#' @param n_threads Number of threads, see [bw_gc()].
#' @param type If `"coordinates"` (the default), the coordinates of new rows. If `"data"`, `newdata`
#'   is coordinates, and the rows of the data at these places are returned, see Details.
#' @param far If `"na"` (the default), points that are far from the data are `NA`, see Details. If
#'   `"keep"`, they are predicted all the same, from the nearest point if nothing else is near.
#' @param na_action If `"error"` (the default), missing or infinite values in `newdata` are an
#'   error. If `"keep"`, the result is `NA` for such rows.
#' @param ... Not used.
#' @return
#' - Without `to`, a matrix with one row per row of `newdata` (there may be 0), its row
#'   names, and s columns.
#' - With `to`, the same object, invisibly.
#' @section Errors and warnings:
#' - `lapscale_error_argument`, naming `newdata` if it has a wrong number of columns, missing
#'   values, or columns that are not numeric, or naming `to`;
#' - `lapscale_error_no_points` if the embedding was made from a graph;
#' - `lapscale_error_file` if a file cannot be read or written;
#' - `lapscale_warning_far`, with row numbers, once per call, if points are too far from the data.
#' @references Breunig, M. M., Kriegel, H.-P., Ng, R. T. and Sander, J. (2000). LOF: identifying
#'   density-based local outliers. *ACM SIGMOD Record* 29, 93-104. \doi{10.1145/335191.335388}
#'
#'   Ramaswamy, S., Rastogi, R. and Shim, K. (2000). Efficient algorithms for mining outliers from
#'   large data sets. *ACM SIGMOD Record* 29, 427-438. \doi{10.1145/335191.335437}
#'
#'   Bengio, Y. et al. (2004). Out-of-sample extensions for LLE, Isomap, MDS, eigenmaps,
#'   and spectral clustering. *Advances in Neural Information Processing Systems 16*.
#' @seealso [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_lle()],
#'   [embed_kpca()].
#' @examples
#' x <- sample_circle(300, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
#' new <- sample_circle(5, seed = 2)
#' predict(e, new)
#' predict(embed_eigenmaps(iris[-1, 1:4], 2), iris[1, 1:4])
#' # The car at a place of a plot.
#' cars <- embed_isomap(mtcars[c("mpg", "hp", "wt")], 2, k = 8, scale = TRUE)
#' predict(cars, rbind(c(-1, 0), c(1, 0)), type = "data")
#' @export
predict.lapscale_embedding <- function(object, newdata, to = NULL, n_threads = NULL,
                                       far = c("na", "keep"), na_action = c("error", "keep"),
                                       type = c("coordinates", "data"), ...) door({
  if (check_choice(type, c("coordinates", "data"), "type") == "data") {
    refuse_output(to)
    return(rows_at_places(
      object, if (missing(newdata)) object$coordinates else newdata, n_threads, far
    ))
  }
  if (missing(newdata)) {
    refuse_output(to)
    return(object$coordinates)
  }
  s <- n_coordinates(object)
  y <- predict_blocks(object, newdata, to, s, mark_rows, n_threads, far, na_action)
  if (is.null(to)) y else invisible(to)
}, ..., .large = "newdata")

#' What new points have, by an embedding or by clusters, block by block of their rows
#'
#' @param object An embedding or clusters.
#' @param newdata As predict() takes it.
#' @param to NULL, or where the values are written: a `bigstatsr::FBM` or `bigmemory::big.matrix`.
#' @param s How many values each point has.
#' @param n_threads Number of threads, or NULL.
#' @param finish `function(coordinates)`: from coordinates of points, m x s, not finite where they
#'   have none, list(values, m x s; lost, length m, TRUE for points to be warned of), such as
#'   mark_rows().
#' @param whole Whether the values are whole numbers.
#' @param far "na", or "keep" points that are far from those of the fit.
#' @param na_action "error", or "keep" rows that are not finite, whose values are NA.
#' @return The values, m x s, with the names of the points; NULL if they are in `to`.
#' @noRd
predict_blocks <- function(object, newdata, to, s, finish, n_threads, far, na_action,
                           whole = FALSE) {
  model <- with_distinct_rows(fitted_model(object))
  far <- check_far(far)
  # list(n, names, read, ...): how the rows are read, block by block. `output` is how results are
  # written, NULL without `to`; `result` list(values, or NULL with `to`; lost_rows: row numbers).
  new_rows <- as_new_rows(newdata, model$x, model$columns, model$scaling, na_action)
  output <- check_output(to, new_rows$n, s, whole)
  runtime <- new_runtime(n_threads, FALSE)
  result <- with_model(model, runtime, function(place, acquire) {
    model <- with_reach_rule(model, far, acquire, runtime)
    by_workers <- list(
      job = place_job, job_data = list(model = model), finish = finish, runtime = runtime
    )
    map_new_rows(new_rows, s, output, function(query) finish(place(query, model)), by_workers)
  })
  warn_far(result$lost_rows)
  if (is.null(to)) rownames(result$values) <- new_rows$names
  result$values
}

# Returns the model with far and, unless far is NULL, reach_rule, the rule of which new points are
# far (NULL: of a linear projection, for which none is).
#   model    of the fit, see reach_rule_of_model()
#   far      "na": far points get no coordinates; "keep": they get them; NULL: no rule, all points
#            that the method can place get them
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
#   runtime  of new_runtime()
with_reach_rule <- function(model, far, acquire, runtime) {
  model$far <- far
  if (!is.null(far)) model$reach_rule <- reach_rule_of_model(model, acquire, runtime)
  model
}

# Returns the rule of how far new points may be, of settle_reach_rule(); NULL of a linear
# projection, for which no point is far.
#   model    of the fit: x (its points, n x r), and what its new points are placed by, the first
#            of these that it has: rule (of spectral_model(): k, 0 for none, bandwidth, cutoff,
#            local_scale, 0 for none), radius (unit of x), k (number of neighbors), bandwidth
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
#   runtime  of new_runtime()
reach_rule_of_model <- function(model, acquire, runtime) {
  graph_rule <- model$rule
  reach_rule <- if (is.null(graph_rule)) {
    if (!is.null(model$radius)) new_reach_rule(limit = model$radius) else
      if (!is.null(model[["k"]])) new_reach_rule(model[["k"]]) else
        if (!is.null(model$bandwidth)) new_reach_rule(limit = model$bandwidth * default_cutoff)
  } else if (graph_rule$k > 0L) {
    new_reach_rule(graph_rule$k)
  } else {
    # In the unit of x, or in local scales.
    max_distance <- graph_rule$bandwidth * finite_cutoff(graph_rule$cutoff)
    if (graph_rule$local_scale > 0L) {
      new_reach_rule(local_k = graph_rule$local_scale, multiple = max_distance)
    } else {
      new_reach_rule(limit = max_distance)
    }
  }
  if (!is.null(reach_rule)) settle_reach_rule(reach_rule, model$x, acquire, runtime)
}

# How far new points are from those of the fit, length m, see compare_with_fit(): 0 or more, above 1
# they are far, NA where they have missing values, and of a linear projection.
#   object   an embedding, a list of one per component, or clusters
#   newdata  the new points as the user gave them
novelty_of <- function(object, newdata) {
  models <- lapply(parts_of(object), function(part) with_distinct_rows(fitted_model(part)))
  # The models have the same columns and scaling.
  first <- models[[1L]]
  # The checked new points: list(x, m x r; missing: numbers of rows with missing values).
  query <- suppressMessages(
    as_new_points(newdata, first$x, first$columns, first$scaling, keeps_missing = TRUE)
  )
  runtime <- new_runtime(NULL, FALSE)
  novelty <- rep(NA_real_, nrow(query$x))
  # Length m, the number of the model that has the nearest point.
  nearest_model <- nearest_part(models, query$x, runtime)
  for (number in unique(nearest_model)) {
    rows <- which(nearest_model == number)
    model <- models[[number]]
    novelty[rows] <- with_model(model, runtime, function(place, acquire) {
      reach_rule <- reach_rule_of_model(model, acquire, runtime)
      compare_with_fit(reach_rule, model$x, query$x[rows, , drop = FALSE], acquire, runtime)$novelty
    })
  }
  replace(novelty, query$missing, NA_real_)
}

# How far each row of a fit that keeps its points, see kept_points(), is from the others, length
# n_given: above 1 it is an outlier. NA in rows that were left out.
#   object  an embedding, a list of one per component, or clusters
novelty_of_fit <- function(object) {
  parts <- parts_of(object)
  novelty <- rep(NA_real_, nrow(parts[[1L]]$coordinates))
  runtime <- new_runtime(NULL, FALSE)
  for (part in parts) {
    novelty[part$rows] <-
      novelty_of_fit_rows(part$model$x, new_acquirer(runtime, "object"), runtime)
  }
  novelty
}

# Returns what predict() needs of an embedding; an error if it has no points.
#   object  an embedding or clusters: model (of embedding_model(), NULL without points)
#   arg     what errors name the object by
fitted_model <- function(object, arg = "object") object$model %||% abort_no_points(arg)

# The model with fewer points x: of rows that coincide only the first, if it has `first`, the row
# numbers of these.
with_distinct_rows <- function(model) {
  if (!is.null(model$first)) model$x <- repeat_points(model$x, model$first)
  model
}

# As fitted_model(), for an embedding `e` of points that have columns, not distances: its model,
# with x, the points of the fit, as a plain matrix.
#   e     what the user gave;  hint: what to do, as the end of the error for distances
model_with_columns <- function(e, hint = "use an embedding of points") {
  refuse_if(!inherits(e, "lapscale_embedding"), "`e` must be an embedding, not {describe(e)}.")
  model <- fitted_model(e, "e")
  refuse_if(is_distances(model$x),
            "`e` was made from distances; this function needs columns: {hint}.")
  model$x <- whole_points(model$x, "e")
  model
}

# Fails for a fit that has no points, which errors name by `arg`.
abort_no_points <- function(arg = "object") {
  lack <- if (arg == "object") "so new points cannot be placed" else "which has no points"
  abort("`{arg}` was made from a graph, {lack}. Fit it to points.", "no_points")
}

# Coordinates of new points, m x s, m at least 1; not finite where they have none.
#   model    of an embedding;  query: m x r, new points;  runtime: of new_runtime()
#   fit      the argument that errors name for the points of the fit
#   far      "na": far points get none; "keep": they get them; NULL: all that the method can place
place_points <- function(model, query, runtime, fit = "object", far = NULL) {
  model <- with_distinct_rows(model)
  with_model(model, runtime, function(place, acquire) {
    place(query, with_reach_rule(model, far, acquire, runtime))
  }, fit)
}

#' Calls `use(place, acquire)`, and releases what it acquired
#'
#' @param model Of with_distinct_rows(); not used here.
#' @param use `function(place, acquire)` of two functions: place(query, model) returns the
#'   coordinates of new points, see extend_model(); acquire(name, x) returns a handle of the points
#'   x in the core, the same one for the same name.
#' @param fit The argument that errors name for the points of the fit.
#' @param runtime Of new_runtime().
#' @return That of `use`.
#' @noRd
with_model <- function(model, runtime, use, fit = "object") {
  acquire <- new_acquirer(runtime, fit)
  use(function(query, model) extend_model(model, acquire, query, runtime), acquire)
}

# Returns the coordinates of some new points, m x s, computed in a worker.
#   query     m x r, new points
#   job_data  list that the pool keeps: model, of with_reach_rule()
#   runtime   of new_runtime()
place_job <- function(query, job_data, runtime) {
  extend_model(job_data$model, acquire_in_worker(runtime), query, runtime)
}

# Returns coordinates of new points, m x s, by the method of a model, moved as those of the fit
# were, see embed_align(). Far points have none, or, with `far` = "keep", those of the nearest row
# if nothing else is near. Points that coincide with one of the fit, except for rounding, are placed
# as it is.
#   model    of with_reach_rule(): x (the points of the fit, n x r), far ("na", "keep", or NULL:
#            neither), reach_rule (NULL: no point is far), map (list(linear, shift), by which
#            coordinates were moved, NULL: not moved)
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
#   query    m x r, new points
#   runtime  of new_runtime()
extend_model <- function(model, acquire, query, runtime) {
  # list(novelty, length m: above 1 a point is far; x: the new points, m x r).
  comparison <- compare_with_fit(model$reach_rule, model$x, query, acquire, runtime)
  # The new points, in place of some the equal rows of the fit.
  query <- comparison$x
  # The handle is lazy: only methods that search the points acquire them.
  extend <- function(query) {
    embedding_method(model)$extend(model, acquire("points", model$x), query, runtime)
  }
  coordinates <- extend(query)
  is_lost <- rowSums(!is.finite(coordinates)) > 0
  if (identical(model$far, "keep") && any(is_lost)) {
    handle <- acquire("points", model$x)
    nearest <- cpp_query_nearest(handle, query[is_lost, , drop = FALSE], 1L, runtime)
    nearest_rows <- nearest$index[nth_neighbors(nearest, 1L)]
    coordinates[is_lost, ] <- extend(model$x[nearest_rows, , drop = FALSE])
  }
  if (!is.null(model$map)) coordinates <- apply_map(coordinates, model$map)
  if (identical(model$far, "na")) coordinates[which(comparison$novelty > 1), ] <- NA_real_
  coordinates
}

# list(values: the coordinates, m x s, NA in rows that have too few; lost: TRUE for these rows).
#   coordinates  m x s, not finite where they are not known
#   n_expected   how many coordinates of a row are to be finite, one number or one per row
mark_rows <- function(coordinates, n_expected = ncol(coordinates)) {
  is_lost <- rowSums(is.finite(coordinates)) < n_expected
  coordinates[is_lost, ] <- NA_real_
  list(values = coordinates, lost = is_lost)
}

# Coordinates of new points where those that are not known are NA, with a warning.
#   coordinates  m x s, not finite where they are not known
#   n_expected   how many of each row are to be finite, one number or one per row
#   ...          of warn_far(): call, the call that the warning names, in words
mark_lost <- function(coordinates, n_expected, ...) {
  marking <- mark_rows(coordinates, n_expected)
  warn_far(which(marking$lost), ...)
  marking$values
}

#' Makes of an embedding of landmarks one of all points
#'
#' Each point is placed by the landmarks of the component that its nearest landmark is in.
#' @param fitted An embedding of the landmarks, or of those of a component: rows, those of the data
#'   that they are; coordinates, n_given x s; walk, the same of eigenvectors of the walk, or NULL;
#'   model, of spectral_model(); eigenvalues; settings; components, list(sizes, membership).
#' @param landmarks Of choose_landmarks(): checked, the landmarks (rows); owner, the number of the
#'   nearest landmark of each point; all, the points (x, rows).
#' @param runtime Of new_runtime().
#' @return The embedding, whose rows, coordinates, walk, and components are those of all points that
#'   have a place, with `landmarks`, their rows in the data, among its settings.
#' @noRd
place_all_points <- function(fitted, landmarks, runtime) {
  all_points <- landmarks$all
  landmark_of_point <- landmarks$checked$rows[landmarks$owner]
  is_in_fit <- landmark_of_point %in% fitted$rows
  other_points <- which(is_in_fit & !all_points$rows %in% fitted$rows)
  if (length(other_points)) {
    other_x <- all_points$x[other_points, , drop = FALSE]
    fitted$coordinates[all_points$rows[other_points], ] <- place_points(
      fitted$model, other_x, runtime, fit = "x"
    )
    # An eigenvector of the walk at another point is a step of the walk from it over the eigenvalue.
    if (!is.null(fitted$walk)) {
      walk_model <- replace(fitted$model, "gain", list(1 / fitted$eigenvalues))
      walk_model$coordinates <- walk_model$values
      fitted$walk[all_points$rows[other_points], ] <- place_points(walk_model, other_x, runtime)
    }
  }
  is_placed <- is.finite(rowSums(fitted$coordinates[all_points$rows, , drop = FALSE]))
  fitted$coordinates[all_points$rows[!is_placed], ] <- NA_real_
  far_rows <- all_points$rows[is_in_fit & !is_placed]
  warn_if(length(far_rows),
          c("`landmarks`: {length(far_rows)} row{?s} of `x` {?is/are} too far from all landmarks and
             {?is/are} NA (row{?s} {shorten(far_rows)}).",
            i = "Use more `landmarks` or a larger `bandwidth`."), "far")
  fitted$settings$landmarks <- fitted$rows
  fitted$rows <- all_points$rows[is_placed]
  # The components of the landmarks become those of all points.
  membership <- unname(fitted$components$membership)[landmark_of_point]
  fitted$components$sizes <- tabulate(membership, length(fitted$components$sizes))
  fitted$components$membership <- pad_rows(membership, all_points)
  fitted
}

# The table of augment(), a data frame or a tibble: what was given, or the points of the fit if it
# keeps them, with more columns, and .novelty if it is known.
#   x         a fit;  data, newdata: as the user gave them to augment(), or NULL
#   table_of  function(y): data frame of the added columns, from y, what predict() returns for new
#             points, or with NULL those of the data
# `values` is that data frame, a row per row of newdata or of the data.
augmented <- function(x, data, newdata, table_of) {
  if (!is.null(newdata)) {
    values <- table_of(stats::predict(x, newdata, na_action = "keep"))
    values <- cbind(values, .novelty = novelty_of(x, newdata))
    return(like_given(with_columns(as_point_table(newdata, x), values), newdata))
  }
  values <- table_of(NULL)
  points <- kept_points(x)
  if (!is.null(points)) values$.novelty <- novelty_of_fit(x)
  augmented_rows(data %||% points, values)
}

# The table of augment() where there are no new rows: `data` with more columns, or these alone.
#   data    as the user gave it, or the points of the fit; NULL if there are none
#   values  data frame of the added columns, a row for each row of the fit
augmented_rows <- function(data, values) {
  if (is.null(data)) values else like_given(beside_data(data, values), data)
}

# The data with more columns, a data frame.
#   data    a table as the user gave it
#   values  data frame of these columns, a row for each row of the fit, as many as `data` must have
#   others  what points that are not in the fit are, in words for an error
# The `e` of refuse_data() is the error of a `data` that is no table.
beside_data <- function(data, values, others = "supplied as `newdata`") {
  refuse_data <- function(e) {
    if (is_out_of_memory(e)) stop(e)
    abort_argument("`data` must be a table of the data, not {describe(data)}.")
  }
  if (methods::is(data, "sparseMatrix")) data <- whole_points(data, "data")
  table <- tryCatch(as.data.frame(data), error = refuse_data)
  refuse_if(nrow(table) != nrow(values),
            c("`data` must have the {nrow(values)} rows of the fit; it has {nrow(table)}.",
              i = "Points that are not in the fit are {others}."))
  rownames(values) <- NULL
  with_columns(table, values)
}

# A data frame with the columns of both: those of `values` replace those of the same names.
#   table, values  data frames of the same rows
with_columns <- function(table, values) {
  cbind(table[, !names(table) %in% names(values), drop = FALSE], values)
}

# The data frame `table`, as a tibble where `original`, what the user gave, was one.
like_given <- function(table, original) {
  is_tibble <- inherits(original, "tbl_df") && requireNamespace("tibble", quietly = TRUE)
  if (is_tibble) tibble::as_tibble(table, .name_repair = "minimal") else table
}

# New points as a data frame, of all columns that the user gave; a vector that is one point makes
# one row, with the names of the columns of the data.
#   newdata  as the user gave it;  fit: an embedding, or a list of them
as_point_table <- function(newdata, fit) {
  newdata <- unscaled_newdata(newdata, parts_of(fit)[[1L]]$model$scaling)
  if (methods::is(newdata, "Matrix")) newdata <- as.matrix(newdata)
  if (!is.data.frame(newdata) && !is.matrix(newdata)) {
    model <- parts_of(fit)[[1L]]$model
    newdata <- suppressMessages(as_new_points(newdata, model$x, model$columns))$x
    colnames(newdata) <- model$columns
  }
  as.data.frame(newdata)
}

# A list of embeddings: those of the components, or the one of all points, which of several scales
# is that at the selected one.
#   fit  an embedding, a list of them, or of embed_scales()
parts_of <- function(fit) {
  if (inherits(fit, "lapscale_scales")) return(list(chosen_embedding(fit)))
  if (inherits(fit, "lapscale_embedding_list")) unclass(fit) else list(fit)
}

# The points of a fit with a row per row of the data, NA for rows that were left out; NULL where it
# does not keep them.
#   fit    an embedding, or a list of one per component: model (x: points, n x r; scaling; columns:
#          their names), rows (those of the data that the points are), coordinates (n_given x s)
#   units  whether in the units of the data, else as they were embedded
kept_points <- function(fit, units = TRUE) {
  parts <- parts_of(fit)
  first_part <- parts[[1L]]
  keeps_points <- vapply(parts, function(part) {
    nrow(part$model$x) %||% 0L == length(part$rows) && is.matrix(part$model$x) &&
      has_columns(part$model$x)
  }, NA)
  if (!all(keeps_points)) return(NULL)
  x <- matrix(NA_real_, nrow(first_part$coordinates), ncol(first_part$model$x))
  for (part in parts) x[part$rows, ] <- unscale_points(part$model$x, if (units) part$model$scaling)
  dimnames(x) <- list(rownames(first_part$coordinates), first_part$model$columns)
  x
}
