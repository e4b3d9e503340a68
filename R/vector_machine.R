# Support vector machines in the deformed kernel, one per column of the codes.

# list(weights n x q, intercept q, n_support): functions are coefficients %*% weights + intercept.
vector_machine <- function(deformed, codes, solver, call = caller_env()) {
  one <- if (solver == "dual") dual_machine else primal_machine
  fits <- lapply(seq_len(ncol(codes)), function(j) one(deformed, codes[, j]))
  gaps <- vapply(fits, function(fit) fit$gap, 0)
  if (max(gaps) > 1e-3) {
    warn(
      "The machine stopped {signif(max(gaps), 2)} short of its optimality conditions.",
      "convergence", call = call
    )
  }
  list(
    weights = vapply(fits, function(fit) fit$weights, numeric(nrow(codes))),
    intercept = vapply(fits, function(fit) fit$intercept, 0),
    n_support = sum(rowSums(vapply(fits, function(fit) fit$weights != 0, logical(nrow(codes)))) > 0)
  )
}

# The hinge loss: alpha in units of 1 / n.
dual_machine <- function(deformed, y) {
  gram <- deformed$gram / (2 * deformed$scale)
  dual <- cpp_box_dual(gram, y, 1e-7, 500000L)
  list(
    weights = y * dual$alpha / (2 * deformed$scale), intercept = dual$intercept, gap = dual$gap
  )
}

# The squared hinge loss.
primal_machine <- function(deformed, y) {
  primal <- cpp_squared_hinge(deformed$gram / deformed$scale, y, 1e-10, 200L)
  list(
    weights = primal$weights / deformed$scale, intercept = primal$intercept, gap = primal$gap
  )
}

# Scores of labelled points by machines that did not see them, over 5 folds in the order of the
# labels; where a fold leaves one class only, its sign.
held_out_scores <- function(deformed, codes, solver) {
  n <- nrow(codes)
  fold <- integer(n)
  fold[order(codes[, 1L])] <- rep_len(1:5, n)
  scores <- codes
  for (f in unique(fold)) {
    held <- fold == f
    part <- deformed
    part$gram <- deformed$gram[!held, !held, drop = FALSE]
    for (j in seq_len(ncol(codes))) {
      y <- codes[!held, j]
      if (length(unique(y)) < 2L) {
        scores[held, j] <- if (length(y)) y[[1]] else 0
        next
      }
      fit <- vector_machine(part, matrix(y), solver)
      scores[held, j] <- deformed$gram[held, !held, drop = FALSE] %*% fit$weights + fit$intercept
    }
  }
  scores
}
