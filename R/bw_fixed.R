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
