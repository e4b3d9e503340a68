#' Diffusion distance and pseudotime
#'
#' Measures how different the random walks from two points are in a diffusion map. The distance from
#' the root of a branching process, such as the development of cells, is a pseudotime: it increases
#' along each branch. Along a cycle it increases on both sides of the root; the order there is the
#' angle of two coordinates, see [embed_eigenmaps()].
#'
#' @details
#' The distance is the Euclidean distance in the coordinates of `e`. With `t = "multiscale"` and all
#' coordinates it is the distance of diffusion pseudotime (Haghverdi et al., 2016), with the
#' eigenvectors of the random walk. The package scanpy uses those of the symmetric matrix, which
#' gives nearly the same order. Usually 10 to 15 coordinates are enough.
#'
#' If the graph is not connected, no walk leads from one component to another. The distance between
#' points of different components is then `Inf`, for every `t`, and also if `components` was
#' `"largest"` or `"each"`. If it was `"connect"`, all distances are finite. The distance is `NA`
#' for the other rows without coordinates, such as rows with missing values.
#'
#' If the time is so large that coordinates are 0 in double precision, distances with `relative =
#' TRUE` are still right, because they are computed in logarithms. Without it there is a warning of
#' class `lapscale_warning_underflow`.
#'
#' @param e A diffusion map that [embed_diffusion()] returned, or the list of them that it returns
#'   with `components = "each"`; or points or a graph, of which the map has 10 coordinates and `t =
#'   "multiscale"` unless you set `n_components` and `t`.
#' @param from Row numbers or names of the points from which distances are measured.
#' @param relative If `TRUE`, distances are divided by the largest finite distance from the same
#'   point, which gives a pseudotime between 0 and 1. The default is `FALSE`.
#' @param ... Of points or a graph, arguments of [embed_diffusion()].
#' @return Distances that are not negative:
#'   - if `from` is one row, a numeric vector with one element per row of the data;
#'   - otherwise, a matrix with one row per element of `from` and one column per row of the data.
#' @section Errors:
#' - `lapscale_error_argument`, naming `e`, `from` (also if that row has no coordinates), or
#'   `relative`.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Haghverdi, L. et al. (2016). Diffusion pseudotime robustly reconstructs lineage branching.
#'   *Nature Methods* 13, 845-848. \doi{10.1038/nmeth.3971}
#' @seealso [embed_diffusion()], [metric_distances()] for distances along the manifold.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_diffusion(x, 10, bandwidth = 3, t = "multiscale")
#' root <- which.min(attr(x, "parameters")[, "arc_length"])
#' time <- diffusion_distance(e, root, relative = TRUE)
#' plot(attr(x, "parameters")[, "arc_length"], time)
#' # Irises by their distance from the 14th, the smallest.
#' steps <- diffusion_distance(embed_diffusion(iris[1:4], 10, t = "multiscale"), 14)
#' tapply(steps, iris$Species, median)
#' @export
diffusion_distance <- function(e, from, relative = FALSE, ...) door({
  refuse_if(missing(from), "`from`, the row to measure from, must be given.")
  if (are_points(e) || inherits(e, "lapscale_graph") || is_foreign_graph(e)) {
    map_args <- list(n_components = max(min(10L, NROW(e) - 2L), 1L), t = "multiscale")
    args <- c(list(e), utils::modifyList(map_args, list(...)))
    # The message compares coordinates with those of a plot, and here are none.
    e <- muffle(do.call(embed_diffusion, args, quote = TRUE), "lapscale_message_graph")
  } else check_dots(list(...), character())
  first_map <- parts_of(e)[[1L]]
  check_class(first_map, "lapscale_diffusion", "e",
              "points, a graph, or a diffusion map made by embed_diffusion()")
  # list(y, n_given x s; size, length n_given): the coordinates are y times the size of their row.
  y_and_size <- without_underflow(e)
  y <- y_and_size$y
  lacks_place <- is.na(y[, 1L])
  # Components may have fewer coordinates than the first.
  y[is.na(y) & !lacks_place] <- 0
  from <- check_rows(from, nrow(y), "from", rownames(y))
  refuse_first(from[lacks_place[from]], "`from` names row {first}, which has no coordinates.")
  relative <- check_flag(relative, "relative")
  check_memory(8 * nrow(y) * (2 * length(from) + 3 * ncol(y)), "from",
               paste("with distances from", length(from), "rows"))
  # The number of the component of each row, NULL if paths lead between all rows.
  component <- if (!identical(first_map$components$policy, "connect"))
    first_map$components$membership
  distances <- t(vapply(from, function(i) {
    offsets <- y - rep(y[i, ], each = nrow(y))
    offsets[which(component != component[[i]]), ] <- NA_real_
    unit <- power_of_2(offsets[is.finite(offsets)])
    distance <- sqrt(rowSums((offsets / unit)^2))
    distance[which(component != component[[i]])] <- Inf
    if (relative) return(distance / max(distance[is.finite(distance)], .Machine$double.xmin))
    distance * unit * y_and_size$size[[i]]
  }, numeric(nrow(y))))
  warn_if(!relative && any(y_and_size$size[from] < .Machine$double.xmin),
          c("`e`: the distances are 0 in double precision, because its time is so large.",
            i = "Set `relative = TRUE`, or take a smaller `t` in embed_diffusion()."), "underflow")
  dimnames(distances) <- list(rownames(y)[from], rownames(y))
  if (length(from) == 1L) distances[1L, ] else distances
})

# Returns list(y, n_given x s; size, length n_given): the coordinates of a diffusion map, or of
# those of its components, are y times the size of their row. It is 1, or in a map of which
# coordinates underflow the largest |eigenvalue|^t, which may itself be 0 in double precision.
#   e  a diffusion map, or a list of one for each component; of each eigenvalues (of the walk,
#      length s), walk (right eigenvectors, n_given x s, NULL if no coordinate underflows), rows
#      (those of the data that it has), and settings$t (number of steps) are used
without_underflow <- function(e) {
  y <- as.matrix(e)
  size <- rep(1, nrow(y))
  for (part in parts_of(e)) {
    if (is.null(part$walk)) next
    log_powers <- part$settings$t * log(abs(part$eigenvalues))
    scaled_vectors <- part$walk * rep(exp(log_powers - max(log_powers)), each = nrow(y))
    y[part$rows, seq_along(log_powers)] <- scaled_vectors[part$rows, ]
    size[part$rows] <- exp(max(log_powers))
  }
  list(y = y, size = size)
}
