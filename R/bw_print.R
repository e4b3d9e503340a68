#' @rdname lapscale_bandwidth
#' @export
print.lapscale_bandwidth <- function(x, ...) {
  chosen <- selection(x)
  facts <- chosen$facts
  cat("Bandwidth ", format(plain(x), digits = 4), " (", chosen$method, ": ", chosen$labels$title,
      ")\n", sep = "")
  dimension <- chosen$minima$dimension[chosen$choices[[chosen$minimum]]]
  cat("  ", count(facts$n, "point"), describe_facts(facts, !is.null(dimension)),
      paste0(", ", describe_scaling(chosen$scaling), recycle0 = TRUE), "\n", sep = "")
  writeLines(describe_curve(chosen))
  for (note in chosen$labels$notes) cat("  ", note, "\n", sep = "")
  invisible(x)
}

# Describes d, and what else was tuned.
#   is_seen  whether d is the number of directions in which a step moves at this bandwidth, and not
#            the dimension that was given or estimated
#   facts    of new_bandwidth()
describe_facts <- function(facts, is_seen) {
  paste0(", ", c(
    if (!is.na(facts$d)) {
      d <- format(facts$d, digits = 3)
      if (is_seen) paste("dimension", d, "seen at this bandwidth") else paste("dimension d =", d)
    },
    if (!is.null(facts$k) && !is.na(facts$k)) count(facts$k, "neighbor"),
    if (!is.null(facts$local_scale)) paste0("local_scale = ", facts$local_scale),
    if (!is.null(facts$alpha) && facts$alpha != 1) paste0("alpha = ", format(facts$alpha)),
    paste0(format(facts$elapsed, digits = 2, nsmall = 1), " s")
  ), collapse = "")
}

# Describes the range searched and the minima found, the chosen one marked.
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_curve <- function(chosen) {
  curve <- chosen$curve
  if (nrow(curve) < 2L) return(character())
  grid <- c(
    paste0("  ", nrow(curve), " bandwidths from ", format(curve$bandwidth[[1]], digits = 3), " to ",
           format(curve$bandwidth[[nrow(curve)]], digits = 3)),
    if (!is.null(chosen$labels$meaning)) paste0("  ", as_explained(chosen$labels))
  )
  minima <- chosen$minima
  if (!nrow(minima)) return(grid)
  row <- chosen$choices[[chosen$minimum]]
  shown <- shown_minima(nrow(minima), row)
  rows <- paste0(
    ifelse(shown == row, "  * ", "    "), chosen$labels$criterion, " ",
    format(short(minima$criterion[shown], 3), justify = "right"), " at ",
    format(short(minima$bandwidth[shown], 4), justify = "right"),
    ifelse(is.na(minima$se[shown]), "", paste0(" (se ", short(minima$se[shown]), ")")),
    if (!is.null(minima$distance)) paste0(", distance ", short(minima$distance[shown], 3)),
    ifelse(shown == row, paste0(" <- ", describe_choice(chosen)), "")
  )
  edge <- if (chosen$facts$at_edge) "  ! The choice is at an end of the range of bandwidths."
  others <- describe_others(nrow(minima) - length(shown), chosen)
  c(grid, rows, others, describe_tolerance(chosen), describe_uncertainty(chosen), edge,
    describe_concerns(chosen))
}

# Names the criterion, with what its values mean if that is known.
#   labels  of new_bandwidth(), with criterion and perhaps meaning
as_explained <- function(labels) paste0(labels$criterion, sprintf(" (%s)", labels$meaning))

# Describes the stretch that the criterion does not tell apart. NULL if it has none.
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_tolerance <- function(chosen) {
  ends <- tolerance_of(chosen)
  if (!anyNA(ends) && ends[[1]] < ends[[2]]) {
    criterion <- step_criterion(chosen$curve$distance)
    returns_later <- any(criterion[chosen$curve$bandwidth > ends[[2]]] == min(criterion))
    paste0("  within the tolerance of the criterion: ", short(ends[[1]], 4), " to ",
           short(ends[[2]], 4), if (returns_later) ", and again at larger ones")
  }
}

# Describes the interval, and where replicates often choose something else. NULL without replicates.
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_uncertainty <- function(chosen) {
  range <- likely_range(chosen)
  if (!anyNA(range)) {
    share <- stability_of(chosen)[[chosen$choices[[chosen$minimum]]]]
    words <- paste0("  only ", round(100 * share), "% of perturbed curves select this minimum")
    c(paste0("  95% interval for the bandwidth selected on average: ", short(range[[1]], 4), " to ",
             short(range[[2]], 4)), if (share < min_stability) words)
  }
}

# Says what speaks against the choice as far as the curve and what was seen at the choice tell
# without the data, see bw_report(). NULL if nothing does.
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_concerns <- function(chosen) {
  minima <- chosen$minima
  minimum <- minima[chosen$choices[[chosen$minimum]], ]
  checks <- c(
    if (chosen$method == "gc") concerns_of_curve(minimum, minima),
    concerns_at_choice(chosen), chosen$quick_checks$always
  )
  if (length(checks)) {
    paste0("  ! Check: ", paste(checks, collapse = "; "), ". Run `bw_report(bw, x)`.")
  }
}

# Says in words what speaks against the choice on the curve itself, a character vector; NULL if
# nothing.
#   minimum  the row of the choice in minima;  minima: table of all minima
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
#   n     number of minima;  row: number of the chosen one
#   most  how many are printed at most
shown_minima <- function(n, row, most = 4L) {
  shown <- seq_len(min(n, most))
  if (row > most) c(shown[-most], row) else shown
}

# Says how many minima are not printed; of a criterion that is to be large they are maxima.
#   n_more  number of minima that are not printed
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_others <- function(n_more, chosen) {
  noun <- paste("more local", if (identical(chosen$labels$best, "largest")) "maxim" else "minim")
  if (n_more > 0L) paste0("    and ", count(n_more, paste0(noun, "um"), paste0(noun, "a")))
}

# Names the choice. Rules that have a name of their own for it give it in their labels.
#   chosen  the fields of a bandwidth, see new_bandwidth()
describe_choice <- function(chosen) {
  minimum <- chosen$minimum
  row <- chosen$choices[[minimum]]
  is_first <- minimum == "first" && !isTRUE(chosen$labels$lowest)
  name <- if (is_first || minimum == "global") paste(minimum, "minimum") else "lowest point"
  height <- chosen$minima$criterion
  skips_lower <- if (is_first) row > 1L else height[[row]] > min(height)
  chosen$labels$best %||% chosen$labels$choice[[minimum]] %||%
    paste0(name, if (skips_lower) " that qualifies")
}

#' @rdname lapscale_bandwidth
#' @export
summary.lapscale_bandwidth <- function(object, ...) door({
  structure(
    list(bandwidth = object, minima = bw_minima(object), glance = glance(object)),
    class = c("summary.lapscale_bandwidth", "lapscale_summarized")
  )
})

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
