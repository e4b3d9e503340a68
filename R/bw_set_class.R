#' Bandwidths of several selectors
#'
#' Describes the class `lapscale_bandwidths`, which [bw_select()] returns if it is called
#' with several names. It is a named list of [lapscale_bandwidth]s. It prints as a table, and its
#' plot shows all curves on one axis.
#'
#' @param x,object A `lapscale_bandwidths` that [bw_select()] returned.
#' @param i The selectors to keep: names, numbers, or a logical vector, at least one and each at
#'   most once.

#' @param ... For `plot()`, graphical parameters. For `c()`, results of other selectors on the same
#'   points. Otherwise not used.
#' @param minimum,calibration As in [`update()`][lapscale_bandwidth] of a single bandwidth.
#'   Selectors without such a choice do not change.
#' @return
#' - `as.data.frame()` and `tidy()`: all curves, one below the other, with `method`,
#'   `bandwidth`, `criterion`, and `se`;
#' - `glance()`: one row per selector, with `method`, `bandwidth`, `in_neighbors` (the bandwidth
#'   over the median distance to the nearest neighbor), `n`, `d`, `at_edge`, `n_minima`, and
#'   `elapsed` (in seconds, without what an earlier selector has computed);
#' - `plot()`: `x`, invisibly; `ggplot2::autoplot()`: a ggplot;
#' - `[`, `c()`, and `update()`: a `lapscale_bandwidths`.
#'
#' [bw_minima()] takes a `lapscale_bandwidths` too.
#' @seealso [bw_select()], [lapscale_bandwidth], [lapscale_result].
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' several <- bw_select(x, c("gc", "rec", "kernel_sum", "median"), seed = 1)
#' several$gc
#' glance(several)
#' update(several, minimum = "global")[c("gc", "rec")]
#' glance(bw_select(iris[1:4], c("gc", "median"), seed = 1))
#' @name lapscale_bandwidths
NULL

# Makes the result of bw_select(), a list of bandwidths of class lapscale_bandwidths.
#   selections  list of lapscale_bandwidths of one value, by the name of their selector
#   nearest     the median distance to the nearest neighbor that does not coincide, unit of x: an
#               attribute of the result
new_bandwidths <- function(selections, nearest) {
  new_result(selections, "lapscale_bandwidths", nearest = nearest)
}

# Takes some of the bandwidths of a set, as a set.
#   x  of new_bandwidths();  i: names, numbers, or a logical vector
#' @rdname lapscale_bandwidths
#' @export
`[.lapscale_bandwidths` <- function(x, i) door({
  if (missing(i)) return(x)
  chosen_names <- tryCatch(stats::setNames(nm = names(x))[i], error = function(e) NA_character_)
  if (!length(chosen_names) || anyNA(chosen_names) || anyDuplicated(chosen_names)) {
    listed <- in_quotes(names(x))
    names_given <- if (length(i) == 1L || !is.atomic(i)) describe(i) else paste(i, collapse = ", ")
    abort_argument("`i` must choose one or more of {listed}, none twice; it is {names_given}.")
  }
  new_bandwidths(unclass(x)[chosen_names], attr(x, "nearest"))
})

# Joins sets of bandwidths of the same points, as their attribute `nearest` shows, to one set. Its
# origin (seed and version) is theirs if all have the same.
#   ...  of new_bandwidths()
#' @rdname lapscale_bandwidths
#' @export
c.lapscale_bandwidths <- function(...) door({
  sets <- list(...)
  is_same <- vapply(sets, function(set) {
    inherits(set, "lapscale_bandwidths") && attr(set, "nearest") == attr(sets[[1L]], "nearest")
  }, NA)
  refuse_if(!all(is_same), "`...` must be lapscale_bandwidths of the same points.")
  selections <- do.call(c, lapply(unname(sets), function(set) unclass(set)[names(set)]))
  refuse_first(names(selections)[duplicated(names(selections))],
               "`...` must be sets of different selectors; \"{first}\" comes twice.")
  joined <- new_bandwidths(selections, attr(sets[[1L]], "nearest"))
  origins <- unique(lapply(sets, origin_of))
  if (length(origins) == 1L) add_origin(joined, origins[[1L]]) else joined
})

# Makes a set in which each bandwidth is at another minimum, or of another calibration, if its
# selector has such a choice; the others stay as they are.
#   object       of new_bandwidths(): list of bandwidths by selector, with attribute nearest
#   minimum      "first" or "global", or NULL: stays
#   calibration  of Lepski's method, how its penalty is scaled: "variance" or "jump", or NULL: stays
#' @rdname lapscale_bandwidths
#' @export
update.lapscale_bandwidths <- function(object, minimum = NULL, calibration = NULL, ...) door({
  if (!is.null(minimum)) minimum <- check_choice(minimum, c("first", "global"), "minimum")
  if (!is.null(calibration)) {
    calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  }
  new_bandwidths(lapply(object, update_if_known, minimum, calibration), attr(object, "nearest"))
}, ...)

#' @rdname lapscale_bandwidths
#' @export
tidy.lapscale_bandwidths <- function(x, ...) door({
  curves <- lapply(names(x), function(name) {
    cbind(method = name, as.data.frame(x[[name]])[c("bandwidth", "criterion", "se")])
  })
  do.call(rbind, curves)
}, ...)

# Makes a table with a row per selector; in_neighbors is the bandwidth over the median distance to
# the nearest neighbor.
#   x  of new_bandwidths(): list of bandwidths by selector, with attribute nearest
#' @rdname lapscale_bandwidths
#' @export
glance.lapscale_bandwidths <- function(x, ...) door({
  shared <- c("n", "d", "at_edge", "n_minima", "elapsed")
  rows <- lapply(names(x), function(name) {
    facts <- glance(x[[name]])
    in_neighbors <- facts$bandwidth / attr(x, "nearest")
    data.frame(method = name, facts["bandwidth"], in_neighbors = in_neighbors, facts[shared])
  })
  with_seed_and_version(do.call(rbind, rows), x)
}, ...)

# Prints a set of bandwidths as a table.
#   x  of new_bandwidths(): list of bandwidths by selector, with attribute nearest
#' @rdname lapscale_bandwidths
#' @export
print.lapscale_bandwidths <- function(x, ...) {
  facts <- glance(x)
  cat("Bandwidths of ", count(nrow(facts), "selector"), ", ", count(facts$n[[1L]], "point"),
      ", spacing ", short(attr(x, "nearest"), 3), " (median distance to the nearest neighbor)\n",
      sep = "")
  shown <- data.frame(
    method = facts$method, bandwidth = short(facts$bandwidth, 4),
    `h / spacing` = short(facts$in_neighbors, 3),
    d = ifelse(is.na(facts$d), "", short(facts$d, 3)),
    `at end` = ifelse(facts$at_edge, "!", ""), seconds = round(facts$elapsed, 2),
    check.names = FALSE
  )
  print(shown, row.names = FALSE)
  invisible(x)
}

#' @rdname lapscale_bandwidths
#' @export
summary.lapscale_bandwidths <- function(object, ...) door({
  structure(lapply(object, summary), object = object,
            class = c("summary.lapscale_bandwidths", "lapscale_summarized"))
}, ...)
