# The picture of bw_msvd(): eigenvalues over bandwidths.

# Returns the local eigenvalues, g bandwidths x k; NA for those below 1e-10 of the largest of all,
# which are zero to rounding and have no place on a log axis.
#   curve  data frame with columns eigenvalue_1, ..., a row per bandwidth
positive_eigenvalues <- function(curve) {
  values <- as.matrix(curve[grep("^eigenvalue_", names(curve))])
  values[!is.finite(values) | values <= 1e-10 * max(values, na.rm = TRUE)] <- NA
  values
}

# Returns a picture, of new_picture(), of the local eigenvalues over the bandwidth, the interval
# that the bandwidth was chosen from, and the choice.
#   x  a bandwidth of bw_msvd();  col: color of the first d;  ...: not used
# `facts` has d (the dimension), lower and upper (ends of the interval, bandwidths, or NA); `values`
# are the eigenvalues, a row per bandwidth of the curve.
#' @export
picture.bw_msvd <- function(x, ..., col = "grey20") {
  fields <- selection(x)
  facts <- fields$facts
  h <- plain(x)
  values <- positive_eigenvalues(fields$curve)
  is_shown <- c(TRUE, ncol(values) > facts$d, !is.na(facts$lower))
  key <- new_key(
    c(first_eigenvalues(facts$d), "others", "interval")[is_shown],
    c(col[[1]], second_colour, "grey85")[is_shown], lty = 1, lwd = c(2, 1, 8)[is_shown],
    place = "above"
  )
  new_picture(list(new_panel(
    list(interval_layer(facts$lower, facts$upper), curve_layer(x, col), rule_layer(h)),
    range(fields$curve$bandwidth), range(values, na.rm = TRUE), fields$labels$title,
    "bandwidth h", "local eigenvalue", "xy", note = choice_note(h), key = key
  )))
}

# Names the first d eigenvalues in a key.
first_eigenvalues <- function(d) if (d == 1L) "the first" else paste("the first", d)

# The lines of the local eigenvalues, the first d in full, in front of the others, which are thinner
# and in blue.
#   x  a bandwidth of bw_msvd();  col: color of the first d;  value: not used
# `values` are the eigenvalues, a row per bandwidth of the curve; `column` is the number of the
# column of each of them, and `leading` whether it is one of the first d.
#' @export
curve_layer.bw_msvd <- function(x, col, value = NULL) {
  fields <- selection(x)
  values <- positive_eigenvalues(fields$curve)
  # Reversed, so that the first are drawn last.
  values <- values[, rev(seq_len(ncol(values))), drop = FALSE]
  column <- rep(seq_len(ncol(values)), each = nrow(values))
  leading <- ncol(values) + 1L - column <= fields$facts$d
  line_layer(
    rep(fields$curve$bandwidth, ncol(values)), as.vector(values),
    ifelse(leading, col[[1]], second_colour), ifelse(leading, 2, 1), column,
    ifelse(leading, first_eigenvalues(fields$facts$d), "others")
  )
}
