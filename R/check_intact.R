# Objects of ours that come back from a file or from other hands: their parts are of the kind that
# the constructors give them, and none is code. Data never name what is run: no function, call or
# environment of theirs is evaluated, but what `may_hold_code` lists.

# What a part may be; "?" behind it: or NULL.
kinds <- list(
  number = function(v) is.numeric(v) && length(v) == 1L && is.null(dim(v)),
  numbers = function(v) is.numeric(v),
  word = function(v) is.character(v) && length(v) == 1L && is.null(dim(v)),
  words = function(v) is.character(v) && length(dim(v)) < 2L,
  flag = function(v) is.logical(v) && length(v) == 1L,
  flags = function(v) is.logical(v),
  matrix = function(v) is.matrix(v) && is.numeric(v),
  table = function(v) is_table(v),
  list = function(v) is.list(v),
  weights = function(v) is.matrix(v) && is.numeric(v) || is_sparse(v),
  bandwidth = function(v) inherits(v, "lapscale_bandwidth") && is.null(intact_fault(v)),
  dimension = function(v) inherits(v, "lapscale_dimension") && is.null(intact_fault(v)),
  fit = function(v) {
    inherits(v, c("lapscale_embedding", "lapscale_ssl", "lapscale_clusters")) &&
      is.null(intact_fault(v))
  },
  rows = function(v) is.numeric(v) || is.logical(v) && all(is.na(v)),
  code = function(v) is.function(v)
)

# Part by part, as the constructors document them; of numbers and matrices, their attributes.
shapes <- list(
  lapscale_bandwidth = list(selection = list(
    method = "word", curve = "table", minima = "table", choices = "rows?", minimum = "word?",
    facts = "facts", labels = "list", tables = "tables", scaling = "scaling?", looks = "list?",
    replicates = "matrix?"
  )),
  lapscale_dimension = list(estimate = list(
    method = "text", curve = "table", scale = "text", facts = "facts", title = "text",
    note = "words?", local = "table?"
  )),
  lapscale_graph = list(
    weights = "weights", bandwidth = "number", method = "text", type = "text", cutoff = "figure",
    self_loops = "yes_no", k = "size?", symmetry = "text?", local_scale = "size?",
    rows = "places", n_given = "size", names = "words?", scaled = "yes_no", landmarks = "list?",
    neighbors = "text?", recall = "figure?", of_kernel = "yes_no", order = "places?"
  ),
  lapscale_spectrum = list(
    values = "numbers", vectors = "matrix", residuals = "numbers", converged = "flags",
    type = "text", alpha = "figure", scale = "text", bandwidth = "number"
  ),
  lapscale_embedding = list(
    coordinates = "coordinates", eigenvalues = "known", bandwidth = "number",
    method = "embedding_method", settings = "list", scree = "numbers", residuals = "numbers",
    rows = "places", model = "list?",
    components = "list?"
  ),
  lapscale_scales = list(scales = "table", embeddings = "fits", curve = "bandwidth?"),
  lapscale_clusters = list(
    cluster = "rows", k = "count", eigenvalues = "numbers", bandwidth = "number",
    gaps = "table", quality = "table", normalised_cut = "number", cut_bound = "number",
    coordinates = "coordinates", rows = "places", n_given = "size", assignment = "list",
    model = "list?", settings = "list", components = "places"
  ),
  lapscale_ssl = list(
    method = "text", title = "text", families = "words?", labels = "list", loo = "matrix?",
    held_out = "array?", error = "number", error_se = "number", error_guess = "number",
    error_method = "word", slope = "list?", score_kind = "text", x = "points?",
    scaling = "scaling?", columns = "words?", rows = "places", n_given = "row_count",
    names = "words?", h = "number", bandwidth_method = "word", graph = "list", neighbors = "text?",
    recall = "figure?", alpha = "figure", n_components = "size", n_unseen = "size",
    parameters = "known_facts", chosen = "words?", defaults = "words?", path = "table?",
    bound = "bound?", solver = "list?", n_support = "size?", terms = "list?", elapsed = "size",
    scores = "matrix", all_scores = "matrix?", averaged = "matrix?",
    factor = "numbers?", machine = "list?"
  ),
  lapscale_metric = list(
    H = "array", G = "array", stretch = "matrix", coordinates = "coordinates", d = "size",
    bandwidth = "number", rows = "places", edges = "sparse"
  ),
  lapscale_distortion = list(
    H = "array", basis = "array", distortion = "numbers", points = "places", bandwidth = "figure"
  ),
  lapscale_quality = list(
    trustworthiness = "number", continuity = "number", shared_neighbors = "number",
    geodesic_correlation = "number", distance_correlation = "number", stress = "number",
    no_path = "figure", reconstruction_error = "number", neighborhood_hit = "number",
    k = "size", n = "size", n_points = "size"
  ),
  lapscale_report = list(
    table = "table", bandwidth = "figure", n = "size", points = "table", pairs = "table"
  ),
  lapscale_risk = list(bandwidth = "known", risk = "known_somewhere", se = "rows", facts = "facts"),
  lapscale_row_source = list(
    n = "row_count", p = "row_count", type = "text", origin = "text", read = "code",
    write = "code?", describe = "code?", names = "words?", columns = "words?"
  ),
  lapscale_laplacian = list(
    weights = "weights", degree = "known", type = "laplacian_type", alpha = "figure",
    scale = "factor", graph = "list"
  ),
  lapscale_sample = list(
    parameters = "matrix", d = "size", manifold = "text", spectrum = "code?"
  ),
  lapscalestep = list(
    trained = "yes_no", arguments = "step_arguments", options = "list", prefix = "text",
    keep_original_cols = "yes_no", res = "fit?", columns = "words?", terms = "terms", id = "text"
  ),
  lapscale_bandwidths = list(),
  lapscale_embedding_list = list(),
  summary.lapscale_bandwidth = list(bandwidth = "bandwidth", minima = "table", glance = "table"),
  summary.lapscale_bandwidths = list(),
  summary.lapscale_clusters = list(fit = "fit", clusters = "table", gaps = "table"),
  summary.lapscale_dimension = list(dimension = "dimension"),
  summary.lapscale_embedding = list(embedding = "fit", table = "table", multiple = "numbers"),
  summary.lapscale_embedding_list = list(),
  summary.lapscale_graph = list(
    n = "size", edges = "size", neighbors = "five", degree = "five", components = "places"
  ),
  summary.lapscale_ssl = list(
    fit = "fit", parameters = "table", bound = "bound?", shares = "table?",
    test_error = "number?"
  )
)

# What the members of a set are.
members <- c(
  lapscale_bandwidths = "lapscale_bandwidth", lapscale_embedding_list = "lapscale_embedding",
  summary.lapscale_bandwidths = "summary.lapscale_bandwidth",
  summary.lapscale_embedding_list = "summary.lapscale_embedding"
)

# A formula, the user's way to read rows and the spectrum of a sample, which only users call, are
# code, and theirs.
may_hold_code <- c("terms", "read", "write", "describe", "spectrum")

# `x` as it is, or an error that names the part that is not as it was made.
check_intact <- function(x, arg = "x", call = caller_env()) {
  fault <- intact_fault(x)
  if (!is.null(fault)) abort_damaged(arg, fault, call)
  x
}

# The part of an object of ours that is not as it was made, or NULL.
intact_fault <- function(x) {
  class <- intersect(class(x), names(shapes))
  if (!length(class)) {
    return(NULL)
  }
  class <- class[[1]]
  if (is.data.frame(x) && !is_table(x)) {
    return("table")
  }
  if (is.atomic(x) && (!is.numeric(x) || inherits(x, "lapscale_number") && length(x) != 1L)) {
    return("value")
  }
  parts <- parts_of(x)
  misshapen_part(parts, shapes[[class]]) %||% part_of_code(parts, class) %||%
    fault_inside(parts, class) %||% member_fault(x, members[class]) %||%
    if (class == "lapscale_graph") graph_fault(x)
}

# Members, or attributes of what is no list, by their names.
parts_of <- function(x) {
  parts <- if (is.list(x)) c(unclass(x), list(facts = attr(x, "facts"))) else attributes(x)
  if (!inherits(x, "lapscalestep")) {
    return(parts)
  }
  # What else a step holds is whatever recipes and tune put there: before it is trained a call of
  # tune() may stand for the number of coordinates.
  known <- c(names(shapes$lapscalestep), if (isTRUE(parts$trained)) "num_comp")
  c(parts[known], kind = class(x)[[1]])
}

member_fault <- function(x, member) {
  if (is.na(member)) {
    return(NULL)
  }
  whole <- vapply(unclass(x), function(part) {
    inherits(part, member) && is.null(intact_fault(part))
  }, NA)
  if (!all(whole)) {
    return(paste("entry", which(!whole)[[1]]))
  }
  if (inherits(x, "lapscale_bandwidths") && !isTRUE(are_named_once(x) && attr(x, "nearest") > 0)) {
    return("names or distances")
  }
  # Embeddings of parts all place new points, or none does.
  if (inherits(x, "lapscale_embedding_list")) {
    placing <- vapply(unclass(x), function(part) !is.null(part$model), NA)
    if (any(placing) && !all(placing)) paste0("entry ", which(!placing)[[1]], ", `model`")
  }
}

# A set of selectors: one of each, and the distance to the nearest neighbour.
are_named_once <- function(x) {
  length(names(x)) == length(x) && !anyDuplicated(names(x)) && all(nzchar(names(x))) &&
    is_of_kind(attr(x, "nearest"), "figure")
}

abort_damaged <- function(arg, fault, call) {
  abort_argument(
    c("`{arg}` is damaged: its {fault} is not what it should be.",
      i = "It is no longer as lapscale made it; make it again."),
    call = call
  )
}

# The name of the first part that is not of its kind, or NULL.
misshapen_part <- function(parts, shape) {
  for (name in names(shape)) {
    kind <- shape[[name]]
    part <- parts[[name]]
    if (is.list(kind)) {
      if (!is.list(part)) return(paste0("`", name, "`"))
      fault <- misshapen_part(part, kind)
      if (!is.null(fault)) return(path_of(name, fault))
    } else if (!is_of_kind(part, kind)) {
      return(paste0("`", name, "`"))
    }
  }
}

is_of_kind <- function(part, kind) {
  if (is.null(part)) {
    return(endsWith(kind, "?"))
  }
  kind <- sub("?", "", kind, fixed = TRUE)
  (kinds[[kind]] %||% kinds_inside[[kind]])(part)
}

# The name of the first part that holds a function, a call, an environment or a pointer, or NULL.
part_of_code <- function(parts, class) {
  for (name in setdiff(names(parts), c(may_hold_code, if (class == "lapscalestep") "options"))) {
    if (holds_code(parts[[name]])) return(paste0("`", name, "`"))
  }
}

types_of_code <- c(
  "closure", "builtin", "special", "environment", "externalptr", "weakref", "promise", "bytecode"
)

holds_code <- function(value) {
  if (is.language(value) || typeof(value) %in% types_of_code) {
    return(TRUE)
  }
  if (isS4(value)) {
    return(!methods::is(value, "Matrix"))
  }
  inside <- attributes(value)
  inside <- inside[setdiff(names(inside), c("names", "class", "dim", "dimnames", may_hold_code))]
  within <- if (is.list(value)) unclass(value)[!names_of(value) %in% may_hold_code]
  for (part in c(within, inside)) if (holds_code(part)) return(TRUE)
  FALSE
}

names_of <- function(value) names(value) %||% rep("", length(value))
