# The exact lists of the k nearest neighbors by workers, without distances: those that the core
# finds here. NULL where there are no workers.
nearest_by_workers <- function(x, k, runtime, call = caller_env(), n_parts = 32L) {
  n <- nrow(x)
  # Points on the disk are in a file that is open here.
  workers <- if (!is_paged(x)) find_workers()
  if (is.null(workers)) {
    return(NULL)
  }
  shared <- share_with_workers(list(x = x, k = k), runtime)
  on.exit(free_shared(shared))
  arguments <- lapply(seq_len(n_parts) - 1L, function(part) list(part = part, n_parts = n_parts))
  found <- worker_map("nearest", arguments, shared, workers, runtime, call)
  size <- integer(n)
  for (part in found) size[part$row] <- part$size
  begin <- c(0L, cumsum(size))
  index <- integer(sum(size))
  for (part in found) index[sequence(part$size, begin[part$row] + 1L)] <- part$index
  list(begin = begin, index = index)
}
