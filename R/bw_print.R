# Prints a bandwidth x, whose fields are those of new_bandwidth().
#' @rdname lapscale_bandwidth
#' @export
print.lapscale_bandwidth <- function(x, ...) {
  fields <- selection(x)
  facts <- fields$facts
  cat("Bandwidth ", format(plain(x), digits = 4), " (", fields$method, ": ", fields$labels$title,
      ")\n", sep = "")
  dimension <- fields$minima$dimension[fields$choices[[fields$minimum]]]
  cat("  ", count(facts$n, "point"), describe_facts(facts, !is.null(dimension)),
      paste0(", ", describe_scaling(fields$scaling), recycle0 = TRUE), "\n", sep = "")
  writeLines(describe_curve(fields))
  for (note in fields$labels$notes) cat("  ", note, "\n", sep = "")
  invisible(x)
}

# A printed text about d, and the other settings that were chosen.
#   facts     of new_bandwidth(): d (NA: none), k (NA: none), local_scale, and alpha, NULL for
#             selectors without them, and elapsed (seconds)
#   is_local  whether d is the number of directions in which a step moves at this bandwidth, and not
#             the dimension that was given or estimated
describe_facts <- function(facts, is_local) {
  paste0(", ", c(
    if (!is.na(facts$d)) {
      d <- format(facts$d, digits = 3)
      if (is_local) paste("dimension", d, "seen at this bandwidth") else paste("dimension d =", d)
    },
    if (!is.null(facts$k) && !is.na(facts$k)) count(facts$k, "neighbor"),
    if (!is.null(facts$local_scale)) paste0("local_scale = ", facts$local_scale),
    if (!is.null(facts$alpha) && facts$alpha != 1) paste0("alpha = ", format(facts$alpha)),
    paste0(format(facts$elapsed, digits = 2, nsmall = 1), " s")
  ), collapse = "")
}

# Printed lines about the range of bandwidths and the minima, the chosen one marked; none for a
# selector without a curve. `row` is the chosen row of minima, `shown` are the rows that are
# printed.
#   fields  of a bandwidth, see new_bandwidth(): curve (data frame: bandwidth), labels (criterion,
#           its name; meaning, or NULL), minima, choices (rows of minima by the name of a rule),
#           minimum (name of a rule), facts (at_edge)
describe_curve <- function(fields) {
  curve <- fields$curve
  if (nrow(curve) < 2L) return(character())
  grid <- c(
    paste0("  ", nrow(curve), " bandwidths from ", format(curve$bandwidth[[1]], digits = 3), " to ",
           format(curve$bandwidth[[nrow(curve)]], digits = 3)),
    if (!is.null(fields$labels$meaning)) paste0("  ", explained_criterion(fields$labels))
  )
  minima <- fields$minima
  if (!nrow(minima)) return(grid)
  row <- fields$choices[[fields$minimum]]
  shown <- rows_of_printed_minima(nrow(minima), row)
  rows <- paste0(
    ifelse(shown == row, "  * ", "    "), fields$labels$criterion, " ",
    format(short(minima$criterion[shown], 3), justify = "right"), " at ",
    format(short(minima$bandwidth[shown], 4), justify = "right"),
    ifelse(is.na(minima$se[shown]), "", paste0(" (se ", short(minima$se[shown]), ")")),
    if (any(short(minima$distance[shown], 3) != short(minima$criterion[shown], 3)))
      paste0(", distance ", short(minima$distance[shown], 3)),
    ifelse(shown == row, paste0(" <- ", describe_choice(fields)), "")
  )
  edge <- if (fields$facts$at_edge) "  ! The choice is at an end of the range of bandwidths."
  others <- describe_other_minima(nrow(minima) - length(shown), fields)
  c(grid, rows, others, describe_tolerance(fields), describe_uncertainty(fields), edge,
    describe_concerns(fields))
}

# The name of the criterion, with the meaning of its values if there is one.
#   labels  of new_bandwidth(): criterion (its name), meaning (in words, or NULL)
explained_criterion <- function(labels) paste0(labels$criterion, sprintf(" (%s)", labels$meaning))

# A printed line about the bandwidths within the tolerance of the criterion; NULL if there is no
# such stretch.
#   fields  of a bandwidth, see new_bandwidth(): curve (data frame: bandwidth, distance, criterion:
#           the distance with its rises, as it is drawn), facts
describe_tolerance <- function(fields) {
  ends <- tolerance_ends(fields)
  if (!anyNA(ends) && ends[[1]] < ends[[2]]) {
    curve <- fields$curve
    criterion <- step_criterion(curve$distance)
    returns_later <- any(criterion[curve$bandwidth > ends[[2]]] == min(criterion))
    lowest <- which.min(curve$criterion)
    # A choice that was raised may lie beyond the lowest point.
    from_choice <- if (curve$bandwidth[[lowest]] < ends[[1]]) ", from the choice on"
    paste0("  within the tolerance of the lowest, ", short(curve$criterion[[lowest]], 3), " at ",
           short(curve$bandwidth[[lowest]], 4), from_choice, ": ", short(ends[[1]], 4), " to ",
           short(ends[[2]], 4), if (returns_later) ", and again at larger ones")
  }
}

# Printed lines about the confidence interval, and about replicates if they often choose another
# minimum; NULL without an interval, unless it is missing because the choice was raised.
#   fields  of a bandwidth, see new_bandwidth(): choices, minimum, replicates
describe_uncertainty <- function(fields) {
  ends <- choice_interval(fields)
  if (!anyNA(ends)) {
    share <- shares_of_replicates(fields)[[fields$choices[[fields$minimum]]]]
    words <- paste0("  only ", round(100 * share), "% of perturbed curves select this minimum")
    c(paste0("  95% interval for the bandwidth selected on average: ", short(ends[[1]], 4), " to ",
             short(ends[[2]], 4)), if (share < min_stability) words)
  } else if (is_raised(fields) && !is.null(fields$replicates)) {
    "  no 95% interval: replicates do not repeat what raised the choice"
  }
}

# A printed line about concerns over the choice, from the curve and from the quick checks, without
# the data; NULL without concerns.
#   fields  of a bandwidth, see new_bandwidth(): minima, choices (rows of minima by the name of a
#           rule), minimum (name of a rule), method, quick_checks (of quick_checks_at(), or NULL)
describe_concerns <- function(fields) {
  minima <- fields$minima
  minimum <- minima[fields$choices[[fields$minimum]], ]
  checks <- c(
    if (fields$method == "gc") concerns_of_curve(minimum, minima),
    concerns_at_choice(fields), fields$quick_checks$always
  )
  if (length(checks)) {
    paste0("  ! Check: ", paste(checks, collapse = "; "), ". Run `bw_report(bw, x)`.")
  }
}

# Returns concerns over the choice from the curve itself, short texts; NULL without any.
#   minimum  the row of the choice in minima: criterion; of a curve without d also dimension,
#            distance, eigenvalue_error (NA: most steps stay, or no direction is seen), else these
#            are NULL
#   minima   data frame of all minima: bandwidth, criterion; without d also distance
# `height` is the distance without d, the distortion with d.
concerns_of_curve <- function(minimum, minima) {
  is_step_curve <- !is.null(minimum$dimension)
  height <- if (is_step_curve) minima$distance else minima$criterion
  lowest <- which.min(height)
  chosen_height <- if (is_step_curve) minimum$distance else minimum$criterion
  is_high_dimensional <- is_step_curve && minimum$dimension >= report_limits$several
  c(
    if (is_step_curve && minimum$dimension < report_limits$visible) {
      "dimension near 0"
    } else if (is_step_curve && is.na(minimum$eigenvalue_error)) {
      "hardly any neighbors"
    },
    if (is_high_dimensional && minimum$distance > report_limits$distance) words_few,
    if (height[[lowest]] < chosen_height / 2) {
      paste0("curve lower at ", short(minima$bandwidth[[lowest]], 3))
    }
  )
}

# Returns the numbers of the rows of the table of minima that are printed: the first few, and the
# chosen one.
#   n           number of minima;  row: number of the chosen one
#   max_shown   how many are printed at most
rows_of_printed_minima <- function(n, row, max_shown = 4L) {
  shown <- seq_len(min(n, max_shown))
  if (row > max_shown) c(shown[-max_shown], row) else shown
}

# A printed line about the number of minima that are not listed (maxima, if a large criterion is
# best); NULL if all are.
#   n_more  number of minima that are not printed
#   fields  of a bandwidth, see new_bandwidth(): labels
describe_other_minima <- function(n_more, fields) {
  noun <- paste("more local", if (identical(fields$labels$best, "largest")) "maxim" else "minim")
  if (n_more > 0L) paste0("    and ", count(n_more, paste0(noun, "um"), paste0(noun, "a")))
}

# What print() calls the chosen minimum: the text in the labels of the selector, or such as "first
# minimum".
#   fields  of a bandwidth, see new_bandwidth(): minimum (name of a rule), choices (rows of minima
#           by the name of a rule), labels (best, choice, lowest), minima (criterion)
describe_choice <- function(fields) {
  minimum <- fields$minimum
  row <- fields$choices[[minimum]]
  is_first <- minimum == "first" && !isTRUE(fields$labels$lowest)
  name <- if (is_first || minimum == "global") paste(minimum, "minimum") else "lowest point"
  height <- fields$minima$criterion
  skips_lower <- if (is_first) row > 1L else height[[row]] > min(height)
  fields$labels$best %||% fields$labels$choice[[minimum]] %||%
    paste0(name, if (skips_lower) " that qualifies")
}

# Collects what is printed of a bandwidth, `object`: list(bandwidth: itself; minima: of bw_minima();
# glance: its table of one row).
#' @rdname lapscale_bandwidth
#' @export
summary.lapscale_bandwidth <- function(object, ...) door({
  structure(
    list(bandwidth = object, minima = bw_minima(object), glance = glance(object)),
    class = c("summary.lapscale_bandwidth", "lapscale_summarized")
  )
})

# Prints the summary of a bandwidth.
#   x  of summary(): list(bandwidth, minima: of bw_minima(), glance)
#' @export
print.summary.lapscale_bandwidth <- function(x, ...) {
  print(x$bandwidth)
  if (nrow(x$minima)) {
    cat("Local minima (depth: rise on either side; z: depth in paired standard errors):\n")
    print(x$minima, digits = 3, row.names = FALSE)
  }
  unknown <- sum(is.na(as.data.frame(x$bandwidth)$criterion))
  if (unknown && nrow(x$minima)) {
    cat("The criterion is undefined at ", count(unknown, "bandwidth"), ".\n", sep = "")
  }
  cat(describe_origin(x$bandwidth))
  invisible(x)
}
