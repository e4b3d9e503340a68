# Objects of ours that come back from a file or from other hands: their parts are of the kind that
# the constructors give them, and none is code. Data never name what is run: no function, call or
# environment of theirs is evaluated, but what `may_hold_code` lists.

# What a part may be; "?" behind it: or NULL.
kinds <- list(
  number = function(v) are_numbers(v) && length(v) == 1L && is.null(dim(v)),
  numbers = function(v) are_numbers(v),
  word = function(v) are_words(v) && length(v) == 1L && is.null(dim(v)),
  words = function(v) are_words(v) && length(dim(v)) < 2L,
  flag = function(v) are_flags(v) && length(v) == 1L,
  flags = function(v) are_flags(v),
  matrix = function(v) is.matrix(v) && are_numbers(v),
  table = function(v) is_table(v),
  list = function(v) is.list(v),
  weights = function(v) is.matrix(v) && are_numbers(v) || is_sparse(v),
  bandwidth = function(v) inherits(v, "lapscale_bandwidth") && is.null(intact_fault(v)),
  dimension = function(v) inherits(v, "lapscale_dimension") && is.null(intact_fault(v)),
  fit = function(v) {
    inherits(v, c("lapscale_embedding", "lapscale_ssl", "lapscale_clusters")) &&
      is.null(intact_fault(v))
  },
  summarised = function(v) {
    inherits(v, paste0("lapscale_", c(
      "report", "quality", "scales", "laplacian", "spectrum", "distortion", "metric"
    ))) && is.null(intact_fault(v))
  },
  rows = function(v) are_numbers(v) || are_flags(v) && all(is.na(v)),
  code = function(v) is.function(v)
)

# Of these types and of no class, such as that of a factor or of dates.
are_numbers <- function(v) is.numeric(v) && !is.object(v)
are_words <- function(v) is.character(v) && !is.object(v)
are_flags <- function(v) is.logical(v) && !is.object(v)

is_whole_number <- function(v, least) kinds$number(v) && are_whole_numbers(v, least, 2^53)

are_whole_numbers <- function(v, least, most) {
  are_numbers(v) && !anyNA(v) && all(v >= least & v <= most & v == trunc(v))
}

# Of a matrix without one of its slots validObject() is an error even in a test; a slot of integers
# may be a factor for all it says.
is_sparse <- function(v) {
  methods::is(v, "dgCMatrix") && !has_slot_of_class(v) &&
    tryCatch(isTRUE(methods::validObject(v, test = TRUE)), error = function(e) FALSE)
}

has_slot_of_class <- function(v) {
  slots <- attributes(v)
  any(vapply(slots[names(slots) != "class"], is.object, NA))
}

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
  if (isS4(value) && !methods::is(value, "lapscale_laplacian")) {
    return(!methods::is(value, "Matrix"))
  }
  inside <- attributes(value)
  inside <- inside[setdiff(names(inside), c("names", "class", "dim", "dimnames", may_hold_code))]
  within <- if (is.list(value)) unclass(value)[!names_of(value) %in% may_hold_code]
  for (part in c(within, inside)) if (holds_code(part)) return(TRUE)
  FALSE
}

names_of <- function(value) names(value) %||% rep("", length(value))
