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
#' - [bw_minima()]: the local minima of the curve;
#' - `glance(bw)`: one row with `bandwidth`, `method`, `n`, `d`, `at_edge`, `n_minima`, `elapsed`
#'   (in seconds), others that the page of the selector lists, and `seed` and `version` (see
#'   [lapscale][lapscale-package]);
#' - `bw$bandwidth`, `bw$n`, ...: the columns of `glance(bw)`, and `bw$curve`. The console completes
#'   them, and an unknown name is an error that lists them;
#' - `coef(bw)`: the bandwidth as a plain number with this name; `nobs(bw)`: the number of points;
#' - [plot()][plot.lapscale_bandwidth], `lines()`, `ggplot2::autoplot()`: a plot of the curve;
#' - `update(bw, minimum = "global")`: another minimum of the same curve, without the data.
#'
#' If something speaks against the bandwidth, the print-out warns. It contains the fast checks of
#' [bw_report()]. With more than 2000 points, connected components and short circuits are not
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
#' - `coef()`: a named number; `nobs()`: a whole number;
#' - `update()`: a `lapscale_bandwidth`;
#' - `predict()`: an error that names what has predictions.
#' @seealso [bw_select()] for all selectors, [lapscale_bandwidths] for the results of
#'   several.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' 2 * bw                      # a plain number
#' head(as.data.frame(bw))
#' glance(bw)
#' bw_gc(iris[1:4], seed = 1)$bandwidth
#' @name lapscale_bandwidth
NULL

# Makes a bandwidth, a number with the other arguments as fields, of selection(). Its classes are
# bw_<method>, lapscale_bandwidth, lapscale_number: some selectors have methods of their own, such
# as update.bw_lepski().
#   value         the chosen bandwidth, unit of x, or a multiple of local scales
#   method        the selector's name, as in bw_select()
#   curve         data frame: bandwidth (increasing), criterion, se, ...; the last two may be NA
#   minima        data frame, a row per local minimum (maximum, if labels$upwards), perhaps none:
#                 bandwidth, criterion, se, depth_left, depth_right, z_left, z_right, see
#                 find_minima(); of bw_gc() without d also dimension, distance, eigenvalue_error
#   choices       named integer: row of `minima` (NA: none) for each rule, "global", and of most
#                 selectors "first"
#   minimum       name of the element of choices by which the bandwidth was chosen
#   facts         list: n (number of points), d (NA: not used or not known), at_edge (whether the
#                 choice is at an end of the curve), elapsed (seconds), and the selector's own
#                 entries for glance()
#   labels        list: title, criterion, notes (character, printed one per line). Where they apply:
#                 meaning (of values of the criterion, in words), best (the word for the choice,
#                 such as "largest"), choice (words by the name of a minimum), upwards (whether the
#                 largest value is best), log_criterion (drawn on a log axis), is_difference (only
#                 differences count), edge, none, advice (of warnings, see finish_bandwidth()),
#                 lowest (TRUE if no minimum was found and the lowest point was taken), raised (for
#                 each rule, whether its choice was raised to hold most points together)
#   tables        named list of further data frames for as.data.frame(what =)
#   basis         NULL, or of lepski_basis(): what update.bw_lepski() chooses from again
#   quick_checks  of quick_checks_at(), or NULL
#   scaling       what was done to the points first, the `scaling` of checked_points(): a list, NULL
#                 for nothing
#   replicates    NULL, or bandwidths of replicate_choices(): a matrix, a row per replicate and a
#                 column for each of the rules "first" and "global"
new_bandwidth <- function(value, method, curve, minima, choices, minimum, facts, labels,
                          tables = list(), basis = NULL, scaling = NULL, quick_checks = NULL,
                          replicates = NULL) {
  stopifnot(is.double(value), length(value) == 1L, is.data.frame(curve), is.data.frame(minima))
  fields <- unclass(arguments())[-1L]
  new_number(value, c(paste0("bw_", method), "lapscale_bandwidth"), selection = fields)
}

# For package Matrix, see core_number.R.
for (method in c(
  "gc", "lepski", "rec", "cv", "test_error", "msvd", "kernel_sum", "knn", "median", "rate", "reml"
)) {
  methods::setOldClass(c(paste0("bw_", method), "lapscale_bandwidth", "lapscale_number"))
}
rm(method)

# ---- tables ------------------------------------------------------------------------------------

#' @rdname lapscale_bandwidth
#' @export
as.data.frame.lapscale_bandwidth <- function(x, row.names = NULL, optional = FALSE,
                                             what = "curve", ...) door({
  # Data frames by the words for `what`; `number_table` is the number itself as a table, or NULL.
  tables <- c(list(curve = minimized_curve(x)), selection(x)$tables)
  number_table <- if (isTRUE(optional)) as.data.frame(plain(x), optional = TRUE)
  with_row_names(number_table %||% tables[[check_choice(what, names(tables), "what")]], row.names)
}, ...)

#' @rdname lapscale_bandwidth
#' @export
tidy.lapscale_bandwidth <- function(x, ...) door(minimized_curve(x), ...)

# Returns the table of the curve of a bandwidth x (data frame: bandwidth, criterion, se, ...) with
# the criterion that is minimized: that of bw_gc() without `d`, whose curve alone has a column
# distance, is flat within a tolerance of its lowest point, see step_criterion().
minimized_curve <- function(x) {
  curve <- selection(x)$curve
  if (!is.null(curve$distance)) curve$criterion <- step_criterion(curve$distance)
  curve
}

#' @rdname lapscale_bandwidth
#' @export
nobs.lapscale_bandwidth <- function(object, ...) door(as.integer(selection(object)$facts$n), ...)

#' @rdname lapscale_bandwidth
#' @importFrom stats coef
#' @export
coef.lapscale_bandwidth <- function(object, ...) door(c(bandwidth = plain(object)), ...)

#' @rdname lapscale_bandwidth
#' @export
predict.lapscale_bandwidth <- function(object, ...) door({
  abort_argument(c("`object` is a bandwidth, which predicts nothing of points.",
                   i = "Use it as `bandwidth` of an embedding, clusters, or a fit from labels: these
                        have predict()."))
})

# Returns what the quick checks found against the chosen bandwidth, short texts; NULL if nothing, if
# nothing was checked, or if another minimum is chosen now than the one that was checked.
#   fields  of a bandwidth, see new_bandwidth(): minima, choices (rows of minima by the name of a
#           rule), minimum (name of a rule), quick_checks (of quick_checks_at(), or NULL: bandwidth,
#           the one that was checked; there, texts of concerns over it, or NULL)
concerns_at_choice <- function(fields) {
  h <- fields$minima$bandwidth[fields$choices[[fields$minimum]]]
  if (identical(h, fields$quick_checks$bandwidth)) fields$quick_checks$there
}

#' @rdname lapscale_bandwidth
#' @export
glance.lapscale_bandwidth <- function(x, ...) door({
  # See new_bandwidth(); facts is a list of numbers, flags, and texts, a column each. `ends` are the
  # two ends of the confidence interval, NA without one.
  fields <- selection(x)
  facts <- fields$facts
  if ("short circuits" %in% concerns_at_choice(fields)) facts$eigenvalue_error <- error_of_strands
  lead_columns <- c("n", "d", "at_edge")
  other_columns <- setdiff(names(facts), c(lead_columns, "elapsed"))
  ends <- choice_interval(fields)
  conf <- if ("replicates" %in% other_columns) list(conf.low = ends[[1]], conf.high = ends[[2]])
  table <- do.call(data.frame, c(
    list(bandwidth = plain(x), method = fields$method), facts[lead_columns],
    list(n_minima = nrow(fields$minima)), facts[other_columns], conf, list(elapsed = facts$elapsed)
  ))
  with_seed_and_version(table, x)
}, ...)

#' @rdname lapscale_bandwidth
#' @param minimum If `"first"` (the default), the first local minimum to which the curve clearly
#'   descends, and for [bw_gc()] without `d` the first bandwidth within the tolerance of the lowest
#'   value. If `"global"`, the deepest minimum. For [bw_gc()] without `d` this is where the distance
#'   is lowest, or the same as `"first"` if that is in the stretch within the tolerance.
#' @param calibration For [bw_lepski()], the calibration to use: `"variance"` or `"jump"`. If `NULL`
#'   (the default), it does not change.
#' @export
update.lapscale_bandwidth <- function(object, minimum = c("first", "global"), calibration = NULL,
                                      ...) door({
  # See new_bandwidth(): choices has the row of the table `minima` for each rule, NA: none.
  fields <- selection(object)
  refuse_if(!is.null(calibration), "`calibration` belongs to bw_lepski(), not to {fields$method}.")
  minimum <- check_choice(minimum, names(fields$choices), "minimum")
  row <- fields$choices[[minimum]]
  refuse_if(is.na(row),
            c("`minimum`: the curve has no {minimum} minimum to choose.",
              i = if (isFALSE(fields$facts$full)) {
                "It ends where the first has decided: `bw_gc(full = TRUE)` draws all of it."
              }), "no_minimum")
  fields$minimum <- minimum
  fields$facts <- facts_at(fields, row)
  do.call(new_bandwidth, c(list(value = fields$minima$bandwidth[[row]]), fields))
}, ...)

# Returns a bandwidth of a set, updated as far as its selector has such a choice.
#   object                a bandwidth
#   minimum, calibration  arguments of update(), NULL if they stay as they are
update_if_known <- function(object, minimum, calibration) UseMethod("update_if_known")

# Returns a bandwidth at another of its minima, if it has that one, otherwise as it is.
#   object   a bandwidth;  calibration: not used, only bw_lepski() has one
#   minimum  name of a choice, "first" or "global", or NULL
#' @export
update_if_known.lapscale_bandwidth <- function(object, minimum, calibration) {
  choices <- selection(object)$choices
  has_minimum <- !is.null(minimum) && minimum %in% names(choices) && !is.na(choices[[minimum]])
  if (has_minimum) update(object, minimum = minimum) else object
}

# Makes a bandwidth, of new_bandwidth(), that was not chosen on a curve: its curve has one row, with
# criterion NA, and its table of minima none.
#   value    the bandwidth, unit of x
#   method   the selector's name, as in bw_select()
#   facts    list: n, d, and the selector's own entries for glance(); at_edge and elapsed are added
#   title    what the selector is called
#   scaling  what was done to the points first, the `scaling` of checked_points(), or NULL
#   notes    character, printed one per line
fixed_bandwidth <- function(value, method, facts, title, scaling = NULL, notes = character()) {
  curve <- data.frame(bandwidth = value, criterion = NA_real_, se = NA_real_)
  # The table of minima has the usual columns and no rows.
  new_bandwidth(
    value, method, curve, cbind(curve, unreached_minimum(NA_integer_)[-1L])[0L, ],
    choices = c(first = NA_integer_, global = NA_integer_), minimum = "global",
    facts = c(facts, list(at_edge = FALSE, elapsed = seconds_of_call())),
    labels = list(title = title, criterion = NA_character_, notes = notes), scaling = scaling
  )
}
