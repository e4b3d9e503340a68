# The exact lists of the k nearest neighbours by workers, n x k rows: those that the core finds
# here. NULL where there are no workers.
nearest_by_workers <- function(x, k, runtime, n_parts = 32L) {
  n <- nrow(x)
  # Points on the disk are in a file that is open here.
  workers <- if (!is_paged(x)) find_workers()
  if (is.null(workers)) {
    return(NULL)
  }
  shared <- share_with_workers(list(x = x, k = k), runtime)
  on.exit(free_shared(shared))
  arguments <- lapply(seq_len(n_parts) - 1L, function(part) list(part = part, n_parts = n_parts))
  found <- worker_map("nearest", arguments, shared, workers, runtime)
  index <- matrix(0L, n, k)
  for (part in found) index[part$row, ] <- part$index
  index
}
