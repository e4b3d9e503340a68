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
  lapscale_embedding = function(parts) {
    broken(place_rules, parts) %||% model_fault(parts$model)
  },
  lapscale_clusters = function(parts) {
    model_fault(parts$model) %||% broken(assignment_rules, parts)
  },
  lapscale_dimension = function(parts) broken(estimate_rules, parts),
  lapscale_report = function(parts) broken(report_rules, parts),
  lapscale_laplacian = function(parts) {
    fault <- graph_fault(parts$graph)
    broken(laplacian_rules, parts) %||% if (!is.null(fault)) path_of("graph", fault)
  },
  lapscale_sample = function(parts) broken(sample_rules, parts),
  lapscale_row_source = function(parts) broken(source_rules, parts),
  lapscale_summary = function(parts) broken(summary_rules, parts),
  lapscalestep = function(parts) broken(step_rules, parts)
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

# What is not known is NA.
summary_rules <- list(
  table = function(parts) !any(vapply(parts$table, function(v) is.double(v) && any(is.nan(v)), NA))
)

# Replicates have a column for each choice.
replicate_rules <- list(
  "selection$replicates" = function(parts) {
    replicates <- parts$selection$replicates
    is.matrix(replicates) && is_of_kind(c(replicates), "positive") && nrow(replicates) > 0L &&
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
  "machine$coefficients" = function(parts) is_finite(c(parts$machine$coefficients, 0)),
  "machine$intercept" = function(parts) is_finite(c(parts$machine$intercept, 0)),
  "scores" = function(parts) parts$n_unseen > 0 || !anyNA(parts$scores),
  "error" = function(parts) {
    is.na(parts$error) || parts$error >= 0 &&
      (parts$labels$kind != "classes" || !anyNA(c(parts$error_se, parts$error_guess)))
  },
  "path" = function(parts) {
    chosen <- intersect(names(parts$path), names(parts$parameters))
    if (parts$method == "auto") has_whole_families(parts) else !anyNA(parts$path[chosen])
  },
  "parameters" = function(parts) is.null(parts$path) || has_chosen_row(parts)
)

# Each candidate has a title, and a criterion and an axis that are known in all of its rows; squares
# of numbers may be out of range, and then the error is.
has_whole_families <- function(parts) {
  path <- parts$path
  criteria <- intersect(c("error", "log_loss", "squared_error"), names(path))
  rows <- if (!is.null(path$candidate)) split(seq_len(NROW(path)), path$candidate)
  length(rows) > 0L && all(names(rows) %in% names(parts$families)) &&
    all(vapply(rows, function(at) {
      known <- names(path)[!vapply(path[at, ], anyNA, NA)]
      (all(criteria %in% known) || is.na(parts$error)) && any(path_axes %in% known)
    }, NA))
}

# The parameters are those of a row of the path.
has_chosen_row <- function(parts) {
  chosen <- intersect(names(parts$path), names(parts$parameters))
  same <- Map(`%in%`, parts$path[chosen], parts$parameters[chosen])
  length(chosen) > 0L && any(Reduce(`&`, same)) && any(path_axes %in% names(parts$path)) &&
    any(c("error", "log_loss", "squared_error") %in% names(parts$path))
}

# A point has a place, one, or is NA.
place_rules <- list(
  "rows" = function(parts) !anyDuplicated(parts$rows),
  "coordinates" = function(parts) !any(is.infinite(parts$coordinates))
)

# A report has a row for each thing that was looked at, which print() has words for.
report_rules <- list(
  "table$check" = function(parts) {
    check <- parts$table$check
    all(c("dimension", "distance") %in% check) && all(check %in% names(report_titles)) &&
      !anyDuplicated(check)
  },
  "table$verdict" = function(parts) !anyNA(parts$table$verdict),
  "table$value" = function(parts) {
    table <- parts$table
    all(table$verdict[is.na(table$value) & table$check != "msvd"] == "not known here")
  },
  "points" = function(parts) {
    means <- c("dimension", "distance")
    known <- !is.na(parts$table$value[match(means, parts$table$check)])
    !anyNA(parts$points[means[known]])
  }
)

assignment_rules <- list(
  "k" = function(parts) parts$k <= length(parts$cluster),
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

laplacian_rules <- list(
  "weights" = function(parts) all(dim(parts$weights) == length(parts$degree)),
  "degree" = function(parts) is.null(dim(parts$degree)) && all(parts$degree >= 0),
  "graph$rows" = function(parts) length(parts$graph$rows) == length(parts$degree)
)

# A row of parameters, which have names, for each point.
sample_rules <- list(
  "dim" = function(parts) length(parts$dim) == 2L,
  "parameters" = function(parts) {
    known <- parts$parameters
    nrow(known) == parts$dim[[1]] && length(colnames(known)) > 0L && is_finite(known)
  },
  "d" = function(parts) parts$d <= parts$dim[[2]]
)

# A name for each row and column, or none.
source_rules <- list(
  "names" = function(parts) is.null(parts$names) || length(parts$names) == parts$n,
  "columns" = function(parts) is.null(parts$columns) || length(parts$columns) == parts$p
)

# The class of a step names the function that it calls; one that was trained has what it is to do.
step_rules <- list(
  "class" = function(parts) parts$kind %in% paste0("step_embed_", names(method_titles)),
  "columns" = function(parts) {
    columns <- parts$columns
    !parts$trained || !is.null(columns) && length(names(columns)) == length(columns)
  },
  "num_comp" = function(parts) !parts$trained || is_of_kind(parts$num_comp, "size"),
  "res" = function(parts) {
    idle <- parts$trained && (parts$num_comp == 0 || !length(parts$columns))
    is.null(parts$res) == (!parts$trained || idle) &&
      (is.null(parts$res) || inherits(parts$res, "lapscale_embedding"))
  }
)

# Neighbours that were not all found were found in some way.
recall_fault <- function(parts) {
  if (!is.null(parts$recall) && is.null(parts$neighbors)) "`neighbors`"
}
