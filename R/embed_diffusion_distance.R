#' Diffusion distance and pseudotime
#'
#' Measures how far apart points are for the random walk of a diffusion map. The distance from the
#' root of a branching process, such as the maturing of cells, is a pseudotime: it grows along every
#' branch.
#'
#' @details
#' The distance is that of the coordinates of `e`: \eqn{\sqrt{\sum_l (\psi_l(i) - \psi_l(j))^2}}{the
#' root of sum_l (psi_l(i) - psi_l(j))^2}. With `t = "multiscale"` and all coordinates this is the
#' distance of diffusion pseudotime (Haghverdi et al., 2016). Usually 10 to 15 coordinates are
#' enough. The distance between points of different connected components is `Inf`. It is `NA` for a
#' row without coordinates.
#'
#' @param e A diffusion map, see [embed_diffusion()].
#' @param from Row numbers of the points from which distances are measured.
#' @param relative If `TRUE`, distances are divided by the largest finite distance from the same
#'   point, which gives a pseudotime between 0 and 1. The default is `FALSE`.
#' @return A numeric vector with one element per row of the data if `from` is one row, otherwise a
#'   matrix with one row per element of `from`, as in [metric_distances()].
#' @section Errors:
#' `lapscale_error_argument`, naming `e`, `from` (also if that row has no coordinates) or
#' `relative`.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Haghverdi, L. et al. (2016). Diffusion pseudotime robustly reconstructs lineage branching.
#'   *Nature Methods* 13, 845-848. \doi{10.1038/nmeth.3971}
#' @seealso [metric_distances()] for distances along the manifold.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_diffusion(x, 10, bandwidth = 3, t = "multiscale")
#' root <- which.min(attr(x, "parameters")[, "arc_length"])
#' time <- diffusion_distance(e, root, relative = TRUE)
#' plot(attr(x, "parameters")[, "arc_length"], time)
#' @export
diffusion_distance <- function(e, from, relative = FALSE) door({
  check_class(e, "lapscale_diffusion", "e", "a diffusion map made by embed_diffusion()")
  y <- e$coordinates
  if (missing(from)) abort_argument("`from`, the row to measure from, must be given.")
  from <- check_rows(from, nrow(y), "from")
  unknown <- from[!stats::complete.cases(y[from, , drop = FALSE])]
  if (length(unknown)) {
    abort_argument("`from` names row {unknown[[1]]}, which has no coordinates.")
  }
  relative <- check_flag(relative, "relative")
  member <- e$components$membership
  found <- t(vapply(from, function(i) {
    distance <- sqrt(rowSums((y - rep(y[i, ], each = nrow(y)))^2))
    distance[which(member != member[[i]])] <- Inf
    if (relative) distance / max(distance[is.finite(distance)], .Machine$double.xmin) else distance
  }, numeric(nrow(y))))
  dimnames(found) <- list(rownames(y)[from], rownames(y))
  if (length(from) == 1L) found[1L, ] else found
})
