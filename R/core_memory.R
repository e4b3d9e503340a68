# Memory is estimated before it is asked for: a clear refusal instead of a dead session.

# Bytes that may be used at most: option lapscale.memory (GB), else 80 % of what is free.
memory_limit <- function() {
  limit <- getOption("lapscale.memory")
  if (is.null(limit)) {
    return(0.8 * free_memory())
  }
  check_number(limit, "lapscale.memory", above = 0, infinite = TRUE) * 2^30
}

# Of so few bytes it does not pay to ask how many are free, unless the user has set a limit.
few_bytes <- 2^24
is_much_memory <- function(bytes) bytes > few_bytes || !is.null(getOption("lapscale.memory"))

check_memory <- function(bytes, arg, what) {
  fits <- !is_much_memory(bytes) || bytes <= memory_limit()
  # What R no longer needs is free as well.
  if (!fits) gc()
  limit <- if (fits) Inf else memory_limit()
  if (bytes > limit) {
    need <- signif(bytes / 2^30, 3)
    have <- signif(limit / 2^30, 3)
    abort(
      c("`{arg}` is too large: {what}, it needs {need} GB; at most {have} GB may be used.",
        i = "Option {.code lapscale.memory} sets the limit, in GB."),
      "memory"
    )
  }
}

# Lists of `k` neighbours of each of n points, and the graph that joins them.
check_list_memory <- function(n, k, arg) {
  check_memory(44 * n * (2 * k + 1), arg, paste(k, "neighbors of each of", n, "points"))
}

# The error for an allocation that failed in spite of the estimate, in C++ or in R.
abort_out_of_memory <- function(arg) {
  free <- signif(free_memory() / 2^30, 3)
  abort("`{arg}` is too large: the memory ran out; {free} GB are free.", "memory")
}

# Neighbors that lists may hold in all.
max_listed <- function() min(2^31 - 1, memory_limit() / 44)

abort_too_many_listed <- function(arg) {
  most <- format(floor(max_listed()), big.mark = ",")
  abort(
    c("`{arg}` has more than {most} pairs of nearest neighbors, which do not fit into memory: all
       points at the distance of the last neighbor count, and many of them coincide.",
      i = "unique() drops the rows that coincide with others."),
    "memory"
  )
}

# R has no class for it; its message is in the language of the session.
is_out_of_memory <- function(e) {
  known <- c("cannot allocate vector of size %0.1f Gb", "cannot allocate vector of size %0.1f Mb",
             "cannot allocate memory block of size %0.1f Gb", "memory exhausted (limit reached?)",
             "vector memory exhausted (limit reached?)")
  known <- sub("%0.*", "", c(known, gettext(known, domain = "R")))
  inherits(e, "simpleError") && any(startsWith(conditionMessage(e), known))
}

scratch_folder_of_points <- function() path.expand(getOption("lapscale.scratch", tempdir()))

abort_scratch <- function(found) {
  abort(
    c("`lapscale.scratch`: the folder {found$path} {found$fault}.",
      i = "Points that do not fit into memory are kept there; the option names another."),
    "file"
  )
}
