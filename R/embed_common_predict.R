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
  keep <- check_choice(na_action, c("error", "keep"), "na_action") == "keep"
  runtime <- new_runtime(n_threads, FALSE)
  model <- object$model
  tables <- model$tables
  new <- new_tables(newdata, tables, keep)
  m <- nrow(new[[1L]]$x)
  sums <- Map(function(table, at) step_from(table, at$x, far, runtime), tables, new)
  lost <- Reduce(`|`, lapply(sums, `[[`, "lost"))
  placed <- place_common(sums, model)
  placed[lost | rowSums(!is.finite(placed)) > 0, ] <- NA_real_
  missing <- unique(unlist(lapply(new, `[[`, "missing")))
  warn_far(setdiff(which(is.na(placed[, 1L])), missing))
  placed[missing, ] <- NA_real_
  rownames(placed) <- new[[1L]]$names
  placed
}, ..., .large = "newdata")

# Checks the new rows of all tables.
new_tables <- function(newdata, tables, keep) {
  names <- names(tables)
  fits <- is.list(newdata) && !is.data.frame(newdata) && length(newdata) == length(tables)
  refuse_if(!fits, "`newdata` must be a list of {length(tables)} tables, not {describe(newdata)}.")
  if (setequal(names(newdata), names)) newdata <- newdata[names]
  new <- Map(function(table, at) {
    as_new_points(at, table$x, table$columns, table$scaling, keep)
  }, tables, unname(newdata))
  size <- vapply(new, function(at) nrow(at$x), 0L)
  refuse_if(any(size != size[[1L]]),
            "`newdata` must have the same rows in all tables, not {toString(size)}.")
  new
}

# Returns what a step by one table meets from new rows, list of sum (m x (s + 1)), degree (that of
# the corrected weights), lost (rows that have no neighbor or are far).
step_from <- function(table, at, far, runtime) {
  handle <- release_on_exit(acquire_points(table$x, runtime, "object"))
  rule <- radius_rule(table$bandwidth, table$cutoff, self_loops = FALSE)
  look <- function(at) {
    found <- cpp_nystrom_extension(handle, at, rule, table$mass, table$inner, runtime)
    found$lost <- !(found$mass > 0)
    found
  }
  if (nrow(at) == 0L) {
    return(list(sum = matrix(0, 0L, ncol(table$inner)), degree = numeric(), lost = logical()))
  }
  found <- look(at)
  if (far == "keep" && any(found$lost)) {
    near <- cpp_query_nearest(handle, at[found$lost, , drop = FALSE], 1L, runtime)
    other <- look(table$x[near$index[nth_neighbors(near, 1L)], , drop = FALSE])
    for (field in c("degree", "mass")) found[[field]][found$lost] <- other[[field]]
    found$sum[found$lost, ] <- other$sum
    found$lost[found$lost] <- other$lost
  }
  root <- sqrt(found$degree * found$mass)
  list(
    sum = found$sum / ifelse(found$lost, NA, root), degree = found$mass / found$degree,
    lost = found$lost
  )
}

# Returns coordinates of new rows, m x s: S v = lambda v at the new row.
place_common <- function(sums, model) {
  values <- Reduce(`+`, lapply(sums, `[[`, "sum"))
  values <- values / rep(model$values, each = nrow(values))
  weight <- if (model$by_degree) degree_root(lapply(sums, `[[`, "degree")) else abs(values[, 1L])
  placed <- values[, -1L, drop = FALSE] / weight * rep(model$factor, each = nrow(values))
  if (is.null(model$map)) placed else apply_map(placed, model$map)
}

# Returns for each table what the way back to it needs, as if it had been embedded alone.
objects_of_tables <- function(object) {
  lapply(object$model$tables, function(table) {
    list(model = table, coordinates = object$coordinates[object$model$rows, , drop = FALSE],
         rows = seq_along(object$model$rows), settings = list())
  })
}
