#' Distance to the boundary
#'
#' @description
#' Estimates how far each point is from the boundary of the manifold, such as the ends of a curve or
#' the rim of a surface.
#'
#' **When to use it.** Use it to find where the data end: the tips of a trajectory, or the points at
#' which a graph Laplacian behaves differently because half of their neighborhood is missing.
#' `point_tips()` returns one row per end.
#'
#' @details
#' At a point inside, the weighted neighbors lie evenly around it. Near a boundary they lie on one
#' side, so their mean is shifted away from the boundary. The neighbors are weighted by the random
#' walk that corrects for the density (`type = "geometric"` of [graph_laplacian()]), and the shift
#' \eqn{m} is projected on the first `d` principal directions of the neighbors, since curvature
#' shifts it too. At distance \eqn{b h} from a straight boundary
#' \deqn{\frac{|m|}{h} = \frac{\int_{-b}^\infty u\, k(u)\, du}{\int_{-b}^\infty k(u)\, du}, \quad
#' k(u) = \frac{\exp(-u^2)}{1 + \mathrm{erf}(b + u)},}{
#' |m| / h = (integral of u k(u) over u > -b) / (integral of k(u)), k(u) = exp(-u^2) / (1 + erf(b +
#' u)),}
#' where the denominator of \eqn{k} is the degree, which is smaller near the boundary too. This
#' decreases in \eqn{b} up to one bandwidth, and is inverted (compare Vaughn, Berry and Antil,
#' 2019). The direction of \eqn{m} says where the boundary is, and the neighbors within 1.5
#' bandwidths reach some distance in this direction (Calder, Park and Slepcev, 2022). The result is
#' the mean of both distances, which is more precise than either.
#'
#' Beyond 1.2 bandwidths a point cannot be told apart from one inside, and the result is `Inf`.
#' Finite distances above half a bandwidth often belong to points inside too, because samples are
#' not even. In uniform samples of 400 and 1500 points of a square, a dome, and an arc, 58% to 97%
#' of them belonged to points farther than 1.2 bandwidths from the boundary, and none of the
#' distances up to half a bandwidth did. Therefore `print()` counts, and `plot()` colors, only
#' points within half a bandwidth. The others are inside, or not told apart from points inside.
#' Points in a corner appear too near to it.
#'
#' Noise across the manifold looks like a boundary if its width is a quarter of the bandwidth or more:
#' points appear nearer to a boundary, even on manifolds without one. On spheres of 1000 points and
#' radius 1 with noise of 0.1, 0.15, and 0.2 in five more columns, 7%, 16%, and 28% of the points
#' appeared within half a bandwidth (the default one) of a boundary. With noise as wide as the
#' bandwidth, boundaries disappear.
#'
#' The estimate needs some 10 neighbors within a bandwidth. Where there are fewer, the
#' shift of their mean may be chance: if it is below two of its standard errors, the distance is at
#' least half a bandwidth, and the print-out counts the point as not clear. In samples of squares
#' and disks with boundaries more than half of such points were within half a bandwidth of the
#' boundary, in uneven samples fewer.
#'
#' **Tips.** On a curve or a tree, `point_tips()` groups the points that are within half a bandwidth
#' of the boundary, joined if they are within one bandwidth of each other, and returns for each
#' group of at least three points the row that is nearest to the boundary. Use it for `from` in
#' [diffusion_distance()]. On a surface the boundary is a curve, and each boundary curve has one or
#' several groups, because the near points of a sample leave gaps along it. In samples of 500 and
#' 1500 points of disks there were 3 to 6 groups, with a hole 4 to 9. The tips of what an embedding
#' shows are those of its coordinates, `as.matrix(e)`, as in the last example.
#'
#' **Outliers.** Rows that are far from all others can hide an end: it then has neighbors on all
#' sides, or it is in one group with another end. If there are such rows (a `.novelty` above 2, see
#' [predict()][predict.lapscale_embedding]), the print-out and a message of `point_tips()` count
#' those above 1. Leave these out, and call the function again with the others, see
#' `vignette("when-it-fails")`.
#'
#' @inheritParams bw_gc
#' @inheritParams metric_distortion
#' @param bandwidth The bandwidth, as in [metric_distortion()]. If `NULL` (the default), that of
#'   [bw_gc()], or the mean distance to the 20th nearest neighbor if that is larger.
#' @param d Dimension of the manifold. If `NULL` (the default), it is estimated, with a message, see
#'   [dim_estimate()]. Supply 2 for positions on a map, which may be taken for a curve if they lie
#'   along lines.
#' @param b What `boundary_distance()` returned, or points: `point_tips(x, ...)` is
#'   `point_tips(boundary_distance(x, ...))`.
#' @param data For `augment()` and `plot()`, the data as a table. If `NULL` (the default),
#'   `augment()` returns the distance alone, and `plot()` draws a histogram of the finite distances,
#'   with a line at half a bandwidth.
#' @param embedding For `plot()`, an embedding of the same rows, which is drawn with the distance as
#'   color for points within half a bandwidth, open circles for points that are not clear, and gray
#'   for the others.
#' @param ... For `boundary_distance()`, settings by name, see [lapscale_settings]: those of the
#'   points (`metric`, `na_action`, `reduced`) and of the run (`n_threads`, `progress`). For
#'   `plot()`, graphical parameters; for `point_tips()` of points, the arguments of
#'   `boundary_distance()`. Otherwise not used.
#' @return A numeric vector of class `lapscale_boundary` with one element per row of the data, in
#'   the unit of `x`: at least 0, `Inf` if no boundary is near, and `NA` for rows that were left
#'   out. Values above half a bandwidth may be those of points inside, see Details.
#'   - `glance()` returns one row: `n`, `d`, `bandwidth`, `n_near` (the number of points within half
#'     a bandwidth), and `share_near` (that number divided by `n`);
#'   - `as.data.frame()` and `tidy()` return `row` and `distance`;
#'   - `augment()` returns the data with a column `.boundary`;
#'   - `point_tips()` returns row numbers of the data, one for each group, the largest group first,
#'     and none if there is no group.
#' @section Errors and warnings:
#' - the errors and warnings of [bw_gc()];
#' - `lapscale_error_argument`, naming `d` if it is above the number of columns;
#' - `lapscale_warning_isolated` if points have no neighbors; their distance is `NA`;
#' - `lapscale_message_outliers` of `point_tips()` if rows are far from all others.
#' @references Vaughn, R., Berry, T. and Antil, H. (2019). Diffusion maps for embedded manifolds
#'   with boundary with applications to PDEs. *arXiv* 1912.01391.
#'
#'   Calder, J., Park, S. and Slepcev, D. (2022). Boundary estimation from point clouds: algorithms,
#'   guarantees and applications. *Journal of Scientific Computing* 92, 56.
#'   \doi{10.1007/s10915-022-01894-9}
#' @seealso [diffusion_distance()] for distances from a tip, [metric_distortion()], [bw_report()].
#' @examples
#' x <- sample_dome(500, seed = 1)
#' b <- boundary_distance(x, d = 2)
#' b
#' plot(b, data = x)
#'
#' # The two ends of an arc.
#' angle <- seq(0, 4, length.out = 300)
#' point_tips(boundary_distance(cbind(cos(angle), sin(angle)), d = 1))
#' # The three ends of a curve with a branch, and the distances along it from one of them.
#' along <- c(seq(0, 2, length.out = 200), seq(1, 2, length.out = 100))
#' tree <- cbind(along, rep(c(0, 1), c(200, 100)) * (along - 1))
#' b <- boundary_distance(tree, bandwidth = 0.15, d = 1)
#' plot(b, data = tree)
#' tips <- point_tips(b)
#' tree[tips, ]
#' diffusion_distance(embed_diffusion(tree, bandwidth = 0.15), from = tips[1])[tips]
#' # Where the earthquakes near Fiji end.
#' place <- quakes[1:300, c("long", "lat")]
#' plot(boundary_distance(place, bandwidth = 1, d = 2), data = place)
#' # The tips of their embedding.
#' e <- embed_eigenmaps(place, 2)
#' place[point_tips(boundary_distance(as.matrix(e), d = 1)), ]
#' @export
boundary_distance <- function(x, bandwidth = NULL, d = NULL, scale = FALSE, seed = NULL,
                              ...) door({
  args <- arguments()
  # See checked_points(): x (n x r), rows (of the data), mass (1, or a number per row).
  checked <- as_points(x, args, min_rows = 4L)
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(checked$x))
  seed <- draw_seed(check_seed(seed))
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_for(bandwidth, checked)
  checked <- share_for_call(checked)
  bandwidth <- bandwidth_with_neighbors(
    bandwidth, checked, boundary_limits$min_neighbor, seed, runtime
  )$value
  is_estimated <- is.null(d)
  d <- resolve_dimension(d, checked, runtime$n_threads)
  # Vectors, a number per point: degree (the sum of the weights of the others), noise (the standard
  # error of the mean offset to the neighbors, in bandwidths), and what boundary_in_bandwidths()
  # needs.
  offsets <- boundary_offsets(acquire_shared_points(checked, runtime), ncol(checked$x),
                              rep_len(checked$mass, nrow(checked$x)), bandwidth, d, seed, runtime)
  is_isolated <- offsets$degree <= 0
  distance <- ifelse(is_isolated, NA_real_, bandwidth * boundary_in_bandwidths(offsets))
  warn_if(any(is_isolated),
          c("{sum(is_isolated)} point{?s} {?has/have} no neighbors, so {?its/their} distance is NA:
             row{?s} {shorten(checked$rows[is_isolated])}.",
            i = "Leave these rows out, or use a larger `bandwidth`."), "isolated")
  # The same without the correction for noise, which moves points away from the boundary whose
  # offset may be chance: chance gives single points, and tips are groups.
  group_distance <- bandwidth * boundary_in_bandwidths(replace(offsets, "noise", 0))
  novelty <- novelty_of_fit_rows(checked$x, new_acquirer(runtime, "x"), runtime)
  # Distances up to this are near, in the unit of x.
  near <- boundary_limits$near * bandwidth
  unclear_rows <- checked$rows[which(group_distance <= near & distance > near)]
  new_result(
    pad_rows(distance, checked), "lapscale_boundary",
    facts = list(n = nrow(checked$x), d = d, bandwidth = bandwidth, is_estimated = is_estimated,
                 scaling = checked$scaling, unclear_rows = unclear_rows),
    tips = checked$rows[boundary_tips(group_distance, checked$x, bandwidth, runtime)],
    # Of even samples one row in a hundred is above 1, and hardly one above 2.
    outliers = checked$rows[which(novelty > 1 & max(novelty) > 2)]
  )
}, .takes = list("points", "run"))

#' @rdname boundary_distance
#' @export
point_tips <- function(b, ...) door({
  if (are_points(b)) b <- boundary_distance(b, ...) else
    check_dots(list(...), character())
  check_class(b, "lapscale_boundary", "b", "points, or made by boundary_distance()")
  # Row numbers of the data.
  outliers <- attr(b, "outliers")
  inform_if(length(outliers),
            c("{length(outliers)} row{?s} {?is/are} far from all others and may hide an end
               (row{?s} {shorten(outliers)}).",
              i = "Leave out such rows and call this again, see ?boundary_distance."),
            "outliers")
  attr(b, "tips")
})

# Prints distances to the boundary.
#   x  of boundary_distance(): a number per row of the data, NA if it is not known, Inf inside; its
#      attributes are tips (row numbers of the data, one per group of near points), outliers (row
#      numbers), and facts (list: is_estimated, whether d is; unclear_rows, the numbers of the rows
#      that do not count as near because that may be chance; and more)
# `facts` is the table of glance(), with n, d, bandwidth, n_near, and share_near (0 to 1).
#' @rdname boundary_distance
#' @export
print.lapscale_boundary <- function(x, ...) {
  facts <- glance(x)
  fit_facts <- attr(x, "facts")
  tips <- attr(x, "tips")
  n_unclear <- length(fit_facts$unclear_rows)
  n_finite <- sum(is.finite(x))
  n_infinite <- sum(is.infinite(x))
  cat(
    "Distance to the boundary of ", count(facts$n, "point"), " in ", count(facts$d, "dimension"),
    if (fit_facts$is_estimated) " (estimated)", ", bandwidth ", short(facts$bandwidth, 3), "\n",
    if (fit_facts$is_estimated && facts$d == 1)
      "  taken for a curve: if these are points of a surface or a map, supply `d` = 2\n",
    "  within half a bandwidth: ", count(facts$n_near, "point"), " (", percent(facts$share_near),
    "%)", if (length(tips)) c(" in ", count(length(tips), "group")), "\n",
    if (n_unclear) c("  not clear, too few neighbors: ", count(n_unclear, "point"), "\n"),
    "  inside, or not told apart from inside: ",
    count(n_finite + n_infinite - facts$n_near - n_unclear, "point"),
    " (`Inf`: ", thousands(n_infinite), ")\n",
    sep = ""
  )
  n_outliers <- length(attr(x, "outliers"))
  if (n_outliers) {
    cat("  ! ", count(n_outliers, "row"), " far from all others may hide an end: ",
        "see ?boundary_distance\n", sep = "")
  }
  if (facts$share_near > boundary_limits$large_share) {
    cat("  ! Much of the data is edge or noisy: eigenvalues and metrics are less precise.\n")
  }
  invisible(x)
}

# A part x[i] is a plain vector of distances, named like the rows of the data.
#' @export
`[.lapscale_boundary` <- function(x, i) stats::setNames(as.numeric(x), names(x))[i]

# The part `x$name`, such as x$distance: a column of tidy() or of glance(); most other names are an
# error, see find_part().
#' @export
`$.lapscale_boundary` <- function(x, name) {
  find_part(name, c(as.list(tidy(x)), as.list(glance(x))))
}

#' @rdname boundary_distance
#' @export
tidy.lapscale_boundary <- function(x, ...) door({
  data.frame(row = seq_along(x), distance = as.numeric(x))
}, ...)

# Makes a table with one row; n_near is the number of points within half a bandwidth.
#   x  of boundary_distance(): a number per row of the data, Inf inside, NA if it is not known; its
#      attribute facts is a list with n (number of points), d, bandwidth
#' @rdname boundary_distance
#' @export
glance.lapscale_boundary <- function(x, ...) door({
  facts <- attr(x, "facts")
  n_near <- sum(as.numeric(x) <= boundary_limits$near * facts$bandwidth, na.rm = TRUE)
  with_seed_and_version(data.frame(
    n = facts$n, d = facts$d, bandwidth = facts$bandwidth, n_near = n_near,
    share_near = n_near / facts$n
  ), x)
}, ...)

#' @rdname boundary_distance
#' @export
augment.lapscale_boundary <- function(x, data = NULL, ...) door({
  augmented_rows(data, data.frame(.boundary = as.numeric(x)))
}, ...)
