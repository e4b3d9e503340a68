# Principal components, the only place where they are computed.

# The principal components of x / unit: list(centre, the means, length r; axes, r x min(n, r),
# orthonormal; values: sums of squares along the axes, decreasing, by mass; unit).
#   x     n x r, plain;  mass: how often each row counts, length n, or 1
#   unit  a number, in whose unit squares neither overflow nor vanish
principal_components <- function(x, unit = 1, mass = 1) {
  centre <- if (is_unit_mass(mass)) colMeans(x / unit) else drop(mass %*% (x / unit)) / sum(mass)
  pairs <- svd(sqrt(mass) * (x / unit - rep(centre, each = nrow(x))), nu = 0L)
  list(centre = centre, axes = pairs$v, values = pairs$d^2, unit = unit)
}

# Coordinates of rows x, m x r, in the unit of x, on some of the axes, in the unit of the
# components: m x length(columns), centered as the components are.
#   components  of principal_components(): list(centre, axes, unit)
#   columns     numbers of the axes
principal_scores <- function(x, components, columns = seq_len(ncol(components$axes))) {
  centred <- x / components$unit - rep(components$centre, each = nrow(x))
  centred %*% components$axes[, columns, drop = FALSE]
}

# The coordinates of a plain matrix x, n x r, on its first k principal axes, those of no variance
# left out, in the unit of the largest difference from the mean: n x k, or fewer columns.
leading_scores <- function(x, k) {
  check_memory(8 * 5 * length(x), "x", "with its principal components (give `f` instead)")
  components <- principal_components(x, max(abs(x - rep(colMeans(x), each = nrow(x)))))
  kept <- utils::head(which(components$values > 1e-10 * components$values[[1]]), k)
  principal_scores(x, components, kept)
}
