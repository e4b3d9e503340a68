# Memory is estimated before it is asked for: a clear refusal instead of a dead session.

# Bytes that may be used at most: option lapscale.memory (GB), else 80 % of what is free.
memory_limit <- function(call = caller_env()) {
  limit <- getOption("lapscale.memory")
  if (!is.null(limit)) {
    return(check_number(limit, "lapscale.memory", above = 0, infinite = TRUE, call = call) * 2^30)
  }
  file <- "/proc/meminfo"
  if (!file.exists(file)) {
    return(Inf)
  }
  line <- grep("^MemAvailable:", readLines(file, warn = FALSE), value = TRUE)
  if (length(line)) 0.8 * 1024 * as.numeric(gsub("[^0-9]", "", line[[1]])) else Inf
}

check_memory <- function(bytes, arg, what, call = caller_env()) {
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

# Runs the heavy part of a function. Should memory run out all the same, in whatever thread, the
# error is ours and names the argument that is too large.
guard_memory <- function(expr, arg, call = caller_env()) {
  tryCatch(expr, `std::bad_alloc` = function(e) {
    abort(
      "`{arg}` is too large: the memory of this machine ran out.",
      "memory",
      call = call
    )
  })
}
