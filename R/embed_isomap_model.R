# How new points are placed by geodesic distances to the landmarks of an Isomap.

# What predict() needs: the graph, the landmarks, and how distances to them become coordinates.
geodesic_model <- function(graph, made, landmarks, basis, shift) {
  if (is.null(made$points)) {
    return(NULL)
  }
  kept <- match(graph$rows, made$points$rows)
  list(
    kind = "geodesic", x = made$points$x[kept, , drop = FALSE], scaling = made$points$scaling,
    columns = made$points$columns, graph = graph$weights,
    k = min(made$k %||% 10L, length(kept)), radius = made$radius, landmarks = landmarks,
    basis = basis, shift = shift, unit = graph$unit
  )
}

extend_geodesic <- function(model, handle, at, runtime) {
  unit <- cpp_unit(handle)
  starts <- if (is.null(model$radius)) {
    cpp_query_nearest(handle, at, model$k, runtime)
  } else {
    starts_within(handle, at, nrow(model$x), model$radius / unit, runtime)
  }
  sums <- cpp_geodesic_projection(
    model$graph, starts$begin, starts$index, starts$distance * (unit / model$unit),
    model$landmarks, model$basis, runtime
  )
  (rep(model$shift, each = nrow(at)) - sums / 2) * model$unit
}

# The points of the fit within a radius of each row of `at`: lists, distances Inf beyond. A row that coincides with a point has the paths of that point.
starts_within <- function(handle, at, n, radius, runtime) {
  k <- min(n, 32L)
  repeat {
    starts <- cpp_query_nearest(handle, at, k, runtime)
    if (k == n || all(starts$distance[at_place(starts, k)] > radius)) break
    k <- min(n, 2L * k)
  }
  starts$distance[starts$distance > radius] <- Inf
  coincides <- starts$distance[at_place(starts, 1L)] == 0
  starts$distance[coincides[listing_points(starts)] & starts$distance > 0] <- Inf
  starts
}
