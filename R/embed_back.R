# The way back: rows of the table at places of an embedding, by local linear regression. Which
# bandwidth, and how good it is, leave-one-out predictions of the fit's own points say.

# The distance from a place to this nearest of the points of the embedding is the unit of the
# bandwidth there, and these multiples of it are tried.
back_neighbors <- 10L
back_multiples <- 2^seq(-2, 3, by = 0.5)
# From up to this many points the error is estimated.
max_back_points <- 500L

# Returns rows of the table at places of an embedding, m x p, NA for places that are far or not
# finite: the body of predict(type = "data").
#   object       an embedding of a table with p columns
#   coordinates  of the m places as the user gave them: m x s, or a vector with one place
#   n_threads    number of threads, or NULL
#   far          "na": places that are far from the points of the embedding are NA, or "keep"
# `model` is that of back_model(): y and x (coordinates and rows of the points of the fit), scaling,
# columns. `places` is m x s, `finite_rows` are the numbers of those without NA, and `query` are
# these in the units of model$y. `x_rows` are scaled as the points of the fit, until
# unscale_points() gives them the units of the data.
rows_at_places <- function(object, coordinates, n_threads, far) {
  far <- check_far(far)
  model <- back_model(object)
  places <- as_places(coordinates, ncol(model$y))
  runtime <- new_runtime(n_threads, FALSE)
  check_memory(
    8 * (as.numeric(nrow(places)) + 2 * nrow(model$x)) * ncol(model$x), "newdata",
    paste(nrow(places), "rows of", ncol(model$x), "columns")
  )
  x_rows <- matrix(NA_real_, nrow(places), ncol(model$x))
  finite_rows <- which(is.finite(rowSums(places)))
  if (length(finite_rows)) {
    query <- scaled_places(places[finite_rows, , drop = FALSE], model)
    x_rows[finite_rows, ] <-
      regress_back(model, query, back_choice(model, runtime)$multiple, runtime)
    if (far == "na") x_rows[finite_rows[novelty_of_places(model, query, runtime) > 1], ] <- NA_real_
  }
  warn_far_places(x_rows, rowSums(places))
  x_rows <- unscale_points(x_rows, model$scaling)
  dimnames(x_rows) <- if (!is.null(rownames(places)) || !is.null(model$columns)) {
    list(rownames(places), model$columns)
  }
  x_rows
}

# Warns of places without rows because they are far.
#   x_rows      m x p, the rows of the table at the places, NA for places that are far
#   coordinate  one coordinate of each place, or their sum, length m: NA where the user gave NA
warn_far_places <- function(x_rows, coordinate) {
  far_places <- which(is.na(x_rows[, 1L]) & !is.na(coordinate))
  warn_if(length(far_places),
          c("`newdata`: {length(far_places)} place{?s} {?is/are} too far from all points of the
             embedding and {?is/are} NA (row{?s} {shorten(far_places)}).",
            i = "`far = \"keep\"` extrapolates."), "far")
}

# Returns what the way back needs, list of
#   y, x       of the n points of the fit with coordinates: these, n x s, centered and in units of
#              their standard deviations, and rows of the table, n x p, plain, scaled as the fit was
#   centre, sd means and standard deviations of the coordinates before, length s
#   group      length n: points that coincide in the embedding have the same number
#   k          bandwidths are multiples of the distance to the k-th neighbor
#   columns    names of the p columns, or NULL;  scaling: of the columns, see scale_points(), or
#              NULL
# Its arguments:
#   object     an embedding or clusters: rows (those of the data that have coordinates), coordinates
#              (n_given x s), settings (the rows of the data that the points of the fit are, if not
#              all of `rows`: places, where rows that coincide were merged, or landmarks; both NULL
#              otherwise), model (NULL: an error)
#   arg        what errors name the object by
# `fit` is the model of the object: x (the points of the fit, of any kind; distances are an error),
# columns (names, or NULL), scaling (or NULL).
back_model <- function(object, arg = "object") {
  fit <- fitted_model(object, arg)
  refuse_if(is_distances(fit$x),
            "`{arg}` was made from distances: the way back needs a table of points.")
  rows <- object$settings$places %||% object$settings$landmarks %||% object$rows
  y <- unname(object$coordinates[rows, , drop = FALSE])
  finite_rows <- which(is.finite(rowSums(y)))
  x <- dense_rows(fit$x, arg)[finite_rows, , drop = FALSE]
  y <- y[finite_rows, , drop = FALSE]
  # The largest coordinate of each column, so that squares neither overflow nor vanish.
  unit <- pmax(apply(abs(y), 2L, max), .Machine$double.xmin)
  centre <- colMeans(y / rep(unit, each = nrow(y))) * unit
  offset <- (y - rep(centre, each = nrow(y))) / rep(unit, each = nrow(y))
  sd <- sqrt(colSums(offset^2) / max(nrow(y) - 1L, 1L)) * unit
  model <- c(
    fit[c("columns", "scaling")],
    list(x = x, centre = centre, sd = sd, k = min(back_neighbors, nrow(y) - 1L))
  )
  model$y <- scaled_places(y, model)
  model$group <- first_equal_row(model$y)
  model
}

# Returns how far places are from those of the fit, length m: their distance over how far from a
# place of the fit a new one may be; above 1 they are far.
#   model    of back_model(), with y (places of the fit, n x s), k (a new place may be as far as a
#            multiple of the distance from a place of the fit to its k-th neighbor)
#   query    m x s, places in the units of model$y
#   runtime  of new_runtime()
# `reach_rule` is of settle_reach_rule(); acquire(name, points) returns a handle of points in the
# core.
novelty_of_places <- function(model, query, runtime) {
  acquire <- new_acquirer(runtime, "object")
  reach_rule <- settle_reach_rule(new_reach_rule(model$k), model$y, acquire, runtime)
  compare_with_fit(reach_rule, model$y, query, acquire, runtime)$novelty
}

# Returns points x, n x p, plain, sparse, or on disk, as a plain matrix.
#   arg  what errors name x by
dense_rows <- function(x, arg) {
  if (is.matrix(x)) return(x)
  check_memory(8 * as.numeric(nrow(x)) * ncol(x), arg, "its points as a dense matrix")
  unname(as.matrix(whole_points(x, arg)))
}

# Coordinates without their centers, in units of their standard deviations, 0 where these are 0.
#   y  m x s, places of an embedding;  model: of back_model(), with centre and sd
scaled_places <- function(y, model) {
  (y - rep(model$centre, each = nrow(y))) / rep(ifelse(model$sd > 0, model$sd, Inf), each = nrow(y))
}

# Checks places of an embedding, and returns them as a plain matrix, m x s.
#   coordinates  as the user gave them: a numeric matrix, a data frame, an embedding, a point set,
#                or a vector with one place; NA is allowed, but not Inf
#   s            number of coordinates of the embedding
as_places <- function(coordinates, s) {
  if (is_embedded(coordinates) || is_shared(coordinates)) coordinates <- as.matrix(coordinates)
  if (is.numeric(coordinates) && is.null(dim(coordinates)) && length(coordinates) == s) {
    coordinates <- matrix(coordinates, 1L)
  }
  places <- if (NROW(coordinates) == 0L && length(dim(coordinates)) == 2L) {
    matrix(0, 0L, ncol(coordinates))
  } else {
    as_point_matrix(coordinates, "newdata")
  }
  n_columns <- if (is.null(dim(coordinates))) length(coordinates) else ncol(places)
  refuse_if(ncol(places) != s,
            "`newdata` must have the {s} coordinate{?s} of the embedding, one per column; it has
             {n_columns}.")
  refuse_if(any(is.infinite(places)), "`newdata` must have finite coordinates.")
  places
}

# Returns rows of the table, m x p, by local linear regression at places, NaN where no point is
# near, with the bandwidth a multiple of the distance to the k-th point.
#   model     of back_model(): y (n x s) and x (n x p), coordinates and rows of the points of the
#             fit, group (points that coincide have the same number), k
#   query     m x s, places in the units of model$y
#   multiple  a number, times `distance` the bandwidth at each place
#   runtime   of new_runtime()
#   left_out  length m, number in model$group of the points that are left out at each place, or
#             NULL: no point is
#   distance  length m, from each place to its k-th point, or NULL: that of back_distances()
regress_back <- function(model, query, multiple, runtime, left_out = NULL, distance = NULL) {
  if (nrow(query) == 0L) return(matrix(0, 0L, ncol(model$x)))
  distance <- distance %||% back_distances(model, query, runtime)
  t(cpp_local_linear(
    t(model$y), t(model$x), model$group, t(query), multiple * distance,
    left_out %||% integer(nrow(query)), runtime
  ))
}

# Returns the distance from each place to the k-th nearest point of the fit (or the last of them),
# length m, in the unit of model$y. Where it is 0, all points near coincide: the smallest above 0
# stands in, or 1 if there is none.
#   model    of back_model(), with y (n x s);  query: m x s, places in the units of model$y
#   runtime  of new_runtime()
#   k        which point, 1 for the nearest
# `nearest` is list(begin, index, distance), distances in units of cpp_unit(handle).
back_distances <- function(model, query, runtime, k = model$k) {
  handle <- release_on_exit(acquire_points(model$y, runtime, "object"))
  nearest <- cpp_query_nearest(handle, query, min(k, nrow(model$y)), runtime)
  distance <- nearest$distance[nth_neighbors(nearest, min(k, nrow(model$y)))] * cpp_unit(handle)
  positive_distances <- distance[distance > 0]
  pmax(distance, if (length(positive_distances)) min(positive_distances) else 1)
}

# Chooses of back_multiples, the multiples of the distance to the k-th point that may be the
# bandwidth, the one with the least leave-one-out error on at most max_back_points points. Returns
# list(multiple; error: the root mean squared error over that of the mean of all points, 0 if rows
# are predicted exactly).
#   model    of back_model(): y (n x s, the coordinates in units of their standard deviations), x (n
#            x p, rows of the data), k (number of neighbors), group (points that coincide have the
#            same number)
#   runtime  of new_runtime()
# `rows` are numbers of points; `errors` has one for each multiple, in `unit`.
back_choice <- function(model, runtime) {
  n <- nrow(model$y)
  rows <- if (n <= max_back_points) seq_len(n) else draw_points(model$y, max_back_points, 0)
  query <- model$y[rows, , drop = FALSE]
  # The point itself is among its neighbors.
  distance <- back_distances(model, query, runtime, model$k + 1L)
  # Rows of the data are compared in this unit, so that squares neither overflow nor vanish.
  unit <- max(abs(model$x), .Machine$double.xmin)
  x <- model$x[rows, , drop = FALSE] / unit
  centre <- colMeans(model$x / unit)
  errors <- vapply(back_multiples, function(multiple) {
    predicted <- regress_back(model, query, multiple, runtime, model$group[rows], distance) / unit
    predicted[is.na(predicted)] <- rep(centre, each = nrow(x))[is.na(predicted)]
    sqrt(mean(rowSums((predicted - x)^2)))
  }, 0)
  rms_deviation <- sqrt(mean(rowSums((x - rep(centre, each = nrow(x)))^2)))
  best <- which.min(errors)
  list(
    multiple = back_multiples[[best]],
    error = errors[[best]] / max(rms_deviation, .Machine$double.xmin)
  )
}

# Returns the error of the way back to the data, a number of back_choice() (0: rebuilt exactly, 1:
# as by their mean), NA where there is none.
#   e        what embed_quality() takes: an embedding, a list of them, or a matrix of coordinates;
#            of an embedding model is used (NULL if its points are not kept), with x (the points,
#            perhaps distances) or tables (of embed_common(), whose errors are averaged)
#   runtime  of new_runtime()
back_error <- function(e, runtime) {
  if (!inherits(e, "lapscale_embedding") || is.null(e$model) || is_distances(e$model$x)) {
    return(NA_real_)
  }
  if (!is.null(e$model$tables)) {
    return(mean(vapply(objects_of_tables(e), function(table_object) {
      if (is_distances(table_object$model$x)) return(NA_real_)
      back_choice(back_model(table_object), runtime)$error
    }, 0)))
  }
  back_choice(back_model(e), runtime)$error
}
