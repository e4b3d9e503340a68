# Holds what the selectors on points share: arguments, the handle, the points that a mean is taken
# over, the grid.

# Checks the arguments and holds the points. Returns a list:
#   checked, n       as as_points() makes it; the number of rows kept
#   handle, runtime  for the cpp_* functions; the caller gives the handle back (return_points())
#   rows             of the points that the mean is taken over
#   bandwidths       the grid, increasing
#   seed             a number
#   own, rest        what `check` and `check_rest` returned
#   settings           the selector's arguments bandwidths (NULL: `default_grid`), n_bandwidths,
#                      n_points (NULL: `usual` many, a function of the points), seed, n_threads,
#                      na_action, scale, progress
#   check, check_rest  functions of `checked` that look at the selector's own arguments: those named
#                      before `bandwidths` in its usage, and those after
#   draws              whether the selector itself draws, even where all points count
#   weighs             whether it heeds how many observations a point stands for
#   default_grid       function of checked, handle, n_bandwidths and runtime
#   paged, distances, sparse  which kinds of points are taken, see as_points()
#   of                 see check_equidistant()
selector_problem <- function(x, settings, usual, check = NULL, check_rest = NULL, draws = FALSE,
                             default_grid = neighbor_grid, min_rows = 3L, paged = FALSE,
                             weighs = FALSE, distances = FALSE, sparse = FALSE, of = "bandwidth") {
  checked <- as_points(
    x, min_rows = min_rows, na_action = settings$na_action, scale = settings$scale, paged = paged,
    distances = distances, sparse = sparse, weights = settings$weights
  )
  own <- if (!is.null(check)) check(checked)
  n <- nrow(checked$x)
  bandwidths <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 4)
  rest <- if (!is.null(check_rest)) check_rest(checked)
  if (!is.null(settings$n_points)) check_count(settings$n_points, "n_points", min = 2, max = n)
  seed <- check_seed(settings$seed)
  runtime <- new_runtime(settings$n_threads, settings$progress)
  check_spread_once(checked)
  check_equidistant(checked, of)
  handle <- borrow_points(checked, runtime)
  if (is_paged(checked$x)) checked$x$handle <- handle
  complete <- FALSE
  on.exit(if (!complete) return_points(checked, handle))
  n_points <- settings$n_points %||% usual(checked$x)
  seed <- if (draws || n_points < n) draw_seed(seed) else seed %||% 0
  bandwidths <- bandwidths %||% default_grid(checked, handle, n_bandwidths, runtime)
  rows <- draw_points(checked$x, n_points, seed, if (weighs) checked$mass else 1)
  complete <- TRUE
  list(
    checked = checked, n = n, handle = handle, runtime = runtime,
    rows = rows, bandwidths = bandwidths, seed = seed, own = own, rest = rest
  )
}

# Returns a function of points: all rows up to `many`, otherwise `few`.
all_up_to <- function(many, few) function(x) if (nrow(x) <= many) nrow(x) else few

# Refuses points whose squared unit, in which a criterion is, leaves the range of doubles.
check_square_range <- function(handle) {
  square <- cpp_rms_distance(handle)^2
  if (!is.finite(square) || square <= 1e-290) {
    abort_argument("`x`: its squared distances leave the range of double precision; rescale it.")
  }
}

abort_no_pairs <- function(largest) {
  abort(
    "`bandwidths`: even at the largest, {signif(largest, 3)}, no point has a neighbor; give larger
     ones.",
    "no_criterion"
  )
}

# Grids of bandwidths: given ones, and the defaults.

# Limits the number of bandwidths. More of them add no information and take hours, or all memory.
max_bandwidths <- 1e5

# Checks how many bandwidths or radii there are, as check_count() does.
check_grid_size <- function(n, arg, min) {
  n <- check_count(n, arg, min = min)
  if (n > max_bandwidths) abort_argument("`{arg}` must be at most {max_bandwidths}, not {n}.")
  n
}

# Checks the bandwidths to search: positive, sorted, distinct, at least two.
resolve_grid <- function(bandwidths) {
  if (!is.numeric(bandwidths) || !length(bandwidths) || !is.null(dim(bandwidths))) {
    abort_argument("`bandwidths` must be a vector of positive numbers, not {describe(bandwidths)}.")
  }
  if (length(bandwidths) > max_bandwidths) {
    abort_argument(
      "`bandwidths` must hold at most {max_bandwidths} values, not {length(bandwidths)}."
    )
  }
  refuse_first(
    which(!is.finite(bandwidths) | bandwidths <= 0),
    "`bandwidths` must be positive finite numbers; element {first} is
     {format(bandwidths[[first]])}."
  )
  grid <- sort(unique(as.double(bandwidths)))
  if (length(grid) < 2L) {
    abort_argument(
      "`bandwidths` must hold two different values or more; one leaves nothing to choose."
    )
  }
  if (!identical(grid, as.double(bandwidths))) {
    inform("`bandwidths` sorted, repeated values removed.", "sorted")
  }
  grid
}

# Returns the default grid of every selector except Geometric Consistency, of points in the core.
neighbor_grid <- function(checked, handle, n_bandwidths, runtime) {
  search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
}

# Makes a grid from half the median distance to the nearest point that does not coincide to the root
# mean squared distance.
#   nearest  such distances, Inf where there is no such point
search_grid <- function(handle, nearest, n_bandwidths) {
  grid_between(nearest, cpp_rms_distance(handle), n_bandwidths)
}

grid_between <- function(nearest, high, n_bandwidths) {
  low <- stats::median(nearest[is.finite(nearest) & nearest > 0]) / 2
  check_normal(low)
  exp(seq(log(min(low, high / 2)), log(high), length.out = n_bandwidths))
}

# Returns the default grid of Geometric Consistency: from the bandwidth at which the weights are
# numerically the identity to the root mean squared distance.
gc_grid <- function(checked, handle, n_bandwidths, runtime) {
  grid_of_steps(cpp_bandwidth_range(handle, runtime), n_bandwidths)
}

# Makes the same grid in multiples of the distances to the k-th neighbors, for some k.
local_grid <- function(k) {
  function(checked, handle, n_bandwidths, runtime) {
    nearest <- nearest_distinct(checked, handle, runtime)
    range <- vapply(k, function(k) {
      scale <- local_scales(handle, k, runtime)$scale
      c(stats::median((nearest / scale)[is.finite(nearest)]) / 4,
        cpp_rms_distance(handle) / stats::median(scale))
    }, c(0, 0))
    grid_of_steps(c(min(range[1L, ]), max(range[2L, ])), n_bandwidths)
  }
}

# Makes a log grid of as many values as asked for, or of more if the step would exceed a factor of
# 1.25.
#   range  its ends
grid_of_steps <- function(range, n_bandwidths) {
  check_normal(range[[1]])
  n <- max(n_bandwidths, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  exp(seq(log(range[[1]]), log(range[[2]]), length.out = n))
}

#' Bandwidths that remember how they were selected
#'
#' Describes the class `lapscale_bandwidth`, which every `bw_*()` function returns. It is a single
#' number, the bandwidth \eqn{h} in the unit of the data, together with the curve from which it was
#' selected. You can use it wherever a number is expected. Arithmetic returns plain numbers.
#'
#' @details
#' These functions return what the object contains:
#' - `as.data.frame(bw)` and `tidy(bw)`: the curve, with one row per bandwidth and the columns
#'   `bandwidth`, `criterion`, `se`, and others that the page of the selector lists. `se` is the
#'   standard error of the criterion over the points, or `NA`. It treats the sample as fixed. For
#'   the uncertainty between samples see [confint()][confint.lapscale_bandwidth];
#' - [local_minima()]: the local minima of the curve;
#' - `glance(bw)`: one row with `bandwidth`, `method`, `n`, `d`, `at_edge`, `n_minima`, `elapsed`
#'   (in seconds), and others that the page of the selector lists;
#' - [plot()][plot.lapscale_bandwidth], `lines()`, `ggplot2::autoplot()`: a plot of the curve;
#' - `update(bw, minimum = "global")`: another minimum of the same curve, without the data.
#'
#' If something speaks against the bandwidth, the print-out warns. It contains the fast checks of
#' [bandwidth_report()]. With more than 2000 points, connected components and short circuits are not
#' among them. The data are not part of the object.
#'
#' @param x,object A `lapscale_bandwidth` that a `bw_*()` function returned.
#' @param what What to return: the `"curve"` (the default), or another table of the selector.
#'   [bw_lepski()] also has `"path"` and `"pairs"`.
#' @param optional If `TRUE`, as [data.frame()] sets it, the number is converted instead of the
#'   curve, so that `data.frame(h = bw)` has one row. The default is `FALSE`.
#' @param row.names Names for the rows of the table, as in [as.data.frame()].
#' @param ... Not used.
#' @return
#' - `as.data.frame()` and `tidy()`: a data frame with one row per bandwidth, see Details;
#' - `glance()`: a data frame with one row, see Details;
#' - `update()`: a `lapscale_bandwidth`.
#' @seealso [select_bandwidth()] for all selectors, [lapscale_bandwidths] for the results of
#'   several.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' 2 * bw                      # a plain number
#' head(as.data.frame(bw))
#' glance(bw)
#' @name lapscale_bandwidth
NULL

# Makes the object; no other function knows its fields. Class bw_<method>, lapscale_bandwidth,
# lapscale_number: where a selector differs from the others it has a method of its own
# (update.bw_lepski(), ...).
#   value      the chosen bandwidth, unit of x
#   method     the selector's name, as in select_bandwidth()
#   curve      data frame: bandwidth (increasing), criterion, se, ...
#   minima     data frame as local_minima() documents it
#   choices    named integer: row of `minima` for each value of `minimum` (NA: none)
#   minimum    which of them was asked for
#   facts      list: n, d, at_edge, elapsed and the selector's own entries for glance()
#   labels     list: title, criterion, notes (character, printed one per line)
#   tables     named list of further data frames for as.data.frame(what =)
#   basis      what update() needs to choose another way; depends on the selector
#   looks      of looks_at_choice(), or NULL
#   scaling    of find_scaling(): what was done to the columns first, or NULL
new_bandwidth <- function(value, method, curve, minima, choices, minimum, facts, labels,
                          tables = list(), basis = NULL, scaling = NULL, looks = NULL,
                          replicates = NULL) {
  stopifnot(is.double(value), length(value) == 1L, is.data.frame(curve), is.data.frame(minima))
  fields <- mget(setdiff(names(formals(new_bandwidth)), "value"))
  new_number(value, c(paste0("bw_", method), "lapscale_bandwidth"), selection = fields)
}

# ---- tables ------------------------------------------------------------------------------------

#' @rdname lapscale_bandwidth
#' @export
as.data.frame.lapscale_bandwidth <- function(x, row.names = NULL, optional = FALSE,
                                             what = "curve", ...) door({
  tables <- c(selection(x)["curve"], selection(x)$tables)
  number <- if (isTRUE(optional)) as.data.frame(plain(x), optional = TRUE)
  with_row_names(number %||% tables[[check_choice(what, names(tables), "what")]], row.names)
}, ...)

#' @rdname lapscale_bandwidth
#' @export
tidy.lapscale_bandwidth <- function(x, ...) door(selection(x)$curve, ...)

# Returns words of the report about the choice, if that is where they were found.
seen_at_choice <- function(chosen) {
  h <- chosen$minima$bandwidth[chosen$choices[[chosen$minimum]]]
  if (identical(h, chosen$looks$bandwidth)) chosen$looks$words
}

#' @rdname lapscale_bandwidth
#' @export
glance.lapscale_bandwidth <- function(x, ...) door({
  chosen <- selection(x)
  facts <- chosen$facts
  if ("short circuits" %in% seen_at_choice(chosen)) facts$eigenvalue_error <- error_of_strands
  first <- c("n", "d", "at_edge")
  own <- setdiff(names(facts), c(first, "elapsed"))
  conf <- likely_range(chosen)
  conf <- if ("replicates" %in% own) list(conf.low = conf[[1]], conf.high = conf[[2]])
  do.call(data.frame, c(
    list(bandwidth = plain(x), method = chosen$method), facts[first],
    list(n_minima = nrow(chosen$minima)), facts[own], conf, list(elapsed = facts$elapsed)
  ))
}, ...)

#' @rdname lapscale_bandwidth
#' @param minimum If `"first"` (the default), the first local minimum to which the curve clearly
#'   descends, and for [bw_gc()] without `d` the lowest point of the curve. If `"global"`, the
#'   deepest minimum.
#' @param calibration For [bw_lepski()], the calibration to use: `"variance"` or `"jump"`. If `NULL`
#'   (the default), it does not change.
#' @export
update.lapscale_bandwidth <- function(object, minimum = c("first", "global"), calibration = NULL,
                                      ...) door({
  chosen <- selection(object)
  if (!is.null(calibration)) {
    abort_argument("`calibration` belongs to bw_lepski(), not to {chosen$method}.")
  }
  minimum <- check_choice(minimum, names(chosen$choices), "minimum")
  row <- chosen$choices[[minimum]]
  if (is.na(row)) {
    abort(
      c("`minimum`: the curve has no {minimum} minimum to choose.",
        i = if (isFALSE(chosen$facts$full)) {
          "It ends where the first has decided: `bw_gc(full = TRUE)` draws all of it."
        }),
      "no_minimum"
    )
  }
  chosen$minimum <- minimum
  chosen$facts <- facts_at(chosen, row)
  do.call(new_bandwidth, c(list(value = chosen$minima$bandwidth[[row]]), chosen))
}, ...)

# Updates a bandwidth of a set. If it has no such choice, it stays as it is. NULL: not asked for.
update_if_known <- function(object, minimum, calibration) UseMethod("update_if_known")

#' @export
update_if_known.lapscale_bandwidth <- function(object, minimum, calibration) {
  choices <- selection(object)$choices
  known <- !is.null(minimum) && minimum %in% names(choices) && !is.na(choices[[minimum]])
  if (known) update(object, minimum = minimum) else object
}

# Returns the value of a selection, with the warnings that it deserves. `selected` holds
# new_bandwidth()'s arguments except value and facts$at_edge, facts$elapsed.
#   look  function of the value that returns what is known once it is chosen: further facts, looks
finish_bandwidth <- function(selected, elapsed, look = function(value) NULL) {
  if (is.na(selected$choices[[selected$minimum]])) selected <- choose_lowest(selected)
  row <- selected$choices[[selected$minimum]]
  value <- selected$minima$bandwidth[[row]]
  selected$facts <- facts_at(selected, row)
  selected$facts$elapsed <- elapsed
  if (selected$facts$at_edge) {
    warn_edge(value, selected$curve, selected$labels$criterion, selected$labels$best %||% "lowest")
  }
  seen <- look(value)
  selected$facts <- c(selected$facts, seen$facts)
  do.call(new_bandwidth, c(list(value = value, looks = seen$looks), selected))
}

# Returns the facts that depend on the minimum chosen: whether it is an end of the range, and the
# dimension seen there where the selector sees one.
facts_at <- function(selected, row) {
  facts <- selected$facts
  at <- selected$minima[row, ]
  # A valley that is open on one side, or its end.
  facts$at_edge <- is_edge(at$bandwidth, selected$curve) ||
    xor(is.na(at$depth_left), is.na(at$depth_right))
  if (!is.null(at$dimension)) {
    facts$d <- at$dimension
    facts$eigenvalue_error <- at$eigenvalue_error
  }
  facts
}

warn_edge <- function(value, curve, criterion, best) {
  ends <- range(curve$bandwidth[is.finite(curve$criterion)])
  side <- if (value == ends[[1]]) "smallest" else "largest"
  end <- signif(if (value == ends[[1]]) value else ends[[2]], 3)
  warn(
    c("The {criterion} is {best} at the {side} bandwidth of the grid, {end}: the optimum may lie
       beyond it.",
      i = "Give `bandwidths` a wider range, and look at the plot."),
    "edge"
  )
}

# Takes the lowest point of the curve if no minimum is reached by a real descent, or by what else
# the selector asks of one (labels$none says what was not found, and labels$advice what to do).
# Warns of this, unless the lowest point is an end, which has a warning of its own.
choose_lowest <- function(selected) {
  lowest <- selected$choices[["global"]]
  if (is.na(lowest)) {
    at <- flat_bottom(selected$curve$criterion)
    columns <- c("bandwidth", "criterion", "se", "dimension", "distance")
    row <- selected$curve[at, intersect(columns, names(selected$curve))]
    row[setdiff(names(selected$minima), names(row))] <- NA_real_
    selected$minima <- row
    lowest <- 1L
    reason <- "The {selected$labels$criterion} is flat: no bandwidth stands out."
  } else {
    reason <- selected$labels$none %||%
      "No minimum of the {selected$labels$criterion} is reached by a descent of more than {min_z}
       standard errors; the lowest point is taken."
  }
  selected$labels$lowest <- TRUE
  if (!is_edge(selected$minima$bandwidth[[lowest]], selected$curve)) {
    advice <- selected$labels$advice %||% "More points (`n_points`) or a wider grid may help."
    warn(c(reason, i = advice), "no_minimum")
  }
  selected$choices[] <- lowest
  selected
}

# Selectors without a curve: the value, and what it was made of.

# Returns a row of the table of minima for a bandwidth that no curve reached.
unreached_minimum <- function(at) {
  data.frame(at = at, depth_left = NA_real_, depth_right = NA_real_, z_left = NA_real_,
             z_right = NA_real_)
}

#   method  the selector's name, as in select_bandwidth()
#   facts   list: n, d, and the selector's own entries for glance()
#   title   what the selector is called
#   scaling as in new_bandwidth()
#   notes   printed one per line
fixed_bandwidth <- function(value, method, facts, title, elapsed, scaling = NULL,
                            notes = character()) {
  curve <- data.frame(bandwidth = value, criterion = NA_real_, se = NA_real_)
  new_bandwidth(
    value, method, curve, cbind(curve, unreached_minimum(NA_integer_)[-1L])[0L, ],
    choices = c(first = NA_integer_, global = NA_integer_), minimum = "global",
    facts = c(facts, list(at_edge = FALSE, elapsed = elapsed)),
    labels = list(title = title, criterion = NA_character_, notes = notes), scaling = scaling
  )
}
