# From a curve and its minima to a bandwidth: what a selector chooses, and what it warns of.

# Chooses the bandwidth of a selection, and returns it, a lapscale_bandwidth, with warnings of a
# choice at an end of the curve or without a minimum.
#   selected     list of the arguments of new_bandwidth() except value and quick_checks: curve,
#                minima, choices (row of the minima for each rule, NA: none), minimum (name of the
#                rule that counts), facts, labels (list: criterion, and best and edge, words of
#                warnings, or NULL), and others; facts at_edge and elapsed are added here
#   elapsed      seconds that the selection took
#   check_value  function of the chosen bandwidth that returns NULL or list(facts: further facts;
#                quick_checks: of quick_checks_at())
finish_bandwidth <- function(selected, elapsed = seconds_of_call(),
                             check_value = function(value) NULL) {
  if (is.na(selected$choices[[selected$minimum]])) selected <- choose_lowest(selected)
  row <- selected$choices[[selected$minimum]]
  value <- selected$minima$bandwidth[[row]]
  selected$facts <- facts_at(selected, row)
  selected$facts$elapsed <- elapsed
  if (selected$facts$at_edge) {
    warn_edge(value, selected$curve, selected$labels$criterion, selected$labels$best %||% "lowest",
              selected$labels$edge, is_smallest = is.na(selected$minima$depth_left[[row]]))
  }
  checks <- check_value(value)
  selected$facts <- c(selected$facts, checks$facts)
  do.call(new_bandwidth, c(list(value = value, quick_checks = checks$quick_checks), selected))
}

# Returns the facts of a selection at one of its minima: its list `facts` with at_edge (whether that
# is an end of the curve, or in a valley that is open on one side), and of curves with a dimension
# at each bandwidth, those of bw_gc() without d, with d and eigenvalue_error there.
#   selected  list with facts (a list), minima (table: bandwidth, depth_left, depth_right, perhaps
#             dimension and eigenvalue_error), and curve;  row: number of a row of the minima
facts_at <- function(selected, row) {
  facts <- selected$facts
  minimum <- selected$minima[row, ]
  # In a valley that is open on one side one depth is known.
  facts$at_edge <- is_edge(minimum$bandwidth, selected$curve) ||
    xor(is.na(minimum$depth_left), is.na(minimum$depth_right))
  if (!is.null(minimum$dimension)) {
    facts$d <- minimum$dimension
    facts$eigenvalue_error <- minimum$eigenvalue_error
  }
  facts
}

# Warns that the choice is at an end of the grid.
#   value        the bandwidth, an end of the curve or in a valley that is open on one side
#   best         the word for the criterion there, such as "lowest"
#   curve        data frame with columns bandwidth and criterion;  criterion: its name
#   advice       what to do, texts named "smallest" and "largest" for either end; NULL: the usual
#   is_smallest  of a bandwidth that is no end: whether its valley is open to the smallest one
warn_edge <- function(value, curve, criterion, best, advice = NULL, is_smallest = FALSE) {
  ends <- range(curve$bandwidth[is.finite(curve$criterion)])
  side <- if (value == ends[[1]] || value < ends[[2]] && is_smallest) "smallest" else "largest"
  end <- signif(ends[[if (side == "smallest") 1L else 2L]], 3)
  warn(c("The {criterion} is {best} at the {side} bandwidth of the grid, {end}: the optimum may
          lie beyond it.",
         i = advice[[side]] %||% "Give `bandwidths` a wider range, and look at the plot."), "edge")
}

# Returns a selection whose choices are all the lowest point of the curve, for a curve without a
# significant minimum, with labels$lowest TRUE. Of a flat curve, without any minimum, this point,
# the middle of the lowest ones, is then the only row of minima. Warns (labels$none says what was
# not found, and labels$advice what to do), unless the point is an end, which has a warning of its
# own.
#   selected  of finish_bandwidth(), list with curve (data frame: bandwidth, criterion, se; of
#             bw_gc() without d also dimension and distance), minima, choices (the row of minima by
#             each rule, NA: none), labels (list: criterion, none, advice, choice, see
#             new_bandwidth())
choose_lowest <- function(selected) {
  lowest <- selected$choices[["global"]]
  if (is.na(lowest)) {
    distance <- selected$curve$distance
    height <- if (is.null(distance)) selected$curve$criterion else step_criterion(distance)
    lowest_index <- index_of_lowest(height)
    columns <- c("bandwidth", "criterion", "se", "dimension", "distance")
    row <- selected$curve[lowest_index, intersect(columns, names(selected$curve))]
    row[setdiff(names(selected$minima), names(row))] <- NA_real_
    selected$minima <- row
    lowest <- 1L
    reason <- "The {selected$labels$criterion} is flat: no bandwidth stands out."
    # All of the curve is within the tolerance.
    if (!is.null(distance)) selected$labels$choice[] <- "middle of a flat curve"
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

# Makes a row of the table of find_minima() for a bandwidth without known depths, which are NA.
#   index  the number of the bandwidth in the grid, or NA
unreached_minimum <- function(index) {
  data.frame(index = index, depth_left = NA_real_, depth_right = NA_real_, z_left = NA_real_,
             z_right = NA_real_)
}
