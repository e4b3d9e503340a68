# Principal components, the only place where they are computed.

# list(centre, axes (r x min(n, r)), values: the components' squared lengths, decreasing),
# of x in a `unit` in which squares neither overflow nor vanish.
#   mass  of each row, or 1
principal_components <- function(x, unit = 1, mass = 1) {
  centre <- if (is_unit_mass(mass)) colMeans(x / unit) else drop(mass %*% (x / unit)) / sum(mass)
  pairs <- svd(sqrt(mass) * (x / unit - rep(centre, each = nrow(x))), nu = 0L)
  list(centre = centre, axes = pairs$v, values = pairs$d^2, unit = unit)
}

# Coordinates on some of the axes, in the unit of the components.
#   components  list(centre, axes, unit)
#   columns     numbers of the axes
principal_scores <- function(x, components, columns = seq_len(ncol(components$axes))) {
  centred <- x / components$unit - rep(components$centre, each = nrow(x))
  centred %*% components$axes[, columns, drop = FALSE]
}

# The first k scores, those of no variance left out, in the unit of the largest difference
# from the mean.
leading_scores <- function(x, k) {
  check_memory(8 * 5 * length(x), "x", "with its principal components (give `f` instead)")
  components <- principal_components(x, max(abs(x - rep(colMeans(x), each = nrow(x)))))
  kept <- utils::head(which(components$values > 1e-10 * components$values[[1]]), k)
  principal_scores(x, components, kept)
}
