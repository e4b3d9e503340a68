# What fits keep to place new points, looked at as a whole: check_intact_inside.R lists the parts.

model_fault <- function(model) {
  if (is.null(model)) {
    return(NULL)
  }
  fault <- fault_by_kind(model, "model", lapply(models_inside, function(m) {
    c(model_common, m$parts)
  }))
  if (!is.null(fault)) {
    return(fault)
  }
  n <- nrow(model$x)
  for (name in models_inside[[model$kind]]$per_point) {
    part <- model[[name]]
    if (!is.null(part) && NROW(part) != n) return(path_of("model", name))
  }
  model_size_fault(model)
}

# Parts as long as the points have columns, or the model coordinates; neighbours that there are.
model_size_fault <- function(model) {
  columns <- ncol(model$x)
  # A new point of an Isomap may have all points for neighbours.
  most <- if (model$kind == "geodesic") nrow(model$x) else nrow(model$x) - 1L
  coordinates <- ncol(model$values %||% model$basis %||% model$axes)
  first_at(model, c("columns", "scaling$unit", "scaling$centre", "scaling$sd", "centre"),
           function(part) length(part) != columns) %||%
    first_at(model, c("gain", "eigenvalues", "shift"),
             function(part) length(part) != coordinates) %||%
    first_at(model, "axes", function(part) nrow(part) != columns) %||%
    first_at(model, c("k", "rule$k", "rule$local_scale"), function(part) part > most)
}

# The first of the parts that are there which is wrong.
first_at <- function(model, paths, is_wrong) {
  for (path in paths) {
    part <- part_at(model, path)
    if (!is.null(part) && is_wrong(part)) return(path_of("model", path))
  }
}
