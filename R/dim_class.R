#' Dimensions that remember how they were estimated
#'
#' Describes the class `lapscale_dimension`, which every `dim_*()` function returns. It is a single
#' number, together with the curve from which it was read. You can use it wherever a number is
#' expected. Arithmetic returns plain numbers.
#'
#' @param x,object A `lapscale_dimension`.
#' @param what If `"curve"` (the default), the curve. If `"local"`, after `local = TRUE`, a table
#'   with the `row` of the data and its own `dimension`, which `plot()` shows as a histogram.
#' @param parm Not needed, because there is only one number. If you supply it, it must be
#'   `"dimension"` or 1.
#' @param level The confidence level, a number between 0 and 1. The default is 0.95.
#' @param optional If `TRUE`, as [data.frame()] sets it, the number is converted instead of the
#'   curve, so that `data.frame(d = dim)` has one row. The default is `FALSE`.
#' @param row.names Names for the rows of the table, as in [as.data.frame()].
#' @param ... For `plot()`, graphical parameters. Otherwise not used.
#' @return
#' - `as.data.frame()` and `tidy()`: the curve, with a column `dimension`;
#' - `glance()`: one row with `dimension`, `se` (standard error, or `NA`; it does not contain a bias
#'   of the method, and that of [dim_mle()] allows for the neighbors that points share), `method`,
#'   `n`, `lower` and `upper` (the scales from which it was read; `NA` for a number of neighbors and
#'   for a consensus), `elapsed` (in seconds), and `seed` and `version` (see
#'   [lapscale][lapscale-package]);
#' - `d$dimension`, `d$se`, ...: the columns of `glance(d)`, and `d$curve`;
#' - `confint()`: a matrix with one row, a normal interval from the standard error, for the mean of
#'   the estimates in samples of this size. It does not contain a bias of the method either, and is
#'   an error for a dimension without a standard error;
#' - `summary()`: a list;
#' - `plot()`: `x`, invisibly; `ggplot2::autoplot()`: a ggplot.
#' @seealso [dim_estimate()] for all estimators.
#' @examples
#' x <- sample_sphere(500, seed = 1)
#' d <- dim_mle(x)
#' d
#' round(d)
#' plot(d)
#' glance(d)
#' confint(d)
#' plot(dim_mle(x, local = TRUE), what = "local")
#' dim_mle(iris[1:4])$dimension
#' @name lapscale_dimension
NULL

# Makes an estimate of the dimension, a number with the attribute "estimate", a list of fields, see
# dimension_fields(): method, curve, scale, title, note, local, unused, noise, overruled_gap, and
# facts, a list of n, scaled (TRUE or FALSE), se, lower and upper (the ends), and elapsed (seconds).
# Its classes are dim_<method>, lapscale_dimension, lapscale_number.
#   value    the estimate
#   method   growth, eigengap, mle, kernel_sum, consensus
#   curve    data frame with a column `dimension`
#   scale    name of the column of `curve` that it is drawn against
#   title    what the method is called;  note: one line for print(), or NULL
#   n        number of points
#   se       standard error of the estimate, NA if it has none
#   ends     the smallest and the largest scale that were used: radii or bandwidths, unit of x; NA
#            if it has none
#   local    NULL, or a data frame of row (of the data) and dimension (at that point, or NA)
#   unused   of a consensus: why estimators have no row, texts by their names; else NULL
#   noise    of a consensus: noise_facts() of the points, a list, or NULL
#   overruled_gap  of a consensus: of is_overruled(); else FALSE
#   scaling  of find_scaling(): sd (NULL: columns were not scaled); or NULL
new_dimension <- function(value, method, curve, scale, title, n, scaling, se = NA_real_,
                          ends = c(NA_real_, NA_real_), note = NULL, local = NULL, unused = NULL,
                          noise = NULL, overruled_gap = FALSE) {
  if (!is.null(local)) local <- data.frame(local[order(local$row), ], row.names = NULL)
  facts <- list(n = n, scaled = !is.null(scaling$sd), se = se, lower = ends[[1L]],
                upper = ends[[2L]], elapsed = seconds_of_call())
  fields <- c("method", "curve", "scale", "title", "note", "local", "unused", "noise",
              "overruled_gap")
  fields <- c(unclass(arguments())[fields], list(facts = facts))
  new_number(value, c(paste0("dim_", method), "lapscale_dimension"), estimate = fields)
}

# For package Matrix, see core_number.R.
for (method in c("growth", "eigengap", "mle", "kernel_sum", "consensus")) {
  methods::setOldClass(c(paste0("dim_", method), "lapscale_dimension", "lapscale_number"))
}
rm(method)

# The fields of x, an estimate of the dimension, of new_dimension(): a list of method, curve, scale,
# title, note, local, unused, noise, overruled_gap, and facts, itself a list (n, scaled, se, lower,
# upper, elapsed).
dimension_fields <- function(x) attr(x, "estimate")

# ---- tables ------------------------------------------------------------------------------------

#' @rdname lapscale_dimension
#' @export
as.data.frame.lapscale_dimension <- function(x, row.names = NULL, optional = FALSE,
                                             what = "curve", ...) door({
  fields <- dimension_fields(x)
  number_table <- if (isTRUE(optional)) as.data.frame(plain(x), optional = TRUE)
  with_row_names(number_table %||% fields[[check_table_name(what, fields)]], row.names)
}, ...)

# Checks and returns the argument `what`, "curve" or, if there is that table, "local".
#   what    as the user gave it
#   fields  of dimension_fields(): local (data frame, or NULL)
check_table_name <- function(what, fields) {
  check_choice(what, c("curve", if (!is.null(fields$local)) "local"), "what")
}

#' @rdname lapscale_dimension
#' @export
tidy.lapscale_dimension <- function(x, ...) door(dimension_fields(x)$curve, ...)

# Makes a table with one row from the fields of a dimension x, see new_dimension(): lower and upper
# are the ends of the scales that were used, radii or bandwidths, or NA; elapsed is in seconds.
#' @rdname lapscale_dimension
#' @export
glance.lapscale_dimension <- function(x, ...) door({
  fields <- dimension_fields(x)
  facts <- fields$facts
  with_seed_and_version(data.frame(
    dimension = plain(x), se = facts$se, method = fields$method, n = facts$n, lower = facts$lower,
    upper = facts$upper, elapsed = facts$elapsed
  ), x)
}, ...)

#' @rdname lapscale_dimension
#' @export
confint.lapscale_dimension <- function(object, parm, level = 0.95, ...) door({
  check_only_parameter(if (!missing(parm)) parm, "dimension")
  level <- check_level(level, "level")
  se <- dimension_fields(object)$facts$se
  refuse_if(is.na(se),
            c("`object` has no standard error, so it has no confidence interval.",
              i = "dim_growth(), dim_mle(), and dim_kernel_sum() have one. The votes of dim_estimate()
                   show how far methods differ."))
  ends <- plain(object) + stats::qnorm((1 + level) / 2) * c(-se, se)
  matrix(ends, 1L, dimnames = list(`estimate on average` = "dimension", percent_names(level)))
}, ...)

#' @rdname lapscale_dimension
#' @export
update.lapscale_dimension <- function(object, ...) door({
  method <- dimension_fields(object)$method
  method <- if (method == "consensus") "estimate" else method
  abort_argument("`object` has nothing to choose again: call dim_{method}() with other arguments.")
})

# ---- print -------------------------------------------------------------------------------------

# Prints a dimension x. Its fields, of dimension_fields(), are a list: method, title, note (a line,
# or NULL), and facts, a list: n (number of points), scaled (whether columns were), elapsed
# (seconds).
#' @rdname lapscale_dimension
#' @export
print.lapscale_dimension <- function(x, ...) {
  fields <- dimension_fields(x)
  facts <- fields$facts
  # Only a consensus has votes.
  no <- if (votes_disagree(fields$curve$vote, plain(x))) "no "
  cat("Dimension ", format(plain(x), digits = 3), describe_precision(x), " (", no, fields$method,
      ": ", fields$title, ")\n", sep = "")
  cat("  ", count(facts$n, "point"), if (facts$scaled) ", columns scaled", ", ",
      format(facts$elapsed, digits = 2, nsmall = 1), " s\n", sep = "")
  if (!is.null(fields$note)) cat("  ", fields$note, "\n", sep = "")
  invisible(x)
}

# A text for print() on the precision of a dimension x, to follow the number; NULL if it is not
# known.
describe_precision <- function(x) UseMethod("describe_precision")

# A text for print() with the standard error of a dimension x, which leaves out the bias; NULL if it
# has none.
#' @export
describe_precision.lapscale_dimension <- function(x) {
  se <- dimension_fields(x)$facts$se
  if (!is.na(se)) paste0(" (se ", short(se), ", without the bias)")
}

#' @rdname lapscale_dimension
#' @export
summary.lapscale_dimension <- function(object, ...) door({
  structure(list(dimension = object),
            class = c("summary.lapscale_dimension", "lapscale_summarized"))
}, ...)

# Prints the summary of a dimension. In it `fields` are a list: local (data frame with the dimension
# at each point, or NULL), curve (data frame), method.
#   x  of summary(): list(dimension)
#' @export
print.summary.lapscale_dimension <- function(x, ...) {
  print(x$dimension)
  fields <- dimension_fields(x$dimension)
  if (!is.null(fields$local)) {
    cat("Local dimensions:\n")
    print(summary(fields$local$dimension), digits = 3)
  }
  # A consensus has printed its own.
  if (fields$method != "consensus") {
    rows <- take_evenly(seq_len(nrow(fields$curve)), 10L)
    cat("Curve:\n")
    print(fields$curve[rows, ], digits = 3, row.names = FALSE)
  }
  cat(describe_origin(x$dimension))
  invisible(x)
}
