# Damage of objects of ours as a crafted file may have it: every part, however deep, in its turn is
# taken away, emptied or something else.

# What is put in the place of a part. Each takes any value.
damages <- list(
  null = function(v) NULL,
  missing = function(v) NA,
  none = function(v) if (is.atomic(v)) v[0] else list(),
  longer = function(v) {
    if (is.null(dim(v)) && length(v)) unname(unclass(v))[c(1, seq_along(v))] else 1:3
  },
  shorter = function(v) if (length(v) > 1L) unclass(v)[-1] else list(1),
  not_finite = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, NaN) else NA_real_,
  infinite = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, Inf) else Inf,
  negative = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, -1) else -1,
  zero = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, 0) else 0,
  many = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, 1e9) else 1e9,
  huge = function(v) if (is.numeric(v) && length(v)) replace(v, 1L, 1e300) else 1e300,
  turned = function(v) if (length(dim(v)) == 2L) t(v) else rev(v),
  flat = function(v) if (is.null(dim(v))) matrix(v, 1L) else c(as.matrix(v)),
  renamed = function(v) if (is.null(names(v))) v else stats::setNames(v, rev(names(v))),
  word = function(v) "word",
  # One more than the objects of helper-fuzz_targets.R have points.
  number = function(v) 19,
  list = function(v) list(1, "a"),
  call = function(v) quote(file.create("trap")),
  closure = function(v) function(...) file.create("trap")
)

# The paths of all parts of an object, as lists of names or numbers; of attributes with a dot before.
damage_paths <- function(object, deepest = 5L) {
  inside <- function(part, path) {
    if (length(path) >= deepest) {
      return(list())
    }
    kept <- attributes(part)
    kept <- kept[setdiff(names(kept), c("names", "class", "dim", "dimnames", "row.names", "levels"))]
    places <- c(
      if (is.list(part)) as.list(seq_along(unclass(part))), as.list(sprintf(".%s", names(kept)))
    )
    values <- c(if (is.list(part)) unclass(part), kept)
    found <- Map(function(place, value) {
      c(list(c(path, list(place))), inside(value, c(path, list(place))))
    }, places, values)
    do.call(c, unname(found))
  }
  inside(object, list())
}

# The object with `damage` done to the part at a path.
damage_at <- function(object, path, damage) {
  place <- path[[1]]
  at_attribute <- is.character(place)
  name <- if (at_attribute) substring(place, 2)
  part <- if (at_attribute) attr(object, name, exact = TRUE) else unclass(object)[[place]]
  part <- if (length(path) > 1L) damage_at(part, path[-1], damage) else damage(part)
  if (at_attribute) {
    attr(object, name) <- part
    return(object)
  }
  kept <- class(object)
  object <- unclass(object)
  if (is.null(part)) object[[place]] <- NULL else object[[place]] <- part
  if (!is.null(kept) && !identical(kept, "list")) class(object) <- kept
  object
}

# In words: fit$model$rule, fit@selection$facts.
damage_name <- function(object, path) {
  words <- ""
  for (place in path) {
    if (is.character(place)) {
      words <- paste0(words, "@", substring(place, 2))
      object <- attr(object, substring(place, 2), exact = TRUE)
    } else {
      name <- names(unclass(object))[place]
      words <- paste0(words, "$", if (length(name) && nzchar(name)) name else place)
      object <- unclass(object)[[place]]
    }
  }
  words
}

# All damages of an object, each given to all methods: a data frame of part, damage, method, outcome
# ("result", "error" of ours, or what R said), in `seconds` of the processor each.
damage_outcomes <- function(object, methods, paths = damage_paths(object), seconds = 5,
                            kinds = damages) {
  rows <- list()
  for (path in paths) {
    for (kind in names(kinds)) {
      damaged <- tryCatch(damage_at(object, path, kinds[[kind]]), error = function(e) NULL)
      if (is.null(damaged)) next
      for (method in names(methods)) {
        setTimeLimit(cpu = seconds, transient = TRUE)
        error <- tryCatch({
          draw_nowhere(utils::capture.output(quietly(methods[[method]](damaged))))
          NULL
        }, error = identity)
        setTimeLimit()
        outcome <- fuzz_kind(error)
        if (outcome == "error of R") outcome <- paste(text_of(error), collapse = " ")
        rows[[length(rows) + 1L]] <- data.frame(
          part = damage_name(object, path), damage = kind, method = method,
          outcome = substr(outcome, 1, 90)
        )
      }
    }
  }
  do.call(rbind, rows)
}
