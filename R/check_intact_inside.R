# What lies within the parts of our objects, in the kinds of check_intact.R. Parts that are not
# listed are looked at for code only.

kinds_inside <- list(
  scaling = function(v) {
    is.list(v) && all(c("unit", "centre", "sd") %in% names(v)) && all(vapply(v, is.numeric, NA))
  },
  points = function(v) {
    is.matrix(v) && is.numeric(v) && is_finite(v) || inherits(v, "lapscale_paged_points")
  },
  sparse = function(v) is_sparse(v),
  known_somewhere = function(v) is.numeric(v) && !all(is.na(v)),
  known = function(v) is.numeric(v) && !anyNA(v),
  size = function(v) is.numeric(v) && length(v) == 1L && !is.na(v) && v >= 0,
  figure = function(v) is.numeric(v) && length(v) == 1L && !is.na(v),
  text = function(v) is.character(v) && length(v) == 1L && !is.na(v),
  yes_no = function(v) is.logical(v) && length(v) == 1L && !is.na(v),
  places = function(v) is.numeric(v) && !anyNA(v) && all(v >= 1 & v == floor(v)),
  array = function(v) is.numeric(v) && length(dim(v)) == 3L,
  facts = function(v) {
    is.list(v) && length(names(v)) == length(v) &&
      all(vapply(v, function(fact) is.atomic(fact) && length(fact) == 1L, NA))
  },
  bound = function(v) is.numeric(v) && all(c("bias", "variance") %in% names(v)),
  levels = function(v) is.character(v) && !anyNA(v) && !anyDuplicated(v),
  embedding_method = function(v) is_one_of(v, names(method_titles)),
  cluster_method = function(v) is_one_of(v, names(cluster_methods)),
  five = function(v) is.numeric(v) && length(v) == 5L,
  tables = function(v) is.list(v) && all(vapply(v, is_table, NA)),
  known_fact = function(v) is.atomic(v) && length(v) == 1L && !is.na(v),
  known_facts = function(v) kinds_inside$facts(v) && !anyNA(unlist(v)),
  fits = function(v) is.list(v) && all(vapply(v, kinds$fit, NA))
)

is_one_of <- function(v, known) is.character(v) && length(v) == 1L && v %in% known

# The sum is quick and takes no memory; that of finite numbers may overflow.
is_finite <- function(v) is.finite(sum(v)) || all(is.finite(v))

is_sparse <- function(v) methods::is(v, "dgCMatrix") && isTRUE(methods::validObject(v, test = TRUE))

# A data frame as data.frame() makes it, not one with columns of other lengths.
is_table <- function(v) {
  is.data.frame(v) && length(names(v)) == length(v) && !anyDuplicated(names(v)) &&
    all(vapply(unclass(v), function(column) is.atomic(column) && NROW(column) == nrow(v), NA))
}

minima_inside <- list(
  bandwidth = "known", criterion = "known", se = "rows", dimension = "known?", depth_left = "rows?",
  depth_right = "rows?", z_left = "rows?", z_right = "rows?"
)
graph_inside <- list(
  type = "text", k = "size?", symmetry = "text?", cutoff = "figure?", self_loops = "yes_no?",
  local_scale = "size?"
)

inside <- list(
  lapscale_dimension = list(
    estimate = list(
      curve = list(dimension = "rows", method = "words?"),
      facts = list(
        n = "size", scaled = "yes_no", se = "number", lower = "number", upper = "number",
        elapsed = "size"
      ),
      local = list(row = "places", dimension = "rows")
    )
  ),
  lapscale_embedding = list(
    settings = list(
      rule = "text", type = "text?", alpha = "figure?", kernel = "text?", weights = "text?",
      ridge = "figure?", recall = "figure?", entries = "size?", k = "size?", chosen = "text?",
      neighbors = "text?", local_scale = "size?", radius = "size?", t = "known_fact?",
      bottom = "known?", landmarks = "places?"
    ),
    components = list(policy = "text", sizes = "places", membership = "rows")
  ),
  lapscale_clusters = list(
    settings = list(
      method = "cluster_method", assign = "text", alpha = "figure", entries = "size?", n_starts = "size",
      seed = "number?", wanted = "text", chosen = "text", local_scale = "size?", graph = "text"
    ),
    assignment = list(
      method = "cluster_method", rotation = "matrix?", centres = "matrix?", number = "places"
    ),
    gaps = list(
      k = "places", eigenvalue = "rows", next_eigenvalue = "rows", gap = "rows", se = "rows"
    ),
    quality = list(
      cluster = "places", size = "places", volume = "rows", cut = "rows", conductance = "rows"
    )
  ),
  lapscale_ssl = list(
    labels = list(kind = "text", rows = "places", targets = "matrix"),
    scaling = list(unit = "known", centre = "known", sd = "known"),
    solver = list(iterations = "size", residual = "number"),
    slope = list(slope = "number", known = "yes_no"),
    graph = graph_inside,
    machine = list(h = "size", centres = "places", coefficients = "matrix", intercept = "known")
  ),
  lapscale_bandwidth = list(
    selection = list(
      curve = list(bandwidth = "known", criterion = "rows", se = "rows", dimension = "rows?"),
      minima = minima_inside,
      facts = list(
        elapsed = "size", at_edge = "yes_no", n = "size", d = "number", n_points = "size?",
        alpha = "figure?", k = "number?", replicates = "size?", full = "yes_no?"
      ),
      labels = list(
        title = "text?", criterion = "words?", notes = "words?", none = "text?", advice = "text?",
        best = "text?", upwards = "yes_no?", log_criterion = "yes_no?", lowest = "yes_no?"
      ),
      looks = list(bandwidth = "figure", words = "words?", always = "words?")
    )
  ),
  lapscale_report = list(
    table = list(check = "words", value = "rows", verdict = "words"),
    points = list(row = "places", neighbors = "rows", dimension = "rows", distance = "rows"),
    pairs = list(straight = "rows", along = "rows", spacing = "rows")
  ),
  lapscale_scales = list(
    scales = list(
      scale = "places", bandwidth = "known", criterion = "rows", pieces = "places", chosen = "flags"
    )
  ),
  lapscale_risk = list(
    facts = list(n = "size", n_validation = "size", d = "size")
  ),
  summary.lapscale_bandwidth = list(minima = minima_inside)
)

# What a selector has beside that, by its method.
selections_inside <- list(
  msvd = list(facts = list(d = "size", lower = "number", upper = "number")),
  lepski = list(
    curve = list(bias = "rows", variance = "rows"),
    facts = list(a = "number", calibration = "text", n_validation = "size"),
    tables = list(path = "table", pairs = "table"),
    basis = list(
      bandwidths = "known", usable = "flags", d = "size", n2 = "size", v = "rows",
      units = list(squared = "figure", a = "figure"),
      pairs = list(
        small = "places", large = "places", distance = "rows", noise = "rows", se = "rows",
        se_distance = "rows", se_sum = "rows"
      ),
      variance = list(variance = "rows", se = "rows")
    )
  )
)

labels_inside <- list(
  classes = list(levels = "levels", ordered = "yes_no", used = "places", class = "places"),
  regression = list()
)

# What is kept to place new points, by its kind: parts, and those that have a row per point.
model_common <- list(x = "points", scaling = "scaling?", columns = "words?")
models_inside <- list(
  spectral = list(
    parts = list(
      type = "text", alpha = "figure", mass = "known", values = "matrix", share = "known?",
      eigenvalues = "known", gain = "known", exact = "yes_no", coordinates = "matrix",
      rule = list(
        bandwidth = "figure", local_scale = "size", within_radius = "yes_no", dense = "yes_no",
        cutoff = "figure", k = "size", symmetry = "text", self_loops = "yes_no",
        relative = "yes_no"
      )
    ),
    per_point = c("mass", "values", "share", "coordinates")
  ),
  geodesic = list(
    parts = list(
      graph = "sparse", k = "size", radius = "size?", landmarks = "places", basis = "matrix",
      shift = "known", unit = "figure"
    ),
    per_point = "graph"
  ),
  barycentric = list(
    parts = list(coordinates = "matrix", k = "size", ridge = "figure"), per_point = "coordinates"
  ),
  kernel = list(
    parts = list(bandwidth = "size", basis = "matrix", shift = "known"), per_point = "basis"
  ),
  linear = list(
    parts = list(unit = "figure", centre = "known", axes = "matrix"), per_point = character()
  )
)

# What is wrong deep within an object: the path of the part, or NULL.
fault_inside <- function(parts, class) {
  fault <- misshapen_within(parts, inside[[class]])
  if (is.null(fault) && identical(class, "lapscale_ssl")) {
    fault <- fault_by_kind(parts$labels, "labels", labels_inside) %||% learnt_fault(parts)
  }
  if (is.null(fault) && identical(class, "lapscale_bandwidth")) {
    fault <- misshapen_part(parts$selection, selections_inside[[parts$selection$method]]) %||%
      choice_fault(parts$selection)
  }
  if (is.null(fault) && class %in% c("lapscale_embedding", "lapscale_clusters")) {
    fault <- model_fault(parts$model)
  }
  if (is.null(fault) && identical(class, "lapscale_dimension")) fault <- scale_fault(parts$estimate)
  if (is.null(fault) && class == "lapscale_clusters" &&
        is.null(parts$assignment$rotation %||% parts$assignment$centres)) {
    fault <- "`assignment`"
  }
  if (is.null(fault)) fault <- recall_fault(parts) %||% recall_fault(parts$settings)
  fault %||% size_fault(parts, class)
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

# Choices are rows of the minima, if they are known; the one taken is among them; replicates have a
# column for each.
choice_fault <- function(selection) {
  choices <- selection$choices
  minimum <- selection$minimum
  minima <- nrow(selection$minima)
  known <- choices[!is.na(choices)]
  replicates <- selection$replicates
  if (!nrow(selection$curve)) {
    "`selection$curve`"
  } else if (!length(names(choices)) || !is_of_kind(as.numeric(known), "places") ||
               any(known > minima)) {
    "`selection$choices`"
  } else if (is.null(minimum) || !minimum %in% names(choices) ||
               minima > 0L && is.na(choices[[minimum]])) {
    "`selection$minimum`"
  } else if (!is.null(replicates) &&
               !(is.matrix(replicates) && is_of_kind(c(replicates), "known") &&
                   nrow(replicates) > 0L && minimum %in% colnames(replicates))) {
    "`selection$replicates`"
  } else if (!is.null(replicates) && is.null(selection$facts$n_points)) {
    "`selection$facts$n_points`"
  }
}

# Classes have a slope of probabilities; an error that is known has what it is compared with.
learnt_fault <- function(parts) {
  if (parts$labels$kind == "classes" && is.null(parts$slope)) {
    "`slope`"
  } else if (!is.na(parts$error) && is.na(parts$error_guess + parts$error_se)) {
    "`error_se`"
  } else if (anyDuplicated(parts$labels$used)) {
    "`labels$used`"
  } else if (!is.null(parts$machine) &&
               length(parts$machine$intercept) != ncol(parts$machine$coefficients)) {
    "`machine$intercept`"
  } else if (parts$method != "auto" && anyNA(parts$path[intersect(names(parts$path), names(parts$parameters))])) {
    "`path`"
  }
}

# Neighbours that were not all found were found in some way.
recall_fault <- function(parts) {
  if (!is.null(parts$recall) && is.null(parts$neighbors)) "`neighbors`"
}

# What a dimension was read from is a column of its curve; the two ends of where are known or not.
scale_fault <- function(estimate) {
  if (!estimate$scale %in% c(names(scale_labels), "method") ||
        is.null(estimate$curve[[estimate$scale]])) {
    "`estimate$scale`"
  } else if (is.na(estimate$facts$lower) != is.na(estimate$facts$upper)) {
    "`estimate$facts$upper`"
  }
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
  lengths <- list(
    list(ncol(model$x), c("columns", "scaling$unit", "scaling$centre", "scaling$sd", "centre")),
    list(ncol(model$values %||% model$basis %||% model$axes), c("gain", "eigenvalues", "shift"))
  )
  for (pair in lengths) {
    for (path in pair[[2]]) {
      part <- part_at(model, path)
      if (!is.null(part) && length(part) != pair[[1]]) return(path_of("model", path))
    }
  }
  if (!is.null(model$axes) && nrow(model$axes) != ncol(model$x)) {
    return("`model$axes`")
  }
  for (path in c("k", "rule$k", "rule$local_scale")) {
    if ((part_at(model, path) %||% 0) >= nrow(model$x)) return(path_of("model", path))
  }
}
