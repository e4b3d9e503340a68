#' Intrinsic dimension by maximum likelihood
#'
#' @description
#' Estimates the intrinsic dimension by maximum likelihood (Levina and Bickel, 2004). The distances
#' from a point to its neighbors are modeled as those of a Poisson process in the tangent space.
#'
#' **When to use it.** Use it for data with little noise, and for the dimension at each point
#' (`local = TRUE`). Near a boundary the neighborhoods are cut off, and the estimate is too small.
#' In many dimensions a large part of any sample is near the boundary.
#'
#' @details
#' The likelihood at a point has its maximum at
#' \deqn{\hat d(x) = \left[ \frac1{k-1} \sum_{j=1}^{k-1} \log \frac{T_k(x)}{T_j(x)} \right]^{-1}}{
#' d(x) = [ 1 / (k-1) sum_{j < k} log(T_k(x) / T_j(x)) ]^-1}
#' where \eqn{T_j(x)} is the distance to the `j`-th nearest neighbor. The
#' inverses of the estimates at single points are averaged, as MacKay and Ghahramani recommend. The
#' mean of the estimates themselves, `average = "mean"`, is biased upwards.
#'
#' Rows that coincide are one neighbor, and each of them counts in the means. If all `k` neighbors of a point are equally
#' far, as on a lattice, its own estimate is `NA`. With `average = "inverse"` it still counts, with
#' an inverse of 0.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, `n` at least 5, as in [bw_gc()], or a `dist`.
#' @param k Number of neighbors, at least 4 and below `n`. If `NULL` (the default), it is 20, or
#'   the number of other different rows if that is less.
#' @param average If `"inverse"` (the default), the inverses of the estimates are averaged. If
#'   `"mean"`, the estimates themselves. See Details.
#' @param local If `TRUE`, the estimate at each point is kept; see `as.data.frame(d, what =
#'   "local")`. The default is `FALSE`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`).
#'   - `weights`: Weights of the rows in the means over points, non-negative numbers. Neighbors
#'     count equally, and rows of weight 0 are left out. The default is equal weights.
#' @return A [lapscale_dimension] of method `"mle"`. Its curve has one row per number of neighbors
#'   from 2 to `k`:
#'   - `k` and `dimension`;
#'   - `se`, the standard error: that of independent points, with `average = "inverse"` times 1.3,
#'     because points share neighbors. An interval of 95% contained the mean of the estimates in 94%
#'     to 97% of normal samples, spheres, and tori, and in 89% to 95% of uniform samples, where more
#'     points are near the boundary. For real data it can be less: it was 91% for 200 of 1000
#'     earthquakes, and 78% for 100 of 200 crabs.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if fewer than 5 rows are different, or if all `k` neighbors are equally
#'   far around every point.
#' @references Levina, E. and Bickel, P. J. (2004). Maximum likelihood estimation of intrinsic
#'   dimension. *Advances in Neural Information Processing Systems 17*, equation 8.
#'
#'   MacKay, D. J. C. and Ghahramani, Z. (2005). Comments on "Maximum likelihood estimation of
#'   intrinsic dimension" by E. Levina and P. Bickel.
#' @seealso [dim_estimate()] for all estimators, [dim_growth()].
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' dim_mle(x)
#' dim_mle(iris[1:4])
#' @export
dim_mle <- function(x, k = NULL, average = c("inverse", "mean"), local = FALSE, scale = FALSE,
                    ...) door({
  average <- check_choice(average, c("inverse", "mean"), "average")
  local <- check_flag(local, "local")
  if (is.null(k)) k <- default_neighbors(x, 20L)
  # list(distances, k x m, of the m different rows, k at most m - 1; mass, length m; place: for each
  # of rows, which of the different rows it equals; rows; scaling).
  nearest <- neighbor_distances(x, k, arguments(), 4L)
  # k x m, as the other matrices.
  logs <- log(nearest$distances)
  is_apart <- is.finite(logs)
  k <- nrow(logs)
  logs[!is_apart] <- 0
  sums <- apply(logs, 2L, cumsum)
  counts <- apply(is_apart, 2L, cumsum)
  fits <- lapply(2:k, mle_from_neighbors, logs, sums, counts, is_apart, average, nearest$mass)
  curve <- do.call(rbind, lapply(fits, function(fit) as.data.frame(fit[c("k", "dimension", "se")])))
  fit_at_k <- fits[[k - 1L]]
  refuse_if(!is.finite(fit_at_k$dimension),
            "`x` has no scale at `k` = {k}: around every point the {k} neighbors are equally far.",
            "no_scale")
  typical_distance <- stats::median(nearest$distances[k, nearest$place])
  new_dimension(
    fit_at_k$dimension, "mle", curve, "k", "Maximum likelihood", length(nearest$rows),
    nearest$scaling, fit_at_k$se,
    note = paste0(
      k, " neighbors, the last at ", short(typical_distance), " (median)", if (fit_at_k$tied > 0.1) {
        paste0("; equally far around ", short(100 * fit_at_k$tied), "% of the points")
      }
    ),
    local = if (local) data.frame(row = nearest$rows, dimension = fit_at_k$local[nearest$place])
  )
}, .takes = list("points", "weights", "run"))

# Computes the maximum likelihood estimate of the dimension from k neighbors, with zero distances
# left out; means over points are weighted by their mass. Returns a list: k; dimension and its
# standard error se, NA if neighbors are equally far around all points; local, the dimension at each
# point, NA where its neighbors are equally far; tied, the share of such points. The matrices have a
# row per neighbor, k or more, and a column for each of the m points:
#   logs      logarithms of the distances to neighbors 1, 2, ..., 0 for distances of 0
#   sums      of the logarithms up to each neighbor
#   counts    numbers of distances above 0 up to each neighbor
#   is_apart  whether distances are above 0
#   average   "inverse" (of the dimensions at points, which are averaged) or "mean" (of these
#             themselves);  mass: of each point, length m, or 1
# `n_apart` is how many of the first k - 1 neighbors of a point are at a distance above 0, and
# inverse_dimension the inverse of the dimension there.
mle_from_neighbors <- function(k, logs, sums, counts, is_apart, average, mass) {
  n_apart <- counts[k - 1L, ]
  inverse_dimension <- (n_apart * logs[k, ] - sums[k - 1L, ]) / n_apart
  has_apart <- is_apart[k, ] & n_apart > 0
  # Equal distances differ by rounding.
  is_tied <- has_apart & inverse_dimension < 1e-12
  row_dimension <- ifelse(has_apart & !is_tied, 1 / inverse_dimension, NA_real_)
  is_averaged <- if (average == "mean") has_apart & !is_tied else has_apart
  mass_weight <- rep_len(mass, length(is_averaged))[is_averaged]
  mass_weight <- mass_weight / mean(mass_weight)
  if (all(is_tied[has_apart])) {
    dimension <- se <- NA_real_
  } else if (average == "mean") {
    dimension <- mean(mass_weight * row_dimension[is_averaged])
    se <- se_of_mean(mass_weight * (row_dimension[is_averaged] - dimension))
  } else {
    inverse_sum <- sum(mass_weight * (n_apart * inverse_dimension)[is_averaged])
    dimension <- sum(mass_weight * n_apart[is_averaged]) / inverse_sum
    deviations <- mass_weight * (inverse_dimension[is_averaged] - 1 / dimension)
    se <- overlap_factor * dimension^2 * se_of_mean(deviations)
  }
  list(k = k, dimension = dimension, se = se, local = row_dimension, tied = mean(is_tied))
}

# Points share neighbors, so that the mean of their inverses varies this number of times as much
# between samples as with independent points, see bench/README.md. That of the estimates themselves,
# which single points decide, varies as much as with these.
overlap_factor <- 1.3

# Returns the usual number of neighbors, or that of all other rows if these are fewer, but at least
# 4.
#   x  points as the user gave them, not yet checked;  usual: the usual number
default_neighbors <- function(x, usual) {
  n <- if (inherits(x, "dist")) check_dist(x) else if (is_cells(x)) ncol(x) else NROW(as_given(x))
  max(4L, min(usual, n - 1L))
}
