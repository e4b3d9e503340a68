# Coordinates that are independent: not the leading eigenvectors, of which several may be functions
# of the same direction, but a set of them that together see all directions.

# How many eigenvectors are looked at for sets of s.
count_searched <- function(s, n) min(n - 2L, max(14L, 2L * s + 2L))

# Sets of s eigenvectors with the first among them, and how independent they are: list(selected,
# candidates, a data frame: set, independence, eigenvalues, their sum).
#   vectors, values  of the Laplacian after the constant, n x m
#   walk             of walk_with_loops()
find_independent <- function(vectors, values, s, d, walk, runtime) {
  m <- ncol(vectors)
  if (choose(m - 1, s - 1) > max_sets) {
    abort_argument("`n_components` = {s} is too many to look for independent coordinates.")
  }
  others <- utils::combn(seq_len(m)[-1L], s - 1L)
  sets <- rbind(rep(1L, ncol(others)), others)
  score <- cpp_independence(walk, t(vectors), min(d, s), sets, runtime)
  cost <- colSums(matrix(values[sets], s))
  near <- which(score >= max(score) - 0.1)
  list(
    selected = sets[, near[[which.min(cost[near])]]],
    candidates = data.frame(
      set = apply(sets, 2L, paste, collapse = ", "), independence = score, eigenvalues = cost
    )
  )
}

max_sets <- 1e5
