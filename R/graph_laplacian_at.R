#' Estimate the Laplacian of a function
#'
#' @description
#' Estimates the Laplacian of a function at any points, from its values at the points of a sample.
#' It can also estimate the density of the sample.
#'
#' **When to use it.** Use `scale = "laplacian"` to estimate \eqn{\Delta f}{Laplacian(f)},
#' independent of the density. The default, `"p_laplacian"`, is the estimator whose bandwidth
#' [bw_lepski()] selects. For all points of a sample, [graph_laplacian()] returns the matrix.
#'
#' @details
#' Let \eqn{w_i = \exp(-|x_i - y|^2 / h^2)}{w_i = exp(-|x_i - y|^2 / h^2)} and \eqn{b = h / 2}, let
#' \eqn{p} be the sampling density on the manifold, and \eqn{\Delta =
#' \mathrm{div}\,\mathrm{grad}}{Laplacian = div grad}. The scales are:
#' - `"p_laplacian"`: \eqn{(4 \pi)^{-d/2} b^{-(d+2)} n^{-1} \sum_i w_i (f(x_i) - f(y))}{(4
#'   pi)^(-d/2) b^-(d+2) / n sum_i w_i (f(x_i) - f(y))} (equation 2 of the paper). It estimates
#'   \eqn{p \Delta f + 2 \nabla p \cdot \nabla f}{p Laplacian(f) + 2 grad(p) . grad(f)}, which is
#'   \eqn{p \Delta f}{p Laplacian(f)} for uniform samples.
#' - `"laplacian"`: \eqn{(4 / h^2) \sum_i p_i (f(x_i) - f(y))}{(4 / h^2) sum_i p_i (f(x_i) - f(y))},
#'   where \eqn{p_i \propto w_i / t_i^\alpha}{p_i ~ w_i / t_i^alpha} sum to 1 and \eqn{t_i} is the
#'   kernel sum at \eqn{x_i}. It estimates \eqn{\Delta f + 2 (1 - \alpha) \nabla \log p \cdot \nabla
#'   f}{Laplacian(f) + 2 (1 - alpha) grad(log p) . grad(f)}, which does not depend on the density if
#'   `alpha = 1`. It is minus a row of the graph Laplacian of [graph_laplacian()].
#' - `"density"`: \eqn{(4 \pi)^{-d/2} b^{-d} n^{-1} \sum_i w_i}{(4 pi)^(-d/2) b^-d / n sum_i w_i},
#'   which estimates \eqn{p}.
#'
#' **Accuracy.** The relative error of the sums is about 1e-5 if a point of the sample is within one
#' bandwidth of `y`, 1e-4 at two bandwidths, 1e-3 at four, and a few percent beyond five. Points
#' beyond `6 h` are left out, because their weights are below 3e-16.
#'
#' @param x Points as rows, `n` x `r`, as in [bw_gc()].
#' @param ... Settings of the run by name (`n_threads`, `progress`), see [lapscale_settings].
#' @param f The function: an R function that takes points as the rows of a matrix and returns a
#'   vector (or a matrix with one column per function); or its values at the rows of `x`, with the
#'   values at `y` in `f_y`. It is not used for the density.
#' @param y The points at which the Laplacian is estimated, as rows, `m` x `r`. A plain vector of
#'   length `r` is one point.
#' @param bandwidth One or more bandwidths in the unit of `x`, such as the result of a selector; or
#'   a selector or its name. If it was selected with `scale = TRUE`, `x` and `y` are scaled in the
#'   same way, and the estimate is in the unit of scaled columns. Functions still get `x` and `y` as
#'   they are.
#' @param d Dimension of the manifold, a whole number between 1 and `r`. `"laplacian"` does not need
#'   it.
#' @param f_y Values of `f` at the rows of `y`, if `f` is not a function. The default is `NULL`.
#' @param scale What to estimate: `"p_laplacian"` (the default), `"laplacian"`, or `"density"`, see
#'   Details.
#' @param alpha Density exponent for `"laplacian"`, a number of at least 0. The default is 1.
#' @return
#' - For one bandwidth, a vector of length `m`.
#' - For several bandwidths, a matrix with `m` rows and one column per bandwidth.
#' - For several functions, an array whose last dimension is the functions.
#'
#' The unit is that of `f` over that of `x` to the power `d + 2` for `"p_laplacian"`, and to the
#' power 2 for `"laplacian"`. For `"density"` it is that of `x` to the power `-d`.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range, or if `f` is constant;
#' - `lapscale_error_isolated` if no point of `x` is near a row of `y`, for `"laplacian"`.
#' @references Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of
#'   Laplace-Beltrami operator. *Advances in Neural Information Processing Systems 29*, equation 2.
#'
#' Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational Harmonic
#' Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#' @seealso [bw_lepski()] to select the bandwidth, [bw_risk()], [graph_laplacian()] for the
#'   matrix.
#' @examples
#' x <- sample_circle(2000, seed = 1)
#' angle <- seq(0, pi, length.out = 7)
#' y <- cbind(cos(angle), sin(angle))
#' # On the circle the Laplacian of x1 is -x1.
#' estimate <- graph_laplacian_at(x, function(x) x[, 1], y, bandwidth = 0.3, scale = "laplacian")
#' round(cbind(estimate, truth = -y[, 1]), 2)
#' graph_laplacian_at(x, y = y, bandwidth = c(0.1, 0.3), d = 1, scale = "density") * 2 * pi
#' # Whether the quakes at three places are deeper or less deep than those around them.
#' place <- quakes[c("long", "lat")]
#' graph_laplacian_at(
#'   place, quakes$depth, place[1:3, ], bandwidth = 1, d = 2, f_y = quakes$depth[1:3]
#' )
#' @export
graph_laplacian_at <- function(x, f, y, bandwidth, d = NULL, f_y = NULL,
                               scale = c("p_laplacian", "laplacian", "density"), alpha = 1,
                               ...) door({
  args <- arguments()
  scale <- check_choice(scale, c("p_laplacian", "laplacian", "density"), "scale")
  refuse_if(missing(y), "`y` is missing: the points at which the Laplacian is wanted.")
  refuse_if(missing(bandwidth), "`bandwidth` is missing: a positive number or more.")
  # `checked` and `query` are checked_points(), of x and of y, whose matrices are n x r and m x r.
  checked <- as_points(x)
  y <- unscaled_newdata(y, checked$scaling, "y", "`x`")
  if (is_row_source(y)) y <- as_point_matrix(y, "y")
  y <- match_columns(y, column_names(x), "y")
  query <- as_query_points(y, ncol(checked$x))
  bandwidth <- select_if_selector(bandwidth, x, list(n_threads = args$n_threads))
  refuse_if(!length(bandwidth), "`bandwidth` must hold a positive number or more.")
  check_same_local_scale(bandwidth)
  h <- as.double(check_positive(bandwidth, "bandwidth"))
  if (scale == "laplacian") {
    alpha <- check_number(alpha, "alpha", above = 0, strict = FALSE)
  } else {
    refuse_if(is.null(d), "`d`, the dimension of the manifold, must be given.")
    d <- check_count(d, "d", max = ncol(checked$x))
    refuse_if(!missing(alpha), "`alpha` needs `scale = \"laplacian\"`.")
  }
  # Of resolve_function_pair(): list(points, n x q; query, m x q; unit).
  values <- list(points = matrix(0, 0, 0), query = matrix(0, 0, 0))
  if (scale != "density") values <- resolve_function_pair(f, f_y, checked, query, x, y)
  # From here on in the unit of the bandwidth.
  if (is.null(checked$scaling)) {
    scaling <- scaling_of_bandwidth(bandwidth, checked, column_names(x))
    checked$x <- scale_points(checked$x, scaling)
  } else {
    scaling <- checked$scaling
    check_same_scale(bandwidth, scaling, selected_here = FALSE)
  }
  query$x <- scale_points(query$x, scaling, "y")
  runtime <- new_runtime(args$n_threads, args$progress)
  handle <- release_on_exit(acquire_points(checked$x, runtime))
  n <- nrow(checked$x)
  # list(difference: sums of weights times f(x_i) - f(y), m x (b q) for b bandwidths; weight: sums
  # of weights, m x b if `weights` is TRUE).
  sums <- function(weights) {
    cpp_heat_sums(handle, query$x, values$points, values$query, h, numeric(), weights, runtime)
  }
  # The factor of the sums, a number per bandwidth.
  unit <- switch(scale,
    p_laplacian = estimate_scale(h, d) / n * values$unit,
    laplacian = (2 / h)^2 * values$unit,
    density = exp(-d / 2 * log(4 * pi) - d * log(bw_to(h, "cgm"))) / n
  )
  refuse_if(!all(is.finite(unit) & unit >= .Machine$double.xmin),
            "`bandwidth`: estimates in these units leave the range of double precision; rescale
             `x`.")
  # Numbers in the order of an m x b x q array (density: m x b), NA where no point is near.
  estimate <- switch(scale,
    p_laplacian = sums(FALSE)$difference,
    laplacian = normalized_laplacian(handle, query$x, values, h, alpha, sums, runtime),
    density = sums(TRUE)$weight
  ) * rep(unit, each = nrow(query$x))
  if (anyNA(estimate)) {
    row <- which(is.na(estimate), arr.ind = TRUE)[1L, 1L]
    abort("`y`: no point of `x` lies near row {row}; its Laplacian is not known at so small a
           `bandwidth`.", "isolated")
  }
  drop_extents(estimate, c(nrow(query$x), length(h), max(1L, ncol(values$points))), query$names)
}, .takes = list("run"))

# Returns the checked_points() of y, at which the Laplacian is computed: x is m x r, m >= 1. A plain
# vector of length r > 1 is one point.
#   y  what the user gave as `arg`;  r: number of columns that it must have
as_query_points <- function(y, r, arg = "y") {
  if (is.numeric(y) && is.null(dim(y)) && !is.object(y) && r > 1L && length(y) == r) y <- t(y)
  query <- as_points(y, arg = arg, min_rows = 1L)
  refuse_if(ncol(query$x) != r,
            "`{arg}` must have the {r} column{?s} of `x`; it has {ncol(query$x)}.")
  query
}

#' The values of functions at the points and at the queries, less their means at the points.
#'
#' @param f A function of points (rows of a matrix), or values of q functions at the rows of x.
#' @param f_y Values at the rows of y: a vector (q = 1), or a matrix with a column for each
#'   function; NULL if f is a function.
#' @param checked,query Of as_points(): x, the points, n x r, and the queries, m x r, and scaling.
#' @param x,y Tables as the user gave them, of which the names of the columns are used.
#' @return list(points = n x q, query = m x q, unit = a power of two near the largest value at the
#'   points): values in that unit, less the mean of each function at the points.
#' @noRd
resolve_function_pair <- function(f, f_y, checked, query, x, y) {
  refuse_if(missing(f), "`f` is missing: what is the Laplacian of?")
  values <- resolve_functions(f, checked, x)
  refuse_if(is.function(f) == !is.null(f_y),
            c("`f_y` holds the values of `f` at `y`.",
              i = "It is needed where `f` is not a function, and only there."))
  if (is.function(f)) f_y <- f(with_column_names(query$x, if (is.null(colnames(y))) x else y))
  f_query <- resolve_values(f_y, nrow(query$x), if (is.function(f)) "f" else "f_y", "`y`")
  refuse_if(ncol(f_query) != ncol(values),
            "`f_y` must have the {ncol(values)} column{?s} of `f`; it has {ncol(f_query)}.")
  # Differences are all that counts; near zero they lose nothing, and at size 1 neither overflow nor
  # vanish.
  unit <- 2^round(log2(max(abs(values))))
  means <- colMeans(values / unit)
  less_mean <- function(values) sweep(values / unit, 2L, means)
  list(points = less_mean(values), query = less_mean(f_query), unit = unit)
}

#' Mean of f(x_i) - f(y) over the points x_i, by weights w_i / t_i^alpha, t_i the kernel sum at x_i.
#'
#' @param handle Of the n points in the core.
#' @param query The points y, m x r.
#' @param values Of resolve_function_pair(), values of f: points, n x q, and query, m x q.
#' @param h Bandwidths, b numbers in the unit of the points.
#' @param alpha Exponent of the density.
#' @param sums For alpha = 0: function(weights), the sums of cpp_heat_sums() at these bandwidths:
#'   list(difference: m x (b q); weight: m x b if `weights` is TRUE).
#' @param runtime Of new_runtime().
#' @return m x b x q; NaN where no point is near.
#' @noRd
normalized_laplacian <- function(handle, query, values, h, alpha, sums, runtime) {
  q <- ncol(values$points)
  if (alpha == 0) {
    heat_sums <- sums(TRUE)
    return(array(heat_sums$difference, c(nrow(query), length(h), q)) / as.vector(heat_sums$weight))
  }
  mean_differences <- vapply(h, function(bandwidth) {
    cpp_normalized_differences(
      handle, query, values$points, values$query, bandwidth, alpha, runtime
    )
  }, matrix(0, nrow(query), q))
  aperm(array(mean_differences, c(nrow(query), q, length(h))), c(1L, 3L, 2L))
}

# Returns numbers as an array without those dimensions after the first whose extent is 1; a vector
# if only the first is left.
#   values  numbers, an array or in the order of one;  extents: its dimensions, whole numbers
#   names   of the elements of the first dimension, or NULL
drop_extents <- function(values, extents, names) {
  is_kept <- c(TRUE, extents[-1L] > 1L)
  if (sum(is_kept) == 1L) return(stats::setNames(as.vector(values), names))
  dimnames <- if (!is.null(names)) c(list(names), vector("list", sum(is_kept) - 1L))
  array(values, extents[is_kept], dimnames)
}
