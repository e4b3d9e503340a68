# The two panels of Lepski's method: the criterion with its two terms, and what calibrated it.

#' @export
picture.bw_lepski <- function(x, col = "grey20", log = NULL, ...) {
  calibrated <- if (selection(x)$facts$calibration == "jump") staircase_panel else noise_panel
  panels <- list(terms_panel(x, col, log), calibrated(x))
  new_picture(panels[!vapply(panels, is.null, NA)])
}

# Criterion, bias and variance against the bandwidth, all on log scales; a criterion of zero, of an
# estimate without any error, is on a linear one.
terms_panel <- function(x, col, log = NULL) {
  chosen <- selection(x)
  curve <- drawn_terms(chosen$curve)
  usual <- if (all(curve$criterion > 0)) "xy" else "x"
  h <- plain(x)
  terms <- c("sum", "bias", "variance")
  colours <- c(col[[1]], second_colour, third_colour)
  term <- function(values, number) {
    line_layer(curve$bandwidth, values, colours[[number]], c(2, 1.5, 1.5)[[number]],
               value = terms[[number]])
  }
  new_panel(
    list(
      term(curve$variance, 3L), term(curve$bias, 2L), term(curve$criterion, 1L), rule_layer(h),
      points_layer(h, min(curve$criterion), choice_colour)
    ),
    range(curve$bandwidth), term_range(curve), chosen$labels$title, "bandwidth h",
    chosen$labels$criterion, log %||% usual, note = choice_note(h),
    key = new_key(terms, colours, lty = 1, lwd = c(2, 1.5, 1.5), place = "above")
  )
}

# Known values; a bias of zero has no place on a log scale.
drawn_terms <- function(curve) {
  curve <- curve[is.finite(curve$criterion), ]
  curve$bias[curve$bias <= 0] <- NA
  curve
}

# The sum in full, and the terms as far down as a hundredth of its minimum; from 0 where it is 0.
term_range <- function(curve) {
  if (min(curve$criterion) <= 0) {
    return(c(0, if (any(curve$criterion > 0)) max(curve$criterion) else 1))
  }
  low <- c(curve$criterion, curve$bias, curve$variance)
  low <- low[is.finite(low) & low > 0]
  c(max(min(low), min(curve$criterion) / 100), max(curve$criterion))
}

# The selected bandwidth against a, with the main jump and what a0 and 2 a0 select; NULL where
# there is no jump at all.
staircase_panel <- function(x) {
  chosen <- selection(x)
  path <- chosen$tables$path
  a0 <- chosen$facts$a
  h <- plain(x)
  if (!any(path$a > 0)) {
    return(NULL)
  }
  span <- staircase_range(path$a, a0)
  shown <- path$a <= span[[2]]
  at <- c(pmax(path$a[shown], span[[1]]), span[[2]])
  # The running minimum, from large a: what the jump is measured on.
  level <- rev(cummin(rev(path$bandwidth)))
  up_to_end <- function(values) c(values[shown], utils::tail(values[shown], 1L))
  key <- new_key(
    c("path", "running minimum", "choice"), c("grey20", second_colour, choice_colour),
    pch = c(NA, NA, 19), lty = c(1, 1, NA), lwd = c(1, 2.5, 1), place = "above"
  )
  new_panel(
    list(
      rule_layer(a0, colour = "grey60", type = 2),
      line_layer(at, up_to_end(path$bandwidth), value = "path", steps = TRUE),
      line_layer(at, up_to_end(level), second_colour, 2.5, value = "running minimum", steps = TRUE),
      points_layer(path$a[path$jump & shown], level[path$jump & shown], second_colour),
      rule_layer(h, "y"), points_layer(a0, h, choice_colour, value = "choice")
    ),
    span, range(path$bandwidth), "Path and main jump", "a", "bandwidth at a", "xy",
    note = note_above(paste("a0 =", short(a0, 2)), a0, "grey40"), key = key, settled = TRUE
  )
}

# A factor 100 to both sides of the jump, as far as there are steps.
staircase_range <- function(a, a0) {
  positive <- a[a > 0]
  low <- max(min(positive, a0), a0 / 100)
  high <- min(max(positive, a0), a0 * 100)
  c(low / 1.5, high * 1.5)
}

# Squared distances between the chosen estimate and the others beside their noise; NULL where no
# other one differs.
noise_panel <- function(x) {
  chosen <- selection(x)
  h <- plain(x)
  known <- chosen$curve$bandwidth[is.finite(chosen$curve$criterion)]
  beside <- pairs_beside(chosen$tables$pairs, h, known)
  if (!nrow(beside)) {
    return(NULL)
  }
  positive <- c(beside$distance, beside$noise[beside$noise > 0])
  margin <- least_excess * ifelse(is.finite(beside$se), beside$se, 0)
  low <- pmax(beside$distance - margin, min(positive) / 10)
  high <- beside$distance + margin
  words <- c(paste("distance,", least_excess, "se"), "its noise")
  key <- new_key(
    words, c("grey20", third_colour),
    pch = c(16, NA), lty = 1, lwd = c(1, 2), place = "above"
  )
  new_panel(
    list(
      segments_layer(beside$other, low, beside$other, high, "grey70"),
      points_layer(beside$other, beside$distance, shape = 16, value = words[[1]]),
      line_layer(beside$other, beside$noise, third_colour, 2, beside$other > h, words[[2]]),
      rule_layer(h)
    ),
    range(known), range(positive, high), "Differences and their noise", "other bandwidth",
    "squared distance from the choice", "xy", key = key, settled = TRUE
  )
}

# The pairs of the choice with `other` bandwidths that are known.
pairs_beside <- function(pairs, h, known) {
  beside <- pairs[pairs$bandwidth == h | pairs$bandwidth_small == h, ]
  beside$other <- ifelse(beside$bandwidth == h, beside$bandwidth_small, beside$bandwidth)
  beside[beside$other %in% known & beside$distance > 0, ]
}
