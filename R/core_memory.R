# Memory is estimated before it is asked for: a clear refusal instead of a dead session.

# Returns the bytes that may be used at most: the option lapscale.memory (in GB of 2^30 bytes),
# otherwise 80% of what is free; Inf if neither is known.
memory_limit <- function() {
  limit <- getOption("lapscale.memory")
  if (is.null(limit)) 0.8 * free_memory() else
    check_number(limit, "lapscale.memory", above = 0, infinite = TRUE) * 2^30
}

# Up to this number of bytes the free memory is not determined, unless the user has set a limit.
few_bytes <- 2^24
# Whether a number of bytes is so large that it is checked against the limit: above few_bytes, or
# any number if the user has set a limit.
is_much_memory <- function(bytes) bytes > few_bytes || !is.null(getOption("lapscale.memory"))

# Whether a number of bytes may be used: few_bytes without a check, more up to memory_limit().
fits_in_limit <- function(bytes) !is_much_memory(bytes) || bytes <= memory_limit()

# Raises an error if more memory is needed than may be used.
#   bytes    how many are needed;  arg: name of the argument that is too large then
#   purpose  what they are needed for, in words;  hint: further bullet, or NULL
# `need` and `have` are in GB.
check_memory <- function(bytes, arg, purpose, hint = NULL) {
  is_within <- fits_in_limit(bytes)
  # Frees what R no longer needs.
  if (!is_within) gc()
  limit <- if (is_within) Inf else memory_limit()
  if (bytes > limit) {
    need <- signif(bytes / 2^30, 3)
    have <- signif(limit / 2^30, 3)
    abort(c("`{arg}` is too large: {purpose}, it needs {need} GB; at most {have} GB may be used.",
            i = "Option {.code lapscale.memory} sets the limit, in GB.", i = hint), "memory")
  }
}

# Checks the memory for lists of `k` neighbors of each of n points, and the graph that joins them.
#   arg  the argument that is too large if there is not enough memory
check_list_memory <- function(n, k, arg) {
  check_memory(44 * n * (2 * k + 1), arg, paste(k, "neighbors of each of", n, "points"))
}
