# The value of a selection, with the warnings that it deserves. `selected` holds new_bandwidth()'s
# arguments except value and facts$at_edge, facts$elapsed.
finish_bandwidth <- function(selected, elapsed) {
  row <- selected$choices[[selected$minimum]]
  curve <- selected$curve
  if (is.na(row)) {
    selected <- choose_lowest(selected)
    row <- selected$choices[[selected$minimum]]
  }
  value <- selected$minima$bandwidth[[row]]
  selected$facts <- facts_at(selected, row)
  selected$facts$elapsed <- elapsed
  if (selected$facts$at_edge) {
    warn_edge(value, curve, selected$labels$criterion, selected$labels$best %||% "lowest")
  }
  do.call(new_bandwidth, c(list(value = value), selected))
}

# The facts that depend on the minimum chosen: whether it is an end of the range, and the dimension
# seen there where the selector sees one.
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

# No minimum is reached by a real descent, or what else the selector asks of one (labels$none says
# what was not found, and labels$advice what to do): the lowest point of the curve, and a warning
# that says why, unless the lowest point is an end (which has a warning of its own).
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
      "No minimum of the {selected$labels$criterion} is reached by a descent of more than {least_z}
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

#   method  the selector's name, as in select_bandwidth()
#   facts   list: n, d, and the selector's own entries for glance()
#   title   what the selector is called
#   scaling as in new_bandwidth()
#   notes   printed one per line
fixed_bandwidth <- function(value, method, facts, title, elapsed, scaling = NULL,
                            notes = character()) {
  curve <- data.frame(bandwidth = value, criterion = NA_real_, se = NA_real_)
  unknown <- c("depth_left", "depth_right", "z_left", "z_right")
  none <- cbind(curve, as.list(stats::setNames(rep(NA_real_, 4L), unknown)))[0L, ]
  new_bandwidth(
    value, method, curve, none,
    choices = c(first = NA_integer_, global = NA_integer_), minimum = "global",
    facts = c(facts, list(at_edge = FALSE, elapsed = elapsed)),
    labels = list(title = title, criterion = NA_character_, notes = notes),
    scaling = scaling
  )
}
