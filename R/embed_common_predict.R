# New rows of several tables, and the way back to them.

#' @rdname embed_common
#' @param object What `embed_common()` returned.
#' @param newdata A list with the new rows of each table, in the order of the tables or by their
#'   names. With `type = "data"`, coordinates.
#' @param far,na_action,type As in [predict()][predict.lapscale_embedding]. A row is far if it is
#'   far in one of the tables.
#' @param n_threads Number of threads, see [bw_gc()].
#' @export
predict.lapscale_common <- function(object, newdata, n_threads = NULL, far = c("na", "keep"),
                                    na_action = c("error", "keep"),
                                    type = c("coordinates", "data"), ...) door({
  if (check_choice(type, c("coordinates", "data"), "type") == "data") {
    places <- if (missing(newdata)) object$coordinates else newdata
    return(lapply(objects_of_tables(object), rows_at_places, places, n_threads, far))
  }
  if (missing(newdata)) return(object$coordinates)
  far <- check_far(far)
  keeps_missing <- check_choice(na_action, c("error", "keep"), "na_action") == "keep"
  runtime <- new_runtime(n_threads, FALSE)
  model <- object$model
  tables <- model$tables
  # For each table list(x, m x r; missing: numbers of rows with missing values, or NULL; names).
  new_points <- new_tables(newdata, tables, keeps_missing)
  # For each table list(sum, degree, is_lost), see step_from().
  sums <- Map(function(table, query) step_from(table, query$x, far, runtime), tables, new_points)
  is_lost <- Reduce(`|`, lapply(sums, `[[`, "is_lost"))
  coordinates <- place_common(sums, model)
  coordinates[is_lost | rowSums(!is.finite(coordinates)) > 0, ] <- NA_real_
  incomplete_rows <- unique(unlist(lapply(new_points, `[[`, "missing")))
  warn_far(setdiff(which(is.na(coordinates[, 1L])), incomplete_rows))
  coordinates[incomplete_rows, ] <- NA_real_
  rownames(coordinates) <- new_points[[1L]]$names
  coordinates
}, ..., .large = "newdata")

# Checks the new rows of all tables. Returns a list: what as_new_points() does of each, list(x, m x
# r; missing: numbers of rows with missing values, or NULL; names of rows, or NULL).
#   newdata        a list of tables as the user gave them
#   tables         named list of those of the model, each a list with x, columns, and scaling
#   keeps_missing  whether rows with missing values are kept, as zeros
new_tables <- function(newdata, tables, keeps_missing) {
  table_names <- names(tables)
  is_list <- is.list(newdata) && !is.data.frame(newdata) && length(newdata) == length(tables)
  refuse_if(!is_list,
            "`newdata` must be a list of {length(tables)} tables, not {describe(newdata)}.")
  if (setequal(names(newdata), table_names)) newdata <- newdata[table_names]
  new_points <- Map(function(table, new_table) {
    as_new_points(new_table, table$x, table$columns, table$scaling, keeps_missing)
  }, tables, unname(newdata))
  n_rows <- vapply(new_points, function(new_table) nrow(new_table$x), 0L)
  refuse_if(any(n_rows != n_rows[[1L]]),
            "`newdata` must have the same rows in all tables, not {toString(n_rows)}.")
  new_points
}

# Returns a step of the walk of one table, from new rows to the rows of the fit: list(sum, degree,
# is_lost).
#   sum      m x (s + 1): the sums of weight times mass times `inner` over the neighbors of each new
#            row, divided by the root of its `degree` times its own factor; NA for lost rows
#   degree   length m, of the corrected weights
#   is_lost  length m, TRUE for rows without a neighbor. With `far` = "keep" such a row has the sum
#            and the degree of the nearest row of the fit, and is lost only if that has no neighbor
# Its arguments:
#   table    list: x (rows of the fit, n x r), bandwidth, cutoff (in bandwidths), mass (factor of
#            the weights to each row, n), inner (what is summed over neighbors, n x (s + 1))
#   query    m x r, new rows of this table;  far: "na" or "keep"
#   runtime  of new_runtime(): number of threads
step_from <- function(table, query, far, runtime) {
  handle <- release_on_exit(acquire_points(table$x, runtime, "object"))
  rule <- radius_rule(table$bandwidth, table$cutoff, self_loops = FALSE)
  # Sums over the neighbors of `query`: sum, degree, mass, see cpp_nystrom_extension(), and is_lost.
  extend <- function(query) {
    extension <- cpp_nystrom_extension(handle, query, rule, table$mass, table$inner, runtime)
    extension$is_lost <- !(extension$mass > 0)
    extension
  }
  if (nrow(query) == 0L) {
    return(list(sum = matrix(0, 0L, ncol(table$inner)), degree = numeric(), is_lost = logical()))
  }
  extension <- extend(query)
  if (far == "keep" && any(extension$is_lost)) {
    nearest <- cpp_query_nearest(handle, query[extension$is_lost, , drop = FALSE], 1L, runtime)
    at_nearest <- extend(table$x[nearest$index[nth_neighbors(nearest, 1L)], , drop = FALSE])
    for (field in c("degree", "mass")) extension[[field]][extension$is_lost] <- at_nearest[[field]]
    extension$sum[extension$is_lost, ] <- at_nearest$sum
    extension$is_lost[extension$is_lost] <- at_nearest$is_lost
  }
  weight_root <- sqrt(extension$degree * extension$mass)
  list(
    sum = extension$sum / ifelse(extension$is_lost, NA, weight_root),
    degree = extension$mass / extension$degree, is_lost = extension$is_lost
  )
}

# Returns coordinates of new rows, m x s: v of S v = lambda v at the new rows, divided by the root
# of the stationary weights, times a factor.
#   sums   list of that of step_from() for each table
#   model  of fit_common(): values (eigenvalues, s + 1), factor (of each coordinate, s), by_degree
#          (whether that root is of degree_root(), not the first v), map (list(linear, shift), by
#          which embed_align() moved the coordinates, or NULL)
place_common <- function(sums, model) {
  new_vectors <- Reduce(`+`, lapply(sums, `[[`, "sum"))
  new_vectors <- new_vectors / rep(model$values, each = nrow(new_vectors))
  weight <- if (model$by_degree) degree_root(lapply(sums, `[[`, "degree")) else
    abs(new_vectors[, 1L])
  coordinates <- new_vectors[, -1L, drop = FALSE] / weight *
    rep(model$factor, each = nrow(new_vectors))
  if (is.null(model$map)) coordinates else apply_map(coordinates, model$map)
}

# Returns a list with, for each table, what back_model() needs of an embedding: list(model: x,
# scaling, columns, and others; coordinates, n x s; rows: 1 to n; settings: an empty list), as if
# the table, with its n rows, had been embedded alone.
#   object  of embed_common(): model (tables: list with x, scaling, and columns of each; rows: those
#           of the data that are in all tables), coordinates (n_given x s)
objects_of_tables <- function(object) {
  lapply(object$model$tables, function(table) {
    list(model = table, coordinates = object$coordinates[object$model$rows, , drop = FALSE],
         rows = seq_along(object$model$rows), settings = list())
  })
}
