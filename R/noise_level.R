#' Noise of each row
#'
#' @description
#' Estimates how much noise each row carries: the squared length of the difference between the row
#' and the point of the manifold that it comes from, summed over all columns.
#'
#' **When to use it.** Use it for measurements in hundreds of columns, where the noise can differ
#' from row to row. If the noise is a large part of the distances between neighbors, use
#' `bw_gc(noise = "deflate")` and `graph_laplacian(type = "doubly_stochastic")`. If it is equal in
#' all rows, principal components remove more of it. See the article "noise".
#'
#' @details
#' In many columns the noise of different rows is nearly orthogonal. Then for two neighbors \eqn{j}
#' and \eqn{k} of row \eqn{i}
#' \deqn{\tfrac12 (|y_i - y_j|^2 + |y_i - y_k|^2 - |y_j - y_k|^2)}{
#' (|y_i - y_j|^2 + |y_i - y_k|^2 - |y_j - y_k|^2) / 2}
#' contains the squared noise of row \eqn{i}, but not that of \eqn{j} and \eqn{k}. The estimate is
#' the mean over all pairs of `k` neighbors. They are selected in two steps, because the nearest
#' rows are those with little noise: a first estimate is taken off the squared distances to the `2
#' k` nearest rows, of which the `k` nearest are used. Negative estimates are set to 0, and the
#' others are reduced so that the mean does not change.
#'
#' The estimate needs neighbors that are near. In several dimensions the `k` nearest rows of a small
#' sample are not, and what they do not share is counted as noise. So the print-out gives the
#' *share*: the median share of the squared distance to the `k`-th neighbor that belongs to the two
#' rows alone. This is noise, or directions that the sample does not resolve. Without noise, it is
#' below 0.02 on curves and surfaces, 0.1 on a sphere of dimension 5, and 0.8 in a normal sample in
#' 60 columns. If the rest of that squared distance is more than a fifth of the mean over all pairs,
#' the neighbors are not near, and there is a warning.
#'
#' With few columns the estimate is too small, because the nearest rows are those whose noise points
#' the same way. Of noise that is a large part of the distances between neighbors, 0.9 is seen in 500
#' columns, 0.8 in 200, 0.65 in 50, and 0.4 in 10. In fewer than 50 columns the print-out says so. For
#' a response at places, use the smooth term `s(..., bs = "lap")` or [ssl_iterated()] instead.
#'
#' Rows that coincide count as one, and have the same noise.
#'
#' @param x Points as rows, `n` at least 5, or a `dist`, as in [bw_gc()].
#' @param k Number of nearest neighbors, a whole number between 3 and `n - 1`. The default is 10, or
#'   `n - 1` if that is less.
#' @param data For `augment()`, the data as a table. If `NULL` (the default), the result has the
#'   noise alone.
#' @param embedding For `plot()`, an embedding of the same rows, which is drawn with the noise as
#'   color. If `NULL` (the default), a histogram is drawn.
#' @param ... For `plot()`, graphical parameters. For `noise_level()`, settings by name, see
#'   [lapscale_settings]: those of the points (`metric`, `na_action`, `reduced`) and of the run
#'   (`n_threads`, `progress`).
#' @inheritParams bw_gc
#' @return A numeric vector of class `lapscale_noise` with one element per row of the data, at least
#'   0, in squared units of `x`, and `NA` for rows that were left out.
#'   - `glance()` returns one row: `n`, `k`, `share` (see Details), `near` (the rest of the squared
#'     distance to the `k`-th neighbor, divided by the rest of the mean over all pairs), and
#'     `spread` (the standard deviation of the noise over the rows, divided by its mean);
#'   - `as.data.frame()` and `tidy()` return `row` and `noise`, and `$` these and the columns of
#'     `glance()`, such as `noise$share`;
#'   - `augment()` returns the data with a column `.noise`.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_warning_not_near` if the nearest neighbors are not near.
#' @references Marshall, N. F. and Coifman, R. R. (2019). Manifold learning with bi-stochastic
#'   kernels. *IMA Journal of Applied Mathematics* 84, 455-482 (the geometry under noise).
#' @seealso [bw_gc()] and [graph_laplacian()], which take noise into account, [bw_report()],
#'   the article "noise".
#' @examples
#' set.seed(1)
#' angle <- runif(300, 0, 2 * pi)
#' size <- runif(300, 0.1, 0.8)
#' x <- t(qr.Q(qr(matrix(rnorm(1000), 500))) %*% rbind(cos(angle), sin(angle)))
#' x <- x + size * matrix(rnorm(300 * 500, sd = 1 / sqrt(500)), 300)
#' noise <- noise_level(x)
#' noise
#' cor(noise, size^2)
#' plot(noise)
#' noise_level(iris[1:4])$share
#' @export
noise_level <- function(x, k = NULL, scale = FALSE, ...) door({
  args <- arguments()
  checked <- as_points(x, args, any_kind, min_rows = 5L)
  n <- nrow(checked$x)
  k <- check_count(k %||% min(noise_limits$neighbors, n - 1L), "k", min = 3)
  k <- check_neighbors(k, "k", n)
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_once(checked)
  check_list_memory(n, k, "x")
  handle <- acquire_shared_points(checked, runtime)
  # `estimate` is in the squared unit of the handle, `noise` in that of x.
  estimate <- noise_with_copies(checked$x, handle, k, runtime)
  noise <- estimate$noise * cpp_unit(handle)^2
  if (!all(is.finite(noise)) || any(noise[estimate$noise > 0] == 0)) abort_out_of_range()
  new_noise(noise, checked, c(list(n = n, k = estimate$k), estimate$facts))
}, .takes = list("points", "run"))

# Makes the object, a lapscale_noise: a number per row of the data, NA for those left out, with the
# attributes facts and few_columns (whether columns are so few that noise is underestimated).
#   noise    of each row that was kept: its squared length, unit of x squared
#   checked  of as_points(): x (n x p, or distances), rows (which rows of the data are kept),
#            n_given (number of rows of the data), names (of these, or NULL)
#   facts    list of n (number of rows), k (of neighbors), and what noise_facts() returns: share,
#            near, spread
new_noise <- function(noise, checked, facts) {
  warn_if(facts$near > noise_limits$near,
          c("`x`: the nearest neighbors are not near, so this is not a noise level. Beyond what
             single rows do not share with others, the squared distance to neighbor {facts$k} is
             {share_in_words(facts$near)} the mean over all pairs.",
            i = "Use more rows, or fewer columns, such as principal components."), "not_near")
  new_result(pad_rows(noise, checked), "lapscale_noise", facts = facts,
             few_columns = has_columns(checked$x) && ncol(checked$x) < noise_limits$columns)
}

#' @rdname noise_level
#' @export
print.lapscale_noise <- function(x, ...) {
  # List of n, k, share, near, spread, see new_noise(); `q` are quantiles of the noise.
  facts <- attr(x, "facts")
  q <- stats::quantile(as.numeric(x), c(0.1, 0.5, 0.9), names = FALSE, na.rm = TRUE)
  cat(
    "Noise of ", count(facts$n, "row"), " (", facts$k, " nearest neighbors)\n",
    "  squared length: median ", short(q[[2L]], 3), ", 80% between ", short(q[[1L]], 3),
    " and ", short(q[[3L]], 3), "\n", "  ", round(100 * facts$share),
    "% of the squared distance to neighbor ", facts$k, " belongs to single rows: noise, or directions",
    "\n  that the sample does not resolve\n",
    if (facts$near > noise_limits$near) "  ! The neighbors are not near: this is not a noise level.\n"
    else if (facts$share <= noise_limits$share) NULL
    else if (facts$spread < noise_limits$equal)
      "  The noise is nearly equal in all rows: use principal components.\n"
    else "  Use bw_gc(noise = \"deflate\") and type = \"doubly_stochastic\", see ?noise_level.\n",
    if (attr(x, "few_columns")) underestimated_noise(), sep = ""
  )
  invisible(x)
}

# Some of the noise, plain numbers with the names of the rows.
#   x  of noise_level();  i: numbers, names, or TRUE and FALSE
#' @export
`[.lapscale_noise` <- function(x, i) stats::setNames(as.numeric(x), names(x))[i]

# A column of tidy() or glance() of the noise x, by its name, such as x$share.
#' @export
`$.lapscale_noise` <- function(x, name) find_part(name, c(as.list(tidy(x)), as.list(glance(x))))

#' @rdname noise_level
#' @export
tidy.lapscale_noise <- function(x, ...) door({
  data.frame(row = seq_along(x), noise = as.numeric(x))
}, ...)

#' @rdname noise_level
#' @export
glance.lapscale_noise <- function(x, ...) {
  door(with_seed_and_version(as.data.frame(attr(x, "facts")), x), ...)
}

#' @rdname noise_level
#' @export
augment.lapscale_noise <- function(x, data = NULL, ...) door({
  augmented_rows(data, data.frame(.noise = as.numeric(x)))
}, ...)
