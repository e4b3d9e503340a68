# Support vector machines in the deformed kernel, one per column of the targets.

# list(weights n x q, intercept q, n_support): functions are coefficients %*% weights + intercept.
vector_machine <- function(deformed, targets, solver) {
  one <- if (solver == "dual") dual_machine else primal_machine
  fits <- lapply(seq_len(ncol(targets)), function(j) one(deformed, targets[, j]))
  gaps <- vapply(fits, function(fit) fit$gap, 0)
  if (max(gaps) > 1e-3) {
    warn(
      "The machine stopped {signif(max(gaps), 2)} short of its optimality conditions.",
      "convergence"
    )
  }
  weights <- vapply(fits, function(fit) fit$weights, numeric(nrow(targets)))
  list(
    weights = weights, intercept = vapply(fits, function(fit) fit$intercept, 0),
    n_support = sum(rowSums(weights != 0) > 0)
  )
}

# The hinge loss: alpha in units of 1 / n.
dual_machine <- function(deformed, y) {
  gram <- deformed$gram / (2 * deformed$scale)
  dual <- cpp_svm_dual(gram, y, 1e-7, 500000L)
  list(
    weights = y * dual$alpha / (2 * deformed$scale), intercept = dual$intercept, gap = dual$gap
  )
}

# The squared hinge loss, but for the intercept: that of the squared hinge is drawn far towards the
# larger class, so it is set as in the dual, where the hinge loss is least.
primal_machine <- function(deformed, y) {
  gram <- deformed$gram / deformed$scale
  primal <- cpp_svm_primal(gram, y, 1e-10, 200L)
  list(
    weights = primal$weights / deformed$scale,
    intercept = hinge_intercept(gram %*% primal$weights, y), gap = primal$gap
  )
}

# The intercept b that minimises sum max(0, 1 - y (f + b)): the middle of the minima. The sum is
# piecewise linear with its corners at y - f.
hinge_intercept <- function(f, y) {
  corners <- sort(y - drop(f))
  # To the left of all corners only labels +1 lose, each with slope -1; every corner adds 1.
  slope <- -sum(y > 0) + seq_along(corners)
  least <- which(slope >= 0)[[1]]
  if (slope[[least]] > 0) corners[[least]] else mean(corners[least + 0:1])
}

# Scores of the labels `out` by machines that did not see them; where the others are of one class
# only, its sign.
hidden_scores <- function(deformed, targets, solver, out) {
  part <- deformed
  part$gram <- deformed$gram[-out, -out, drop = FALSE]
  across <- deformed$gram[out, -out, drop = FALSE]
  scores <- targets[out, , drop = FALSE]
  for (j in seq_len(ncol(targets))) {
    y <- targets[-out, j]
    if (length(unique(y)) < 2L) {
      scores[, j] <- y[[1]]
    } else {
      fit <- vector_machine(part, matrix(y), solver)
      scores[, j] <- across %*% fit$weights + fit$intercept
    }
  }
  scores
}
