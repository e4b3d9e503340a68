# How a result was made: the version of the package and the seed, for glance() and summary().

# Since the innermost door() was entered: the seeds that draw_seed() has returned; and when it was.
# Since the outermost one was: `common`, the seed that was drawn in place of all that are NULL.
drawn <- new.env(parent = emptyenv())
drawn$seeds <- numeric()
drawn$start <- 0

# Seconds that the exported function has taken so far.
seconds_of_call <- function() proc.time()[[3]] - drawn$start

# Results that remember their origin.
has_origin <- c(
  "lapscale_bandwidth", "lapscale_bandwidths", "lapscale_boundary", "lapscale_clusters",
  "lapscale_common", "lapscale_denoised", "lapscale_dimension", "lapscale_embedding",
  "lapscale_embedding_list", "lapscale_graph", "lapscale_metric", "lapscale_noise",
  "lapscale_quality", "lapscale_report", "lapscale_ssl", "lapscale_test"
)

# Adds the origin to a result of an exported function, if it has none.
#   frame      of the exported function;  seeds: that it drew
#   arguments  names of its arguments. What is made from an object, the first argument, without
#              drawing anything has the origin of that object.
with_origin <- function(result, frame, arguments, seeds) {
  if (!is.object(result) || isS4(result) || !inherits(result, has_origin)) return(result)
  if (!is.null(attr(result, "origin"))) return(result)
  source <- if (!"seed" %in% arguments) frame[[arguments[[1L]]]]
  if (!is.null(source) && identical(class(source)[[1L]], class(result)[[1L]])) {
    return(add_origin(result, origin_of(source)))
  }
  seed_given <- seed_of_call(frame, arguments)
  # Of several seeds that were drawn, none repeats the result.
  seed <- if (is.numeric(seed_given) && length(seed_given) == 1L) as.numeric(seed_given) else
    if (length(unique(seeds)) == 1L) seeds[[1L]] else NA_real_
  add_origin(result, list(seed = seed, version = installed_version()))
}

# Returns the argument `seed` of a call, also where it is handed on in `...`; NULL without one.
#   frame  of the exported function;  arguments: the names of its arguments
seed_of_call <- function(frame, arguments) {
  if ("seed" %in% arguments) return(frame[["seed"]])
  if (!"..." %in% arguments) return(NULL)
  position <- match("seed", eval(quote(...names()), frame))
  if (!is.na(position)) eval(call("...elt", position), frame)
}

# Gives a result its origin. Parts of a list have that of the list.
#   result  an object of ours;  origin: list(seed, version)
add_origin <- function(result, origin) {
  attr(result, "origin") <- origin
  is_list_of_parts <- inherits(result, c("lapscale_bandwidths", "lapscale_embedding_list"))
  if (!is_list_of_parts || inherits(result, "lapscale_scales")) return(result)
  parts <- unclass(result)
  for (i in seq_along(parts)) {
    if (is.object(parts[[i]]) && is.null(attr(parts[[i]], "origin"))) {
      attr(parts[[i]], "origin") <- origin
    }
  }
  structure(parts, class = class(result))
}

# The version of this package, a text.
installed_version <- function() as.character(getNamespaceVersion("lapscale")[[1L]])

# By what x, an object of ours, was made: list(seed, version). An object of another version, or one
# that was made by hand, says NA.
origin_of <- function(x) attr(x, "origin") %||% list(seed = NA_real_, version = NA_character_)

# Adds the columns `seed` and `version` to a table of one or more rows.
#   table  data frame;  x: an object of ours, with an origin
with_origin_columns <- function(table, x) {
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
