# What lies within the parts of our objects, in the kinds of check_intact.R. Parts that are not
# listed are looked at for code only.

kinds_inside <- list(
  scaling = function(v) is.list(v) && all(vapply(v, is.numeric, NA)),
  points = function(v) is.matrix(v) && is.numeric(v) || inherits(v, "lapscale_paged_points"),
  sparse = function(v) methods::is(v, "dgCMatrix"),
  known = function(v) is.numeric(v) && !anyNA(v),
  size = function(v) is.numeric(v) && length(v) == 1L && !is.na(v) && v >= 0
)

inside <- list(
  lapscale_embedding = list(
    settings = list(
      rule = "word", type = "word?", alpha = "number?", kernel = "word?",
      weights = "word?", ridge = "number?", recall = "number?", entries = "number?"
    ),
    components = list(policy = "word", sizes = "numbers", membership = "rows")
  ),
  lapscale_clusters = list(
    settings = list(method = "word", assign = "word", alpha = "number", entries = "number?"),
    assignment = list(method = "word")
  ),
  lapscale_ssl = list(
    labels = list(kind = "word", rows = "numbers", targets = "matrix"),
    scaling = list(unit = "numbers", centre = "numbers", sd = "numbers"),
    solver = list(iterations = "size", residual = "number"),
    slope = list(slope = "number", known = "flag"),
    graph = list(type = "word"),
    machine = list(h = "size", centres = "numbers", coefficients = "matrix", intercept = "numbers")
  ),
  lapscale_bandwidth = list(
    selection = list(
      curve = list(bandwidth = "known", criterion = "rows", se = "rows?"),
      minima = list(bandwidth = "known", criterion = "rows", se = "rows?"),
      facts = list(
        elapsed = "number?", at_edge = "flag?", n = "number?", d = "number?", n_points = "size?"
      ),
      labels = list(title = "word?", criterion = "words?", notes = "words?")
    )
  )
)

labels_inside <- list(
  classes = list(levels = "words", ordered = "flag", used = "numbers", class = "numbers"),
  regression = list()
)

# What is kept to place new points, by its kind: parts, and those that have a row per point.
model_common <- list(x = "points", scaling = "scaling?", columns = "words?")
models_inside <- list(
  spectral = list(
    parts = list(
      rule = "list", type = "word", alpha = "number", mass = "numbers", values = "matrix",
      share = "numbers?", eigenvalues = "numbers", gain = "numbers", exact = "flag",
      coordinates = "matrix"
    ),
    per_point = c("mass", "values", "share", "coordinates")
  ),
  geodesic = list(
    parts = list(
      graph = "sparse", k = "size", radius = "size?", landmarks = "numbers", basis = "matrix",
      shift = "numbers", unit = "number"
    ),
    per_point = "graph"
  ),
  barycentric = list(
    parts = list(coordinates = "matrix", k = "size", ridge = "number"), per_point = "coordinates"
  ),
  kernel = list(
    parts = list(bandwidth = "size", basis = "matrix", shift = "numbers"), per_point = "basis"
  ),
  linear = list(
    parts = list(unit = "number", centre = "numbers", axes = "matrix"), per_point = character()
  )
)

# What is wrong deep within an object: the path of the part, or NULL.
fault_inside <- function(parts, class) {
  fault <- misshapen_within(parts, inside[[class]])
  if (is.null(fault) && identical(class, "lapscale_ssl")) {
    fault <- fault_by_kind(parts$labels, "labels", labels_inside)
  }
  if (is.null(fault) && identical(class, "lapscale_bandwidth")) {
    fault <- choice_fault(parts$selection)
  }
  if (is.null(fault) && class %in% c("lapscale_embedding", "lapscale_clusters")) {
    fault <- model_fault(parts$model)
  }
  fault
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

# The minimum that was taken is one of the choices, which are rows of the minima.
choice_fault <- function(selection) {
  choices <- selection$choices
  minimum <- selection$minimum
  if (is.null(choices) || is.null(minimum)) {
    return(NULL)
  }
  if (is.na(minimum) || !minimum %in% names(choices)) "`selection$minimum`"
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
}
