# What is wrong within the parts of our objects: the path of a part, or NULL. Shapes and kinds are
# in check_intact_inside.R, what has to be as long as something else in check_intact_sizes.R.

fault_inside <- function(parts, class) {
  own_fault <- own_faults[[class]] %||% function(parts) NULL
  misshapen_within(parts, inside[[class]]) %||% own_fault(parts) %||% recall_fault(parts) %||%
    recall_fault(parts$settings) %||% size_fault(parts, class)
}

# Beside the shapes of `inside`.
own_faults <- list(
  lapscale_ssl = function(parts) {
    fault_by_kind(parts$labels, "labels", labels_inside) %||% broken(learnt_rules, parts)
  },
  lapscale_bandwidth = function(parts) {
    misshapen_part(parts$selection, selections_inside[[parts$selection$method]]) %||%
      broken(choice_rules, parts) %||%
      if (!is.null(parts$selection$replicates)) broken(replicate_rules, parts)
  },
  lapscale_embedding = function(parts) model_fault(parts$model),
  lapscale_clusters = function(parts) {
    model_fault(parts$model) %||% broken(assignment_rules, parts)
  },
  lapscale_dimension = function(parts) broken(estimate_rules, parts)
)

# The first of the paths whose rule does not hold.
broken <- function(rules, parts) {
  for (path in names(rules)) {
    if (!isTRUE(rules[[path]](parts))) return(paste0("`", path, "`"))
  }
}

misshapen_within <- function(parts, shapes) {
  for (name in names(shapes)) {
    part <- parts[[name]]
    if (is.null(part)) next
    shape <- shapes[[name]]
    if (!is.list(part)) return(paste0("`", name, "`"))
    within <- if (is.list(shape[[1]])) misshapen_within else misshapen_part
    fault <- within(part, shape)
    if (!is.null(fault)) return(path_of(name, fault))
  }
}

# `a$b` of a and `b`.
path_of <- function(name, fault) paste0("`", name, "$", gsub("`", "", fault, fixed = TRUE), "`")

fault_by_kind <- function(part, name, known) {
  kind <- part$kind
  shape <- if (is_of_kind(kind, "word") && !is.na(kind)) known[[kind]]
  if (is.null(shape)) {
    return(path_of(name, "kind"))
  }
  fault <- misshapen_part(part, shape)
  if (!is.null(fault)) path_of(name, fault)
}

# Choices are rows of the minima, if they are known; the one taken is among them.
choice_rules <- list(
  "selection$curve" = function(parts) nrow(parts$selection$curve) > 0L,
  "selection$choices" = function(parts) {
    choices <- parts$selection$choices
    known <- as.numeric(choices[!is.na(choices)])
    length(names(choices)) > 0L && is_of_kind(known, "places") &&
      all(known <= nrow(parts$selection$minima))
  },
  "selection$minimum" = function(parts) {
    minimum <- parts$selection$minimum
    choices <- parts$selection$choices
    !is.null(minimum) && minimum %in% names(choices) &&
      (nrow(parts$selection$minima) == 0L || !is.na(choices[[minimum]]))
  }
)

# Replicates have a column for each choice.
replicate_rules <- list(
  "selection$replicates" = function(parts) {
    replicates <- parts$selection$replicates
    is.matrix(replicates) && is_of_kind(c(replicates), "known") && nrow(replicates) > 0L &&
      parts$selection$minimum %in% colnames(replicates)
  },
  "selection$facts$n_points" = function(parts) !is.null(parts$selection$facts$n_points)
)

# Classes have a slope of probabilities.
learnt_rules <- list(
  "slope" = function(parts) parts$labels$kind != "classes" || !is.null(parts$slope),
  "labels$used" = function(parts) !anyDuplicated(parts$labels$used),
  "machine$intercept" = function(parts) {
    machine <- parts$machine
    is.null(machine) || length(machine$intercept) == ncol(machine$coefficients)
  },
  "path" = function(parts) {
    chosen <- intersect(names(parts$path), names(parts$parameters))
    parts$method == "auto" || !anyNA(parts$path[chosen])
  }
)

assignment_rules <- list(
  "assignment" = function(parts) {
    !is.null(parts$assignment$rotation %||% parts$assignment$centres)
  }
)

# What a dimension was read from is a column of its curve; both ends of an interval are known or
# none.
estimate_rules <- list(
  "estimate$scale" = function(parts) {
    scale <- parts$estimate$scale
    scale %in% c(names(scale_labels), "method") && !is.null(parts$estimate$curve[[scale]])
  },
  "estimate$facts$upper" = function(parts) {
    is.na(parts$estimate$facts$lower) == is.na(parts$estimate$facts$upper)
  }
)

# Neighbours that were not all found were found in some way.
recall_fault <- function(parts) {
  if (!is.null(parts$recall) && is.null(parts$neighbors)) "`neighbors`"
}

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
  coordinates <- ncol(model$values %||% model$basis %||% model$axes)
  first_at(model, c("columns", "scaling$unit", "scaling$centre", "scaling$sd", "centre"),
           function(part) length(part) != columns) %||%
    first_at(model, c("gain", "eigenvalues", "shift"),
             function(part) length(part) != coordinates) %||%
    first_at(model, "axes", function(part) nrow(part) != columns) %||%
    first_at(model, c("k", "rule$k", "rule$local_scale"),
             function(part) part >= nrow(model$x))
}

# The first of the parts that are there which is wrong.
first_at <- function(model, paths, is_wrong) {
  for (path in paths) {
    part <- part_at(model, path)
    if (!is.null(part) && is_wrong(part)) return(path_of("model", path))
  }
}
