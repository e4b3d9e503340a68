#' Remove noise from a table
#'
#' @description
#' Returns the table without the noise of its rows: each row becomes a weighted mean of the rows
#' that are near it along the data, or its projection on the leading principal components. Which of
#' the two, and how much smoothing, is chosen by an estimate of the error.
#'
#' **When to use it.** Use it for plots and for reading single rows of measurements in hundreds of
#' columns. **Do not test on the result:** smoothing makes columns correlate that have nothing in
#' common, and makes rows dependent, so p-values, correlations between columns, and regressions must
#' use the table as it was measured.
#'
#' @details
#' **Smoothing along the data.** With the doubly stochastic weights \eqn{W} of [graph_laplacian()],
#' the smoothed table is \eqn{\exp(-t (I - W)) x}, where \eqn{t} is the time of the diffusion. The
#' weights adapt to noise of a different size in each row. Times from 1/16 to 64 are compared, at the
#' bandwidth of `bw_gc(noise = "deflate")`, which is selected on at most 1000 rows, and at 0.71,
#' 1.41, and 2 times this bandwidth, as long as the estimated error falls.
#'
#' **Principal components.** The table is projected on its first \eqn{k} principal components, with
#' each \eqn{k} up to 50.
#'
#' **The choice.** For rows with noise of squared length \eqn{s_i} (see [noise_level()]), spread
#' evenly over \eqn{p} columns, the expected squared error of an estimate \eqn{f(x)} is that of
#' \deqn{\sum_i |x_i - f_i(x)|^2 + \frac{2}{p} \sum_i s_i \, \mathrm{div}_i f - \sum_i s_i}{
#' sum |x_i - f_i(x)|^2 + (2 / p) sum s_i div_i f - sum s_i}
#' (Stein, 1981), where \eqn{\mathrm{div}_i}{div_i} is the sum of the derivatives of the row by its
#' own entries. The graph is made from the noisy table too, and its part of the divergence is
#' included: the table is perturbed a little, and everything is computed again (Ramani, Blu and
#' Unser, 2008). For principal components the divergence has a closed form, also for noise of a
#' different size in each row (compare Candes, Sing-Long and Trzasko, 2013). The estimate with the
#' smallest risk is returned; if none reduces the error, the table is returned as it is.
#'
#' **Equal noise.** The noise of [noise_level()] is too small if columns are few. So if the smaller
#' half of the singular values of the centered table is distributed as that of noise that is equal
#' in all entries (Marchenko and Pastur, 1967), and their median (Gavish and Donoho, 2014) gives a
#' larger sum of the noise over all rows, this sum is used, and [noise_level()] says only how the
#' noise differs between rows. Otherwise, in fewer than 50 columns, the noise and the errors are
#' underestimated, the result may be worse than the table, and the print-out says so.
#'
#' The estimate assumes noise that is independent between columns. Noise that columns share, such as
#' a batch effect, is structure, and stays.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, `n` at least 5; sparse tables become dense.
#' @param method `"auto"` (the default) takes what has the smallest estimated error, which can be the
#'   table as it is; `"heat"` smooths along the data, `"components"` takes principal components. If
#'   you do not supply `method`, `time` alone implies `"heat"`, and `n_components` alone implies
#'   `"components"`.
#' @param bandwidth The bandwidth of the graph, as in [heat_graph()]. If `NULL` (the default), up to
#'   four bandwidths around that of `bw_gc(noise = "deflate")` are compared.
#' @param time,n_components The time of the diffusion and the number of principal components. If
#'   `NULL` (the default), they are chosen.
#' @param object What `noise_remove()` returned.
#' @param rows For `plot()`, the number or name of a row. If `NULL` (the default), the row whose
#'   noise is nearest to the median.
#' @param what For `plot()`: `"points"` draws the points before and after, by their columns if there
#'   are one or two, otherwise by the first two principal components of the table after; `"row"`
#'   draws one row before and after, `"values"` the singular values of the centered table before and
#'   after, and `"risk"` the estimated error over the time. If `NULL` (the default), these are the
#'   points of fewer than 10 columns, and one row otherwise.
#' @param ... For `noise_remove()`, settings by name (`na_action`, `n_threads`, `progress`), see
#'   [lapscale_settings]. For `plot()`, graphical parameters. Otherwise not used.
#' @return A numeric matrix of class `lapscale_denoised` with the rows, columns, and names of the
#'   data, in their units. Rows that were left out are `NA`. `as.matrix()` is the matrix alone.
#'   - `glance()` returns one row: `method`, `n`, `n_components`, `time`, `bandwidth`, `risk` (the
#'     estimated error of the result, relative to the variance of the data without noise),
#'     `risk_heat`, `risk_components`, `noise` (that of the data in the same unit), and `removed`
#'     (the share of the sum of squares around the mean that was removed);
#'   - `tidy()` returns one row per estimate that was compared: `method`, `bandwidth`, `time`,
#'     `n_components`, `risk`;
#'   - `augment()` returns one row per row of the data: `.noise`, and `.moved`, the squared distance
#'     between the row before and after.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the weights between all rows do not fit into memory;
#' - `lapscale_warning_not_near` if the nearest rows are not near, so that what is removed may not
#'   be noise.
#' @references Stein, C. M. (1981). Estimation of the mean of a multivariate normal distribution.
#'   *Annals of Statistics* 9, 1135-1151. \doi{10.1214/aos/1176345632}
#'
#'   Ramani, S., Blu, T. and Unser, M. (2008). Monte-Carlo SURE: a black-box optimization of
#'   regularization parameters for general denoising algorithms. *IEEE Transactions on Image
#'   Processing* 17, 1540-1554. \doi{10.1109/TIP.2008.2001404}
#'
#'   Candes, E. J., Sing-Long, C. A. and Trzasko, J. D. (2013). Unbiased risk estimates for singular
#'   value thresholding and spectral estimators. *IEEE Transactions on Signal Processing* 61,
#'   4643-4657. \doi{10.1109/TSP.2013.2270464}
#'
#'   Gavish, M. and Donoho, D. L. (2014). The optimal hard threshold for singular values is
#'   \eqn{4/\sqrt{3}}{4/sqrt(3)}. *IEEE Transactions on Information Theory* 60, 5040-5053.
#'   \doi{10.1109/TIT.2014.2323359}
#'
#'   Marchenko, V. A. and Pastur, L. A. (1967). Distribution of eigenvalues for some sets of random
#'   matrices. *Mathematics of the USSR-Sbornik* 1, 457-483. \doi{10.1070/SM1967v001n04ABEH001994}
#'
#'   van Dijk, D. et al. (2018). Recovering gene interactions from single-cell data using data
#'   diffusion. *Cell* 174, 716-729. \doi{10.1016/j.cell.2018.05.061} (diffusion of a table)
#' @seealso [noise_level()] for the noise of each row, the article "noise" of the site.
#' @examples
#' # A curve in 300 columns, with noise of a different size in each row.
#' set.seed(1)
#' angle <- runif(200, 0, 2 * pi)
#' signal <- exp(3 * cos(outer(angle, seq(0, 2 * pi, length.out = 300), "-")))
#' x <- signal + runif(200, 1, 6) * matrix(rnorm(200 * 300), 200)
#' y <- noise_remove(x, seed = 1)
#' y
#' c(before = sum((x - signal)^2), after = sum((as.matrix(y) - signal)^2))
#' plot(y, rows = 1)
#' glance(noise_remove(swiss, scale = TRUE, seed = 1))
#' @export
noise_remove <- function(x, method = c("auto", "heat", "components"), bandwidth = NULL, time = NULL,
                         n_components = NULL, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  if (missing(method) && !(is.null(time) && is.null(n_components))) {
    method <- if (is.null(n_components)) "heat" else
      if (is.null(time) && is.null(bandwidth)) "components" else "auto"
  }
  method <- check_choice(method, c("auto", "heat", "components"), "method")
  checked <- as_points(x, args, "sparse", min_rows = 5L)
  refuse_if(!is.null(checked$scaling$metric),
            "`metric` must be \"euclidean\": the result is in the units of the columns.")
  if (!is.null(time)) time <- check_number(time, "time", above = 0)
  n <- nrow(checked$x)
  if (!is.null(n_components)) {
    n_components <- check_count(n_components, "n_components", max = min(n - 1L, ncol(checked$x)))
  }
  refuse_if(method == "components" && !(is.null(time) && is.null(bandwidth)),
            "`method` = \"components\" uses neither `time` nor `bandwidth`.")
  refuse_if(method == "heat" && !is.null(n_components),
            "`method` = \"heat\" does not use `n_components`.")
  seed <- draw_seed(check_seed(seed))
  runtime <- new_runtime(args$n_threads, args$progress)
  columns <- column_names(x)
  if (!is.matrix(checked$x)) {
    inform("`x` is sparse; the result is a dense matrix.", "dense")
    checked$x <- dense_rows(checked$x, "x")
    checked$shared <- NULL
  }
  check_spread_once(checked)
  check_memory(8 * (4 * as.numeric(n)^2 + 6 * length(checked$x)), "x",
               paste("all weights between", n, "rows"))
  # `candidates` are of candidate_table(), of which `best` is one row.
  problem <- noise_problem(checked, seed, runtime)
  settings_given <- list(bandwidth = bandwidth, time = time, n_components = n_components)
  candidates <- rbind(
    if (method == "auto") no_candidate(problem),
    if (method != "components") heat_candidates(problem, settings_given, runtime),
    if (method != "heat") component_candidates(problem, settings_given)
  )
  refuse_if(NROW(candidates) == 0L,
            c("`x`: no bandwidth gives the rows doubly stochastic weights.",
              i = "Use a larger `bandwidth`, or `method` = \"components\"."))
  best <- candidates[which.min(candidates$risk), ]
  new_denoised(denoised_rows(problem, best, runtime), best, candidates, problem, columns)
}, .takes = list("points", "run"))

# Makes the object, a lapscale_denoised: a matrix with the rows and columns of the data, NA in rows
# that were left out, with the attributes
#   facts        a data frame of one row, the columns of glance()
#   candidates   all that were compared, the risk relative to the variance without noise
#   before       the table as it was, a row per row of the data, NA in rows that were left out
#   noise        of each row of the data, a squared length in the unit of x squared, or NA
#   is_near, few_columns  of the problem
# Its arguments:
#   rows        n x p, of denoised_rows(): centered, in the order and the unit of the problem
#   best        the row of the candidates that was taken: method, bandwidth, time, n_components,
#               risk, residual, see candidate_table()
#   candidates  of candidate_table(), all that were compared
#   problem     of noise_problem(): x, noise, centre, unit, order, checked, is_near, few_columns
#   columns     names of the columns, or NULL
# `variance` is that of the table without noise, summed over rows and columns, in the unit of the
# problem squared.
new_denoised <- function(rows, best, candidates, problem, columns) {
  checked <- problem$checked
  original_order <- order(problem$order)
  # From the order and the unit of the problem back to those of the data.
  restore <- function(x) {
    x <- (x * problem$unit + rep(problem$centre, each = nrow(x)))[original_order, , drop = FALSE]
    unscale_points(x, checked$scaling)
  }
  result <- pad_matrix(restore(rows), checked)
  # A table that is returned as it is has the very numbers.
  if (best$method == "none") result[checked$rows, ] <- unscale_points(checked$x, checked$scaling)
  dim_names <- list(checked$names, columns)
  dimnames(result) <- if (!all(lengths(dim_names) == 0L)) dim_names
  before <- pad_matrix(unscale_points(checked$x, checked$scaling), checked)
  dimnames(before) <- dimnames(result)
  variance <- max(sum(problem$x^2) - sum(problem$noise), .Machine$double.xmin)
  relative_columns <- c("risk", "residual")
  candidates[relative_columns] <- candidates[relative_columns] / variance
  facts <- data.frame(
    method = best$method, n = nrow(checked$x), n_components = best$n_components, time = best$time,
    bandwidth = best$bandwidth, risk = best$risk / variance,
    risk_heat = lowest_risk(candidates, "heat"),
    risk_components = lowest_risk(candidates, "components"), noise = sum(problem$noise) / variance,
    removed = best$residual / sum(problem$x^2)
  )
  structure(
    result, facts = facts, candidates = candidates[names(candidates) != "residual"],
    before = before, noise = pad_rows(problem$noise[original_order] * problem$unit^2, checked),
    is_near = problem$is_near, few_columns = problem$few_columns,
    class = c("lapscale_denoised", "matrix", "array")
  )
}

#' @rdname noise_remove
#' @param x A table, or for methods what `noise_remove()` returned.
#' @export
print.lapscale_denoised <- function(x, ...) {
  # A data frame of one row, see new_denoised().
  facts <- attr(x, "facts")
  words <- switch(facts$method,
    none = "No estimate reduces the error, so this is the table as it was.",
    heat = paste0("smoothed along the data: time ", short(facts$time), ", bandwidth ",
                  short(facts$bandwidth, 3)),
    components = paste("projected on", count(facts$n_components, "principal component"))
  )
  cat(
    "Table without noise: ", count(facts$n, "row"), " in ", count(ncol(x), "column"), "\n",
    "  ", words, "\n",
    "  estimated error ", short(facts$risk), " of the variance without noise (before ",
    short(facts$noise), ")", "\n",
    if (!is.na(facts$risk_heat) && !is.na(facts$risk_components)) {
      c("  estimated error by smoothing ", short(facts$risk_heat), ", by principal components ",
        short(facts$risk_components), "\n")
    },
    if (!attr(x, "is_near")) {
      c("  ! The nearest rows are not near: the table may be noise without a smooth shape, and\n",
        "    these errors wrong.\n")
    },
    if (attr(x, "few_columns")) underestimated_noise(),
    "  Do not test on it: smoothing makes columns and rows depend on each other.\n", sep = ""
  )
  invisible(x)
}

# The numbers of a table without noise, as a plain matrix.
#' @export
as.matrix.lapscale_denoised <- function(x, ...) {
  attributes(x) <- attributes(x)[c("dim", if (!is.null(dimnames(x))) "dimnames")]
  x
}

#' @rdname noise_remove
#' @param row.names,optional As in [as.data.frame()].
#' @export
as.data.frame.lapscale_denoised <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(as.data.frame(as.matrix(x)), row.names)
})

# A part of the table, or its transpose, as plain numbers; arithmetic with it gives plain numbers
# too.
#' @export
`[.lapscale_denoised` <- function(x, ...) as.matrix(x)[...]

#' @export
t.lapscale_denoised <- function(x) t(as.matrix(x))

#' @export
Ops.lapscale_denoised <- Ops.lapscale_number

#' @export
Math.lapscale_denoised <- Math.lapscale_number

#' @rdname noise_remove
#' @export
glance.lapscale_denoised <- function(x, ...) {
  door(with_seed_and_version(as.data.frame(attr(x, "facts")), x), ...)
}

#' @rdname noise_remove
#' @export
tidy.lapscale_denoised <- function(x, ...) door({
  # A row per candidate: method, bandwidth, time, n_components, and risk.
  candidates <- attr(x, "candidates")
  rownames(candidates) <- NULL
  candidates
}, ...)

#' @rdname noise_remove
#' @param data For `augment()`, a table with the rows of the data.
#' @export
augment.lapscale_denoised <- function(x, data = NULL, ...) door({
  # Of each row of the data, in the unit of x squared; NA where it was left out.
  sq_change <- rowSums((as.matrix(x) - attr(x, "before"))^2)
  augmented_rows(
    data, data.frame(.noise = as.numeric(attr(x, "noise")), .moved = unname(sq_change))
  )
}, ...)
