# Memory is estimated before it is asked for: a clear refusal instead of a dead session.

# Bytes that may be used at most: option lapscale.memory (GB), else 80 % of what is free.
memory_limit <- function(call = caller_env()) {
  limit <- getOption("lapscale.memory")
  if (is.null(limit)) {
    return(0.8 * free_memory())
  }
  check_number(limit, "lapscale.memory", above = 0, infinite = TRUE, call = call) * 2^30
}

# Of so few bytes it does not pay to ask how many are free, unless the user has set a limit.
few_bytes <- 2^24
is_much_memory <- function(bytes) bytes > few_bytes || !is.null(getOption("lapscale.memory"))

check_memory <- function(bytes, arg, what, call = caller_env()) {
  if (!is_much_memory(bytes) || bytes <= memory_limit(call)) {
    return(invisible())
  }
  # What R no longer needs is free as well.
  gc()
  limit <- memory_limit(call)
  if (bytes <= limit) {
    return(invisible())
  }
  need <- signif(bytes / 2^30, 3)
  have <- signif(limit / 2^30, 3)
  abort(
    c("`{arg}` is too large: {what}, it needs {need} GB; at most {have} GB may be used.",
      i = "Option {.code lapscale.memory} sets the limit, in GB."),
    "memory",
    call = call
  )
}

# Lists of `k` neighbours of each of n points, and the graph that joins them.
check_list_memory <- function(n, k, arg, call = caller_env()) {
  check_memory(44 * n * (2 * k + 1), arg, paste(k, "neighbours of each of", n, "points"), call)
}

# Runs the heavy part of a function. Should memory run out all the same, in C++, in whatever thread,
# or in R, the error is ours and names the argument that is too large.
guard_memory <- function(expr, arg, call = caller_env()) {
  tryCatch(
    expr,
    `std::bad_alloc` = function(e) abort_out_of_memory(arg, NULL, call),
    `lapscale::TooManyNeighbors` = function(e) abort_too_many_listed(arg, call),
    `lapscale::FileError` = function(e) {
      abort_scratch(list(path = scratch_folder_of_points(), fault = conditionMessage(e)), call)
    },
    simpleError = function(e) {
      refuse_memory_error(e, arg, call)
      stop(e)
    }
  )
}

# Neighbors that lists may hold in all.
most_listed <- function() min(2^31 - 1, memory_limit() / 44)

abort_too_many_listed <- function(arg, call) {
  most <- format(floor(most_listed()), big.mark = ",")
  abort(
    c("`{arg}` has more than {most} pairs of nearest neighbors, which do not fit into memory: all
       points at the distance of the last neighbor count, and many of them coincide.",
      i = "unique() drops the rows that coincide with others."),
    "memory",
    call = call
  )
}

# For handlers that make something else of an error.
refuse_memory_error <- function(e, arg, call) {
  if (inherits(e, "simpleError") && is_out_of_memory(e)) {
    abort_out_of_memory(arg, refused_bytes(conditionMessage(e)), call)
  }
}

#   bytes  what was asked for in vain, NULL where that is not known
abort_out_of_memory <- function(arg, bytes, call) {
  free <- paste(signif(free_memory() / 2^30, 3), "GB")
  wanted <- if (is.null(bytes)) "" else paste0(" at ", signif(bytes / 2^30, 3), " GB more")
  abort(
    "`{arg}` is too large: the memory ran out{wanted}; {free} are free.",
    "memory",
    call = call
  )
}

# R says it in the language of the session.
out_of_memory <- c(
  "cannot allocate vector of size %0.1f Gb", "cannot allocate vector of size %0.1f Mb",
  "cannot allocate vector of size %0.f Kb", "cannot allocate memory block of size %0.1f Gb",
  "memory exhausted (limit reached?)", "vector memory exhausted (limit reached?)",
  "cons memory exhausted (limit reached?)"
)

is_out_of_memory <- function(e) {
  said <- conditionMessage(e)
  known <- c(out_of_memory, gettext(out_of_memory, domain = "R"))
  beginnings <- sub("%0.*", "", known)
  any(startsWith(said, beginnings)) || grepl("^(vector )?memory limit of ", said)
}

# The size in R's message.
refused_bytes <- function(said) {
  size <- regexec("([0-9]+[.,]?[0-9]*) ([KMGT])b", said, ignore.case = TRUE)
  found <- regmatches(said, size)[[1L]]
  if (length(found)) {
    power <- match(toupper(found[[3L]]), c("K", "M", "G", "T"))
    as.numeric(sub(",", ".", found[[2L]])) * 2^(10 * power)
  }
}
