# The picture of bw_lepski(): its criterion, and what calibrated it.

# Returns a picture, of new_picture(), of the criterion of bw_lepski() with its two terms, and of
# its calibration.
#   x  of bw_lepski();  col: color of the criterion;  ...: not used
# `calibrated` is a function of x that returns a panel, or NULL.
#' @export
picture.bw_lepski <- function(x, ..., col = "grey20") {
  calibrated <- if (selection(x)$facts$calibration == "jump") staircase_panel else noise_panel
  panels <- list(terms_panel(x, col), calibrated(x))
  new_picture(panels[lengths(panels) > 0L])
}

# Returns a panel, of new_panel(), of criterion, bias and variance against the bandwidth, all on log
# scales; a criterion of zero, of an estimate without any error, is on a linear one.
#   x  of bw_lepski();  col: color of the criterion
# `fields` are those of new_bandwidth(): curve (data frame bandwidth, criterion, bias, variance),
# labels (title, criterion).
terms_panel <- function(x, col) {
  fields <- selection(x)
  curve <- fields$curve[is.finite(fields$curve$criterion), ]
  # A bias of zero has no place on a log scale.
  curve$bias[curve$bias <= 0] <- NA
  h <- plain(x)
  key <- new_key(c("sum", "bias", "variance"), c(col[[1]], second_colour, third_colour), lty = 1,
                 lwd = c(2, 1.5, 1.5), place = "above")
  lines <- Map(function(term, colour, width, label) {
    line_layer(curve$bandwidth, curve[[term]], colour, width, value = label)
  }, c("criterion", "bias", "variance"), key$entries$colour, key$entries$lwd, key$entries$label)
  lines <- unname(rev(lines))
  new_panel(
    c(lines, list(rule_layer(h), points_layer(h, min(curve$criterion), choice_colour))),
    range(curve$bandwidth), term_range(curve), fields$labels$title, "bandwidth h",
    fields$labels$criterion, if (all(curve$criterion > 0)) "xy" else "x", note = choice_note(h),
    key = key
  )
}

# The range of the vertical axis, two numbers, which shows the criterion in full, and its terms down
# to a hundredth of its minimum; from 0 if that is 0.
#   curve  data frame with columns criterion, the sum, and bias (NA: not drawn) and variance, its
#          terms
term_range <- function(curve) {
  ends <- range(curve$criterion)
  if (ends[[1]] <= 0) return(c(0, if (ends[[2]] > 0) ends[[2]] else 1))
  values <- c(curve$criterion, curve$bias, curve$variance)
  c(max(min(values[is.finite(values) & values > 0]), ends[[1]] / 100), ends[[2]])
}

# Returns a panel of the bandwidth that a criterion with a as the factor of its noise selects,
# against a, with the main jump at a0 and the choice, by a0 in the bias and 2 a0 in the variance;
# NULL if there is no jump at all.
#   x  of bw_lepski()
# `path` is a data frame with a row per step: a (from where on), bandwidth, jump (TRUE at the main
# one). `steps` are values of a, where steps that are drawn begin and the last one ends.
staircase_panel <- function(x) {
  fields <- selection(x)
  path <- fields$tables$path
  a0 <- fields$facts$a
  h <- plain(x)
  if (!any(path$a > 0)) return(NULL)
  # A factor 100 to both sides of the jump, as far as there are steps.
  positive <- path$a[path$a > 0]
  a_range <- c(max(min(positive, a0), a0 / 100) / 1.5, min(max(positive, a0), a0 * 100) * 1.5)
  is_shown <- path$a <= a_range[[2]]
  steps <- c(pmax(path$a[is_shown], a_range[[1]]), a_range[[2]])
  # The running minimum, from large a: what the jump is measured on.
  level <- rev(cummin(rev(path$bandwidth)))
  up_to_end <- function(values) c(values[is_shown], utils::tail(values[is_shown], 1L))
  key <- new_key(
    c("path", "running minimum", "choice"), c("grey20", second_colour, choice_colour),
    pch = c(NA, NA, 19), lty = c(1, 1, 0), lwd = c(1, 2.5, 1), place = "above"
  )
  new_panel(
    list(
      rule_layer(a0, colour = "grey60", type = 2),
      line_layer(steps, up_to_end(path$bandwidth), value = "path", steps = TRUE),
      line_layer(steps, up_to_end(level), second_colour, 2.5, value = "running minimum",
                 steps = TRUE),
      points_layer(path$a[path$jump & is_shown], level[path$jump & is_shown], second_colour),
      rule_layer(h, "y"), points_layer(a0, h, choice_colour, value = "choice")
    ),
    a_range, range(path$bandwidth), "Path and main jump", "a", "bandwidth at a", "xy",
    note = note_above(paste("a0 =", short(a0, 2)), a0, "grey40"), key = key, settled = TRUE
  )
}

# Returns a panel of squared distances between the chosen estimate and the others beside their
# noise; NULL if no other one differs.
#   x  of bw_lepski()
# `other_pairs` is a data frame with a row for each other bandwidth: other (the bandwidth), distance
# (squared, of its estimate from the chosen one), noise, se (standard error of distance - noise).
noise_panel <- function(x) {
  fields <- selection(x)
  h <- plain(x)
  curve_bandwidths <- fields$curve$bandwidth[is.finite(fields$curve$criterion)]
  other_pairs <- pairs_of_choice(fields$tables$pairs, h, curve_bandwidths)
  if (!nrow(other_pairs)) return(NULL)
  positive_values <- c(other_pairs$distance, other_pairs$noise[other_pairs$noise > 0])
  bars <- with_margin(other_pairs$distance, min_excess * other_pairs$se, min(positive_values) / 10)
  words <- c(paste("distance,", min_excess, "se"), "its noise")
  key <- new_key(words, c("grey20", third_colour), pch = c(16, NA), lty = 1, lwd = c(1, 2),
                 place = "above")
  new_panel(
    list(
      segments_layer(other_pairs$other, bars$low, other_pairs$other, bars$high, "grey70"),
      points_layer(other_pairs$other, other_pairs$distance, shape = 16, value = words[[1]]),
      line_layer(other_pairs$other, other_pairs$noise, third_colour, 2, other_pairs$other > h,
                 words[[2]]),
      rule_layer(h)
    ),
    range(curve_bandwidths), range(positive_values, bars$high), "Differences and their noise",
    "other bandwidth", "squared distance from the choice", "xy", key = key, settled = TRUE
  )
}

# Finds the pairs of the choice with other bandwidths of the curve: rows of pairs, with a column
# `other`, this bandwidth.
#   pairs             data frame, a row per pair: bandwidth_small, below bandwidth; distance, and
#                     more
#   h                 the choice
#   curve_bandwidths  the bandwidths at which the criterion is known
pairs_of_choice <- function(pairs, h, curve_bandwidths) {
  other_pairs <- pairs[pairs$bandwidth == h | pairs$bandwidth_small == h, ]
  is_larger <- other_pairs$bandwidth == h
  other_pairs$other <- ifelse(is_larger, other_pairs$bandwidth_small, other_pairs$bandwidth)
  other_pairs[other_pairs$other %in% curve_bandwidths & other_pairs$distance > 0, ]
}
