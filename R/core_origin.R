# How a result was made: the version of the package and the seed, for glance() and summary().

# The record of a call. Since the innermost door() was entered: `seeds` that draw_seed() has
# drawn, and `start`, the time when it was entered, in seconds of proc.time() (0: no call runs).
# Since the outermost one was: `common`, the seed that is drawn in place of all seeds that are NULL.
call_record <- new.env(parent = emptyenv())
call_record$seeds <- numeric()
call_record$start <- 0

# Seconds that the exported function has taken so far.
seconds_of_call <- function() proc.time()[[3]] - call_record$start

# Classes of results that remember their origin.
classes_with_origin <- c(
  "lapscale_bandwidth", "lapscale_bandwidths", "lapscale_boundary", "lapscale_clusters",
  "lapscale_common", "lapscale_denoised", "lapscale_dimension", "lapscale_embedding",
  "lapscale_embedding_list", "lapscale_graph", "lapscale_metric", "lapscale_noise",
  "lapscale_quality", "lapscale_report", "lapscale_ssl", "lapscale_test"
)

# Returns the result of an exported function with the attribute "origin", list(seed, version of the
# package), if it is of classes_with_origin and has none yet. A result of a function without an
# argument `seed` that is of the class of the first argument has the origin of that.
#   result     any object
#   frame      environment of the exported function;  arguments: names of its arguments
#   seeds      numbers, all seeds that the call drew
# `source` is the first argument, `seed_given` the argument `seed`, either NULL if there is none;
# `seed` is a number, NA if it is not known.
with_origin <- function(result, frame, arguments, seeds) {
  if (!is.object(result) || isS4(result) || !inherits(result, classes_with_origin)) return(result)
  if (!is.null(attr(result, "origin"))) return(result)
  source <- if (!"seed" %in% arguments) frame[[arguments[[1L]]]]
  if (!is.null(source) && identical(class(source)[[1L]], class(result)[[1L]])) {
    return(add_origin(result, origin_of(source)))
  }
  seed_given <- seed_of_call(frame, arguments)
  # Of several seeds that were drawn, none repeats the result.
  seed <- if (is.numeric(seed_given) && length(seed_given) == 1L) as.numeric(seed_given) else
    if (length(unique(seeds)) == 1L) seeds[[1L]] else
      if (length(seeds)) NA_real_ else seed_of_parts(frame, arguments)
  add_origin(result, list(seed = seed, version = installed_version()))
}

# Returns the seed of what a result was made of, where it draws nothing itself: the one of the
# bandwidth and of the first argument; NA if they have none, or different ones.
#   frame, arguments  as in with_origin()
seed_of_parts <- function(frame, arguments) {
  parts <- mget(c("bandwidth", arguments[[1L]]), frame, ifnotfound = list(NULL))
  seeds <- unique(stats::na.omit(vapply(parts, function(part) origin_of(part)$seed, 0)))
  if (length(seeds) == 1L) seeds else NA_real_
}

# Returns the argument `seed` of a call as the user gave it, also where it is handed on in `...`;
# NULL without one.
#   frame  environment of the exported function;  arguments: the names of its arguments
seed_of_call <- function(frame, arguments) {
  if ("seed" %in% arguments) return(frame[["seed"]])
  if (!"..." %in% arguments) return(NULL)
  position <- match("seed", eval(quote(...names()), frame))
  if (!is.na(position)) eval(call("...elt", position), frame)
}

# Returns a result with its origin as an attribute. The elements of a list of bandwidths or of
# embeddings get it too, if they have none.
#   result  an object of a class of this package
#   origin  list(seed: a number, or NA; version: a text)
add_origin <- function(result, origin) {
  attr(result, "origin") <- origin
  is_list <- inherits(result, c("lapscale_bandwidths", "lapscale_embedding_list"))
  if (!is_list || inherits(result, "lapscale_scales")) return(result)
  elements <- unclass(result)
  for (i in seq_along(elements)) {
    if (is.object(elements[[i]]) && is.null(attr(elements[[i]], "origin"))) {
      attr(elements[[i]], "origin") <- origin
    }
  }
  structure(elements, class = class(result))
}

# The version of this package, a text.
installed_version <- function() as.character(getNamespaceVersion("lapscale")[[1L]])

# The seed and the version of the package by which x, an object of ours, was made: list(seed,
# version), both NA if it does not say.
origin_of <- function(x) attr(x, "origin") %||% list(seed = NA_real_, version = NA_character_)

# Returns a table with the columns `seed` and `version` of an object, the same in all rows.
#   table  data frame;  x: an object of ours, with an origin
with_seed_and_version <- function(table, x) {
  table[c("seed", "version")] <- origin_of(x)[c("seed", "version")]
  table
}

# Says in a line how x, an object of ours, was made, for the end of a summary; NULL if not known.
describe_origin <- function(x) {
  origin <- origin_of(x)
  if (is.na(origin$version)) return(NULL)
  seed <- if (!is.na(origin$seed)) paste0(", seed ", format(origin$seed, digits = 16))
  paste0("Made by lapscale ", origin$version, seed, "\n")
}
