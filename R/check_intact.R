# Objects of ours that come back from a file or from other hands: their parts are of the kind that
# the constructors give them, and none is code. Data never name what is run: no function, call or
# environment of theirs is evaluated, but what `may_hold_code` lists.

# What a part may be; "?" behind it: or NULL.
kinds <- list(
  number = function(v) is.numeric(v) && length(v) == 1L,
  numbers = function(v) is.numeric(v),
  word = function(v) is.character(v) && length(v) == 1L,
  words = function(v) is.character(v),
  flag = function(v) is.logical(v) && length(v) == 1L,
  flags = function(v) is.logical(v),
  matrix = function(v) is.matrix(v) && is.numeric(v),
  table = function(v) is.data.frame(v),
  list = function(v) is.list(v),
  weights = function(v) is.matrix(v) || methods::is(v, "dgCMatrix"),
  bandwidth = function(v) inherits(v, "lapscale_bandwidth"),
  fit = function(v) inherits(v, c("lapscale_embedding", "lapscale_ssl", "lapscale_clusters")),
  rows = function(v) is.numeric(v) || is.logical(v) && all(is.na(v)),
  code = function(v) is.function(v)
)

# Part by part, as the constructors document them; of numbers and matrices, their attributes.
shapes <- list(
  lapscale_bandwidth = list(selection = list(
    method = "word", curve = "table", minima = "table", choices = "rows?", minimum = "word?",
    facts = "list", labels = "list", tables = "list", scaling = "list?", looks = "list?"
  )),
  lapscale_dimension = list(estimate = list(
    method = "word", curve = "table", facts = "list", title = "word", note = "words?"
  )),
  lapscale_graph = list(
    weights = "weights", bandwidth = "number", method = "word", type = "word", cutoff = "number",
    self_loops = "flag", k = "number?", symmetry = "word?", local_scale = "number?",
    rows = "numbers", n_given = "number", names = "words?", scaled = "flag", landmarks = "list?",
    recall = "number?", of_kernel = "flag", order = "numbers?"
  ),
  lapscale_spectrum = list(
    values = "numbers", vectors = "matrix", residuals = "numbers", converged = "flags",
    type = "word", alpha = "number", scale = "word", bandwidth = "number"
  ),
  lapscale_embedding = list(
    coordinates = "matrix", eigenvalues = "numbers", bandwidth = "number", method = "word",
    settings = "list", scree = "numbers", residuals = "numbers", rows = "numbers", model = "list?",
    components = "list?"
  ),
  lapscale_scales = list(scales = "table", embeddings = "list"),
  lapscale_clusters = list(
    cluster = "numbers", k = "number", eigenvalues = "numbers", bandwidth = "number",
    gaps = "table", quality = "table", normalised_cut = "number", cut_bound = "number",
    coordinates = "matrix", rows = "numbers", n_given = "number", assignment = "list",
    model = "list?", settings = "list"
  ),
  lapscale_ssl = list(
    method = "word", title = "word", labels = "list", loo = "matrix?", held_out = "numbers?",
    error = "number?", error_se = "number?", error_guess = "number?", error_method = "word?",
    slope = "list?", score_kind = "word", x = "matrix?", scaling = "list?", columns = "words?",
    rows = "numbers", n_given = "number", h = "number?", bandwidth_method = "word?",
    alpha = "number?", parameters = "list", chosen = "words?", defaults = "words?", path = "table?",
    bound = "numbers?", solver = "list?", terms = "list?", elapsed = "number?", scores = "matrix"
  ),
  lapscale_metric = list(
    H = "numbers", G = "numbers", stretch = "matrix", coordinates = "matrix", d = "number",
    bandwidth = "number", rows = "numbers", edges = "weights"
  ),
  lapscale_distortion = list(
    H = "numbers", basis = "numbers", distortion = "numbers", points = "numbers",
    bandwidth = "number"
  ),
  lapscale_quality = list(
    trustworthiness = "number", continuity = "number", stress = "number", k = "number",
    n = "number", n_points = "number"
  ),
  lapscale_report = list(
    table = "table", bandwidth = "number", n = "number", points = "table", pairs = "table"
  ),
  lapscale_risk = list(bandwidth = "numbers", risk = "numbers", se = "numbers"),
  lapscale_row_source = list(
    n = "number", p = "number", type = "word", origin = "word", read = "code", columns = "words?"
  ),
  lapscale_bandwidths = list(),
  lapscale_embedding_list = list(),
  summary.lapscale_bandwidth = list(bandwidth = "bandwidth", minima = "table", glance = "table"),
  summary.lapscale_bandwidths = list(),
  summary.lapscale_clusters = list(fit = "fit", clusters = "table", gaps = "table"),
  summary.lapscale_dimension = list(dimension = "number"),
  summary.lapscale_embedding = list(embedding = "fit", table = "table", multiple = "numbers"),
  summary.lapscale_embedding_list = list(),
  summary.lapscale_graph = list(
    n = "number", edges = "number", neighbors = "numbers", degree = "numbers",
    components = "numbers"
  ),
  summary.lapscale_ssl = list(
    fit = "fit", parameters = "table", bound = "numbers?", shares = "table?"
  )
)

# What the members of a set are.
members <- c(
  lapscale_bandwidths = "lapscale_bandwidth", lapscale_embedding_list = "lapscale_embedding",
  summary.lapscale_bandwidths = "summary.lapscale_bandwidth",
  summary.lapscale_embedding_list = "summary.lapscale_embedding"
)

# A formula and the user's way to read rows are code, and theirs.
may_hold_code <- c("terms", "read", "write", "describe")

# `x` as it is, or an error that names the part that is not as it was made.
check_intact <- function(x, arg = "x", call = caller_env()) {
  class <- intersect(class(x), names(shapes))
  if (!length(class)) {
    return(x)
  }
  parts <- if (is.list(x)) unclass(x) else attributes(x)
  fault <- misshapen_part(parts, shapes[[class[[1]]]]) %||% part_of_code(parts) %||%
    fault_inside(parts, class[[1]])
  member <- members[class[[1]]]
  if (is.null(fault) && !is.na(member)) {
    strange <- which(!vapply(parts, inherits, NA, member))
    if (length(strange)) fault <- paste("entry", strange[[1]])
    if (is.null(fault)) for (part in parts) check_intact(part, arg, call)
  }
  if (is.null(fault) && class[[1]] == "lapscale_graph") fault <- graph_fault(x)
  if (!is.null(fault)) abort_damaged(arg, fault, call)
  x
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
      if (!is.null(fault)) return(fault)
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
part_of_code <- function(parts) {
  for (name in setdiff(names(parts), may_hold_code)) {
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
