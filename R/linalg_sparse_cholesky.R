# Sparse Cholesky factors: made by Matrix, solved with by the core.

# The factor of m + shift I, m a symmetric sparse matrix, in supernodes, NULL where that is not
# positive definite. The warning is muffled where it arises: a handler that left from there would
# leave CHOLMOD's workspace in disorder, and R's memory with it.
sparse_cholesky <- function(m, perm, shift = 0) {
  tryCatch(
    suppressWarnings(Matrix::Cholesky(m, perm = perm, LDL = FALSE, super = TRUE, Imult = shift)),
    error = function(e) NULL
  )
}

# What the core solves A x = b with: the supernodes as plain vectors (no copies), or a function of b
# where Matrix shows none. NULL for no factor. notes/eigen-solver.md has what this saves.
#   order  the rows of A as they were factored; NULL: as they are
cholesky_solver <- function(factor, order = NULL) {
  if (is.null(factor)) {
    return(NULL)
  }
  n <- nrow(factor)
  if (!all(supernodal_slots %in% methods::slotNames(factor))) {
    order <- order %||% seq_len(n)
    return(function(b) {
      b[order, ] <- as.matrix(Matrix::solve(factor, b[order, , drop = FALSE]))
      b
    })
  }
  parts <- lapply(stats::setNames(nm = supernodal_slots), methods::slot, object = factor)
  # CHOLMOD's own order, counted from 0; none where it kept the rows as they were.
  own <- if (length(factor@perm)) factor@perm + 1L else seq_len(n)
  rows <- if (is.null(order)) own else order[own]
  c(parts, list(order = if (identical(rows, seq_len(n))) integer() else rows - 1L))
}

# As CHOLMOD calls them: columns, places of rows and of values, rows, values.
supernodal_slots <- c("super", "pi", "px", "s", "x")
